// Engines that run `.tflite` models in a page, each in a browser of its own: all open at once, in turns.
//
// Owns the pages, the turns and the CPU time of each; must not know which models there are or how results are shown.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from '../../tests/e2e/lib/browser.mjs';
import { serve } from '../../tests/e2e/lib/server.mjs';
import { busy, family, forget, growth, held } from './processes.mjs';

/** The engines and their names. */
export const CONTENDERS = { vintage: 'Vintage', litert: 'LiteRT.js', tfjs: 'tfjs-tflite' };
/** Engines that have several threads on isolated pages: with one, and with two. */
export const THREADED = { vintage: 'Vintage', 'vintage-2': 'Vintage', litert: 'LiteRT.js', 'litert-2': 'LiteRT.js' };
/** Most runs of a turn: a model of microseconds. */
const MOST_RUNS = 5000;

const here = path.dirname(fileURLToPath(import.meta.url));

export const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted.length ? (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2 : NaN;
};

/** A number, or a dash where there is none. */
export const shown = (value, digits = 1) => (Number.isFinite(value) ? value.toFixed(digits) : '-');

/** Prints a row of a table. */
export const line = (cells) => console.log(`| ${cells.join(' | ')} |`);

export const note = (text) => process.stderr.write(`${text}\n`);

/** Why something ended, with the errors that the engine wrote to the console before. */
const reason = (error, complaints = []) => {
  const first = String(error.message ?? error).split('\n')[0].replace(/^page\.evaluate: (Error: )?/, '');
  return [first, ...complaints].join(': ').replace(/\.$/, '');
};

/** Whether LiteRT.js wrote that it runs no operator: it then returns the memory of the outputs as it is. */
const ranNothing = (complaints) => complaints.some((text) => text.includes('Failed to allocate tensors'));

/**
 * Waits until browsers rest, in which all is quiet for a third of a second: a fresh one prepares its own pages for a second or two. A busy machine
 * may keep them from it, so not for ever.
 */
async function quiet(family) {
  const [step, most] = [110, 6000];
  let [before, resting] = [busy(family), 0];
  for (let waited = 0; waited < most && resting < 3; waited += step) {
    await new Promise((resolve) => setTimeout(resolve, step));
    const now = busy(family);
    resting = now - before < 3 ? resting + 1 : 0;
    before = now;
  }
}

/**
 * Serves `models` and the page of `dist`; `turn` and `warmUp` are approximate wall times in milliseconds. With `threads` the engines
 * are those of `THREADED`, on isolated pages. Without `dotProducts` browsers have no instruction for them.
 */
export async function engines({ models, dist, gpu = false, threads = false, dotProducts = true, rounds, turn = 500, warmUp = 1500 }) {
  const packages = path.join(here, 'node_modules');
  const server = await serve({
    '/bench/': here,
    '/vintage/': path.resolve(dist),
    '/models/': path.resolve(models),
    '/litert/': path.join(packages, '@litertjs/core'),
    '/litert-utils/': path.join(packages, '@litertjs/wasm-utils'),
    '/tfjs/': path.join(packages, '@tensorflow/tfjs-tflite'),
  }, { isolated: threads });
  const names = Object.keys(threads ? THREADED : CONTENDERS).filter((name) => !gpu || name !== 'tfjs');
  const backend = gpu ? 'gpu' : 'simd';

  let browsers = 0;
  /** A browser. */
  async function start() {
    const flag = `--vintage-bench=${process.pid}-${browsers++}`;
    const browser = await launch({ webgpu: gpu, dotProducts, flags: [flag] });
    return { browser, processes: () => family(flag) };
  }

  /** A page in a browser. */
  async function open({ browser, processes }) {
    const page = await browser.newPage();
    const complaints = [];
    page.on('console', (message) => complaints.push(.../^ERROR: (.*)/.exec(message.text())?.slice(1) ?? []));
    return { page, complaints, processes };
  }

  /** Browsers by engine, for all models. */
  const kept = new Map();
  /** A page in the browser of an engine. */
  async function reopen(engine) {
    if (!kept.has(engine)) kept.set(engine, await start());
    return open(kept.get(engine));
  }

  /** Ends the browser of an engine. */
  async function end(engine) {
    const { browser } = kept.get(engine);
    kept.delete(engine);
    await browser.close();
  }

  /** A page with the model's file, before the engine is loaded. */
  const visit = async (page, engine, model) => {
    const [contender, count = 1] = engine.split('-');
    await page.goto(`${server.origin}/bench/page.html?contender=${contender}&threads=${count}`);
    await page.evaluate((model) => window.bench.drop(model), model);
  };
  const load = (page) => page.evaluate((backend) => window.bench.load({ backend }), backend);
  const run = (page, count) => page.evaluate((count) => window.bench.run(count), count);

  /** Loads a model and finds how many runs fill a turn. */
  async function prepare(one, model) {
    await visit(one.page, one.engine, model);
    await load(one.page);
    Object.assign(one, await one.page.evaluate(() => window.bench.found()));
    if (ranNothing(one.complaints)) throw new Error('it runs no operator');
    const start = performance.now();
    let [times, batch] = [[], 2];
    do {
      times = await run(one.page, batch);
      batch = Math.min(MOST_RUNS, Math.max(2, Math.round(50 / median(times))));
    } while (performance.now() - start < warmUp);
    one.count = Math.min(MOST_RUNS, Math.max(1, Math.round(turn / median(times))));
    one.family = one.processes();
    // The cost of the request, without a run.
    const empty = [];
    for (let i = 0; i < 5; i++) {
      const before = busy(one.family);
      await run(one.page, 0);
      empty.push(busy(one.family) - before);
    }
    one.asking = median(empty);
  }

  return {
    names,
    async close() {
      for (const engine of [...kept.keys()]) await end(engine);
      await server.close();
    },

    /** All engines on one model: by name, `{walls, busy, off, onGpu}` or `{error}`. */
    async warm(model) {
      const found = {};
      for (const engine of names) {
        const one = { engine, ...(await reopen(engine)), walls: [], busy: [] };
        found[engine] = one;
        try {
          await prepare(one, model);
        } catch (error) {
          one.error = reason(error, one.complaints);
        }
      }
      const live = Object.values(found).filter((one) => !one.error);
      for (let round = 0; round < rounds; round++) {
        for (let turn = 0; turn < live.length; turn++) {
          const one = live[(turn + round) % live.length];
          const before = busy(one.family);
          one.walls.push(median(await run(one.page, one.count)));
          one.busy.push((busy(one.family) - before - one.asking) / one.count);
        }
      }
      // A browser whose page failed may have crashed, or hold what the engine left.
      for (const one of Object.values(found)) await (one.error ? end(one.engine) : one.page.close());
      return found;
    },

    /** A fresh browser with a page that has the model's file: from there to the first output; the renderer's peak memory. */
    async cold(engine, model) {
      const fresh = await start();
      const { page, complaints, processes } = await open(fresh);
      try {
        await visit(page, engine, model);
        await quiet(processes());
        const all = processes();
        forget(all);
        const [memory, before, start] = [held(all), busy(all), performance.now()];
        await load(page);
        const wall = performance.now() - start;
        const after = busy(processes());
        if (ranNothing(complaints)) throw new Error('it runs no operator');
        return { wall, busy: after - before, memory: growth(memory) };
      } catch (error) {
        return { error: reason(error) };
      } finally {
        await fresh.browser.close();
      }
    },
  };
}
