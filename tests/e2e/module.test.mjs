// The engine as a module, without the page: `static/engine.js` in a third-party script.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fixture, open } from './lib/index.mjs';

/** Runs `body(api, ...values)` in a page, where `api` is the module. */
const using = (t, body, ...values) => usingOn(t, {}, body, ...values);

/** The same with options for the page. */
async function usingOn(t, options, body, ...values) {
  const { page, url } = await open(t, options);
  return page.evaluate(
    async ([address, code, values]) => {
      const api = await import(address);
      const bytesOf = async (name) => new Uint8Array(await (await fetch(`/fixtures/${name}`)).arrayBuffer());
      return new Function('api', 'bytesOf', '...values', `return (${code})(api, bytesOf, ...values)`)(api, bytesOf, ...values);
    },
    [new URL('static/engine.js', url).href, body.toString(), values],
  );
}

/** A recorded run: positions of input and output in the recorded bytes. */
async function golden(stem) {
  const facts = JSON.parse(await readFile(fixture(`${stem}.golden.json`), 'utf8'));
  return { stem, input: facts.runs[0].inputs[0], output: facts.runs[0].outputs.reference[0] };
}

/** In the page: runs a recorded input and returns the largest difference from the recorded output. */
async function difference({ load }, bytesOf, { stem, input, output }, options) {
  const recorded = await bytesOf(`${stem}.golden.bin`);
  const kinds = { float32: Float32Array, int8: Int8Array };
  const part = (at) => new kinds[at.dtype](recorded.slice(at.offset, at.offset + at.nbytes).buffer);
  const session = await load(await bytesOf(`${stem}.tflite`), options);
  const [port] = session.inputs;
  let worst = 0;
  for (let again = 0; again < 2; again++) {
    const result = await session.run({ [port.name]: part(input) });
    const values = Object.values(result)[0];
    part(output).forEach((value, i) => (worst = Math.max(worst, Math.abs(value - values[i]))));
  }
  const profile = await session.profile();
  const facts = { worst, backend: session.backend, port, ops: profile.length, kernels: [...new Set(profile.map((n) => n.kernel))] };
  session.close();
  return facts;
}

test('a float32 and an int8 model in the caller’s thread', async (t) => {
  const float = await using(t, difference, await golden('tflite/models/mobilenet_v2_035_224_float32'));
  assert.ok(float.worst <= 1e-4, `off by ${float.worst}`);
  assert.deepEqual(float.port.shape, [1, 224, 224, 3]);
  assert.ok(float.ops > 50 && float.kernels.includes('simd'), JSON.stringify(float));
  const int8 = await using(t, difference, await golden('tflite/models/mobilenet_v2_035_224_int8'));
  assert.ok(int8.worst <= 1, `off by ${int8.worst}`);
  assert.equal(typeof int8.port.scale, 'number');
});

test('the same in a worker of its own, and on the plain kernels', async (t) => {
  const recorded = await golden('tflite/models/mobilenet_v1_025_128_float32');
  const apart = await using(t, difference, recorded, { worker: true });
  assert.ok(apart.worst <= 1e-4 && apart.backend === 'simd', JSON.stringify(apart));
  const plain = await using(t, difference, recorded, { backend: 'reference' });
  assert.ok(plain.worst <= 1e-4 && plain.backend === 'reference', JSON.stringify(plain));
});

test('runs that are started together have the outputs of their own inputs', async (t) => {
  const results = await using(t, async ({ load }, bytesOf) => {
    const values = async (worker) => {
      const session = await load(await bytesOf('tflite/ops/fully_connected_0.tflite'), { worker });
      const [{ name, shape }] = session.inputs;
      const input = (value) => new Float32Array(shape.reduce((product, size) => product * size, 1)).fill(value);
      const run = async (value) => [...Object.values(await session.run({ [name]: input(value) }))[0]];
      const apart = [await run(1), await run(-2), await run(1)];
      const failed = session.run({ [name]: new Int8Array(1) }).then(() => 'none', (error) => error.name);
      const together = await Promise.all([run(1), run(-2), session.profile(), run(1)]);
      together.splice(2, 1);
      session.close();
      return { apart, together, failed: await failed };
    };
    return [await values(false), await values(true)];
  });
  for (const { apart, together, failed } of results) {
    assert.notDeepEqual(apart[0], apart[1]);
    assert.deepEqual(together, apart);
    assert.equal(failed, 'TypeError');
  }
});

