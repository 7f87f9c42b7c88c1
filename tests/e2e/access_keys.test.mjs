// The keyboard alone: from opening a file to the code of a frame. After each step the focus is on an element and visible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixture, open, until } from './lib/index.mjs';
import { frames, settled } from './lib/screens.mjs';

const heading = (page, text) => page.getByRole('heading', { level: 1 }).filter({ hasText: text });
const said = (page, text) => page.locator('p[role="status"][aria-live="polite"]').first().filter({ hasText: text }).waitFor({ state: 'attached' });

/** The focused element: its name or text; fails on `<body>`, and where nothing shows the focus. */
async function focused(page, step) {
  // What a step removes gives its focus away a moment later.
  await page.waitForFunction(() => focused() && focused() !== document.body, null, { timeout: 5_000 }).catch(() => {});
  const at = await page.evaluate(() => {
    const element = focused();
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const name = element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? '';
    // Not below another element: one of five points of it is on top.
    const points = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]].map(([x, y]) => ui().elementFromPoint(box.left + x * box.width, box.top + y * box.height));
    const seen = box.width > 2 && box.height > 2 && points.some((top) => top && (element.contains(top) || top.contains(element) || [...element.labels ?? []].some((label) => label.contains(top))));
    return { tag: element.localName, name: name.trim().replace(/\s+/g, ' ').slice(0, 80), seen, ring: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 };
  });
  assert.notEqual(at.tag, 'body', `${step}: the focus is lost`);
  // A text field in a dialog has its line inside.
  assert.ok(at.seen && at.ring, `${step}: the focus is not visible on ${JSON.stringify(at)}`);
  return at;
}

/** Presses Tab (or another key) until the focused element has a name; each element on the way shows its focus. */
async function reach(page, name, { key = 'Tab', most = 40 } = {}) {
  const way = [];
  for (let i = 0; i < most; i++) {
    await page.keyboard.press(key);
    const at = await focused(page, `${key} to ${name}`);
    if (name.test(at.name)) return at;
    way.push(at.name);
  }
  assert.fail(`${name} is not within ${most} steps: ${way.join(' | ')}`);
}

/** Runs a command of the palette. */
async function command(page, text, option) {
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog');
  await focused(page, `palette for ${text}`);
  await page.keyboard.type(text);
  await dialog.getByRole('option', { selected: true }).filter({ hasText: option }).waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await settled(page);
  return focused(page, text);
}

/** Opens files with the shortcut, as a user chooses them in the browser's dialog. */
async function openFiles(page, files, name) {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('o')]);
  await chooser.setFiles(files.map(fixture));
  await heading(page, name).waitFor({ state: 'attached' });
  await settled(page);
  await focused(page, `open ${name}`);
}

