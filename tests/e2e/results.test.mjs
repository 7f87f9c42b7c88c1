// Results of another runtime beside a run: those that a TensorFlow Lite interpreter computed (tests/fixtures/tflite/results).
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { dropFiles, fixture, open, screenshot } from './lib/index.mjs';

/** A page with a model that was run once with its default inputs. */
async function ran(t, name, options = {}) {
  const { page } = await open(t, options);
  await page.getByText('Nothing leaves this browser.').waitFor();
  await dropFiles(page, [fixture(`tflite/models/${name}.tflite`)]);
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="1"]').waitFor({ timeout: 300_000 });
  return page;
}

const results = (name) => fixture(`tflite/results/${name}`);
const compared = (page) => page.locator('#run-results-compared');

/** Gives the files to the field, and waits for the comparison. */
async function give(page, files) {
  await page.getByLabel('Files with results of another runtime').setInputFiles(files);
  await compared(page).waitFor({ timeout: 60_000 });
}

test('all tensors of an interpreter agree, with the inputs in the same file', async (t) => {
  const page = await ran(t, 'gru_while_float32');
  await give(page, [results('gru_while_float32.npz')]);
  assert.equal(await compared(page).getAttribute('data-differing'), '0');
  const text = await compared(page).innerText();
  assert.match(text, /8 tensors of the other runtime[^]*all agree/);
  assert.equal(await page.locator('.run-compared tbody tr').count(), 8);
  await page.getByText('This tensor is a constant of the model.').waitFor();
});

test('the first operator that differs is named, and leads to the graph', async (t) => {
  const page = await ran(t, 'lstm_fused_float32');
  await give(page, [results('lstm_fused_float32.wrong.npz')]);
  assert.equal(await compared(page).getAttribute('data-differing'), '1');
  assert.match(await compared(page).innerText(), /First difference: FULLY_CONNECTED at node 2/);
  await page.getByText('The model has other values of this constant').waitFor();
  await screenshot(page, 'results-differ', { fullPage: true });
  // In float16 less is expected of it, but this much is wrong there, too.
  await page.getByLabel('it computes in float16').check();
  await compared(page).waitFor({ timeout: 60_000 });
  assert.equal(await compared(page).getAttribute('data-differing'), '1');
  await page.locator('.run-compared tbody tr', { hasText: 'FULLY_CONNECTED' }).getByRole('button').click();
  await page.locator('.graph').waitFor();
});

test('an output alone, dropped on the section, tells that inputs were not given', async (t) => {
  const page = await ran(t, 'lstm_fused_float32');
  const bytes = [...(await readFile(results('lstm_fused_float32.output.npy')))];
  await page.locator('#run-results').evaluate((section, bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], 'output.npy'));
    section.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true, composed: true }));
  }, bytes);
  await compared(page).waitFor({ timeout: 60_000 });
  const text = await compared(page).innerText();
  assert.match(text, /operators 0 to 3[^]*An input had zeros or random values here/);
  // With the input that the other runtime had, they agree.
  await page.getByLabel(/^Values /).selectOption('file');
  await page.locator('.run-inputs input[type=file]').setInputFiles(results('lstm_fused_float32.input.npy'));
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="2"]').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.locator('#run-results-compared[data-differing="0"]').waitFor({ timeout: 60_000 });
});

test('files that belong to no tensor, and damaged ones, are refused with advice', async (t) => {
  const page = await ran(t, 'signatures');
  const field = page.getByLabel('Files with results of another runtime');
  await field.setInputFiles(results('lstm_fused_float32.output.npy'));
  await page.getByText('does not name one of this model’s outputs').waitFor({ timeout: 60_000 });
  await field.setInputFiles({ name: 'broken.npz', mimeType: 'application/zip', buffer: Buffer.from('PK not a zip') });
  await page.locator('#run-results').getByText('broken.npz').waitFor({ timeout: 60_000 });
});
