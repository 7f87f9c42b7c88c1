// The page in general: hosting, titles, keyboard and focus, forced colors, narrow screens.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { dist, dropFiles, fixture, launch, open, screenshot } from './lib/index.mjs';

const SAMPLE = 'static/samples/resnet_block_32_dynamic.tflite';
/** A strict host's policy: nothing from other origins, no script and no style in the markup. */
const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";

const heading = (page, text) => page.getByRole('heading', { level: 1 }).filter({ hasText: text });
const said = (page) => page.locator('p[role="status"][aria-live="polite"]').first();
const focused = (page) => page.evaluate(() => {
  const on = focused();
  return on === document.body ? 'body' : `${on.localName} ${on.innerText ?? ''}`.trim();
});

/** Opens the page with dropped fixtures. */
async function dropped(t, files, name, options = {}) {
  const opened = await open(t, options);
  await opened.page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(opened.page, files.map((file) => fixture(file)));
  await heading(opened.page, name).waitFor();
  return opened;
}

/** Opens a view by its tab, or by the list of narrow screens. */
async function view(page, name) {
  const tab = page.getByRole('tab', { name, exact: true });
  if (await tab.isVisible()) await tab.click();
  else await page.locator('.tabs-narrow select').selectOption({ label: name });
  await page.waitForFunction(() => {
    const panel = ui().querySelector('[role="tabpanel"]');
    return panel && panel.innerText.trim().length > 2 && !panel.querySelector('[aria-busy="true"]');
  });
}

/** Unfolds everything that is folded in the open view. */
const unfold = (page) => page.evaluate(() => {
  for (const details of ui().querySelectorAll('[role="tabpanel"] details')) details.open = true;
});

test('the page starts under a sub-path without an error and asks for nothing outside it', async (t) => {
  const asked = [];
  const { page, url } = await open(t, { path: '/lib/drop-probe.html' });
  page.on('request', (request) => asked.push(request.url()));
  const base = new URL('/some/path/vintage/', url).href;
  await page.goto(base, { waitUntil: 'networkidle' });
  assert.ok(asked.some((address) => address.endsWith('.wasm')), 'the page loads a module');
  assert.deepEqual(asked.filter((address) => !address.startsWith(base) && !/^(blob|data):/.test(address)), []);
  await page.waitForFunction(() => ui().querySelector('.page').innerText.trim() !== '');
});

