// Archives and their content: dropped, opened as folders; a model inside of one runs; its tensors are listed.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { dropFiles, fixture, open } from './lib/index.mjs';

/** A folder that is removed after the test. */
async function folder(t) {
  const made = await mkdtemp(path.join(os.tmpdir(), 'vintage-forms-'));
  t.after(() => rm(made, { recursive: true }));
  return made;
}

function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

/** A zip of deflated members, by name. */
function zip(members) {
  const bodies = [];
  const entries = [];
  let at = 0;
  for (const [name, data] of Object.entries(members)) {
    const packed = deflateRawSync(data);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, Buffer.from(name)]));
    bodies.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...bodies, directory, end]);
}

async function drop(t, file, heading) {
  const opened = await open(t);
  await opened.page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(opened.page, [file]);
  await opened.page.getByRole('heading', { level: 1 }).filter({ hasText: heading }).waitFor();
  return opened;
}

const panel = (page, text) => page.getByRole('tabpanel').filter({ hasText: text }).waitFor();

test('a tar.gz of a SavedModel opens as its folder, with functions and variables', async (t) => {
  const file = path.join(await folder(t), 'functions.tar.gz');
  execFileSync('tar', ['-czf', file, '-C', fixture('savedmodels'), 'functions']);
  const { page } = await drop(t, file, 'functions');
  assert.match(await page.getByRole('region', { name: 'Summary' }).innerText(), /SavedModel/);
  await page.getByRole('tab', { name: 'Contents' }).click();
  await panel(page, /Callable functions/);
  await panel(page, /Fingerprint/);
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: /Show .*value/ }).first().click();
  await page.getByRole('tabpanel').getByText(/\d\.\d/).first().waitFor();
});

test('a model in a zip in a zip runs and gives what it gives by itself', async (t) => {
  const stem = 'tflite/models/mobilenet_v1_025_128_int8';
  const model = await readFile(fixture(`${stem}.tflite`));
  const file = path.join(await folder(t), 'outer.zip');
  await writeFile(file, zip({ 'inner.zip': zip({ 'models/inside.tflite': model }), 'readme.txt': Buffer.from('hello') }));
  const { page } = await drop(t, file, 'inside.tflite');
  await page.getByRole('tab', { name: 'Run' }).click();
  const run = async (nth) => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.locator(`.run-timing[data-run="${nth}"]`).waitFor({ timeout: 120_000 });
    return page.locator('.run-top').first().innerText();
  };
  const inside = await run(1);
  assert.match(inside, /\d/);
  const alone = await open(t);
  await alone.page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(alone.page, [fixture(`${stem}.tflite`)]);
  await alone.page.getByRole('tab', { name: 'Run' }).click();
  await alone.page.getByRole('button', { name: 'Run', exact: true }).click();
  await alone.page.locator('.run-timing[data-run="1"]').waitFor({ timeout: 120_000 });
  assert.equal(await alone.page.locator('.run-top').first().innerText(), inside);
});

test('tensors with their quantization, what the makers say, and the labels in the model', async (t) => {
  const name = 'mobilenet_v1_0.25_224_1_metadata_1.tflite';
  const { page } = await drop(t, fixture(`public/tflite/tflite-support/${name}`), name);
  await page.getByRole('tab', { name: 'Contents' }).click();
  await panel(page, /MobileNetV1 image classifier/);
  await panel(page, /normalization: mean 127\.5, std 127\.5/);
  await panel(page, /1,?001 lines/);
  await page.locator('summary').filter({ hasText: 'labels.txt' }).click();
  await page.locator('.file-text').filter({ hasText: 'goldfish' }).waitFor();
  const table = page.locator('table.tensors');
  await table.getByText('float32').first().waitFor();
  await page.getByRole('searchbox', { name: 'Filter tensors by name or type' }).fill('predictions/reshape');
  await table.locator('tbody tr:not(.gap)').first().filter({ hasText: /Predictions\/Reshape/ }).waitFor();
});

test('a SavedModel in chunks is read as the model it was', async (t) => {
  const { page } = await drop(t, fixture('chunked/brotli'), 'brotli');
  assert.match(await page.getByRole('region', { name: 'Summary' }).innerText(), /SavedModel/);
  await page.getByRole('tab', { name: 'Contents' }).click();
  await panel(page, /serving_default/);
});
