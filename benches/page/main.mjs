// How long the page takes for what people do: `node main.mjs FOLDER DIST [--rounds N] [--figures PATTERN]`, on the models that
// models.mjs wrote.
//
// Each figure is the median of several browsers, one after another. Prints a row for each; times from a user's event until what it
// causes is painted.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { dropFiles } from '../../tests/e2e/lib/drop.mjs';
import { launch } from '../../tests/e2e/lib/browser.mjs';
import { reach } from '../../tests/e2e/lib/reach.mjs';
import { serve } from '../../tests/e2e/lib/server.mjs';
import { line, median, note, shown } from '../web/engines.mjs';
import { family, forget, peak } from '../web/processes.mjs';

const [folder, dist, ...options] = process.argv.slice(2);
const option = (name, otherwise) => (options.includes(name) ? options[options.indexOf(name) + 1] : otherwise);
const rounds = Number(option('--rounds', 5));
const chosen = new RegExp(option('--figures', ''));
/** How long the page is open before a file is dropped, in milliseconds: what it prepares meanwhile is part of the product. */
const OPEN = 1500;
const PATIENCE = 120_000;

const server = await serve({ '/vintage/': path.resolve(dist), '/models/': path.resolve(folder), '/elements/': fileURLToPath(new URL('elements/', import.meta.url)) });

