// Edges of a drawing: names instead of very long lines, the direction, undo for changes of the view, and bodies of calls in place.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dropFiles, fixture, open, screenshot } from './lib/index.mjs';

const details = (page) => page.locator('.graph-details');
const canvas = (page) => page.locator('.graph-canvas > canvas');
const settled = (page) => page.locator('.graph-stage:not(.waiting)').waitFor();
const title = (page, text) => details(page).locator('.title', { hasText: text }).waitFor();

/** A GraphDef as text: nodes by name, each with its op and inputs. */
function graphDef(nodes) {
  const node = ([name, op, ...inputs]) =>
    `node { name: "${name}" op: "${op}" ${inputs.map((input) => `input: "${input}"`).join(' ')} attr { key: "T" value { type: DT_FLOAT } } }`;
  return nodes.map(node).join('\n');
}

/** A chain of nodes; `extra` gives further inputs of the i-th. */
function chain(count, extra) {
  const nodes = [['mask', 'Placeholder'], ['op_1', 'Placeholder']];
  for (let i = 2; i <= count; i++) nodes.push([`op_${i}`, 'AddV2', `op_${i - 1}`, ...extra(i)]);
  return graphDef(nodes);
}

/** Opens a graph in the graph view, without groups. */
async function drawn(t, text, { fragment = '', context = {} } = {}) {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'edges-')), 'model.pbtxt');
  writeFileSync(file, text);
  const { page, errors } = await open(t, { fragment, context });
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [file]);
  await page.getByRole('tab', { name: 'Graph', exact: true }).click();
  await page.waitForFunction(() => /\d+ nodes?/.test(ui().querySelector('.graph-keys')?.innerText ?? ''));
  await page.getByLabel('Groups', { exact: true }).selectOption('groups-none');
  await settled(page);
  return { page, errors };
}

/** The drawing as the page saves it: its size, and its names of edges with their middles. */
async function svg(page) {
  await settled(page);
  await page.locator('.tools > .end details.menu summary').click();
  const item = page.getByRole('button', { name: 'SVG of the whole drawing', exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), item.click()]);
  const text = readFileSync(await download.path(), 'utf8');
  const [width, height] = /viewBox="-16 -16 (\d+) (\d+)"/.exec(text).slice(1).map((n) => Number(n) - 32);
  const stub = /<rect class="stub" x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"[^>]*\/><text[^>]*>([^<]*)</g;
  const names = [...text.matchAll(stub)].map(([, x, y, w, h, name]) => ({ name, x: Number(x) + Number(w) / 2, y: Number(y) + Number(h) / 2 }));
  return { width, height, names, text };
}

/** Clicks a point of the drawing, which is shown in full first. */
async function click(page, drawing, { x, y }) {
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  const box = await canvas(page).boundingBox();
  const zoom = Math.min(box.width / drawing.width, box.height / drawing.height, 1.25);
  const at = { x: (box.width - drawing.width * zoom) / 2 + x * zoom, y: (box.height - drawing.height * zoom) / 2 + y * zoom };
  await canvas(page).click({ position: at });
}

test('a node with many readers has its name beside each of them, which leads to it and unfolds', async (t) => {
  const { page } = await drawn(t, chain(12, (i) => (i > 2 ? ['mask'] : [])));
  const before = await svg(page);
  assert.deepEqual(before.names.map(({ name }) => name).sort(), [...Array(10).fill('… mask'), '→ 10']);
  await screenshot(page, 'stubs-light-1280');
  // A name is selected by a click; the panel lists the readers and leads to the source.
  await click(page, before, before.names.find(({ name }) => name === '… mask'));
  await title(page, 'mask');
  assert.equal(await details(page).locator('li').count(), 10);
  await details(page).getByRole('button', { name: 'Go to the source' }).click();
  await title(page, 'Placeholder');
  assert.match(await details(page).innerText(), /mask[\s\S]*10 edges out/);
  // The same by keys: down to the readers' name below the source, up again; Enter draws the lines.
  await canvas(page).focus();
  await page.keyboard.press('ArrowDown');
  await title(page, 'mask');
  await page.keyboard.press('ArrowUp');
  await title(page, 'Placeholder');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await title(page, 'Placeholder');
  assert.deepEqual((await svg(page)).names, []);
  await details(page).getByRole('button', { name: 'Draw the edges as names' }).click();
  assert.equal((await svg(page)).names.length, 11);
  await page.locator('.graph-shows > summary').click();
  const all = page.getByLabel('All edges', { exact: true });
  await all.check();
  assert.deepEqual((await svg(page)).names, []);
  await all.uncheck();
  assert.equal((await svg(page)).names.length, 11);
});

