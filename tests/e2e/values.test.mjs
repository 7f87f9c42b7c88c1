// Stored values: statistics, checking all of them with progress and a way to cancel, and errors that open the hex view.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';
import { largeCheckpoint } from './lib/large-checkpoint.mjs';

async function drop(t, files, heading, options = {}) {
  const opened = await open(t, options);
  await opened.page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(opened.page, files.map((file) => (path.isAbsolute(file) ? file : fixture(file))));
  await opened.page.getByRole('heading', { level: 1 }).filter({ hasText: heading }).waitFor();
  return opened;
}

async function folder(t) {
  const made = await mkdtemp(path.join(os.tmpdir(), 'vintage-e2e-'));
  t.after(() => rm(made, { recursive: true }));
  return made;
}

/** The number at a row of the statistics. */
const row = async (stats, name) => (await stats.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]').innerText()).trim();

test('a variable shows its statistics as NumPy has them, and a histogram with a text', async (t) => {
  const { page } = await drop(t, ['checkpoints/dtypes'], 'dtypes');
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'int16/.ATTRIBUTES/VARIABLE_VALUE', exact: true }).click();
  const stats = page.getByRole('region', { name: 'Statistics' });
  await stats.getByText('checksum OK').waitFor();
  const golden = JSON.parse(await readFile(fixture('values/statistics.golden.json'))).values['checkpoints/dtypes/dtypes'];
  const int16 = golden['int16/.ATTRIBUTES/VARIABLE_VALUE'];
  assert.equal(await row(stats, 'Elements'), String(int16.count));
  assert.equal(Number(await row(stats, 'Smallest')), int16.min);
  assert.equal(Number(await row(stats, 'Largest')), int16.max);
  assert.ok(Math.abs(Number(await row(stats, 'Mean')) - int16.mean) <= 1e-6 * Math.abs(int16.mean));
  assert.match(await stats.getByRole('img').getAttribute('aria-label'), /Histogram: 32 bins/);
  assert.equal(await stats.locator('rect').count(), int16.histogram.filter((count) => count > 0).length);
  // The same as a table, in which every bin has its limits.
  await stats.getByText('The numbers as a table').click();
  const bins = (await stats.locator('.chart-table tbody tr').allInnerTexts()).map((line) => line.split(/\s+/).map((cell) => Number(cell.replaceAll(',', ''))));
  assert.deepEqual(bins.map(([, , count]) => count), int16.histogram);
  assert.deepEqual([bins[0][0], bins.at(-1)[1]], [int16.min, int16.max]);
  assert.ok(bins.every(([from, to], i) => from < to && (i === 0 || from === bins[i - 1][1])), JSON.stringify(bins));

  await page.getByRole('button', { name: 'special/.ATTRIBUTES/VARIABLE_VALUE', exact: true }).click();
  await stats.getByText('NaN', { exact: true }).waitFor();
  assert.equal(await row(stats, 'Infinity'), String(golden['special/.ATTRIBUTES/VARIABLE_VALUE'].positive_infinity));
});

test("weights of a TFLite model are listed when asked for, with statistics", async (t) => {
  const { page } = await drop(t, ['tflite/models/lstm_fused_int8.tflite'], 'lstm_fused_int8.tflite');
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.locator('table.vars td.name button').first().click();
  await page.getByRole('region', { name: 'Statistics' }).getByText('no checksum stored').waitFor();
});

test('all values are checked, and a wrong one is shown with its position, which opens the hex view', async (t) => {
  const { page } = await drop(t, ['checkpoints/corrupt/data_byte_flipped'], 'broken');
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Check all values' }).click();
  await page.locator('.checked').getByText('checksum wrong').waitFor();
  assert.match(await page.locator('.checked').innerText(), /checksum OK: \d+/);
  const error = page.getByRole('alert').filter({ hasText: 'checksum' }).first();
  await error.getByRole('button', { name: /bytes/ }).click();
  await page.getByRole('tab', { name: 'Bytes', selected: true }).waitFor();
  await page.locator('.hex mark').first().waitFor();
});

test('a large check shows how far it is, answers other questions meanwhile, and ends when given up', async (t) => {
  const made = await folder(t);
  // 2 GB in one variable.
  const files = await largeCheckpoint(made, 1, 500_000);
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await page.locator('input[type=file]').first().setInputFiles(files);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'large' }).waitFor();
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Check all values' }).click();
  const bar = page.getByRole('progressbar', { name: 'Check all values' });
  await bar.waitFor();
  await page.waitForFunction(() => Number(ui().querySelector('.checking progress')?.value) >= 1);
  await page.locator('.checking').getByRole('button', { name: 'Cancel' }).click();
  await bar.waitFor({ state: 'detached' });
  // The worker lives and answers.
  await page.getByRole('tab', { name: 'Bytes' }).click();
  await page.locator('.hex').getByText('00000000').first().waitFor();
});

test('a file that could not be opened at all still shows the bytes that are wrong', async (t) => {
  const made = await folder(t);
  const torn = path.join(made, 'torn.pb');
  await writeFile(torn, await readFile(fixture('graphdefs/frozen.pb')));
  await truncate(torn, 700);
  const { page } = await drop(t, [torn], 'torn.pb');
  const error = page.getByRole('alert').first();
  assert.match(await error.innerText(), /Damaged/);
  await error.getByRole('button', { name: /bytes/ }).click();
  await page.locator('.hex mark').first().waitFor();
});
