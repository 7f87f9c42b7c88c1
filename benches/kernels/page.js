// Called by main.mjs: runs a model of one operator on one of the engine's modules, and the loops of peak.mjs.
import { start } from '/build/static/unpack.js';

/** Duration of a measurement; the minimum counts, because the machine is shared. */
const WHILE = 500;

/** The minimum of `work`. It begins in code that is not optimized yet, for a time that the browser chooses. */
async function least(work) {
  let best = Infinity;
  for (const end = performance.now() + WHILE; performance.now() < end; ) best = Math.min(best, await work());
  return best;
}

window.bench = {
  /** Milliseconds of a model's operator: a run also returns its output, which takes longer than some kernels. */
  async run(module, file) {
    const { Model } = await start(module, 'zlib');
    const model = new Uint8Array(await (await fetch(`/models/${file}`)).arrayBuffer());
    const session = await Model.load(model, undefined, 'simd', false, undefined);
    JSON.parse(session.prepared()).inputs.forEach(({ dtype, shape }, index) => {
      const count = shape.reduce((product, size) => product * size, 1);
      const value = (_, i) => ((i * 37) % 101) / 50 - 1;
      const values = dtype === 'float32' ? Float32Array.from({ length: count }, value) : Int8Array.from({ length: count }, (_, i) => 100 * value(_, i));
      session.set(index, undefined, new Uint8Array(values.buffer));
    });
    const time = await least(async () => JSON.parse(await session.profile()).reduce((sum, { ms }) => sum + ms, 0));
    session.free();
    return time;
  },

  /** Milliseconds of one call of an exported loop. */
  async peak(bytes, turns) {
    const { instance } = await WebAssembly.instantiate(Uint8Array.from(bytes));
    return least(() => {
      const start = performance.now();
      instance.exports.run(turns);
      return performance.now() - start;
    });
  },
};
