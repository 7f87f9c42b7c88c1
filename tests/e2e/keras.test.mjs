// Keras files: summary, layers as a graph, weights, window, and the key that releases refuse.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

async function drop(t, file) {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(file)]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: file.split('/').pop() }).waitFor();
  return page;
}

const shows = (page, text) => page.getByRole('tabpanel').filter({ hasText: text }).waitFor();

test('a .keras file: who made it, which key older releases refuse, its layers and weights', async (t) => {
  const page = await drop(t, 'keras/two_inputs_keras3.keras');
  const said = await page.getByRole('region', { name: 'Summary' }).innerText();
  assert.match(said, /Keras file/);
  assert.match(said, /keras 3\.15\.1/);
  await shows(page, /InputLayer\.batch_shape/);
  await page.getByRole('tab', { name: 'Variables' }).click();
  await shows(page, /layers\/dense\/vars\/0 \(shared\)/);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.getByRole('tabpanel').locator('canvas').first().waitFor();
});

test('an .h5 model: its weights with values read from the file', async (t) => {
  const page = await drop(t, 'keras/cnn_keras2.h5');
  const said = await page.getByRole('region', { name: 'Summary' }).innerText();
  assert.match(said, /keras 2\.15\.0/);
  await page.getByRole('tab', { name: 'Variables' }).click();
  await shows(page, /model_weights\/first\/first\/kernel:0/);
  await page.getByRole('button', { name: /Show .*value/ }).first().click();
  // The scale of the normalization starts as ones: four of them.
  await shows(page, /norm\/gamma:0[\s\S]*1, 1, 1, 1/);
});

test('a key that keeps releases away is shown in the file, within the archive', async (t) => {
  const page = await drop(t, 'keras/cnn_keras3.keras');
  const row = page.locator('tr[data-requirement="argument InputLayer.batch_shape"]');
  await row.getByRole('button').click();
  const detail = page.locator('tr.detail');
  assert.match(await detail.getByRole('link', { name: 'About this' }).getAttribute('href'), /^docs\/findings\/keras\.html#keras-input-batch-shape$/);
  await detail.getByRole('button', { name: /bytes 0x107/ }).first().click();
  await page.getByRole('tab', { name: 'Bytes', selected: true }).waitFor();
  await page.locator('.hex mark').first().waitFor();
  assert.match(await page.locator('.hex').innerText(), /class_name/);
});
