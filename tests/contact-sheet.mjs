// Draws docs/contact-sheet-<language>.webp: the screens in both themes, at 1280 and 360 pixels. Needs a built dist/.
//
//   node tests/contact-sheet.mjs [language …]
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './e2e/lib/browser.mjs';
import { reach } from './e2e/lib/reach.mjs';
import { frames, screens } from './e2e/lib/screens.mjs';
import { serve } from './e2e/lib/server.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const dist = process.env.VINTAGE_DIST ?? path.join(root, 'dist');
const SHOWN = ['welcome', 'help', 'palette', 'evolution', 'window', 'graph', 'contents', 'variables', 'delegates', 'bytes', 'run', 'compare', 'files', 'checkpoint', 'objects', 'restore'];
const SIZES = [{ width: 1280, height: 720 }, { width: 360, height: 720 }];
const THEMES = ['light', 'dark'];
/** Height of a picture, the space around it, and the quality of the sheet. */
const [HEIGHT, GAP, QUALITY] = [168, 6, 0.62];

/** The pictures of one language, a row for each screen. */
async function pictures(browser, origin, locale) {
  const context = await browser.newContext({ viewport: SIZES[0], locale, serviceWorkers: 'block' });
  await context.addInitScript(reach);
  const page = await context.newPage();
  await page.goto(`${origin}/vintage/`);
  const rows = [];
  for await (const name of screens(page, { only: SHOWN })) {
    const row = [];
    for (const theme of THEMES) {
      await page.evaluate((value) => { for (const one of [document.documentElement, ui().querySelector('.page')]) one.dataset.theme = value; }, theme);
      for (const size of SIZES) {
        await page.setViewportSize(size);
        const fit = page.locator('.graph-zoom button').last();
        if (await fit.isVisible()) await fit.click();
        await frames(page);
        row.push({ ...size, png: (await page.screenshot({ animations: 'disabled' })).toString('base64') });
      }
    }
    await page.setViewportSize(SIZES[0]);
    rows.push({ name, row });
  }
  await context.close();
  return rows;
}

/** The rows as one picture, drawn by a page. */
async function sheet(browser, rows) {
  const page = await browser.newPage();
  const url = await page.evaluate(async ({ rows, height, gap, quality }) => {
    const wide = ({ width, height: tall }) => Math.round((width / tall) * height);
    const width = gap + rows[0].row.reduce((sum, one) => sum + wide(one) + gap, 0);
    const canvas = Object.assign(document.createElement('canvas'), { width, height: gap + rows.length * (height + gap) });
    const context = canvas.getContext('2d');
    context.fillStyle = '#777';
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (const [index, { row }] of rows.entries()) {
      let x = gap;
      for (const one of row) {
        const bytes = Uint8Array.from(atob(one.png), (char) => char.charCodeAt(0));
        const options = { resizeWidth: wide(one), resizeHeight: height, resizeQuality: 'high' };
        context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' }), options), x, gap + index * (height + gap));
        x += wide(one) + gap;
      }
    }
    return canvas.toDataURL('image/webp', quality);
  }, { rows, height: HEIGHT, gap: GAP, quality: QUALITY });
  await page.close();
  return Buffer.from(url.split(',')[1], 'base64');
}

const { languages } = JSON.parse(await readFile(path.join(root, 'static/locales/languages.json'), 'utf8'));
const wanted = process.argv.slice(2);
const server = await serve({ '/vintage/': dist });
const browser = await launch();
try {
  for (const { tag } of languages.filter((one) => !wanted.length || wanted.includes(one.tag))) {
    const file = path.join(root, `docs/contact-sheet-${tag}.webp`);
    const bytes = await sheet(browser, await pictures(browser, server.origin, tag));
    await writeFile(file, bytes);
    console.log(`${path.relative(root, file)}: ${Math.round(bytes.length / 1000)} kB`);
  }
} finally {
  await browser.close();
  await server.close();
}
