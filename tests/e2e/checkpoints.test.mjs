// Checkpoints: sizes by scope, checksums and statistics as columns, files of the table, two checkpoints as columns.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';
import { saved } from './lib/tables.mjs';

/** Drops files of fixtures and opens a view. */
async function drop(t, files, heading, view) {
  const opened = await open(t, { context: { acceptDownloads: true } });
  const { page } = opened;
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, files.map(fixture));
  await page.getByRole('heading', { level: 1 }).filter({ hasText: heading }).waitFor();
  await page.getByRole('tab', { name: view }).click();
  return opened;
}

const bundle = (prefix) => [`${prefix}.index`, `${prefix}.data-00000-of-00001`];
const ADAM = bundle('checkpoints/name_based_v2_tf115/model.ckpt-10');

test('sizes by scope: slot variables apart, opened by keys, and the table follows', async (t) => {
  const { page } = await drop(t, ADAM, 'model.ckpt-10', 'Variables');
  const golden = JSON.parse(await readFile(fixture('checkpoints/name_based_v2_tf115/model.ckpt-10.golden.json'), 'utf8'));
  const names = golden.variables.map((variable) => variable.name);
  const sizes = page.getByRole('region', { name: 'Sizes by scope' });
  const dnn = sizes.getByRole('row').filter({ hasText: 'dnn' });
  const inside = names.filter((name) => name.startsWith('dnn/'));
  assert.equal((await dnn.getByRole('cell').first().innerText()).trim(), String(inside.length));
  const heads = await sizes.getByRole('columnheader').allInnerTexts();
  assert.deepEqual(heads.map((head) => head.trim()).filter(Boolean), ['Scope', 'Variables', 'Model', 'Optimizer (slot variables)', 'Share']);

  const table = page.locator('table.vars');
  assert.equal(await table.getAttribute('aria-rowcount'), String(names.length));
  await dnn.getByRole('button', { name: 'dnn' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => focused()?.matches('.sizes [aria-current]'));
  await page.waitForFunction((rows) => ui().querySelector('table.vars').getAttribute('aria-rowcount') === String(rows), inside.length);
  const first = sizes.getByRole('button', { name: 'layer_0' });
  await first.focus();
  await page.keyboard.press('Enter');
  const layer = names.filter((name) => name.startsWith('dnn/layer_0/'));
  await page.waitForFunction((rows) => ui().querySelector('table.vars').getAttribute('aria-rowcount') === String(rows), layer.length);
  // Kernel and bias, each with its slot variables.
  const kernel = sizes.getByRole('row').filter({ hasText: 'kernel' });
  assert.equal((await kernel.getByRole('cell').first().innerText()).trim(), '3');
  const trail = page.getByRole('navigation', { name: 'Open scope' });
  assert.deepEqual((await trail.getByRole('listitem').allInnerTexts()).map((step) => step.trim()), ['All variables', 'dnn', 'layer_0']);
  await trail.getByRole('button', { name: 'All variables' }).click();
  await page.waitForFunction((rows) => ui().querySelector('table.vars').getAttribute('aria-rowcount') === String(rows), names.length);
});

test('checksums and statistics are columns that sort, and files have all digits', async (t) => {
  const { page } = await drop(t, bundle('checkpoints/dtypes/dtypes'), 'dtypes', 'Variables');
  const golden = JSON.parse(await readFile(fixture('values/statistics.golden.json'), 'utf8')).values['checkpoints/dtypes/dtypes'];
  const table = page.locator('table.vars');
  const row = (name) => table.getByRole('row').filter({ has: page.getByRole('button', { name: `${name}/.ATTRIBUTES/VARIABLE_VALUE`, exact: true }) });
  await row('int16').getByText('not checked yet').waitFor();
  await page.getByRole('button', { name: 'Compute all statistics' }).click();
  await row('int16').getByText('checksum OK').waitFor();
  const heads = (await table.getByRole('columnheader').allInnerTexts()).map((head) => head.trim());
  const cells = (await row('int16').getByRole('cell').allInnerTexts()).map((cell) => cell.trim());
  const cell = (head) => Number(cells[heads.indexOf(head)].replaceAll(',', ''));
  const int16 = golden['int16/.ATTRIBUTES/VARIABLE_VALUE'];
  assert.deepEqual([cell('Smallest'), cell('Largest'), cell('Zeros')], [int16.min, int16.max, int16.zeros]);
  const special = (await row('special').getByRole('cell').allInnerTexts())[heads.indexOf('NaN, infinite')];
  const counts = golden['special/.ATTRIBUTES/VARIABLE_VALUE'];
  assert.equal(Number(special), counts.nan + counts.positive_infinity + counts.negative_infinity);

  // The largest maximum comes first after two presses.
  const head = table.getByRole('columnheader', { name: 'Largest' });
  await head.getByRole('button').click();
  await head.getByRole('button').click();
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  const [name, text] = await saved(page, 'variables', 'JSON');
  assert.equal(name, 'variables.json');
  const rows = JSON.parse(text);
  assert.equal(rows.length, Number(await table.getAttribute('aria-rowcount')));
  const most = rows.map((one) => one.max).filter((max) => typeof max === 'number');
  assert.deepEqual(most, [...most].sort((a, b) => b - a));
  const exact = rows.find((one) => one.name.startsWith('int16/'));
  assert.deepEqual([exact.min, exact.max, exact.zeros, exact.checksum], [int16.min, int16.max, int16.zeros, 'right']);
  assert.ok(Math.abs(exact.std - int16.deviation) <= 1e-12 * int16.deviation);
  const [, csv] = await saved(page, 'variables', 'CSV');
  assert.equal(csv.split('\r\n')[0], 'name,dtype,shape,bytes,checksum,elements,min,max,mean,std,zeros,nan,infinite');
  assert.equal(csv.split('\r\n').length, rows.length + 2);
  const [, markdown] = await saved(page, 'variables', 'Markdown');
  assert.match(markdown, /^\| name \| dtype \|/);
});

test('two checkpoints as columns: norms by NumPy, sorted by change', async (t) => {
  const golden = JSON.parse(await readFile(fixture('comparisons/norms.golden.json'), 'utf8')).pairs;
  const both = (pair) => ['a', 'b'].flatMap((side) => bundle(`comparisons/${pair}_${side}`));
  const of = (prefix) => golden.find((pair) => pair.a === prefix).values;
  const { page } = await drop(t, both('ckpt_value'), 'ckpt_value_a', 'Compare');
  const values = page.getByRole('region', { name: 'Stored values' });
  const bias = values.getByRole('row').filter({ hasText: 'net/dense/bias' });
  await bias.waitFor();
  const heads = (await values.getByRole('columnheader').allInnerTexts()).map((head) => head.trim());
  const cells = (await bias.getByRole('cell').allInnerTexts()).map((cell) => cell.trim());
  const truth = of('comparisons/ckpt_value_a')['net/dense/bias/.ATTRIBUTES/VARIABLE_VALUE'];
  const cell = (head) => Number(cells[heads.indexOf(head)]);
  assert.equal(cell('L2 difference'), truth.norm);
  assert.ok(Math.abs(cell('Relative change') - truth.change) < 1e-6, cells.join());
  assert.match(cells[heads.indexOf('Type and shape')], /^float32/);
  await page.getByLabel('equal ones too').check();
  const first = values.locator('tbody tr:not(.gap)').first();
  assert.match(await first.innerText(), /net\/dense\/bias/);
  const head = values.getByRole('columnheader', { name: 'Relative change' });
  assert.equal(await head.getAttribute('aria-sort'), 'descending');
  await head.getByRole('button').click();
  await page.waitForFunction(() => !/dense\/bias/.test(ui().querySelector('table.compared tbody tr:not(.gap)').innerText));
  const [name, text] = await saved(page, 'values', 'JSON');
  assert.equal(name, 'values.json');
  const row = JSON.parse(text).find((one) => one.name.includes('bias'));
  assert.equal(row.norm, truth.norm);
  assert.ok(Math.abs(row.relative - truth.change) <= 1e-15);
});

test('a variable that only one checkpoint has is marked', async (t) => {
  const both = ['a', 'b'].flatMap((side) => bundle(`comparisons/ckpt_added_${side}`));
  const { page } = await drop(t, both, 'ckpt_added_a', 'Compare');
  const truth = JSON.parse(await readFile(fixture('comparisons/truth.json'), 'utf8')).rows.find((row) => row.name === 'ckpt_added');
  const values = page.getByRole('region', { name: 'Stored values' });
  for (const name of truth.only_b) {
    const row = values.getByRole('row').filter({ hasText: name });
    await row.waitFor();
    assert.match(await row.innerText(), /only after/);
  }
  assert.ok(truth.only_b.length > 0);
});
