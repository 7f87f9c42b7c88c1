// Interaction beside drops: keys, pasting, ignoring requirements, canceling, and a reader that crashes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

const sample = 'static/samples/resnet_block_32_dynamic.tflite';
const heading = (page, text) => page.getByRole('heading', { level: 1 }).filter({ hasText: text });
const focused = (page) => page.evaluate(() => focused()?.getAttribute('aria-label') ?? focused()?.id ?? '');

test('a release chosen with the keyboard: the answer changes and the focus stays', async (t) => {
  const { page } = await open(t, { fragment: `src=${sample}&target=tensorflow@2.16.1` });
  await heading(page, 'resnet_block').waitFor();
  const releases = page.getByLabel('Release', { exact: true });
  await releases.focus();
  assert.match(await page.locator('.answer').innerText(), /refused/);
  // The list has the newest release first.
  await page.keyboard.press('Home');
  await page.locator('.answer').filter({ hasText: 'loads' }).waitFor();
  assert.equal(await focused(page), 'Release');
  assert.match(page.url(), /target=tensorflow@2\.2\d/);
});

test('keys open views, the help and the finder', async (t) => {
  const { page } = await open(t, { fragment: `src=${sample}` });
  await heading(page, 'resnet_block').waitFor();
  await page.locator('body').press('2');
  assert.equal(await page.getByRole('tab', { name: 'Graph' }).getAttribute('aria-selected'), 'true');
  await page.getByPlaceholder('Find a node').waitFor();
  await page.locator('body').press('/');
  assert.equal(await page.evaluate(() => focused().matches('[data-find]')), true);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: 'Graph' }).focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.getByRole('tab', { name: 'Contents' }).getAttribute('aria-selected'), 'true');
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Keyboard').waitFor();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('an address that is pasted opens', async (t) => {
  const { page, url } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text/plain', text);
    window.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, `${url}${sample}`);
  await heading(page, 'resnet_block').waitFor();
});

test('a requirement left out moves the window, and comes back', async (t) => {
  const { page } = await open(t, { fragment: `src=${sample}&target=tensorflow@2.16.1` });
  await heading(page, 'resnet_block').waitFor();
  const lines = page.getByRole('region', { name: 'Where it loads' }).or(page.locator('.window'));
  assert.match(await lines.first().innerText(), /2\.17\.0rc0 → /);
  await page.getByRole('button', { name: /Without it: 2\.4\.0.* and later/ }).click();
  await page.locator('.window').filter({ hasText: '2.4.0' }).waitFor();
  await page.locator('.answer').filter({ hasText: 'loads' }).waitFor();
  const box = page.getByRole('row', { name: /FULLY_CONNECTED v12/ }).getByRole('checkbox');
  assert.equal(await box.isChecked(), false);
  await box.check();
  await page.locator('.answer').filter({ hasText: 'refused' }).waitFor();
});

test('of two files one can be taken away', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture('graphdefs/frozen_tf1_1_0.pb'), fixture('tflite/ops/depthwise_conv_2d_0.tflite')]);
  const files = page.getByRole('navigation', { name: 'Files' });
  await files.getByRole('button', { name: /^Remove|^Take/ }).first().waitFor();
  assert.equal(await files.locator('.file .pick').count(), 2);
  await files.locator('.file .remove').first().click();
  await page.waitForFunction(() => ui().querySelectorAll('.files .pick').length === 1);
  assert.match(await page.getByRole('heading', { level: 1 }).innerText(), /depthwise_conv_2d_0/);
});

test('a reader that dies is replaced, and what can be read is read', async (t) => {
  const { page } = await open(t, { fragment: `src=${sample}`, allowErrors: [/.*/] });
  await heading(page, 'resnet_block').waitFor();
  // Like a trap in the module: the worker's own error event.
  const [worker] = page.workers();
  await worker.evaluate(() => setTimeout(() => { throw new Error('as a defect would'); }, 0));
  await page.getByRole('alert').filter({ hasText: 'The reader stopped' }).waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  assert.equal(await page.getByRole('alert').count(), 0);
  // The page still has its files: another view uses the new reader.
  await page.getByRole('tab', { name: 'Bytes' }).click();
  await page.getByRole('tabpanel').filter({ hasText: 'TFL3' }).waitFor();
});
