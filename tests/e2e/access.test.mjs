// Every screen, in every language and both themes, passes axe-core's rules for WCAG 2.2 A and AA.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dropFiles, fixture, open } from './lib/index.mjs';

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

/** Adds the violations on this screen to `found`, in both themes, which differ in colors only. */
async function look(page, name, found) {
  // A view that is still being fetched has nothing to look at.
  await page.waitForTimeout(400);
  const all = await violations(page, { type: 'tag', values: TAGS });
  await theme(page, 'dark');
  all.push(...(await violations(page, { type: 'rule', values: ['color-contrast'] })).map((line) => `dark: ${line}`));
  await theme(page, 'light');
  found.push(...all.map((line) => `${name}: ${line}`));
}

/** Opens each view that the file has. */
async function views(page, found) {
  const tabs = page.getByRole('tab');
  for (let i = 0; i < (await tabs.count()); i++) {
    await tabs.nth(i).click();
    await look(page, await tabs.nth(i).innerText(), found);
  }
}

for (const { tag, name } of languages) {
  test(`axe finds nothing to object to in ${name}`, async (t) => {
    const { page } = await open(t, { context: { locale: tag } });
    await page.addScriptTag({ path: AXE });
    const found = [];
    await page.locator('#main button').first().waitFor();
    await theme(page, 'light');
    await look(page, 'welcome', found);
    await page.keyboard.press('?');
    await look(page, 'help', found);
    await page.keyboard.press('Escape');
    await dropFiles(page, [fixture(MODEL)]);
    await page.getByRole('tab').nth(5).waitFor();
    await views(page, found);
    await page.keyboard.press('Control+k');
    await look(page, 'palette', found);
    await page.keyboard.press('Escape');
    // What a checkpoint shows, and the table of several files.
    await dropFiles(page, CHECKPOINT.map(fixture));
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'ckpt-10' }).waitFor();
    await views(page, found);
    assert.deepEqual([...new Set(found)], []);
  });
}
