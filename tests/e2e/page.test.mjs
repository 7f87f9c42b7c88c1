// The built page as any file server hosts it: under a sub-path, with relative addresses only.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './lib/index.mjs';

test('the page starts under a sub-path without an error and asks for nothing outside it', async (t) => {
  const asked = [];
  const { page, url } = await open(t, { path: '/lib/drop-probe.html' });
  page.on('request', (request) => asked.push(request.url()));
  const base = new URL('/some/path/vintage/', url).href;
  await page.goto(base, { waitUntil: 'networkidle' });
  assert.ok(asked.some((address) => address.endsWith('.wasm')), 'the page loads a module');
  assert.deepEqual(asked.filter((address) => !address.startsWith(base) && !/^(blob|data):/.test(address)), []);
  await page.waitForFunction(() => document.body.innerText.trim() !== '');
});
