// The end-to-end harness: `open(t)` gives a fresh page under a sub-path and fails the test on console errors.
//
//   import { test } from 'node:test';
//   import { dropFiles, fixture, open } from './lib/index.mjs';
//   test('a model is read', async (t) => {
//     const { page } = await open(t);
//     await dropFiles(page, [fixture('tflite/…')]);
//     await page.getByText('…').waitFor();
//   });
//
// `cargo xtask test e2e` builds the page and runs all; one file: `node --test tests/e2e/NAME.test.mjs` with a built dist/.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.mjs';
import { reach, savesData } from './reach.mjs';
import { serve } from './server.mjs';

export { dropFiles } from './drop.mjs';
export { dist, launch, serve };

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(here, '../../..');
const results = process.env.VINTAGE_RESULTS ?? path.join(root, 'target/e2e');
const dist = process.env.VINTAGE_DIST ?? path.join(root, 'dist');

/** How long a page may take to show something, in milliseconds: software rendering on two busy cores is slow. */
const PATIENCE = 30_000;

/**
 * Milliseconds after which a file of tests hangs, several times what the longest takes. Node 18 has no option for it. Visits of all
 * models, which are no tests, take longer.
 */
const HANGS = 15 * 60_000;
let lastOpened = 'none';
if (process.argv[1]?.endsWith('.test.mjs')) {
  setTimeout(() => {
    console.error(`Not done after ${HANGS / 60_000} minutes. The last test that opened a page: ${lastOpened}`);
    process.exit(1);
  }, HANGS).unref();
}

/** The absolute path of a file or folder in tests/fixtures. */
export const fixture = (relative) => path.join(root, 'tests/fixtures', relative);

// One server and one browser of each kind for a test file, started when first needed.
const started = new Map();
function once(key, start, stop) {
  if (!started.has(key)) started.set(key, { value: start(), stop });
  return started.get(key).value;
}
after(async () => {
  for (const { value, stop } of [...started.values()].reverse()) await stop(await value);
});
const server = (csp, isolated) =>
  once(
    `server ${csp} ${isolated}`,
    () => serve({ '/some/path/vintage/': dist, '/fixtures/': path.join(root, 'tests/fixtures'), '/lib/': here }, { csp, isolated }),
    (s) => s.close(),
  );
const browser = (kind) => once(`browser ${JSON.stringify(kind)}`, () => launch(kind), (b) => b.close());

/**
 * Opens the page in a fresh context (empty storage) and gives `{ page, url, origin, errors }`.
 *
 * - `fragment`: what follows `#`, such as `src=…&view=graph`; `path`: another address on the server
 * - `webgpu`: with a software adapter; `camera`: with a made-up camera
 * - `context`: playwright's context options (viewport, colorScheme, reducedMotion, locale …); service workers are blocked
 *   by default, as a test closes the page before anything is stored for later
 * - `dotProducts`: whether the CPU may have an instruction for them
 * - `saveData`: where megabytes are paid for, so that nothing is prepared before it is needed
 * - `early`: the test begins with the first screen, before the page's code is there
 * - `csp`: a Content-Security-Policy that the server sends; `isolated`: headers with which the page may have threads
 * - `allowErrors`: patterns of console errors that this test expects
 *
 * Errors are: console.error, uncaught exceptions, crashes. Any that is not allowed fails the test at its end.
 */
export async function open(t, { fragment = '', path: address = '/some/path/vintage/', webgpu = false, camera = false, dotProducts = true, saveData = false, early = false, csp = '', isolated = false, context = {}, allowErrors = [] } = {}) {
  lastOpened = t.name;
  const { origin } = await server(csp, isolated);
  const ctx = await (await browser({ webgpu, camera, dotProducts })).newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block', ...context });
  await ctx.addInitScript(reach);
  if (saveData) await ctx.addInitScript(savesData);
  const page = await ctx.newPage();
  page.setDefaultTimeout(PATIENCE);
  refuseAsync(page);
  const errors = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack || `${error.name}: ${error.message}`}`));
  page.on('crash', () => errors.push('the page crashed'));
  t.after(async () => {
    await ctx.close();
    const unexpected = errors.filter((text) => !allowErrors.some((pattern) => pattern.test(text)));
    assert.deepEqual(unexpected, [], 'the page logged errors');
  });
  const url = `${origin}${address}${fragment && `#${fragment}`}`;
  await page.goto(url);
  if (!early && (await page.locator('vintage-explorer[page]').count())) {
    if (saveData) await page.keyboard.press('Shift');
    await ready(page);
  }
  return { page, url, origin, errors };
}

/** Waits until the page's code is there, beside its first screen. */
export const ready = (page) => page.locator('vintage-explorer .top .end button').first().waitFor();

/** `waitForFunction` takes the promise of an async function for a truth, and waits for nothing: an error instead. */
function refuseAsync(page) {
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (predicate, ...rest) => {
    assert.notEqual(predicate.constructor.name, 'AsyncFunction', 'waitForFunction does not wait for promises: use until');
    return wait(predicate, ...rest);
  };
}

/** Waits until `predicate`, which the page runs and which may be async, returns something true; returns that. */
export async function until(page, predicate, argument) {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const value = await page.evaluate(predicate, argument);
    if (value) return value;
  }
  throw new Error(`not true within ${PATIENCE / 1000} s: ${predicate}`);
}

/** Saves a screenshot of the page as target/e2e/NAME.png and returns its path. */
export async function screenshot(page, name, options = {}) {
  mkdirSync(results, { recursive: true });
  const file = path.join(results, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled', ...options });
  return file;
}
