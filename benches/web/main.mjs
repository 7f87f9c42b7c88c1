// Compares engines that run .tflite models in a page: `node main.mjs MODELS DIST [--rounds N] [--gpu] [--models A,B]`.
//
// Every engine has its own browser, all open at once; in each round each does some runs, in rotating order. Figures compare
// within one run of this program only. The tables go to standard output.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from '../../tests/e2e/lib/browser.mjs';
import { serve } from '../../tests/e2e/lib/server.mjs';
import { busy, family, forget, peak } from './processes.mjs';

/** The engine that ratios are relative to. */
const REFERENCE = 'litert';
const CONTENDERS = { vintage: 'Vintage', litert: 'LiteRT.js', tfjs: 'tfjs-tflite' };
/** Approximate wall time of a turn; of a warm-up. */
const TURN = 500;
const WARM_UP = 1500;
const COLD_STARTS = 3;

const here = path.dirname(fileURLToPath(import.meta.url));
const [models, dist, ...options] = process.argv.slice(2);
const option = (name) => options[options.indexOf(name) + 1];
const rounds = options.includes('--rounds') ? Number(option('--rounds')) : 6;
const gpu = options.includes('--gpu');
const chosen = options.includes('--models') ? option('--models').split(',') : null;
const list = JSON.parse(readFileSync(path.join(models, 'models.json'), 'utf8')).filter(({ name }) => chosen?.includes(name) ?? true);
const engines = Object.keys(CONTENDERS).filter((name) => !gpu || name !== 'tfjs');
const backend = gpu ? 'gpu' : 'simd';

const packages = path.join(here, 'node_modules');
const server = await serve({
  '/bench/': here,
  '/vintage/': path.resolve(dist),
  '/models/': path.resolve(models),
  '/litert/': path.join(packages, '@litertjs/core'),
  '/litert-utils/': path.join(packages, '@litertjs/wasm-utils'),
  '/tfjs/': path.join(packages, '@tensorflow/tfjs-tflite'),
});

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2 : NaN;
};
/** Why something ended, with what the engine wrote to the console as an error before. */
const told = (error, complaints = []) => {
  const first = String(error.message ?? error).split('\n')[0].replace(/^page\.evaluate: (Error: )?/, '');
  return [first, ...complaints].join(': ').replace(/\.$/, '');
};
const note = (text) => process.stderr.write(`${text}\n`);

let browsers = 0;
/** A browser with one page. */
async function open() {
  const flag = `--vintage-bench=${process.pid}-${browsers++}`;
  const browser = await launch({ webgpu: gpu, flags: [flag] });
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => complaints.push(.../^ERROR: (.*)/.exec(message.text())?.slice(1) ?? []));
  return { browser, page, complaints, processes: () => family(flag) };
}

/** A page with the model's file, before the engine is loaded. */
const visit = async (page, engine, name) => {
  await page.goto(`${server.origin}/bench/page.html?contender=${engine}`);
  await page.evaluate((name) => window.bench.drop(name), name);
};
const load = (page) => page.evaluate((backend) => window.bench.load({ backend }), backend);
const run = (page, count) => page.evaluate((count) => window.bench.run(count), count);

/** Engines on one model, in turns. */
async function warm(model) {
  const found = {};
  const live = [];
  for (const engine of engines) {
    const one = { engine, ...(await open()), walls: [], busy: [] };
    found[engine] = one;
    try {
      await visit(one.page, engine, model.name);
      ({ off: one.off, onGpu: one.onGpu } = await load(one.page));
      const start = performance.now();
      let times;
      do times = await run(one.page, 2); while (performance.now() - start < WARM_UP);
      one.count = Math.max(1, Math.round(TURN / median(times)));
      one.family = one.processes();
      // The cost of the request, without a run.
      const empty = [];
      for (let i = 0; i < 5; i++) {
        const before = busy(one.family);
        await run(one.page, 0);
        empty.push(busy(one.family) - before);
      }
      one.asking = median(empty);
      live.push(one);
    } catch (error) {
      one.error = told(error, one.complaints);
    }
  }
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < live.length; turn++) {
      const one = live[(turn + round) % live.length];
      const before = busy(one.family);
      one.walls.push(median(await run(one.page, one.count)));
      one.busy.push((busy(one.family) - before - one.asking) / one.count);
    }
  }
  for (const one of Object.values(found)) await one.browser.close();
  return found;
}

