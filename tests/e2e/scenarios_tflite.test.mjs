// Real user questions about .tflite files, on the page: scenarios S1 to S9, S19 and S29 to S33, and the Delegates
// view.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './lib/index.mjs';

const view = async (t, file, target, options) => {
  const fragment = `src=${encodeURIComponent(`/fixtures/tflite/${file}`)}${target ? `&target=${target}` : ''}`;
  const { page } = await open(t, { fragment, ...options });
  await page.getByRole('heading', { level: 1 }).filter({ hasText: file.split('/').at(-1) }).waitFor();
  return page;
};
const delegates = async (t, file, options) => {
  const page = await view(t, file, null, options);
  await page.getByRole('tab', { name: 'Delegates' }).click();
  await page.locator('.engine').first().waitFor();
  return page;
};
const unfold = async (page, engine) => {
  const one = page.locator(`[data-engine="${engine}"]`);
  await one.locator('summary').click();
  return one;
};

test('S1, S3, S4: what an older release prints, and the feature behind the version', async (t) => {
  for (const [file, target, text] of [
    ['scenarios/mul_int64_v5.tflite', 'tensorflow@2.5.3', "Didn't find op for builtin opcode 'MUL' version '5'"],
    ['models/resnet_block_32_dynamic.tflite', 'tensorflow@2.3.4', "Didn't find op for builtin opcode 'CONV_2D' version '5'"],
    ['ops/gelu.tflite', 'tensorflow@2.7.4', 'Op builtin_code out of range: 150'],
  ]) {
    const page = await view(t, file, target);
    await page.getByText(text).first().waitFor();
  }
});

test('S2: FULLY_CONNECTED version 12: no classic Maven package takes it, LiteRT does', async (t) => {
  const page = await delegates(t, 'models/resnet_block_32_dynamic.tflite');
  const classic = page.getByRole('row').filter({ hasText: 'org.tensorflow:tensorflow-lite' });
  assert.match(await classic.innerText(), /no release[\s\S]*refused[\s\S]*2\.16\.1/);
  const litert = page.getByRole('row').filter({ has: page.getByText('com.google.ai.edge.litert:litert', { exact: true }) });
  assert.match(await litert.first().innerText(), /loads/);
});

test('S5: which versions can be lowered by hand, and the reason for the rest', async (t) => {
  const page = await delegates(t, 'models/resnet_block_32_dynamic.tflite');
  const row = page.getByRole('row').filter({ hasText: 'FULLY_CONNECTED v12' }).filter({ hasText: 'Leave it' });
  await row.first().waitFor();
});

