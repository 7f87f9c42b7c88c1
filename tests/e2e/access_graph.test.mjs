// The graph without eyes: along edges with a choice, back over visited nodes, a description, announcements.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './lib/index.mjs';
import { SAMPLE, settled } from './lib/screens.mjs';

const title = (page) => page.locator('.graph-details .title');
const selected = async (page) => `${await title(page).innerText()} ${await page.locator('.graph-details .soft').first().innerText()}`;
const announced = (page) => page.locator('.panel p[role="status"][aria-live="polite"]');

/** Presses a key and waits until another node is selected. */
async function walk(page, key) {
  const before = await selected(page);
  await page.keyboard.press(key);
  await page.waitForFunction((old) => {
    const [title, about] = ['.graph-details .title', '.graph-details .soft'].map((part) => ui().querySelector(part)?.innerText);
    return title && `${title} ${about}` !== old;
  }, before);
  return selected(page);
}

test('keys follow edges with a choice of readers, go back over visited nodes, and describe the node', async (t) => {
  const { page } = await open(t, { fragment: `${SAMPLE}&view=graph&node=0` });
  await settled(page);
  await page.getByLabel('Groups', { exact: true }).selectOption('groups-none');
  await title(page).waitFor();
  await settled(page);
  const canvas = page.locator('.graph-canvas > canvas');
  await canvas.focus();

  // Along edges to a node with several readers: a list takes the focus, and gives it back.
  const list = page.getByRole('listbox', { name: /^Nodes that read this one: \d$/ });
  const steps = [await selected(page)];
  while (steps.length < 40) {
    await page.keyboard.press('Alt+ArrowDown');
    await page.waitForFunction((old) => ui().querySelector('.edge-choice') || !ui().querySelector('.graph-details').innerText.startsWith(old), (await title(page).innerText()).trim());
    if (await list.count()) break;
    steps.push(await selected(page));
  }
  const fork = steps.at(-1);
  await page.waitForFunction(() => focused().matches('.edge-choice'));
  const options = await list.getByRole('option').allInnerTexts();
  assert.ok(options.length >= 2, `${options}`);
  assert.equal(await list.getAttribute('aria-activedescendant'), 'edge-0');
  await page.keyboard.press('Escape');
  assert.equal(await list.count(), 0);
  assert.equal(await canvas.evaluate((one) => one === focused()), true, 'the focus is back');
  assert.equal(await selected(page), fork, 'nothing was chosen');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('ArrowDown');
  const wanted = await list.locator('[aria-selected="true"] code').first().innerText();
  const taken = await walk(page, 'Enter');
  assert.ok(taken.startsWith(wanted), `${taken} / ${wanted}`);
  assert.equal(await canvas.evaluate((one) => one === focused()), true);
  await announced(page).filter({ hasText: wanted }).waitFor({ state: 'attached' });

  // Back along the edge, and over the visited nodes; the browser's history does not move.
  const before = await page.evaluate(() => history.length);
  const view = page.getByRole('tab', { selected: true });
  assert.equal(await walk(page, 'Alt+ArrowLeft'), fork);
  assert.equal(await walk(page, 'Alt+ArrowRight'), taken);
  await page.keyboard.press('Alt+ArrowRight');
  await announced(page).filter({ hasText: 'Last visited node.' }).waitFor({ state: 'attached' });
  assert.equal(await selected(page), taken);
  assert.deepEqual([await page.evaluate(() => history.length), await view.innerText()], [before, 'Graph']);

  // The description follows the target.
  await page.getByPlaceholder('Find a node').fill('op:FULLY_CONNECTED');
  await page.locator('#graph-found').getByRole('option').first().click();
  await title(page).filter({ hasText: 'FULLY_CONNECTED v12' }).waitFor();
  await canvas.focus();
  await page.keyboard.press('d');
  const described = page.locator('.graph-described');
  await described.filter({ hasText: /^FULLY_CONNECTED v12,.*Verdict: refused by tensorflow 2\.16\.1\. Cause: .*FULLY_CONNECTED v12\. .*Inputs: .*Outputs: / }).waitFor();
  const text = (await described.innerText()).replace(/\s+/g, ' ').trim();
  await page.waitForFunction((wanted) => ui().querySelector('.panel p[role="status"].sr').textContent.replace(/\s+/g, ' ').trim() === wanted, text);
  await page.getByLabel('Release', { exact: true }).selectOption('2.21.0');
  await described.filter({ hasText: 'Verdict: loads in tensorflow 2.21.0.' }).waitFor();
  assert.doesNotMatch(await described.innerText(), /Cause/);

  // A burst of steps is one announcement: the last node.
  await canvas.focus();
  await page.keyboard.press('Escape');
  await page.evaluate(async () => {
    window.said = [];
    const region = ui().querySelector('.panel p[role="status"].sr');
    new MutationObserver(() => window.said.push(region.textContent)).observe(region, { childList: true, characterData: true, subtree: true });
    const canvas = ui().querySelector('.graph-canvas > canvas');
    for (let i = 0; i < 6; i++) {
      canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }));
      await new Promise((next) => setTimeout(next, 30));
    }
  });
  await page.waitForFunction(() => window.said.length > 0);
  const last = (await title(page).innerText()).trim();
  const said = await page.evaluate(() => window.said);
  assert.ok(said.length === 1 && said[0].startsWith(last), `${JSON.stringify(said)} / ${last}`);

  // The same keys from the outline, which keeps the focus.
  await page.getByRole('button', { name: 'Outline', exact: true }).click();
  const outline = page.getByRole('treegrid', { name: 'Outline of the drawing' });
  await outline.locator('tr[aria-selected="true"]').waitFor();
  await outline.focus();
  const row = await outline.getAttribute('aria-activedescendant');
  const there = await selected(page);
  assert.notEqual(await walk(page, 'Alt+ArrowLeft'), there);
  await page.waitForFunction((old) => ui().querySelector('.outline').getAttribute('aria-activedescendant') !== old, row);
  assert.equal(await walk(page, 'Alt+ArrowRight'), there);
  assert.equal(await outline.evaluate((one) => one === focused()), true);
});
