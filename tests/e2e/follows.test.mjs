// What follows the first files of a module: functions (`cargo xtask build --visits`), for which an earlier call waits, and a view's style sheet.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

/** A file that few visitors have, whose reader calls functions that followed. */
const RARE = 'graphdefs/broken_text.pbtxt';

/** A page that prepares nothing before the file is there. */
const opened = async (t, options) => {
  const { page } = await open(t, { saveData: true, ...options });
  await page.getByText('Nothing leaves this browser.').waitFor();
  return page;
};

test('a rare file that is dropped at once waits for the functions that it needs, and is explained', async (t) => {
  const page = await opened(t);
  const waited = [];
  page.context().on('request', (request) => request.resourceType() === 'xhr' && waited.push(request.url()));
  await dropFiles(page, [fixture(RARE)]);
  await page.locator('.finding').first().waitFor();
  const found = await page.locator('.finding').first().innerText();
  assert.match(found, /broken_text\.pbtxt/);
  assert.doesNotMatch(found, /The reader stopped/);
  assert.ok(waited.some((url) => url.includes('-rest.wasm')), waited.join(' '));
});

test('functions that do not come end the reader with a sentence, and a new reader takes the next file', async (t) => {
  const page = await opened(t, { allowErrors: [/Failed to load resource/, /Failed to fetch/] });
  await page.context().route(/-rest\.wasm/, (route) => route.abort());
  await dropFiles(page, [fixture(RARE)]);
  await page.getByText('The reader stopped').first().waitFor();
  await page.context().unroute(/-rest\.wasm/);
  await dropFiles(page, [fixture('tflite/ops/add_0.tflite')]);
  await page.getByRole('heading', { name: 'add_0.tflite' }).waitFor();
  await page.locator('.answer [data-outcome="loads"]').first().waitFor();
});

test("the page's own functions follow the answer by themselves: a view that is opened then waits for none", async (t) => {
  const page = await opened(t);
  const waited = [];
  page.context().on('request', (request) => request.resourceType() === 'xhr' && waited.push(request.url()));
  const came = page.context().waitForEvent('requestfinished', (request) => request.url().includes('vintage-app_bg-rest'));
  await dropFiles(page, [fixture('tflite/ops/add_0.tflite')]);
  await page.locator('.answer [data-outcome]').first().waitFor();
  await came;
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('.graph-stage:not(.waiting) canvas').first().waitFor();
  assert.deepEqual(waited.filter((url) => url.includes('vintage-app')), []);
});

for (const dotProducts of [true, false]) {
  test(`an int8 model runs with the first file of the engine${dotProducts ? '' : ', and without an instruction for dot products'}`, async (t) => {
    const { page, url } = await open(t, { saveData: true, dotProducts });
    // Not the page's own list of what it fetched, which a busy machine completes later.
    const fetched = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.evaluate(async (address) => {
      const { load } = await import(address);
      const model = await (await fetch('/fixtures/tflite/models/mobilenet_v1_025_128_int8.tflite')).arrayBuffer();
      const session = await load(model);
      await session.run({ [session.inputs[0].name]: new Int8Array(128 * 128 * 3) });
    }, new URL('static/engine.js', url).href);
    const modules = fetched.filter((name) => /vintage-engine.*wasm/.test(name)).map((name) => name.split('/').pop());
    assert.equal(modules.length, 1, modules.join(' '));
  });
}

test('a style sheet that does not come leaves its view plain, below a sentence', async (t) => {
  const page = await opened(t, { allowErrors: [/Failed to load resource/] });
  await page.context().route(/graph\.css/, (route) => route.abort());
  await dropFiles(page, [fixture('tflite/ops/add_0.tflite')]);
  await page.locator('.answer [data-outcome="loads"]').first().waitFor();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.getByRole('alert').getByText('A part of Vintage could not be loaded.').waitFor();
  await page.getByText('1 node, 3 edges').waitFor();
  // It is fetched again with the next view that needs it.
  await page.context().unroute(/graph\.css/);
  await page.getByRole('tab', { name: 'Window' }).click();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('.graph-stage:not(.waiting) canvas').first().waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
});