test('a loop without end is aborted in a worker, and ends after a time in any thread', async (t) => {
  const found = await using(t, async ({ load }, bytesOf) => {
    const name = 'tflite/endless/while_true.tflite';
    const failure = (promise) => promise.then(() => 'none', (error) => error.detail?.message ?? { id: error.name, text: error.message });
    const started = performance.now();
    const own = await load(await bytesOf(name));
    const timeout = await failure(own.run({}, { timeout: 100 }));
    // The session is still there.
    const again = await failure(own.run({}, { timeout: 100 }));
    const before = await failure(own.run({}, { signal: AbortSignal.abort() }));

    const apart = await load(await bytesOf(name), { worker: true });
    const timeoutApart = await failure(apart.run({}, { timeout: 100 }));
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 200);
    const aborted = await failure(apart.run({}, { signal: controller.signal }));
    const ended = await failure(apart.run());
    const loading = await failure(load(await bytesOf(name), { worker: true, signal: AbortSignal.abort() }));
    return { timeout, again, before, timeoutApart, aborted, ended, loading, ms: performance.now() - started };
  });
  const late = { id: 'run-timeout', params: { seconds: '0.1' } };
  assert.deepEqual([found.timeout, found.again, found.timeoutApart], [late, late, late]);
  assert.deepEqual([found.before.id, found.loading.id], ['AbortError', 'AbortError']);
  assert.deepEqual([found.aborted.text, found.ended.text], ['enough', 'enough']);
  assert.ok(found.ms < 30_000, `${found.ms} ms`);
});

test('outputs without a name and of one name are all returned, under the names that the session says', async (t) => {
  const found = await using(t, async ({ load }, bytesOf) => {
    const of = async (names) => {
      const model = await bytesOf('tflite/ops/unpack.tflite');
      const text = new TextDecoder('latin1').decode(model);
      // Tensors as in a file, with other names of the same length; a length of zero leaves none.
      for (const [from, to] of names) {
        for (let at = text.indexOf(from); at >= 0; at = text.indexOf(from, at + 1)) {
          if (to === '') new DataView(model.buffer).setUint32(at - 4, 0, true);
          model.set(new TextEncoder().encode(to || '\0'), at);
        }
      }
      const session = await load(model);
      const outputs = await session.run();
      return [session.outputs.map(({ name }) => name), Object.keys(outputs), Object.values(outputs).every((values) => values.length > 0)];
    };
    return [
      await of([]),
      await of([['PartitionedCall:1', 'PartitionedCall:0']]),
      await of([['PartitionedCall:1', ''], ['PartitionedCall:2', '']]),
    ];
  });
  for (const [names, keys, whole] of found) {
    assert.equal(new Set(names).size, 3, names);
    assert.deepEqual(new Set(keys), new Set(names));
    assert.ok(whole);
  }
  t.diagnostic(JSON.stringify(found));
});

test('what cannot run is an error that says why', async (t) => {
  const said = await using(t, async ({ load, EngineError }, bytesOf) => {
    const model = await bytesOf('tflite/models/mobilenet_v1_025_128_float32.tflite');
    const tried = [];
    const attempt = async (what) => {
      try {
        await what();
        tried.push('nothing');
      } catch (error) {
        tried.push(`${error instanceof EngineError ? error.detail.kind : error.name}: ${error.message}`);
      }
    };
    await attempt(async () => load(model.slice(0, 1000)));
    await attempt(async () => load(await bytesOf('tflite/models/custom_op.tflite')));
    await attempt(async () => load(model, { backend: 'abacus' }));
    const session = await load(model);
    const [{ name }] = session.inputs;
    await attempt(() => session.run({ nobody: new Float32Array(1) }));
    await attempt(() => session.run({ [name]: new Int8Array(1) }));
    await attempt(() => session.run({ [name]: new Float32Array(1) }));
    // After all that it still runs.
    tried.push(Object.values(await session.run())[0].length);
    return tried;
  });
  const wanted = [/^unreadable: /, /^unsupported: /, /run-no-such-backend/, /^TypeError: the model has no input/, /takes a Float32Array/, /^usage: engine-input-size/, /^1000$/];
  wanted.forEach((pattern, i) => assert.match(String(said[i]), pattern));
});

