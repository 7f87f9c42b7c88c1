// The form and the results of the Run view: files and texts as inputs, labels, pictures, times, a second backend.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import zlib from 'node:zlib';
import { dropFiles, fixture, open, screenshot } from './lib/index.mjs';

const LABELLED = 'public/tflite/tflite-support/mobilenet_v1_0.25_224_1_metadata_1.tflite';
const PICTURE = fixture('public/images/grace_hopper.bmp');

/** Drops a model and runs it once, which shows its inputs. */
async function prepared(t, file, options) {
  const { page } = await open(t, options);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(file)]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: path.basename(file) }).waitFor();
  const narrow = page.viewportSize().width < 700;
  if (narrow) await page.locator('.tabs-narrow select').selectOption({ label: 'Run' });
  else await page.getByRole('tab', { name: 'Run' }).click();
  await run(page, 1);
  return page;
}

/** Drops files and opens the Run view; nothing has run yet. */
async function form(t, file, options) {
  const { page } = await open(t, options);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [file]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: path.basename(file) }).waitFor();
  await page.getByRole('tab', { name: 'Run' }).click();
  return page;
}

/** A model of tests/engine/attacks. */
/** CRC-32 as zips store it; Node 18 has no function for it. */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const attack = (name) => fileURLToPath(new URL(`../engine/attacks/${name}.tflite`, import.meta.url));

/** Presses Run and waits for the result. */
async function run(page, number) {
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator(`.run-timing[data-run="${number}"]`).waitFor({ timeout: 300_000 });
}

/** The values that the page saves for its first output. */
async function saved(page) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save .npy' }).first().click()]);
  const file = await readFile(await download.path());
  return new Float32Array(new Uint8Array(file.subarray(10 + file.readUInt16LE(8))).buffer);
}

async function folder(t) {
  const made = await mkdtemp(path.join(os.tmpdir(), 'vintage-run-'));
  t.after(() => rm(made, { recursive: true }));
  return made;
}

/** A float32 array as a .npy file. */
function npy(shape, bytes) {
  let header = `{'descr': '<f4', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`;
  header = header.padEnd(64 * Math.ceil((header.length + 11) / 64) - 11) + '\n';
  return Buffer.concat([Buffer.from([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]), Buffer.from(header), bytes]);
}

/** A zip of deflated members. */
function zip(members) {
  const files = [];
  const directory = [];
  let at = 0;
  for (const [name, bytes] of members) {
    const packed = zlib.deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, place, Buffer.from(name));
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    files.push(file);
    at += file.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, list, end]);
}

/** The flat list as nested ones. */
function nested(values, [first, ...rest]) {
  if (!rest.length) return [...values];
  const step = values.length / first;
  return Array.from({ length: first }, (_, i) => nested(values.slice(i * step, (i + 1) * step), rest));
}

test('an input comes from .npz, .json, .csv and typed text alike, and errors have a position', async (t) => {
  const stem = 'tflite/models/segmentation_64_float32';
  const facts = JSON.parse(await readFile(fixture(`${stem}.golden.json`), 'utf8'));
  const data = await readFile(fixture(`${stem}.golden.bin`));
  const [input] = facts.runs[0].inputs;
  const [output] = facts.runs[0].outputs.reference;
  const floats = ({ offset, nbytes }) => new Float32Array(new Uint8Array(data.subarray(offset, offset + nbytes)).buffer);
  const bytes = data.subarray(input.offset, input.offset + input.nbytes);
  const lists = JSON.stringify(nested(floats(input), input.shape));
  const row = [...floats(input)].join(',');
  const made = await folder(t);
  const files = { 'in.npz': zip([['other.npy', npy([1], Buffer.alloc(4))], [`${input.name.replace('serving_default_', '').replace(':0', '')}.npy`, npy(input.shape, bytes)]]), 'in.json': lists, 'in.csv': row };

  const page = await prepared(t, `${stem}.tflite`);
  const choice = page.locator('.run-fill select').first();
  await choice.selectOption('file');
  let number = 1;
  const agrees = async (what) => {
    await run(page, (number += 1));
    const [actual, expected] = [await saved(page), floats(output)];
    assert.equal(actual.length, expected.length);
    actual.forEach((value, i) => assert.ok(Math.abs(value - expected[i]) <= 1e-4, `${what} [${i}] ${value} against ${expected[i]}`));
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(path.join(made, name), content);
    await page.locator('.run-fill input[type=file]').setInputFiles(path.join(made, name));
    await page.locator('.run-name').getByText(name).waitFor();
    await agrees(name);
  }
  await choice.selectOption('text');
  await page.locator('.run-typed').fill(row.replaceAll(',', ' '));
  await agrees('typed');

  await page.locator('.run-typed').fill('1, 2\nthree, 4');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('alert').getByText(/takes \[.*\], which is/).waitFor();
  await page.locator('.run-typed').fill(row.replace(/,[^,]*,/, ',three,'));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  const said = await page.getByRole('alert').innerText();
  assert.match(said, /Line 1, column \d+: three is not a number/);
});

