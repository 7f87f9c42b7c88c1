// An engine with several threads: workers whose instances of the module share its memory. For our own workers on isolated pages.
//
// This thread does everything that allocates memory. The others (thread.js) only compute parts of nodes (src/web/engine/threads.rs).
import { Lead } from "./crew.js";
import { memory, pages, sharing } from "./shared.js";
import { MARK } from "./thread.js";
import { SHARED, first, following, script, unpack } from "./unpack.js";

/** Bytes of the stack of each further thread. */
const STACK = 1 << 18;

/** How many threads a run has here: half of many cores are slow ones, or two of a kind. */
const count = (cores = navigator.hardwareConcurrency ?? 1) => (cores <= 4 ? cores : Math.min(8, cores >> 1));

/** Starts a module of several files, with as many threads as suit this machine. Returns its exports. */
export async function start(name, packing) {
  const lead = new Lead(count());
  const before = { ...SHARED };
  // The module calls it by this name.
  globalThis.crew = lead;
  // Their script is the one of this worker, which a bundler may have given another name.
  const address = location.href.split("#")[0] + MARK;
  const others = Array.from({ length: count() - 1 }, () => new Worker(address, { type: "module", name: "vintage-thread" }));
  const tell = (message) => others.forEach((other, i) => other.postMessage({ ...message, thread: i + 1 }));
  try {
    const [bytes, module] = await Promise.all([unpack(first(name, packing), packing), script(name)]);
    SHARED.memory = memory(pages(bytes));
    // Data of files are written once, by this thread.
    SHARED.change = (bytes) => sharing(bytes, (at, data) => new Uint8Array(SHARED.memory.buffer).set(data, at));
    // No thread can fetch what it misses.
    const [main, files] = await Promise.all([WebAssembly.compile(SHARED.change(bytes)), following(module)]);
    const exports = await module.default({ module_or_path: main });
    for (const [file, code] of files) module.join[file](code);
    const stacks = exports.__wbindgen_malloc(others.length * STACK, 16);
    tell({ name, main, files, memory: SHARED.memory, numbers: lead.numbers, stacks, size: STACK });
    // What follows are chunks, which each thread needs.
    const { change } = SHARED;
    SHARED.change = (bytes) => {
      const chunk = change(bytes);
      tell({ chunk, round: lead.interrupt() });
      return chunk;
    };
    module.threads(others.length + 1);
    return module;
  } catch (error) {
    others.forEach((other) => other.terminate());
    Object.assign(SHARED, before);
    throw error;
  }
}
