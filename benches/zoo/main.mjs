// Compares engines on real models: `node main.mjs MODELS DIST [--rounds N] [--models PATTERN] [--turn MS] [--warm-up MS] [--cold] [--without-dot-products]`.
//
// With --cold, first outputs in fresh browsers and the memory they take, instead of runs of a prepared model; `--rounds` of them each.
//
// MODELS is a folder that runtime.py filled. A row for each model, the worst ratio first; then totals. Outputs are compared with the
// nearest of the runtime's own answers. Figures compare within one run of this program only.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CONTENDERS, engines, line, median, note } from '../web/engines.mjs';

/** Allowed difference of floats, relative to the output's magnitude; of integers, in steps. More where the runtime's kernels differ more. */
const FLOATS = 1e-4;
const STEPS = 1;
/** Megabytes from which peak memory is compared. */
const LEAST_MEMORY = 20;
/** From here on an output is another result, not a rounding: such an engine is no peer. */
const WRONG = 0.5;

const [models, dist, ...options] = process.argv.slice(2);
const option = (name, otherwise) => (options.includes(name) ? options[options.indexOf(name) + 1] : otherwise);
const chosen = new RegExp(option('--models', ''));
// Many short turns: on a shared machine a core's speed changes from second to second.
const isCold = options.includes('--cold');
const timing = { rounds: Number(option('--rounds', isCold ? 5 : 15)), turn: Number(option('--turn', 60)), warmUp: Number(option('--warm-up', 800)) };
const all = JSON.parse(readFileSync(path.join(models, 'models.json'), 'utf8')).filter(({ name }) => chosen.test(name));
const list = all.filter(({ inputs }) => inputs.length);
const bench = await engines({ models, dist, dotProducts: !options.includes('--without-dot-products'), ...timing });

const figure = (value) => (Number.isFinite(value) ? value.toPrecision(value < 1 ? 2 : 3).replace(/e\+2$/, '00') : '-');

/** Difference from the nearest answer; null without one. */
const nearest = (off) => (off?.length ? off.reduce((a, b) => (b.relative + b.steps < a.relative + a.steps ? b : a)) : null);

/** Whether a difference is within what the runtime's own kernels differ by, or the tolerance. */
const agrees = (near, { spread }) => near.relative <= Math.max(FLOATS, spread.relative) && near.steps <= Math.max(STEPS, spread.steps);

const differs = (near) => (near.absolute === 0 ? 'exact' : near.steps ? `${near.steps} step${near.steps > 1 ? 's' : ''}` : near.relative.toExponential(1));

const medianOfFinite = (values) => median(values.filter(Number.isFinite));

/** The ratio of two engines' times: the median over pairs of neighboring turns. */
const between = (ours, theirs) => medianOfFinite(ours.map((ms, round) => ms / theirs[round]));

/** First outputs of all models, the worst ratio first: CPU time, and peak memory where the engines take enough for a figure. */
async function cold() {
  const rows = [];
  for (const model of list) {
    const found = Object.fromEntries(bench.names.map((name) => [name, []]));
    for (let round = 0; round < timing.rounds; round++) {
      for (const name of bench.names) found[name].push(await bench.cold(name, model));
    }
    const [ours, ...peers] = bench.names.map((name) => {
      const [turns, memory] = ['busy', 'memory'].map((what) => found[name].map((start) => start[what] ?? NaN));
      return { turns, busy: medianOfFinite(turns), memory: medianOfFinite(memory) };
    });
    const [best] = peers.filter(({ busy }) => Number.isFinite(busy)).sort((a, b) => a.busy - b.busy);
    const ratio = between(ours.turns, best?.turns ?? []);
    // What a browser keeps in reserve changes by megabytes.
    const memory = best?.memory > LEAST_MEMORY ? ours.memory / best.memory : NaN;
    note(`${model.name}: ${[ours, ...peers].map(({ busy }) => figure(busy)).join(' | ')}, ${figure(ratio)}, memory ${figure(memory)}`);
    rows.push({ model, all: [ours, ...peers], ratio, memory });
  }
  rows.sort((a, b) => (b.ratio || 0) - (a.ratio || 0));
  const shown = (ratio) => (Number.isFinite(ratio) ? `**${ratio.toFixed(2)}**` : '-');
  line(['model', ...bench.names.map((name) => `${CONTENDERS[name]} ms`), 'ratio', ...bench.names.map((name) => `${CONTENDERS[name]} MB`), 'ratio']);
  line(Array(3 + 2 * bench.names.length).fill('---'));
  for (const { model, all, ratio, memory } of rows) {
    const figures = (what) => all.map((one) => figure(one[what]));
    line([model.name.replace('__', ': '), ...figures('busy'), shown(ratio), ...figures('memory'), shown(memory)]);
  }
  const within = (what, most) => `${rows.filter((row) => row[what] <= most).length} of ${rows.filter((row) => Number.isFinite(row[what])).length}`;
  console.log(`\nFirst outputs: ${within('ratio', 0.5)} ratios are 0.5 or less. Memory: ${within('memory', 0.7)} are 0.7 or less.`);
}

