// `<vintage-explorer>` on another page than its own: another origin, a strict policy, attributes, methods, events, ten at once.
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { hosts } from './lib/hosts.mjs';
import { dist, fixture, screenshot } from './lib/index.mjs';

const MODEL = 'tflite/ops/depthwise_conv_2d_2.tflite';
const STRICT = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const { build, folder, script, visit } = await hosts();

const model = (origin, file = MODEL) => `${origin}/fixtures/${file}`;
const heading = (page, name = 'depthwise_conv_2d_2.tflite') => page.getByRole('heading', { level: 1 }).filter({ hasText: name });

test('from another origin, under a strict policy: 4 KB until it nears the screen, then the verdict', async (t) => {
  // The host allows the other origin, and what a worker of another origin needs.
  const from = build.origin;
  const csp = `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${from}; connect-src 'self' ${from}; worker-src blob: ${from}`;
  await writeFile(path.join(folder, 'space.css'), '#space { block-size: 5000px }');
  const { page, asked, origin } = await visit(t, `<link rel="stylesheet" href="space.css"><div id="space"></div>${script(from)}
    <vintage-explorer src="${model(from)}" target="tensorflow@1.11.0"><p>Refused by TensorFlow 1.11.0.</p></vintage-explorer>`, { csp });
  await page.waitForFunction(() => customElements.get('vintage-explorer'));
  await page.waitForTimeout(500);
  const before = [...new Set(asked.filter((address) => address.startsWith(from)))];
  let bytes = 0;
  for (const address of before) bytes += gzipSync(await readFile(path.join(dist, new URL(address).pathname.replace('/vintage/', '')))).length;
  assert.ok(before.length === 2 && bytes <= 4096, `${bytes} bytes: ${before.join(' ')}`);
  assert.equal(await page.getByText('Refused by TensorFlow 1.11.0.').isVisible(), true, 'the author’s words, until it starts');
  await page.locator('vintage-explorer').scrollIntoViewIfNeeded();
  await heading(page).waitFor();
  assert.match(await page.locator('.answer').first().innerText(), /refused/);
  assert.equal(await page.getByText('Refused by TensorFlow 1.11.0.').isVisible(), false);
  assert.deepEqual(asked.filter((address) => !address.startsWith(from) && !address.startsWith(origin) && !address.startsWith('blob:')), []);
  await screenshot(page, 'element-other-origin');
});

test('on the same origin a policy without any exception is enough, in every view', async (t) => {
  const { page, asked, origin } = await visit(t, `${script('')}<vintage-explorer src="/fixtures/${MODEL}" height="640"></vintage-explorer>`, { csp: STRICT });
  await heading(page).waitFor();
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await page.locator('.panel').waitFor();
    await page.waitForTimeout(200);
  }
  await page.getByRole('tab', { name: 'Run' }).click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.locator('.run-timing').waitFor();
  assert.deepEqual(asked.filter((address) => !address.startsWith(origin) && !/^(blob|data):/.test(address)), []);
});

test('its documents and samples are those of the site that it comes from', async (t) => {
  const from = build.origin;
  const { page } = await visit(t, `${script(from)}<vintage-explorer src="${model(from)}" view="requirements"></vintage-explorer><vintage-explorer lang="es"></vintage-explorer>`);
  /** Opens the details of the first requirement; the address of the document that explains it. */
  const document = async (element) => {
    await element.locator('tr[data-requirement] button.link').first().click();
    return element.locator('tr.detail a[href*="docs/"]').first().evaluate((one) => one.href);
  };
  const explained = await document(page.locator('vintage-explorer').first());
  assert.ok(explained.startsWith(`${from}/vintage/docs/findings/`), explained);
  assert.equal((await fetch(explained)).status, 200, explained);

  const empty = page.locator('vintage-explorer').nth(1);
  await empty.scrollIntoViewIfNeeded();
  await empty.locator('.samples button').first().click();
  await empty.locator('.answer').first().waitFor();
  await empty.evaluate((one) => one.setAttribute('view', 'requirements'));
  const translated = await document(empty);
  assert.ok(translated.startsWith(`${from}/vintage/docs/es/findings/`), translated);
  assert.equal((await fetch(translated)).status, 200, translated);
});

