// Visits of a page whose modules note the points of their functions that they reach (`cargo xtask build --visits`): files of every kind
// until their verdict, the ways to open one, and the first run of models of the common kinds.
//
//   node visits.mjs OUT [--models]: writes OUT/MODULE.txt with the points of a module that were reached, `FILE NUMBER`, one a line, and
//   OUT/MODULE.usual.txt with those that only real models reach, which are no common CNN; with --models nothing but models is opened.
//   OUT/partial says that models of another kind of CPU may reach more.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { dist, dropFiles, fixture, launch, ready, serve } from './lib/index.mjs';
import { reach, savesData } from './lib/reach.mjs';

/** Files that are dropped together, beside those below. Those that are rarely met are missing: their functions may come later. */
const DROPS = [
  ['tflite/ops/add_0.tflite'],
  ['tflite/models/mobilenet_v2_035_224_float32.tflite'],
  ['tflite/models/mobilenet_v1_025_128_int8.tflite'],
  ['tflite/models/transformer_float32.tflite'],
  ['tflite/models/resnet_block_32_dynamic.tflite'],
  ['tflite/models/resnet_block_32_float16.tflite'],
  ['tflite/models/lstm_fused_float32.tflite'],
  ['tflite/models/signatures.tflite'],
  ['tflite/models/flex.tflite'],
  ['tflite/models/custom_op.tflite'],
  ['tflite/models/lstm_while_float32.tflite'],
  ['tflite/models/segmentation_64_float32.tflite'],
  ['tflite/models/transformer_dynamic.tflite'],
  ['public/savedmodels/serving/saved_model_half_plus_two_tf2_cpu/00000123'],
  ['checkpoints/guide_tf24/tf_ckpts/ckpt-10.index', 'checkpoints/guide_tf24/tf_ckpts/ckpt-10.data-00000-of-00001'],
  ['tflite/ops/add_0.tflite', 'tflite/models/mobilenet_v1_025_128_int8.tflite'],
];

/** Folders of files that are dropped alone: real ones, those of one operator or rule each, and those of several versions. */
const FILES = [
  'public/tflite', 'tflite/ops', 'tflite/ops_direct', 'tflite/flex', 'tflite/scenarios', 'graphdefs', 'public/graphdefs', 'keras',
];
const FORMS = /\.(tflite|pb|pbtxt|keras|h5)$/;
/** Words in names of those that are damaged: code for errors may come later. */
const DAMAGED = /broken|corrupt|truncated/;

/** Folders of SavedModels and checkpoints, each of which is dropped as a whole. */
const FOLDERS = ['savedmodels', 'checkpoints', 'public/savedmodels/tfjs'];

/**
 * The models of `cargo xtask bench zoo`, if they are here. Of the page and the readers every second one: the others show how many files
 * wait all the same.
 */
const ZOO = path.join(import.meta.dirname, '../../target/bench/zoo/models');

/** Ways to open the page. */
const ADDRESSES = ['#src=/fixtures/tflite/ops/add_0.tflite', '#src=/fixtures/graphdefs/frozen.pb&lang=tr', '#src=/fixtures/tflite/ops/add_0.tflite&target=tensorflow@2.3.0'];

/** Files that are refused or damaged, of which the page must say so with what it has. */
const WRONG = [['tflite/corrupt/damaged_07.tflite'], ['graphdefs/broken_truncated.pb'], ['MANIFEST.csv']];

/** Addresses of code that does not arrive. */
const MISSING = [/explorer-split_tflite\./, /app-split_views\./];

/** Common models, which are run: what they call comes at once. */
const RUNS = [
  'tflite/models/mobilenet_v1_025_128_float32.tflite',
  'tflite/models/mobilenet_v2_035_224_float32.tflite',
  'tflite/models/mobilenet_v1_025_128_int8.tflite',
  'tflite/models/mobilenet_v2_035_224_int8.tflite',
  'tflite/models/efficientnet_lite_like_96_int8.tflite',
  'tflite/models/resnet_block_32_float16.tflite',
];

/**
 * An int8 model with trained weights: a CPU without an instruction for dot products multiplies most of these in another way than the random
 * ones of RUNS.
 */
const TRAINED = 'converted__efficientnet_lite0_int8.tflite';