test('an image is dropped, pasted or refused by the camera; classes have the names that the model or a file gives', async (t) => {
  const page = await prepared(t, LABELLED);
  assert.match(await page.locator('.run-top').innerText(), /Label/);
  // The metadata has the normalization of pixels.
  await dropFiles(page, [PICTURE], { at: page.locator('.run-inputs tbody tr') });
  await page.locator('.run-name').getByText('grace_hopper.bmp').waitFor();
  assert.equal(await page.getByLabel('Mean', { exact: true }).inputValue(), '127.5');
  await page.getByText('from the model’s metadata').or(page.getByText("from the model's metadata")).waitFor();
  await page.getByLabel('Images of other proportions').selectOption('crop');
  await run(page, 2);
  const words = await page.locator('.run-top').innerText();
  assert.match(words, /military uniform|mortarboard|suit|bow tie|Windsor tie/, words);
  await screenshot(page, 'run-panel-labels', { fullPage: true });

  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(8, 8);
    canvas.getContext('2d').fillRect(0, 0, 4, 4);
    const transfer = new DataTransfer();
    transfer.items.add(new File([await canvas.convertToBlob()], 'shot.png', { type: 'image/png' }));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }));
  });
  await page.locator('.run-name').getByText('pasted image').waitFor();
  assert.equal(await page.getByRole('heading', { level: 1 }).innerText().then((text) => text.includes('mobilenet')), true, 'no new file was opened');

  await page.getByRole('button', { name: 'Camera' }).click();
  await page.getByRole('alert').getByText('could not open a camera').waitFor();

  const made = await folder(t);
  await writeFile(path.join(made, 'names.txt'), Array.from({ length: 1001 }, (_, i) => `kind ${i}`).join('\n'));
  await writeFile(path.join(made, 'few.txt'), 'one\ntwo');
  await page.getByLabel('File with labels', { exact: false }).setInputFiles(path.join(made, 'names.txt'));
  await page.locator('.run-label').filter({ hasText: /^kind \d+$/ }).first().waitFor();
  await page.getByLabel('File with labels', { exact: false }).setInputFiles(path.join(made, 'few.txt'));
  await page.getByText('2 labels for 1,001 classes').waitFor();
});

test('inputs are shown and filled before the first run, which then has them', async (t) => {
  const page = await form(t, fixture(LABELLED));
  const row = page.locator('.run-inputs tbody tr');
  await row.filter({ hasText: /input\s*(uint8|float32)/ }).waitFor();
  assert.match(await row.innerText(), /\[1, 224, 224, 3\]/);
  assert.equal(page.workers().filter((worker) => worker.url().includes('engine')).length, 0, 'the engine is not fetched for it');
  await screenshot(page, 'run-form-before', { fullPage: true });
  await page.locator('.run-fill select').first().selectOption('file');
  await page.locator('.run-fill input[type=file]').first().setInputFiles(PICTURE);
  await run(page, 1);
  assert.match(await page.locator('.run-top').innerText(), /military uniform|mortarboard|suit|bow tie|Windsor tie/);
  assert.equal(await page.locator('.run-made-up').count(), 0);
  // The normalization from the metadata was read by the engine.
  assert.equal(await page.getByLabel('Mean', { exact: true }).inputValue(), '127.5');
  await screenshot(page, 'run-form-picture', { fullPage: true });
});