/** Added to the page: times of events and of what is painted, and blocks of the main thread. */
function clock() {
  globalThis.started = 0;
  const start = (event) => event.isTrusted && (globalThis.started = performance.now());
  for (const type of ['drop', 'click', 'keydown']) addEventListener(type, start, { capture: true });
  globalThis.blocks = [];
  new PerformanceObserver((list) => blocks.push(...list.getEntries().map(({ startTime, duration }) => ({ startTime, duration })))).observe({ type: 'longtask', buffered: true });
  /** Milliseconds that the callbacks of each animation frame took together, by the time of the frame. */
  globalThis.scripted = new Map();
  const request = globalThis.requestAnimationFrame.bind(globalThis);
  globalThis.requestAnimationFrame = (callback) => request((now) => {
    const from = performance.now();
    callback(now);
    scripted.set(now, (scripted.get(now) ?? 0) + performance.now() - from);
  });
  /** Milliseconds from the last event until this is there and painted. */
  globalThis.painted = (condition) => new Promise((done) => {
    const after = () => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => done(performance.now() - started);
      channel.port2.postMessage(null);
    };
    const look = () => (condition() ? after() : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  globalThis.verdict = () => started && ui().querySelector('.answer [data-outcome]');
  globalThis.drawn = () => {
    const stage = ui().querySelector('.graph-stage');
    return stage && !stage.matches('.waiting') && /\d/.test(ui().querySelector('.graph-keys')?.innerText ?? '');
  };
  /** When the last graph was requested of the worker, and when its answer began to arrive, in pieces or complete. */
  globalThis.laidOut = { asked: 0, came: 0 };
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (message, ...rest) {
    const { job, json } = message ?? {};
    if (json?.includes('{\\"graph\\":')) {
      globalThis.laidOut = { asked: performance.now(), came: 0 };
      this.addEventListener('message', ({ data }) => {
        const { piece, answer } = JSON.parse(data.json);
        if ((piece ?? answer)?.job === job) laidOut.came ||= performance.now();
      });
    }
    return post.call(this, message, ...rest);
  };
  /** Durations of frames in milliseconds, until `stop()`. */
  globalThis.frames = () => {
    const times = [];
    scripted.clear();
    let going = true;
    const next = (now) => {
      times.push(now);
      if (going) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    globalThis.stop = () => {
      going = false;
      return times.slice(1).map((time, i) => time - times[i]);
    };
  };
}

let browsers = 0;
/** Calls `work` with an open page of a browser of its own. */
async function visit(viewport, work) {
  const flag = `--vintage-bench=${process.pid}-${browsers++}`;
  const browser = await launch({ flags: [flag] });
  try {
    const page = await browser.newPage({ viewport });
    page.setDefaultTimeout(PATIENCE);
    await page.addInitScript(reach);
    await page.addInitScript(clock);
    await page.goto(`${server.origin}/vintage/`);
    await page.getByText('Nothing leaves this browser.').waitFor();
    await page.waitForTimeout(OPEN);
    return await work(page, () => family(flag));
  } finally {
    await browser.close();
  }
}

/** Drops a model; milliseconds until its verdict. */
async function drop(page, ...names) {
  const done = page.evaluate(() => painted(verdict));
  await dropFiles(page, names.map((name) => path.join(folder, name)));
  return done;
}

const CHECKPOINT = ['variables.index', 'variables.data-00000-of-00001'];

/** Opens the table of a view; milliseconds until its rows are there, with the rows that are not drawn. */
async function table(page, view, selector) {
  const tab = page.locator(`#tab-${view}`);
  await tab.waitFor();
  const done = page.evaluate((selector) => painted(() => Number(ui().querySelector(selector)?.getAttribute('aria-rowcount')) >= 50_000 && ui().querySelector(`${selector} tbody td code`)), selector);
  await tab.click();
  return done;
}

/** The longest block of the main thread since a time of the page. */
const longest = (page, since) => page.evaluate((since) => Math.max(0, ...blocks.filter(({ startTime }) => startTime >= since).map(({ duration }) => duration)), since);

/** Opens the drawing; milliseconds until it is there. */
async function draw(page) {
  const tab = page.locator('#tab-graph');
  await tab.waitFor();
  const done = page.evaluate(() => painted(drawn));
  await tab.click();
  return done;
}

/** Opens a closed group; milliseconds until it is drawn. */
async function unfold(page) {
  const outline = page.locator('.outline');
  if (!(await outline.isVisible())) await page.locator('[aria-controls="graph-outline"]').click();
  await outline.locator('tr[aria-expanded="false"]').first().click();
  await outline.focus();
  const rows = await outline.getAttribute('aria-rowcount');
  const done = page.evaluate((rows) => painted(() => drawn() && ui().querySelector('.outline').getAttribute('aria-rowcount') !== rows), rows);
  await page.keyboard.press('ArrowRight');
  return done;
}

/** While the drawing is dragged and zoomed: median and worst frame, and what scripts took of one, median and worst. */
async function move(page) {
  const { x, y, width, height } = await page.locator('.graph-stage canvas').first().boundingBox();
  const [middle, line] = [x + width / 2, y + height / 2];
  await page.mouse.move(middle, line);
  await page.evaluate(() => frames());
  await page.mouse.down();
  for (let i = 0; i < 60; i++) await page.mouse.move(middle + 4 * i - 120, line + 2 * i - 60);
  await page.mouse.up();
  for (let i = 0; i < 20; i++) await page.mouse.wheel(0, i < 10 ? -120 : 120);
  const times = await page.evaluate(() => stop());
  const scripts = await page.evaluate(() => [...scripted.values()]);
  return [median(times), Math.max(...times), median(scripts), Math.max(...scripts)];
}

/** Adds an element to the page that embeds them, and waits until it shows its answer. */
async function embed(page, src) {
  const number = await page.evaluate((src) => {
    const element = document.createElement('vintage-explorer');
    element.setAttribute('src', src);
    document.body.append(element);
    return document.querySelectorAll('vintage-explorer').length - 1;
  }, src);
  const element = page.locator('vintage-explorer').nth(number);
  // Elements above it grow with what follows their answers, and push it away from the screen before it starts.
  const answer = element.locator('.answer [data-outcome]').first();
  for (const end = Date.now() + PATIENCE; Date.now() < end && !(await answer.count()); await page.waitForTimeout(50)) await element.scrollIntoViewIfNeeded();
  await answer.waitFor();
  return element;
}

/** Memory of the renderer once what is gone was collected, and of JavaScript in it, in MB. */
async function kept(page, processes) {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await page.waitForTimeout(500);
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return [forget(processes()), (usedSize + backingStorageSize) / 1e6];
}

/** Elements on the page that holds ten. */
const TEN = Array.from({ length: 10 }, (_, i) => (i % 2 ? '/models/ops-100.tflite' : '/models/weights.tflite'));

const LAPTOP = { width: 1600, height: 900 };
const LARGE = { width: 3840, height: 2160 };

/** Each figure: its name, and the numbers of one round. */
const FIGURES = [
  ['drop to verdict, 4 MB of weights, ms', LAPTOP, async (page) => [await drop(page, 'weights.tflite')]],
  ['drop to verdict, 20,000 operators, ms', LAPTOP, async (page) => [await drop(page, 'ops-20000.tflite')]],
  ['view to drawing, folded, 20,000 operators, ms', LAPTOP, async (page) => {
    await drop(page, 'ops-20000.tflite');
    return [await draw(page)];
  }],
  ['view to drawing, folded, 20,000 operators, a second after the verdict, ms', LAPTOP, async (page) => {
    await drop(page, 'ops-20000.tflite');
    await page.waitForTimeout(1000);
    return [await draw(page)];
  }],
  ['view to drawing, folded, 100,000 operators, ms', LAPTOP, async (page) => {
    await drop(page, 'ops-100000.tflite');
    return [await draw(page)];
  }],
  ['a group opens, 20,000 operators, ms', LAPTOP, async (page) => {
    await drop(page, 'ops-20000.tflite');
    await draw(page);
    return [await unfold(page)];
  }],
  ['frames while moving, 100,000 operators, 1600x900: median / worst / scripted, median / worst, ms', LAPTOP, async (page) => {
    await drop(page, 'ops-100000.tflite');
    await draw(page);
    return move(page);
  }],
  ['frames while moving, 100,000 operators, 3840x2160: median / worst / scripted, median / worst, ms', LARGE, async (page) => {
    await drop(page, 'ops-100000.tflite');
    await draw(page);
    return move(page);
  }],
  ['longest block of the main thread, 50,000 operators: verdict / drawing, ms', LAPTOP, async (page) => {
    const since = await page.evaluate(() => performance.now());
    await drop(page, 'ops-50000.tflite');
    await page.waitForTimeout(500);
    const until = await page.evaluate(() => performance.now());
    const first = await longest(page, since);
    await draw(page);
    await page.waitForTimeout(500);
    return [first, await longest(page, until)];
  }],
  ...[20_000, 50_000, 100_000].map((operators) => [
    `${operators.toLocaleString('en')} operators without groups: until drawn / longest block of the main thread, ms`,
    LAPTOP,
    async (page) => {
      await drop(page, `ops-${operators}.tflite`);
      await draw(page);
      await page.waitForTimeout(500);
      const since = await page.evaluate(() => performance.now());
      await page.getByRole('combobox', { name: 'Groups' }).selectOption({ label: 'No groups' });
      const until = await page.evaluate(() => painted(drawn).then(() => performance.now()));
      await page.waitForTimeout(500);
      return [until - since, await longest(page, since)];
    },
  ]),
  ['graph and layout in the worker, 100,000 operators without groups, after the rehearsal: first / second, ms', LAPTOP, async (page) => {
    await page.waitForFunction(() => performance.getEntriesByName('rehearsed').length);
    await drop(page, 'ops-100000.tflite');
    await draw(page);
    const groups = page.getByRole('combobox', { name: 'Groups' });
    const times = [];
    for (const label of ['No groups', 'Groups: repeated blocks', 'No groups']) {
      await page.waitForTimeout(500);
      await groups.selectOption({ label });
      await page.evaluate(() => painted(drawn));
      times.push(await page.evaluate(() => laidOut.came - laidOut.asked));
    }
    return [times[0], times[2]];
  }],
  ['checkpoint of 50,000 variables: verdict / table / tree / drawing of the tree, ms', LAPTOP, async (page) => {
    const verdict = await drop(page, ...CHECKPOINT);
    await page.waitForTimeout(500);
    const variables = await table(page, 'variables', 'table.vars');
    await page.waitForTimeout(500);
    const tree = await table(page, 'objects', 'table.objects');
    const drawing = await page.evaluate(() => painted(drawn));
    return [verdict, variables, tree, drawing];
  }],
  ['longest block of the main thread, checkpoint of 50,000 variables: verdict / table / tree, ms', LAPTOP, async (page) => {
    const start = await page.evaluate(() => performance.now());
    await drop(page, ...CHECKPOINT);
    await page.waitForTimeout(500);
    const times = [await longest(page, start)];
    for (const [view, selector] of [['variables', 'table.vars'], ['objects', 'table.objects']]) {
      const since = await page.evaluate(() => performance.now());
      await table(page, view, selector);
      await page.waitForTimeout(1000);
      times.push(await longest(page, since));
    }
    return times;
  }],
  ['memory of the renderer above an empty page, 20,000 operators drawn: peak, MB', LAPTOP, async (page, processes) => {
    const before = forget(processes());
    await drop(page, 'ops-20000.tflite');
    await draw(page);
    return [peak(processes()) - before];
  }],
  ['ten elements on a page: memory of the renderer above the page without them: peak / with one, MB', LAPTOP, async (page, processes) => {
    await page.goto(`${server.origin}/elements/`);
    const [before] = await kept(page, processes);
    await embed(page, TEN[0]);
    const [one] = await kept(page, processes);
    for (const src of TEN.slice(1)) await embed(page, src);
    return [peak(processes()) - before, one - before];
  }],
  ['an element that is added and removed 50 times: JavaScript and its buffers after 10 / 50, renderer above the page without it after 10 / 50, MB', LAPTOP, async (page, processes) => {
    await page.goto(`${server.origin}/elements/`);
    const [before] = await kept(page, processes);
    const found = [];
    for (let time = 1; time <= 50; time++) {
      const element = await embed(page, TEN[0]);
      await element.evaluate((one) => one.remove());
      if (time !== 10 && time !== 50) continue;
      // An element that was removed frees its parts after five seconds.
      await page.waitForTimeout(6000);
      found.push(await kept(page, processes));
    }
    return [...found.map(([, script]) => script), ...found.map(([all]) => all - before)];
  }],
];

line(['figure', 'median', 'least', 'most']);
line(['---', '---', '---', '---']);
for (const [name, viewport, measure] of FIGURES.filter(([name]) => chosen.test(name))) {
  const found = [];
  for (let round = 0; round < rounds; round++) found.push(await visit(viewport, measure));
  const each = found[0].map((_, i) => found.map((numbers) => numbers[i]));
  const joined = (pick) => each.map((values) => shown(pick(values), 0)).join(' / ');
  line([name, joined(median), joined((values) => Math.min(...values)), joined((values) => Math.max(...values))]);
  note(`${name}: ${joined(median)}`);
}
await server.close();
