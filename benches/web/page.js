// Called by engines.mjs: fetches a model, loads it into the engine of `?contender=` with `&threads=`, runs it several times.
const asked = new URLSearchParams(location.search);
const contender = asked.get('contender');
const threads = Number(asked.get('threads'));
let engine;
/** The engine, fetched when it is first needed. */
const started = () => (engine ??= import(`./contenders/${contender}.js`));

const ARRAYS = {
  float32: Float32Array, float64: Float64Array, int8: Int8Array, uint8: Uint8Array, int16: Int16Array, int32: Int32Array,
  uint32: Uint32Array, int64: BigInt64Array, bool: Uint8Array,
};

let model, file, inputs, answers, outputs;

async function bytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The tensors of `ports` that lie one after the other in `data`. */
function tensors(data, ports) {
  let at = 0;
  return ports.map(({ dtype, shape }) => {
    const length = shape.reduce((product, size) => product * size, 1) * ARRAYS[dtype].BYTES_PER_ELEMENT;
    const values = new ARRAYS[dtype](data.slice(at, at + length).buffer);
    at += length;
    return { dtype, shape, data: values };
  });
}

/** Largest difference and largest magnitude of two lists; both infinite where they cannot be compared. */
function between(output, expected) {
  let [most, magnitude] = [0, 0];
  if (output?.length !== expected.length) return [Infinity, 1];
  for (let i = 0; i < expected.length; i++) {
    const [a, b] = [Number(output[i]), Number(expected[i])];
    if (Object.is(a, b)) continue;
    const off = Math.abs(a - b);
    if (!(off <= most)) most = Number.isNaN(off) ? Infinity : off;
  }
  for (const value of expected) if (Number.isFinite(Number(value))) magnitude = Math.max(magnitude, Math.abs(Number(value)));
  return [most, magnitude];
}

/** The largest differences of all outputs: absolute, of floats relative to the output's magnitude, of integers in steps. */
function difference(outputs, expected) {
  const off = { absolute: 0, relative: 0, steps: 0 };
  expected.forEach(({ dtype, data }, i) => {
    const [most, magnitude] = between(outputs[i], data);
    off.absolute = Math.max(off.absolute, most);
    if (dtype.startsWith('float')) off.relative = Math.max(off.relative, most && most / magnitude);
    else off.steps = Math.max(off.steps, most);
  });
  return off;
}

window.bench = {
  /** Fetches a model of `/models/`: the state of a page after a drop. */
  async drop(described) {
    model = described;
    const [graph, values, ...recorded] = await Promise.all(
      [model.file ?? `${model.name}.tflite`, `${model.name}.input`, ...model.answers.map((kind) => `${model.name}.${kind}`)]
        .map((name) => bytes(`/models/${name}`)),
    );
    file = graph;
    inputs = tensors(values, model.inputs);
    answers = recorded.map((data) => tensors(data, model.outputs));
  },

  /** Loads the model and runs it once: milliseconds of both. */
  async load(options) {
    const { load, run } = await started();
    const start = performance.now();
    await load(file, { ...options, threads });
    const loaded = performance.now();
    outputs = await run(inputs);
    return { load: loaded - start, first: performance.now() - loaded };
  },

  /** The first outputs: their difference from each recorded answer, and the part of the model that ran on the GPU. */
  async found() {
    const { onGpu } = await started();
    return { off: answers.map((answer) => difference(outputs, answer)), onGpu: onGpu?.() ?? null };
  },

  /** Runs `count` times: milliseconds of each, including input and output. */
  async run(count) {
    const { run } = await started();
    const times = [];
    for (let i = 0; i < count; i++) {
      const start = performance.now();
      await run(inputs);
      times.push(performance.now() - start);
    }
    return times;
  },
};
