// The documentation: every page in every language that it has, without a broken link, under the strict policy.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dropFiles, fixture, open, screenshot } from './lib/index.mjs';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const CSP = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const SITE = '/some/path/vintage/';
const locales = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../static/locales');
const { languages } = JSON.parse(await readFile(path.join(locales, 'languages.json'), 'utf8'));
const folder = (tag) => (tag === 'en' ? '' : `${tag}/`);

test('no link of any page is broken', async (t) => {
  const { page, origin } = await open(t, { path: `${SITE}docs/index.html`, csp: CSP });
  const todo = [page.url()];
  const pages = new Map();
  const wanted = [];
  while (todo.length) {
    const address = todo.pop();
    if (pages.has(address)) continue;
    const response = await page.request.get(address);
    assert.equal(response.status(), 200, address);
    pages.set(address, await response.text());
    if (!address.startsWith(`${origin}${SITE}docs/`) || !address.endsWith('.html')) continue;
    for (const [, attribute, link] of pages.get(address).matchAll(/ (href|src)="([^"]*)"/g)) {
      const to = new URL(link, address);
      if (to.origin !== origin) continue;
      wanted.push([address, to]);
      todo.push(`${to.origin}${to.pathname}`);
      assert.ok(attribute);
    }
  }
  const lost = wanted.filter(([, to]) => to.hash && to.pathname.includes('/docs/'))
    .filter(([, to]) => !pages.get(`${to.origin}${to.pathname}`).includes(` id="${decodeURIComponent(to.hash.slice(1))}"`));
  assert.deepEqual(lost.map(([from, to]) => `${from}: ${to}`), []);
  // Findings, concepts, start and the list, in each language; in English also formats, hosting, contributing.
  for (const { tag } of languages) {
    const own = [...pages.keys()].filter((address) => address.startsWith(`${origin}${SITE}docs/${folder(tag)}`));
    assert.ok(own.length >= 8, `${tag}: ${own.length}`);
  }
  for (const name of ['formats/tflite', 'formats/inputs', 'cli', 'ci', 'embedding', 'hosting', 'accuracy', 'errata', 'architecture', 'adding-an-op', 'adding-a-release', 'adding-a-format', 'adding-a-language', 'adding-a-finding', 'adding-a-rule']) {
    assert.ok(pages.has(`${origin}${SITE}docs/${name}.html`), `the list leads to ${name}`);
  }
});

test('the strict policy blocks nothing of any page', async (t) => {
  // A violation is an error on the console, which fails the test.
  const { page, origin } = await open(t, { path: `${SITE}docs/index.html`, csp: CSP });
  const all = [];
  for (const { tag } of languages) {
    await page.goto(`${origin}${SITE}docs/${folder(tag)}index.html`);
    all.push(...await page.locator('main a').evaluateAll((links) => links.map((link) => link.href)));
  }
  // Pages about releases are all made in one way.
  all.push(`${origin}${SITE}docs/releases/tensorflow-2.4.0.html`);
  const addresses = [...new Set(all)];
  assert.ok(addresses.length > 60, `${addresses.length}`);
  for (const address of addresses) {
    await page.goto(address);
    await page.getByRole('searchbox').waitFor();
    assert.equal(await page.evaluate(() => document.querySelectorAll('[style], style, script:not([src])').length), 0, address);
  }
});