test('an edge over many layers has a beginning and an end with the name of the other', async (t) => {
  const { page } = await drawn(t, chain(60, (i) => (i === 50 ? ['op_3'] : i === 20 ? ['op_10'] : [])));
  const { names } = await svg(page);
  assert.deepEqual(names.map(({ name }) => name), ['→ op_50', '… op_3']);
  assert.ok(names[1].y - names[0].y > 40 * 50, JSON.stringify(names));
});

test('long chains stand in columns on request, and undo takes it back', async (t) => {
  const { page } = await drawn(t, chain(200, () => ['op_1']));
  const long = await svg(page);
  await page.locator('.graph-shows summary').click();
  await page.getByLabel('Wrap long chains').check();
  await page.waitForFunction(() => ui().querySelector('.graph-stage:not(.waiting)'));
  const wrapped = await svg(page);
  assert.ok(wrapped.height < long.height / 3 && wrapped.width > long.width, `${wrapped.width}x${wrapped.height} ${long.width}x${long.height}`);
  // Names at the ends of columns: one below what is read and one above its reader.
  assert.ok(wrapped.names.length >= long.names.length + 8, `${wrapped.names.length} ${long.names.length}`);
  await screenshot(page, 'graph-columns');
  await canvas(page).focus();
  await page.keyboard.press('Control+z');
  assert.equal((await svg(page)).height, long.height);
});

test('the direction is in the address, the keys and the saved pictures', async (t) => {
  const { page } = await drawn(t, chain(30, () => []));
  const down = await svg(page);
  assert.ok(down.height > 4 * down.width, `${down.width} × ${down.height}`);
  await page.getByRole('button', { name: 'Left to right' }).click();
  await page.waitForFunction(() => /flow=right/.test(location.hash));
  const right = await svg(page);
  assert.ok(right.width > 4 * right.height, `${right.width} × ${right.height}`);
  await screenshot(page, 'flow-right-light-1280');
  await canvas(page).focus();
  await page.keyboard.press('ArrowRight');
  await details(page).waitFor();
  const name = () => details(page).locator('p code').first().innerText();
  const names = [await name()];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) {
    await page.keyboard.press(key);
    names.push(await name());
  }
  const [first] = names.map((name) => Number(/\d+/.exec(name)));
  assert.deepEqual(names.slice(1), [first + 1, first + 2, first + 1].map((n) => `op_${n}`), names.join(' '));
  // A link with the direction draws it at once.
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(`${link.split('#')[0]}#src=static/samples/resnet_block_32_dynamic.tflite&view=graph&flow=right`);
  await page.waitForFunction(() => /\d+ nodes?/.test(ui().querySelector('.graph-keys')?.innerText ?? ''));
  const other = await svg(page);
  assert.ok(other.width > other.height, `${other.width} × ${other.height}`);
  assert.equal(await page.getByRole('button', { name: 'Left to right' }).getAttribute('aria-pressed'), 'true');
});

test('changes of the view are undone and made again', async (t) => {
  const { page } = await drawn(t, chain(12, (i) => (i > 2 ? ['mask'] : [])));
  const names = async () => (await svg(page)).names.length;
  const colors = page.getByLabel('Meaning of the colors');
  const first = await colors.inputValue();
  assert.equal(await names(), 11);
  await colors.selectOption('dtype');
  await page.locator('.graph-shows > summary').click();
  await page.getByLabel('All edges', { exact: true }).check();
  assert.equal(await names(), 0);
  await page.getByRole('button', { name: 'Left to right' }).click();
  await settled(page);
  await canvas(page).focus();
  await page.keyboard.press('ArrowRight');
  await details(page).waitFor();
  // Back, one by one.
  await page.keyboard.press('Control+z');
  await details(page).waitFor({ state: 'detached' });
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => !/flow=right/.test(location.hash));
  assert.equal(await names(), 0);
  await page.keyboard.press('Control+z');
  assert.equal(await names(), 11);
  assert.equal(await colors.inputValue(), 'dtype');
  await page.keyboard.press('Control+z');
  assert.equal(await colors.inputValue(), first);
  // Forward by key, by button and from the palette.
  await page.keyboard.press('Control+Shift+z');
  assert.equal(await colors.inputValue(), 'dtype');
  await page.getByRole('button', { name: /^Redo/ }).click();
  assert.equal(await names(), 0);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Search and commands' });
  await palette.getByRole('combobox').fill('redo');
  await palette.getByRole('option').first().filter({ hasText: 'Redo' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /flow=right/.test(location.hash));
  await page.getByRole('button', { name: /^Redo/ }).click();
  await details(page).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Redo/ }).getAttribute('aria-disabled'), 'true');
  // Typing in the search has an undo of its own.
  await page.locator('.graph-find input').fill('op');
  await page.keyboard.press('Control+z');
  assert.match(page.url(), /flow=right/);
});

