// The first screen of a page of its own, before the page's code is there.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { dropFiles, fixture, open, ready, screenshot } from './lib/index.mjs';

const MODEL = 'tflite/ops/depthwise_conv_2d_2.tflite';

/** A page whose code comes with its first use. */
const waiting = (t, options) => open(t, { saveData: true, early: true, ...options });

/** The page's code does not come until `release` is called. */
async function held(page) {
  let release;
  const free = new Promise((resolve) => (release = resolve));
  await page.context().route(/\/host\.js$/, async (route) => {
    await free;
    await route.continue();
  });
  return release;
}

const picture = (page) => page.locator('[part="picture"] svg');
const begin = (page) => page.locator('.first .welcome').waitFor();

for (const [locale, viewport] of [['en-US', { width: 1280, height: 720 }], ['ar', { width: 1280, height: 720 }], ['tr-TR', { width: 360, height: 640 }], ['fr', { width: 800, height: 600 }]]) {
  test(`the first screen is the page's, word for word and place for place: ${locale}`, async (t) => {
    const { page } = await waiting(t, { context: { locale, viewport } });
    await begin(page);
    const look = (root) => page.evaluate((root) => {
      const within = root === 'first' ? document.querySelector('.first') : ui().querySelector('.page');
      const place = (element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round);
      };
      const { color, font, direction } = getComputedStyle(within.querySelector('.welcome'));
      return {
        texts: ['.mark', 'h1', '.lead', '.zone'].map((part) => within.querySelector(part).innerText.replace(/\s+/g, ' ').trim()),
        places: ['.mark', 'h1', '.lead', '.zone', '.zone .say', '.pickers button', '.private'].map((part) => place(within.querySelector(part))),
        style: [color, font, direction], lang: within.lang || document.documentElement.lang,
      };
    }, root);
    const first = await look('first');
    await screenshot(page, `first-${locale}`);
    await page.keyboard.press('Shift');
    await ready(page);
    await page.locator('.samples button').first().waitFor();
    const { places, ...said } = await look('page');
    const { places: before, ...saidBefore } = first;
    assert.deepEqual(saidBefore, said);
    // The line of the header may be a pixel higher with its buttons.
    const off = places.flat().map((at, i) => Math.abs(at - before.flat()[i]));
    assert.ok(Math.max(...off) <= 1, JSON.stringify([before, places]));
    assert.equal(await page.locator('.first').count(), 0);
  });
}

test('a file that is dropped on the first screen has its answer as a picture, then the page', async (t) => {
  const { page } = await waiting(t);
  const release = await held(page);
  await begin(page);
  await dropFiles(page, [fixture(MODEL)]);
  await picture(page).waitFor();
  assert.equal(await page.locator('.first .mark').isVisible(), true, 'the header stays');
  assert.equal(await page.locator('.first .welcome').isVisible(), false);
  await screenshot(page, 'first-picture');
  release();
  await page.locator('.answer [data-outcome]').first().waitFor();
  assert.equal(await picture(page).count(), 0);
  assert.equal(await page.locator('.first').count(), 0);
});

test('a link has its answer as a picture first, and its file is fetched once', async (t) => {
  const { page, url } = await open(t, { early: true, path: '/lib/drop-probe.html' });
  const release = await held(page);
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(new URL(`/some/path/vintage/#src=/fixtures/${MODEL}&target=tensorflow@1.11.0&lang=tr`, url).href);
  await picture(page).waitFor();
  assert.match(await picture(page).evaluate((svg) => svg.textContent), /1\.11\.0/);
  assert.equal(await page.locator('.first .tagline').innerText(), 'bu dosyayı hangi sürümler yükler');
  await screenshot(page, 'first-link');
  release();
  await page.locator('.answer [data-outcome="refused"]').first().waitFor();
  assert.equal(await picture(page).count(), 0);
  assert.equal(asked.filter((address) => address.endsWith(MODEL)).length, 1);
});

test('folders, chosen files and pasted addresses are taken before the page is there', async (t) => {
  const ways = [
    [(page) => dropFiles(page, [fixture('savedmodels/functions')]), 'functions'],
    [async (page) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Open files…' }).click();
      await (await chooser).setFiles([fixture(MODEL)]);
    }, path.basename(MODEL)],
    [async (page) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Open a folder…' }).click();
      await (await chooser).setFiles(fixture('savedmodels/functions'));
    }, 'functions'],
    [(page) => page.evaluate((address) => {
      const data = new DataTransfer();
      data.setData('text/plain', new URL(address, location.href).href);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
    }, `/fixtures/${MODEL}`), path.basename(MODEL)],
  ];
  for (const [way, name] of ways) {
    const { page } = await waiting(t);
    await begin(page);
    await way(page);
    await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor();
    await page.locator('.answer [data-outcome]').first().waitFor();
  }
});

test('files that come while the code is on its way are read with it, one after another', async (t) => {
  const { page } = await open(t, { early: true, path: '/lib/drop-probe.html' });
  const release = await held(page);
  const coming = page.waitForRequest(/host\.js$/);
  await page.goto(new URL('/some/path/vintage/', page.url()).href);
  await begin(page);
  await coming;
  await dropFiles(page, [fixture(MODEL)]);
  await page.getByRole('status').getByText('Reading…').waitFor();
  await dropFiles(page, [fixture('tflite/ops/add_0.tflite')]);
  release();
  await page.getByRole('button', { name: 'add_0.tflite' }).first().waitFor();
  await page.getByRole('button', { name: path.basename(MODEL) }).first().waitFor();
});

test('the focus stays where it is when the page comes', async (t) => {
  const { page } = await waiting(t);
  await begin(page);
  await page.keyboard.press('Tab');
  await ready(page);
  await page.waitForFunction(() => focused()?.innerText === 'Open files…');
});

test('a damaged file on the first screen: the page says what is wrong', async (t) => {
  const { page } = await waiting(t);
  await begin(page);
  await dropFiles(page, [fixture('tflite/corrupt/damaged_07.tflite')]);
  await page.locator('.finding, .refused').first().waitFor();
  assert.equal(await page.locator('.first').count(), 0);
});

test('where the code does not come the page says so', async (t) => {
  const { page } = await waiting(t, { allowErrors: [/Failed to (load|fetch)/] });
  await page.context().route(/\/host\.js$/, (route) => route.abort());
  await begin(page);
  await page.getByRole('button', { name: 'Open files…' }).press('Shift');
  await page.getByText('Vintage has not started.').waitFor();
  assert.equal(await page.locator('.first').count(), 0);
});