/** In the page: runs a recorded input on the GPU, checked; then takes the device away and runs again. */
async function onGpu({ load }, bytesOf, { stem, input, output }) {
  const ask = globalThis.GPUAdapter?.prototype.requestDevice;
  let device;
  if (ask) GPUAdapter.prototype.requestDevice = async function (...all) { return (device = await ask.apply(this, all)); };
  const recorded = await bytesOf(`${stem}.golden.bin`);
  const kinds = { float32: Float32Array, int32: Int32Array };
  const part = (at) => new kinds[at.dtype](recorded.slice(at.offset, at.offset + at.nbytes).buffer);
  const session = await load(await bytesOf(`${stem}.tflite`), { backend: 'gpu', check: true });
  const run = async (inputs) => {
    const values = Object.values(await session.run(inputs))[0];
    const worst = part(output).reduce((worst, value, i) => Math.max(worst, Math.abs(value - values[i])), 0);
    return { worst, backend: session.backend, check: session.check, fellBackTo: session.fellBackTo, why: session.fallbackReason?.message.id };
  };
  const first = await run({ [session.inputs[0].name]: part(input) });
  const partitions = session.partitions.map(({ backend, nodes }) => [backend, nodes.length]);
  const kernels = (await session.profile()).map((node) => node.kernel);
  device?.destroy();
  // The inputs are still those that were set.
  const second = await run();
  session.close();
  return { first, partitions, kernels, second };
}

test('on the GPU a model runs, checked, and outlives the device', async (t) => {
  const { first, partitions, kernels, second } = await usingOn(t, { webgpu: true }, onGpu, await golden('tflite/models/transformer_dynamic'));
  assert.ok(first.worst <= 0.05 && first.backend === 'gpu' && first.fellBackTo === null, JSON.stringify(first));
  assert.deepEqual(partitions, [['gpu', 83]]);
  assert.ok(first.check.ops > 50 && first.check.differing === 0, JSON.stringify(first.check));
  assert.ok(Array.isArray(kernels), 'times, if the adapter has timestamps');
  assert.ok(second.worst <= 0.05 && second.backend === 'simd' && second.fellBackTo === 'simd' && second.why === 'gpu-lost', JSON.stringify(second));
});

/** In the page: runs a model of two inputs on the GPU, checked, and on the CPU; parts, times, and how far the outputs differ. */
async function inParts({ load }, bytesOf, name) {
  const bytes = await bytesOf(name);
  const outputs = [];
  let parts, check, times;
  for (const backend of ['gpu', 'simd']) {
    const session = await load(bytes, { backend, check: backend === 'gpu' });
    const [floats, places] = session.inputs;
    const size = ({ shape }) => shape.reduce((a, b) => a * b, 1);
    const values = {
      [floats.name]: Float32Array.from({ length: size(floats) }, (_, i) => Math.sin(i)),
      [places.name]: Int32Array.from({ length: size(places) }, (_, i) => i % 100),
    };
    outputs.push(Object.values(await session.run(values))[0]);
    if (backend === 'gpu') {
      parts = session.partitions.map(({ backend, nodes }) => [backend, nodes.length]);
      check = session.check;
      times = await session.profile();
    }
    session.close();
  }
  const [got, wanted] = outputs;
  return { parts, check, times, worst: wanted.reduce((worst, value, i) => Math.max(worst, Math.abs(value - got[i])), 0), most: Math.max(...wanted) };
}

test('a model with an op that the GPU lacks runs in parts, the same as on the CPU', async (t) => {
  const { parts, check, times, worst, most } = await usingOn(t, { webgpu: true }, inParts, 'public/tflite/LiteRT/rope.tflite');
  assert.deepEqual(parts, [['simd', 2], ['gpu', 13]]);
  // Nodes on the CPU have times also where the adapter has no timestamps.
  assert.ok(times.some(({ op, ms }) => op === 'CAST' && ms >= 0), JSON.stringify(times));
  assert.ok(check.ops > 5 && check.differing === 0, JSON.stringify(check));
  // WGSL promises sines and cosines to 2^-11 only, and a result is made of one of each.
  assert.ok(worst <= 1e-3 && most > 0.5, `${worst} ${most}`);
});

