// Running models in the page, against the outputs that the real interpreter recorded.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

/** A recorded run: the input as a .npy file, the reference output as numbers. */
async function golden(t, stem) {
  const facts = JSON.parse(await readFile(fixture(`${stem}.golden.json`), 'utf8'));
  const data = await readFile(fixture(`${stem}.golden.bin`));
  const run = facts.runs[0];
  const [input] = run.inputs;
  const [output] = run.outputs.reference;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vintage-run-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'input.npy');
  await writeFile(file, npy(input, data.subarray(input.offset, input.offset + input.nbytes)));
  return { file, output, expected: values(output.dtype, data.subarray(output.offset, output.offset + output.nbytes)) };
}

function npy({ dtype, shape }, bytes) {
  const descr = { float32: '<f4', int8: '|i1', int32: '<i4' }[dtype];
  let header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  header = header.padEnd(64 * Math.ceil((header.length + 11) / 64) - 11) + '\n';
  const start = Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  return Buffer.concat([start, Buffer.from(header), bytes]);
}

function values(dtype, bytes) {
  const copy = new Uint8Array(bytes).buffer;
  return dtype === 'int8' ? new Int8Array(copy) : new Float32Array(copy);
}

/** Drops a model, runs it with the recorded input, saves the output and returns its values and the page's text. */
async function runInPage(t, stem, { backend, webgpu = false, check = false, before = async () => {}, between = async () => {} } = {}) {
  const { file, output, expected } = await golden(t, stem);
  const { page } = await open(t, { webgpu });
  await before(page);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(`${stem}.tflite`)]);
  await page.getByRole('tab', { name: 'Run' }).click();
  if (backend) await page.getByLabel('On', { exact: true }).selectOption(backend);
  if (check) await page.getByLabel('compare every op with the reference kernels').check();
  const actual = await runWith(page, file, output.dtype, between);
  return { page, expected, actual };
}

/** Drops a model and runs it once on the GPU; returns the page. */
async function runOnGpu(t, name, { check = false } = {}) {
  const { page } = await open(t, { webgpu: true });
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(name)]);
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByLabel('On', { exact: true }).selectOption('gpu');
  if (check) await page.getByLabel('compare every op with the reference kernels').check();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="1"]').waitFor({ timeout: 300_000 });
  return page;
}

/** In the Run view: runs with an input from a file, saves the first output and returns its values. */
async function runWith(page, file, dtype, between = async () => {}) {
  // The first run prepares the model.
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="1"]').waitFor({ timeout: 300_000 });
  await page.locator('.run-fill select').first().selectOption('file');
  await page.locator('.run-fill input[type=file]').first().setInputFiles(file);
  await between(page);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="2"]').waitFor({ timeout: 300_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save .npy' }).first().click()]);
  const saved = await readFile(await download.path());
  return values(dtype, saved.subarray(10 + saved.readUInt16LE(8)));
}

function within(actual, expected, near) {
  assert.equal(actual.length, expected.length);
  for (let i = 0; i < actual.length; i++) assert.ok(near(actual[i], expected[i]), `[${i}] ${actual[i]} against ${expected[i]}`);
}
const float32 = (a, b) => Math.abs(a - b) <= 1e-4 + 1e-4 * Math.abs(b);
const oneStep = (a, b) => Math.abs(a - b) <= 1;

test('MobileNetV2 float32 on the SIMD path agrees with the recorded outputs and shows time per operator', async (t) => {
  const { page, expected, actual } = await runInPage(t, 'tflite/models/mobilenet_v2_035_224_float32');
  within(actual, expected, float32);
  assert.match(await page.locator('.run-timing').innerText(), /ms .*simd/);
  assert.match(await page.locator('.run-ops').innerText(), /CONV_2D/);
});

test('MobileNetV2 int8 on the SIMD path is within one step', async (t) => {
  const { expected, actual } = await runInPage(t, 'tflite/models/mobilenet_v2_035_224_int8');
  within(actual, expected, oneStep);
});

test('MobileNetV1 float32 and int8', async (t) => {
  const float = await runInPage(t, 'tflite/models/mobilenet_v1_025_128_float32');
  within(float.actual, float.expected, float32);
  const int8 = await runInPage(t, 'tflite/models/mobilenet_v1_025_128_int8');
  within(int8.actual, int8.expected, oneStep);
});

