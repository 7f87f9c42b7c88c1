// Real user questions about .tflite files, on the page: scenarios S1 to S9 and S19, and the Delegates view.
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