test('results of random values and of zeros are marked as such', async (t) => {
  const page = await prepared(t, LABELLED);
  assert.match(await page.locator('.run-made-up').innerText(), /Test run with random input: .* mean nothing/);
  for (const width of [360, 1280]) {
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
      await screenshot(page, `run-made-up-${width}-${colorScheme}`, { fullPage: true });
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.locator('.run-fill select').first().selectOption('zeros');
  await run(page, 2);
  assert.match(await page.locator('.run-made-up').innerText(), /Test run with zeros as input/);
});

test('integers of 64 bits keep every digit, NaN is counted, strings are shown and saved', async (t) => {
  const whole = await form(t, attack('int64'));
  await run(whole, 1);
  const said = await whole.locator('.run-output').innerText();
  for (const digits of ['9007199254740993', '9223372036854775807', '-9223372036854775808']) assert.ok(said.includes(digits), said);
  assert.ok(!said.includes('9007199254740992'), said);

  const real = await form(t, attack('name_with_equals'));
  await real.locator('.run-fill select').first().selectOption('text');
  await real.locator('.run-typed').fill('NaN, -inf');
  await real.locator('.run-typed').blur();
  await run(real, 1);
  assert.match(await real.locator('.run-output').innerText(), /2 values are NaN or infinite \(1 NaN\)/);

  const texts = await form(t, attack('strings'));
  await texts.locator('.run-typed').fill('one\ntwo\n\nvier µ');
  await texts.locator('.run-typed').blur();
  await run(texts, 1);
  assert.match(await texts.locator('.run-output').innerText(), /"one", "two", "", "vier µ"/);
  const [download] = await Promise.all([texts.waitForEvent('download'), texts.getByRole('button', { name: 'Save .json' }).click()]);
  assert.deepEqual(JSON.parse(await readFile(await download.path(), 'utf8')), [['one', 'two'], ['', 'vier µ']]);
});

test('a segmentation is drawn as a mask with its classes', async (t) => {
  const page = await prepared(t, 'tflite/models/segmentation_64_float32.tflite');
  await page.locator('.run-canvas').waitFor();
  await page.getByLabel('Show as').selectOption('mask');
  await page.locator('.run-legend').waitFor();
  const colours = await page.locator('.run-canvas').evaluate((canvas) => {
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  });
  assert.equal(await page.locator('.run-legend li').count(), colours, 'one entry a colour');
  await screenshot(page, 'run-panel-mask', { fullPage: true });
});

test('times of many runs, a report to copy, and a second backend beside the first', async (t) => {
  const page = await prepared(t, 'tflite/models/mobilenet_v1_025_128_float32.tflite', { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  assert.match(await page.locator('.run-timing').innerText(), /1 warm-up run is not included/);
  await page.getByRole('combobox', { name: 'Runs' }).selectOption('1');
  await page.getByLabel('Warm-up').selectOption('0');
  await run(page, 2);
  assert.equal(await page.locator('.run-histogram').count(), 0, 'one run has no spread');
  assert.match(await page.locator('.run-timing').innerText(), /The first run is included: it is slower/);
  await page.getByRole('combobox', { name: 'Runs' }).selectOption('10');
  await page.getByLabel('Warm-up').selectOption('1');
  await run(page, 3);
  assert.match(await page.locator('.run-histogram').getAttribute('aria-label'), /Times of 10 runs/);
  await page.getByText('The numbers as a table').click();
  const counts = await page.locator('.chart-table tbody td:last-child').allInnerTexts();
  assert.deepEqual([counts.length, counts.reduce((sum, count) => sum + Number(count), 0)], [24, 10]);
  assert.match(await page.locator('.chart-table tbody tr').first().innerText(), /^[\d.]+ ms\s+[\d.]+ ms\s+\d+$/);
  // Nodes one by one are listed when they are asked for, all of them.
  const nodes = page.locator('.run-nodes tbody tr');
  assert.equal(await nodes.count(), 0);
  const summary = page.getByText(/^\d+ nodes, one by one$/);
  await summary.click();
  const listed = Number((await summary.innerText()).split(' ')[0]);
  await nodes.nth(listed - 1).waitFor();
  assert.equal(await nodes.count(), listed);
  await page.getByRole('button', { name: 'Copy report' }).click();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(report, /mobilenet_v1_025_128_float32\.tflite/);
  assert.match(report, /Runs: 10, Warm-up: 1\nmedian [\d.]+ ms, p90/);
  assert.match(report, /CONV_2D × \d+: [\d.]+ ms/);

  await page.getByLabel('Compare with').selectOption('reference');
  await page.locator('.run-beside').waitFor({ timeout: 300_000 });
  const cells = await page.locator('.run-beside tbody tr td').allInnerTexts();
  assert.match(cells[0], /^[\d,]+ of 1,000$/);
  assert.ok(Number(cells[2]) < 1e-4, cells.join(' | '));
  await screenshot(page, 'run-panel-times', { fullPage: true });
  // Without an adapter there is a message.
  await page.getByLabel('Compare with').selectOption('gpu');
  await page.getByRole('alert').waitFor({ timeout: 60_000 });
  // The drawing shows where the time went.
  await page.getByRole('button', { name: 'Show on the graph' }).click();
  await page.locator('.graph-heat', { hasText: /0[^]*ms/ }).waitFor();
  assert.equal(await page.getByLabel('Meaning of the colors').inputValue(), 'times');
});

test('the quantization error of each layer, worst first, leads to the graph and into the report', async (t) => {
  const permissions = ['clipboard-read', 'clipboard-write'];
  const page = await prepared(t, 'tflite/models/mobilenet_v1_025_128_int8.tflite', { context: { permissions } });
  await page.getByRole('button', { name: 'Compare with float' }).click();
  const rows = page.locator('.run-layers tbody tr');
  await rows.first().waitFor({ timeout: 300_000 });
  assert.ok((await rows.count()) >= 30, 'every layer');
  const column = async (number) => (await rows.locator(`:nth-child(${number})`).allInnerTexts()).map((text) => Number.parseFloat(text));
  const falls = (values) => values.every((value, i) => i === 0 || value <= values[i - 1]);
  const relative = await column(6);
  assert.ok(falls(relative) && relative[0] > 0 && relative[0] < 50, relative.join(' '));
  await page.getByLabel('Sort by').selectOption('steps');
  await page.waitForFunction(() => ui().querySelector('#run-layers-order').value === 'steps');
  assert.ok(falls(await column(3)), 'by steps');
  await page.getByLabel('Sort by').selectOption('graph');
  const first = page.locator('.run-layers tbody tr', { hasText: 'CONV_2D' }).first();
  const steps = Number.parseFloat(await first.locator('td').nth(2).innerText());
  assert.ok(steps > 0 && steps <= 1, `the first convolution has only its own rounding: ${steps}`);
  await screenshot(page, 'run-panel-layers', { fullPage: true });

  await page.getByRole('button', { name: 'Copy report' }).click();
  const report = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(report, /Quantization error by layer:\n {2}\d+ [A-Z_0-9]+ .+: Largest, in steps [\d.]+, RMS error/);

  const number = await first.locator('td button').innerText();
  await first.locator('td button').click();
  await page.locator('.graph').waitFor();
  await page.getByText('CONV_2D').first().waitFor();
  assert.equal(number, '0');
});

test('a float model has no quantization error, and asking for one can be cancelled', async (t) => {
  const page = await prepared(t, 'tflite/models/mobilenet_v2_035_224_float32.tflite');
  const start = page.getByRole('button', { name: 'Compare with float' });
  await start.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await start.click();
  await page.getByRole('status').getByText('Nothing in this model is quantized.').waitFor({ timeout: 60_000 });
});

test('results and the form stay while another view is open, and a run goes on', async (t) => {
  const page = await prepared(t, 'tflite/models/mobilenet_v1_025_128_float32.tflite');
  const tab = (name) => page.getByRole('tab', { name, exact: true }).click();
  await page.locator('.run-fill input[type=number]').fill('11');
  await page.locator('.run-fill input[type=number]').blur();
  await run(page, 2);
  // By cell: the text of a whole table depends on whether its style sheet is there yet.
  const cells = () => page.locator('.run-top td').allInnerTexts();
  const top = await cells();
  await tab('Contents');
  await page.locator('.run-top').waitFor({ state: 'detached' });
  await tab('Run');
  assert.deepEqual(await cells(), top);
  assert.equal(await page.locator('.run-fill input[type=number]').inputValue(), '11');

  // A long run: leave the view, come back, and stop it.
  await page.getByLabel('On', { exact: true }).selectOption('reference');
  await page.locator('.run-timing[data-run="3"]').waitFor({ timeout: 300_000 });
  await page.getByRole('combobox', { name: 'Runs' }).selectOption('50');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('status').filter({ hasText: /of [\d,]+ nodes/ }).waitFor();
  await tab('Contents');
  await tab('Run');
  assert.equal(await page.getByRole('combobox', { name: 'Runs' }).inputValue(), '50');
  await page.getByRole('status').filter({ hasText: /of [\d,]+ nodes/ }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('combobox', { name: 'Runs' }).selectOption('1');
  await run(page, 4);
  // One that ends meanwhile.
  await page.getByRole('combobox', { name: 'Runs' }).selectOption('10');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await tab('Contents');
  await page.waitForTimeout(100);
  await tab('Run');
  await page.locator('.run-timing[data-run="5"]').waitFor({ timeout: 300_000 });
  assert.match(await page.locator('.run-timing').innerText(), /of 10 runs on .*/);

  // Another model: each keeps its own.
  await dropFiles(page, [fixture('tflite/models/segmentation_64_float32.tflite')]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'segmentation' }).waitFor();
  await page.locator('.run-timing').waitFor({ state: 'detached' });
  await run(page, 1);
  await page.getByRole('button', { name: 'mobilenet_v1_025_128_float32' }).or(page.getByRole('tab', { name: /mobilenet_v1/ })).or(page.getByRole('option', { name: /mobilenet_v1/ })).first().click();
  await page.locator('.run-timing[data-run="5"]').waitFor();
  // Its worker was ended for the other model's.
  await page.getByRole('combobox', { name: 'Runs' }).selectOption('1');
  await run(page, 6);
});

test('a picture of the camera, and one from the clipboard by its button, become the input', async (t) => {
  const context = { permissions: ['camera', 'clipboard-read', 'clipboard-write'] };
  const page = await prepared(t, 'tflite/models/mobilenet_v1_025_128_float32.tflite', { camera: true, context });
  const before = await saved(page);
  const differs = (a, b) => a.some((value, i) => value !== b[i]);
  await page.locator('.run-fill select').first().selectOption('file');
  const camera = page.getByRole('button', { name: 'Camera' });
  const seen = page.getByLabel('Camera image');
  await camera.click();
  await seen.waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await seen.waitFor({ state: 'detached' });
  await camera.click();
  await page.waitForFunction(() => ui().querySelector('.run-camera video')?.videoWidth > 0 && ui().querySelector('.run-camera video').currentTime > 0);
  await screenshot(page, 'run-panel-camera');
  const track = await page.evaluateHandle(() => ui().querySelector('.run-camera video').srcObject.getTracks()[0]);
  await page.getByRole('button', { name: 'Take picture' }).click();
  await page.locator('.run-name').getByText('picture from the camera').waitFor();
  await seen.waitFor({ state: 'detached' });
  assert.equal(await track.evaluate((track) => track.readyState), 'ended', 'the camera is off');
  await run(page, 2);
  const taken = await saved(page);
  assert.ok(differs(before, taken), 'the picture is what ran');
  // It goes off with the view as well.
  await camera.click();
  await seen.waitFor();
  const open = await page.evaluateHandle(() => ui().querySelector('.run-camera video').srcObject.getTracks()[0]);
  await page.getByRole('tab', { name: 'Contents' }).click();
  await page.waitForTimeout(100);
  assert.equal(await open.evaluate((track) => track.readyState), 'ended', 'left with the camera on');
  await page.getByRole('tab', { name: 'Run' }).click();

  const paste = page.getByRole('button', { name: 'Paste' });
  await page.evaluate(() => navigator.clipboard.writeText('no image'));
  await paste.click();
  await page.getByRole('alert').getByText('There is no image in the clipboard.').waitFor();
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(64, 64);
    const context = canvas.getContext('2d');
    context.fillStyle = 'orange';
    context.fillRect(0, 0, 64, 32);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': await canvas.convertToBlob() })]);
  });
  await paste.click();
  await page.locator('.run-name').getByText('pasted image').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0, 'what was said before is gone');
  await run(page, 3);
  assert.ok(differs(taken, await saved(page)), 'the pasted image is what ran');
});

