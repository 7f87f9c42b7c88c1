// The page without a network: its files are stored once it is displayed, and files of two builds never meet.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dist, dropFiles, fixture, launch, open, ready, serve } from './lib/index.mjs';

const MODEL = 'tflite/models/mobilenet_v1_025_128_float32.tflite';
const OFFLINE = /ERR_INTERNET_DISCONNECTED/;

/** Waits until the browser serves this page from its own storage. */
const stored = (page) => page.waitForFunction(() => navigator.serviceWorker?.controller !== null, null, { timeout: 60_000 });

async function verdictOf(page, file) {
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(file)]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: path.basename(file) }).waitFor();
  return page.locator('.answer').first().innerText();
}

test('with the network off an open page reads the first file that is dropped, and runs it', async (t) => {
  const { page } = await open(t, { context: { serviceWorkers: 'allow' }, allowErrors: [OFFLINE] });
  await page.getByText('Nothing leaves this browser.').waitFor();
  await stored(page);
  await page.context().setOffline(true);
  assert.match(await verdictOf(page, MODEL), /loads|Loads/);
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="1"]').waitFor({ timeout: 300_000 });
});

test('with the network off the page is loaded anew, with formats that it has not read before', async (t) => {
  const { page } = await open(t, { context: { serviceWorkers: 'allow' }, allowErrors: [OFFLINE] });
  await page.getByText('Nothing leaves this browser.').waitFor();
  await stored(page);
  await page.context().setOffline(true);
  await page.reload();
  assert.ok(await page.evaluate(() => crossOriginIsolated), 'the worker isolates the page, for threads');
  await verdictOf(page, 'keras/mixed_3.7.0.keras');
});

/** The build in a folder, as another one: with this text in place of another in a file. */
async function rebuild(folder, file, from, to) {
  const at = path.join(folder, file);
  const text = (await readFile(at, 'utf8')).replace(from, to);
  const script = path.join(folder, 'offline.worker.js');
  const worker = await readFile(script, 'utf8');
  const [old] = worker.match(new RegExp(`\\["${file.replaceAll('.', '\\.')}","[^"]*"\\]`));
  const sum = (body) => `sha384-${createHash('sha384').update(body).digest('base64')}`;
  const version = worker.match(/version:"([0-9a-f]+)"/)[1];
  const next = version.replace(/./g, (digit) => (15 - parseInt(digit, 16)).toString(16));
  const index = path.join(folder, 'index.html');
  const page = (await readFile(index, 'utf8')).replace(version, next);
  return {
    /** Uploads the list, but not yet the files. */
    async list() {
      const [oldPage] = worker.match(/\["\.\/","[^"]*"\]/);
      const changed = worker.replace(version, next).replace(old, `["${file}","${sum(text)}"]`).replace(oldPage, `["./","${sum(page)}"]`);
      await writeFile(script, changed);
    },
    async files() {
      await writeFile(at, text);
      await writeFile(index, page);
    },
  };
}

test('a new build replaces the stored one as a whole: never half of it, and with the next load', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vintage-offline-'));
  await cp(dist, folder, { recursive: true });
  const server = await serve({ '/app/': folder });
  const browser = await launch({});
  t.after(async () => {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  });
  const page = await (await browser.newContext()).newPage();
  const address = `${server.origin}/app/#view=graph`;
  await page.goto(address);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await stored(page);

  const [own] = (await readFile(path.join(folder, 'index.html'), 'utf8')).match(/b\/[0-9a-f]{16}\//);
  const next = await rebuild(folder, `${own}static/locales/en.ftl`, 'Nothing leaves this browser.', 'All stays in this browser.');
  await next.list();
  // The page asks for a new list when it is loaded; its files are not there yet.
  await page.reload();
  await ready(page);
  const outcome = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    const { installing } = registration;
    if (installing) await new Promise((resolve) => installing.addEventListener('statechange', resolve));
    return installing?.state;
  });
  assert.equal(outcome, 'redundant', 'a build with other files than its list says is not stored');
  await page.reload();
  await ready(page);

  await next.files();
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    while (worker.state === 'installing') await new Promise((resolve) => worker.addEventListener('statechange', resolve, { once: true }));
  });
  const other = await page.context().newPage();
  await other.goto(address);
  await other.getByText('Nothing leaves this browser.').waitFor();
  await page.reload();
  // Two tabs show the old build, which may still ask for its files.
  await page.getByText('Nothing leaves this browser.').waitFor();
  await other.close();
  // The browser counts a tab for a moment after it was closed.
  const renewed = page.getByText('All stays in this browser.');
  for (let loads = 0; loads < 10 && !(await renewed.count()); loads++) {
    await page.reload();
    await ready(page);
  }
  await renewed.waitFor();
  assert.equal(page.url(), address, 'the address keeps its fragment');
  const caches = await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('vintage-build')));
  assert.equal(caches.length, 1, 'files of the build before are removed');
});

test('an embedded page stores nothing', async (t) => {
  const { page, url } = await open(t, { path: '/lib/drop-probe.html', context: { serviceWorkers: 'allow' } });
  await page.setContent(`<iframe width="600" height="500" src="${new URL('/some/path/vintage/', url).href}"></iframe>`);
  await page.frameLocator('iframe').getByText('Nothing leaves this browser.').waitFor();
  await page.waitForTimeout(6000);
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
});
