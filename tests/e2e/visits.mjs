// Visits of a page whose modules note the points of their functions that they reach (`cargo xtask build --visits`): files of every kind
// until their verdict, the ways to open one, and the first run of models of the common kinds.
//
//   node visits.mjs OUT: writes OUT/MODULE.txt with the points of a module that were reached, `FILE NUMBER`, one a line.
import { existsSync, readdirSync } from 'node:fs';
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

/** The models of `cargo xtask bench zoo`, if they are here. Every second one: the others show how many files wait all the same. */
const ZOO = path.join(import.meta.dirname, '../../target/bench/zoo/models');

/** Ways to open the page. */
const ADDRESSES = ['#src=/fixtures/tflite/ops/add_0.tflite', '#src=/fixtures/graphdefs/frozen.pb&lang=tr', '#src=/fixtures/tflite/ops/add_0.tflite&target=tensorflow@2.3.0'];

/** Files that are refused or damaged, of which the page must say so with what it has. */
const WRONG = [['tflite/corrupt/damaged_07.tflite'], ['graphdefs/broken_truncated.pb'], ['MANIFEST.csv']];

/** Addresses of code that does not arrive. */
const MISSING = [/explorer-split_tflite\./, /app-split_views\./];

/** Models that are run. */
const RUNS = [
  'tflite/models/mobilenet_v1_025_128_float32.tflite',
  'tflite/models/mobilenet_v2_035_224_float32.tflite',
  'tflite/models/mobilenet_v1_025_128_int8.tflite',
  'tflite/models/mobilenet_v2_035_224_int8.tflite',
  'tflite/models/efficientnet_lite_like_96_int8.tflite',
  'tflite/models/resnet_block_32_float16.tflite',
  'tflite/models/segmentation_64_float32.tflite',
];

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

const out = process.argv[2];
const server = await serve({ '/vintage/': dist, '/fixtures/': fixture('.') });
/** Points that were reached, by module, with the number of visits. */
const called = new Map();

/** Opens the page, lets `act` use it, and adds the functions that its modules have called. */
async function visit(browser, what, act, { address = '', missing, body, weight = LEAST } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block' });
  if (missing) await context.route(missing, (route) => route.abort());
  if (body) await context.route('**/host.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await context.addInitScript(reach);
  // A rehearsal calls what the first answers do not.
  await context.addInitScript(savesData);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${server.origin}/${body ? 'host.html' : `vintage/${address}`}`);
  await act(page).catch((error) => {
    throw new Error(`${what}: ${error.message}`);
  });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  // A worker that ended has nothing more to report.
  const gather = () => Object.entries(globalThis.called ?? {}).flatMap(([name, files]) =>
    Object.entries(files).map(([file, marks]) => [name, file, Array.from(marks.keys()).filter((at) => marks[at])]));
  const reached = new Map();
  for (const place of [page, ...page.workers()]) {
    for (const [name, file, points] of await place.evaluate(gather).catch(() => [])) {
      if (!reached.has(name)) reached.set(name, new Set());
      for (const at of points) reached.get(name).add(`${file} ${at}`);
    }
  }
  for (const [name, points] of reached) {
    if (!called.has(name)) called.set(name, new Map());
    const counts = called.get(name);
    for (const point of points) counts.set(point, (counts.get(point) ?? 0) + weight);
  }
  console.log(`    ${what}: ${[...called].map(([name, all]) => `${name} ${all.size}`).join(', ')}`);
  await context.close();
}

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

let browser = await launch();
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
const filesIn = (folder) => readdirSync(folder, { recursive: true }).filter((file) => FORMS.test(file) && !DAMAGED.test(file)).sort()
  .map((file) => [path.join(folder, file)]);
const foldersIn = (folder) => readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !DAMAGED.test(entry.name)).map(({ name }) => [path.join(folder, name)]);
const zoo = existsSync(ZOO) ? filesIn(ZOO).filter((_, at) => at % 2 === 0) : [];
const alone = FILES.flatMap((folder) => filesIn(fixture(folder)));
const drops = [...DROPS, ...alone, ...FOLDERS.flatMap((folder) => foldersIn(fixture(folder))), ...zoo];
// Most of a visit is waiting.
await Promise.all([0, 1, 2].map(async (lane) => {
  for (const files of drops.filter((_, at) => at % 3 === lane)) {
    const names = files.map((file) => path.basename(file));
    await visit(browser, names.join(' '), (page) => drop(page, files, settled(page)), { weight: alone.includes(files) && RULES.test(path.relative(fixture("."), files[0])) ? 1 : LEAST });
  }
}));
const first = [...called].filter(([name]) => /app|explorer/.test(name)).map(([name, counts]) => [name, new Map(counts)]);
for (const file of RUNS) {
  await visit(browser, `run ${file}`, async (page) => {
    await drop(page, [file]);
    await run(page);
  });
}
for (const file of RUNS) {
  // As documents run models without the page.
  await visit(browser, `engine.js ${file}`, (page) => page.evaluate(async (model) => {
    const script = () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/static/first.js'));
    while (!script()) await new Promise((resolve) => setTimeout(resolve, 50));
    const { load } = await import(new URL('engine.js', script().name).href);
    const session = await load(await (await fetch(model)).arrayBuffer(), { worker: true });
    await session.run();
  }, `/fixtures/${file}`));
}
await browser.close();
browser = await launch({ webgpu: true });
for (const file of RUNS.slice(0, 2)) {
  await visit(browser, `run ${file} on WebGPU`, async (page) => {
    await drop(page, [file]);
    await run(page, 'gpu');
  });
}
await browser.close();
// Of the page and the readers only what comes before an answer.
for (const [name, counts] of [...called, ...first]) {
  const points = [...counts].filter(([, visits]) => visits >= LEAST).map(([point]) => point);
  await writeFile(path.join(out, `${name}.txt`), points.sort().join('\n'));
}
server.close();
process.exit(0);