test('a clipboard that the page may not read has a message with a remedy', async (t) => {
  const page = await prepared(t, 'tflite/models/mobilenet_v1_025_128_float32.tflite', { context: { permissions: [] } });
  await page.locator('.run-fill select').first().selectOption('file');
  await page.getByRole('button', { name: 'Paste' }).click();
  await page.getByRole('alert').getByText('did not let the page read the clipboard').waitFor();
});

test('an endless loop shows its rounds and can be canceled, and another model runs then', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture('tflite/endless/while_true.tflite')]);
  await page.getByRole('tab', { name: 'Run' }).click();
  const start = page.getByRole('button', { name: 'Run', exact: true });
  await start.click();
  await page.getByRole('status').getByText(/0 of 1 nodes, [\d,]+ rounds of a loop/).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('status').filter({ hasText: 'nodes' }).waitFor({ state: 'detached' });
  // And once more: a canceled run starts again.
  await start.click();
  await page.getByRole('status').getByText(/rounds of a loop/).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await dropFiles(page, [fixture('tflite/models/segmentation_64_float32.tflite')]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'segmentation' }).waitFor();
  await run(page, 1);
});

/** A tar of files. */
function tar(members) {
  const blocks = members.flatMap(([name, bytes]) => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write('0000644\0', 100);
    head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124);
    head.write('        0ustar\0' + '00', 148);
    head.write(`${head.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0')}\0 `, 148);
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

test('a model in an archive runs with its weights, which are files of their own there', async (t) => {
  const truth = JSON.parse(await readFile(fixture('tflite/external/truth.json'), 'utf8'));
  const { output } = truth.answers.find((answer) => answer.output);
  const names = ['model.tflite', 'weights.bin', 'more/bias.bin'];
  const members = await Promise.all(names.map(async (name) => [`pack/${name}`, await readFile(fixture(`tflite/external/${name}`))]));
  const made = await folder(t);
  for (const [name, bytes] of [['packed.zip', zip(members)], ['packed.tar', tar(members)], ['packed.tar.gz', zlib.gzipSync(tar(members))]]) {
    const file = path.join(made, name);
    await writeFile(file, bytes);
    const { page } = await open(t);
    await page.getByText('Nothing leaves this browser.').waitFor();
    await dropFiles(page, [file]);
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'model.tflite' }).waitFor();
    assert.equal(await page.getByText('which is missing').count(), 0, name);
    await page.getByRole('tab', { name: 'Run' }).click();
    await run(page, 1);
    await page.locator('.run-fill select').first().selectOption('text');
    await page.locator('.run-typed').fill(truth.input.join(' '));
    await page.locator('.run-typed').blur();
    await run(page, 2);
    const actual = await saved(page);
    output.flat(9).forEach((value, i) => assert.ok(Math.abs(actual[i] - value) <= 1e-5 * Math.abs(value), `${name} [${i}] ${actual[i]} for ${value}`));
  }
});

