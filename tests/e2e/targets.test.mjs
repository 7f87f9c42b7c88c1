// A file that must run on several releases: the set of targets, its verdicts and reasons, its address.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open, screenshot } from './lib/index.mjs';
import { saved } from './lib/tables.mjs';

const SAMPLE = 'src=static/samples/resnet_block_32_dynamic.tflite&target=tensorflow@2.21.0';
const SET = `${SAMPLE}&also=tflite-runtime@2.12.0`;

const joint = (page) => page.locator('.set > .verdict');
const further = (page, n) => page.locator('.set li').nth(n);

/** Waits until the fragment of the address contains a text. */
const addressed = (page, text) => page.waitForFunction((text) => location.hash.includes(text), text);

/** Waits until a screen reader was given a sentence. */
const announced = (page, pattern) =>
  page.waitForFunction((source) => new RegExp(source).test(ui().querySelector('p.sr[role=status]').innerText), pattern.source);

/** Presses a key until an element that matches has the focus. */
async function reach(page, selector, key = 'Tab') {
  for (let i = 0; i < 60; i++) {
    if (await page.evaluate((selector) => focused().matches(selector), selector)) return;
    await page.keyboard.press(key);
  }
  assert.fail(`${selector} is not reached`);
}

test('targets are added, judged and removed with the keyboard alone', async (t) => {
  const { page } = await open(t, { fragment: SAMPLE });
  await page.locator('.target .verdict').filter({ hasText: 'loads' }).waitFor();
  assert.equal(await page.locator('.set').count(), 0, 'one target is as it was');
  await page.keyboard.press('t');
  await reach(page, '.add-target');
  await page.keyboard.press('Enter');
  // The newest release of the next channel; the keyboard is at its choice.
  await page.waitForFunction(() => focused().matches('.set li:last-child select'));
  await addressed(page, '&also=tflite-runtime@2.');
  await joint(page).filter({ hasText: /targets$/ }).waitFor();
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => focused().getAttribute('aria-label')), 'Release of target 2');
  for (let i = 0; i < 9 && !page.url().endsWith('@2.12.0'); i++) {
    await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(100);
  }
  await addressed(page, '&also=tflite-runtime@2.12.0');
  assert.equal(await page.evaluate(() => focused().getAttribute('aria-label')), 'Release of target 2', 'the focus stays');
  await joint(page).filter({ hasText: 'Refused on 1 of 2 targets' }).waitFor();
  assert.match(await further(page, 0).innerText(), /tensorflow 2\.21\.0[\s\S]*loads/);
  assert.match(await further(page, 1).innerText(), /refused[\s\S]*FULLY_CONNECTED v12/);
  await announced(page, /Refused on 1 of 2 targets: refused by tflite-runtime 2\.12\.0, because of FULLY_CONNECTED v12\.$/);
  assert.equal(await page.locator('.line[data-channel="tflite-runtime"] .you.refused').count(), 1, 'the timeline marks it');
  assert.equal(await page.locator('.line[data-channel="tensorflow"] .you.loads').count(), 1);
  await reach(page, '.set .remove');
  assert.equal(await page.evaluate(() => focused().getAttribute('aria-label')), 'Remove tflite-runtime 2.12.0');
  await page.keyboard.press('Enter');
  await page.locator('.set').waitFor({ state: 'detached' });
  await page.waitForFunction(() => focused().matches('.add-target') && !location.hash.includes('also'));
  assert.equal(await page.locator('.line[data-channel="tflite-runtime"] .you').count(), 0);
});

test('a link, a reload and a step back keep the set', async (t) => {
  const { page } = await open(t, { fragment: SET, context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await joint(page).filter({ hasText: 'Refused on 1 of 2 targets' }).waitFor();
  await page.getByRole('button', { name: 'Add a target' }).click();
  await addressed(page, 'also=tflite-runtime@2.12.0,ai-edge-litert@');
  await joint(page).filter({ hasText: 'Refused on 1 of 3 targets' }).waitFor();
  await page.getByRole('button', { name: 'Copy link to this view' }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /also=tflite-runtime@2\.12\.0,ai-edge-litert@\d/);
  await page.reload();
  await joint(page).filter({ hasText: 'Refused on 1 of 3 targets' }).waitFor();
  // Another main target is no step; going back from the added one does not end the way forward.
  await page.locator('.target').getByLabel('Release', { exact: true }).selectOption('2.16.1');
  await joint(page).filter({ hasText: 'Refused on 2 of 3 targets' }).waitFor();
  await page.goBack();
  await joint(page).filter({ hasText: /of 2 targets/ }).waitFor();
  await page.goForward();
  await joint(page).filter({ hasText: 'Refused on 2 of 3 targets' }).waitFor();
});

test('requirements, the answer line and the table of files show the set', async (t) => {
  const { page } = await open(t, { fragment: SET });
  const row = page.locator('tr[data-requirement="FULLY_CONNECTED v12"]');
  await row.locator('[data-set="refused"]').filter({ hasText: 'Not met on tflite-runtime 2.12.0' }).waitFor();
  assert.ok(await page.locator('tr[data-requirement] [data-set="loads"]').count() > 0, 'others are met on all targets');
  // A channel that the file does not have, as a link may name one.
  await page.evaluate(() => (location.hash = location.hash.replace('tflite-runtime@2.12.0', 'keras@3.0.0')));
  await joint(page).filter({ hasText: 'Unknown on 1 of 2 targets' }).waitFor();
  assert.match(await further(page, 1).innerText(), /The file has no window in keras/);
  await page.goBack();
  await joint(page).filter({ hasText: 'Refused on 1 of 2 targets' }).waitFor();
  await page.getByRole('tab', { name: 'Contents', exact: true }).click();
  await page.locator('.answer-line .verdict').filter({ hasText: 'Refused on 1 of 2 targets' }).click();
  await page.locator('.set').waitFor();
  await dropFiles(page, [fixture('tflite/models/mobilenet_v2_035_224_float32.tflite')]);
  await page.getByRole('heading', { level: 1, name: /mobilenet/ }).waitFor();
  await joint(page).filter({ hasText: 'Loads on all 2 targets' }).waitFor();
  await page.getByRole('tab', { name: 'Files', exact: true }).click();
  await page.locator('.files-set').filter({ hasText: '1 of 2 files load on all 2 targets' }).waitFor();
  const line = page.locator('.files-table tbody tr').filter({ hasText: 'resnet_block' });
  assert.match(await line.innerText(), /Refused on 1 of 2 targets[\s\S]*tensorflow 2\.21\.0[\s\S]*tflite-runtime 2\.12\.0/);
  assert.match(await page.locator('.files-together').innerText(), /tensorflow: 2\.\S+ to 2\.\d+/, 'and the newest release that loads all');
  const [, text] = await saved(page, 'files', 'CSV');
  assert.match(text, /"tensorflow 2\.21\.0, tflite-runtime 2\.12\.0",Refused on 1 of 2 targets/);
});

test('a set in the dark, from right to left, on a narrow screen', async (t) => {
  const { page } = await open(t, {
    fragment: `${SET},tensorflow@2.15.1&lang=ar`,
    context: { viewport: { width: 360, height: 720 }, colorScheme: 'dark' },
  });
  await page.locator('.set [data-joint="refused"]').waitFor();
  // Without the marks that isolate numbers.
  assert.match((await joint(page).innerText()).replace(/[\u2066-\u2069]/g, ''), /مرفوض في 2 من أصل 3 من الأهداف/);
  // A bar for scrolling may take some of the width.
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= 360), 'nothing is wider than the screen');
  await screenshot(page, 'targets-dark-ar-360');
});
