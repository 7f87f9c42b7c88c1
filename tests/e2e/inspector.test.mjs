// The inspector of the graph: tensors of a node, their values by index, scales, bytes, and the nodes at their other ends,
// compared with what TensorFlow and NumPy recorded of the same files (tests/fixtures/generators/slices.py).
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';
import { settled } from './lib/screens.mjs';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const MODEL = 'tflite/models/mobilenet_v1_025_128_int8.tflite';
const GRAPH = 'graphdefs/frozen_tf1_15_5.pb';
const golden = JSON.parse(await readFile(fixture('values/slices.golden.json')));

/** Opens a file with a node selected. */
async function inspect(t, file, node, options = {}) {
  const opened = await open(t, { fragment: `view=graph&node=${node}`, ...options });
  const { page } = opened;
  await page.locator('#main button').first().waitFor();
  await dropFiles(page, [fixture(file)]);
  await page.locator('.tensors').waitFor();
  await settled(page);
  return opened;
}

/** The row of a tensor. */
const row = (page, name) => page.locator('.tensors > li').filter({ has: page.locator('summary', { hasText: name }) });
const opener = (page, name) => row(page, name).locator('summary').first();

/** The cells of the table by index: for each line its heads and its cells, of which each has the lines of its numbers. */
async function cells(tensor) {
  return tensor.locator('.slice-table tbody tr').evaluateAll((rows) => rows.map((row) => ({
    heads: [...row.querySelectorAll('th')].map((head) => Number(head.textContent)),
    cells: [...row.querySelectorAll('td')].map((cell) => [...cell.querySelectorAll('code')].map((code) => Number(code.textContent))),
  })));
}

const close = (ours, theirs) => assert.ok(Math.abs(ours - theirs) <= 1e-6 * Math.abs(theirs), `${ours} is not ${theirs}`);

for (const filters of golden.filters[MODEL]) {
  test(`the filters of ${filters.op} have the values, scales and bytes that TensorFlow reads`, async (t) => {
    const { page } = await inspect(t, MODEL, filters.operator);
    const tensor = row(page, 'constant 1');
    await opener(page, 'constant 1').focus();
    await page.keyboard.press('Enter');
    await tensor.locator('.slice-table').waitFor();

    // Values by index, quantized and real.
    const found = await cells(tensor);
    const { images, real } = filters;
    assert.equal(found.length, images.length * images[0].length);
    for (const { heads: [image, line], cells: numbers } of found) {
      assert.deepEqual(numbers.map(([stored]) => stored), images[image][line]);
      numbers.forEach(([, value], column) => close(value, real[image][line][column]));
    }
    // The heat map has a text with the extremes.
    const all = real.flat(2);
    const text = await tensor.locator('.heat-map').getByRole('img').getAttribute('aria-label');
    const [, count, height, width, low, high] = text.match(/of (\d+) images of (\d+) × (\d+) values, from (\S+) to (\S+)\.$/);
    assert.deepEqual([count, height, width].map(Number), [images.length, 3, 3]);
    close(Number(low), Math.min(...all));
    close(Number(high), Math.max(...all));
    const painted = await tensor.locator('.heat-map canvas').evaluate((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      return new Set(Array.from({ length: data.length / 4 }, (_, i) => data.slice(4 * i, 4 * i + 4).join())).size;
    });
    assert.ok(painted > 20, `${painted} colors`);

    // Statistics of the stored values.
    const fact = (name) => tensor.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]').first();
    assert.equal(Number(await fact('Elements').innerText()), filters.shape.reduce((a, b) => a * b, 1));
    assert.equal(Number(await fact('Smallest').innerText()), filters.min);
    assert.equal(Number(await fact('Largest').innerText()), filters.max);

    // One scale per channel, as a table.
    const scales = tensor.locator('.chart-table').first();
    await scales.locator('summary').click();
    const lines = (await scales.locator('tbody tr').allInnerTexts()).map((line) => line.split(/\s+/).map(Number));
    assert.deepEqual(lines.map(([channel]) => channel), filters.scales.map((_, channel) => channel));
    lines.forEach(([, scale], channel) => close(scale, filters.scales[channel]));
    assert.deepEqual(lines.map(([, , zero]) => zero), filters.zero_points);

    // The bytes, and the same in the view of all bytes.
    await tensor.locator('summary', { hasText: 'Bytes' }).click();
    await tensor.locator('.hex .row').first().waitFor();
    const hex = (rows) => rows.map((line) => line.slice(10, 34).replaceAll(' ', '')).join('');
    assert.ok(filters.bytes.startsWith(hex((await tensor.locator('.hex .row').evaluateAll((rows) => rows.map((one) => one.textContent))))));
    await tensor.locator('dd button.place').click();
    await page.getByRole('tab', { name: 'Bytes', selected: true }).waitFor();
    await page.locator('.hex mark').first().waitFor();
    const marked = await page.locator('.hex .row').evaluateAll((rows) => rows.flatMap((one) => [...one.querySelectorAll(':scope > mark')].map((mark) => mark.textContent)).join('').replaceAll(' ', ''));
    assert.equal(marked, filters.bytes);
  });
}

