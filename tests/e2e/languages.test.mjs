// The page in its languages: chosen from the browser, changed without a reload, in the direction of the text.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dropFiles, fixture, open, screenshot } from './lib/index.mjs';

const locales = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../static/locales');
const { languages } = JSON.parse(await readFile(path.join(locales, 'languages.json'), 'utf8'));
const MODEL = 'tflite/models/mobilenet_v2_035_224_int8.tflite';

/** A text without values of a language, from its files. */
async function text(tag, id) {
  for (const file of await readdir(path.join(locales, tag))) {
    const line = (await readFile(path.join(locales, tag, file), 'utf8')).match(new RegExp(`^${id} = (.*)$`, 'm'));
    if (line) return line[1];
  }
  throw new Error(`${tag} has no ${id}`);
}

for (const { tag, dir, name } of languages) {
  test(`a browser in ${name} shows the page in it, without a word of English in its labels`, async (t) => {
    const { page } = await open(t, { context: { locale: tag } });
    await page.getByText(await text(tag, 'private')).waitFor();
    assert.deepEqual(await page.locator('html').evaluate((html) => [html.lang, html.dir]), [tag, dir]);
    await dropFiles(page, [fixture(MODEL)]);
    await page.getByText(await text(tag, 'outcome-loads')).first().waitFor();
    await page.getByRole('tab').nth(5).waitFor();
    const tabs = await page.getByRole('tab').allInnerTexts();
    if (tag !== 'en') {
      const english = await Promise.all(['view-window', 'view-graph', 'view-contents', 'view-run'].map((id) => text('en', id)));
      assert.deepEqual(tabs.filter((tab) => english.includes(tab)), []);
    }
  });

  test(`in ${name} nothing sticks out of a narrow screen`, async (t) => {
    const { page } = await open(t, { context: { locale: tag, viewport: { width: 360, height: 740 }, colorScheme: 'dark' } });
    await page.getByText(await text(tag, 'private')).waitFor();
    const wide = () => page.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth);
    assert.equal(await wide(), false, 'welcome');
    await dropFiles(page, [fixture(MODEL)]);
    await page.getByText(await text(tag, 'outcome-loads')).first().waitFor();
    assert.equal(await wide(), false, 'answer');
    const views = page.locator('.tabs-narrow select');
    const values = await views.locator('option').evaluateAll((options) => options.map((option) => option.value));
    for (const value of values) {
      await views.selectOption(value);
      await page.waitForTimeout(400);
      assert.equal(await wide(), false, value);
      if (value === 'bytes') assert.ok((await page.locator('.hex .row').first().boundingBox()).x >= 0, 'rows begin with their offset');
    }
    await screenshot(page, `language-${tag}-narrow`);
  });
}

test('the language is changed without a reload, file and view stay, and the link carries it', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(MODEL)]);
  await page.getByRole('tab', { name: 'Contents' }).click();
  await page.evaluate(() => { window.stays = true; });
  for (const { tag, dir } of [...languages].reverse()) {
    await page.locator('select[data-language]').selectOption(tag);
    await page.locator(`html[lang=${tag}][dir=${dir}]`).waitFor();
    await page.getByRole('tab', { selected: true }).filter({ hasText: await text(tag, 'view-contents') }).waitFor();
    assert.match(page.url(), new RegExp(`lang=${tag}`));
  }
  await page.goto(page.url().replace('lang=en', 'lang=tr'));
  await page.getByRole('tab', { selected: true }).filter({ hasText: await text('tr', 'view-contents') }).waitFor();
  assert.equal(await page.evaluate(() => window.stays), true);
});

test('in Arabic time runs to the left, and the keys follow the drawing', async (t) => {
  const { page } = await open(t, { context: { locale: 'ar' } });
  await page.getByText(await text('ar', 'private')).waitFor();
  await dropFiles(page, [fixture(MODEL)]);
  const years = page.locator('.axis text:not(.today)');
  await years.first().waitFor();
  const places = await years.evaluateAll((all) => all.map((one) => [Number(one.textContent), one.getBoundingClientRect().x]));
  assert.ok(places.length > 3 && places.every(([year, x], i) => i === 0 || (year > places[i - 1][0] && x < places[i - 1][1])), `${places}`);
  const line = page.getByRole('slider').first();
  await line.focus();
  const release = async () => (await line.getAttribute('aria-valuetext')) ?? '';
  await page.keyboard.press('Home');
  const first = await release();
  await page.keyboard.press('ArrowRight');
  assert.equal(await release(), first, 'nothing is earlier than the first');
  await page.keyboard.press('ArrowLeft');
  assert.notEqual(await release(), first);
});

test('in Arabic, keys in a sentence have their order, names stay on one line, and terms are in the language', async (t) => {
  const { page } = await open(t, { context: { locale: 'ar' } });
  await page.getByText(await text('ar', 'private')).waitFor();
  await dropFiles(page, [fixture(MODEL)]);
  await page.locator('#tab-graph').click();
  const keys = page.locator('#graph-keys');
  await keys.waitFor();
  const [left, right] = await keys.evaluate((element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const at = (sign) => {
      walker.currentNode = element;
      while (walker.nextNode()) {
        const i = walker.currentNode.data.indexOf(sign);
        if (i < 0) continue;
        const range = document.createRange();
        range.setStart(walker.currentNode, i);
        range.setEnd(walker.currentNode, i + 1);
        return range.getBoundingClientRect().x;
      }
      return NaN;
    };
    return [at('←'), at('→')];
  });
  assert.ok(left < right, `${left} ${right}`);

  await dropFiles(page, [fixture('tflite/corrupt/identifier_wrong.tflite')]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'identifier_wrong.tflite' }).waitFor({ state: 'attached' });
  await page.locator('#tab-window').click();
  await page.locator('tr[data-requirement]').filter({ hasText: 'معرّف الملف' }).first().waitFor();
  await dropFiles(page, [fixture('../attacks/wire_names_of_no_encoding/graph.pb')]);
  const name = page.locator('.finding .unbroken').filter({ hasText: 'UTF-8' }).first();
  assert.equal(await name.evaluate((element) => getComputedStyle(element).whiteSpace), 'nowrap');
});

test('a picture saved in Arabic has the words as they are, without direction marks or replaced characters', async (t) => {
  const { page } = await open(t, { context: { locale: 'ar' } });
  await page.getByText(await text('ar', 'private')).waitFor();
  await dropFiles(page, [fixture(MODEL)]);
  const menu = page.locator('details.menu').filter({ hasText: await text('ar', 'answers-save') });
  await menu.locator('summary').click();
  const item = menu.getByRole('button', { name: await text('ar', 'answers-picture') });
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()]);
  const svg = await readFile(await download.path(), 'utf8');
  assert.ok(svg.includes(path.basename(MODEL)) && /[\u0600-\u06ff]/.test(svg), svg.slice(0, 300));
  assert.doesNotMatch(svg, /[\ufffd\u2066-\u2069]/);
});