/** In the page: the GPU reports an error of this kind, while the model is prepared or during its second run. */
async function failing({ load }, bytesOf, { stem, input, output, kind, when }) {
  const recorded = await bytesOf(`${stem}.golden.bin`);
  const part = (at) => new Float32Array(recorded.slice(at.offset, at.offset + at.nbytes).buffer);
  const pop = GPUDevice.prototype.popErrorScope;
  const fail = () => (GPUDevice.prototype.popErrorScope = async function () {
    await pop.call(this);
    return new globalThis[kind]('on purpose');
  });
  if (when === 'prepare') fail();
  const session = await load(await bytesOf(`${stem}.tflite`), { backend: 'gpu' });
  await session.run({ [session.inputs[0].name]: part(input) });
  const first = session.backend;
  fail();
  const values = Object.values(await session.run())[0];
  const worst = part(output).reduce((worst, value, i) => Math.max(worst, Math.abs(value - values[i])), 0);
  const { id, params } = session.fallbackReason.message;
  return { first, worst, backend: session.backend, id, detail: params.detail };
}

test('an error that the GPU reports ends on the CPU, with the result', async (t) => {
  const recorded = await golden('tflite/models/mobilenet_v1_025_128_float32');
  for (const [kind, id] of [['GPUOutOfMemoryError', 'gpu-out-of-memory'], ['GPUValidationError', 'gpu-validation']]) {
    for (const when of ['prepare', 'run']) {
      const said = await usingOn(t, { webgpu: true }, failing, { ...recorded, kind, when });
      assert.deepEqual([said.first, said.backend, said.id], [when === 'prepare' ? 'simd' : 'gpu', 'simd', id], JSON.stringify(said));
      assert.ok(said.worst <= 1e-4, JSON.stringify(said));
      if (kind === 'GPUValidationError') assert.match(said.detail, /on purpose/);
    }
  }
});

/** In the page: requests float16 and returns the session's properties. */
async function inHalves({ load }, bytesOf, { stem, input, output }, options) {
  const recorded = await bytesOf(`${stem}.golden.bin`);
  const part = (at) => new Float32Array(recorded.slice(at.offset, at.offset + at.nbytes).buffer);
  const wrong = await load(new Uint8Array(), { precision: 'float8' }).catch((error) => error.message);
  const session = await load(await bytesOf(`${stem}.tflite`), { backend: 'gpu', precision: 'float16', check: true, ...options });
  const values = Object.values(await session.run({ [session.inputs[0].name]: part(input) }))[0];
  const worst = part(output).reduce((worst, value, i) => Math.max(worst, Math.abs(value - values[i])), 0);
  const { backend, precision, precisionReason, check } = session;
  const adapter = await navigator.gpu?.requestAdapter();
  session.close();
  return { worst, backend, precision, why: precisionReason?.id, differing: check?.differing, has: adapter?.features.has('shader-f16'), wrong };
}

test('an adapter without shader-f16 computes in float32 and says so', async (t) => {
  const recorded = await golden('tflite/models/mobilenet_v1_025_128_float32');
  for (const worker of [false, true]) {
    const said = await usingOn(t, { webgpu: true }, inHalves, recorded, { worker });
    const { worst, wrong, ...rest } = said;
    assert.match(wrong, /"float8"/);
    // SwiftShader lacks it; if a later version has it, float16 is used.
    const [precision, why, most] = said.has ? ['float16', undefined, 1e-2] : ['float32', 'gpu-not-half', 1e-4];
    assert.deepEqual(rest, { backend: 'gpu', precision, why, differing: 0, has: said.has });
    assert.ok(worst <= most, JSON.stringify(said));
  }
});

test('without a GPU the CPU computes the result and gives the reason', async (t) => {
  const { first, partitions } = await using(t, onGpu, await golden('tflite/models/transformer_float32'));
  assert.ok(first.worst <= 1e-4 && first.backend === 'simd' && first.fellBackTo === 'simd' && first.why === 'gpu-no-adapter', JSON.stringify(first));
  assert.deepEqual(partitions, []);
});