test('attributes at their default are dimmed, with the version or release that brought them', async (t) => {
  const { page } = await inspect(t, MODEL, 1);
  const value = (name) => page.locator('.graph-details > dl dt', { hasText: name }).locator('+ dd');
  await page.locator('.graph-details dd.default').first().waitFor();
  // DEPTHWISE_CONV_2D has dilation from version 2 on; one is what it has without.
  assert.match(await value('dilation_w_factor').innerText(), /^1\s+since v2$/);
  assert.match(await value('dilation_w_factor').getAttribute('class'), /default/);
  assert.equal(await value('stride_w').getAttribute('class'), null, 'the schema has no stride of 1');
  // MatMul of TensorFlow: transpose_a is false without it.
  const { page: graph } = await inspect(t, GRAPH, 5);
  await graph.locator('.graph-details dd.default').first().waitFor();
});

test('indices choose other channels, the last two axes show the same numbers, and a typed index keeps the focus', async (t) => {
  const [filters] = golden.filters[MODEL];
  const { page } = await inspect(t, MODEL, filters.operator);
  const tensor = row(page, 'constant 1');
  await opener(page, 'constant 1').click();
  await tensor.locator('.slice-table').waitFor();
  const byte = (at) => Buffer.from(filters.bytes, 'hex').readInt8(at);
  const index = tensor.getByLabel('Index on axis 3 (up to 2)');
  await index.fill('2');
  await index.press('Enter');
  await page.waitForFunction((wanted) => ui().querySelector('.slice-table td code')?.textContent === wanted, String(byte(2)));
  assert.equal(await index.evaluate((one) => one === focused()), true);
  await tensor.getByLabel('Elements', { exact: true }).selectOption('table');
  const first = tensor.getByLabel('Index on axis 0 (up to 7)');
  await first.fill('5');
  await first.press('Enter');
  const wanted = Array.from({ length: 3 }, (_, line) => Array.from({ length: 3 }, (_, column) => byte(5 * 27 + line * 3 + column)));
  await page.waitForFunction((text) => ui().querySelector('.slice-table td code')?.textContent === text, String(wanted[0][0]));
  assert.deepEqual((await cells(tensor)).map((line) => line.cells.map(([stored]) => stored)), wanted);
});

test('readers and writers lead to their nodes by keyboard', async (t) => {
  const { page } = await inspect(t, MODEL, 1);
  const title = page.locator('.graph-details .title');
  assert.match(await title.innerText(), /^DEPTHWISE_CONV_2D/);
  await opener(page, 'input 0').focus();
  await page.keyboard.press('Enter');
  const writer = row(page, 'input 0').locator('.links button').first();
  assert.match(await writer.innerText(), /^CONV_2D/);
  await writer.press('Enter');
  await title.filter({ hasText: /^CONV_2D/ }).waitFor();
  await page.waitForFunction(() => focused().matches('.graph-canvas > canvas'));
  assert.equal(await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('node')), '0');
  // And to the input of the graph.
  await opener(page, 'input 0').click();
  await row(page, 'input 0').getByRole('button', { name: 'input of the graph' }).click();
  await title.filter({ hasText: 'serving_default_input' }).waitFor();
});

