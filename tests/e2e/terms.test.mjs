// Words of help: the explanation of a term opens on hover, on focus and on a press, in the language of the page.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dropFiles, fixture, open, screenshot } from './lib/index.mjs';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const locales = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../static/locales');
const GRAPH = path.resolve(locales, '../samples/frozen_tf1_1.pb');
const MODEL = 'tflite/models/mobilenet_v2_035_224_int8.tflite';
const CHECKPOINT = ['checkpoints/guide/tf_ckpts/ckpt-10.index', 'checkpoints/guide/tf_ckpts/ckpt-10.data-00000-of-00001'];

/** The explanation of a term as it is displayed: without the marks of code. */
async function explanation(tag, term) {
  const words = await readFile(path.join(locales, tag, 'terms.ftl'), 'utf8');
  return words.match(new RegExp(`^term-${term} = (.*)$`, 'm'))[1].replaceAll('`', '');
}

const box = (page) => page.locator('#term-help');
const label = (page, term) => page.locator(`[data-term="${term}"]`).first();
const isOpen = (page, term, wanted = 'true') => page.locator(`[data-term="${term}"][aria-expanded="${wanted}"]`).first().waitFor();

test('with keys: focus opens an explanation, Tab leads to its link, Escape closes it, Enter opens and closes', async (t) => {
  const { page } = await open(t);
  const fetched = [];
  page.on('request', (request) => { if (/terms\.(js|css|ftl)$/.test(request.url())) fetched.push(path.basename(request.url())); });
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [GRAPH]);
  await label(page, 'min_consumer').waitFor();
  assert.deepEqual(fetched, [], 'nothing is fetched before the first term is opened');
  await label(page, 'producer').focus();
  await isOpen(page, 'producer');
  // Its link is there a frame later.
  await box(page).getByRole('link').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await isOpen(page, 'min_consumer');
  await isOpen(page, 'producer', 'false');
  assert.deepEqual([...fetched].sort(), ['en.terms.ftl', 'terms.css', 'terms.js']);
  const status = page.getByRole('status').filter({ hasText: await explanation('en', 'min_consumer') });
  await status.waitFor();
  assert.equal(await label(page, 'min_consumer').getAttribute('aria-describedby'), await status.getAttribute('id'));
  await page.keyboard.press('Tab');
  const link = box(page).getByRole('link');
  await link.and(page.locator(':focus')).waitFor();
  assert.match(await link.getAttribute('href'), /\/vintage\/docs\/concepts\.html#min_consumer$/);
  await page.keyboard.press('Escape');
  await isOpen(page, 'min_consumer', 'false');
  assert.equal(await page.evaluate(() => focused().dataset.term), 'min_consumer', 'the focus returns to the label');
  await page.keyboard.press('Enter');
  await isOpen(page, 'min_consumer');
  await page.keyboard.press('Enter');
  await isOpen(page, 'min_consumer', 'false');
  // Beyond the label is whatever follows it on the page.
  await page.keyboard.press('Enter');
  await link.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await isOpen(page, 'min_consumer', 'false');
  assert.equal(await page.evaluate(() => focused().matches('select, button')), true);
  assert.equal(await box(page).isVisible(), false);
});

test('with a pointer: hover opens it, it stays under the pointer, a press keeps it, a press elsewhere closes it', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(MODEL)]);
  const certainty = label(page, 'certainty');
  await certainty.hover();
  const text = box(page).getByText(await explanation('en', 'certainty'));
  await text.waitFor();
  // The source of this fact is part of it.
  assert.equal(await box(page).locator('p[lang=en]').innerText(), await certainty.getAttribute('data-note'));
  await text.hover();
  await page.waitForTimeout(600);
  assert.equal(await text.isVisible(), true, 'it stays under the pointer');
  await page.mouse.move(5, 5);
  await text.waitFor({ state: 'hidden' });
  await certainty.click();
  await text.waitFor();
  await page.mouse.move(5, 5);
  await page.waitForTimeout(600);
  assert.equal(await text.isVisible(), true, 'a press keeps it');
  await page.keyboard.press('Escape');
  await text.waitFor({ state: 'hidden' });
  await certainty.click();
  await text.waitFor();
  await page.locator('h1').click();
  await text.waitFor({ state: 'hidden' });
  // A view that closes takes the explanation along.
  await certainty.click();
  await text.waitFor();
  await page.evaluate(() => { location.hash = 'view=contents'; });
  await text.waitFor({ state: 'hidden' });
});

test('a finger opens and closes it', async (t) => {
  const { page } = await open(t, { context: { hasTouch: true, viewport: { width: 360, height: 740 } } });
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(MODEL)]);
  await label(page, 'window').tap();
  const text = box(page).getByText(await explanation('en', 'window'));
  await text.waitFor();
  const { x, width } = await box(page).boundingBox();
  assert.ok(x >= 0 && x + width <= 360, `${x} ${width}`);
  await label(page, 'window').tap();
  await text.waitFor({ state: 'hidden' });
});

test('the views explain their terms, each of which has its section in the concepts', async (t) => {
  const { page, origin } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  const concepts = await (await page.request.get(`${origin}/some/path/vintage/docs/concepts.html`)).text();
  const seen = new Set();
  for (const [files, views] of [[[fixture(MODEL)], ['window', 'contents', 'delegates']], [CHECKPOINT.map(fixture), ['window', 'objects']]]) {
    await dropFiles(page, files);
    await page.locator('h1').filter({ hasText: path.basename(files[0]).replace('.index', '') }).waitFor();
    for (const view of views) {
      await page.locator(`#tab-${view}`).click();
      await page.locator(`.panel[data-view=${view}] [data-term]`).last().waitFor();
      await page.waitForTimeout(600);
      for (const term of await page.locator('.panel [data-term]').evaluateAll((all) => all.map((one) => one.dataset.term))) seen.add(term);
    }
  }
  for (const wanted of ['window', 'action', 'requirement', 'certainty', 'zero-point', 'delegate', 'op-version', 'slot-variable']) {
    assert.ok(seen.has(wanted), `${wanted} in ${[...seen]}`);
  }
  for (const term of seen) assert.ok(concepts.includes(` id="${term}"`), `concepts.html has no ${term}`);
});

test('in Arabic it is in Arabic, beside its label, and axe finds nothing to object to', async (t) => {
  const { page } = await open(t, { context: { locale: 'ar', viewport: { width: 360, height: 740 } } });
  await page.locator('.zone').waitFor();
  await page.addScriptTag({ path: AXE });
  await dropFiles(page, [GRAPH]);
  await label(page, 'min_consumer').click();
  const text = box(page).getByText(await explanation('ar', 'min_consumer'));
  await text.waitFor();
  assert.equal(await text.evaluate((p) => getComputedStyle(p).direction), 'rtl');
  const [outer, inner] = [await box(page).boundingBox(), await label(page, 'min_consumer').boundingBox()];
  assert.ok(outer.x >= 0 && outer.x + outer.width <= 360, JSON.stringify(outer));
  assert.ok(outer.y >= inner.y + inner.height || outer.y + outer.height <= inner.y, 'it does not cover its label');
  assert.match(await box(page).getByRole('link').getAttribute('href'), /\/docs\/ar\/concepts\.html#min_consumer$/);
  const { violations } = await page.evaluate(() => axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  await screenshot(page, 'term-ar');
});
