/** Vintage for scripts: the TensorFlow and TensorFlow Lite releases that load a file, and why. */

import type {
  Action, Answered, Checked, Compared, Drawing, ErrorInfo, Inspected, Message, StoredValue,
} from "./contract.js";
import type { Input, Options as EngineOptions, Session as EngineSession, Values, Failed } from "./static/engine.js";

export type * from "./contract.js";
export type { Input, NodeTime, Partition, Port, Values } from "./static/engine.js";

/** Content of a file. A `Blob` is read in parts; in Node, bytes and blobs are read completely. */
export type Data = Blob | ArrayBuffer | ArrayBufferView;

/**
 * A file: a `File`, or content with a path. Paths show which files belong together: `saved_model/saved_model.pb` and
 * `saved_model/variables/variables.index`.
 */
export type FileLike = File | { path: string; data: Data };

/** In Node also a path: a file, a folder, or the prefix of a checkpoint. */
export type Openable = FileLike | string | URL;

/** Progress of reading. */
export interface Progress {
  /** `group`, `read` and `assess` while files are opened; `values` while stored values are read, in bytes. */
  stage: string;
  /** Current file, artifact or tensor. */
  subject: string;
  done: number;
  /** 0 if unknown. */
  total: number;
}

export interface Abortable {
  /** Ends the work; the promise is rejected with the signal's reason. */
  signal?: AbortSignal;
}

export interface LongWork extends Abortable {
  onProgress?: (progress: Progress) => void;
}

export interface OpenOptions extends LongWork {
  /** Language of the sentences: English by default. */
  lang?: "ar" | "en" | "es" | "tr";
  /**
   * Address of the folder with the package's files, relative to the page, for a bundler that does not copy workers and
   * modules. Browsers only.
   */
  base?: string | URL;
}

/** One of the artifacts in `Report.artifacts`, by its index. */
export interface OfArtifact {
  artifact?: number;
}

/** As `vintage inspect --json` prints it. */
export type Report = Inspected;

/** As `vintage check --json` prints it, without the exit code. */
export type CheckReport = Omit<Checked, "exit">;

/** As `vintage compare --json` prints it, without the exit code. */
export type Comparison = Omit<Compared, "exit">;

/** A stored tensor without its values. */
export type ListedTensor = Pick<StoredValue, "name" | "label" | "dtype" | "shape" | "bytes">;

export interface ReportOptions extends Abortable {
  /** Whether to add advice to each artifact (the default); its code is fetched with the first request. */
  advice?: boolean;
}

export interface CheckOptions extends Abortable {
  /** The meaning of "loads"; the usual one of each kind by default. */
  action?: Action;
}

export interface GraphOptions extends OfArtifact, Abortable {
  /** Index into the artifact's `graphs`; null for the object graph of a checkpoint. By default the main graph. */
  graph?: number | null;
  /** Paths of the open groups; null (the default) lets the size of the graph decide. */
  expanded?: string[] | null;
  /** Whether to gather nodes by the scopes of their names; by default, except for TFLite models. */
  group?: boolean;
  /** Whether to gather repeated blocks (the default). */
  blocks?: boolean;
  /** Whether constants are nodes of their own, and not part of their only reader. */
  showConstants?: boolean;
  /** Whether every edge is a line; otherwise those of nodes with many readers, and those over many layers, are named ends. */
  allEdges?: boolean;
  /** Where the edges lead: "down" (the default) or "right". */
  flow?: "down" | "right";
}

export interface CompareOptions extends LongWork {
  /** Indices of the artifacts in both sessions; needed if several are open. */
  artifact?: number;
  otherArtifact?: number;
  /** Whether to read and compare stored values as well (the default). */
  values?: boolean;
}

/** How a model runs. */
export interface ModelOptions extends OfArtifact, Omit<EngineOptions, "worker"> {}

export interface RunOptions extends ModelOptions, Abortable {
  /** Milliseconds after which the run fails with `run-timeout`; checked between operators. */
  timeout?: number;
}

/** A prepared model: a session of `vintage-explorer/engine`, whose errors are `VintageError`s. */
export type Model = EngineSession;

/** Opened files. */
export interface Session {
  /** Summary, requirements and windows of all artifacts. */
  report(options?: ReportOptions): Promise<Report>;
  /** The outcome in a release such as `tflite-runtime@2.12.0`, `tensorflow@2.15` (its newest patch) or `litert@latest`. */
  check(target: string, options?: CheckOptions): Promise<CheckReport>;
  /** A graph, laid out. */
  graph(options?: GraphOptions): Promise<Drawing>;
  /** The stored tensors: weights, variables. */
  tensors(options?: OfArtifact & Abortable): Promise<ListedTensor[]>;
  /** Reads a stored tensor: statistics, histogram, first values, checksum. */
  tensor(name: string, options?: OfArtifact & LongWork): Promise<StoredValue>;
  /** The differences from another session's files. */
  compare(other: Session, options?: CompareOptions): Promise<Comparison>;
  /**
   * Runs a `.tflite` model once. The prepared model is kept until the session is closed: inputs that are not given keep
   * their values (initially zeros), and so do the model's variables.
   */
  run(inputs?: Record<string, Input>, options?: RunOptions): Promise<Record<string, Values>>;
  /** A model of its own, for runs with a profile or with state. Close it after use. */
  prepare(options?: ModelOptions): Promise<Model>;
  /** Ends the workers and frees the memory. */
  close(): void;
}

/** Everything about files, targets and models is rejected with this error; wrong arguments with `TypeError` or `RangeError`. */
export class VintageError extends Error {
  /** Stable id, such as `release-unknown`. */
  readonly id: string;
  /** The values of the sentence. */
  readonly params: Record<string, string>;
  /** Kind of failure and position, if a file could not be read. */
  readonly failure?: ErrorInfo["failure"];
  readonly at?: ErrorInfo["at"];
  /** The failure of a run: nodes without a kernel. */
  readonly detail?: Omit<Failed, "message">;
}

/** Reads files, headers and indexes only; stored values are read when they are asked for. */
export function open(files: Openable | Iterable<Openable>, options?: OpenOptions): Promise<Session>;

export type { Answered, Message };