test('a constant of a GraphDef has its values, also behind the copy that a frozen variable has', async (t) => {
  const constants = golden.constants[GRAPH];
  const { page } = await inspect(t, GRAPH, constants[0].node);
  // The node is drawn in the one that reads it.
  const shown = row(page, constants[0].name).first();
  await shown.locator('summary').first().click();
  await shown.locator('.slice-table').waitFor();
  const found = (await cells(shown)).flatMap((line) => line.cells.map(([value]) => value));
  assert.equal(found.length, constants[0].values.length);
  found.forEach((value, at) => close(value, constants[0].values[at]));
});

test('axe finds nothing to object to in an open tensor, in a narrow dark Arabic page as well', async (t) => {
  for (const [locale, width, scheme] of [['en', 1280, 'light'], ['ar', 360, 'dark']]) {
    const { page } = await inspect(t, MODEL, 0, { context: { locale, viewport: { width, height: 800 }, colorScheme: scheme } });
    await page.addScriptTag({ path: AXE });
    const tensor = page.locator('.tensors > li').nth(1);
    await tensor.locator('summary').first().click();
    await tensor.locator('.slice-table').waitFor();
    for (const summary of await tensor.locator('details details > summary').all()) await summary.press('Enter');
    await settled(page);
    const { violations } = await page.evaluate(() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }));
    assert.deepEqual(violations.flatMap(({ id, nodes }) => nodes.map((node) => `${locale} ${id}: ${node.html.slice(0, 160)}`)), []);
    const wide = await page.locator('.graph-details').evaluate((pane) => pane.scrollWidth - pane.clientWidth);
    assert.ok(wide <= 1, `${locale}: the pane is ${wide} px too narrow`);
  }
});

/** A GraphDef with one float32 constant of `side` x `side` zeros, whose last element is 2. */
function constant(side) {
  const varint = (value) => (value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)]);
  const field = (number, ...parts) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
    return Buffer.concat([Buffer.from([(number << 3) | 2, ...varint(body.length)]), body]);
  };
  const content = Buffer.alloc(side * side * 4);
  content.writeFloatLE(2, content.length - 4);
  const dim = field(2, [1 << 3, ...varint(side)]);
  const tensor = field(8, [1 << 3, 1], field(2, dim, dim), field(4, content));
  const attribute = (name, value) => field(5, field(1, name), field(2, value));
  const node = field(1, field(1, 'big'), field(2, 'Const'), attribute('dtype', [6 << 3, 1]), attribute('value', tensor));
  return Buffer.concat([node, field(4, [1 << 3, ...varint(1882)])]);
}

test('a value of many megabytes is read when asked for, and a window of it begins where it is asked to', async (t) => {
  const made = await mkdtemp(path.join(os.tmpdir(), 'vintage-e2e-'));
  t.after(() => rm(made, { recursive: true }));
  const file = path.join(made, 'big.pb');
  await writeFile(file, constant(2048));
  const { page } = await open(t, { fragment: 'view=graph&node=0' });
  await page.locator('#main button').first().waitFor();
  await dropFiles(page, [file]);
  await opener(page, 'big').click();
  const tensor = row(page, 'big');
  const show = tensor.getByRole('button', { name: 'Show values (17 MB)' });
  await show.waitFor();
  assert.equal(await tensor.locator('.stats-body').count(), 0);
  await show.press('Enter');
  await tensor.locator('.stats-body').getByText('4,194,304', { exact: true }).waitFor();
  for (const axis of [0, 1]) {
    const from = tensor.getByLabel(`Axis ${axis}, to 63 (of 2047), from`);
    await from.fill('2040');
    await from.press('Enter');
    await tensor.getByLabel(`Axis ${axis}, to 2047 (of 2047), from`).waitFor();
  }
  // 64 elements: the table is open.
  await tensor.locator('.slice-table').waitFor();
  const found = await cells(tensor);
  assert.deepEqual(found.at(-1), { heads: [2047], cells: [[0], [0], [0], [0], [0], [0], [0], [2]] });
});
