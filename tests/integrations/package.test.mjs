// The packed package, installed by three projects: every method in each, compared with the CLI's JSON for the same files.
// Run by `cargo xtask test integrations`, which builds the page and the CLI.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { launch } from '../e2e/lib/browser.mjs';
import { serve } from '../e2e/lib/server.mjs';
import { TARGET, cli, filesOf, recorded, sources } from './package/fixtures.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const here = path.join(root, 'tests/integrations/package');
const dist = process.env.VINTAGE_DIST ?? path.join(root, 'dist');
const work = path.join(process.env.VINTAGE_RESULTS ?? path.join(root, 'target/integrations'), 'consumers');
const program = process.env.VINTAGE_CLI ?? path.join(root, 'target/debug/vintage');
const { input, output } = recorded();

const npm = (folder, ...args) => execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, encoding: 'utf8' });

let paths;
let wanted;
let tarball;

/** The JSON of the CLI about everything that the consumers open. */
function expected() {
  const report = cli(program, 'inspect', paths.model);
  const [tensor] = cli(program, 'values', paths.model).artifacts[0].values;
  const others = {};
  for (const name of ['savedModel', 'checkpoint', 'keras', 'damaged']) {
    others[name] = { report: cli(program, 'inspect', paths[name]), check: cli(program, 'check', paths[name], '--target', 'tensorflow@2.4.0') };
  }
  return {
    report,
    check: cli(program, 'check', paths.model, '--target', TARGET),
    action: cli(program, 'check', paths.model, '--target', TARGET, '--action', 'builtin-ops'),
    tensor,
    compare: cli(program, 'compare', paths.model, paths.other),
    ...others,
  };
}

before(async () => {
  paths = await sources();
  wanted = expected();
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const [{ filename }] = JSON.parse(npm(path.join(dist, 'npm'), 'pack', '--json', `--pack-destination=${work}`));
  tarball = path.join(work, filename);
});
after(() => rm(path.dirname(paths.damaged), { recursive: true, force: true }));

const projects = new Map();

/** A consumer's project with the package installed from the tarball. */
function installed(name) {
  if (!projects.has(name)) projects.set(name, install(name));
  return projects.get(name);
}

async function install(name) {
  const folder = path.join(work, name);
  await cp(path.join(here, name), folder, { recursive: true });
  await cp(path.join(here, 'exercise.mjs'), path.join(folder, 'exercise.mjs'));
  npm(folder, 'install', '--no-save', '--no-package-lock', tarball);
  return folder;
}

/** Compares a consumer's results with the CLI's JSON and the recorded run. */
function check(results) {
  for (const [name, answer] of Object.entries(wanted)) {
    if (answer.report) {
      assert.deepEqual(results[name].report, answer.report, `${name}: report`);
      assert.deepEqual(results[name].check, answer.check, `${name}: check`);
    } else assert.deepEqual(results[name], answer, name);
  }
  assert.equal(results.check.outcome, 'refused', 'the fixture and the target are chosen so that there is something to explain');
  assert.equal(results.tensor.name, results.listed.name);
  assert.ok(results.graph.nodes >= results.graph.listed && results.graph.edges >= results.graph.listed, JSON.stringify(results.graph));
  assert.equal(results.graph.ops.filter((op) => op === 'DEPTHWISE_CONV_2D').length, wanted.report.artifacts[0].graphs[0].ops.DEPTHWISE_CONV_2D);
  const [{ type, values }] = Object.values(results.outputs);
  assert.equal(type, 'Float32Array');
  const worst = values.reduce((worst, value, i) => Math.max(worst, Math.abs(value - output[i])), 0);
  assert.ok(values.length === output.length && worst <= 1e-4, `off by ${worst}`);
  errors(results);
}

function errors({ errors, isVintageError }) {
  const { target, spanish, run, input, tensor, aborted, midway, closed } = errors;
  assert.ok(isVintageError);
  assert.equal(target.id, 'release-unknown');
  assert.equal(target.params.release, '2.99');
  assert.match(target.message, /^tensorflow has no release “2\.99” that Vintage knows\. Did you mean 2\.\d+/);
  assert.equal(spanish.id, target.id);
  assert.notEqual(spanish.message, target.message);
  assert.deepEqual([run.id, run.params], ['run-no-model-inside', { file: 'cnn_keras3.keras' }]);
  assert.equal(input.name, 'VintageError');
  assert.equal(input.id, 'engine-input-size');
  assert.equal(tensor.name, 'RangeError');
  assert.equal(aborted.name, 'AbortError');
  assert.equal(midway.name, 'AbortError');
  assert.match(closed.message, /closed/);
}

