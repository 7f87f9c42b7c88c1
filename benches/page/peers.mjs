// How long a page takes from its address to the drawing of a model: `node peers.mjs FOLDER DIST PYTHON [--rounds N]`, ours beside
// Netron and Model Explorer, whose servers the environment of PYTHON has.
//
// The two peers get the file on the command line, ours in the address, so none waits for a hand. Each round starts each of them anew.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { launch } from '../../tests/e2e/lib/browser.mjs';
import { serve } from '../../tests/e2e/lib/server.mjs';
import { line, median, note, shown } from '../web/engines.mjs';
import { family, forget, peak } from '../web/processes.mjs';

const [folder, dist, python, ...options] = process.argv.slice(2);
const rounds = options.includes('--rounds') ? Number(options[options.indexOf('--rounds') + 1]) : 3;
/** Milliseconds after which a drawing is given up. */
const PATIENCE = 180_000;
const MODELS = { '1,000 operators': 'ops-1000.tflite', '20,000 operators': 'ops-20000.tflite' };

const here = await serve({ '/vintage/': path.resolve(dist), '/models/': path.resolve(folder) });

/** A port that nothing uses. */
function unused() {
  return new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => found(port));
    });
  });
}

/** Starts a peer's server, and waits until it answers. */
async function started(script, argumentsOf) {
  const port = await unused();
  const child = spawn(path.join(path.dirname(python), script), argumentsOf(port), { stdio: 'ignore', detached: true });
  const address = `http://localhost:${port}/`;
  for (const end = Date.now() + 60_000; ; await new Promise((done) => setTimeout(done, 200))) {
    try {
      await fetch(address);
      break;
    } catch (error) {
      if (Date.now() > end) throw new Error(`${script} does not answer: ${error.message}`);
    }
  }
  return { address, stop: () => process.kill(-child.pid, 'SIGKILL') };
}

/** By name: the page of a file, and what is there once its drawing is. */
const CONTENDERS = {
  Vintage: {
    serve: async (file) => ({ address: `${here.origin}/vintage/#src=${encodeURIComponent(`${here.origin}/models/${path.basename(file)}`)}&view=graph`, stop: () => {} }),
    drawn: (page) => page.locator('.graph-stage:not(.waiting) canvas').first().waitFor(),
  },
  Netron: {
    serve: (file) => started('netron', (port) => ['--port', port, '--host', 'localhost', file]),
    // It asks once for consent, which a visitor who comes again has given.
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Accept' }).click();
      await page.waitForTimeout(500);
    },
    drawn: async (page) => {
      // Large graphs have another question.
      const yes = page.getByRole('button', { name: 'Yes' });
      const there = page.locator('body.default');
      await there.or(yes).first().waitFor();
      if (await yes.isVisible()) await yes.click();
      await there.waitFor();
    },
  },
  'Model Explorer': {
    serve: async (file) => {
      const server = await started('model-explorer', (port) => ['--port', port, '--host', 'localhost', '--no_open_in_browser']);
      return { ...server, address: `${server.address}?data=${encodeURIComponent(JSON.stringify({ models: [{ url: path.resolve(file) }] }))}` };
    },
    drawn: (page) => page.locator('webgl-renderer canvas').first().waitFor(),
  },
};

let browsers = 0;
/** Seconds until the drawing and megabytes of the renderer above an empty page; infinite if it did not come. */
async function once({ serve, prepare, drawn }, file) {
  const flag = `--vintage-bench=${process.pid}-${browsers++}`;
  const server = await serve(file);
  const browser = await launch({ flags: [flag] });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1600, height: 900 } })).newPage();
    page.setDefaultTimeout(PATIENCE);
    if (prepare) {
      await page.goto(server.address);
      await prepare(page);
      await page.goto('about:blank');
    }
    const empty = forget(family(flag));
    const start = Date.now();
    await page.goto(server.address);
    await drawn(page);
    return [(Date.now() - start) / 1000, peak(family(flag)) - empty];
  } catch (error) {
    if (error.name !== 'TimeoutError') throw error;
    return [Infinity, Infinity];
  } finally {
    await browser.close();
    server.stop();
  }
}

const seconds = (value) => (value === Infinity ? `none after ${PATIENCE / 1000}` : shown(value, 1));

line(['model', ...Object.keys(CONTENDERS).flatMap((name) => [`${name}, s`, 'memory, MB'])]);
line(['---', ...Object.keys(CONTENDERS).flatMap(() => ['---', '---'])]);
for (const [name, file] of Object.entries(MODELS)) {
  const found = Object.fromEntries(Object.keys(CONTENDERS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [contender, means] of Object.entries(CONTENDERS)) {
      const [time, memory] = await once(means, path.join(folder, file));
      note(`${name}, ${contender}: ${seconds(time)} s`);
      found[contender].push([time, memory]);
    }
  }
  const cells = Object.values(found).flatMap((runs) => [seconds(median(runs.map(([time]) => time))), shown(median(runs.map(([, memory]) => memory)), 0)]);
  line([name, ...cells]);
}
await here.close();
