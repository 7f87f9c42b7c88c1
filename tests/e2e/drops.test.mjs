// The main use: drop a real file, read the answer. Each test asserts on the text of the page.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { dropFiles, fixture, open } from './lib/index.mjs';

/** Drops fixtures and waits for the name of what was opened in the heading. */
async function drop(t, files, heading, options = {}) {
  const opened = await open(t, options);
  await opened.page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(opened.page, files.map((file) => (path.isAbsolute(file) ? file : fixture(file))));
  await opened.page.getByRole('heading', { level: 1 }).filter({ hasText: heading }).waitFor();
  return opened;
}

/** Waits for the text in the open view; its code may still be loading. */
const shows = (page, text) => page.getByRole('tabpanel').filter({ hasText: text }).waitFor();

/** The text of the summary. */
const summary = (page) => page.getByRole('region', { name: 'Summary' }).innerText();

/** Chooses the release that the file must run on. */
async function target(page, channel, release) {
  await page.getByLabel('Must run on').selectOption(channel);
  const releases = page.getByLabel('Release', { exact: true });
  const value = await releases.locator('option').evaluateAll((all, wanted) => all.find((o) => o.value === wanted)?.value, release);
  assert.equal(value, release, `${channel} ${release} can be chosen`);
  await releases.selectOption(value);
}

/** The verdict beside the target. */
const verdict = (page) => page.locator('.answer').innerText();

test('a float32 MobileNetV2: what it is, who made it, where it loads', async (t) => {
  const { page } = await drop(t, ['tflite/models/mobilenet_v2_035_224_float32.tflite'], 'mobilenet_v2_035_224_float32.tflite');
  const said = await summary(page);
  assert.match(said, /TensorFlow Lite model/);
  assert.match(said, /2\.21\.0/, 'who made it, without a click');
  assert.match(said, /nodes/);
  await target(page, 'tensorflow', '2.21.0');
  assert.match(await verdict(page), /loads/);
  await target(page, 'ai-edge-litert', '2.2.0');
  assert.match(await verdict(page), /loads/);
  await shows(page, /CONV_2D/);
});

test('an int8 MobileNetV2 needs newer releases than the float one, and a refusing release is quoted', async (t) => {
  const { page } = await drop(t, ['tflite/models/mobilenet_v2_035_224_int8.tflite'], 'mobilenet_v2_035_224_int8.tflite');
  await target(page, 'tensorflow', '1.12.0');
  assert.match(await verdict(page), /refused/);
  const printed = await page.getByRole('region', { name: 'Message' }).innerText();
  assert.match(printed, /Didn't find op for builtin opcode|Unimplemented data type|INT8|Registration failed/);
});

test('a SavedModel folder: tags, signatures, variables with values', async (t) => {
  const { page } = await drop(t, ['savedmodels/functions'], 'functions');
  const said = await summary(page);
  assert.match(said, /SavedModel/);
  assert.match(said, /2\.21\.0/);
  await page.getByRole('tab', { name: 'Contents' }).click();
  await shows(page, /serving_default/);
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: /Show .*value/ }).first().click();
  await page.getByRole('tabpanel').getByText(/\d\.\d/).first().waitFor();
});

test('a frozen GraphDef of TensorFlow 1.15 loads in it', async (t) => {
  const { page } = await drop(t, ['graphdefs/frozen_tf1_15_5.pb'], 'frozen_tf1_15_5.pb');
  assert.match(await summary(page), /GraphDef/);
  await target(page, 'tensorflow', '1.15.5');
  assert.match(await verdict(page), /loads/);
});

test('a graph without a named producer shows its producer number', async (t) => {
  const { page } = await drop(t, ['graphdefs/graph_tf1_15_5.pb'], 'graph_tf1_15_5.pb');
  assert.match(await summary(page), /1\.15/);
});

