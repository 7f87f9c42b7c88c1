// The examples of `examples/embed`: built with their tools in target/integrations, and opened in Chromium.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dist, launch, serve } from '../../e2e/lib/index.mjs';

const run = promisify(execFile);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const target = path.join(root, 'target/integrations');
const examples = path.join(root, 'examples/embed');

/** The address of Vintage in the examples, and that of their site. */
const VINTAGE = 'https://example.org/vintage/';
const SITE = 'https://models.example.org';

/** Runs a program; its output is part of the error. */
export async function program(name, args, options = {}) {
  try {
    return await run(name, args, { maxBuffer: 1 << 26, ...options });
  } catch (error) {
    throw new Error(`${name} ${args.join(' ')}: ${error.message}\n${error.stdout}\n${error.stderr}`);
  }
}

/** Serves the page; gives its address. */
export async function vintage(t) {
  // The element's scripts and files are those of another origin.
  const server = await serve({ '/vintage/': dist }, { cors: true });
  t.after(() => server.close());
  return `${server.origin}/vintage/`;
}

/** All files of a folder, with paths from it; those of packages are left out. */
async function files(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const all = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  return all.filter((file) => !file.includes('node_modules'));
}

/** A copy of an example, with the addresses of this test. Packages that an earlier run installed stay. */
export async function example(name, addresses) {
  const folder = path.join(target, name);
  await mkdir(folder, { recursive: true });
  for (const entry of await readdir(folder)) {
    if (!['node_modules', 'package-lock.json'].includes(entry)) await rm(path.join(folder, entry), { recursive: true });
  }
  await cp(path.join(examples, name), folder, { recursive: true });
  for (const file of await files(folder)) {
    const text = await readFile(file, 'utf8');
    const moved = text.replaceAll(VINTAGE, addresses.vintage).replaceAll(SITE, addresses.site ?? SITE);
    if (moved !== text) await writeFile(file, moved);
  }
  return folder;
}

/** Puts the script that gives frames their height into a folder. */
export async function frames(folder) {
  await mkdir(folder, { recursive: true });
  await cp(path.join(examples, 'vintage-frames.js'), path.join(folder, 'vintage-frames.js'));
}

/** The programs of a Python environment with the packages of an example; made once. */
export async function python(name) {
  const requirements = await readFile(path.join(examples, name, 'requirements.txt'), 'utf8');
  const environment = path.join(target, 'python', name);
  const mark = path.join(environment, 'installed');
  if ((await readFile(mark, 'utf8').catch(() => '')) !== requirements) {
    await rm(environment, { recursive: true, force: true });
    await program(process.env.VINTAGE_PYTHON ?? 'python3', ['-m', 'venv', environment]);
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...requirements.trim().split('\n')];
    await program(path.join(environment, 'bin/python'), pip);
    await writeFile(mark, requirements);
  }
  return path.join(environment, 'bin');
}

/** Serves a built site, or the folder in which it will be built. */
export async function site(t, folder) {
  await mkdir(folder, { recursive: true });
  const server = await serve({ '/': folder });
  t.after(() => server.close());
  return server.origin;
}

/** A page of Chromium. `clean()` fails the test if there were errors on its console or requests to other machines. */
export async function browse(t) {
  const browser = await launch();
  t.after(() => browser.close());
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.setDefaultTimeout(60_000);
  const [errors, away] = [[], []];
  // Browsers ask for an icon that the examples do not have; a frame that is left while it fetches reports that.
  const isExpected = (text) => /favicon\.ico|Failed to fetch/.test(text);
  page.on('console', (message) => message.type() === 'error' && errors.push(`${message.text()} (${message.location().url})`));
  page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`));
  page.on('request', (request) => !/^(http:\/\/(127\.0\.0\.1|localhost)[:/]|data:|blob:)/.test(request.url()) && away.push(request.url()));
  const clean = () => {
    assert.deepEqual(errors.filter((text) => !isExpected(text)), [], 'the page logged errors');
    assert.deepEqual(away, [], 'requests to other machines');
  };
  return { page, clean };
}

/** The frame of a page, and its element. */
export const frame = (page) => page.frameLocator('iframe[src*="#src=static/samples/"]');
export const element = (page) => page.locator('vintage-explorer');

/** Waits for the verdict in the frame or element of a page. */
export async function verdict(place) {
  await place.getByRole('heading', { level: 1 }).filter({ hasText: 'resnet_block_32_dynamic.tflite' }).waitFor();
  const answer = await place.locator('.answer [data-outcome]').first().getAttribute('data-outcome');
  assert.ok(['loads', 'warns', 'refused'].includes(answer), answer);
}

/** Waits until the frame has the height of its answer and not the one in its code. */
export const fitted = (page) =>
  page.waitForFunction(() => [...document.querySelectorAll('iframe[src*="#src="]')].some((frame) => frame.height !== '600' && Number(frame.height) > 100));
