// The workspace: the answer as one line, panes, history and address, command palette, minimap, export.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { dropFiles, fixture, open, screenshot, until } from './lib/index.mjs';
import { saved } from './lib/tables.mjs';

const SAMPLE = 'src=static/samples/resnet_block_32_dynamic.tflite&target=tflite-runtime@2.12.0';
const MOBILENET = 'tflite/models/mobilenet_v2_035_224_float32.tflite';

const tab = (page, name) => page.getByRole('tab', { name, exact: true });
const selected = (page) => page.getByRole('tab', { selected: true }).innerText();
const details = (page) => page.locator('.graph-details');

/** Waits until the graph is drawn. */
const drawn = (page) => page.waitForFunction(() => /\d+ nodes?/.test(ui().querySelector('.graph-keys')?.innerText ?? ''));

async function dropped(t, file, options = {}) {
  const { page } = await open(t, options);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(file)]);
  await page.locator('.timeline, .window').first().waitFor();
  return page;
}

/** Name and bytes of the file that the choice of `item` in the export menu saves. */
async function exported(page, item) {
  await page.locator('.tools > .end details.menu summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: item, exact: true }).click()]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

test('beside the work the answer is one line, and the drawing has the screen', async (t) => {
  const { page } = await open(t, { fragment: SAMPLE });
  await tab(page, 'Graph').click();
  await drawn(page);
  const line = page.locator('.answer-line');
  assert.match(await line.innerText(), /refused[\s\S]*FULLY_CONNECTED v12/);
  const canvas = await page.locator('.graph-canvas > canvas').boundingBox();
  assert.ok(canvas.y < 170, `the drawing begins at ${canvas.y} px`);
  assert.ok(canvas.y + canvas.height > 640 && canvas.width > 1200, JSON.stringify(canvas));
  assert.equal(await page.evaluate(() => document.scrollingElement.scrollHeight > window.innerHeight), false, 'nothing is below the screen');
  await line.getByLabel('Release', { exact: true }).selectOption('2.14.0');
  await line.locator('.verdict').filter({ hasText: 'refused' }).waitFor();
  await line.locator('#target-channel').selectOption('tensorflow');
  await line.getByLabel('Release', { exact: true }).selectOption('2.21.0');
  await line.locator('.verdict').filter({ hasText: 'loads' }).waitFor();
  await screenshot(page, 'workspace-light-1280');
  await line.getByRole('button', { name: 'Show the window in tensorflow' }).click();
  assert.equal(await selected(page), 'Window');
  await page.locator('.window .lines').waitFor();
});

test('views are steps of the history; the node is in the address and survives a reload', async (t) => {
  const { page } = await open(t, { fragment: SAMPLE });
  await page.locator('.deciding').getByRole('button', { name: /^op \d+/ }).first().click();
  await details(page).locator('.title', { hasText: 'FULLY_CONNECTED v12' }).waitFor();
  const node = /node=(\d+)/.exec(page.url());
  assert.ok(node, page.url());
  await tab(page, 'Contents').click();
  await page.waitForFunction(() => /view=contents/.test(location.hash));
  await page.goBack();
  await page.waitForFunction(() => ui().querySelector('[role="tab"][aria-selected="true"]').id === 'tab-graph');
  await details(page).locator('.title', { hasText: 'FULLY_CONNECTED v12' }).waitFor();
  await page.goBack();
  await page.waitForFunction(() => ui().querySelector('[role="tab"][aria-selected="true"]').id === 'tab-window');
  await page.goForward();
  await page.waitForFunction(() => ui().querySelector('[role="tab"][aria-selected="true"]').id === 'tab-graph');
  await page.reload();
  await details(page).locator('.title', { hasText: 'FULLY_CONNECTED v12' }).waitFor();
  assert.ok(page.url().includes(node[0]), page.url());
  // Another node by the keyboard: the address follows without a new step.
  const steps = await page.evaluate(() => history.length);
  await page.locator('.graph-canvas > canvas').focus();
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction((old) => !location.hash.includes(old), node[0]);
  assert.equal(await page.evaluate(() => history.length), steps);
});

test('the palette finds releases, views, nodes and commands', async (t) => {
  const { page } = await open(t, { fragment: SAMPLE });
  await page.locator('.window .lines').waitFor();
  const run = async (text) => {
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search and commands' });
    await dialog.getByRole('combobox').fill(text);
    return dialog;
  };
  const first = (dialog) => dialog.getByRole('option').first();
  let dialog = await run('tflite 2.14.0');
  await first(dialog).filter({ hasText: 'tflite-runtime 2.14.0' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /target=tflite-runtime@2\.14\.0/.test(location.hash));
  assert.equal(await page.getByRole('dialog').count(), 0);
  dialog = await run('conte');
  await first(dialog).filter({ hasText: 'Contents' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => ui().querySelector('[role="tab"][aria-selected="true"]').id === 'tab-contents');
  dialog = await run('FULLY_CONNECTED');
  await dialog.getByRole('option', { name: /^FULLY_CONNECTED .* node$/ }).first().click();
  await details(page).locator('.title', { hasText: 'FULLY_CONNECTED' }).waitFor();
  dialog = await run('theme dark');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  assert.equal(await page.getByLabel('Theme').inputValue(), 'dark');
  dialog = await run('no such thing at all');
  await dialog.getByText('Nothing matches').waitFor();
  await screenshot(page, 'palette-dark-1280');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);
  // Ctrl K closes it as well, and the keyboard is where it was.
  await page.getByRole('button', { name: /^Search/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  assert.match(await page.evaluate(() => focused().innerText), /^Search/);
});

test('the inspector is resized by keys, by dragging and by clicks, and keeps its width', async (t) => {
  const { page } = await open(t, { fragment: `${SAMPLE}&view=graph&node=3` });
  await details(page).waitFor();
  const width = async () => (await details(page).boundingBox()).width;
  const before = await width();
  const line = page.getByRole('separator');
  await line.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.ok(Math.abs(await width() - before - 32) <= 2, `${before} -> ${await width()}`);
  const at = await line.boundingBox();
  await page.mouse.move(at.x + 3, at.y + 100);
  await page.mouse.down();
  await page.mouse.move(at.x - 77, at.y + 120, { steps: 4 });
  await page.mouse.up();
  const wide = await width();
  assert.ok(Math.abs(wide - before - 112) <= 3, `${before} -> ${wide}`);
  await page.reload();
  await details(page).waitFor();
  assert.ok(Math.abs(await width() - wide) <= 2);
  // Wide, narrow, usual.
  for (const clicked of [before * 1.6, 180, before]) {
    await line.click();
    assert.ok(Math.abs(await width() - clicked) <= 3, `${clicked}: ${await width()}`);
  }
});

test('the minimap shows the part in view and moves it', async (t) => {
  const page = await dropped(t, MOBILENET);
  await tab(page, 'Graph').click();
  await drawn(page);
  const frame = page.locator('.graph-minimap i');
  const top = () => frame.evaluate((i) => Number.parseFloat(i.style.top));
  assert.equal(await top(), 0);
  const map = await page.locator('.graph-minimap').boundingBox();
  await page.mouse.click(map.x + map.width / 2, map.y + map.height - 4);
  await page.waitForFunction(() => Number.parseFloat(ui().querySelector('.graph-minimap i').style.top) > 40);
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await page.locator('.graph-minimap').waitFor({ state: 'detached' });
});

test('the drawing is saved as SVG, PNG, DOT and Mermaid', async (t) => {
  const page = await dropped(t, MOBILENET);
  await tab(page, 'Graph').click();
  await drawn(page);
  const svg = await exported(page, 'SVG of the whole drawing');
  assert.equal(svg.name, 'mobilenet_v2_035_224_float32.tflite.svg');
  const read = await page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml');
    const texts = [...read.querySelectorAll('text')].map((t) => t.textContent);
    return { root: read.documentElement.localName, error: read.querySelector('parsererror')?.textContent, texts, scripts: read.querySelectorAll('script').length };
  }, svg.bytes.toString());
  assert.deepEqual([read.root, read.error, read.scripts], ['svg', undefined, 0]);
  assert.equal(read.texts.filter((text) => /^CONV_2D v\d/.test(text)).length, 35);
  const part = await exported(page, 'SVG of the part in view');
  assert.ok(part.bytes.length < svg.bytes.length / 2, `${part.bytes.length} of ${svg.bytes.length} bytes`);
  // A browser has no canvas for twice the drawing with its blocks, which is then smaller.
  await page.getByLabel('Groups', { exact: true }).selectOption('groups-none');
  await page.locator('.graph-stage:not(.waiting)').waitFor();
  const size = (png) => [png.readUInt32BE(16), png.readUInt32BE(20)];
  const [one, two] = [(await exported(page, 'PNG of the whole drawing, 1×')).bytes, (await exported(page, 'PNG of the whole drawing, 2×')).bytes];
  assert.equal(one.subarray(1, 4).toString(), 'PNG');
  assert.equal(size(two)[0], 2 * size(one)[0]);
  assert.match((await exported(page, 'DOT (Graphviz)')).bytes.toString(), /^digraph \{[\s\S]*CONV_2D v\d[\s\S]*n\d+ -> n\d+/);
  assert.match((await exported(page, 'Mermaid')).bytes.toString(), /^flowchart TD\n[\s\S]*CONV_2D v\d/);
});

test('full screen shows the drawing alone', async (t) => {
  const page = await dropped(t, MOBILENET);
  await tab(page, 'Graph').click();
  await drawn(page);
  const button = page.getByRole('button', { name: 'Full screen' });
  await button.click();
  await page.waitForFunction(() => ui().fullscreenElement?.matches('section.graph'));
  await button.click();
  await page.waitForFunction(() => ui().fullscreenElement === null);
});

test('on a tall screen the outline is full before it is scrolled', async (t) => {
  const { page } = await open(t, { fragment: `src=/fixtures/${MOBILENET}&view=graph`, context: { viewport: { width: 1600, height: 2160 } } });
  await page.locator('.outline tbody tr:not(.gap)').nth(60).waitFor();
  const [last, pane] = await Promise.all([page.locator('.outline tbody tr:not(.gap)').last().boundingBox(), page.locator('.outline').boundingBox()]);
  assert.ok(last.y + last.height >= pane.y + pane.height, `${JSON.stringify(last)} ${JSON.stringify(pane)}`);
});

test('on a narrow screen the views stay usable', async (t) => {
  const context = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' };
  const { page } = await open(t, { fragment: `${SAMPLE}&view=graph&node=3`, context });
  await details(page).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, 'nothing is wider than the screen');
  const canvas = await page.locator('.graph-canvas > canvas').boundingBox();
  assert.ok(canvas.height > 150, JSON.stringify(canvas));
  await screenshot(page, 'workspace-dark-360');
});

test('a reload brings dropped files back, until the copies are removed', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture('checkpoints/guide')]);
  await tab(page, 'Variables').click();
  const heading = page.getByRole('heading', { level: 1 });
  const name = await heading.innerText();
  const kept = () => page.evaluate(async () => (await (await caches.open('vintage-files')).keys()).length);
  await until(page, async () => (await (await caches.open('vintage-files')).keys()).length === 10);
  await page.reload();
  await heading.filter({ hasText: name }).waitFor();
  assert.equal(await selected(page), 'Variables');
  const files = page.locator('.file .pick');
  const order = await files.allInnerTexts();
  assert.equal(order.length, 4);

  // A reload in the middle of the copies: what was copied is shown, in its order, and what was not is named.
  await page.evaluate(async () => {
    const cache = await caches.open('vintage-files');
    for (const request of await cache.keys()) if (request.url.endsWith('ckpt-9.index')) await cache.delete(request);
  });
  await page.reload();
  await page.getByText('The reload interrupted the copying of files: 1 of 10 is missing, guide/tf_ckpts/ckpt-9.index.').waitFor();
  await screenshot(page, 'copies-incomplete');
  await heading.filter({ hasText: name }).waitFor();
  // A file that cannot be read has a mark before its name.
  const named = (texts) => texts.map((text) => text.split('\n').find((line) => line.length > 1));
  assert.deepEqual(named(await files.allInnerTexts()), named(order));
  assert.equal(await selected(page), 'Window', 'without its index a checkpoint has no variables to list');
  await dropFiles(page, [fixture('checkpoints/guide')]);
  await tab(page, 'Variables').waitFor();
  await page.getByText('The reload interrupted').waitFor({ state: 'detached' });

  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Remove the copies' }).click();
  await page.getByText('Removed.').waitFor();
  await page.keyboard.press('Escape');
  await until(page, async () => !(await caches.has('vintage-files')));
  await page.reload();
  await page.getByText('Nothing leaves this browser.').waitFor();
  assert.equal(await kept(), 0);
});

