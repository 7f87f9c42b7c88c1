// Two graphs side by side: differences as a list and as colors, one selection, both drawings on the same part.
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

const heading = (page, text) => page.getByRole('heading', { level: 1 }).filter({ hasText: text });
const side = async (t, name, ending, options = {}) => {
  const { page } = await open(t, options);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, ['a', 'b'].flatMap((side) => (ending === '.index'
    ? ['.index', '.data-00000-of-00001'] : [ending]).map((end) => fixture(`comparisons/${name}_${side}${end}`))));
  await heading(page, `${name}_a`).waitFor();
  await page.getByRole('tab', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Drawings' }).click();
  const stages = page.getByRole('region', { name: 'Graphs side by side' });
  const canvas = (word) => stages.getByRole('application', { name: new RegExp(`^${word}: `) });
  await canvas('Before').and(page.getByRole('application', { name: /nodes?,/ })).waitFor();
  await canvas('After').and(page.getByRole('application', { name: /nodes?,/ })).waitFor();
  return { page, stages, canvas, list: stages.getByRole('complementary', { name: 'Nodes that differ' }) };
};
const pixels = (canvas) => canvas.evaluate((element) => element.toDataURL());
// The pixels once they stay as they are.
const settled = async (canvas) => {
  for (let before = null; ; ) {
    const now = await pixels(canvas);
    if (now === before) return now;
    before = now;
    await new Promise((done) => setTimeout(done, 150));
  }
};

test('a node that changed is selected in both drawings, with its fields before and after', async (t) => {
  const { page, stages, canvas, list } = await side(t, 'op_version', '.tflite');
  const before = [await settled(canvas('Before')), await settled(canvas('After'))];
  await list.getByRole('button', { name: 'FULLY_CONNECTED' }).click();
  const fields = stages.getByRole('region', { name: 'Differences of the selected node' });
  await fields.waitFor();
  assert.deepEqual(await fields.getByRole('row').nth(1).getByRole('cell').allInnerTexts(), ['1', '9']);
  assert.equal(await list.locator('tr[aria-selected="true"]').count(), 1);
  assert.notEqual(await settled(canvas('Before')), before[0], 'the selection is drawn');
  assert.notEqual(await settled(canvas('After')), before[1], 'its partner is selected as well');
  const counts = await stages.getByRole('list', { name: /^Colors, with/ }).getByRole('button').allInnerTexts();
  assert.deepEqual(counts.map((text) => text.replace(/\s+/g, ' ').trim()).slice(1), ['~ changed 1', '− only before 0', '+ only after 0']);
  await page.screenshot({ path: path.join(process.env.VINTAGE_RESULTS ?? '/tmp', 'together.png') });
});

test('both drawings show the same part until they are set apart', async (t) => {
  const { page, canvas } = await side(t, 'op_added', '.tflite');
  const first = await settled(canvas('After'));
  await canvas('Before').scrollIntoViewIfNeeded();
  const box = await canvas('Before').boundingBox();
  const drag = async () => {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2 - 60, { steps: 4 });
    await page.mouse.up();
  };
  await drag();
  const second = await settled(canvas('After'));
  assert.notEqual(second, first, 'it follows');
  await page.getByLabel('Move together').uncheck();
  const left = await settled(canvas('Before'));
  await drag();
  assert.notEqual(await settled(canvas('Before')), left);
  assert.equal(await settled(canvas('After')), second, 'it stays');
});

test('nodes that only one file has: listed, filtered by the legend and by text', async (t) => {
  const { page, stages, list } = await side(t, 'graph_op', '.pb');
  const rows = list.getByRole('row');
  const all = await rows.count();
  assert.ok(all > 0);
  const legend = stages.getByRole('list', { name: /^Colors, with/ });
  await legend.getByRole('button', { name: /changed/ }).click();
  await page.getByLabel('Filter differences').fill('no such node');
  await list.getByText('Nothing matches the filter.').waitFor();
  await page.getByLabel('Filter differences').fill('');
  await legend.getByRole('button', { name: /changed/ }).click();
  assert.equal(await rows.count(), all);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('region', { name: 'Differences', exact: true }).waitFor();
});

test('objects of two checkpoints are drawn side by side', async (t) => {
  const { list } = await side(t, 'ckpt_added', '.index');
  assert.ok((await list.getByRole('row').count()) > 0);
});