/**
 * Models of other kinds, beside those of the zoo: what any of them calls comes with its parts, and if LEAST_EARLY of them
 * call it before these could be asked for, at once.
 */
const REAL = ['tflite/models', 'public/tflite'];
/** Operators at both ends of most int8 models, which these models lack. */
const ENDS = /quantize/;
const LEAST_EARLY = 3;

/** Files of elements that show their answer as a picture before the page is there. */
const PICTURES = [
  ['tflite/ops/add_0.tflite'],
  ['tflite/models/mobilenet_v1_025_128_int8.tflite'],
  ['tflite/models/flex.tflite'],
  ['graphdefs/frozen_tf1_1_0.pb'],
  ['keras/mixed_3.7.0.keras'],
  ['checkpoints/guide_tf24/tf_ckpts/ckpt-10.index', 'checkpoints/guide_tf24/tf_ckpts/ckpt-10.data-00000-of-00001'],
];

/**
 * Files of one operator or rule each, and texts: there are hundreds, most of them unlike what people have. What fewer than LEAST of them
 * reach, and no other visit, may come later.
 */
const RULES = /^tflite\/(ops|ops_direct|flex|scenarios)\/|^graphdefs\/(?!frozen|graph_tf)|\.pbtxt$/;
const LEAST = 10;

/** How long anything may take, in milliseconds. */
const PATIENCE = 60_000;

const server = await serve({ '/vintage/': dist, '/fixtures/': fixture('.'), '/zoo/': ZOO });
/** Points that were reached, by module, with the number of visits. */
const called = new Map();

/** The same of real models: points that were reached, and those that were before a file for such models could be asked for. */
const usual = new Map();
const early = new Map();

/** Whether the CPU has an instruction for dot products. Without one, int8 models call other functions. */
const hasDotProducts = () => !existsSync('/proc/cpuinfo') || /avx_vnni|asimddp/.test(readFileSync('/proc/cpuinfo', 'utf8'));

/** A browser without relaxed SIMD takes the other engine. */
function withoutRelaxedSimd() {
  WebAssembly.validate = () => false;
}

/** A visit returns it that reached what real ones do not. */
const REFUSED = Symbol('refused');