for (const [files, name] of [
  [['tflite/models/mobilenet_v2_035_224_float32.tflite'], 'mobilenet'],
  [['savedmodels/keras2_compiled'], 'keras2_compiled'],
  [['checkpoints/guide'], /ckpt-\d+/],
  [['keras/cnn_keras3.keras'], 'cnn_keras3.keras'],
  [['graphdefs/frozen.pb'], 'frozen.pb'],
]) {
  test(`a strict Content-Security-Policy: no view of ${files[0]} breaks it or asks for anything beyond the origin`, async (t) => {
    // A violation is an error on the console, which fails the test; the event names what it was.
    const { page, origin } = await open(t, { csp: STRICT });
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.evaluate(() => {
      window.violations = [];
      document.addEventListener('securitypolicyviolation', (e) => window.violations.push(`${e.violatedDirective} ${e.sample || e.blockedURI}`));
    });
    await page.getByText('Nothing leaves this browser.').waitFor();
    await dropFiles(page, files.map((file) => fixture(file)));
    await heading(page, name).waitFor();
    const tabs = await page.getByRole('tab').allInnerTexts();
    assert.ok(tabs.length > 3, tabs.join());
    for (const tab of tabs) {
      await view(page, tab);
      await unfold(page);
      const values = page.getByRole('button', { name: /^Show .*value/ });
      if (tab === 'Variables' && await values.count()) await values.first().click();
      const run = page.getByRole('button', { name: 'Run', exact: true });
      if (tab === 'Run') {
        await run.click();
        await page.locator('.run-timing').waitFor();
      }
      await page.waitForTimeout(300);
    }
    await page.getByRole('button', { name: 'Evolution', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Evolution' }).waitFor();
    assert.deepEqual(await page.evaluate(() => window.violations), []);
    assert.deepEqual(asked.filter((address) => !address.startsWith(origin) && !/^(blob|data):/.test(address)), []);
  });
}

test('delegates: one row each answers without a click, and unknown is not refused', async (t) => {
  const { page } = await dropped(t, ['tflite/models/mobilenet_v2_035_224_float32.tflite'], 'mobilenet');
  await view(page, 'Delegates');
  const rows = page.locator('[data-answer]');
  assert.equal(await rows.count(), 8);
  assert.equal(await page.locator('details.engine[open]').count(), 0, 'nothing had to be unfolded');
  for (const row of await rows.all()) {
    const text = await row.innerText();
    assert.match(text, /\d+ (taken|may be taken|refused|not known)/, text);
    assert.match(text, /\. ?|:/, 'a reason');
  }
  const compiler = await page.locator('[data-answer="edgetpu-compiler-16"]').innerText();
  assert.match(compiler, /not known[\s\S]*\d+ not known/);
  assert.doesNotMatch(await page.getByRole('tabpanel').innerText(), /\b0 of \d+/);
  assert.match(await page.locator('[data-answer="gpu"]').innerText(), /may take every node[\s\S]*later checks of its parser are not listed/);
  // The rules of NNAPI depend on the device; another one can be chosen, and the row follows.
  const nnapi = page.locator('[data-answer="nnapi"]');
  const before = await nnapi.innerText();
  await page.getByRole('combobox', { name: 'Device for NNAPI' }).selectOption({ label: 'any device' });
  assert.notEqual(await nnapi.innerText(), before);
  assert.match(await nnapi.innerText(), /refused[\s\S]*Some ops need a newer device/);
  // The name leads to the rules.
  await page.getByRole('button', { name: 'NNAPI', exact: true }).click();
  await page.locator('details[data-engine="nnapi"][open]').waitFor();
  assert.match(await focused(page), /NNAPI/);
  await screenshot(page, 'delegates-light-1280', { fullPage: true });
});

test('delegates on a narrow screen: the table of answers does not scroll sideways', async (t) => {
  const context = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' };
  const { page } = await dropped(t, ['tflite/models/mobilenet_v2_035_224_float32.tflite'], 'mobilenet', { context });
  await view(page, 'Delegates');
  const wide = await page.locator('.answers').evaluate((table) => table.scrollWidth - table.clientWidth);
  assert.ok(wide <= 0, `${wide} px too wide`);
  await page.locator('.answers').scrollIntoViewIfNeeded();
  await screenshot(page, 'delegates-dark-360', { fullPage: true });
});

test('question marks of a timeline do not overlap', async (t) => {
  for (const width of [360, 1280]) {
    const { page } = await dropped(t, ['tflite/models/mobilenet_v2_035_224_float32.tflite'], 'mobilenet', { context: { viewport: { width, height: 800 } } });
    const overlaps = await page.locator('.line').evaluateAll((lines) => lines.flatMap((line) => {
      const marks = [...line.querySelectorAll('.query')].map((mark) => mark.getBoundingClientRect()).sort((a, b) => a.left - b.left);
      return marks.slice(1).filter((mark, at) => mark.left < marks[at].right).map((mark) => mark.left);
    }));
    assert.ok(await page.locator('.query').count() > 0, 'there are releases about which nothing is known');
    assert.deepEqual(overlaps, []);
  }
});

test('what a release prints has the edge of its verdict', async (t) => {
  const signs = { '✓': 'loads', '▲': 'warns', '✕': 'refused', '?': 'unknown' };
  for (const [files, name] of [[['tflite/models/flex.tflite'], 'flex.tflite'], [['checkpoints/guide/tf_ckpts/ckpt-10.index', 'checkpoints/guide/tf_ckpts/ckpt-10.data-00000-of-00001'], 'ckpt-10']]) {
    const { page } = await dropped(t, files, name);
    const message = page.locator('.printing');
    const [, release] = (await message.locator('h2').innerText()).match(/ (\S+) prints/);
    // The list of releases has the sign of each.
    const option = await page.getByLabel('Release', { exact: true }).locator(`option[value="${release}"]`).innerText();
    const classes = await message.locator('.why.msg').getAttribute('class');
    assert.ok(classes.split(' ').includes(signs[option[0]]), `${option}: ${classes}`);
  }
});

test('a graph has one number of nodes, and its bytes are shown as bytes', async (t) => {
  const { page } = await dropped(t, ['savedmodels/keras2_compiled'], 'keras2_compiled');
  await view(page, 'Graph');
  const canvas = page.locator('.graph-canvas > canvas');
  const choice = page.getByRole('combobox', { name: 'Graph', exact: true });
  const options = await choice.locator('option').allInnerTexts();
  for (const [at, option] of options.slice(0, 4).entries()) {
    await choice.selectOption({ index: at });
    const nodes = /([\d,]+) nodes?$/.exec(option)[1];
    await page.waitForFunction((n) => new RegExp(`: ${n} nodes?,`).test(ui().querySelector('.graph-canvas > canvas').getAttribute('aria-label')), nodes);
    assert.match(await page.locator('.graph-keys').innerText(), new RegExp(`^${nodes} nodes?\\b`));
  }
  // Some function is called with a configuration of devices, which is bytes.
  await choice.selectOption({ index: 0 });
  const find = page.getByPlaceholder('Find a node');
  await find.fill('StatefulPartitionedCall');
  await page.locator('#graph-found').getByRole('option').first().click();
  const details = page.locator('.graph-details');
  await details.getByText('config_proto', { exact: true }).waitFor();
  const value = await details.locator('dt', { hasText: 'config_proto' }).locator('xpath=following-sibling::dd[1]/code').innerText();
  assert.match(value, /^([0-9a-f]{2} )+.*\(\d+ bytes\)$/);
  assert.ok(await canvas.isVisible());
});

test('the key t moves to the target and does not choose another one', async (t) => {
  const { page } = await open(t, { fragment: `src=${SAMPLE}&target=tensorflow@2.21.0` });
  await heading(page, 'resnet_block').waitFor();
  await page.keyboard.press('t');
  assert.equal(await page.evaluate(() => focused().id), 'target-channel');
  await page.waitForTimeout(100);
  assert.equal(await page.locator('#target-channel').inputValue(), 'tensorflow');
  assert.match(page.url(), /target=tensorflow@2\.21\.0/);
});

test('the help names as many views as the file has, and keys do nothing behind it', async (t) => {
  const { page } = await open(t, { fragment: `src=${SAMPLE}` });
  await heading(page, 'resnet_block').waitFor();
  const views = await page.getByRole('tab').count();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog');
  await help.getByText(`1 … ${views}`, { exact: true }).waitFor();
  await page.keyboard.press('3');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('tab', { selected: true }).innerText(), 'Window');
  await page.keyboard.press(String(views));
  assert.equal(await page.getByRole('tab').nth(views - 1).getAttribute('aria-selected'), 'true');
});

test('the title names the file and its verdict', async (t) => {
  const { page } = await open(t, { fragment: `src=${SAMPLE}&target=tensorflow@2.16.1` });
  await heading(page, 'resnet_block').waitFor();
  await page.waitForFunction(() => document.title === 'resnet_block_32_dynamic.tflite – refused by tensorflow 2.16.1 – Vintage');
  await page.getByLabel('Release', { exact: true }).selectOption('2.21.0');
  await page.waitForFunction(() => /– loads in tensorflow 2\.21\.0 –/.test(document.title));
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.waitForFunction(() => document.title === 'Vintage');
});

test('a screen reader hears the verdict on opening, on another target, and the end of a run', async (t) => {
  const { page } = await open(t, { fragment: `src=${SAMPLE}&target=tensorflow@2.16.1` });
  await heading(page, 'resnet_block').waitFor();
  await said(page).filter({ hasText: 'resnet_block_32_dynamic.tflite: refused by tensorflow 2.16.1, because of FULLY_CONNECTED v12.' }).waitFor({ state: 'attached' });
  await page.getByLabel('Release', { exact: true }).selectOption('2.21.0');
  await said(page).filter({ hasText: 'loads in tensorflow 2.21.0' }).waitFor({ state: 'attached' });
  await view(page, 'Run');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await said(page).filter({ hasText: /(The run is done: |\d+ runs are done: median )[\d.]+ ms\. Greatest value of .+: .+, -?[\d.e-]+\./ }).waitFor({ state: 'attached' });
});

test('the keyboard is never lost: opening a sample, running, removing the last file', async (t) => {
  const { page } = await open(t);
  await page.getByRole('button', { name: /old phones refuse/ }).focus();
  await page.keyboard.press('Enter');
  await heading(page, 'resnet_block').waitFor();
  await page.waitForFunction(() => focused().localName === 'h1');
  await view(page, 'Run');
  const run = page.getByRole('button', { name: 'Run', exact: true });
  await run.focus();
  await page.keyboard.press('Enter');
  await page.locator('.run-timing').waitFor();
  assert.equal(await focused(page), 'button Run');
  await page.getByRole('button', { name: /^Remove/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Nothing leaves this browser.').waitFor();
  await page.waitForFunction(() => focused().matches('.zone button'));
});

test('what a button shows is part of its name', async (t) => {
  const { page } = await dropped(t, ['tflite/ops/depthwise_conv_2d_0.tflite', 'tflite/ops/depthwise_conv_2d_2.tflite'], 'depthwise');
  for (const tab of await page.getByRole('tab').allInnerTexts()) {
    await view(page, tab);
    const wrong = await page.locator('[aria-label]:is(button, a, [role="button"])').evaluateAll((all) => all
      .map((one) => [one.innerText.trim().toLowerCase(), one.getAttribute('aria-label').toLowerCase()])
      .filter(([shown, name]) => /[a-z]{2}/.test(shown) && !name.includes(shown)));
    assert.deepEqual(wrong, [], tab);
  }
});

test('a link keeps the channel, and says that a dropped file is not in it', async (t) => {
  const context = { permissions: ['clipboard-read', 'clipboard-write'] };
  const { page } = await open(t, { fragment: `src=${SAMPLE}`, context });
  await heading(page, 'resnet_block').waitFor();
  const channel = 'tflite-runtime';
  await page.locator('#target-channel').selectOption(channel);
  await page.waitForFunction(() => /target=tflite-runtime@\d/.test(location.hash));
  const copy = page.getByRole('button', { name: 'Copy link to this view' });
  await copy.click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, /src=.*resnet_block.*target=tflite-runtime@/);
  assert.equal(await page.locator('.shared').count(), 0, 'this file is in the link');
  const other = await open(t, { fragment: link.split('#')[1] });
  await heading(other.page, 'resnet_block').waitFor();
  assert.equal(await other.page.locator('#target-channel').inputValue(), channel);

  const local = await dropped(t, ['graphdefs/frozen.pb'], 'frozen.pb', { context });
  await local.page.getByRole('button', { name: 'Copy link to this view' }).click();
  assert.match(await local.page.locator('.shared').innerText(), /without the file: open the link, then drop frozen\.pb there/);
});

test('forced colours: the drawing has ground and ink, and what is selected has a border', async (t) => {
  for (const colorScheme of ['light', 'dark']) {
    const { page } = await dropped(t, ['tflite/models/mobilenet_v2_035_224_float32.tflite'], 'mobilenet', { context: { colorScheme, forcedColors: 'none' } });
    await view(page, 'Graph');
    const colors = () => page.evaluate(() => {
      const canvas = ui().querySelector('.graph-canvas > canvas');
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
      const counts = new Map();
      for (let i = 0; i < data.length; i += 4) {
        const color = `${data[i]},${data[i + 1]},${data[i + 2]}`;
        counts.set(color, (counts.get(color) ?? 0) + 1);
      }
      return [...counts].sort((a, b) => b[1] - a[1]).map(([color]) => color);
    });
    await page.waitForFunction(() => /\d node/.test(ui().querySelector('.graph-canvas > canvas').getAttribute('aria-label')));
    await page.waitForTimeout(500);
    const own = await colors();
    await page.emulateMedia({ colorScheme, forcedColors: 'active' });
    await page.waitForTimeout(500);
    const forced = await colors();
    assert.ok(forced.length > 3, `${colorScheme}: ${forced.slice(0, 3)}`);
    assert.notEqual(forced[0], own[0], 'drawn anew');
    const ground = await page.evaluate(() => getComputedStyle(ui().querySelector('.page')).backgroundColor.match(/\d+/g).slice(0, 3).join());
    assert.equal(forced[0], ground, 'the ground is that of the page');
    for (const selected of ['.tabs [aria-selected="true"]', '.file[data-current]']) {
      const width = await page.locator(selected).evaluate((one) => parseFloat(getComputedStyle(one).borderBottomWidth));
      assert.ok(width >= 2, selected);
    }
    await screenshot(page, `forced-${colorScheme}`);
  }
});

test('narrow screens: nothing is wider than the screen, also with more space between letters', async (t) => {
  const spacing = '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }';
  for (const [width, spaced] of [[320, false], [360, false], [360, true]]) {
    const { page } = await dropped(t, ['savedmodels/keras2_compiled'], 'keras2_compiled', { context: { viewport: { width, height: 740 } } });
    if (spaced) await page.addStyleTag({ content: spacing });
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(await beyond() <= 0, `verdict at ${width}: ${await beyond()} px too wide`);
    await view(page, 'Contents');
    await unfold(page);
    assert.ok(await beyond() <= 0, `contents at ${width}: ${await beyond()} px too wide`);
    const names = await page.locator('.ops summary').evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
    assert.equal(names, 0, 'names wrap');
    const theme = page.getByLabel('Theme');
    const [inside, text] = await theme.evaluate((select) => {
      const probe = document.createElement('canvas').getContext('2d');
      probe.font = getComputedStyle(select).font;
      return [select.clientWidth, probe.measureText(select.selectedOptions[0].text).width];
    });
    assert.ok(inside > text, `the theme is cut: ${text} in ${inside} px`);
    // Names and texts of a channel do not overlap.
    const overlaps = await page.locator('.line:not(.axis)').evaluateAll((lines) => lines.filter((line) => {
      const [name, say] = ['.name code', '.say > *'].map((part) => line.querySelector(part)?.getBoundingClientRect());
      return name && say && name.bottom > say.top + 1 && say.bottom > name.top + 1 && name.right > say.left + 1 && say.right > name.left + 1;
    }).length);
    assert.equal(overlaps, 0, 'names beside windows');
    await screenshot(page, `narrow-${width}${spaced ? '-spaced' : ''}`, { fullPage: true });
  }
});

test('a message chooses its words: no bare “none” in advice', async (t) => {
  const { page } = await dropped(t, ['savedmodels/keras2_compiled'], 'keras2_compiled');
  await page.getByRole('region', { name: 'Advice' }).waitFor();
  const advice = page.getByRole('region', { name: 'Advice' });
  await advice.getByText(/Promised for a SavedModel/).waitFor();
  assert.doesNotMatch(await advice.innerText(), /\bnone\b(?! of them)/);
});

test('a list of checkpoints says what it is', async (t) => {
  const { page } = await dropped(t, ['checkpoints/guide/tf_ckpts/checkpoint'], 'checkpoint');
  await page.getByText('A list of checkpoints; it isn’t loaded by itself.').waitFor();
});

test('from the disk the page says why it does not start', async (t) => {
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path.join(dist, 'index.html')).href);
  await page.getByText('Its scripts need a web server').waitFor({ timeout: 20_000 });
});