test("the training guide's checkpoint loads, and reading it one by one is another window", async (t) => {
  const { page } = await drop(t, ['checkpoints/guide'], /ckpt-\d+/);
  await target(page, 'tensorflow', '2.15.1');
  assert.match(await verdict(page), /^✓\s+loads$/, 'restore is the usual way');
  const must = page.locator('select[data-action]');
  assert.deepEqual(await must.locator('option').allInnerTexts(), ['restore', 'read one by one']);
  await page.screenshot({ path: path.join(process.env.VINTAGE_RESULTS ?? os.tmpdir(), 'action-restore.png') });
  await must.selectOption('read');
  await page.locator('.answer').filter({ hasText: 'refused' }).waitFor();
  assert.match(await page.getByRole('region', { name: 'Window' }).innerText(), /tf\.train\.load_variable reads every listed value/);
  await page.waitForFunction(() => location.hash.includes('action=read'));
  await page.screenshot({ path: path.join(process.env.VINTAGE_RESULTS ?? os.tmpdir(), 'action-read.png') });
  await must.selectOption('restore');
  await page.locator('.answer').filter({ hasText: 'loads' }).waitFor();
});

test("the training guide's checkpoint: variables, slot variables, the object graph", async (t) => {
  const { page } = await drop(t, ['checkpoints/guide'], /ckpt-\d+/);
  assert.match(await summary(page), /[Cc]heckpoint/);
  await page.getByRole('tab', { name: 'Variables' }).click();
  await shows(page, /net\/l1\/kernel\/.ATTRIBUTES\/VARIABLE_VALUE/);
  await page.getByRole('tab', { name: 'Objects' }).click();
  await shows(page, /optimizer/);
  await shows(page, /slot variable/);
});

test('depthwise with dilation 1 is version 1 and with dilation 2 version 2, which a v1-only target refuses with the reason', async (t) => {
  const one = await drop(t, ['tflite/ops/depthwise_conv_2d_0.tflite'], 'depthwise_conv_2d_0.tflite');
  await target(one.page, 'tensorflow', '1.11.0');
  assert.match(await verdict(one.page), /loads/);

  const two = await drop(t, ['tflite/ops/depthwise_conv_2d_2.tflite'], 'depthwise_conv_2d_2.tflite');
  await target(two.page, 'tensorflow', '1.11.0');
  assert.match(await verdict(two.page), /refused/);
  assert.match(await two.page.getByRole('region', { name: 'Message' }).innerText(), /DEPTHWISE_CONV_2D.*version.*2/s);
  assert.match(await two.page.getByRole('region', { name: 'Deciding requirements' }).innerText(), /dilation/i);
});

test('a truncated file: what happened, where, what to do; the page lives on', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vintage-e2e-'));
  t.after(() => rm(folder, { recursive: true }));
  const whole = await readFile(fixture('tflite/models/mobilenet_v2_035_224_int8.tflite'));
  const torn = path.join(folder, 'torn.tflite');
  await writeFile(torn, whole.subarray(0, whole.length / 2));
  const { page } = await drop(t, [torn], 'torn.tflite');
  const error = page.getByRole('alert').first();
  assert.match(await error.innerText(), /Damaged:/);
  assert.match(await error.innerText(), /bytes/, 'the place is named');
  // Nothing is lost: the next file opens beside it.
  await dropFiles(page, [fixture('tflite/ops/depthwise_conv_2d_0.tflite')]);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'depthwise_conv_2d_0.tflite' }).waitFor();
  assert.match(await page.getByRole('navigation', { name: 'Opened files' }).or(page.locator('.chips')).first().innerText(), /torn\.tflite/);
});

test('several artifacts in one drop are separate', async (t) => {
  const { page } = await drop(t, ['checkpoints/guide', 'graphdefs/frozen.pb', 'tflite/ops/add_0.tflite'], /./);
  const chips = await page.locator('.chips').innerText();
  assert.match(chips, /ckpt-/);
  assert.match(chips, /frozen\.pb/);
  assert.match(chips, /add_0\.tflite/);
});

test('files that are given while others are being read are read too', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  const given = [
    ['checkpoints/guide_tf24/tf_ckpts/ckpt-10.index', 'checkpoints/guide_tf24/tf_ckpts/ckpt-10.data-00000-of-00001'],
    ['tflite/models/mobilenet_v1_025_128_int8.tflite', 'graphdefs/frozen_tf1_15_5.pb'],
  ];
  const read = async (file) => ({ name: path.basename(file), bytes: [...await readFile(fixture(file))] });
  const pastes = await Promise.all(given.map((files) => Promise.all(files.map(read))));
  await page.evaluate((pastes) => {
    for (const files of pastes) {
      const clipboardData = new DataTransfer();
      for (const { name, bytes } of files) clipboardData.items.add(new File([new Uint8Array(bytes)], name));
      window.dispatchEvent(new ClipboardEvent('paste', { clipboardData }));
    }
  }, pastes);
  for (const name of ['ckpt-10', 'mobilenet_v1_025_128_int8.tflite', 'frozen_tf1_15_5.pb']) {
    await page.getByRole('banner').getByText(name).first().waitFor();
  }
});