test('files of earlier visits open again, by their content, until they are removed', async (t) => {
  const { page } = await open(t);
  const welcome = page.getByText('Nothing leaves this browser.');
  const recents = page.locator('.recents li');
  const copies = () => page.evaluate(async () => (await (await caches.open('vintage-recent')).keys()).length);
  const visit = async (path, name) => {
    await page.evaluate(() => sessionStorage.clear());
    // What follows an answer is still being fetched: a request that ends with its page would be an error.
    await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {});
    await page.reload();
    await welcome.waitFor();
    if (!path) return;
    await dropFiles(page, [fixture(path)]);
    await page.waitForFunction((name) => localStorage.getItem('vintage-recent')?.includes(name), name);
  };
  await welcome.waitFor();
  assert.equal(await page.getByText('Recent files').count(), 0);
  await visit('tflite/ops/add_0.tflite', 'add_0');
  await visit('checkpoints/guide', 'checkpoint');
  const both = await copies();
  // The same content once more is no further entry.
  await visit('tflite/ops/add_0.tflite', 'add_0');
  await page.waitForFunction(() => JSON.parse(localStorage.getItem('vintage-recent'))[0].paths.length === 1);
  assert.equal(await copies(), both);
  await visit();
  await recents.first().waitFor();
  assert.equal(await recents.count(), 2);
  assert.match(await recents.nth(0).innerText(), /add_0\.tflite[\s\S]*900 bytes · /);
  assert.match(await recents.nth(1).innerText(), /^guide\n/);
  await screenshot(page, 'recents');

  await recents.nth(0).getByRole('button').first().click();
  await page.getByRole('heading', { level: 1, name: /add_0/ }).waitFor();
  // The palette has them as well, and opens them beside the open file.
  await page.keyboard.press('Control+k');
  await page.keyboard.type('guide');
  await page.getByRole('option', { name: /Recent file/ }).click();
  await page.getByRole('heading', { level: 1, name: /guide|ckpt/ }).waitFor();

  await page.waitForFunction(() => JSON.parse(localStorage.getItem('vintage-recent')).length === 3);
  await visit();
  await recents.first().waitFor();
  const all = await recents.count();
  // The browser may need the space.
  await page.evaluate(async () => {
    const cache = await caches.open('vintage-recent');
    const add = (await cache.keys()).find((request) => request.url.endsWith('/add_0.tflite'));
    await Promise.all((await cache.keys()).filter((request) => request.url.split('/').at(-2) === add.url.split('/').at(-2)).map((request) => cache.delete(request)));
  });
  await recents.filter({ hasText: /add_0\.tflite\s*900 bytes/ }).getByRole('button').first().click();
  await page.getByText('This browser has removed its copy of add_0.tflite.').waitFor();
  assert.equal(await recents.count(), all - 1);
  await recents.nth(0).getByRole('button', { name: /^Remove / }).click();
  await page.waitForFunction((all) => JSON.parse(localStorage.getItem('vintage-recent')).length === all - 2, all);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.getByText('Recent files').waitFor({ state: 'detached' });
  await until(page, async () => !(await (await caches.open('vintage-recent')).keys()).length);
});

