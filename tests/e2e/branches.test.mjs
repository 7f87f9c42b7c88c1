// The facts behind a release and the history of its channel, and what the window says of time: today, dates, pre-releases.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

/** Opens the page with files and waits for the line of a channel. */
async function windowOf(t, files, channel) {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, files.map(fixture));
  const line = page.locator(`.line[data-channel="${channel}"]`);
  await line.waitFor();
  // By then the answer has had the focus, which a new file gives to its name.
  await page.locator('.behind').waitFor();
  return { page, line };
}

test('a release that is picked in the window opens its facts, with the history of its channel', async (t) => {
  const { page, line } = await windowOf(t, ['tflite/models/efficientnet_lite_like_96_int8.tflite'], 'tensorflow');
  const facts = page.locator('.behind');
  await facts.waitFor();
  assert.equal(await facts.getAttribute('open'), null, 'folded at first');
  await line.locator('.time').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await facts.locator('[data-asked="facts-none"]').waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await facts.locator('[data-asked="facts-asked-tflite"]').waitFor();
  const marked = facts.locator('.branches [aria-current]');
  assert.equal(await marked.count(), 1);
  assert.equal(await marked.getAttribute('data-branch'), await facts.locator('.branches li').first().getAttribute('data-branch'));
  // TensorFlow 2.4: one new op, and 22 versions, as docs/releases.md counts them.
  const four = await facts.locator('[data-branch="2.4.0"]').innerText();
  assert.match(four, /1 new op: CUMSUM v1/);
  assert.match(four, /22 new versions of ops: .* and 10 more/);
  // What the file requires comes first.
  const needed = await facts.locator('[data-branch="2.3.0"] b, [data-branch="1.14.0"] b').allInnerTexts();
  assert.ok(needed.some((name) => /^(DEPTHWISE_)?CONV_2D v3$/.test(name)), needed.join(' '));
});

test('of a graph the facts are TensorFlow ops, and a release that is chosen from the list leaves them folded', async (t) => {
  const { page } = await windowOf(t, ['graphdefs/frozen_tf1_1_0.pb'], 'tensorflow');
  const facts = page.locator('.behind');
  await facts.waitFor();
  await page.locator('select').filter({ has: page.locator('option[value="2.4.0"]') }).first().selectOption('2.4.0');
  assert.equal(await facts.getAttribute('open'), null);
  await facts.locator('summary').click();
  await facts.locator('[data-asked="facts-asked-graph"]').waitFor();
  assert.match(await facts.locator('[data-branch="2.4.0"]').innerText(), /[1-9]\d* new ops: /);
  await facts.locator('summary').click();
  assert.equal(await facts.locator('.branches').count(), 0);
});

test('the window has the line of today, dates at both ends, and says what a pre-release is', async (t) => {
  const { page, line } = await windowOf(t, ['tflite/ops/add_0.tflite'], 'tensorflow');
  const { width } = await line.locator('.time').boundingBox();
  const today = Number.parseFloat(await line.locator('line.today').getAttribute('x1'));
  const years = await page.locator('.axis .grid').evaluateAll((lines) => lines.map((one) => Number.parseFloat(one.getAttribute('x1'))));
  assert.ok(today > Math.max(...years.slice(0, -1)) && today <= 100 && width > 0, `${today} ${years}`);
  assert.equal(await page.locator('.axis text.today').textContent(), 'today');
  assert.match(await line.locator('.say').innerText(), /\d{4}-\d{2} → \d{4}-\d{2} · \d+ of \d+/);
  await line.locator('.time').focus();
  await page.keyboard.press('End');
  assert.match(await page.locator('.readout').innerText(), /rc0.*pre-release/s);
  assert.equal(await line.locator('line.pre').count(), 1);
});
