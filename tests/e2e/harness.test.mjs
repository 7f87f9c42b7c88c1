// The harness itself: a drop is a real one, folders included; errors fail a test; WebGPU is available when requested.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dropFiles, open } from './lib/index.mjs';

test('a drop brings files and folders as a user would drop them', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vintage-drop-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'model/variables'), { recursive: true });
  await writeFile(path.join(folder, 'model/saved_model.pb'), 'abc');
  await writeFile(path.join(folder, 'model/variables/variables.index'), 'abcde');
  await writeFile(path.join(folder, 'a.tflite'), Buffer.alloc(1000));
  const { page } = await open(t, { path: '/lib/drop-probe.html' });
  await dropFiles(page, [path.join(folder, 'a.tflite'), path.join(folder, 'model')]);
  await page.locator('li').nth(3).waitFor();
  const found = await page.locator('li').allTextContents();
  assert.deepEqual(found.sort(), ['/a.tflite 1000', '/model/saved_model.pb 3', '/model/variables/variables.index 5', 'trusted true']);
});

test('a path that does not exist is refused by the harness', async (t) => {
  const { page } = await open(t, { path: '/lib/drop-probe.html' });
  await assert.rejects(dropFiles(page, ['/no/such/file.tflite']), /ENOENT/);
});

test('errors on the page are collected', async (t) => {
  const { page, errors } = await open(t, { path: '/lib/drop-probe.html', allowErrors: [/on purpose/, /thrown too/] });
  await page.evaluate(() => {
    console.error('on purpose');
    setTimeout(() => { throw new Error('thrown too'); });
  });
  await page.waitForTimeout(200);
  assert.equal(errors.length, 2, errors.join('\n'));
});

test('with webgpu there is a software adapter', async (t) => {
  const { page } = await open(t, { path: '/lib/drop-probe.html', webgpu: true });
  const found = await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
  assert.equal(found, true);
});