test('a drag that the browser gives up leaves nothing over the page', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture('tflite/models/mobilenet_v1_025_128_int8.tflite')], { steps: ['dragEnter', 'dragOver'] });
  const veil = page.getByText('Drop to open', { exact: true });
  await veil.waitFor();
  await page.mouse.move(20, 20);
  await page.mouse.move(30, 30);
  await veil.waitFor({ state: 'hidden' });
});

test('a sample opens with one press, and the view can be shared', async (t) => {
  const { page } = await open(t);
  await page.getByRole('button', { name: /dilated pair/i }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'dilation_2.tflite' }).waitFor();
  assert.match(page.url(), /#.*src=/);
});

// A fresh page prepares its reader for the dropped file, so files that are not models must work on a fresh page too.
// Every case opens its own page.
const LFS = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 17483\n';
const CONTENTS = {
  empty: ['', /The file is empty\./],
  zeros: [Buffer.alloc(16), /All 16 bytes are zero\./],
  text: ['hello\n', /This is plain text\./],
  html: ['<!DOCTYPE html><html><title>404</title></html>', /This is a web page \(HTML\)\./],
  lfs: [LFS, /This is a Git LFS pointer, not the model\.[^]*git lfs pull/],
  jpeg: [Buffer.from('ffd8ffe000104a464946', 'hex'), /This is a JPEG image\./],
};
/** Each extension, with a file of that kind. */
const EXTENSIONS = {
  'x.tflite': 'tflite/ops/add_0.tflite',
  'x.lite': 'tflite/ops/add_0.tflite',
  'x.pb': 'graphdefs/frozen.pb',
  'x.pbtxt': 'graphdefs/frozen.pbtxt',
  'x.meta': null,
  'x.index': 'checkpoints/guide/tf_ckpts/ckpt-8.index',
  'x.h5': 'keras/cnn_keras3.weights.h5',
  'x.keras': 'keras/cnn_keras3.keras',
  'x.zip': 'keras/cnn_keras3.keras',
  'checkpoint': null,
  'saved_model.pb': 'savedmodels/functions/saved_model.pb',
  'saved_model.cpb': 'chunked/snappy/saved_model.cpb',
};

/** Drops a file of any content on a page that has read nothing yet. */
async function cold(page, file, content, expected) {
  await writeFile(file, content);
  // The page remembers nothing of the file before: it is loaded anew with empty storage.
  await page.evaluate(async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await page.reload();
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [file]);
  const alert = page.getByRole('alert').first();
  await alert.waitFor();
  assert.match(await alert.innerText(), expected);
  assert.doesNotMatch(await page.locator('body').innerText(), /defect of Vintage|reader stopped/i);
}

for (const name of Object.keys(EXTENSIONS)) {
  test(`on a fresh page, content that is no ${name} is named`, async (t) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'vintage-e2e-'));
    t.after(() => rm(folder, { recursive: true }));
    const { page } = await open(t);
    const pending = new Set();
    page.on('request', (request) => pending.add(request));
    for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => pending.delete(request));
    /**
     * After the answer the page fetches the rest of its code; leaving it meanwhile is an error on its console. The end of a
     * request is not always reported, as when its worker has ended: it has a second.
     */
    const settled = async () => {
      const late = Date.now() + 1000;
      for (let quiet = 0; quiet < 6; quiet = pending.size && Date.now() < late ? 0 : quiet + 1) await page.waitForTimeout(50);
    };
    const file = path.join(folder, name);
    for (const [content, expected] of Object.values(CONTENTS)) {
      // A request of the page before may never end.
      pending.clear();
      await cold(page, file, content, expected);
      await settled();
    }
    if (EXTENSIONS[name]) {
      const whole = await readFile(fixture(EXTENSIONS[name]));
      await cold(page, file, whole.subarray(0, whole.length / 2), /Damaged:|Not readable:|Not read yet:/);
    }
  });
}

