// The engine as a module: runs `.tflite` models without the page.
//
//   import { load } from "./engine.js";
//   const session = await load(await (await fetch("model.tflite")).arrayBuffer());
//   const { probabilities } = await session.run({ image: new Float32Array(224 * 224 * 3) });
//
// engine.d.ts has the types.
import { SHARED, complete, start } from "./unpack.js";

// The first lane of f32x4.relaxed_min(6, f32x4.relaxed_max(0, NaN)): a module that is valid only if the browser has relaxed SIMD.
const CLAMPED = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 125, 3, 2, 1, 0, 7, 5, 1, 1, 99, 0, 0, 10, 34, 1, 32, 0,
  67, 0, 0, 192, 64, 253, 19, 67, 0, 0, 0, 0, 253, 19, 67, 0, 0, 192, 127, 253, 19, 253, 142, 2, 253, 141, 2, 253, 31, 0, 11,
]);

/** Whether there is relaxed SIMD that keeps a NaN in the second operand, as clamps in the module for it need: the standard allows others. */
function isRelaxed() {
  if (!WebAssembly.validate(CLAMPED)) return false;
  return Number.isNaN(new WebAssembly.Instance(new WebAssembly.Module(CLAMPED)).exports.c());
}

const modules = new Map();

/** How the modules of both kinds are started. */
const starts = { cpu: (name) => start(name, "zlib"), gpu: (name) => start(name) };

/** Says that the browser has the page's module. */
export function besidePage() {
  starts.gpu = (name) => start(name, "lzma", "vintage-app");
}

/**
 * Lets a worker of ours run models on several threads where the page is isolated: no other page may share memory. The worker's
 * script is that of its threads (thread.js).
 */
export async function withThreads() {
  if (!globalThis.crossOriginIsolated || !(navigator.hardwareConcurrency > 1)) return;
  const threads = await import("./threads.js");
  // What a browser or a policy refuses works with one thread.
  starts.cpu = (name) => threads.start(name, "zlib").catch(() => start(name, "zlib"));
}

/** The wasm module for a backend, started once: the fastest one that this browser supports. */
export function engine(backend) {
  const name =
    backend === "gpu" ? "vintage-gpu" : isRelaxed() ? "vintage-engine-relaxed" : "vintage-engine";
  if (!modules.has(name)) {
    const module = starts[backend === "gpu" ? "gpu" : "cpu"](name);
    modules.set(name, module);
    // A failed fetch may succeed the next time.
    module.catch(() => modules.delete(name));
  }
  return modules.get(name);
}

/** The error a model failed with: `detail` is the failure as in `vintage run --json`, with the nodes that have no kernel. */
export class EngineError extends Error {
  constructor(detail) {
    const values = Object.entries(detail.message.params).map(([name, value]) => `${name}=${value}`);
    super([detail.message.id, ...values].join(" "));
    this.name = "EngineError";
    this.detail = detail;
  }
}

/** Calls the engine and rethrows its errors as `EngineError`. */
async function calling(what) {
  try {
    return await what();
  } catch (thrown) {
    throw typeof thrown === "string" ? new EngineError(JSON.parse(thrown)) : thrown;
  }
}

const ARRAYS = {
  float32: Float32Array, float64: Float64Array, int8: Int8Array, uint8: Uint8Array, int16: Int16Array, uint16: Uint16Array,
  int32: Int32Array, uint32: Uint32Array, int64: BigInt64Array, uint64: BigUint64Array, bool: Uint8Array,
};

/** A packed list of strings as files store it: count, offsets, bytes. */
function packTexts(texts) {
  const parts = texts.map((text) => (typeof text === "string" ? new TextEncoder().encode(text) : text));
  const head = new Int32Array(parts.length + 2);
  head[0] = parts.length;
  head[1] = head.byteLength;
  parts.forEach((part, i) => (head[i + 2] = head[i + 1] + part.length));
  const packed = new Uint8Array(head[parts.length + 1]);
  packed.set(new Uint8Array(head.buffer));
  parts.forEach((part, i) => packed.set(part, head[i + 1]));
  return packed;
}

function unpackTexts(packed) {
  if (packed.length < 8) return [];
  const head = new Int32Array(packed.slice(0, packed.length & ~3).buffer);
  return Array.from({ length: head[0] }, (_, i) => new TextDecoder().decode(packed.subarray(head[i + 1], head[i + 2])));
}