test('S6: what TensorFlow Lite Micro lacks, and the list to paste', async (t) => {
  const page = await delegates(t, 'ops/exp__int16x8.tflite', { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  const micro = await unfold(page, 'micro');
  await micro.getByText('the application must register it').first().waitFor();
  await micro.getByRole('button', { name: 'Copy the resolver list' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /MicroMutableOpResolver<3>[\s\S]*resolver\.AddExp\(\)/);
});

test('S7: a frozen compiler has a ceiling', async (t) => {
  const page = await delegates(t, 'ops/exp__int8.tflite');
  const compiler = await unfold(page, 'edgetpu-compiler-16');
  assert.match(await compiler.innerText(), /refuses the model[\s\S]*frozen at version 1/);
});

test('S8: a Flex op names the TensorFlow op behind it', async (t) => {
  const page = await view(t, 'models/flex.tflite', 'tensorflow@2.20.0');
  await page.getByText('Make sure you apply/link the Flex delegate before inference').first().waitFor();
  await page.getByText('FlexMatrixInverse').first().waitFor();
});

test('S9: a browser runtime is a target', async (t) => {
  const page = await delegates(t, 'recorded/conv_2d_int4.tflite');
  const tfjs = page.getByRole('row').filter({ hasText: 'tfjs-tflite' });
  assert.match(await tfjs.innerText(), /no release[\s\S]*refused/);
});

test('S19: each delegate has a verdict a node, with rule and source; a node opens the graph', async (t) => {
  const page = await delegates(t, 'models/flex.tflite');
  const check = await unfold(page, 'gpu-check');
  assert.match(await check.innerText(), /takes some nodes[\s\S]*4 of 5 nodes[\s\S]*Your model looks compatible with GPU delegate/);
  const gpu = await unfold(page, 'gpu');
  assert.match(await gpu.innerText(), /1 segment[\s\S]*It does not know this op[\s\S]*model_builder\.cc/);
  assert.equal(await gpu.locator('.segments i').count(), 2);
  await gpu.getByTitle('Show in the graph').first().click();
  await page.getByRole('tab', { name: 'Graph', selected: true }).waitFor();
});

const advice = (page, id) => page.locator(`[data-advice="${id}"]`);
const clipboard = { context: { permissions: ['clipboard-read', 'clipboard-write'] } };
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

test('S8, S12: a Flex op of a package: the text of the release, and the package that brings it', async (t) => {
  const page = await view(t, 'flex/case_fold_utf8.tflite', 'tensorflow@2.15.1', clipboard);
  await page.getByText("Op type not registered 'CaseFoldUTF8' in binary running on").first().waitFor();
  const step = advice(page, 'graph-custom-op');
  await step.getByText('tensorflow-text').first().waitFor();
  await step.getByRole('button', { name: 'Copy the commands' }).click();
  assert.match(await copied(page), /pip install "tensorflow-text==2\.18\.1"/);
});

test('S29: the ceiling of the GPU delegate, apart from the window of the CPU', async (t) => {
  const page = await delegates(t, 'models/resnet_block_32_dynamic.tflite');
  const gpu = await unfold(page, 'gpu');
  assert.match(await gpu.innerText(), /FULLY_CONNECTED v12[\s\S]*versions up to 9/);
});

test('S30: a composite is named with its decomposition and the delegates that know it', async (t) => {
  const page = await view(t, 'recorded/stablehlo_composite.tflite');
  const step = advice(page, 'tflite-composite');
  await step.getByText('test.square_and_scale').first().waitFor();
  assert.match(await step.innerText(), /decomposition, subgraph 1 \(MUL\)/);
  await page.getByRole('tab', { name: 'Delegates' }).click();
  await page.locator('.engine').first().waitFor();
  const xnnpack = await unfold(page, 'xnnpack');
  assert.match(await xnnpack.innerText(), /odml\.scaled_dot_product_attention/);
});

test('S31: ops beyond a frozen runtime, and the converter to ask', async (t) => {
  const page = await view(t, 'recorded/stablehlo_composite.tflite', 'tflite-runtime@2.14.0', clipboard);
  await page.getByText('Op builtin_code out of range: 206').first().waitFor();
  const step = advice(page, 'tflite-package-ended');
  await step.getByRole('button', { name: 'Copy the commands' }).click();
  assert.match(await copied(page), /pip install tensorflow==2\.17\.1/);
});

test('S32: operator codes whose fields disagree are repairable', async (t) => {
  const page = await view(t, 'scenarios/code_placeholder.tflite', 'tensorflow@2.21.0', clipboard);
  await page.getByText("Didn't find op for builtin opcode 'PLACEHOLDER_FOR_GREATER_OP_CODES' version '1'").first().waitFor();
  const step = advice(page, 'tflite-code-placeholder');
  await step.getByText('GELU').first().waitFor();
  await step.getByRole('button', { name: 'Copy the commands' }).click();
  assert.match(await copied(page), /model\.operatorCodes\[0\]\.builtinCode = 150/);
});

test('S33: types of FULLY_CONNECTED are checked by release', async (t) => {
  const page = await view(t, 'scenarios/fully_connected_int8_float32.tflite', 'ai-edge-litert@2.3.0');
  await page.getByText('input->type != kTfLiteFloat32 (INT8 != FLOAT32)Node number 0 (FULLY_CONNECTED) failed to prepare.').first().waitFor();
});

test('Certainty: a form that no release was asked about loads as far as known', async (t) => {
  const page = await view(t, 'scenarios/add_rank_8.tflite', 'tensorflow@2.15.1');
  const step = advice(page, 'tflite-form-not-asked');
  await step.getByText(/Loads as far as known/).first().waitFor();
  await page.locator('.target .basis').filter({ hasText: 'as far as known' }).waitFor();
});

test('Damage in a part that no runtime reads is a finding', async (t) => {
  const page = await view(t, 'corrupt/damaged_02.tflite', 'tensorflow@2.21.0');
  await page.getByText(/Parts of the file are damaged that runtimes do not read/).first().waitFor();
});
