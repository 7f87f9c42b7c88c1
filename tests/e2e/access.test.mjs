// Every screen, in every language, passes axe-core's rules for WCAG 2.2 A and AA; in the first language also in the dark.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dropFiles, fixture, open } from './lib/index.mjs';
import { settled } from './lib/screens.mjs';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const MODEL = 'tflite/models/mobilenet_v2_035_224_int8.tflite';
const CHECKPOINT = ['checkpoints/guide/tf_ckpts/ckpt-10.index', 'checkpoints/guide/tf_ckpts/ckpt-10.data-00000-of-00001'];

const list = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../static/locales/languages.json');
const { languages } = JSON.parse(await readFile(list, 'utf8'));

/** The violations on the page as it is, a line for each element. */
async function violations(page, runOnly) {
  const { violations } = await page.evaluate((options) => axe.run(document, options), { runOnly, resultTypes: ['violations'] });
  return violations.flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ''}`));
}

const theme = (page, name) => page.evaluate((value) => { ui().querySelector('.page').dataset.theme = value; }, name);

/** Adds the violations on this screen to `found`; the themes differ in colors only, and the colors in no language. */
async function lookAt(page, name, found, inDark) {
  // A view that is still being fetched has nothing to look at.
  await settled(page);
  const all = await violations(page, { type: 'tag', values: TAGS });
  if (inDark) {
    await theme(page, 'dark');
    all.push(...(await violations(page, { type: 'rule', values: ['color-contrast'] })).map((line) => `dark: ${line}`));
    await theme(page, 'light');
  }
  found.push(...all.map((line) => `${name}: ${line}`));
}

/** Opens each view that the file has. */
async function views(page, look) {
  const tabs = page.getByRole('tab');
  for (let i = 0; i < (await tabs.count()); i++) {
    await tabs.nth(i).click();
    const word = (await tabs.nth(i).getAttribute('id')).replace('tab-', '');
    await page.locator(`.panel[data-view="${word}"]`).waitFor();
    await look(await tabs.nth(i).innerText());
  }
}

for (const { tag, name } of languages) {
  test(`axe finds nothing to object to in ${name}`, async (t) => {
    const { page } = await open(t, { context: { locale: tag } });
    await page.addScriptTag({ path: AXE });
    const found = [];
    const look = (screen) => lookAt(page, screen, found, tag === languages[0].tag);
    await page.locator('#main button').first().waitFor();
    await theme(page, 'light');
    await look('welcome');
    await page.keyboard.press('?');
    await look('help');
    await page.keyboard.press('Escape');
    await dropFiles(page, [fixture(MODEL)]);
    await page.getByRole('tab').nth(5).waitFor();
    await views(page, look);
    await page.keyboard.press('Control+k');
    await look('palette');
    await page.keyboard.press('Escape');
    // What a checkpoint shows, and the table of several files.
    await dropFiles(page, CHECKPOINT.map(fixture));
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'ckpt-10' }).waitFor();
    await views(page, look);
    assert.deepEqual([...new Set(found)], []);
  });
}

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing to object to before the page's code is there, ${colorScheme}`, async (t) => {
    const { page } = await open(t, { saveData: true, early: true, context: { colorScheme } });
    await page.context().route(/\/host\.js$/, () => {});
    await page.addScriptTag({ path: AXE });
    await page.locator('.first .welcome').waitFor();
    const options = { type: 'tag', values: TAGS };
    assert.deepEqual(await violations(page, options), []);
    await dropFiles(page, [fixture(MODEL)]);
    await page.locator('[part="picture"] svg').waitFor();
    assert.deepEqual(await violations(page, options), []);
  });
}
