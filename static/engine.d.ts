/** The engine as a module: runs `.tflite` models in a browser without the page. */

/** Values of a tensor, by its dtype; strings are JavaScript strings, `bool` is bytes of 0 and 1. */
export type Values =
  | Float32Array | Float64Array | Int8Array | Uint8Array | Int16Array | Uint16Array | Int32Array | Uint32Array
  | BigInt64Array | BigUint64Array | string[];

/** A value for an input, optionally with a shape that resizes the input. */
export type Input = Values | ArrayBuffer | { data: Values | ArrayBuffer; shape?: number[] };

/** An input or output. */
export interface Port {
  /** Name within the signature, otherwise the tensor's. */
  name: string;
  /** dtype in lower case, such as `float32`. */
  dtype: string;
  /** Current shape. */
  shape: number[];
  /** Scale, if the tensor is quantized with one scale: real = scale * (value - zero_point). */
  scale: number | null;
  /** Its zero point. */
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
  /** Kernel: `simd`, `reference`, `control`, or the name of a GPU kernel. */
  kernel: string;
  /** Milliseconds. */
  ms: number;
}

/** Nodes that run together on one backend. */
export interface Partition {
  /** `gpu`, or `simd` for the CPU. */
  backend: string;
  /** Indices of the operators in the entry subgraph, in the order of the run. */
  nodes: number[];
  /** For a partition that is not on the GPU: its nodes with the id of the reason. */
  why: { graph: number; node: number; op: string; version: number; reason: Message }[];
}

/** A message by its id, with values. */
export interface Message {
  id: string;
  params: Record<string, string>;
}

/** Difference between a result on the GPU and the reference kernel's for the same inputs. */
export interface Difference {
  /** Index of the operator in the entry subgraph. */
  node: number;
  /** Operator; two with a plus if one dispatch computes both. */
  op: string;
  /** GPU kernel; empty if none ran. */
  kernel: string;
  /** Flat index of the element that differs most, and both values there (null if not finite). */
  element: number;
  got: number | null;
  want: number | null;
  /** Largest absolute difference, and that divided by the reference's magnitude (null if not finite). */
  absolute: number | null;
  relative: number | null;
  /** Allowed absolute difference for this op. */
  tolerance: number;
}

/** Result of check mode. */
export interface Check {
  /** Number of comparisons, and of those over the allowed difference. */
  ops: number;
  differing: number;
  /** The first one over it. */
  first: Difference | null;
  /** Of the others, the one closest to the allowed difference. */
  closest: Difference | null;
}

/** A prepared model. Its variables keep their values between runs. */
export interface Session {
  readonly backend: string;
  /** Keys of the model's signatures. */
  readonly signatures: string[];
  readonly inputs: Port[];
  /** With the names that a run returns them under: an output without one has its position (`0`), another of one name `name:1`. */
  readonly outputs: Port[];
  /** On the GPU: the partitions on GPU and CPU, in the order of the run; otherwise empty. */
  readonly partitions: Partition[];
  /** Result of check mode in the last run; null if it is off. */
  readonly check: Check | null;
  /** The backend that runs the model because the requested GPU cannot; otherwise null. */
  readonly fellBackTo: "simd" | null;
  /** The reason for it, as in `EngineError.detail`; otherwise null. */
  readonly fallbackReason: Failed | null;
  /** On the GPU: storage type of tensors; null on the CPU. */
  readonly precision: "float32" | "float16" | null;
  /** The reason `precision` is `float32` although `float16` was requested (the adapter has no `shader-f16`); otherwise null. */
  readonly precisionReason: Message | null;
  /**
   * Runs once. Inputs are given by name or position; an input that is not given keeps its values (initially zeros). Calls of a session wait
   * for the ones before: each has the outputs of its own inputs.
   */
  run(inputs?: Record<string, Input>, options?: RunOptions): Promise<Record<string, Values>>;
  /** Runs once more with the same inputs and returns the time of each node. */
  profile(): Promise<NodeTime[]>;
  /** Frees the memory. The session cannot be used again. */
  close(): void;
}

/** How a run ends early. */
export interface RunOptions {
  /**
   * Rejects the run with the signal's reason. In a worker this ends the worker at once, and the session with it: load the model again.
   * In the caller's own thread a signal cannot arrive during a run on the CPU, so it is only checked before.
   */
  signal?: AbortSignal;
  /** Milliseconds after which the run fails with `run-timeout`, in every thread; checked between operators. The session can run again. */
  timeout?: number;
}

export interface Options {
  /**
   * `simd` (the default), `reference` (plain kernels) or `gpu` (WebGPU). On the GPU a model runs in partitions if some nodes
   * have no GPU kernel (`Session.partitions`); if the GPU cannot be used, or fails during a run, the CPU computes the result
   * (`Session.fellBackTo`).
   */
  backend?: "simd" | "reference" | "gpu";
  /**
   * On the GPU: `float32` (the default, within 1e-4 of the runtime) or `float16`, which halves memory and
   * bandwidth, if the adapter has `shader-f16`; otherwise `float32` is used, and `Session.precisionReason` has the reason. Tensors and
   * weights are rounded to 11 bits; sums are float32, and inputs and outputs keep their types.
   */
  precision?: "float32" | "float16";
  /** On the GPU: compare every op with the reference kernel, in every run (slow; see `Session.check`). */
  check?: boolean;
  /** Key of the signature to run; the main graph by default. */
  signature?: string;
  /** Rejects the preparation with the signal's reason. */
  signal?: AbortSignal;
  /** Run in a separate worker, so that the caller's thread never waits; on an isolated page with several threads. */
  worker?: boolean;
}

/** A failure, as in `vintage run --json`. */
export interface Failed {
  kind: string;
  message: Message;
  /** Each node without a kernel. */
  unsupported: { graph: number; node: number; op: string; version: number }[];
  /** Whether another backend can still compute the result. */
  can_fall_back: boolean;
}

/** The error a model failed with; `message` is its id with values. */
export class EngineError extends Error {
  detail: Failed;
}

/**
 * Prepares the bytes of a `.tflite` file. They must not change until the session is closed: large weights are read from them when an
 * input changes its shape, not kept twice, and rows of large tables in each run.
 */
export function load(bytes: ArrayBuffer | Uint8Array, options?: Options): Promise<Session>;
