// Sessions of engine.js in a separate worker, so that the caller's thread never waits. Imports nothing of engine.js, of which a build has
// copies at two addresses (xtask/src/build/version.rs).

// The address is no argument of `new Worker` as bundlers look for it: the worker's script imports engine.js, which imports this
// script, and a bundle of it would contain itself.
const own = import.meta.url;
const startHost = () => new Worker(new URL("./engine.host.js", own), { type: "module", name: "vintage-engine" });

const bytesOf = ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength);

/** Bytes of an input up to which a copy in its message is as fast as one in shared memory. */
const FEW = 4096;

/** How values of inputs go to a worker: in memory that it shares where the page is isolated, of which nothing is copied again. */
class Handover {
  // Shared memory of calls that are under way, and of earlier ones.
  #free = [];
  #memory;
  #places;

  /** Takes the memory of the worker's module, if it is shared. */
  set memory(memory) {
    this.#memory = memory;
  }

  /** Takes the model's inputs with their addresses in that memory: while nothing runs, this thread may write there. */
  set places(places) {
    this.#places = places;
  }

  /** Whether the worker's module has the value of an input now: this thread wrote it there. */
  #write(key, { data = undefined, shape } = {}) {
    const place = this.#places?.find(({ name }) => name === key) ?? this.#places?.[/^\d+$/.test(key) ? key : -1];
    if (!place?.at || data?.constructor.name !== place.type) return false;
    if (shape && shape.join() !== place.shape.join()) return false;
    const length = place.shape.reduce((product, size) => product * size, 1);
    const { buffer } = this.#memory;
    // This thread may not know yet that the memory has grown.
    if (data.length !== length || place.at + data.byteLength > buffer.byteLength) return false;
    new Uint8Array(buffer, place.at).set(bytesOf(data));
    return true;
  }

  /** A view like `value` of shared memory with its content, which `lent` gets; small ones and others as they are. */
  #copy(value, lent) {
    if (!ArrayBuffer.isView(value) || value.byteLength < FEW) return value;
    const at = this.#free.findIndex((memory) => memory.byteLength === value.byteLength);
    const memory = at < 0 ? new SharedArrayBuffer(value.byteLength) : this.#free.splice(at, 1)[0];
    lent.push(memory);
    new Uint8Array(memory).set(bytesOf(value));
    return new value.constructor(memory);
  }

  /** Inputs that the worker takes. What is there when `use` of them is done takes the next ones. */
  async with(inputs, isIdle, use) {
    if (!globalThis.crossOriginIsolated) return use(inputs);
    const lent = [];
    const given = Object.entries(inputs).map(([key, value]) => [key, value?.data === undefined ? { data: value } : value]);
    const rest = given.filter(([key, value]) => !isIdle || !this.#write(key, value));
    try {
      return await use(Object.fromEntries(rest.map(([key, value]) => [key, { ...value, data: this.#copy(value.data, lent) }])));
    } finally {
      this.#free = lent;
    }
  }
}

/** The same session in a worker: a new one, or `host`, which runs engine.host.js. Failures are those of `EngineError`. */
export async function inWorker(EngineError, bytes, options, signal, host = startHost()) {
  const waiting = new Map();
  const handover = new Handover();
  let last = 0;
  let ended;
  const end = (error) => {
    ended ??= error;
    host.terminate();
    waiting.forEach(({ reject }) => reject(error));
    waiting.clear();
  };
  host.onerror = (event) => end(new Error(event.message || "the engine's worker did not start"));
  host.onmessage = ({ data: { call, value, detail, message } }) => {
    const { resolve, reject } = waiting.get(call) ?? {};
    waiting.delete(call);
    if (waiting.size === 0) host.unref?.();
    // Only what the last call left is known.
    handover.places = value?.places;
    if (detail) reject?.(new EngineError(detail));
    else if (message) reject?.(new TypeError(message));
    else resolve?.(value);
  };
  const ask = (method, ...values) =>
    new Promise((resolve, reject) => {
      if (ended) throw ended;
      waiting.set(++last, { resolve, reject });
      // Threads of Node keep the process running while a call waits.
      host.ref?.();
      host.postMessage({ call: last, method, values });
    });
  // Only the end of a worker interrupts what it computes.
  const until = async (signal, call) => {
    signal?.throwIfAborted();
    const abort = () => end(signal.reason);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await call();
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  };
  let state;
  try {
    const loaded = await until(signal, () => ask("load", bytes, options));
    state = loaded.state;
    handover.memory = loaded.memory;
  } catch (error) {
    end(error);
    throw error;
  }
  return {
    get backend() { return state.backend; },
    get signatures() { return state.signatures; },
    get inputs() { return state.inputs; },
    get outputs() { return state.outputs; },
    get partitions() { return state.partitions; },
    get check() { return state.check; },
    get fellBackTo() { return state.fellBackTo; },
    get fallbackReason() { return state.fallbackReason; },
    get precision() { return state.precision; },
    get precisionReason() { return state.precisionReason; },
    async run(inputs = {}, { signal, timeout } = {}) {
      const run = (shared) => ask("run", shared, { timeout });
      const { outputs, state: now } = await until(signal, () => handover.with(inputs, waiting.size === 0, run));
      state = now;
      return outputs;
    },
    profile: () => ask("profile"),
    close: () => end(new Error("the session was closed")),
  };
}
