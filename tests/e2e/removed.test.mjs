// A file that is removed while the code and the words of its views are still on their way: nothing that comes later may need it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

const FILE = 'tflite/models/resnet_block_32_dynamic.tflite';

/** Holds what matches back, from now on; returns a function that lets it through. */
async function held(page, pattern) {
  let release;
  const free = new Promise((resolve) => (release = resolve));
  await page.context().route(pattern, async (route) => {
    await free;
    await route.continue();
  });
  return release;
}

/** Parts that are on their way, and what the page shows once it has asked for them. */
const PARTS = [
  [/app-split_views/, '.answer [data-outcome]'],
  [/en\.later\.ftl/, '.answer [data-outcome]'],
  [/app-split_graph/, '[data-requirement]'],
];

for (const [part, shown] of PARTS) {
  test(`a file is removed before a part of the page has come: ${part.source}`, async (t) => {
    const { page } = await open(t, { path: '/lib/drop-probe.html' });
    const release = await held(page, part);
    const asked = page.context().waitForEvent('request', (request) => part.test(request.url()));
    await page.goto(new URL('/some/path/vintage/', page.url()).href);
    await page.getByText('Nothing leaves this browser.').waitFor();
    await dropFiles(page, [fixture(FILE)]);
    await page.locator(shown).first().waitFor();
    await asked;
    const came = page.context().waitForEvent('requestfinished', (request) => part.test(request.url()));
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('Nothing leaves this browser.').waitFor();
    release();
    await came;
    // The page goes on, with another file and its drawing.
    await dropFiles(page, [fixture('tflite/ops/add_0.tflite')]);
    await page.locator('.answer [data-outcome]').first().waitFor();
    await page.getByRole('tab', { name: 'Graph' }).click();
    await page.locator('.graph-stage:not(.waiting) canvas').first().waitFor();
    assert.match(await page.locator('.graph-keys').innerText(), /\d/);
  });
}
