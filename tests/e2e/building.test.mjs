// The page while `cargo xtask serve` still builds the engine: files are read, runs wait.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

const MODEL = 'tflite/models/mobilenet_v1_025_128_float32.tflite';

/** Makes the test server answer as the development server does during a build. `state` is the content of
/** `building.json`. */
async function building(page, state) {
  await page.route('**/vintage/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace('<html ', '<html data-building ') });
  });
  await page.route('**/building.json', (route) => route.fulfill({ json: state }));
  const asked = [];
  await page.route(/\/wasm\/vintage-(engine|gpu)/, (route) => {
    asked.push(route.request().url());
    return state.coming.length ? route.fulfill({ status: 503, body: 'still being built' }) : route.continue();
  });
  await page.reload();
  await page.getByText('Nothing leaves this browser.').waitFor();
  return asked;
}

test('while the engine is built the page reads files, says so in the Run view, and runs when it is there', async (t) => {
  const { page } = await open(t);
  const state = { coming: ['vintage-engine', 'vintage-engine-relaxed', 'vintage-gpu'], failed: false };
  const asked = await building(page, state);
  await dropFiles(page, [fixture(MODEL)]);
  await page.getByRole('tab', { name: 'Run' }).click();
  const note = page.getByText('is still building the engine');
  await note.waitFor();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForTimeout(3000);
  assert.deepEqual(asked, [], 'nothing is fetched that is not there');
  assert.equal(await page.locator('.run-timing').count(), 0);
  state.coming = ['vintage-gpu'];
  // The build continues; the CPU's modules are available, and the waiting run starts by itself.
  await page.unroute(/\/wasm\/vintage-(engine|gpu)/);
  await page.locator('.run-timing[data-run="1"]').waitFor({ timeout: 60_000 });
  assert.equal(await note.count(), 1, 'the GPU\'s module is still to come');
  state.coming = [];
  await note.waitFor({ state: 'detached' });
});

test('an engine that cannot be built is an error that names the terminal', async (t) => {
  const { page } = await open(t);
  await building(page, { coming: ['vintage-engine', 'vintage-engine-relaxed', 'vintage-gpu'], failed: true });
  await dropFiles(page, [fixture(MODEL)]);
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('alert').getByText('The engine could not be built.').waitFor();
});

test('a page of another server has no mark and asks for no list', async (t) => {
  const { page } = await open(t);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(MODEL)]);
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="1"]').waitFor({ timeout: 60_000 });
  assert.deepEqual(asked.filter((url) => url.includes('building.json')), []);
});