/** The types of a model's inputs, each once. */
const types = ({ inputs }) => [...new Set(inputs.map(({ dtype }) => dtype))].join(', ');

async function row(model) {
  const found = await bench.warm(model);
  const [ours, ...peers] = bench.names.map((name) => {
    const one = found[name];
    const near = nearest(one.off);
    const wrong = near && !(near.relative < WRONG);
    return { name, error: one.error, turns: one.busy, ms: one.error ? NaN : median(one.busy), near, wrong };
  });
  const ratios = peers.filter((peer) => !peer.wrong && !peer.error).map((peer) => between(ours.turns, peer.turns));
  const ratio = ours.error || !ratios.length ? NaN : Math.max(...ratios);
  note(`${model.name}: ${[ours, ...peers].map((one) => one.error ?? figure(one.ms)).join(' | ')}, ${figure(ratio)}`);
  return { model, ours, peers, ratio: ratio > 0 ? ratio : NaN, agrees: ours.near ? agrees(ours.near, model) : null };
}

function print({ model, ours, peers, ratio, agrees }) {
  const result = ours.error ? 'does not run' : agrees === null ? '-' : `${agrees ? '' : '**differs** '}${differs(ours.near)}`;
  const time = (one) => `${figure(one.ms)}${one.wrong ? ' (wrong)' : ''}`;
  line([model.name.replace('__', ': '), types(model), result, ...[ours, ...peers].map(time), Number.isFinite(ratio) ? `**${ratio.toFixed(2)}**` : '-']);
}

if (isCold) {
  await cold();
  await bench.close();
  process.exit(0);
}

const rows = [];
for (const model of list) rows.push(await row(model));
rows.sort((a, b) => (b.ratio || 0) - (a.ratio || 0));

line(['model', 'inputs', 'off by', ...bench.names.map((name) => `${CONTENDERS[name]} ms`), 'ratio']);
line(Array(4 + bench.names.length).fill('---'));
rows.forEach(print);

const ratios = rows.map(({ ratio }) => ratio).filter(Number.isFinite);
const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
const ran = rows.filter(({ ours }) => !ours.error);
const compared = ran.filter((row) => row.agrees !== null);
console.log(`\n${all.length} models. Vintage runs ${ran.length}; ${compared.filter((row) => row.agrees).length} of ${compared.length} with a recorded ` +
  `answer agree with it. ${ratios.filter((ratio) => ratio <= 1).length} of ${ratios.length} ratios are 1.0 or less; geometric mean ${mean.toFixed(2)}.`);
const errors = rows.flatMap(({ model, ours, peers }) => [ours, ...peers].filter(({ error }) => error).map((one) => [CONTENDERS[one.name], model.name, one.error]));
for (const name of bench.names) {
  const by = errors.filter(([engine]) => engine === CONTENDERS[name]);
  if (by.length) console.log(`\n${CONTENDERS[name]} does not run: ${by.map(([, model, error]) => `${model.replace('__', ': ')} (${error.split(/: Node number|: \[third_party/)[0]})`).join('; ')}.`);
}
await bench.close();
