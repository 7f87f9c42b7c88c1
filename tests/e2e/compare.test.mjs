// Comparison of two files on the page: reasons of window changes, differences, stored values, files of two kinds.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';
import { largeCheckpoint } from './lib/large-checkpoint.mjs';

const heading = (page, text) => page.getByRole('heading', { level: 1 }).filter({ hasText: text });
const pair = (name, ending) => [fixture(`comparisons/${name}_a${ending}`), fixture(`comparisons/${name}_b${ending}`)];
const drop = async (page, files, first) => {
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, files);
  await heading(page, first).waitFor();
  await page.getByRole('tab', { name: 'Compare' }).click();
};

test('an op version that moved the window, before and after, and the answer to take along', async (t) => {
  const { page } = await open(t, { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await drop(page, pair('op_version', '.tflite'), 'op_version_a.tflite');
  const row = page.getByRole('row').filter({ hasText: 'FULLY_CONNECTED' }).filter({ hasText: 'releases lost' }).first();
  await row.waitFor();
  assert.match(await row.innerText(), /tensorflow[\s\S]*31 releases lost[\s\S]*1\.11\.0/);
  const nodes = page.getByRole('button', { name: /^Nodes/ });
  await nodes.click();
  assert.equal(await nodes.getAttribute('aria-pressed'), 'true');
  const list = page.getByRole('region', { name: 'Differences' });
  const field = list.getByRole('row').filter({ hasText: 'version' });
  assert.deepEqual(await field.getByRole('cell').allInnerTexts(), ['version', '1', '9']);
  await page.getByLabel('Filter differences').fill('no such name');
  await list.getByText('Nothing matches the filter.').waitFor();
  await page.getByLabel('Filter differences').fill('');
  await page.getByText('All are equal.').waitFor();
  await page.getByRole('button', { name: 'Swap before and after' }).click();
  await page.getByText('31 releases gained').first().waitFor();
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /- version: `9` → `1`/);
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  const json = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(json.compared_as, 'tflite');
});

test('weights: which differ, how far, and where', async (t) => {
  const { page } = await open(t);
  await drop(page, pair('int8', '.tflite'), 'int8_a.tflite');
  const values = page.getByRole('region', { name: 'Stored values' });
  const row = values.getByRole('row').filter({ hasText: 'conv' }).filter({ hasText: '72 of 72' });
  await row.waitFor();
  assert.match(await row.innerText(), /real numbers[\s\S]*0\.0106[\s\S]*\[0, 0, 1, 1\]/);
  await page.getByText('The window is the same').waitFor({ state: 'detached' });
});

test('one file: it says what to do, and a file of the same name goes beside it', async (t) => {
  const { page } = await open(t);
  await drop(page, [fixture('comparisons/option_a.tflite')], 'option_a.tflite');
  await page.getByText('To compare this file with another one').waitFor();
  await page.locator('input[data-compare]').setInputFiles(fixture('comparisons/option_a.tflite'));
  await page.getByText('are the same, except for stored values').waitFor();
  assert.equal(await page.locator('.chips .file .pick').count(), 2);
});

test('files of two kinds get a sentence', async (t) => {
  const { page } = await open(t);
  await drop(page, [fixture('comparisons/option_a.tflite'), fixture('comparisons/keras_same_a.keras')], 'option_a.tflite');
  await page.getByText('cannot be compared: they are files of different kinds').waitFor();
});

test('large values are compared when asked for, and given up', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vintage-e2e-'));
  t.after(() => rm(folder, { recursive: true }));
  // 2 GB in one variable.
  const files = await largeCheckpoint(folder, 1, 500_000);
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await page.locator('input[type=file]').first().setInputFiles(files);
  await heading(page, 'large').waitFor();
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.locator('input[data-compare]').setInputFiles(files);
  await page.getByRole('button', { name: 'Compare 1 stored value' }).click();
  const bar = page.getByRole('progressbar', { name: 'Stored values' });
  await bar.waitFor();
  await page.waitForFunction(() => Number(ui().querySelector('.checking progress')?.value) >= 1);
  await page.locator('.checking').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Compare 1 stored value' }).waitFor();
});

test('long file names do not widen the comparison on a narrow screen', async (t) => {
  const { page } = await open(t, { context: { viewport: { width: 360, height: 740 } } });
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, ['tflite/ops/add_0.tflite', 'tflite/models/mobilenet_v2_035_224_int8.tflite'].map(fixture));
  await page.getByLabel('Views').locator('visible=true').selectOption({ label: 'Compare' });
  await page.getByRole('heading', { name: 'Differences' }).waitFor();
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(beyond <= 0, `${beyond} px too wide`);
});
