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

/** A model made ready to run. Its variables keep their values from run to run. */
export interface Session {
  readonly backend: string;
  /** Keys of the model's signatures. */
  readonly signatures: string[];
  readonly inputs: Port[];
  readonly outputs: Port[];
  /** Runs once. Inputs go by name or position; one that is not given keeps its values (zeros at first). */
  run(inputs?: Record<string, Input>): Promise<Record<string, Values>>;
  /** Runs once more with the same inputs and gives the time of each node. */
  profile(): Promise<NodeTime[]>;
  /** Gives the memory back. The session cannot be used again. */
  close(): void;
}

export interface Options {
  /** `simd` (the default), `reference` (plain kernels) or `gpu` (WebGPU, float32 models). */
  backend?: "simd" | "reference" | "gpu";
  /** Key of the signature to run; without it the main graph. */
  signature?: string;
  /** Run in a worker of its own, so that the caller's thread never waits. */
  worker?: boolean;
}

/** What stops a model; `message` is its id with values. */
export class EngineError extends Error {
  /** As `vintage run --json` tells it: `kind`, `message`, and in `unsupported` each node without a kernel. */
  detail: {
    kind: string;
    message: { id: string; params: Record<string, string> };
    unsupported: { graph: number; node: number; op: string; version: number }[];
  };
}

/** Makes the bytes of a `.tflite` file ready to run. They must stay as they are until the promise is settled. */
export function load(bytes: ArrayBuffer | Uint8Array, options?: Options): Promise<Session>;
