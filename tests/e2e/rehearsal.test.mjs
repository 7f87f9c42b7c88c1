// What a page prepares while it is not used: the first answer, which an unseen element shows.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { blocks } from '../../static/blocks.js';
import { dropFiles, fixture, open, until } from './lib/index.mjs';

const FILE = 'tflite/ops/add_0.tflite';

/** Waits until a rehearsal has ended. */
const rehearsed = (page) => until(page, () => performance.getEntriesByName('rehearsed').length > 0);

/** Addresses that the page asks for from now on, if they match. */
function asked(page, pattern) {
  const addresses = [];
  page.context().on('request', (request) => pattern.test(request.url()) && addresses.push(request.url()));
  return addresses;
}

test('after a rehearsal neither the answer nor its drawing wait for code or words', async (t) => {
  const { page } = await open(t);
  const code = asked(page, /\.(lzma|css)$/);
  await rehearsed(page);
  for (const part of ['explorer-split_tflite.', 'explorer-split_tensorflow.', 'app-split_views', 'app-split_graph', 'explorer_bg-rest', 'graph.css']) {
    assert.equal(code.filter((address) => address.includes(part)).length, 1, `${part}: ${code.join(' ')}`);
  }
  const later = asked(page, /\.(lzma|css|ftl)$/);
  await dropFiles(page, [fixture(FILE)]);
  await page.locator('.answer [data-outcome]').first().waitFor();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('.graph-stage:not(.waiting) canvas').first().waitFor();
  assert.deepEqual(later, []);
});

test('a rehearsal is beyond every eye and key, and leaves nothing behind', async (t) => {
  const { page } = await open(t);
  const address = page.url();
  await page.evaluate(() => {
    window.seen = [];
    new MutationObserver((records) => {
      for (const place of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        seen.push({ inert: place.inert, visibility: getComputedStyle(place).visibility, open: Boolean(place.shadowRoot) });
      }
    }).observe(document.body, { childList: true });
  });
  const title = await page.title();
  await rehearsed(page);
  assert.deepEqual(await page.evaluate(() => seen), [{ inert: true, visibility: 'hidden', open: false }]);
  assert.equal(await page.locator('body > div').count(), 0);
  assert.deepEqual([page.url(), await page.title(), await page.evaluate(() => history.length)], [address, title, 2]);
  await page.getByText('Nothing leaves this browser.').waitFor();
  assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
});

test('the long model of a rehearsal is one that loads', async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'blocks-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'blocks.tflite');
  writeFileSync(file, blocks(100));
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [file]);
  await page.locator('.answer [data-outcome]').first().waitFor();
  assert.match(await page.locator('.answer').first().innerText(), /loads/);
  for (const op of ['CONV_2D', 'DEPTHWISE_CONV_2D', 'ADD', 'MUL', 'LOGISTIC']) await page.getByText(`${op} v`).first().waitFor();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('.graph-stage:not(.waiting) canvas').first().waitFor();
  assert.match(await page.locator('.graph-keys').innerText(), /100/);
});

// While it fetches, reads, shows and draws.
for (const moment of [/explorer-split_tflite\./, /app-split_views/, /app-split_graph/, /explorer-split_tensorflow\./]) {
  test(`a file that comes in the middle of a rehearsal has its answer: ${moment.source}`, async (t) => {
    const { page } = await open(t);
    await page.context().waitForEvent('requestfinished', (request) => moment.test(request.url()));
    await dropFiles(page, [fixture(FILE)]);
    await page.locator('.answer [data-outcome]').first().waitFor();
    assert.match(await page.locator('.answer').first().innerText(), /loads/);
    await rehearsed(page);
    assert.equal(await page.locator('body > div').count(), 0);
    await page.getByRole('tab', { name: 'Graph' }).click();
    await page.locator('.graph-stage:not(.waiting) canvas').first().waitFor();
  });
}
