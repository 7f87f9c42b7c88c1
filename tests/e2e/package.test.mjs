// The npm package as the build leaves it in dist/npm: in Node without a browser, and its types. tests/integrations installs
// the packed package in projects and compares every method with the CLI.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { dist, fixture } from './lib/index.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const npm = path.join(dist, 'npm');
const { open, VintageError } = await import(pathToFileURL(path.join(npm, 'node.js')).href);

/** A session that the test closes. */
async function opened(t, ...args) {
  const session = await open(...args);
  t.after(() => session.close());
  return session;
}

const MODEL = 'tflite/models/mobilenet_v1_025_128_float32';

test('in Node: report, check, graph, tensors of a model by its path', async (t) => {
  const stages = new Set();
  const session = await opened(t, fixture(`${MODEL}.tflite`), { onProgress: ({ stage }) => stages.add(stage) });
  assert.deepEqual([...stages], ['group', 'read', 'assess']);
  const { artifacts: [artifact] } = await session.report();
  assert.equal(artifact.kind, 'tflite');
  assert.ok(artifact.advice.steps.every(({ text }) => text.length > 20), 'advice has sentences');
  const short = await session.check('tflite@2.12');
  assert.deepEqual([short.channel, short.release, short.outcome], ['tflite-runtime', '2.12.0', 'loads']);
  const check = await session.check('v1.10.0');
  assert.deepEqual([check.channel, check.release, check.outcome], ['tensorflow', '1.10.0', 'refused']);
  const verdict = artifact.windows.find(({ channel }) => channel === 'tensorflow').verdicts.find(({ release }) => release === '1.10.0');
  assert.deepEqual(check.artifacts[0].because, verdict.because.map((index) => artifact.requirements[index]));
  assert.equal(check.artifacts[0].prints, verdict.prints);
  const graph = await session.graph();
  assert.equal(graph.nodes.filter(({ op }) => op === 'CONV_2D').length, artifact.graphs[0].ops.CONV_2D);
  const [first] = await session.tensors();
  const value = await session.tensor(first.name);
  assert.deepEqual([value.name, value.shape, value.error], [first.name, first.shape, null]);
  assert.equal(value.statistics.count, first.shape.reduce((a, b) => a * b, 1));
});

test('in Node: a model runs, and again after an abort', async (t) => {
  const session = await opened(t, fixture(`${MODEL}.tflite`));
  const facts = JSON.parse(await readFile(fixture(`${MODEL}.golden.json`), 'utf8')).runs[0];
  const bytes = await readFile(fixture(`${MODEL}.golden.bin`));
  const part = ({ offset, nbytes }) => new Float32Array(Uint8Array.prototype.slice.call(bytes, offset, offset + nbytes).buffer);
  const output = part(facts.outputs.reference[0]);
  const controller = new AbortController();
  const model = await session.prepare();
  const { name } = model.inputs[0];
  model.close();
  const aborted = session.run({ [name]: part(facts.inputs[0]) }, { signal: controller.signal });
  controller.abort();
  await assert.rejects(aborted, { name: 'AbortError' });
  const [values] = Object.values(await session.run({ [name]: part(facts.inputs[0]) }));
  const worst = values.reduce((worst, value, i) => Math.max(worst, Math.abs(value - output[i])), 0);
  assert.ok(worst <= 1e-4, `off by ${worst}`);
  await assert.rejects(session.run({ [name]: new Float32Array(1) }), { name: 'VintageError', id: 'engine-input-size', message: /bytes|values/ });
});

test('in Node: a folder, a checkpoint by its prefix, bytes; files compare', async (t) => {
  const folder = await (await opened(t, fixture('savedmodels/functions'))).report({ advice: false });
  assert.deepEqual([folder.artifacts[0].kind, folder.artifacts[0].name], ['saved_model', 'functions']);
  const checkpoint = await opened(t, fixture('checkpoints/guide/tf_ckpts/ckpt-8'));
  const { artifacts } = await checkpoint.report({ advice: false });
  assert.deepEqual([...artifacts[0].files].sort(), ['ckpt-8.data-00000-of-00001', 'ckpt-8.index']);
  const pair = ['a', 'b'].map((side) => fixture(`comparisons/ckpt_added_${side}`));
  const [a, b] = [await opened(t, pair[0]), await opened(t, pair[1])];
  const comparison = await a.compare(b);
  assert.equal(comparison.same, false);
  assert.ok(comparison.changes.some(({ how }) => how === 'added') && comparison.stored_values.values.length > 0);
  const data = await readFile(fixture('tflite/ops/add_0.tflite'));
  const same = { path: 'same/add_0.tflite', data };
  const [one, two] = [await opened(t, [same]), await opened(t, [same])];
  assert.equal((await one.compare(two)).same, true, 'two files with one path');
});

