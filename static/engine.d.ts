/** The engine as a module: runs `.tflite` models in a browser without the page. */

/** Values of a tensor, by its dtype; strings come and go as texts, `bool` as bytes of 0 and 1. */
export type Values =
  | Float32Array | Float64Array | Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array
  | BigInt64Array | BigUint64Array | string[];

/** A value for an input, alone or with a shape that resizes it. */
export type Input = Values | ArrayBuffer | { data: Values | ArrayBuffer; shape?: number[] };

/** An input or output. */
export interface Port {
  /** Name within the signature, else the tensor's. */
  name: string;
  /** dtype in lower case, such as `float32`. */
  dtype: string;
  /** Shape as it is now. */
  shape: number[];
  /** Scale, where the tensor is quantized with one scale: real = scale * (code - zero_point). */
  scale: number | null;
  /** Zero point that goes with it. */
  zero_point: number | null;
}

/** Time of a node in one run. */
export interface NodeTime {
  /** Index of the subgraph. */
  graph: number;
  /** Index of the operator in the subgraph. */
  node: number;
  /** Operator, such as `CONV_2D`. */
  op: string;
  /** Which kernel did it: `simd`, `reference`, `control`, or the name of a GPU kernel. */
  kernel: string;
  /** Milliseconds. */
  ms: number;
}

/** Nodes that run together on one backend. */
export interface Part {
  /** `gpu`, or `simd` for the processor. */
  backend: string;
  /** Indices of the operators in the entry subgraph, in the order of the run. */
  nodes: number[];
  /** For a part that is not on the GPU: its nodes with the id of the reason. */
  why: { graph: number; node: number; op: string; version: number; reason: Message }[];
}

/** A sentence by its id, with values. */
export interface Message {
  id: string;
  params: Record<string, string>;
}

/** How far a result on the GPU was from the reference kernel's, which was fed with the same inputs. */
export interface Difference {
  /** Index of the operator in the entry subgraph. */
  node: number;
  /** Operator; two with a plus where one dispatch does both. */
  op: string;
  /** GPU kernel; empty where none ran. */
  kernel: string;
  /** Flat index of the element that differs most, and both values there (null where not finite). */
  element: number;
  got: number | null;
  want: number | null;
  /** Largest absolute difference, and that divided by the reference's magnitude (null where not finite). */
  absolute: number | null;
  relative: number | null;
  /** Largest absolute difference that is allowed for this op. */
  tolerance: number;
}

/** What check mode found. */
export interface Check {
  /** Comparisons made, and how many differed by more than is allowed. */
  ops: number;
  differing: number;
  /** The first of those. */
  first: Difference | null;
  /** Of the others, the one that came nearest to what is allowed. */
  closest: Difference | null;
}

/** A model made ready to run. Its variables keep their values from run to run. */
export interface Session {
  readonly backend: string;
  /** Keys of the model's signatures. */
  readonly signatures: string[];
  readonly inputs: Port[];
  readonly outputs: Port[];
  /** On the GPU: which nodes run there and which on the processor, in the order of the run; empty elsewhere. */
  readonly split: Part[];
  /** What check mode found in the last run; null where it is off. */
  readonly check: Check | null;
  /** Why the processor does it although the GPU was asked for, as in `EngineError.detail`; null where it does not. */
  readonly fellBack: Failed | null;
  /** On the GPU: how tensors stand in its memory; null on the processor. */
  readonly precision: "float32" | "float16" | null;
  /** Why `precision` is `float32` although `float16` was asked for (the adapter has no `shader-f16`); null where it is not. */
  readonly notHalf: Message | null;
  /** Runs once. Inputs go by name or position; one that is not given keeps its values (zeros at first). */
  run(inputs?: Record<string, Input>): Promise<Record<string, Values>>;
  /** Runs once more with the same inputs and gives the time of each node. */
  profile(): Promise<NodeTime[]>;
  /** Gives the memory back. The session cannot be used again. */
  close(): void;
}

export interface Options {
  /**
   * `simd` (the default), `reference` (plain kernels) or `gpu` (WebGPU). On the GPU a model runs in parts where some nodes
   * have no GPU kernel (`Session.split`); where the GPU cannot be used, or fails during a run, the processor delivers
   * (`Session.fellBack`).
   */
  backend?: "simd" | "reference" | "gpu";
  /**
   * On the GPU: `float32` (the default, within 1e-4 of the runtime) or `float16`, which takes half of the memory and of its
   * bandwidth, where the adapter has `shader-f16`; elsewhere `float32` is used, and `Session.notHalf` says so. Tensors and weights
   * are rounded to 11 bits, sums are float32 all the same, and inputs and outputs stay what they are.
   */
  precision?: "float32" | "float16";
  /** On the GPU: compare every op with the reference kernel, in every run (slow; see `Session.check`). */
  check?: boolean;
  /** Key of the signature to run; without it the main graph. */
  signature?: string;
  /** Run in a worker of its own, so that the caller's thread never waits. */
  worker?: boolean;
}

/** What stopped something, as `vintage run --json` tells it. */
export interface Failed {
  kind: string;
  message: Message;
  /** Each node without a kernel. */
  unsupported: { graph: number; node: number; op: string; version: number }[];
  /** True when another backend can still deliver the result. */
  can_fall_back: boolean;
}

/** What stops a model; `message` is its id with values. */
export class EngineError extends Error {
  detail: Failed;
}

/**
 * Makes the bytes of a `.tflite` file ready to run. They must stay as they are until the promise is settled; with the backend
 * `gpu`, until the session is closed.
 */
export function load(bytes: ArrayBuffer | Uint8Array, options?: Options): Promise<Session>;