test('many files are a table: verdicts, the releases that load all, sorting, filtering, export', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture('tflite/ops')]);
  const all = page.getByRole('button', { name: /^All [\d,]+ files$/ });
  await all.waitFor();
  const count = Number((await all.innerText()).replace(/\D/g, ''));
  assert.ok(count > 100, `${count} files`);
  assert.ok(await page.locator('.files .file[data-current], .files .file:not(.drop)').count() <= 9, 'not a wall of chips');
  await all.click();
  await page.locator('.files-table tbody tr').nth(5).waitFor();
  assert.equal(await page.locator('.files-table').getAttribute('aria-rowcount'), String(count));
  assert.ok(await page.locator('.files-table tbody tr').count() < 80, 'only what is in view is in the document');
  const together = page.locator('.files-together');
  assert.match(await together.innerText(), /tensorflow: /);
  await screenshot(page, 'files-light-1280');
  const names = () => page.locator('.files-table .name').allInnerTexts();
  const first = await names();
  await page.getByRole('columnheader', { name: 'File' }).getByRole('button').click();
  await page.waitForFunction((old) => ui().querySelector('.files-table .name').innerText !== old, first[0]);
  await page.getByRole('searchbox', { name: 'Filter the files' }).fill('conv_2d');
  await page.waitForFunction(() => [...ui().querySelectorAll('.files-table .name')].every((name) => name.innerText.includes('conv_2d')));
  const lines = (await saved(page, 'files', 'CSV'))[1].trim().split('\r\n');
  assert.equal(lines[0], 'File,Kind,Bytes,Must run on,Verdict,Window');
  assert.equal(lines.length - 1, Number((await page.locator('.all-files .tools .soft').innerText()).match(/\d+/)[0]));
  const chosen = (await names())[0];
  await page.locator('.files-table .link').first().click();
  await page.getByRole('heading', { level: 1, name: chosen }).waitFor();
  assert.equal(await selected(page), 'Window');
});