/** A fresh browser with a page that has the model's file: from there to the first output; what the renderer held at most. */
async function cold(engine, model) {
  const { browser, page, processes } = await open();
  try {
    await visit(page, engine, model.name);
    await page.waitForTimeout(500);
    const all = processes();
    const [held, before, start] = [forget(all), busy(all), performance.now()];
    await load(page);
    const wall = performance.now() - start;
    const now = processes();
    return { wall, busy: busy(now) - before, memory: peak(now) - held };
  } catch (error) {
    return { error: told(error) };
  } finally {
    await browser.close();
  }
}

const shown = (value, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '-');
const ratio = (ours, theirs) => (Number.isFinite(ours / theirs) ? `**${(ours / theirs).toFixed(2)}**` : '-');
const line = (cells) => console.log(`| ${cells.join(' | ')} |`);

const errors = [];
// A ratio is meaningful only if both did the same: here, everything on the GPU.
const asAsked = (one) => !gpu || one.onGpu === 'all';
const columns = ['model', 'engine', 'CPU ms', 'ratio', 'wall ms', 'GMAC/s', 'off by', ...(gpu ? ['on the GPU'] : [])];
line(columns);
line(columns.map(() => '---'));
for (const model of list) {
  const found = await warm(model);
  for (const [engine, one] of Object.entries(found)) {
    note(`${model.name} ${engine}: ${one.error ?? `${shown(median(one.busy))} ms`}`);
    if (one.error) {
      errors.push(`${CONTENDERS[engine]} does not run ${model.name}: ${one.error}`);
      continue;
    }
    const [ours, theirs] = [one, found[REFERENCE]].map((one) => (asAsked(one) ? median(one.busy) : NaN));
    const off = one.off <= model.tolerance ? one.off.toExponential(1) : `${one.off.toExponential(1)}, too far`;
    const rate = model.macs / Math.min(...one.walls) / 1e6;
    const cells = [model.name, CONTENDERS[engine], shown(median(one.busy)), ratio(ours, theirs), shown(median(one.walls)), shown(rate), off];
    line(gpu ? [...cells, one.onGpu] : cells);
  }
}
if (!gpu) {
  console.log();
  line(['model', 'engine', 'first output, CPU ms', 'ratio', 'wall ms', 'peak memory, MB', 'ratio']);
  line(Array(7).fill('---'));
  for (const model of list) {
    const found = Object.fromEntries(engines.map((engine) => [engine, []]));
    for (let start = 0; start < COLD_STARTS; start++) {
      for (const engine of engines) found[engine].push(await cold(engine, model));
    }
    const of = (engine, figure) => median(found[engine].map((start) => start[figure] ?? NaN).filter(Number.isFinite));
    for (const engine of engines.filter((engine) => Number.isFinite(of(engine, 'busy')))) {
      const pair = (figure) => [of(engine, figure), of(REFERENCE, figure)];
      note(`${model.name} ${engine}, cold: ${shown(of(engine, 'busy'))} ms`);
      const [time, memory] = [pair('busy'), pair('memory')];
      line([model.name, CONTENDERS[engine], shown(time[0]), ratio(...time), shown(of(engine, 'wall')), shown(memory[0]), ratio(...memory)]);
    }
  }
}
if (errors.length) console.log(`\n${errors.map((error) => `${error}.`).join(' ')}`);
await server.close();
