// Called by main.mjs: fetches a model, loads it into the engine of `?contender=`, runs it several times.
const contender = new URLSearchParams(location.search).get('contender');
let engine;
/** The engine, fetched when it is first needed. */
const started = () => (engine ??= import(`./contenders/${contender}.js`));

let files, input;

async function bytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const floats = (data) => new Float32Array(data.buffer, data.byteOffset, data.byteLength / 4);

/** The largest difference between an output and the recorded one; infinite where they cannot be compared. */
function difference(output, expected) {
  if (output.length !== expected.length) return Infinity;
  let most = 0;
  for (let i = 0; i < expected.length; i++) {
    const off = Math.abs(output[i] - expected[i]);
    if (!(off <= most)) most = off;
  }
  return Number.isNaN(most) ? Infinity : most;
}

window.bench = {
  /** Fetches a model of `/models/`: the state of a page after a drop. */
  async drop(name) {
    files = await Promise.all(['tflite', 'input', 'output'].map((kind) => bytes(`/models/${name}.${kind}`)));
  },

  /** Loads the model and runs it once: milliseconds of both, error of the output, part that ran on the GPU. */
  async load(options) {
    const [model, values, expected] = files;
    input = floats(values);
    const { load, run, onGpu } = await started();
    const start = performance.now();
    await load(model, options);
    const loaded = performance.now();
    const output = await run(input);
    const off = difference(output, floats(expected));
    return { load: loaded - start, first: performance.now() - loaded, off, onGpu: onGpu?.() ?? null };
  },

  /** Runs `count` times: milliseconds of each, including input and output. */
  async run(count) {
    const { run } = await started();
    const times = [];
    for (let i = 0; i < count; i++) {
      const start = performance.now();
      await run(input);
      times.push(performance.now() - start);
    }
    return times;
  },
};