/** Opens a fixture in the graph view. */
async function graphOf(t, files, context = {}, tab = 'Graph') {
  const { page } = await open(t, { context });
  await page.locator('.welcome, .drop').first().waitFor();
  await dropFiles(page, files);
  await page.getByRole('tab', { name: tab, exact: true }).click();
  await page.waitForFunction(() => ui().querySelector('.graph-keys')?.innerText.match(/\d/));
  await settled(page);
  return page;
}

test('a loop opens in place into its condition and its body, and closes', async (t) => {
  const page = await graphOf(t, [fixture('tflite/ops/while.tflite')]);
  const row = (name) => page.locator('.graph-outline').getByRole('row', { name });
  const titles = (text) => [...text.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title);
  const before = await svg(page);
  const group = titles(before.text).find((title) => /^WHILE \d+$/.test(title));
  assert.ok(group, 'the loop is a closed group');
  await page.getByRole('button', { name: 'Outline', exact: true }).click();
  const toggled = async (action) => {
    await action();
    await settled(page);
    return svg(page);
  };
  // With the mouse in the outline: the call is in the group, with its bodies.
  await toggled(() => row(new RegExp(group)).dblclick());
  const open = await toggled(() => row(/ body \d+ nodes/).dblclick());
  await screenshot(page, 'bodies-light-1280');
  for (const name of ['cond', 'body']) assert.ok(titles(open.text).includes(`${group}/${name}`), name);
  assert.ok(open.text.match(/<g>/g).length > before.text.match(/<g>/g).length + 2);
  // An operator of the body is described as one of its own graph.
  await page.locator('.graph-outline [aria-level="3"]').filter({ hasNotText: '▸' }).filter({ hasText: /[A-Z]/ }).first().click();
  await details(page).waitFor();
  // Undo closes the body, then the loop; the drawing is the one from before.
  const undo = page.getByRole('button', { name: /^Undo the last change/ });
  while ((await undo.getAttribute('aria-disabled')) === 'false') await toggled(() => undo.click());
  assert.equal((await svg(page)).text, before.text);
  // By keys on the drawing: Enter opens the selected group and closes it.
  await canvas(page).focus();
  await page.keyboard.press('Escape');
  for (let steps = 0; steps < 9; steps++) {
    await page.keyboard.press('ArrowDown');
    await details(page).waitFor();
    if ((await details(page).locator('.title').innerText()) === group) break;
  }
  const again = await toggled(() => page.keyboard.press('Enter'));
  assert.ok(titles(again.text).includes(`${group}/body`));
  assert.equal(await details(page).locator('.title').innerText(), group, 'it is still selected');
  await canvas(page).focus();
  assert.equal((await toggled(() => page.keyboard.press('Enter'))).text, before.text);
});

test('the search finds nodes in closed bodies, and opens them', async (t) => {
  const page = await graphOf(t, [fixture('tflite/ops/while.tflite')]);
  const titles = async () => [...(await svg(page)).text.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title);
  const group = (await titles()).find((title) => /^WHILE \d+$/.test(title));
  const find = page.getByPlaceholder('Find a node');
  await find.fill('op:LESS');
  const options = page.locator('#graph-found').getByRole('option');
  await options.first().waitFor();
  assert.equal(await options.count(), 1, 'the condition has the only one');
  await find.press('Enter');
  await details(page).getByText('LESS').first().waitFor();
  assert.ok((await titles()).includes(`${group}/cond`), 'its body is open');

  // A drawing without groups has no bodies: the search draws groups again.
  await find.press('Escape');
  await page.getByRole('combobox', { name: 'Groups' }).selectOption({ label: 'No groups' });
  await settled(page);
  await details(page).waitFor({ state: 'detached' });
  await find.fill('op:LESS');
  await options.first().waitFor();
  await find.press('Enter');
  await details(page).getByText('LESS').first().waitFor();
});

test('a call of a function that the file does not have names it', async (t) => {
  const call = (name, input, f) =>
    `node { name: "${name}" op: "PartitionedCall" input: "${input}" attr { key: "f" value { func { name: "${f}" } } } }`;
  const functions = 'library { function { signature { name: "here" } } }';
  const text = [graphDef([['x', 'Placeholder']]), call('known', 'x', 'here'), call('gone', 'known', 'away'), functions];
  const { page } = await drawn(t, text.join('\n'));
  await canvas(page).focus();
  const seen = [];
  for (let steps = 0; steps < 3; steps++) {
    await page.keyboard.press('ArrowDown');
    await details(page).waitFor();
    seen.push(await details(page).innerText());
  }
  assert.deepEqual(seen.map((text) => /Not in the file: away/.test(text)), [false, false, true], seen.join('\n\n'));
  await page.keyboard.press('d');
  await page.locator('.graph-described', { hasText: 'Not in the file: away' }).waitFor();
});
