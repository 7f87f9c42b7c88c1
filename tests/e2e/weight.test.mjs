// Bytes that a browser fetches, with nothing stored, until a file has its verdict: what a visitor waits for, by kind of file.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { dist, dropFiles, fixture, open, ready } from './lib/index.mjs';
import { KB, weighed } from './lib/sent.mjs';

/** Files of a kind, and the most that a picture of their verdict and the page with it may fetch, in KB. */
const KINDS = [
  ['.tflite', ['tflite/ops/add_0.tflite'], 255, 343],
  ['GraphDef', ['graphdefs/frozen_tf1_1_0.pb'], 330, 439],
  ['checkpoint', ['checkpoints/guide_tf24/tf_ckpts/ckpt-10.index', 'checkpoints/guide_tf24/tf_ckpts/ckpt-10.data-00000-of-00001'], 330, 295],
  ['.keras', ['keras/mixed_3.7.0.keras'], 330, 372],
];

/** Opens the page, drops files once `begin` is done, and counts what was fetched until there is something for `selector`. */
async function counted(t, kind, files, limit, selector, begin) {
  // Nothing is prepared before the file is there.
  const { page } = await open(t, { path: '/lib/drop-probe.html', saveData: true });
  const requests = [];
  page.context().on('request', (request) => requests.push(request));
  await page.goto(new URL('/some/path/vintage/', page.url()).href);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await begin(page);
  await page.evaluate((selector) => {
    const look = () => ui().querySelector(selector) && (window.verdict ??= Date.now());
    const watch = () => new MutationObserver(look).observe(ui(), { subtree: true, childList: true });
    customElements.whenDefined('vintage-explorer').then(watch);
  }, selector);
  await dropFiles(page, files.map(fixture));
  const verdict = await (await page.waitForFunction(() => window.verdict)).jsonValue();
  await page.locator('.answer [data-outcome]').first().waitFor();
  await page.waitForLoadState('networkidle');
  // What is fetched once the answer is displayed is for the page, or for the views that may come.
  const until = requests.filter((request) => request.timing().startTime < verdict);
  const asked = new Set(until.map((request) => new URL(request.url()).pathname));
  const { sum, rows } = await weighed([...asked].map((address) =>
    path.join(dist, address.replace('/some/path/vintage/', '').replace(/^$|\/$/, 'index.html'))));
  // A function that every verdict calls, and that left its file all the same, is fetched while everything waits.
  const waited = until.filter((request) => request.resourceType() === 'xhr');
  assert.deepEqual(waited.map((request) => request.url()), [], 'calls that wait: cargo xtask build --visits');
  t.diagnostic(`${kind}: ${(sum / KB).toFixed(1)} KB in ${asked.size} requests`);
  assert.ok(sum <= limit * KB, `${(sum / KB).toFixed(1)} KB (functions that are new or have changed do not follow: cargo xtask build --visits):\n${rows.join('\n')}`);
}

for (const [kind, files, first, page] of KINDS) {
  test(`the verdict of a ${kind} file on the first screen fetches at most ${first} KB`, (t) =>
    counted(t, kind, files, first, '[part="picture"]', () => {}));

  test(`the verdict of a ${kind} file on a page that is in use fetches at most ${page} KB`, (t) =>
    counted(t, kind, files, page, '.answer [data-outcome]', async (page) => {
      await page.keyboard.press('Shift');
      await ready(page);
    }));
}

/** Addresses of the drawing's code that the page asks for, from now on. */
function drawingCode(page) {
  const asked = [];
  page.context().on('request', (request) => request.url().includes('app-split_graph') && asked.push(request.url()));
  return asked;
}

test('while the answer is read the code of the drawing comes: its view waits for none', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  const came = page.context().waitForEvent('requestfinished', (request) => request.url().includes('app-split_graph'));
  const asked = drawingCode(page);
  await dropFiles(page, [fixture('tflite/ops/add_0.tflite')]);
  await came;
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('.graph-stage:not(.waiting) canvas').first().waitFor();
  assert.equal(asked.length, 1);
});

test('where data is to be saved the code of the drawing comes with its view', async (t) => {
  const { page } = await open(t, { path: '/lib/drop-probe.html', saveData: true });
  const asked = drawingCode(page);
  await page.goto(new URL('/some/path/vintage/', page.url()).href);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture('tflite/ops/add_0.tflite')]);
  await page.getByRole('region', { name: 'Window' }).waitFor();
  await page.waitForLoadState('networkidle');
  assert.deepEqual(asked, []);
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('.graph-stage:not(.waiting) canvas').first().waitFor();
  assert.equal(asked.length, 1);
});
