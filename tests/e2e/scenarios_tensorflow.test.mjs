// Real user questions, on the page: graphs, SavedModels, checkpoints and Keras files. The numbers are those of
// tests/cli/scenarios.rs.
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

test('S12: ops of a package are named with the package and the TensorFlow it pairs with', async (t) => {
  const page = await drop(t, ['savedmodels/text_ops_tf215'], 'text_ops_tf215', clipboard);
  const step = advice(page, 'graph-custom-op');
  await step.getByText('tensorflow-text').first().waitFor();
  assert.match(await step.innerText(), /CaseFoldUTF8.*RegexSplitWithOffsets/s);
  await step.getByRole('button', { name: 'Copy the commands' }).click();
  assert.match(await copied(page), /pip install "tensorflow-text==2\.15\.0"/);
});

test('S13: restored, missing and left over apart, slot variables apart, deferred told from absent', async (t) => {
  const both = ['source', 'target'].map((side) => `checkpoints/restores/tf2.5.3/renamed_layer_${side}-1`);
  const page = await drop(t, both.flatMap((stem) => [`${stem}.index`, `${stem}.data-00000-of-00001`]), 'renamed_layer_source-1');
  await page.getByRole('tab', { name: 'Restore' }).click();
  const list = (title) => page.getByRole('group').filter({ hasText: title });
  const summary = async (title) => (await list(title).locator('summary').innerText()).trim();
  await list('Missing in the checkpoint').waitFor();
  assert.match(await summary('Missing in the checkpoint'), /6$/);
  assert.equal(await list('Missing in the checkpoint').getByText('slot variable', { exact: true }).count(), 4);
  assert.match(await summary('Delayed until the object is created'), /6$/);
  assert.match(await list('Delayed until the object is created').innerText(), /waits for net\.l1/);
  assert.match(await summary(/^Restored/), /7$/);
  await page.getByText('assert_existing_objects_matched() raises').waitFor();
});

test('S14: a legacy optimizer is told by its slots', async (t) => {
  const stem = 'checkpoints/optimizers/tf2.5.3_Adam';
  const page = await drop(t, [`${stem}.index`, `${stem}.data-00000-of-00001`], 'tf2.5.3_Adam');
  await advice(page, 'checkpoint-optimizer-slots').getByText('tf.keras.optimizers.legacy.Adam').first().waitFor();
});

test('S15: the nearest key of the same shape, as a rename map', async (t) => {
  const stem = 'checkpoints/restores/tf2.5.3/names_missing_source';
  const page = await drop(t, [`${stem}.index`, `${stem}.data-00000-of-00001`], 'names_missing_source', clipboard);
  await page.getByRole('tab', { name: 'Restore' }).click();
  await page.getByLabel("Names of the program's variables").fill('a\nnew_scope_b\nc');
  await page.getByLabel("Names of the program's variables").blur();
  await page.getByText('Key c not found in checkpoint').waitFor();
  const renames = page.getByRole('group').filter({ hasText: 'Probably renamed' });
  assert.match(await renames.innerText(), /new_scope_b\s+← old_scope_b by name only: compare the shapes/);
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  assert.deepEqual(JSON.parse(await copied(page)), { new_scope_b: 'old_scope_b' });
  await page.getByRole('button', { name: 'Copy as Python' }).click();
  assert.match(await copied(page), /"new_scope_b": "old_scope_b"/);
});

test('S16: a data file without its index, and an index that is none', async (t) => {
  const page = await drop(t, ['checkpoints/corrupt/index_missing'], 'broken');
  await page.getByRole('alert').filter({ hasText: 'the index is missing' }).filter({ hasText: 'Open “broken.index”' }).waitFor();

  const other = await drop(t, ['checkpoints/corrupt/index_wrong_magic'], 'broken');
  const alert = other.getByRole('alert').filter({ hasText: 'not an sstable (bad magic number)' });
  assert.match(await alert.innerText(), /data file .* given instead of the prefix/);
});

test('S16: a checksum that disagrees names the tensor', async (t) => {
  const page = await drop(t, ['checkpoints/corrupt/data_byte_flipped'], 'broken');
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: 'Check all values' }).click();
  await page.getByRole('alert').filter({ hasText: /checksum/i }).filter({ hasText: 'global_step' }).first().waitFor();
});

test('S17: Keras 3 is told apart before they try, with the endpoint as code', async (t) => {
  const page = await drop(t, ['savedmodels/keras2_compiled'], 'keras2_compiled', clipboard);
  const step = advice(page, 'saved-model-endpoint');
  await step.getByText('serving_default').first().waitFor();
  await step.getByRole('button', { name: 'Copy the commands' }).click();
  assert.match(await copied(page), /keras\.layers\.TFSMLayer\(.*call_endpoint="serving_default"/s);
});

test('S18: the key that breaks, and a configuration to copy', async (t) => {
  const page = await drop(t, ['keras/cnn_keras3.keras'], 'cnn_keras3.keras', clipboard);
  const patch = page.locator('[data-patch="tensorflow@2.15.1"]');
  await patch.waitFor();
  await patch.getByRole('button', { name: 'Copy config.json' }).click();
  const config = JSON.parse(await copied(page));
  assert.deepEqual(config.config.layers[0].config.batch_input_shape, [null, 12, 12, 3]);
});

test('S35: keys of variables are numbers, and an argument of a layer sets the start', async (t) => {
  const page = await drop(t, ['keras/row_3.13.2.keras'], 'row_3.13.2.keras');
  await page.getByText('Dense.quantization_config').first().waitFor();
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByText('layers/dense/vars/0').first().waitFor();
});

test('S36: weights of Keras 2 and 3 have a map of their names', async (t) => {
  const page = await drop(t, ['keras/cnn_keras2.h5'], 'cnn_keras2.h5', clipboard);
  await page.getByText('TF_USE_LEGACY_KERAS=1').first().waitFor();
  const step = advice(page, 'keras-h5-names');
  await step.getByText('first/first/bias:0').first().waitFor();
  await step.getByRole('button', { name: 'Copy the commands' }).click();
  assert.match(await copied(page), /"first\/first\/kernel:0": "first\/first\/kernel"/);
});

test('S37: a TensorFlow.js layers model of Keras 3 names the key and the patch', async (t) => {
  const { page } = await open(t, {});
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture('tfjs/model.json')]);
  const alert = page.getByRole('alert').filter({ hasText: 'TensorFlow.js layers model of a Keras 3 export' });
  await alert.waitFor();
  assert.match(await alert.innerText(), /batch_shape[\s\S]*batch_input_shape/);
});

test('S20: who made the file stands on the first screen', async (t) => {
  const page = await drop(t, ['keras/cnn_keras2.keras'], 'cnn_keras2.keras');
  assert.match(await page.getByRole('region', { name: 'Summary' }).innerText(), /keras 2\.15\.0/);
});
