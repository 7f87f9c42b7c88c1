// A documentation page embeds the explorer: a file by address, a view, a target, all in the fragment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './lib/index.mjs';

const src = (file) => `src=${encodeURIComponent(`/fixtures/${file}`)}`;

test('#src=…&view=…&target=… opens a file by address', async (t) => {
  const fragment = `${src('tflite/ops/depthwise_conv_2d_2.tflite')}&view=contents&target=tensorflow@1.11.0`;
  const { page } = await open(t, { fragment });
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'depthwise_conv_2d_2.tflite' }).waitFor();
  assert.match(await page.locator('.answer').innerText(), /refused/);
  assert.equal(await page.getByRole('tab', { name: 'Contents' }).getAttribute('aria-selected'), 'true');
});

test('an address that is not there is a finding with advice, and the drop zone stays', async (t) => {
  const { page } = await open(t, { fragment: src('no_such_file.tflite'), allowErrors: [/404/] });
  const said = page.getByRole('alert').filter({ hasText: 'no_such_file.tflite' });
  await said.waitFor();
  assert.match(await said.innerText(), /404/);
  await page.getByText('Nothing leaves this browser.').waitFor();
});

test('inside a small iframe the verdict is still there', async (t) => {
  const { page, url } = await open(t, { path: '/lib/drop-probe.html' });
  const address = new URL('/some/path/vintage/', url).href;
  await page.setContent(`<iframe width="400" height="500" src="${address}#${src('tflite/ops/add_0.tflite')}"></iframe>`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1 }).filter({ hasText: 'add_0.tflite' }).waitFor();
  await frame.locator('.answer').waitFor();
  const wide = await frame.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth);
  assert.equal(wide, false, 'nothing sticks out sideways');
});