test('attributes and properties, before and after insertion; methods; events', async (t) => {
  const { page } = await visit(t, '<main></main>', { allow: [/404/] });
  const heard = await page.evaluateHandle(() => []);
  await page.evaluate(({ heard, src }) => {
    // Properties that are set before the element is defined.
    const element = document.createElement('vintage-explorer');
    element.src = src;
    element.target = 'tensorflow@1.11.0';
    for (const type of ['ready', 'report', 'selected', 'targetchange', 'error']) {
      element.addEventListener(type, ({ detail }) => heard.push([type, detail]));
    }
    document.querySelector('main').append(element);
  }, { heard, src: `/fixtures/${MODEL}` });
  await page.evaluate(() => import('/vintage/static/element.js').then(({ define }) => { define(); define(); }));
  await heading(page).waitFor();
  const last = (type) => page.evaluate(({ heard, type }) => heard.filter(([of]) => of === type).at(-1)?.[1], { heard, type });
  const reported = await last('report');
  assert.equal(reported.name, 'depthwise_conv_2d_2.tflite');
  assert.deepEqual(reported.target, { channel: 'tensorflow', release: '1.11.0', outcome: 'refused' });
  assert.equal(reported.isLocal, false);

  const element = page.locator('vintage-explorer');
  await element.evaluate((one) => { one.target = 'tensorflow@2.4.0'; });
  await page.waitForFunction((heard) => heard.some(([type]) => type === 'targetchange'), heard);
  assert.deepEqual(await last('targetchange'), { channel: 'tensorflow', release: '2.4.0', outcome: 'loads' });
  await element.evaluate((one) => one.setAttribute('view', 'contents'));
  await page.locator('.panel[data-view="contents"]').waitFor();
  await element.evaluate((one) => one.selectNode(0));
  await page.locator('.graph-details .title').waitFor();
  assert.deepEqual(await last('selected'), { index: 0, graph: '' });
  assert.equal(await element.evaluate((one) => one.target), 'tensorflow@2.4.0', 'other attributes stay');

  const report = await element.evaluate((one) => one.report());
  assert.equal(report.artifacts[0].name, 'depthwise_conv_2d_2.tflite');
  assert.ok(report.artifacts[0].requirements.length > 0);
  const svg = await element.evaluate((one) => one.exportSvg());
  assert.match(svg, /^<svg[\s\S]*DEPTHWISE_CONV_2D[\s\S]*<\/svg>\s*$/);
  const outputs = await element.evaluate(async (one) => {
    const answer = await one.run();
    return Object.values(answer.outputs ?? answer).map((values) => (values.data ?? values).length);
  });
  assert.ok(outputs.length > 0 && outputs[0] > 0, JSON.stringify(outputs));

  // Another file, as an object.
  const bytes = [...await readFile(fixture('tflite/ops/add_0.tflite'))];
  const opened = await element.evaluate((one, bytes) => one.open([new File([new Uint8Array(bytes)], 'add.tflite')]), bytes);
  assert.deepEqual([opened.name, opened.isLocal], ['add.tflite', true]);
  await heading(page, 'add.tflite').waitFor();
  await element.evaluate((one, src) => { one.src = src; }, '/fixtures/tflite/ops/no_such_file.tflite');
  await page.waitForFunction((heard) => heard.some(([type]) => type === 'error'), heard);
  assert.deepEqual(await last('error'), { id: 'fetch-status' });

  // Without a source it is empty; moved, and removed while it starts, it is there once.
  await element.evaluate((one) => one.removeAttribute('src'));
  await page.locator('.zone').waitFor();
  assert.match(await element.evaluate((one) => one.report().catch(String)), /no file is open/);
  await element.evaluate(async (one) => {
    const [parent, wait] = [one.parentNode, (ms) => new Promise((done) => setTimeout(done, ms))];
    one.remove();
    await wait(0);
    parent.append(one);
    await wait(30);
    one.remove();
    await wait(0);
    parent.append(one);
    parent.prepend(one);
  });
  await page.locator('.zone').waitFor();
  await page.waitForTimeout(500);
  assert.equal(await page.locator('vintage-explorer .page').count(), 1);
});

test('ten on a page share one worker, each in its own language and theme; one that is removed leaves nothing', async (t) => {
  const files = ['add_0', 'depthwise_conv_2d_2', 'add_0', 'depthwise_conv_2d_2', 'add_0', 'depthwise_conv_2d_2', 'add_0', 'depthwise_conv_2d_2', 'add_0', 'depthwise_conv_2d_2'];
  const languages = ['en', 'es', 'ar', 'tr'];
  const elements = files.map((name, i) => `<vintage-explorer src="/fixtures/tflite/ops/${name}.tflite" lang="${languages[i % 4]}" theme="${i % 2 ? 'dark' : 'light'}"></vintage-explorer>`);
  const { page } = await visit(t, script('') + elements.join(''));
  for (const element of await page.locator('vintage-explorer').all()) {
    await element.scrollIntoViewIfNeeded();
    await element.locator('.answer').first().waitFor();
  }
  assert.equal(page.workers().length, 1);
  const found = await page.locator('vintage-explorer').evaluateAll((all) => all.map((one) => {
    const root = one.shadowRoot.querySelector('.page');
    return [root.lang, root.dir, getComputedStyle(root).colorScheme, one.shadowRoot.querySelector('[role=tab]').innerText];
  }));
  assert.deepEqual(found.slice(0, 4).map(([lang, dir, scheme]) => [lang, dir, scheme]), [['en', 'ltr', 'light'], ['es', 'ltr', 'dark'], ['ar', 'rtl', 'light'], ['tr', 'ltr', 'dark']]);
  assert.equal(new Set(found.map(([, , , tab]) => tab)).size, 4, 'four languages at once');
  await screenshot(page, 'element-ten');
  // Keys go to the element that has the focus.
  const [first, second] = [page.locator('vintage-explorer').nth(0), page.locator('vintage-explorer').nth(4)];
  await first.getByRole('tab', { name: 'Window' }).focus();
  await page.keyboard.press('2');
  await first.locator('.panel[data-view="graph"]').waitFor();
  assert.equal(await second.locator('.panel[data-view="window"]').count(), 1);

  // The others go on while one is removed, and the worker ends with the last one.
  await first.evaluate((one) => one.remove());
  await page.locator('vintage-explorer').nth(3).getByRole('tab').nth(2).click();
  await page.locator('vintage-explorer').nth(3).locator('.panel[data-view="contents"]').waitFor();
  const { session, nodes } = await counting(page);
  const all = await nodes();
  await page.evaluate(() => document.querySelectorAll('vintage-explorer').forEach((one) => one.remove()));
  for (let i = 0; i < 50 && page.workers().length; i++) await page.waitForTimeout(100);
  assert.equal(page.workers().length, 0);
  // The browser may keep the last one for a while, whichever that is.
  let left = all;
  for (let i = 0; i < 100 && left > all / 5; i++) left = await nodes();
  assert.ok(left <= all / 5, `${left} of ${all} nodes are left`);
  await session.detach();
});