test('the search understands fields, and says where a query is wrong', async (t) => {
  const page = await dropped(t, MOBILENET);
  await tab(page, 'Graph').click();
  await drawn(page);
  const find = page.getByPlaceholder('Find a node');
  const found = page.locator('#graph-found');
  await find.fill('op:DEPTHWISE_CONV_2D shape:1x7x7x*');
  await found.getByRole('option').first().waitFor();
  const ops = await found.getByRole('option').locator('code:nth-child(2)').allInnerTexts();
  assert.ok(ops.length > 0 && ops.every((op) => op === 'DEPTHWISE_CONV_2D'), ops.join());
  await find.fill('oop:CONV_2D');
  await found.getByText('There is no field “oop” (character 1).').waitFor();
  assert.equal(await find.getAttribute('aria-invalid'), 'true');
  assert.match(await page.locator(`#${await find.getAttribute('aria-describedby')}`).innerText(), /^There is no field “oop”/);
});

test('the outline is the drawing as a tree: one selection, the same open groups, usable by keys alone', async (t) => {
  const page = await dropped(t, MOBILENET);
  await tab(page, 'Graph').click();
  await drawn(page);
  await page.getByRole('button', { name: 'Outline' }).click();
  const outline = page.getByRole('treegrid', { name: 'Outline of the drawing' });
  const rows = outline.locator('tbody tr[role="row"]');
  await rows.first().waitFor();
  const current = () => page.evaluate(() => ui().getElementById(ui().querySelector('.outline').getAttribute('aria-activedescendant'))?.innerText);
  await outline.focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => ui().querySelector('.outline').getAttribute('aria-activedescendant') === 'outline-0');
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => ui().querySelector('.outline').getAttribute('aria-activedescendant') === 'outline-1');
  const title = (await details(page).locator('.title').innerText()).trim();
  assert.ok((await current()).includes(title), `${await current()} / ${title}`);
  // A group: closed by a key in the outline, it is closed in the drawing.
  const group = outline.locator('tr[aria-expanded="true"]').first();
  const name = await group.locator('code').innerText();
  await group.click();
  await details(page).getByRole('button', { name: 'Close the group' }).waitFor();
  const total = Number(await outline.getAttribute('aria-rowcount'));
  await outline.focus();
  await page.keyboard.press('ArrowLeft');
  await details(page).getByRole('button', { name: 'Open the group' }).waitFor();
  await page.waitForFunction((total) => Number(ui().querySelector('.outline').getAttribute('aria-rowcount')) < total, total);
  const closed = outline.locator('tr[aria-expanded="false"]').filter({ hasText: name }).first();
  await closed.waitFor();
  assert.equal(await closed.getAttribute('aria-selected'), 'true', 'the selection stays');
  await page.keyboard.press('ArrowRight');
  await details(page).getByRole('button', { name: 'Close the group' }).waitFor();
  await page.waitForFunction((total) => Number(ui().querySelector('.outline').getAttribute('aria-rowcount')) === total, total);
  // Selected elsewhere, the row comes into view.
  await page.getByPlaceholder('Find a node').fill('op:SOFTMAX');
  await page.locator('#graph-found').getByRole('option').first().click();
  await outline.locator('tr[aria-selected="true"]').filter({ hasText: 'SOFTMAX' }).waitFor();
  await screenshot(page, 'outline-light-1280');
});