test('errors have an id, values and a sentence in the chosen language', async (t) => {
  const session = await opened(t, fixture('tflite/ops/add_0.tflite'), { lang: 'es' });
  const wrong = await session.check('tensorflow@2.99').catch((error) => error);
  assert.ok(wrong instanceof VintageError);
  assert.deepEqual([wrong.id, wrong.params.release], ['release-unknown', '2.99']);
  assert.doesNotMatch(wrong.message, /has no release/);
  await assert.rejects(session.check('tensorflow@2.15', { action: 'fly' }), { id: 'usage-values' });
  await assert.rejects(open(fixture('no such file')), { name: 'VintageError', id: 'file-unreadable', message: /no such file/i });
  await assert.rejects(open(7), TypeError);
  await assert.rejects(session.graph({ artifact: 3 }), RangeError);
  await assert.rejects(open(fixture('tflite/ops/add_0.tflite'), { lang: 'xx' }), TypeError);
  const controller = new AbortController();
  const given = session.check('latest', { signal: controller.signal });
  controller.abort();
  await assert.rejects(given, { name: 'AbortError' });
  assert.equal((await session.check('latest')).outcome, 'loads', 'an aborted request does not end the session');
  session.close();
  await assert.rejects(session.report(), /closed/);
});

test('importing the package changes nothing, and a session left open does not keep Node running', () => {
  const script = `
    const before = Object.getOwnPropertyNames(globalThis).join();
    const { open } = await import(${JSON.stringify(pathToFileURL(path.join(npm, 'node.js')).href)});
    const session = await open(${JSON.stringify(fixture('tflite/ops/add_0.tflite'))});
    await session.check("latest");
    console.log(Object.getOwnPropertyNames(globalThis).join() === before);
  `;
  const text = execFileSync('node', ['--input-type=module', '--eval', script], { encoding: 'utf8', timeout: 60_000 });
  assert.equal(text.trim(), 'true');
});

test('the types compile in strict mode, with every method', async () => {
  const folder = path.join(process.env.VINTAGE_RESULTS ?? path.join(root, 'target/e2e'), 'package-types');
  await mkdir(folder, { recursive: true });
  for (const [module, moduleResolution] of [['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
    const config = path.join(folder, `${moduleResolution}.json`);
    const compilerOptions = {
      strict: true, noEmit: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false,
      target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable'], types: [], module, moduleResolution,
      paths: { 'vintage-explorer': [path.join(npm, 'index.d.ts')], 'vintage-explorer/engine': [path.join(npm, 'static/engine.d.ts')] },
    };
    await writeFile(config, JSON.stringify({ compilerOptions, files: [path.join(root, 'tests/integrations/package/types/every-method.ts')] }));
    const tsc = path.join(root, 'node_modules/.bin/tsc');
    try {
      execFileSync(tsc, ['--project', config], { encoding: 'utf8' });
    } catch (error) {
      assert.fail(`${error.message}\n${error.stdout}`);
    }
  }
});

test('every file that package.json names is there, and the version is the project’s', async () => {
  const { exports, version, sideEffects } = JSON.parse(await readFile(path.join(npm, 'package.json'), 'utf8'));
  const named = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [one] : Object.values(one)));
  for (const file of [...named, ...sideEffects, 'README.md', 'LICENSE-MIT', 'LICENSE-APACHE']) await readFile(path.join(npm, file));
  const manifest = await readFile(path.join(root, 'Cargo.toml'), 'utf8');
  assert.equal(version, /\[package\][^[]*?\nversion = "([^"]+)"/.exec(manifest)[1]);
});