/** Opens the page, lets `act` use it, and adds the functions that its modules have called. */
async function visit(browser, what, act, { address = '', missing, body, weight = LEAST, real = false, plain = false } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });
  if (missing) await context.route(missing, (route) => route.abort());
  if (body) await context.route('**/host.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await context.addInitScript(reach);
  // A rehearsal calls what the first answers do not.
  await context.addInitScript(savesData);
  if (plain) await context.addInitScript(withoutRelaxedSimd);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${server.origin}/${body ? 'host.html' : `vintage/${address}`}`);
  const isRefused = (await act(page).catch((error) => {
    throw new Error(`${what}: ${error.message}`);
  })) === REFUSED;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // A worker that ended has nothing more to report.
  const gather = () => Object.entries(globalThis.called ?? {}).flatMap(([name, files]) =>
    Object.entries(files).map(([file, marks]) => [name, file, Array.from(marks.keys()).filter((at) => marks[at]).map((at) => [at, marks[at]])]));
  /** Whether a point of a module was reached early, by module and point. */
  const reached = new Map();
  for (const place of [page, ...page.workers()]) {
    for (const [name, file, points] of await place.evaluate(gather).catch(() => [])) {
      if (!reached.has(name)) reached.set(name, new Map());
      for (const [at, mark] of points) reached.get(name).set(`${file} ${at}`, mark === 2 || reached.get(name).get(`${file} ${at}`));
    }
  }
  for (const [name, points] of isRefused ? [] : reached) {
    const add = (all, point, count) => {
      if (!all.has(name)) all.set(name, new Map());
      all.get(name).set(point, (all.get(name).get(point) ?? 0) + count);
    };
    // A common model asks for no further file.
    const isCommon = ![...points.values()].includes(true);
    for (const [point, wasEarly] of points) {
      if (!real) add(called, point, weight);
      else add(wasEarly || isCommon ? early : usual, point, 1);
    }
  }
  console.log(`    ${what}: ${[...called].map(([name, all]) => `${name} ${all.size}`).join(', ')}`);
  await context.close();
}

const filesIn = (folder) => readdirSync(folder, { recursive: true }).filter((file) => FORMS.test(file) && !DAMAGED.test(file)).sort()
  .map((file) => [path.join(folder, file)]);
const zoo = () => (existsSync(ZOO) ? filesIn(ZOO).flat() : []);

const settled = (page) => page.locator('.answer [data-outcome], .finding, .refused').or(page.getByText('No verdicts:')).first();
const answer = (page) => page.locator('.answer [data-outcome]').first().waitFor();

/** Begins to use the page, whose code then comes. */
async function begun(page) {
  await page.locator('.first, .samples').first().waitFor();
  await page.keyboard.press('Shift');
  await ready(page);
}

/** Drops files and waits for their answer, or for something else. */
async function drop(page, files, other) {
  await begun(page);
  await dropFiles(page, files.map((file) => path.resolve(fixture('.'), file)));
  await (other ? other.waitFor() : answer(page));
}

async function run(page, backend) {
  await page.getByRole('tab', { name: 'Run' }).click();
  if (backend) await page.getByLabel('On', { exact: true }).selectOption(backend);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing[data-run="1"]').waitFor({ timeout: 300_000 });
}

/** Opens files of all kinds, in all ways. */
async function openAll(browser) {
  for (const address of ADDRESSES) await visit(browser, address, answer, { address });
  await visit(browser, 'files on the first screen', async (page) => {
    await page.getByText('Nothing leaves this browser.').waitFor();
    await dropFiles(page, DROPS[0].map(fixture));
    await answer(page);
  });
  await visit(browser, 'a sample', async (page) => {
    await begun(page);
    await page.locator('.samples button').first().click();
    await answer(page);
  });
  for (const files of WRONG) await visit(browser, files.join(' '), (page) => drop(page, files, page.locator('.finding, .refused').first()));
  for (const missing of MISSING) {
    const sentence = (page) => page.getByText('A part of Vintage could not be loaded').first();
    await visit(browser, `without ${missing}`, (page) => drop(page, DROPS[0], sentence(page)), { missing });
  }
  // A rehearsal ends so, mostly before the rest is there.
  await visit(browser, 'an element that leaves', async (page) => {
    await drop(page, DROPS[0]);
    await page.evaluate(() => document.querySelector('vintage-explorer').remove());
  });
  const stop = (worker) => worker.evaluate(() => void setTimeout(() => { throw new Error('stopped'); }));
  const stopped = (page) => page.getByText('The reader stopped').first();
  await visit(browser, 'a reader that stops at once', async (page) => {
    page.on('worker', stop);
    await drop(page, DROPS[0], stopped(page));
  });
  await visit(browser, 'a reader that stops while it reads', async (page) => {
    await begun(page);
    await dropFiles(page, DROPS[0].map(fixture));
    await stop(page.workers()[0]);
    await stopped(page).waitFor();
  });
  for (const files of PICTURES) {
    for (const attributes of ['', 'lang="tr" target="tensorflow@2.3.0"']) {
      const src = files.map((file) => `/fixtures/${file}`).join(' ');
      const body = `<script type="module" src="/vintage/static/vintage-explorer.js"></script><vintage-explorer src="${src}" ${attributes}></vintage-explorer>`;
      await visit(browser, `an element with ${files[0]} ${attributes}`, answer, { body });
    }
  }
  const foldersIn = (folder) => readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !DAMAGED.test(entry.name)).map(({ name }) => [path.join(folder, name)]);
  const alone = FILES.flatMap((folder) => filesIn(fixture(folder)));
  const drops = [...DROPS, ...alone, ...FOLDERS.flatMap((folder) => foldersIn(fixture(folder))), ...zoo().filter((_, at) => at % 2 === 0).map((file) => [file])];
  // Most of a visit is waiting.
  await Promise.all([0, 1, 2].map(async (lane) => {
    for (const files of drops.filter((_, at) => at % 3 === lane)) {
      const names = files.map((file) => path.basename(file));
      await visit(browser, names.join(' '), (page) => drop(page, files, settled(page)), { weight: alone.includes(files) && RULES.test(path.relative(fixture("."), files[0])) ? 1 : LEAST });
    }
  }));
}

/** Runs a model as documents do without the page, with zeros; fails where the engine refuses it. */
const runAlone = (page, model, worker) => page.evaluate(async ([model, worker]) => {
  const script = () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/static/first.js'));
  while (!script()) await new Promise((resolve) => setTimeout(resolve, 50));
  const { load } = await import(new URL('engine.js', script().name).href);
  const session = await load(await (await fetch(model)).arrayBuffer(), { worker });
  const arrays = { float32: Float32Array, int8: Int8Array, uint8: Uint8Array, int16: Int16Array, int32: Int32Array, int64: BigInt64Array, bool: Uint8Array };
  const zeros = ({ shape, dtype }) => new arrays[dtype](shape.reduce((size, length) => size * length, 1));
  await session.run(Object.fromEntries(session.inputs.filter(({ dtype }) => arrays[dtype]).map((port) => [port.name, zeros(port)])));
}, [model, worker]);

const [out, ...options] = process.argv.slice(2);
const onlyModels = options.includes('--models');
let browser = await launch();
if (!onlyModels) await openAll(browser);
const first = [...called].filter(([name]) => /app|explorer/.test(name)).map(([name, counts]) => [name, new Map(counts)]);
for (const plain of [false, true]) {
  for (const file of RUNS) {
    const act = async (page) => {
      await drop(page, [file]);
      await run(page);
    };
    await visit(browser, `run ${file}`, act, { plain });
  }
  for (const file of RUNS) {
    await visit(browser, `engine.js ${file}, in a worker`, (page) => runAlone(page, `/fixtures/${file}`, true), { plain });
  }
}
const ends = filesIn(fixture('tflite/ops_direct')).filter(([file]) => ENDS.test(file));
const real = [...REAL.flatMap((folder) => filesIn(fixture(folder))), ...ends].flat().map((file) => `/fixtures/${path.relative(fixture('.'), file)}`);
const refused = (error) => {
  console.log(`    ${error.message.split('\n')[0]}`);
  return REFUSED;
};
/** Runs all models by themselves: the common ones, and those of other kinds. */
async function runAll(common, plain) {
  const zooed = zoo().map((file) => `/zoo/${path.basename(file)}`).filter((file) => !common.includes(file));
  for (const file of common) await visit(browser, `engine.js ${file}`, (page) => runAlone(page, file, false), { plain });
  for (const file of [...real, ...zooed]) {
    await visit(browser, `engine.js ${file}`, (page) => runAlone(page, file, false).catch(refused), { real: true, plain });
  }
}
const common = RUNS.map((file) => `/fixtures/${file}`);
await runAll(common, false);
await runAll(common, true);
await browser.close();
if (hasDotProducts() && existsSync(path.join(ZOO, TRAINED))) {
  browser = await launch({ dotProducts: false });
  await runAll([...common, `/zoo/${TRAINED}`], false);
  await browser.close();
} else {
  console.log('    Only one kind of CPU was visited: functions for the other are in the file of those for this one.');
  await writeFile(path.join(out, 'partial'), '');
}
browser = await launch({ webgpu: true });
for (const file of onlyModels ? [] : RUNS.slice(0, 2)) {
  await visit(browser, `run ${file} on WebGPU`, async (page) => {
    await drop(page, [file]);
    await run(page, 'gpu');
  });
}
await browser.close();
const write = (name, points) => writeFile(path.join(out, `${name}.txt`), points.sort().join('\n'));
// Of the page and the readers only what comes before an answer.
for (const [name, counts] of [...called, ...first]) {
  if (onlyModels && !name.includes('engine')) continue;
  const needed = new Set([...counts].filter(([, visits]) => visits >= LEAST).map(([point]) => point));
  const of = (all, least) => [...(all.get(name) ?? [])].filter(([, models]) => models >= least).map(([point]) => point);
  if (name.includes('engine')) of(early, LEAST_EARLY).forEach((point) => needed.add(point));
  await write(name, [...needed]);
  const beyond = new Set([...of(early, 1), ...of(usual, 1)].filter((point) => !needed.has(point)));
  if (name.includes('engine') && beyond.size) await write(`${name}.usual`, [...beyond]);
}
server.close();
process.exit(0);
