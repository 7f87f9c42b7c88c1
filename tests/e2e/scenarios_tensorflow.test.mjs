// What people come with, on the page: graphs, SavedModels, checkpoints and Keras files. The numbers are those of tests/scenarios.rs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

async function drop(t, files, name, options) {
  const { page } = await open(t, options);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, files.map((file) => fixture(file)));
  await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor();
  return page;
}

const clipboard = { context: { permissions: ['clipboard-read', 'clipboard-write'] } };
const advice = (page, id) => page.locator(`[data-advice="${id}"]`);
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

test('S10: attrs to strip, as code to copy', async (t) => {
  const page = await drop(t, ['graphdefs/control_inputs.pb'], 'control_inputs.pb', clipboard);
  const step = advice(page, 'graph-strip-attrs');
  await step.getByText('Conv2D.explicit_paddings').first().waitFor();
  await step.getByRole('button', { name: 'Copy the commands' }).click();
  assert.match(await copied(page), /\("MatMul", "grad_a"\)/);
});

test('S11, S21: the hint of a release that is too old, and where promises end', async (t) => {
  const page = await drop(t, ['graphdefs/control_inputs.pb'], 'control_inputs.pb');
  await page.getByText(/have no promise for graphs of producer/).waitFor();
});

test('S12: an op that nobody knows is said to be so', async (t) => {
  const page = await drop(t, ['graphdefs/op_unknown.pb'], 'op_unknown.pb');
  await advice(page, 'graph-unknown-op').getByText('NoSuchOperation').first().waitFor();
});

test('S14: a legacy optimizer is told by its slots', async (t) => {
  const stem = 'checkpoints/optimizers/tf2.5.3_Adam';
  const page = await drop(t, [`${stem}.index`, `${stem}.data-00000-of-00001`], 'tf2.5.3_Adam');
  await advice(page, 'checkpoint-optimizer-slots').getByText('tf.keras.optimizers.legacy.Adam').first().waitFor();
});

test('S18: the key that breaks, and a configuration to copy', async (t) => {
  const page = await drop(t, ['keras/cnn_keras3.keras'], 'cnn_keras3.keras', clipboard);
  const patch = page.locator('[data-patch="tensorflow@2.15.1"]');
  await patch.waitFor();
  await patch.getByRole('button', { name: 'Copy config.json' }).click();
  const config = JSON.parse(await copied(page));
  assert.deepEqual(config.config.layers[0].config.batch_input_shape, [null, 12, 12, 3]);
});

test('S20: who made the file stands on the first screen', async (t) => {
  const page = await drop(t, ['keras/cnn_keras2.keras'], 'cnn_keras2.keras');
  assert.match(await page.getByRole('region', { name: 'What it is' }).innerText(), /keras 2\.15\.0/);
});
