// Runs on several threads, on isolated pages: static/threads.js.
import assert from 'node:assert/strict';
import os from 'node:os';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { Hand, Lead } from '../../static/crew.js';
import { dist, dropFiles, fixture, launch, open, serve } from './lib/index.mjs';

const RANGES = 3, PARTS = 8, JOBS = 1000, ROUNDS = 20;

/** Counts each part that a thread takes of a job, of the last range first; returns how many. */
function takeAll({ take }, job, done) {
  let count = 0;
  for (let range = RANGES - 1; range >= 0; range--) {
    for (let part; (part = take(range)) < PARTS; count++) Atomics.add(done, PARTS * (RANGES * job + range) + part, 1);
  }
  return count;
}

/** A thread of the first test. */
function hand({ numbers, done }) {
  const hand = new Hand(numbers);
  parentPort.on('message', (round) => {
    hand.work(round, (job) => takeAll(hand, job, done));
    parentPort.postMessage('interrupted');
  });
}

if (isMainThread) tests();
else hand(workerData);

function tests() {
  const several = os.availableParallelism() > 1;
  const MODEL = 'tflite/models/mobilenet_v1_025_128_float32.tflite';
  const MODELS = ['mobilenet_v2_035_224_float32', 'mobilenet_v2_035_224_int8', 'lstm_fused_float32'];

  test('each part of many jobs is done once, also by threads that are interrupted', async () => {
    const lead = new Lead(RANGES);
    const done = new Int32Array(new SharedArrayBuffer(4 * PARTS * RANGES * JOBS));
    const workers = [0, 1].map(() => new Worker(new URL(import.meta.url), { workerData: { numbers: lead.numbers, done } }));
    let [round, own] = [0, 0];
    for (let again = 0; again < ROUNDS; again++) {
      workers.forEach((worker) => worker.postMessage(round));
      for (let job = 0; job < JOBS; job++) {
        lead.open(job);
        own += takeAll(lead, job, done);
        lead.close();
      }
      const interrupted = workers.map((worker) => new Promise((resolve) => worker.once('message', resolve)));
      round = lead.interrupt();
      await Promise.all(interrupted);
    }
    await Promise.all(workers.map((worker) => worker.terminate()));
    assert.ok(done.every((count) => count === ROUNDS), 'a part was done more or less often than the others');
    assert.ok(own < ROUNDS * JOBS * RANGES * PARTS, 'the other threads did nothing');
  });

  /** Loads models in the page, each alone and with threads, as `sessions`; returns the workers of the second ones. */
  async function sessions({ page, url }, models) {
    await page.evaluate(
      async ([address, models]) => {
        const { load } = await import(address);
        globalThis.sessions = [];
        for (const model of models) {
          const bytes = await (await fetch(`/fixtures/tflite/models/${model}.tflite`)).arrayBuffer();
          globalThis.sessions.push([await load(bytes.slice()), await load(bytes, { worker: true })]);
        }
      },
      [new URL('static/engine.js', url).href, models],
    );
    return page.workers().filter((worker) => worker.url().endsWith('engine.host.js'));
  }

  /** Slows the session's own thread down, and counts the jobs and the parts that it takes. */
  function slowed() {
    const { crew } = globalThis;
    const { open, take } = crew;
    globalThis.counts = { jobs: 0, own: 0 };
    crew.open = (job) => {
      globalThis.counts.jobs++;
      open.call(crew, job);
    };
    crew.take = (range) => {
      for (const end = performance.now() + 1; performance.now() < end; );
      const part = take(range);
      globalThis.counts.own++;
      return part;
    };
  }

  test('models give the same bytes with threads, which take most parts of a slow one', { skip: !several }, async (t) => {
    const opened = await open(t, { isolated: true });
    const engines = await sessions(opened, MODELS);
    for (const engine of engines) await engine.evaluate(slowed);
    const outputs = await opened.page.evaluate(async () => {
      const all = [];
      for (const both of globalThis.sessions) {
        const [{ name, dtype, shape }] = both[0].inputs;
        const values = Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => (dtype === 'int8' ? (31 * i) % 255 - 127 : Math.sin(i)));
        const input = { [name]: (dtype === 'int8' ? Int8Array : Float32Array).from(values) };
        for (const session of both) {
          const output = Object.values(await session.run(input))[0];
          all.push([...new Uint8Array(output.buffer, output.byteOffset, output.byteLength)].join());
        }
      }
      return all;
    });
    for (const [i, model] of MODELS.entries()) {
      assert.ok(new Set(outputs[2 * i].split(',')).size > 1, `${model} computes something`);
      assert.equal(outputs[2 * i], outputs[2 * i + 1], model);
    }
    const counts = await Promise.all(engines.map((engine) => engine.evaluate(() => globalThis.counts)));
    const [jobs, own] = ['jobs', 'own'].map((name) => counts.reduce((sum, one) => sum + one[name], 0));
    assert.ok(jobs > 50, `${jobs} jobs`);
    // In each range a thread also looks once when no part is left. Alone, it would take eight parts of each range in a large job.
    const ranges = os.availableParallelism();
    assert.ok(own < (3 + ranges) * jobs, `the slow thread looked for parts ${own} times in ${jobs} jobs`);
  });

  test('runs that are asked for at once have inputs of their own, and outputs outlive the next run', { skip: !several }, async (t) => {
    const opened = await open(t, { isolated: true });
    await sessions(opened, [MODELS[0]]);
    const outputs = await opened.page.evaluate(async () => {
      const [[, session]] = globalThis.sessions;
      const [{ name, shape }] = session.inputs;
      const values = (factor) => new Float32Array(shape.reduce((a, b) => a * b, 1)).map((_, i) => Math.sin(factor * i));
      const run = async (factor) => Object.values(await session.run({ [name]: values(factor) }))[0];
      const one = [await run(1), await run(3)];
      const both = await Promise.all([run(1), run(3), session.run({ [name]: { data: values(3), shape } }).then((outputs) => Object.values(outputs)[0])]);
      return [...one, ...both].map((output) => output.join());
    });
    const [first, second, ...both] = outputs;
    assert.notEqual(first, second);
    assert.deepEqual(both, [first, second, second]);
  });

  test('inputs are written where the model reads them while it is idle, in any shape and after failures', { skip: !several }, async (t) => {
    const opened = await open(t, { isolated: true });
    const [engine] = await sessions(opened, [MODELS[0]]);
    await engine.evaluate(() => {
      globalThis.sent = [];
      const { onmessage } = globalThis;
      globalThis.onmessage = (event) => {
        if (event.data.method === 'run') globalThis.sent.push(Object.keys(event.data.values[0]).length);
        onmessage(event);
      };
    });
    const outputs = await opened.page.evaluate(async () => {
      const [both] = globalThis.sessions;
      const [{ name, shape }] = both[0].inputs;
      const size = shape.reduce((a, b) => a * b, 1);
      const values = (count, factor) => new Float32Array(count * size).map((_, i) => Math.sin(factor * i));
      const twice = [2, ...shape.slice(1)];
      const calls = [
        { [name]: values(1, 1) }, { 0: values(1, 3) }, { 0: { data: values(1, 2), shape } }, {},
        { [name]: { data: values(2, 1), shape: twice } }, { [name]: { data: values(2, 3), shape: twice } },
        // Each of these fails, and the next one is what follows a failure.
        { [name]: values(1, 1) }, { [name]: values(2, 5) }, { other: values(2, 1) }, { [name]: new Int8Array(2 * size) }, { [name]: values(2, 4) }, { [name]: values(2, 6) },
      ];
      const all = [];
      for (const session of both) {
        const texts = [];
        for (const call of calls) texts.push(await session.run(call).then((outputs) => Object.values(outputs)[0].join(), (error) => `failed: ${error.message}`));
        await session.profile();
        for (const factor of [7, 8]) texts.push(Object.values(await session.run({ [name]: values(2, factor) }))[0].join());
        all.push(texts);
      }
      return all;
    });
    assert.deepEqual(outputs[1], outputs[0]);
    const different = new Set(outputs[0].filter((text) => !text.startsWith('failed')));
    assert.equal(outputs[0].filter((text) => text.startsWith('failed')).length, 3);
    assert.equal(different.size, outputs[0].length - 3 - 1, 'all but the run without an input differ');
    // A value that is in no message was written to the memory.
    const sent = await engine.evaluate(() => globalThis.sent);
    assert.deepEqual(sent, [0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0, 1, 0]);
  });

  test('a thread that stops ends the run with an error', { skip: !several }, async (t) => {
    const opened = await open(t, { isolated: true });
    const [engine] = await sessions(opened, [MODELS[0]]);
    // As a thread does it, whose error ends it.
    await engine.evaluate(() => Atomics.store(globalThis.crew.numbers, 4, 1));
    const ended = await opened.page.evaluate(() => globalThis.sessions[0][1].run().then(() => 'it ran', String));
    assert.match(ended, /a thread of the engine stopped/);
  });

  /** Runs the model of an open page or frame, and returns the line with its time. */
  async function runIn(page) {
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    return page.locator('.run-timing[data-run="1"]').innerText({ timeout: 60_000 });
  }

  test('the page runs a model on several threads where it is isolated, and on one elsewhere', async (t) => {
    for (const isolated of [true, false]) {
      const { page } = await open(t, { isolated });
      await page.getByText('Nothing leaves this browser.').waitFor();
      await dropFiles(page, [fixture(MODEL)]);
      const text = await runIn(page);
      assert.equal(/\d+ threads/.test(text), several && isolated, text);
    }
  });

  test('an isolated frame has threads in a page that is not isolated', async (t) => {
    const inner = await serve({ '/v/': dist, '/fixtures/': fixture('.') }, { isolated: 'document' });
    const outer = await serve({ '/': fileURLToPath(new URL('lib', import.meta.url)) });
    const browser = await launch();
    t.after(async () => {
      await browser.close();
      await Promise.all([inner.close(), outer.close()]);
    });
    const page = await browser.newPage({ serviceWorkers: 'block' });
    await page.goto(`${outer.origin}/drop-probe.html`);
    await page.evaluate((src) => {
      document.body.append(Object.assign(document.createElement('iframe'), { src, width: 1000, height: 700 }));
    }, `${inner.origin}/v/#src=${inner.origin}/fixtures/${MODEL}&view=run`);
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    assert.match(await runIn(page.frameLocator('iframe')), several ? /\d+ threads/ : / ms /);
  });
}