test('files beside a model are listed as not used, without alarm', async (t) => {
  const folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'vintage-e2e-')), 'snapshot');
  t.after(() => rm(path.dirname(folder), { recursive: true }));
  await mkdir(folder);
  await writeFile(path.join(folder, 'model.tflite'), await readFile(fixture('tflite/ops/add_0.tflite')));
  await writeFile(path.join(folder, 'README.md'), '---\nlicense: mit\n---\n# A model\n');
  await writeFile(path.join(folder, 'config.json'), '{"model_type": "add"}');
  await writeFile(path.join(folder, '.gitattributes'), '*.tflite filter=lfs diff=lfs merge=lfs -text\n');
  await writeFile(path.join(folder, 'golden.json'), '[1, 2]');
  const { page } = await drop(t, [folder], 'model.tflite');
  assert.equal(await page.locator('.chips .file .pick').count(), 1, 'one model');
  assert.equal(await page.locator('.chips .refused').count(), 0, 'nothing is red');
  await page.getByText('4 other files, not used').click();
  const others = await page.locator('.chips .others').innerText();
  for (const name of ['.gitattributes', 'README.md', 'config.json', 'golden.json']) assert.ok(others.includes(`snapshot/${name}`), name);
});

test('a model under the name of another kind opens on a fresh page', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vintage-e2e-'));
  t.after(() => rm(folder, { recursive: true }));
  const wrong = path.join(folder, 'wrong.tflite');
  await writeFile(wrong, await readFile(fixture('graphdefs/frozen.pb')));
  const { page } = await drop(t, [wrong], 'wrong.tflite');
  assert.match(await summary(page), /GraphDef/);
});

test('closing a file leaves nothing behind, whichever view is open', async (t) => {
  const { page } = await open(t);
  await page.getByText('Nothing leaves this browser.').waitFor();
  const devtools = await page.context().newCDPSession(page);
  const counted = async () => {
    // The second collection frees objects that the first one released.
    for (let i = 0; i < 3; i += 1) await devtools.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners };
  };
  /** Opens a file, shows one view of it or all, closes it once it is one of so many recent files. */
  const cycle = async (file, views, recent = 0) => {
    await dropFiles(page, [fixture(file)]);
    await page.getByRole('tab').first().waitFor();
    for (const view of views ?? (await page.getByRole('tab').allInnerTexts())) {
      await page.getByRole('tab', { name: view, exact: true }).click();
      await page.getByRole('tabpanel').locator('[aria-busy="true"]').waitFor({ state: 'detached' });
    }
    await page.waitForFunction((count) => JSON.parse(localStorage.getItem('vintage-recent') ?? '[]').length >= count, recent);
    while (await page.locator('.chips .remove').count()) await page.locator('.chips .remove').first().click();
    await page.getByRole('tab').first().waitFor({ state: 'detached' });
  };
  // The first time fetches code and texts, which stay, and adds a recent file.
  await cycle('tflite/ops/add_0.tflite', null, 1);
  await cycle('checkpoints/guide', null, 2);
  await page.locator('.recents li').nth(1).waitFor();
  // Until nothing is added any more: parts of the page come in tasks of their own.
  let before = await counted();
  for (let same = 0; same < 4; ) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const now = await counted();
    same = JSON.stringify(now) === JSON.stringify(before) ? same + 1 : 0;
    before = now;
  }
  let after;
  const grown = () => Object.keys(before).filter((kind) => after[kind] > before[kind]);
  // What a busy machine adds late is there once; what a file leaves behind is added by every round.
  for (let round = 0; round < 2; round += 1) {
    if (after) before = after;
    for (const view of ['Bytes', 'Graph', 'Window', 'Contents', 'Run']) await cycle('tflite/ops/add_0.tflite', [view]);
    for (let i = 0; i < 3; i += 1) await cycle('checkpoints/guide');
    // Fewer are fine: what the first cycles left is collected when the browser likes. A busy machine collects late; a leak
    // stays for good.
    after = await counted();
    for (let i = 0; i < 40 && grown().length; i += 1) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      after = await counted();
    }
    if (!grown().length) break;
  }
  assert.deepEqual(grown().map((kind) => `${kind}: ${before[kind]} before, ${after[kind]} after`), []);
});