test('MobileNetV2 float32 on WebGPU (software adapter) agrees too', async (t) => {
  const { page, expected, actual } = await runInPage(t, 'tflite/models/mobilenet_v2_035_224_float32', { backend: 'gpu', webgpu: true });
  assert.equal(await page.locator('.run-timing').getAttribute('data-backend'), 'gpu');
  within(actual, expected, float32);
});

test('a transformer with int8 weights and an int8 table runs on the GPU', async (t) => {
  const options = { backend: 'gpu', webgpu: true, check: true };
  // Recorded were kernels that round their operands to eight bits, which the GPU does not.
  const { page, expected, actual } = await runInPage(t, 'tflite/models/transformer_dynamic', options);
  within(actual, expected, (a, b) => Math.abs(a - b) <= 0.05);
  assert.equal(await page.locator('.run-timing').getAttribute('data-backend'), 'gpu');
  assert.equal(await page.locator('.run-parts').count(), 0);
  assert.equal(await page.locator('#run-checked').getAttribute('data-differing'), '0');
});

test('a model with an op that the GPU lacks runs in parts, every op of them checked', async (t) => {
  const page = await runOnGpu(t, 'public/tflite/LiteRT/rope.tflite', { check: true });
  assert.equal(await page.locator('.run-timing').getAttribute('data-backend'), 'gpu');
  const parts = await page.locator('.run-parts tbody tr').allInnerTexts();
  assert.equal(parts.length, 2);
  assert.match(parts[0], /on the CPU\s+2\s+[\s\S]*CAST: /);
  assert.match(parts[1], /on the GPU\s+13\s/);
  const checked = page.locator('#run-checked');
  assert.equal(await checked.getAttribute('data-differing'), '0');
  assert.match(await checked.innerText(), /ops were compared with the reference kernels; all agree\.[\s\S]*Closest to its limit: [A-Z_]+/);
  await page.screenshot({ path: path.join(process.env.VINTAGE_RESULTS ?? os.tmpdir(), 'run-split.png'), fullPage: true });
});

test('float16 is off without shader-f16, with a message', async (t) => {
  const { page, expected, actual } = await runInPage(t, 'tflite/models/mobilenet_v1_025_128_float32', { backend: 'gpu', webgpu: true });
  within(actual, expected, float32);
  const has = await page.evaluate(async () => (await navigator.gpu.requestAdapter()).features.has('shader-f16'));
  const box = page.getByLabel('float16 (half the memory');
  if (has) return assert.ok(await box.isEnabled());
  assert.equal(await page.locator('#run-half-off').innerText(), 'This GPU has no shader-f16.');
  assert.ok(await box.isDisabled());
});

test('a GPU that is lost during a session causes a message and no other result', async (t) => {
  const before = (page) => page.route('**/engine.worker.js*', async (route) => {
    const response = await route.fetch();
    const hook = `const ask = GPUAdapter.prototype.requestDevice;
      GPUAdapter.prototype.requestDevice = async function (...all) { return (self.device = await ask.apply(this, all)); };\n`;
    await route.fulfill({ response, body: hook + (await response.text()) });
  });
  const between = async (page) => {
    const worker = page.workers().find((worker) => worker.url().includes('backend=gpu'));
    await worker.evaluate(() => self.device.destroy());
  };
  const options = { backend: 'gpu', webgpu: true, before, between };
  const { page, expected, actual } = await runInPage(t, 'tflite/models/mobilenet_v1_025_128_float32', options);
  assert.match(await page.getByRole('status').filter({ hasText: 'CPU' }).first().innerText(), /was lost during the run.*runs on the CPU instead/s);
  assert.equal(await page.locator('.run-timing').getAttribute('data-backend'), 'simd');
  within(actual, expected, float32);
});

test('a GPU without memory causes a message and no other result', async (t) => {
  const before = (page) => page.route('**/engine.worker.js*', async (route) => {
    const response = await route.fetch();
    const hook = `const pop = GPUDevice.prototype.popErrorScope;
      GPUDevice.prototype.popErrorScope = async function () { await pop.call(this); return new GPUOutOfMemoryError('on purpose'); };\n`;
    await route.fulfill({ response, body: hook + (await response.text()) });
  });
  const options = { backend: 'gpu', webgpu: true, before };
  const { page, expected, actual } = await runInPage(t, 'tflite/models/mobilenet_v1_025_128_float32', options);
  assert.match(await page.getByRole('status').filter({ hasText: 'CPU' }).first().innerText(), /ran out of memory.*runs on the CPU instead/s);
  assert.equal(await page.locator('.run-timing').getAttribute('data-backend'), 'simd');
  within(actual, expected, float32);
});

