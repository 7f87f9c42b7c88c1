// Evolution: plans for changing an op, without a file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './lib/index.mjs';

const openEvolution = async (page) => {
  await page.getByText('Nothing leaves this browser.').waitFor();
  await page.getByRole('button', { name: 'Evolution', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Evolution' }).waitFor();
};

test('removing an op: the rules, the refused graph, a link that shows the same', async (t) => {
  const { page } = await open(t);
  await openEvolution(page);
  await page.getByLabel('Remove or restrict an op').check();
  await page.getByText('The plan keeps every rule of the version guide.').waitFor();
  await page.getByLabel('It is gone; min_producer goes up').selectOption('3.0.0');
  await page.getByText('were written before it was deprecated').waitFor();
  await page.getByLabel('It is gone; min_producer goes up').selectOption('2.23.0');
  await page.getByText('is not the first release of a major version').waitFor();
  await page.getByRole('button', { name: 'A graph of 2.21.0 in 3.0.0: refused' }).first().click();
  await page.getByText('GraphDef producer version 2474 below min producer 2475 supported by TensorFlow 3.0.0.').waitFor();
  // Arrow keys go on from there.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'It loads and behaves as before.' }).waitFor();
  assert.match(page.url(), /#evolution=remove_.*remove@2\.23\.0/);

  const again = await open(t, { fragment: new URL(page.url()).hash.slice(1) });
  await again.page.getByText('is not the first release of a major version').waitFor();
  assert.equal(await again.page.getByLabel('Remove or restrict an op').isChecked(), true);
});

test('releases of one’s own, and a day that cannot be', async (t) => {
  const { page } = await open(t);
  await openEvolution(page);
  await page.getByLabel('Ban a release').check();
  await page.getByRole('checkbox', { name: '2.21.0 is the bad release' }).waitFor();
  await page.getByLabel('Version').fill('2.22.1');
  await page.getByLabel('date', { exact: true }).fill('2026-11-20');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('New graphs name the bad release in bad_consumers').selectOption('2.22.1');
  await page.getByText('is a patch release').waitFor();
  await page.getByLabel('Day on which 2.22.1 appears').fill('2031-01-01');
  await page.getByRole('alert').filter({ hasText: 'would appear before' }).waitFor();
  // The last good answer stays, and the plan can be fixed.
  await page.getByText('is a patch release').waitFor();
  await page.getByRole('button', { name: 'Leave out 2.22.1' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Back to the files' }).click();
  await page.getByText('Nothing leaves this browser.').waitFor();
  // The address follows the page.
  await page.waitForURL((url) => !url.hash.includes('evolution='));
});

test('an address that is given while the page writes its own is followed', async (t) => {
  const { page } = await open(t);
  await openEvolution(page);
  await page.locator('button.evolve').evaluate(async (button) => {
    button.click();
    // The page has its new state now, and writes its address with the next frame.
    for (let turn = 0; turn < 50; turn++) await null;
    location.hash = '#src=/fixtures/tflite/ops/add_0.tflite';
  });
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'add_0' }).waitFor();
  await page.waitForURL((url) => url.hash.includes('add_0') && !url.hash.includes('evolution='));
});