test('Node', async () => {
  const folder = await installed('node');
  await writeFile(path.join(folder, 'given.json'), JSON.stringify({ sources: paths, options: { input, target: TARGET } }));
  const text = execFileSync('node', ['main.mjs', 'given.json'], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  const { memory, ...results } = JSON.parse(text);
  check(results);
  assert.deepEqual(memory.artifacts[0].files, ['notes.txt']);
  assert.doesNotMatch(memory.artifacts[0].error.message, /^[a-z-]+$/, 'a sentence, not an id');
});

/** A page of a served folder, with the files to open; runs `body` in it. `requests` are the paths asked for. */
async function inPage(t, mounts, address, body, options) {
  const files = {};
  for (const [name, source] of Object.entries(paths)) files[name] = await filesOf(source);
  const server = await serve({ ...mounts, '/files/': '/' });
  const browser = await launch();
  t.after(async () => {
    await browser.close();
    await server.close();
  });
  const page = await browser.newPage();
  const problems = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(server.origin + address);
  const result = await page.evaluate(async ([files, code, options]) => {
    const blobs = {};
    for (const [name, list] of Object.entries(files)) {
      blobs[name] = await Promise.all(list.map(async ({ path, file }) => ({ path, data: await (await fetch(`/files${file}`)).blob() })));
    }
    return new Function('blobs', 'options', `return (${code})(blobs, options)`)(blobs, options);
  }, [files, body.toString(), options]);
  assert.deepEqual(problems, []);
  return { result, requests: server.requests };
}

const all = (blobs, options) => window.exercise(blobs, options);

test('a page without a bundler', async (t) => {
  const folder = await installed('importmap');
  const mounts = { '/some/path/': folder };
  const { result } = await inPage(t, mounts, '/some/path/index.html', all, { input, target: TARGET });
  check(result);
  const worker = await inPage(t, mounts, '/some/path/index.html', (blobs, { target }) => window.inWorker(blobs.model, target), { target: TARGET });
  assert.deepEqual(worker.result, wanted.check, 'in a worker');
});

test('the package on another origin', async (t) => {
  const folder = await installed('importmap');
  const elsewhere = await serve({ '/package/': path.join(folder, 'node_modules/vintage-explorer') }, { cors: true });
  t.after(() => elsewhere.close());
  const body = async (blobs, { address, target }) => {
    const { open } = await import(address);
    const session = await open(blobs.model);
    const check = await session.check(target);
    session.close();
    return check;
  };
  const options = { address: `${elsewhere.origin}/package/index.js`, target: TARGET };
  const { result } = await inPage(t, { '/some/path/': folder }, '/some/path/index.html', body, options);
  assert.deepEqual(result, wanted.check);
});

test('a page with a Content-Security-Policy', async (t) => {
  const folder = await installed('importmap');
  const server = await serve({ '/some/path/': folder, '/files/': '/' });
  const browser = await launch();
  t.after(async () => {
    await browser.close();
    await server.close();
  });
  const page = await browser.newPage();
  await page.goto(`${server.origin}/some/path/policy.html#source=/files${paths.model}&target=${TARGET}`);
  const answer = await (await page.waitForFunction(() => window.answer)).jsonValue();
  assert.deepEqual(answer.check, wanted.check, String(answer));
  assert.equal(answer.outputs.length, 1);
});

test('a page that Vite builds', async (t) => {
  const folder = await installed('vite');
  execFileSync('npx', ['--no-install', 'vite', 'build', '--logLevel=warn'], { cwd: folder, stdio: 'inherit' });
  const { result } = await inPage(t, { '/some/path/': path.join(folder, 'dist') }, '/some/path/index.html', all, { input, target: TARGET });
  check(result);
});

test('a bundle without workers and modules, with a copy of the package on the site', async (t) => {
  const folder = await installed('importmap');
  const site = path.join(work, 'bundle');
  await mkdir(site, { recursive: true });
  await writeFile(path.join(folder, 'entry.js'), 'import { open } from "vintage-explorer";\nwindow.open_ = open;\n');
  await writeFile(path.join(site, 'index.html'), '<!doctype html><link rel="icon" href="data:,"><script type="module" src="bundle.js"></script>');
  const esbuild = path.join(root, 'node_modules/.bin/esbuild');
  execFileSync(esbuild, ['--bundle', '--format=esm', '--log-level=warning', `--outfile=${path.join(site, 'bundle.js')}`, 'entry.js'], { cwd: folder });
  const body = async (blobs, { target }) => {
    const session = await window.open_(blobs.model, { base: '/copied/package/' });
    return { check: await session.check(target), outputs: Object.keys(await session.run()) };
  };
  const mounts = { '/some/site/': site, '/copied/package/': path.join(folder, 'node_modules/vintage-explorer') };
  const { result } = await inPage(t, mounts, '/some/site/index.html', body, { target: TARGET });
  assert.deepEqual(result.check, wanted.check);
  assert.equal(result.outputs.length, 1);
});

test('the sizes in the README are those of the files that a page fetches', async (t) => {
  const folder = await installed('importmap');
  const readme = await readFile(path.join(folder, 'node_modules/vintage-explorer/README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| (.*) \| (\d+) \| (\d+) \|$/gm)].map(([, step, files, size]) => ({ step, files: Number(files), size: Number(size) }));
  assert.equal(rows.length, 3, 'a release build has a table of three steps');
  const steps = [
    async (blobs) => void (await (await window.open_(blobs.model)).report({ advice: false })),
    async (blobs) => void (await (await window.open_(blobs.model)).check('tensorflow@2.4.0')),
    async (blobs) => void (await (await window.open_(blobs.model)).run()),
  ];
  const fetched = [];
  for (const step of steps) {
    const { requests } = await inPage(t, { '/some/path/': folder }, '/some/path/index.html', step, {});
    fetched.push(new Set(requests.filter((address) => address.includes('/vintage-explorer/'))));
  }
  const [first, check, run] = fetched;
  const own = [first, minus(check, first), minus(minus(run, first), check)];
  for (const [i, files] of own.entries()) {
    let bytes = 0;
    for (const address of files) bytes += gzipSync(await readFile(path.join(folder, address.replace('/some/path/', ''))), { level: 9 }).length;
    assert.ok(Math.abs(bytes / 1000 - rows[i].size) <= 2, `${rows[i].step}: ${rows[i].size} KB in the README, ${bytes / 1000} KB fetched:\n${[...files].join('\n')}`);
  }
});

const minus = (a, b) => new Set([...a].filter((one) => !b.has(one)));

test('the tarball has what the exports name, and nothing else from the page', () => {
  const names = readdirSync(path.join(dist, 'npm/wasm'));
  assert.ok(names.some((name) => name.startsWith('vintage-explorer')) && !names.some((name) => name.startsWith('vintage-app')));
});
