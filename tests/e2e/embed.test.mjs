// A documentation page embeds the explorer: a file by address, a view, a target, all in the fragment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, open } from './lib/index.mjs';

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

test('frame and page exchange messages: ready, hello, state, report, height; only with the origin that said hello', async (t) => {
  const { page, url } = await open(t, { path: '/lib/drop-probe.html' });
  const address = new URL('/some/path/vintage/', url).href;
  await page.setContent('<iframe width="800" height="300"></iframe>');
  await page.evaluate((src) => {
    window.heard = [];
    const frame = document.querySelector('iframe');
    addEventListener('message', ({ source, data }) => source === frame.contentWindow && window.heard.push(data));
    frame.src = src;
  }, `${address}#${src('tflite/ops/depthwise_conv_2d_2.tflite')}&target=tensorflow@1.11.0`);
  const heard = (type) => page.evaluate((wanted) => window.heard.filter((message) => message.type === wanted).at(-1), type);
  const frame = page.frameLocator('iframe');
  await frame.locator('.answer').waitFor();
  assert.deepEqual(await page.evaluate(() => window.heard), [{ vintage: 1, type: 'ready' }], 'nothing but its presence before a hello');

  const tell = (message) => page.evaluate((data) => document.querySelector('iframe').contentWindow.postMessage({ vintage: 1, ...data }, '*'), message);
  await tell({ type: 'hello' });
  await page.waitForFunction(() => window.heard.some((message) => message.type === 'report'));
  const report = await heard('report');
  assert.equal(report.name, 'depthwise_conv_2d_2.tflite');
  assert.deepEqual(report.target, { channel: 'tensorflow', release: '1.11.0', outcome: 'refused' });
  const row = report.windows.find(({ channel }) => channel === 'tensorflow');
  assert.ok(row.first && row.last && row.good > 0 && row.good < row.all, JSON.stringify(row));
  // Views that arrive after the verdict make the page higher, and the frame says so each time: the last height fits.
  await page.waitForFunction(() => {
    const { height } = window.heard.findLast(({ type }) => type === 'resize');
    const explorer = document.querySelector('iframe').contentDocument.querySelector('vintage-explorer');
    const content = explorer.shadowRoot.querySelector('main').getBoundingClientRect().height;
    return height >= content && height < content + 300;
  });

  await tell({ type: 'state', fragment: `#${src('tflite/ops/add_0.tflite')}&view=contents` });
  await frame.getByRole('heading', { level: 1 }).filter({ hasText: 'add_0.tflite' }).or(frame.getByText('add_0.tflite').first()).first().waitFor();
  await page.waitForFunction(() => window.heard.some((message) => message.type === 'report' && message.name === 'add_0.tflite'));
  assert.match((await heard('state')).fragment, /view=contents/);
});

test('what a visitor drops on an embedded page is not reported to the page around it', async (t) => {
  const { page, url } = await open(t, { path: '/lib/drop-probe.html' });
  await page.setContent(`<iframe width="800" height="600" src="${new URL('/some/path/vintage/', url).href}"></iframe>`);
  await page.evaluate(() => {
    window.heard = [];
    const frame = document.querySelector('iframe');
    addEventListener('message', ({ source, data }) => source === frame.contentWindow && window.heard.push(data.type));
  });
  const frame = page.frameLocator('iframe');
  await frame.getByText('Nothing leaves this browser.').waitFor();
  await page.evaluate(() => document.querySelector('iframe').contentWindow.postMessage({ vintage: 1, type: 'hello' }, '*'));
  await frame.locator('#pick-files').setInputFiles(fixture('tflite/ops/add_0.tflite'));
  await frame.locator('.answer').waitFor();
  await page.waitForTimeout(500);
  const types = await page.evaluate(() => window.heard);
  assert.ok(types.includes('state') && !types.includes('report'), `${types}`);
});