test('colors show the verdict, versions, types and engines, and the legend picks out a class', async (t) => {
  const { page } = await open(t, { fragment: `${SAMPLE}&view=graph` });
  await drawn(page);
  const legend = page.getByRole('list', { name: 'Colors, with numbers of nodes' });
  await legend.getByRole('button', { name: /refused\s*1$/ }).waitFor();
  const colors = page.getByLabel('Meaning of the colors');
  const nodes = async () => (await legend.getByRole('button').allInnerTexts()).map((text) => Number(/(\d+)$/.exec(text.trim())[1])).reduce((a, b) => a + b, 0);
  const operators = await nodes();
  await colors.selectOption('version');
  const newest = legend.getByRole('button', { name: /v12/ });
  await newest.waitFor();
  assert.equal(await nodes(), operators, 'every operator has a version');
  const picture = () => page.evaluate(() => ui().querySelector('.graph-canvas > canvas').toDataURL());
  const before = await picture();
  await newest.click();
  assert.equal(await newest.getAttribute('aria-pressed'), 'true');
  await page.waitForTimeout(100);
  assert.notEqual(await picture(), before, 'the others are dimmed');
  await screenshot(page, 'colors-version-1280');
  await colors.selectOption('engine:xnnpack');
  await legend.getByRole('button', { name: /take/ }).first().waitFor();
  assert.equal(await nodes(), operators);
  await colors.selectOption('quantization');
  await legend.getByRole('button', { name: /quantized weights only/ }).waitFor();
  await colors.selectOption('plain');
  await page.waitForFunction(() => !ui().querySelector('.graph-legend'));
});

