// Tables as files and on the clipboard: every view's tables have the menu, and what it gives is what the table shows.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open, until } from './lib/index.mjs';
import { choose, saved } from './lib/tables.mjs';

const MOBILENET = 'tflite/models/mobilenet_v2_035_224_float32.tflite';
const bundle = (prefix) => ['index', 'data-00000-of-00001'].map((end) => `${prefix}.${end}`);

/** Drops files of fixtures; the clipboard can be read. */
async function drop(t, files) {
  const opened = await open(t, { context: { acceptDownloads: true, permissions: ['clipboard-read', 'clipboard-write'] } });
  const { page } = opened;
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, files.map(fixture));
  await page.locator('.answer [data-outcome]').first().waitFor();
  return page;
}

const view = (page, name) => page.getByRole('tab', { name, exact: true }).click();

/** Rows of comma-separated values without line breaks in fields. */
function csv(text) {
  const lines = text.split('\r\n');
  assert.equal(lines.pop(), '');
  return lines.map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain));
}

/** All forms of a table, saved and copied, have the same rows; returns them as objects. */
async function forms(page, table) {
  const [name, json] = await saved(page, table, 'JSON');
  assert.equal(name, `${table}.json`);
  const rows = JSON.parse(json);
  assert.ok(rows.length > 0, table);
  const [head, ...lines] = csv((await saved(page, table, 'CSV'))[1]);
  assert.deepEqual(head, Object.keys(rows[0]), table);
  assert.equal(lines.length, rows.length, table);
  assert.ok(lines.every((line) => line.length === head.length), table);
  const texts = rows.map((row) => Object.values(row).map((value) => (value === null ? '' : String(value))));
  const first = lines.map((line) => line[0]);
  assert.deepEqual(texts.map(([text]) => text), first.map((text) => (Number.isNaN(Number(text)) || text === '' ? text : String(Number(text)))), table);
  await page.evaluate(() => navigator.clipboard.writeText('-'));
  await choose(page, table, 'Copy as Markdown');
  // Rows that the worker has come later.
  await until(page, async () => (await navigator.clipboard.readText()) !== '-');
  await page.locator(`[data-table="${table}"]`).first().getByText('Copied').waitFor();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(markdown, (await saved(page, table, 'Markdown'))[1], table);
  assert.equal(markdown.trim().split('\n').length, rows.length + 2, table);
  return rows;
}

/** Number of rows of the table after its menu. */
const shown = (page, table) => page.locator(`[data-table="${table}"]`).first().evaluate((menu) => {
  const found = [...menu.parentElement.querySelectorAll('table')].find((one) => menu.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  return found.querySelectorAll('tbody tr').length;
});

test('tables of a model: requirements, findings, window, contents, tensors, delegates', async (t) => {
  const page = await drop(t, [MOBILENET]);
  const requirements = await forms(page, 'requirements');
  assert.equal(requirements.length, await page.locator('table.req tbody tr').count());
  assert.ok(requirements.every(({ id, source, nodes }) => id && source && nodes > 0));
  assert.ok(requirements.some(({ requirement }) => requirement.includes('DEPTHWISE_CONV_2D')));
  await page.getByRole('searchbox', { name: 'Filter requirements' }).fill('depthwise');
  assert.ok((await forms(page, 'requirements')).every(({ requirement }) => /depthwise/i.test(requirement)), 'the filter counts');
  await page.getByText('All releases as a table').click();
  assert.equal((await forms(page, 'windows')).length, await shown(page, 'windows'));

  await view(page, 'Contents');
  const tensors = await forms(page, 'tensors');
  assert.deepEqual(tensors.map(({ tensor }) => tensor), tensors.map((_, index) => index), 'also those out of sight');
  assert.ok(tensors.length > 80 && tensors.every(({ dtype, shape }) => dtype && shape.startsWith('[')));

  await view(page, 'Variables');
  const weights = await forms(page, 'variables');
  assert.equal(weights.length, Number(await page.locator('table.vars').getAttribute('aria-rowcount')));
  const sizes = await forms(page, 'sizes');
  assert.deepEqual(Object.keys(sizes[0]), ['Scope', 'Variables', 'Model', 'Share']);

  await view(page, 'Delegates');
  const delegates = await forms(page, 'delegates');
  assert.equal(delegates.length, await shown(page, 'delegates'));
});

test('tables of a run: operators and nodes with their times', async (t) => {
  const page = await drop(t, [MOBILENET]);
  await view(page, 'Run');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('[data-table="ops"]').waitFor();
  const ops = await forms(page, 'ops');
  assert.ok(ops.some((row) => Object.values(row).includes('DEPTHWISE_CONV_2D')));
  await page.locator('details').filter({ has: page.locator('table.run-nodes') }).locator('summary').click();
  await page.locator('table.run-nodes tbody tr').first().waitFor();
  assert.equal((await forms(page, 'nodes')).length, await page.locator('table.run-nodes tbody tr').count());
});

test('tables of checkpoints: objects, changes, values, a restore', async (t) => {
  const page = await drop(t, ['a', 'b'].flatMap((side) => bundle(`comparisons/ckpt_value_${side}`)));
  await view(page, 'Objects');
  await page.locator('table.objects tbody td').first().waitFor();
  const objects = await forms(page, 'objects');
  assert.equal(objects.length, Number(await page.locator('table.objects').getAttribute('aria-rowcount')));
  assert.deepEqual(Object.keys(objects[0]), ['node', 'path', 'role', 'children', 'slot variables', 'saved values']);
  assert.equal(objects[0].role, 'root');
  await page.getByRole('searchbox', { name: 'Filter objects' }).fill('bias');
  await page.waitForFunction(() => [...ui().querySelectorAll('table.objects td:nth-child(2)')].every((path) => /bias/.test(path.innerText)));
  assert.ok((await forms(page, 'objects')).every(({ path }) => path.includes('bias')));

  await view(page, 'Compare');
  await page.locator('[data-table="values"]').waitFor();
  const values = await forms(page, 'values');
  assert.ok(values.some(({ change, name }) => change === 'different' && name.includes('net/dense/bias')));

  await view(page, 'Restore');
  await page.locator('[data-table="restore"]').first().waitFor({ state: 'attached' });
  await page.evaluate(() => ui().querySelectorAll('.panel details').forEach((list) => (list.open = true)));
  await forms(page, 'restore');
});

test('the menu is used by keys alone and closes', async (t) => {
  const page = await drop(t, [MOBILENET]);
  const menu = page.locator('[data-table="requirements"]');
  const button = menu.getByRole('button', { name: 'Export rows' });
  await button.focus();
  await page.keyboard.press('Enter');
  assert.equal(await button.getAttribute('aria-expanded'), 'true');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => focused().innerText), 'Copy as CSV');
  await page.keyboard.press('Escape');
  assert.equal(await button.getAttribute('aria-expanded'), 'false');
  assert.ok(await button.evaluate((element) => element === focused()), 'the focus is back on the button');
  await page.keyboard.press('Enter');
  await page.getByRole('searchbox', { name: 'Filter requirements' }).focus();
  await menu.getByRole('list').waitFor({ state: 'detached' });
});