test('without an adapter there is a message, and the CPU runs the model', async (t) => {
  const { page, expected, actual } = await runInPage(t, 'tflite/models/mobilenet_v1_025_128_float32', { backend: 'gpu' });
  assert.match(await page.getByRole('status').filter({ hasText: 'CPU' }).first().innerText(), /runs on the CPU instead/);
  assert.equal(await page.locator('.run-timing').getAttribute('data-backend'), 'simd');
  within(actual, expected, float32);
});

test('an int8 model runs on the GPU, each op within a step of the reference', async (t) => {
  const stem = 'tflite/models/mobilenet_v1_025_128_int8';
  const { page, expected, actual } = await runInPage(t, stem, { backend: 'gpu', webgpu: true, check: true });
  assert.equal(await page.locator('.run-timing').getAttribute('data-backend'), 'gpu');
  assert.match(await page.getByText('ops were compared').first().innerText(), /^\d+ ops were compared .*all agree/);
  within(actual, expected, (a, b) => Math.abs(a - b) <= 2);
});

test('a model with types that the GPU lacks has one message with the types', async (t) => {
  const page = await runOnGpu(t, 'tflite/models/mobilenet_v1_025_128_int16x8.tflite');
  const said = await page.getByRole('status').filter({ hasText: 'CPU' }).first().innerText();
  assert.match(said, /nodes have no GPU kernel: .*CONV_2D \(int16\)/);
  assert.equal(said.match(/instead/g).length, 1, said);
});

test('a rare operator has its kernels fetched; while they do not come a sentence says so, and the next run has them', async (t) => {
  const stem = 'tflite/models/lstm_fused_float32';
  const { page } = await open(t, { allowErrors: [/split_recurrent|Failed to fetch/] });
  await page.route('**/*split_recurrent*', (route) => route.abort());
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(`${stem}.tflite`)]);
  await page.getByRole('tab', { name: 'Run' }).click();
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.click();
  await page.getByText('A part of Vintage could not be loaded.').waitFor();
  await page.getByText('Check the connection, then try again.').first().waitFor();
  await page.unroute('**/*split_recurrent*');
  await run.click();
  await page.locator('.run-timing[data-run="1"]').waitFor();
  // The model keeps its state between runs, and the record is of the first.
  await page.getByText('This model keeps state between runs').waitFor();
  const { expected, actual } = await runInPage(t, stem);
  within(actual, expected, float32);
});

test('an image becomes an input', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture('tflite/models/mobilenet_v1_025_128_float32.tflite')]);
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing').waitFor();
  const before = await page.locator('.run-top').innerText();
  await page.locator('.run-fill select').first().selectOption('file');
  await page.locator('.run-fill input[type=file]').first().setInputFiles(fixture('public/images/grace_hopper.bmp'));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="2"]').waitFor();
  assert.notEqual(await page.locator('.run-top').innerText(), before, 'other values, other outputs');
});

test('a model whose weights are in files of their own runs with them, and says which one is missing', async (t) => {
  const folder = 'tflite/external';
  const truth = JSON.parse(await readFile(fixture(`${folder}/truth.json`), 'utf8'));
  const { output } = truth.answers.find((answer) => answer.output);
  const made = await mkdtemp(path.join(os.tmpdir(), 'vintage-run-'));
  t.after(() => rm(made, { recursive: true }));
  const input = path.join(made, 'input.npy');
  await writeFile(input, npy({ dtype: 'float32', shape: [1, truth.input.length] }, Buffer.from(Float32Array.from(truth.input).buffer)));

  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, ['model.tflite', 'weights.bin', 'more/bias.bin'].map((file) => fixture(`${folder}/${file}`)));
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'model.tflite' }).waitFor();
  await page.getByRole('tab', { name: 'Run' }).click();
  within(await runWith(page, input, 'float32'), output, (a, b) => Math.abs(a - b) <= 1e-5 * Math.abs(b));

  const { page: alone } = await open(t);
  await alone.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(alone, ['missing.tflite', 'weights.bin'].map((file) => fixture(`${folder}/${file}`)));
  await alone.getByText('The weights of b are in the file gone.bin, which is missing.').first().waitFor();
});
