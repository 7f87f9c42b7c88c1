// The configuration in examples/hosting, in a real nginx: headers, types, the redirect, and the page under them.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { dist } from '../e2e/lib/index.mjs';
import { browse } from './lib/example.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** A port that nothing uses. */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Starts nginx with the example; gives its address. */
async function nginx(t) {
  const folder = path.join(root, 'target/integrations/nginx');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const example = await readFile(path.join(root, 'examples/hosting/nginx.conf'), 'utf8');
  const moved = example.replace('/srv/vintage/dist/', `${dist}/`).replace('listen 8080', `listen 127.0.0.1:${port}`);
  assert.ok(moved.includes(dist) && moved.includes(String(port)), 'the example names a folder and a port');
  await writeFile(path.join(folder, 'vintage.conf'), moved);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const user = process.getuid() === 0 ? 'user root;' : '';
  await writeFile(path.join(folder, 'nginx.conf'), `${user} daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths} include ${folder}/vintage.conf; }`);
  const program = process.env.VINTAGE_NGINX ?? '/usr/sbin/nginx';
  const server = spawn(program, ['-p', folder, '-e', 'stderr', '-c', path.join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const said = [];
  server.stderr.on('data', (text) => said.push(text));
  let ended = false;
  server.on('error', (error) => { ended = true; said.push(error.message); });
  server.on('exit', () => { ended = true; });
  t.after(() => new Promise((resolve) => (ended ? resolve() : (server.on('exit', resolve), server.kill('SIGTERM')))));
  const origin = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 100 && !ended; i++) {
    if (await fetch(origin).then(() => true, () => false)) return origin;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nginx did not start: ${said.join('')}`);
}

test('nginx serves the page at /vintage/ with the headers of its example', async (t) => {
  const origin = await nginx(t);
  const asked = await fetch(`${origin}/vintage`, { redirect: 'manual' });
  assert.equal(asked.status, 301);
  assert.equal(asked.headers.get('location'), `${origin}/vintage/`);

  const [own] = (await (await fetch(`${origin}/vintage/`)).text()).match(/b\/[0-9a-f]{16}\//);
  const types = {
    '': 'text/html; charset=utf-8',
    [`${own}static/app.js`]: 'text/javascript; charset=utf-8',
    [`${own}static/style.css`]: 'text/css; charset=utf-8',
    [`${own}static/locales/ar.ftl`]: 'text/plain; charset=utf-8',
    'static/icon.svg': 'image/svg+xml',
    [`${own}wasm/unpack.wasm`]: 'application/wasm',
    [`${own}wasm/vintage-app_bg.wasm.lzma`]: 'application/octet-stream',
    'docs/hosting.html': 'text/html; charset=utf-8',
    'docs/search.reference.json': 'application/json; charset=utf-8',
  };
  for (const [file, type] of Object.entries(types)) {
    const response = await fetch(`${origin}/vintage/${file}`);
    assert.equal(response.status, 200, file);
    assert.equal(response.headers.get('content-type'), type, file);
    const cache = file.startsWith(own) ? 'public, max-age=31536000, immutable' : 'no-cache';
    assert.equal(response.headers.get('cache-control'), cache, file);
    assert.equal(response.headers.get('content-security-policy'), "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'", file);
    // Asked again with the same version.
    const again = await fetch(`${origin}/vintage/${file}`, { headers: { 'if-modified-since': response.headers.get('last-modified') } });
    assert.equal(again.status, 304, file);
  }
  const missing = await fetch(`${origin}/vintage/b/0123456789abcdef/static/style.css`);
  assert.equal(missing.status, 404);
  assert.equal(missing.headers.get('cache-control'), null, 'a missing file is asked for again');
  const packed = await fetch(`${origin}/vintage/${own}static/style.css`, { headers: { 'accept-encoding': 'gzip' } });
  assert.equal(packed.headers.get('content-encoding'), 'gzip');

  const { page, clean } = await browse(t);
  await page.goto(`${origin}/vintage#src=static/samples/resnet_block_32_dynamic.tflite&target=tensorflow@2.4.0`);
  await page.locator('.answer [data-outcome]').first().waitFor();
  await page.getByRole('tab', { name: 'Graph' }).click();
  await page.locator('.graph-stage canvas').first().waitFor();
  await page.goto(`${origin}/vintage/docs/hosting.html`);
  await page.getByRole('searchbox').fill('nginx');
  await page.locator('.results li').first().waitFor();
  clean();
});
