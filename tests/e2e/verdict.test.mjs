// Deciding requirements: ranges with gaps and their reasons, releases without facts, and the first remedy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

const dropped = async (t, file, name = file.split('/').at(-1)) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(file)]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor();
  return page;
};
const requirements = async (page) => {
  await page.getByRole('tab', { name: 'Window' }).click();
  await page.locator('table.req tbody tr').first().waitFor();
};

test('a requirement with exceptions shows its ranges with the gaps, why, and that it sets the start', async (t) => {
  const page = await dropped(t, 'savedmodels/keras2_compiled');
  await requirements(page);
  const first = page.locator('table.req tbody tr').first();
  // The first row is what the section above names.
  const decides = page.locator('.deciding .why .req').first();
  const name = (await decides.innerText()).trim();
  assert.ok((await first.locator('.name').innerText()).includes(name), name);
  assert.match(await first.innerText(), /sets the start/);
  const row = page.locator('tr[data-requirement="DisableCopyOnRead"]');
  assert.match(await row.locator('.ranges').innerText(), /1\.13\.1 to 1\.13\.2; 2\.10\.0rc0 and later\s+1\.13\.1 to 1\.13\.2 do not check function bodies\./);
  const attr = page.locator('tr[data-requirement="attr VarHandleOp.debug_name"]');
  assert.match(await attr.locator('.ranges').innerText(), /ignore attrs that they do not know/);
  assert.equal(await page.getByRole('columnheader', { name: /First release|Last release/ }).count(), 0);

  // The window as a table: every release in one row, and its causes.
  const table = page.locator('.window-table');
  await table.locator('summary').click();
  const lines = await table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.innerText.trim())));
  const tensorflow = lines.filter(([channel]) => channel === 'tensorflow');
  const refused = tensorflow.find(([, releases]) => releases.endsWith('→ 2.9.3'));
  assert.match(refused.join(' | '), /refused \| .*DisableCopyOnRead/s);
  assert.match(tensorflow.at(-1).join(' | '), /^tensorflow \| 2\.10\.0rc0 → \S+ \| \d{4}-\d\d-\d\d → \d{4}-\d\d-\d\d \| \d+ \| .*loads/s);
  const counted = tensorflow.reduce((sum, line) => sum + Number(line[3]), 0);
  const all = Number((await page.locator('.line[data-channel="tensorflow"] .say').innerText()).match(/of (\d+)/)[1]);
  assert.equal(counted, all, 'no release is left out');
});

test('the row that sets an end follows what is left out', async (t) => {
  const page = await dropped(t, 'savedmodels/keras2_compiled');
  await requirements(page);
  const start = page.locator('tr.sets').filter({ hasText: 'sets the start' });
  const before = await start.locator('.name').allInnerTexts();
  await start.first().locator('.n button').click();
  await page.locator('tr.detail').waitFor();
  // A row moves as soon as it is ignored: then the next one is the first.
  for (const _ of before) await start.first().getByRole('checkbox').first().click();
  await page.waitForFunction((old) => {
    const now = [...ui().querySelectorAll('tr.sets .name')].map((cell) => cell.innerText);
    return now.length > 0 && !now.includes(old);
  }, before[0]);
  const opened = page.locator('tr[data-requirement]:has(+ tr.detail) .name');
  assert.ok(before[0].startsWith(await opened.innerText()), 'the nodes of the ignored row stay open');
});

test('where no release was asked, the page says so and names no requirement', async (t) => {
  const page = await dropped(t, 'tflite/models/mobilenet_v2_035_224_float32.tflite');
  await page.locator('.deciding').getByText('No facts before 1.9.0: earlier releases were never asked.').waitFor();
  await requirements(page);
  assert.match(await page.locator('table.req td.ranges').first().innerText(), /every release with facts|every release/);
  assert.equal(await page.locator('tr.sets').count(), 0);
});

test('a missing file with values comes first: add it', async (t) => {
  const page = await dropped(t, 'checkpoints/corrupt/shard_missing', 'broken');
  const why = page.locator('.deciding .why').first();
  assert.match(await why.innerText(), /file \S*broken\.data-00003-of-00004[\s\S]*Add that file/);
  assert.equal(await why.getByRole('button', { name: /Without it|Ignore/ }).count(), 0);
  await requirements(page);
  const step = page.locator('.advice-list [data-advice]').first();
  await step.waitFor();
  assert.match(await step.innerText(), /Add the missing data: \S*broken\.data-00003-of-00004/);
});

test('a model that the ended Android package refuses: the successor, or an older converter', async (t) => {
  const { page } = await open(t, { fragment: 'src=static/samples/resnet_block_32_dynamic.tflite&view=requirements' });
  const step = page.locator('.advice-list [data-advice="tflite-package-ended"]');
  await step.waitFor();
  const text = await step.innerText();
  assert.match(text, /org\.tensorflow:tensorflow-lite ends at 2\.16\.1/);
  assert.match(text, /com\.google\.ai\.edge\.litert:litert/);
  assert.match(text, /pip install tensorflow==2\.16\.2/);
});
