// Kernels in headless Chromium: `node main.mjs MODELS DIST` prints lines `FILE SIMD RELAXED`, billions of multiply-adds per
// second on each of the engine's two modules, and `peak-float32`, `peak-int8` for the peak of the instructions.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from '../../tests/e2e/lib/browser.mjs';
import { buildOf, serve } from '../../tests/e2e/lib/server.mjs';
import { loop } from './peak.mjs';

const MODULES = ['vintage-engine', 'vintage-engine-relaxed'];
/** Turns of a loop in a call: some milliseconds. */
const TURNS = 1_000_000;

const here = path.dirname(fileURLToPath(import.meta.url));
const [models, dist] = process.argv.slice(2);
const assembler = path.join(here, '../../node_modules/.bin/wasm-as');
// The clock of cross-origin isolated pages has steps of microseconds.
const options = { isolated: true };
const server = await serve({ '/bench/': here, '/build/': buildOf(path.resolve(dist)), '/models/': path.resolve(models) }, options);
const browser = await launch();
const page = await browser.newPage();
await page.goto(`${server.origin}/bench/page.html`);
await page.waitForFunction(() => window.bench);

const rate = (macs, ms) => (macs / ms / 1e6).toFixed(3);
for (const line of readFileSync(path.join(models, 'models.tsv'), 'utf8').trim().split('\n')) {
  const [file, , , macs] = line.split('\t');
  const rates = [];
  for (const module of MODULES) rates.push(rate(macs, await page.evaluate(([m, f]) => window.bench.run(m, f), [module, file])));
  console.log(file, ...rates);
}
for (const dtype of ['float32', 'int8']) {
  const rates = [];
  for (const module of MODULES) {
    const { bytes, macs } = loop(module, dtype, assembler);
    rates.push(rate(macs * TURNS, await page.evaluate(([b, t]) => window.bench.peak(b, t), [bytes, TURNS])));
  }
  console.log(`peak-${dtype}`, ...rates);
}
await browser.close();
await server.close();