test('open, verdict, target, find, run, compare, restore and embed with the keyboard alone', async (t) => {
  const { page } = await open(t, { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  // From now on the browser hands its dialogs to the test; later, a key could be faster than the request for that.
  page.on('filechooser', () => {});
  await page.locator('.samples button').first().waitFor();
  await reach(page, /old phones refuse/);
  await page.keyboard.press('Enter');
  await heading(page, 'resnet_block').waitFor();
  assert.equal((await focused(page, 'open a sample')).tag, 'h1');
  await said(page, 'resnet_block_32_dynamic.tflite: refused by tensorflow 2.16.1, because of FULLY_CONNECTED v12.');

  // What is fetched after the answer leaves the focus where it is.
  await page.waitForLoadState('networkidle');
  await settled(page);
  assert.equal((await focused(page, 'all is there')).tag, 'h1');

  // Another target; a requirement ignored and counted again.
  await page.keyboard.press('t');
  assert.match((await focused(page, 'target')).name, /Must run on/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  await said(page, /loads in tensorflow 2\.2\d/);
  assert.equal((await focused(page, 'release')).name, 'Release');
  for (let i = 0; i < 60 && !/refused by tensorflow 2\.16\.1/.test(await page.title()); i++) await page.keyboard.press('ArrowDown');
  await said(page, 'refused by tensorflow 2.16.1');
  await reach(page, /^Without it: 2\.4/);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Count all again' }).waitFor();
  await focused(page, 'ignore a requirement');
  await reach(page, /Count all again/, { key: 'Shift+Tab' });
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Count all again' }).waitFor({ state: 'detached' });
  await focused(page, 'count all again');

  // A node of the cause, then another one by the finder.
  await reach(page, /^op \d+/);
  await page.keyboard.press('Enter');
  await page.locator('.graph-details .title').filter({ hasText: 'FULLY_CONNECTED v12' }).waitFor();
  await settled(page);
  await focused(page, 'show in the graph');
  await page.keyboard.press('/');
  assert.match((await focused(page, 'find')).name, /Find a node/);
  await page.keyboard.type('op:CONV_2D');
  await page.locator('.graph-way').filter({ hasText: /match/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.graph-details .title').filter({ hasText: 'CONV_2D' }).waitFor();
  await page.keyboard.press('Escape');
  assert.equal((await focused(page, 'leave the finder')).tag, 'canvas');
  await reach(page, /^×$|^Close$/);
  await page.keyboard.press('Enter');
  await page.locator('.graph-details').waitFor({ state: 'detached' });
  assert.equal((await focused(page, 'close the details')).tag, 'canvas');

  // A run.
  await command(page, 'Run', /^Run\s*view/);
  await reach(page, /^Run$/, { most: 60 });
  await page.keyboard.press('Enter');
  await page.locator('.run-timing').waitFor();
  await said(page, /The run is done|runs are done/);
  assert.equal((await focused(page, 'run')).name, 'Run');

  // A comparison with a second file.
  await openFiles(page, ['comparisons/op_version_a.tflite', 'comparisons/op_version_b.tflite'], 'op_version_a');
  await command(page, 'Compare', /^Compare\s*view/);
  await page.locator('.assertion').waitFor();
  await focused(page, 'compare');

  // A restore into some objects only.
  await openFiles(page, ['checkpoints/restores/tf2.5.3/same_source-1.index', 'checkpoints/restores/tf2.5.3/same_source-1.data-00000-of-00001'], 'same_source-1');
  await command(page, 'Restore', /^Restore\s*view/);
  const some = page.getByRole('radio', { name: "some of this checkpoint's objects" });
  await some.waitFor();
  for (let i = 0; i < 40 && !(await page.evaluate(() => focused().matches('[type="radio"]'))); i++) await page.keyboard.press('Tab');
  for (let i = 0; i < 4 && !(await some.isChecked()); i++) await page.keyboard.press('ArrowDown');
  await reach(page, /Filter objects/);
  await page.keyboard.type('bias');
  await page.getByLabel('net/l1/kernel').waitFor({ state: 'detached' });
  await reach(page, /net\/l1\/bias/);
  await page.keyboard.press('Space');
  await page.getByText('assert_existing_objects_matched() holds').waitFor();
  assert.match((await focused(page, 'restore')).name, /net\/l1\/bias/);

  // A wrong offset is named at its field.
  await command(page, 'Bytes', /^Bytes\s*view/);
  await page.keyboard.press('/');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('twelve');
  await page.keyboard.press('Tab');
  const offset = page.getByLabel('Offset');
  await page.getByRole('alert').filter({ hasText: 'Not an offset' }).waitFor();
  assert.equal(await offset.getAttribute('aria-invalid'), 'true');
  assert.match(await page.locator(`#${await offset.getAttribute('aria-describedby')}`).innerText(), /0x/);
  await focused(page, 'wrong offset');

  // The code of a frame, then away with the files.
  await command(page, 'frame that embeds', /frame that embeds this view/);
  await until(page, async () => (await navigator.clipboard.readText()).startsWith('<iframe title="same_source-1'));
  await command(page, 'Remove op_version_a', /^Remove op_version_a/);
});

test('single-character shortcuts are switched off in the help, and stay off', async (t) => {
  const { page } = await open(t, { fragment: 'src=static/samples/resnet_block_32_dynamic.tflite&view=graph&node=0' });
  await page.locator('.graph-details').waitFor();
  await settled(page);
  const setting = page.getByLabel('Single-character shortcuts');
  await page.keyboard.press('?');
  assert.equal(await setting.isChecked(), true);
  await setting.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  for (const again of [false, true]) {
    if (again) {
      await page.reload();
      await page.locator('.graph-details').waitFor();
      await settled(page);
    }
    const state = () => page.evaluate(() => [focused().localName, ui().querySelector('[role=tab][aria-selected=true]').id, ui().querySelectorAll('dialog, .graph-described').length]);
    const drawn = () => page.evaluate(() => ui().querySelector('.graph-canvas > canvas').toDataURL());
    for (const place of ['[role=tab][aria-selected=true]', '.graph-canvas > canvas']) {
      await page.locator(place).focus();
      await frames(page);
      const [before, picture] = [await state(), await drawn()];
      for (const key of ['?', 't', '/', '1', '3', 'd', 'p', '+', 'o']) await page.keyboard.press(key);
      assert.deepEqual(await state(), before, `${place}, ${again}`);
      await frames(page);
      assert.equal(await drawn() === picture, true, 'neither zoomed nor marked');
    }
  }
  // Keys with a name or with Control stay.
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => !/node=0(&|$)/.test(location.hash));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('Help');
  await page.getByRole('option', { selected: true }).filter({ hasText: 'Help' }).waitFor();
  await page.keyboard.press('Enter');
  await setting.check();
  await page.keyboard.press('Escape');
  await page.locator('.graph-canvas > canvas').focus();
  await page.keyboard.press('d');
  await page.locator('.graph-described').waitFor();
});
