// Restores tried on the page: another program's checkpoint, some objects, variables by name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

const heading = (page, text) => page.getByRole('heading', { level: 1 }).filter({ hasText: text });
const drop = async (page, files) => {
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, files);
};
const pair = (release, name) =>
  ['source', 'target'].flatMap((side) =>
    ['.index', '.data-00000-of-00001'].map((end) => fixture(`checkpoints/restores/${release}/${name}_${side}${name.startsWith('names') ? '' : '-1'}${end}`)),
  );

test('a renamed layer: what is missing, what TensorFlow prints, and the rename map', async (t) => {
  const { page } = await open(t, { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await drop(page, pair('tf2.21.0', 'renamed_layer'));
  await heading(page, 'renamed_layer_source-1').waitFor();
  await page.getByRole('tab', { name: 'Restore' }).click();
  await page.getByText('Found 2 Python objects that were not bound').first().waitFor();
  const missing = page.getByRole('group').filter({ hasText: 'Missing in the checkpoint' });
  assert.match(await missing.innerText(), /net\/dense\/kernel/);
  await page.getByRole('button', { name: 'Copy as JSON' }).click();
  const map = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  const value = (path) => `${path}/.ATTRIBUTES/VARIABLE_VALUE`;
  assert.equal(map[value('net/dense/kernel')], value('net/l1/kernel'));
  await page.getByRole('button', { name: 'Copy as Python' }).click();
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /reader\.get_tensor\(name\)/);
});

test('the fake layer of the guide: one bias is restored, the rest waits', async (t) => {
  const { page } = await open(t);
  await drop(page, pair('tf2.5.3', 'same'));
  await heading(page, 'same_source-1').waitFor();
  await page.getByRole('tab', { name: 'Restore' }).click();
  await page.getByLabel("some of this checkpoint's objects").check();
  await page.getByLabel('Filter objects').fill('bias');
  await page.getByLabel('net/l1/bias').check();
  await page.getByText('assert_existing_objects_matched() holds').waitFor();
  await page.getByText('Unresolved object in checkpoint (root).step').waitFor();
  const restored = page.getByRole('group').filter({ hasText: /^Restored/ });
  assert.match(await restored.locator('summary').innerText(), /2$/);
  const delayed = page.getByRole('group').filter({ hasText: 'Delayed until the object is created' });
  assert.match(await delayed.innerText(), /slot variable/);
});

test('variables by name: the first that is missing is named as TensorFlow names it', async (t) => {
  const { page } = await open(t);
  await drop(page, pair('tf2.5.3', 'names_missing').slice(0, 2));
  await heading(page, 'names_missing_source').waitFor();
  await page.getByRole('tab', { name: 'Restore' }).click();
  await page.getByLabel("Names of the program's variables").fill('a\nnew_scope_b\nc');
  await page.getByLabel("Names of the program's variables").blur();
  await page.getByText('Key c not found in checkpoint').waitFor();
});

// The mapping editor of a renamed layer, and its parts.
const editor = async (t) => {
  const { page } = await open(t, { context: { permissions: ['clipboard-read', 'clipboard-write'] } });
  await drop(page, pair('tf2.21.0', 'renamed_layer'));
  await heading(page, 'renamed_layer_source-1').waitFor();
  await page.getByRole('tab', { name: 'Restore' }).click();
  const value = (path) => `${path}/.ATTRIBUTES/VARIABLE_VALUE`;
  const field = (path) => page.getByLabel(`Key for ${value(path)}`, { exact: true });
  const undo = (path) => page.getByRole('button', { name: `Undo the mapping of ${value(path)}` });
  const unused = page.getByRole('list', { name: 'Unused keys' }).getByRole('listitem');
  const group = (name) => page.getByRole('group').filter({ hasText: name });
  await field('net/dense/kernel').waitFor();
  return { page, value, field, undo, unused, group };
};
const copied = async (page, name) => {
  await page.getByRole('button', { name }).click();
  return page.evaluate(() => navigator.clipboard.readText());
};

test('a key is typed for a variable with the keyboard, copied, and undone', async (t) => {
  const { page, value, field, undo, unused, group } = await editor(t);
  const before = await unused.count();
  await field('net/dense/kernel').focus();
  // Keys that fit come first.
  const suggestions = page.locator('#map-suggestions option');
  assert.equal(await suggestions.first().getAttribute('value'), value('net/l1/kernel'));
  await page.keyboard.type(value('net/l1/kernel'));
  await page.keyboard.press('Enter');
  await undo('net/dense/kernel').waitFor();
  assert.equal(await unused.count(), before - 1);
  assert.doesNotMatch(await group('Missing in the checkpoint').innerText(), /net\/dense\/kernel/);
  assert.match(await group(/^Restored/).textContent(), /net\/dense\/kernel.*assigned after the restore/s);
  assert.deepEqual(JSON.parse(await copied(page, 'Copy mapping as JSON')), {
    [value('net/dense/kernel')]: value('net/l1/kernel'),
  });
  const python = await copied(page, 'Copy mapping as Python');
  assert.ok(python.includes(`"${value('net/dense/kernel')}": "${value('net/l1/kernel')}",`), python);
  assert.match(python, /variables\[variable\]\.assign\(reader\.get_tensor\(key\)\)/);
  await undo('net/dense/kernel').focus();
  await page.keyboard.press('Enter');
  await field('net/dense/kernel').waitFor();
  assert.equal(await unused.count(), before);
  // The keyboard is still in the row.
  await page.waitForFunction(() => {
    const inside = document.activeElement?.shadowRoot?.activeElement ?? document.activeElement;
    return inside?.getAttribute('aria-label')?.startsWith('Key for net/dense/kernel');
  });
});

test('an unused key is dragged onto a variable; one of another shape is reported', async (t) => {
  const { page, value, field, undo, unused, group } = await editor(t);
  const row = page.getByRole('list', { name: 'Variables without a value' }).getByRole('listitem');
  const drag = async (key, variable) => {
    const target = row.filter({ hasText: value(variable) });
    // Scrolled before the key is pressed: a page that scrolls under a pressed mouse drags nothing.
    await target.scrollIntoViewIfNeeded();
    await unused.filter({ hasText: value(key) }).dragTo(target);
  };
  await drag('net/l1/bias', 'net/dense/bias');
  await undo('net/dense/bias').waitFor();
  await drag('net/l1/kernel', 'net/dense/kernel');
  await undo('net/dense/kernel').waitFor();
  await page.getByRole('button', { name: 'Undo all' }).click();
  await field('net/dense/bias').waitFor();
  await field('net/dense/kernel').fill(value('net/l1/bias'));
  await field('net/dense/kernel').press('Enter');
  await row.filter({ hasText: 'dtype or shape does not fit' }).waitFor();
  assert.match(await group('Does not fit').innerText(), /net\/l1\/bias/);
  assert.equal(await page.getByRole('button', { name: 'Copy mapping as JSON' }).count(), 0);
});
