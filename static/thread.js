// A further thread of an engine. It runs the script of the engine's own worker, which imports this one.

/** End of the address of workers that are such threads. */
export const MARK = "#thread";
export const isThread = globalThis.location?.hash === MARK;

let hand, module, exports, number;

/** The first message: an instance of the module with the memory of the engine's, and a stack of its own. */
async function begin({ name, main, files, memory, numbers, stacks, size, thread }) {
  const [{ Hand }, { SHARED, script }] = await Promise.all([import("./crew.js"), import("./unpack.js")]);
  SHARED.memory = memory;
  module = await script(name);
  globalThis.crew = hand = new Hand(numbers);
  exports = module.initSync({ module: main });
  // The stack pointer, by the name that the splitter has for it.
  exports.__wasm_split_shared0.value = stacks + thread * size;
  for (const [file, code] of files) module.join[file](code);
  number = thread;
}

async function listen({ chunk, round = 0, ...first }) {
  if (chunk) new WebAssembly.Instance(new WebAssembly.Module(chunk), { __wasm_split: exports });
  else await begin(first);
  hand.work(round, (job) => module.help(job, number));
}

if (isThread) {
  let turn = Promise.resolve();
  self.onmessage = ({ data }) => (turn = turn.then(() => listen(data)));
}