test('all matches of a search are marked, with a way from one to the next', async (t) => {
  const page = await dropped(t, MOBILENET);
  await tab(page, 'Graph').click();
  await drawn(page);
  const find = page.getByPlaceholder('Find a node');
  const way = page.locator('.graph-way');
  const picture = () => page.evaluate(() => ui().querySelector('.graph-canvas > canvas').toDataURL());
  const before = await picture();
  await find.fill('op:DEPTHWISE_CONV_2D');
  await way.getByText(/^17 matches$/).waitFor();
  await page.waitForTimeout(100);
  assert.notEqual(await picture(), before, 'matches are marked');
  await find.press('Enter');
  await way.getByText('1 of 17').waitFor();
  const first = await details(page).locator('.soft').first().innerText();
  await find.press('Enter');
  await way.getByText('2 of 17').waitFor();
  assert.notEqual(await details(page).locator('.soft').first().innerText(), first);
  await find.press('Shift+Enter');
  await page.getByRole('button', { name: 'Previous match' }).click();
  await way.getByText('17 of 17').waitFor();
  await find.press('Escape');
  await page.waitForFunction(() => !ui().querySelector('.graph-way'));
});

test('the report is one page without scripts that shows the verdict, the findings and the drawing', async (t) => {
  const { page } = await open(t, { fragment: SAMPLE });
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save report' }).click()]);
  assert.equal(download.suggestedFilename(), 'resnet_block_32_dynamic.tflite.html');
  const file = await download.path();
  const text = readFileSync(file, 'utf8');
  assert.doesNotMatch(text, /<script|<button|<input|<select|javascript:|\son\w+=/);
  const alone = await page.context().newPage();
  await alone.setContent(text);
  assert.equal(await alone.title(), 'resnet_block_32_dynamic.tflite');
  assert.match(await alone.locator('.answer').innerText(), /refused\s+on tflite-runtime 2\.12\.0/);
  const windows = await alone.locator('.windows tr').allInnerTexts();
  assert.ok(windows.some((row) => /^tflite-runtime\s+✕ none/.test(row)), windows.join('|'));
  assert.match(await alone.locator('body').innerText(), /FULLY_CONNECTED v12/);
  assert.ok((await alone.locator('.drawing svg text').allInnerTexts()).length > 20);
  assert.equal(await alone.evaluate(() => ui().querySelectorAll('link, img, iframe').length), 0, 'nothing is fetched');
  await screenshot(alone, 'report-1280', { fullPage: true });
  await alone.close();
});

