// The page, the element and the documents in Debian's Firefox, by WebDriver BiDi: the browser that people install.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { firefox } from 'playwright-core';
import { dist, fixture, serve } from '../e2e/lib/index.mjs';

const MODEL = 'tflite/models/mobilenet_v2_035_224_float32.tflite';
const DEPTHWISE = 'tflite/ops/depthwise_conv_2d_2.tflite';

let browser, build, folder;
before(async () => {
  browser = await firefox.launch({ channel: 'moz-firefox', executablePath: process.env.VINTAGE_FIREFOX ?? '/usr/bin/firefox-esr' });
  folder = await mkdtemp(path.join(tmpdir(), 'vintage-firefox-'));
  build = await serve({ '/vintage/': dist, '/fixtures/': fixture('') }, { cors: true });
});
after(async () => {
  await browser.close();
  await build.close();
  await rm(folder, { recursive: true });
});

/** A page; errors on its console fail the test. */
async function browse(t) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
  t.after(async () => {
    await context.close();
    assert.deepEqual(errors, [], 'the page logged errors');
  });
  return page;
}

const heading = (page, name) => page.getByRole('heading', { level: 1 }).filter({ hasText: name });

test('the page: a file, its verdict, every view, a run', async (t) => {
  const page = await browse(t);
  await page.goto(`${build.origin}/vintage/`);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await page.locator('#pick-files').setInputFiles(fixture(MODEL));
  await heading(page, 'mobilenet_v2').waitFor();
  assert.match(await page.locator('.answer').first().innerText(), /loads/);
  for (const name of await page.getByRole('tab').allInnerTexts()) {
    await page.getByRole('tab', { name, exact: true }).click();
    await page.getByRole('tabpanel').locator('[aria-busy="true"]').waitFor({ state: 'detached' });
  }
  await page.getByRole('tab', { name: 'Graph', exact: true }).click();
  await page.waitForFunction(() => /\d+ nodes?/.test(document.querySelector('vintage-explorer').shadowRoot.querySelector('.graph-keys')?.innerText ?? ''));
  await page.getByRole('tab', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="1"]').waitFor({ timeout: 180_000 });
});

test('an isolated page runs a model on several threads', { skip: os.availableParallelism() < 2 }, async (t) => {
  const isolated = await serve({ '/vintage/': dist }, { isolated: true });
  t.after(() => isolated.close());
  const page = await browse(t);
  await page.goto(`${isolated.origin}/vintage/`);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await page.locator('#pick-files').setInputFiles(fixture(MODEL));
  await heading(page, 'mobilenet_v2').waitFor();
  await page.getByRole('tab', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  assert.match(await page.locator('.run-timing[data-run="1"]').innerText({ timeout: 180_000 }), /\d+ threads/);
});

test('the page in Arabic runs to the left', async (t) => {
  const page = await browse(t);
  await page.goto(`${build.origin}/vintage/#lang=ar&src=${encodeURIComponent(`/fixtures/${DEPTHWISE}`)}`);
  await heading(page, 'depthwise_conv_2d_2').waitFor();
  const dir = await page.evaluate(() => getComputedStyle(document.querySelector('vintage-explorer').shadowRoot.querySelector('main')).direction);
  assert.equal(dir, 'rtl');
});

test('the element: from another origin, under a strict policy', async (t) => {
  const from = build.origin;
  const csp = `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${from}; connect-src 'self' ${from}; worker-src blob: ${from}`;
  const host = await serve({ '/pages/': folder, '/vintage/': dist }, { csp });
  t.after(() => host.close());
  await writeFile(path.join(folder, 'page.html'), `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><link rel="icon" href="/vintage/static/icon.svg">
    <script type="module" src="${from}/vintage/static/vintage-explorer.js"></script>
    <vintage-explorer src="${from}/fixtures/${DEPTHWISE}" target="tensorflow@1.11.0" lang="es"><p>Refused by TensorFlow 1.11.0.</p></vintage-explorer></html>`);
  const page = await browse(t);
  await page.goto(`${host.origin}/pages/page.html`);
  await heading(page, 'depthwise_conv_2d_2').waitFor();
  assert.match(await page.locator('.answer').first().innerText(), /rechaza/);
  assert.equal(await page.getByText('Refused by TensorFlow').isVisible(), false);
  const report = await page.locator('vintage-explorer').evaluate((one) => one.report());
  assert.equal(report.artifacts[0].name, 'depthwise_conv_2d_2.tflite');
});

test('the documents: a page, and the search', async (t) => {
  const page = await browse(t);
  await page.goto(`${build.origin}/vintage/docs/concepts.html`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('searchbox').fill('min_consumer');
  await page.locator('.results a').first().waitFor();
});