test('the view fits narrow and wide pages, light and dark, from both sides', async (t) => {
  const page = await prepared(t, 'tflite/models/mobilenet_v1_025_128_int8.tflite');
  await page.locator('.run-fill select').first().selectOption('file');
  await page.locator('.run-fill input[type=file]').first().setInputFiles(PICTURE);
  await page.getByRole('combobox', { name: 'Runs' }).selectOption('10');
  await run(page, 2);
  await page.getByRole('button', { name: 'Compare with float' }).click();
  await page.locator('.run-layers').waitFor({ timeout: 300_000 });
  await page.getByLabel('Compare with').selectOption('reference');
  await page.locator('.run-beside').waitFor({ timeout: 300_000 });
  for (const width of [360, 1600]) {
    for (const colorScheme of ['light', 'dark']) {
      for (const dir of ['ltr', 'rtl']) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await page.evaluate((dir) => ui().querySelector('.page').setAttribute('dir', dir), dir);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        await screenshot(page, `run-panel-${width}-${colorScheme}-${dir}`, { fullPage: true });
        assert.ok(wide <= width, `${dir}: ${wide} px of ${width}`);
      }
    }
  }
});

test('the view fits a narrow page, in the dark and from right to left', async (t) => {
  const page = await prepared(t, 'tflite/models/segmentation_64_float32.tflite', { context: { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } });
  await page.locator('.run-fill select').first().selectOption('file');
  await page.locator('.run-canvas').waitFor();
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((dir) => ui().querySelector('.page').setAttribute('dir', dir), dir);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 360, `${dir}: ${wide} px`);
    await screenshot(page, `run-panel-360-${dir}`, { fullPage: true });
  }
});
