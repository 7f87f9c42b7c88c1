// The accessibility tree of the main screens, compared with files in `golden`. `VINTAGE_GOLDEN=write` writes them anew.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open } from './lib/index.mjs';
import { screens } from './lib/screens.mjs';

const folder = path.join(path.dirname(fileURLToPath(import.meta.url)), 'golden');
const MAIN = ['welcome', 'window', 'graph', 'run', 'compare', 'objects', 'restore'];

/** The tree without what changes from run to run, or with each release of TensorFlow. */
function steady(screen, tree) {
  let text = tree.replace(/\b\d+ of \d+\b/g, 'N of N');
  if (screen === 'run') {
    // Times and the last digits of results depend on the machine, and the order of the profile on the times.
    text = text.split(/(?<=heading "Profile".*)\n/)[0].replace('relaxed-simd', 'simd');
    text = text.replace(/(?<![\d.])-?\d+\.\d+(?![\d.])/g, 'N').replace(/\d+ (runs|ms)\b/g, 'N $1');
  }
  const lines = text.split('\n');
  // Of all releases only the chosen one stays, and none of a timeline's marks. Announcements come a moment later.
  const changes = (line) => /^\s*- (img$|status)/.test(line) || (/^\s*- option .*\d+\.\d+/.test(line) && !line.includes('[selected]'));
  return lines.filter((line) => !changes(line)).join('\n');
}

/** The first lines that only one of two trees has. */
function difference(golden, tree) {
  const [before, after] = [golden, tree].map((text) => text.split('\n'));
  const only = (sign, lines, others) => lines.filter((line) => !others.includes(line)).map((line) => `${sign} ${line.trim()}`);
  const found = [...only('-', before, after), ...only('+', after, before)];
  return found.length || golden === tree ? found.slice(0, 12) : ['the same lines in another order or number'];
}

test('roles, names and states of the main screens are those of the golden files', async (t) => {
  const { page } = await open(t);
  const differ = [];
  for await (const screen of screens(page, { only: MAIN })) {
    const tree = `${steady(screen, await page.locator('body').ariaSnapshot())}\n`;
    const file = path.join(folder, `${screen}.yml`);
    if (process.env.VINTAGE_GOLDEN === 'write') {
      await writeFile(file, tree);
      continue;
    }
    const golden = await readFile(file, 'utf8').catch(() => '');
    differ.push(...difference(golden, tree).map((line) => `${screen}.yml: ${line}`));
  }
  assert.deepEqual(differ, [], 'if the change is meant, run this test with VINTAGE_GOLDEN=write');
});