test('the window is saved as a picture, a table and a badge; several files are one picture', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  const model = 'mobilenet_v2_035_224_int8.tflite';
  await dropFiles(page, [fixture(`tflite/models/${model}`)]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: model }).waitFor();
  const saved = async (form) => {
    const menu = page.locator('details.menu').filter({ hasText: 'Save the window' });
    await menu.locator('summary').click();
    const [download] = await Promise.all([page.waitForEvent('download'), menu.getByRole('button', { name: form }).click()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
  };
  const picture = await saved('Picture');
  assert.equal(picture.name, `${model}.window.svg`);
  assert.match(picture.text, /^<svg[^>]*role="img"[\s\S]*<title[^>]*>Releases that load mobilenet_v2_035_224_int8\.tflite<\/title>/);
  assert.ok(picture.text.includes('1.14.0') && picture.text.includes('tflite-runtime') && !/<script|href="http/.test(picture.text));
  const table = await saved('Table');
  assert.equal(table.name, `${model}.window.md`);
  assert.match(table.text, /\|.*tflite-runtime.*\|.*2\.5\.0 .*\|/);
  const badge = await saved('Badge');
  assert.equal(badge.name, `${model}.badge.svg`);
  assert.match(badge.text, /<title[^>]*>mobilenet_v2_035_224_int8\.tflite in tensorflow 2\.21\.0: loads<\/title>/);

  await dropFiles(page, [fixture('tflite/ops/add_0.tflite')]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'add_0.tflite' }).waitFor();
  await page.getByRole('tab', { name: 'Files' }).click();
  const both = await saved('Picture');
  assert.equal(both.name, 'files.window.svg');
  assert.ok(both.text.includes('Releases that load 2 files') && both.text.includes('add_0.tflite') && both.text.includes(model), both.text.slice(0, 400));
});
