// Compares engines that run .tflite models in a page: `node main.mjs MODELS DIST [--rounds N] [--gpu | --threads] [--without-dot-products] [--models A,B]`.
//
// With --threads, those that have several threads on an isolated page, with one and with two.
// Figures compare within one run of this program only. The tables go to standard output.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONTENDERS, THREADED, engines, line, median, note, shown } from './engines.mjs';

/** The engine that ratios are relative to. */
const REFERENCE = 'litert';
const COLD_STARTS = 3;

const [models, dist, ...options] = process.argv.slice(2);
const option = (name) => options[options.indexOf(name) + 1];
const rounds = options.includes('--rounds') ? Number(option('--rounds')) : 6;
const [gpu, threads] = ['--gpu', '--threads'].map((flag) => options.includes(flag));
const chosen = options.includes('--models') ? option('--models').split(',') : null;
const list = JSON.parse(readFileSync(path.join(models, 'models.json'), 'utf8')).filter(({ name }) => chosen?.includes(name) ?? true);
const bench = await engines({ models, dist, gpu, threads, dotProducts: !options.includes('--without-dot-products'), rounds });

const ratio = (ours, theirs) => (Number.isFinite(ours / theirs) ? `**${(ours / theirs).toFixed(2)}**` : '-');

if (threads) {
  await together();
  await bench.close();
  process.exit(0);
}

/** Wall and CPU time with one thread and with two. */
async function together() {
  line(['model', 'engine', 'wall ms, one thread', 'two', 'faster by', 'CPU ms, one thread', 'two']);
  line(Array(7).fill('---'));
  for (const model of list) {
    const found = await bench.warm(model);
    for (const engine of ['vintage', 'litert']) {
      const both = [found[engine], found[`${engine}-2`]];
      const failed = both.find((one) => one.error);
      if (failed) note(`${THREADED[engine]} does not run ${model.name}: ${failed.error}`);
      const [[one, two], [busyOne, busyTwo]] = ['walls', 'busy'].map((figure) => both.map((run) => median(run[figure])));
      line([model.name, THREADED[engine], ...[one, two].map((ms) => shown(ms)), `**${shown(one / two, 2)}**`, ...[busyOne, busyTwo].map((ms) => shown(ms))]);
    }
  }
}

const errors = [];
// A ratio is meaningful only if both did the same: here, everything on the GPU.
const asAsked = (one) => !gpu || one.onGpu === 'all';
const columns = ['model', 'engine', 'CPU ms', 'ratio', 'wall ms', 'GMAC/s', 'off by', ...(gpu ? ['on the GPU'] : [])];
line(columns);
line(columns.map(() => '---'));
for (const model of list) {
  const found = await bench.warm(model);
  for (const [engine, one] of Object.entries(found)) {
    note(`${model.name} ${engine}: ${one.error ?? `${shown(median(one.busy))} ms`}`);
    if (one.error) {
      errors.push(`${CONTENDERS[engine]} does not run ${model.name}: ${one.error}`);
      continue;
    }
    const [ours, theirs] = [one, found[REFERENCE]].map((one) => (asAsked(one) ? median(one.busy) : NaN));
    const [{ absolute }] = one.off;
    const off = absolute <= model.tolerance ? absolute.toExponential(1) : `${absolute?.toExponential(1)}, too far`;
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
    const found = Object.fromEntries(bench.names.map((engine) => [engine, []]));
    for (let start = 0; start < COLD_STARTS; start++) {
      for (const engine of bench.names) found[engine].push(await bench.cold(engine, model));
    }
    const of = (engine, figure) => median(found[engine].map((start) => start[figure] ?? NaN).filter(Number.isFinite));
    for (const engine of bench.names.filter((engine) => Number.isFinite(of(engine, 'busy')))) {
      const pair = (figure) => [of(engine, figure), of(REFERENCE, figure)];
      note(`${model.name} ${engine}, cold: ${shown(of(engine, 'busy'))} ms`);
      const [time, memory] = [pair('busy'), pair('memory')];
      line([model.name, CONTENDERS[engine], shown(time[0]), ratio(...time), shown(of(engine, 'wall')), shown(memory[0]), ratio(...memory)]);
    }
  }
}
if (errors.length) console.log(`\n${errors.map((error) => `${error}.`).join(' ')}`);
await bench.close();