/** Counts the nodes of a page that are alive. */
async function counting(page) {
  const session = await page.context().newCDPSession(page);
  const nodes = async () => {
    await session.send('HeapProfiler.collectGarbage');
    await page.waitForTimeout(100);
    return (await session.send('Memory.getDOMCounters')).nodes;
  };
  return { session, nodes };
}

test('in the column of a document the file’s name can be read, and years keep apart', async (t) => {
  const { page } = await visit(t, `${script('')}<div id="column"><vintage-explorer src="/fixtures/tflite/models/mobilenet_v1_025_128_int8.tflite"></vintage-explorer></div>`);
  await page.locator('.axis text').first().waitFor({ state: 'attached' });
  for (const width of [560, 640, 705, 760, 850, 905, 1000, 1105, 1250]) {
    const found = await page.evaluate(async (width) => {
      document.querySelector('#column').style.inlineSize = `${width}px`;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const root = document.querySelector('vintage-explorer').shadowRoot;
      const boxes = [...root.querySelectorAll('.axis text:not(.today)')].filter((text) => getComputedStyle(text).visibility === 'visible')
        .map((text) => text.getBoundingClientRect()).sort((a, b) => a.left - b.left);
      return {
        name: root.querySelector('.file .pick code').getBoundingClientRect().width,
        title: root.querySelector('h1').getBoundingClientRect().width,
        years: boxes.length,
        gap: Math.min(...boxes.slice(1).map((box, i) => box.left - boxes[i].right)),
      };
    }, width);
    assert.ok(found.name > 120 && found.title > 300 && found.years > 3 && found.gap > 2, `${width}: ${JSON.stringify(found)}`);
  }
});

test('where it cannot start, the author’s words stay, with one line that says why', async (t) => {
  const words = '<p>Loads from TensorFlow 2.4.0 on.</p>';
  await t.test('a policy without wasm-unsafe-eval', async (t) => {
    const csp = "default-src 'self'; script-src 'self'";
    const { page } = await visit(t, `${script('')}<vintage-explorer lang="es" src="/fixtures/${MODEL}">${words}</vintage-explorer>`, { csp, allow: [/unsafe-eval/] });
    await page.getByRole('alert').getByText("'wasm-unsafe-eval'").waitFor();
    assert.match(await page.getByRole('alert').innerText(), /^Vintage no puede iniciarse/);
    assert.equal(await page.getByText('Loads from TensorFlow').isVisible(), true);
  });
  await t.test('a policy that forbids to fetch from the other origin', async (t) => {
    const csp = `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${build.origin}`;
    const { page } = await visit(t, `${script(build.origin)}<vintage-explorer src="/fixtures/${MODEL}">${words}</vintage-explorer>`, { csp, allow: [/Content Security Policy/, /Failed to fetch/] });
    await page.getByRole('alert').getByText('connect-src').waitFor();
    assert.equal(await page.getByText('Loads from TensorFlow').isVisible(), true);
  });
  await t.test('no JavaScript', async (t) => {
    const { page } = await visit(t, `${script('')}<vintage-explorer src="/fixtures/${MODEL}">${words}</vintage-explorer>`, { context: { javaScriptEnabled: false } });
    assert.equal(await page.getByText('Loads from TensorFlow').isVisible(), true);
  });
});

test('a frame with sandbox="allow-scripts" has a worker, a verdict and a run', async (t) => {
  const { page } = await visit(t, `<iframe sandbox="allow-scripts" width="1000" height="700" src="${build.origin}/vintage/#src=${encodeURIComponent(`/fixtures/${MODEL}`)}"></iframe>`, { context: { serviceWorkers: 'allow' } });
  const frame = page.frameLocator('iframe');
  await frame.getByRole('heading', { level: 1 }).filter({ hasText: 'depthwise_conv_2d_2.tflite' }).waitFor();
  await frame.getByRole('tab', { name: 'Run' }).click();
  await frame.getByRole('button', { name: 'Run', exact: true }).click();
  await frame.locator('.run-timing').waitFor();
});