/** The bytes of a value for an input. */
function bytesOf(value, port) {
  if (port.dtype === "string") return packTexts(Array.isArray(value) ? value : [value]);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  const Wanted = ARRAYS[port.dtype];
  if (Wanted && !(value instanceof Wanted)) {
    throw new TypeError(`input "${port.name}" is ${port.dtype}: it takes a ${Wanted.name}`);
  }
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

function valueOf(bytes, port) {
  if (port.dtype === "string") return unpackTexts(bytes);
  const Wanted = ARRAYS[port.dtype] ?? Uint8Array;
  return new Wanted(bytes.buffer, bytes.byteOffset, bytes.byteLength / Wanted.BYTES_PER_ELEMENT);
}

/** Inputs and outputs. Outputs have the names that a run returns them under: without one their position, which another of a name has behind it. */
function preparedOf(model) {
  const prepared = JSON.parse(model.prepared());
  const taken = new Set();
  prepared.outputs.forEach((port, i) => {
    port.name ||= String(i);
    if (taken.has(port.name)) port.name += `:${i}`;
    taken.add(port.name);
  });
  return prepared;
}

/** The engine's model on a backend. The GPU module gets the CPU module for nodes that the GPU does not support. */
async function open(bytes, signature, backend, check, half) {
  const { Model } = await engine(backend);
  return calling(() => Model.load(bytes, signature, backend, check, half, () => engine("simd")));
}

/** Whether the CPU can take over after this GPU failure. */
const canFallBack = (error, backend) => backend === "gpu" && error instanceof EngineError && error.detail.can_fall_back;

const nothing = () => {};

/** A prepared model. */
class Session {
  #model;
  #prepared;
  // Kept for a fallback to the CPU: the file, and the inputs as they were set. On the GPU only.
  #again;
  #set = new Map();
  #fallbackReason = null;
  #completed;
  // The call before.
  #turn = Promise.resolve();

  constructor(model, again, fallbackReason) {
    this.#model = model;
    this.#again = again;
    this.#fallbackReason = fallbackReason;
    this.#prepared = preparedOf(model);
  }

  static async load(bytes, signature, backend, check, half) {
    try {
      const model = await open(bytes, signature, backend, check, half);
      return new Session(model, backend === "gpu" ? { bytes, signature } : null, null);
    } catch (error) {
      if (!canFallBack(error, backend)) throw error;
      return new Session(await open(bytes, signature, "simd", false, false), null, error.detail);
    }
  }

  get backend() {
    return this.#prepared.backend;
  }

  get signatures() {
    return this.#prepared.signatures;
  }

  get inputs() {
    return this.#prepared.inputs;
  }

  get outputs() {
    return this.#prepared.outputs;
  }

  get partitions() {
    return this.#prepared.parts;
  }

  get check() {
    return JSON.parse(this.#model.check());
  }

  get fellBackTo() {
    return this.#fallbackReason && this.#prepared.backend;
  }

  get fallbackReason() {
    return this.#fallbackReason;
  }

  get precision() {
    return this.#prepared.precision;
  }

  get precisionReason() {
    return this.#prepared.not_half;
  }

  run(inputs = {}, options = {}) {
    return this.#inTurn(() => this.#run(inputs, options));
  }

  /** Does something after the calls before it: a run's inputs stay its own. */
  #inTurn(what) {
    const done = this.#turn.then(what);
    this.#turn = done.then(nothing, nothing);
    return done;
  }

  async #run(inputs, { signal, timeout }) {
    signal?.throwIfAborted();
    for (const [key, given] of Object.entries(inputs)) {
      const named = this.inputs.findIndex((port) => port.name === key);
      const index = named >= 0 ? named : /^\d+$/.test(key) ? Number(key) : -1;
      const port = this.inputs[index];
      if (!port) throw new TypeError(`the model has no input "${key}"; it has ${this.inputs.map((p) => p.name).join(", ")}`);
      const { data, shape } = given?.data === undefined ? { data: given } : given;
      const other = shape && shape.join() !== port.shape.join();
      await this.#put(index, other ? Uint32Array.from(shape) : undefined, bytesOf(data, port));
      if (other) this.#prepared = preparedOf(this.#model);
    }
    const outputs = await this.#orElsewhere(() => (timeout === undefined ? this.#model.run() : this.#model.run_within(Math.min(Math.ceil(timeout), 2 ** 32 - 1))));
    // On the GPU the caller's thread goes on meanwhile.
    signal?.throwIfAborted();
    this.#completed ??= engine(this.backend).then(complete);
    // Shapes of outputs may depend on values. The GPU's partitions are few enough to be read again after every run.
    if (this.#again || this.#model.changed()) this.#prepared = preparedOf(this.#model);
    return Object.fromEntries(outputs.map((bytes, i) => [this.outputs[i].name, valueOf(bytes, this.outputs[i])]));
  }

  async #put(index, shape, bytes) {
    await calling(() => this.#model.set(index, shape, bytes));
    if (this.#again) this.#set.set(index, { shape, bytes: bytes.slice() });
  }

  /** Calls the engine; if the GPU fails, the CPU takes over with the same inputs. */
  async #orElsewhere(what) {
    try {
      return await calling(what);
    } catch (error) {
      if (!this.#again || !canFallBack(error, this.backend)) throw error;
      const { bytes, signature } = this.#again;
      const model = await open(bytes, signature, "simd", false, false);
      this.#model.free();
      this.#model = model;
      this.#again = null;
      this.#fallbackReason = error.detail;
      for (const [index, { shape, bytes }] of this.#set) await this.#put(index, shape, bytes);
      this.#set.clear();
      this.#prepared = preparedOf(model);
      return calling(what);
    }
  }

  /**
   * Inputs with the address of their memory and the type of array that it takes, for threads that share the memory and write there
   * before the next call. Nothing where no other thread does.
   */
  places() {
    const place = (port, i) => ({ ...port, type: ARRAYS[port.dtype]?.name, at: this.#model.place(i) });
    return SHARED.memory && this.inputs.map(place);
  }

  profile() {
    return this.#inTurn(async () => JSON.parse(await this.#orElsewhere(() => this.#model.profile())));
  }

  close() {
    this.#model.free();
  }
}

/** Prepares a model. */
export async function load(bytes, { backend = "simd", signature, worker = false, check = false, precision = "float32", signal } = {}) {
  signal?.throwIfAborted();
  if (!["float32", "float16"].includes(precision)) throw new TypeError(`precision is "float32" or "float16", not "${precision}"`);
  if (worker) return (await import("./engine.apart.js")).inWorker(EngineError, bytes, { backend, signature, check, precision }, signal);
  const session = await Session.load(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), signature, backend, check, precision === "float16");
  if (!signal?.aborted) return session;
  session.close();
  throw signal.reason;
}
