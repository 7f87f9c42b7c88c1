// Each view, opened by a link on a fresh page, has the style sheets of what it shows: no other view brings them first.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { dist, dropFiles, fixture, open } from './lib/index.mjs';
import { settled } from './lib/screens.mjs';

/** Classes that rules are about. */
const classes = (css) => new Set([...css.replace(/\/\*.*?\*\//gs, '').matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));

/** Style sheets of the page's views, by name. */
async function sheets() {
  const [build] = await readdir(path.join(dist, 'b'));
  const folder = path.join(dist, 'b', build, 'static');
  const read = async (name) => [name, classes(await readFile(path.join(folder, `${name}.css`), 'utf8'))];
  return Promise.all(['style', 'graph', 'views', 'run'].map(read));
}

const TFLITE = ['tflite/models/mobilenet_v1_025_128_int8.tflite'];
const CHECKPOINT = ['ckpt-10.index', 'ckpt-10.data-00000-of-00001', 'checkpoint'].map((name) => `checkpoints/guide_tf24/tf_ckpts/${name}`);
const LINKS = [
  ...['window', 'graph&node=1', 'contents', 'variables', 'delegates', 'run', 'bytes', 'compare', 'files'].map((view) => [view, TFLITE]),
  ...['window', 'objects', 'restore', 'variables'].map((view) => [view, CHECKPOINT]),
];

/** Opens what can be opened in the view. */
async function unfold(page) {
  // What was folded may have further parts.
  for (let depth = 0; depth < 3; depth += 1) {
    await page.evaluate(() => ui().querySelectorAll('.panel details:not([open]) > summary').forEach((summary) => summary.click()));
    await settled(page);
  }
}

test('a view that a link opens on a fresh page has all its styles', async (t) => {
  const all = await sheets();
  const missing = [];
  for (const [view, files] of LINKS) {
    const { page } = await open(t, { fragment: `view=${view}` });
    await page.locator('#main button').first().waitFor();
    await dropFiles(page, files.map(fixture));
    await page.locator('.panel').waitFor();
    await settled(page);
    if (view.startsWith('graph')) await page.locator('.tensors').waitFor();
    if (view === 'window') await page.locator('.window-table').waitFor();
    await unfold(page);
    const [used, css] = await page.evaluate(() => [
      [...new Set([...ui().querySelectorAll('*')].flatMap((one) => [...one.classList]))],
      ui().adoptedStyleSheets.map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join('\n')).join('\n'),
    ]);
    const there = classes(css);
    for (const [sheet, ruled] of all) {
      const lost = used.filter((name) => ruled.has(name) && !there.has(name));
      if (lost.length > 0) missing.push(`${view} has no rules of ${sheet}.css for ${lost.join(', ')}`);
    }
    await page.close();
  }
  assert.deepEqual(missing, []);
});