test('a page leads to those that are read together with it', async (t) => {
  const { page } = await open(t, { path: `${SITE}docs/formats/keras.html`, csp: CSP });
  const beside = page.getByRole('contentinfo');
  assert.equal(await beside.locator('[aria-current=page]').innerText(), 'Keras files');
  await beside.getByRole('link', { name: 'Checkpoints' }).click();
  await page.waitForURL(/docs\/formats\/checkpoints\.html$/);
  await page.getByRole('link', { name: 'checkpoint-shard-missing' }).click();
  await page.waitForURL(/docs\/findings\/checkpoints\.html#checkpoint-shard-missing$/);
});

for (const { tag, dir, name } of languages) {
  test(`the documentation in ${name} reads well: direction, narrow screens, axe`, async (t) => {
    const { page, origin } = await open(t, { path: `${SITE}docs/${folder(tag)}index.html`, csp: '', context: { viewport: { width: 360, height: 740 } } });
    const found = [];
    const english = tag === 'en' ? ['formats/tflite', 'formats/saved-models', 'cli', 'hosting', 'knowledge', 'accessibility'] : [];
    for (const document of ['index', 'start', 'concepts', ...english, 'findings/tflite']) {
      await page.goto(`${origin}${SITE}docs/${folder(tag)}${document}.html`);
      assert.deepEqual(await page.locator('html').evaluate((html) => [html.lang, html.dir]), [tag, dir]);
      assert.equal(await page.locator('html').evaluate((html) => html.scrollWidth > html.clientWidth), false, document);
      await page.addScriptTag({ path: AXE });
      // The themes differ in colors only.
      const rules = { light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], dark: ['color-contrast'] };
      for (const [colorScheme, runOnly] of Object.entries(rules)) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await page.evaluate((runOnly) => axe.run({ runOnly, resultTypes: ['violations'] }), runOnly);
        found.push(...violations.map(({ id, nodes }) => `${document}, ${colorScheme}: ${id}: ${nodes[0].html.slice(0, 120)}`));
      }
      if (!document.includes('/')) await screenshot(page, `docs-${tag}-${document}`, { fullPage: true });
    }
    assert.deepEqual(found, []);
    // Code keeps its direction in a text from right to left.
    assert.equal(await page.locator('main code').first().evaluate((code) => getComputedStyle(code).direction), 'ltr');
    // The same page in the other languages.
    for (const other of languages.filter((language) => language.tag !== tag)) {
      await page.locator(`.languages a[hreflang=${other.tag}]`).click();
      await page.locator(`html[lang=${other.tag}]`).waitFor();
      assert.ok(page.url().endsWith(`docs/${folder(other.tag)}findings/tflite.html`), page.url());
      await page.goBack();
    }
  });
}

test('the page links to the documentation in its language', async (t) => {
  const { page } = await open(t, { context: { locale: 'ar' } });
  await page.locator('.zone').waitFor();
  await dropFiles(page, [fixture('tflite/models/mobilenet_v2_035_224_int8.tflite')]);
  await page.locator('tr[data-requirement] button[aria-expanded]').first().click();
  const link = page.locator('tr.detail a[href^="docs/"]');
  const [, name, id] = (await link.getAttribute('href')).match(/^docs\/ar\/findings\/([a-z-]+)\.html#(.*)$/);
  const [shown] = await Promise.all([page.waitForEvent('popup'), link.click()]);
  assert.equal(await shown.locator('html').getAttribute('dir'), 'rtl');
  await shown.locator(`[id="${id}"]`).waitFor();
  assert.ok(shown.url().includes(`/docs/ar/findings/${name}.html`));
});

test('the search finds sections in the language and in the English reference, from an index beside the pages', async (t) => {
  const { page, origin } = await open(t, { path: `${SITE}docs/tr/start.html`, csp: CSP });
  const fetched = [];
  page.on('request', (request) => fetched.push(request.url()));
  const results = page.locator('.results li');
  await page.getByRole('searchbox').fill('SIFIR noktasi');
  await results.filter({ hasText: 'Sıfır noktası' }).first().waitFor();
  assert.deepEqual(fetched.filter((url) => url.endsWith('.json')).map((url) => url.slice(`${origin}${SITE}docs/`.length)).sort(), ['search.reference.json', 'search.tr.json']);
  await page.keyboard.press('Enter');
  await page.waitForURL(/docs\/tr\/concepts\.html#zero-point$/);
  await page.getByRole('searchbox').fill('FULLY_CONNECTED');
  await results.locator('a[href*="/ops.html"]').first().waitFor();
  await page.getByRole('searchbox').fill('nginx');
  await results.locator('a[href*="/hosting.html#nginx"]').waitFor();
  await page.getByRole('searchbox').fill('check --all-of');
  await results.locator('a[href*="/cli.html#vintage-check"]').waitFor();
  await page.getByRole('searchbox').fill('no such word anywhere');
  await page.locator('nav [role=status]').filter({ hasText: 'Sonuç yok' }).waitFor();
  assert.equal(await results.count(), 0);
  await page.goto(`${origin}${SITE}docs/ar/index.html`);
  // Hamza and vowel signs do not matter.
  await page.getByRole('searchbox').fill('مفوض');
  await results.locator('a[href$="concepts.html#delegate"]').waitFor();
});

test('a page has an answer in it, by the element, in the language of the page', async (t) => {
  for (const tag of ['en', 'ar']) {
    const { page } = await open(t, { path: `${SITE}docs/${folder(tag)}start.html`, csp: CSP });
    await page.locator('vintage-explorer').scrollIntoViewIfNeeded();
    await page.locator('.answer').first().waitFor();
    assert.equal(await page.locator('vintage-explorer .page').getAttribute('lang'), tag);
    await screenshot(page, `docs-element-${tag}`);
  }
});
