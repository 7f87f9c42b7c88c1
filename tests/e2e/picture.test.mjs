// An element shows its answer as a picture before the page's code is there.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { hosts } from './lib/hosts.mjs';
import { dist, fixture, screenshot } from './lib/index.mjs';
import { KB, weighed } from './lib/sent.mjs';

const MODEL = 'tflite/ops/depthwise_conv_2d_2.tflite';

/** Files of a kind, and the most that their picture may fetch, in KB. */
const KINDS = [
  ['.tflite', ['tflite/ops/add_0.tflite'], 240],
  ['GraphDef', ['graphdefs/frozen_tf1_1_0.pb'], 330],
  ['checkpoint', ['checkpoints/guide_tf24/tf_ckpts/ckpt-10.index', 'checkpoints/guide_tf24/tf_ckpts/ckpt-10.data-00000-of-00001'], 330],
  ['.keras', ['keras/mixed_3.7.0.keras'], 330],
];

const { build, script, visit } = await hosts();

/** An element with these files. */
const element = (files, more = '') => `<vintage-explorer src="${files.map((file) => `${build.origin}/fixtures/${file}`).join(' ')}" ${more}><p>The author’s words.</p></vintage-explorer>`;

/** The page's code does not come until `release` is called. */
function held() {
  let release;
  const free = new Promise((resolve) => (release = resolve));
  const before = (page) => page.route(/\/host\.js$/, async (route) => {
    await free;
    await route.continue();
  });
  return { before, release };
}

const picture = (page) => page.getByRole('img', { name: /^Releases that load/ });

for (const [kind, files, limit] of KINDS) {
  test(`the picture of a ${kind} file fetches at most ${limit} KB`, async (t) => {
    const { before, release } = held();
    const waited = [];
    const { page, asked } = await visit(t, script(build.origin) + element(files), {
      before: async (page) => {
        await before(page);
        page.on('request', (request) => request.resourceType() === 'xhr' && waited.push(request.url()));
      },
    });
    await picture(page).waitFor();
    const own = [...new Set(asked)].filter((address) => address.startsWith(`${build.origin}/vintage/`) && !address.endsWith('/host.js'));
    const { sum, rows } = await weighed(own.map((address) => path.join(dist, new URL(address).pathname.replace('/vintage/', ''))));
    release();
    await page.locator('.answer [data-outcome]').first().waitFor();
    assert.deepEqual(waited, [], 'calls that wait: cargo xtask build --visits');
    t.diagnostic(`${kind}: ${(sum / KB).toFixed(1)} KB in ${own.length} requests`);
    assert.ok(sum <= limit * KB, `${(sum / KB).toFixed(1)} KB:\n${rows.join('\n')}`);
  });
}

test('the picture is the answer in words too, and the page takes its place without fetching the file again', async (t) => {
  const { before, release } = held();
  const { page, asked } = await visit(t, script(build.origin) + element([MODEL], 'target="tensorflow@1.11.0"'), { before });
  await picture(page).waitFor();
  const said = await picture(page).evaluate((svg) => svg.getRootNode().getElementById(svg.getAttribute('aria-describedby')).textContent);
  assert.match(said, /tensorflow 1\.11\.0: refused\..*tensorflow 1\.12\.0 \(2018-11-06\) to /);
  assert.equal(await page.getByText('The author’s words.').isVisible(), false);
  await screenshot(page, 'element-picture');
  release();
  await page.locator('.answer').getByText('refused').first().waitFor();
  assert.equal(await picture(page).count(), 0);
  assert.equal(asked.filter((address) => address.endsWith(MODEL)).length, 1);
});

test('a picture has the language, the colors and the width of its place', async (t) => {
  const { before, release } = held();
  const frame = (scheme, more) => `<div style="inline-size: 340px; color-scheme: ${scheme}">${element([MODEL], more)}</div>`;
  const { page } = await visit(t, `${script(build.origin)}${frame('light', 'lang="ar"')}${frame('dark', 'lang="tr"')}${frame('light', 'theme="dark" lang="xx"')}`, {
    before, context: { viewport: { width: 1280, height: 1600 } },
  });
  const all = page.getByRole('img');
  await all.nth(2).waitFor();
  const seen = await all.evaluateAll((pictures) => pictures.map((svg) => {
    const part = (name) => svg.querySelector(`[class$="-${name}"]`);
    return {
      title: svg.querySelector('title').textContent,
      paper: getComputedStyle(part('paper')).fill,
      isNarrow: getComputedStyle(part('end')).display === 'none' && getComputedStyle(part('ends')).display !== 'none',
      width: svg.getBoundingClientRect().width,
    };
  }));
  const [light, dark] = ['rgb(251, 250, 248)', 'rgb(22, 21, 26)'];
  assert.deepEqual(seen.map(({ paper }) => paper), [light, dark, dark]);
  assert.ok(seen.every(({ isNarrow, width }) => isNarrow && width <= 340), JSON.stringify(seen));
  assert.equal(new Set(seen.map(({ title }) => title)).size, 3, JSON.stringify(seen));
  assert.match(seen[2].title, /^Releases that load/);
  await screenshot(page, 'element-picture-narrow');
  release();
});

test('a picture is drawn alike in a document from right to left', async (t) => {
  const { before, release } = held();
  const place = (dir) => `<div dir="${dir}" style="inline-size: 700px">${element([MODEL])}</div>`;
  const { page } = await visit(t, `${script(build.origin)}${place('ltr')}${place('rtl')}`, { before });
  await page.getByRole('img').nth(1).waitFor();
  const [left, right] = await page.getByRole('img').evaluateAll((pictures) => pictures.map((svg) => {
    const { x } = svg.getBoundingClientRect();
    return [...svg.querySelectorAll('text')].map((text) => Math.round(text.getBoundingClientRect().x - x));
  }));
  assert.ok(left.length > 10);
  assert.deepEqual(right, left);
  release();
});

test('what a picture does not show the page does: another view, a damaged file, one that is missing', async (t) => {
  const cases = [
    [element([MODEL], 'view="graph"'), (page) => page.locator('.graph-stage canvas').first()],
    [element(['tflite/corrupt/damaged_07.tflite']), (page) => page.locator('.finding, .refused').first()],
    [element(['tflite/ops/missing.tflite']), (page) => page.getByText('missing.tflite').first()],
  ];
  for (const [body, shown] of cases) {
    const { page } = await visit(t, script(build.origin) + body, { allow: [/404/] });
    await shown(page).waitFor();
    assert.equal(await picture(page).count(), 0);
    assert.equal(await page.getByText('The author’s words.').isVisible(), false);
  }
});

test('a picture whose code comes slowly does not keep the page waiting, and is shown until the page has its answer', async (t) => {
  const { before, release } = held();
  let slow;
  const { page } = await visit(t, script(build.origin) + element([MODEL]), {
    before: async (page) => {
      await before(page);
      await page.route(/explorer_bg\.wasm\.lzma$/, (route) => void (slow = () => route.continue()));
    },
  });
  // The page's code is asked for meanwhile.
  await page.waitForRequest(/\/host\.js$/);
  assert.equal(await page.getByText('The author’s words.').isVisible(), true);
  slow();
  await picture(page).waitFor();
  release();
  await page.locator('.answer').first().waitFor();
  assert.equal(await picture(page).count(), 0);
});

test('an element that is removed while its picture is drawn leaves no worker', async (t) => {
  let arrived;
  const asked = new Promise((resolve) => (arrived = resolve));
  const { page } = await visit(t, script(build.origin) + element([MODEL]), {
    before: (page) => page.route(`**/${MODEL}`, async (route) => {
      arrived();
      await page.evaluate(() => document.querySelector('vintage-explorer').remove());
      await route.continue();
    }),
  });
  await asked;
  for (let i = 0; i < 50 && page.workers().length; i++) await page.waitForTimeout(100);
  assert.equal(page.workers().length, 0);
  assert.equal(await picture(page).count(), 0);
});

test('files that are given as objects have a picture too; a second element needs none', async (t) => {
  const { before, release } = held();
  const { page, asked } = await visit(t, '<main></main>', { before });
  const bytes = [...await readFile(fixture(MODEL))];
  await page.evaluate(async ({ bytes, from }) => {
    const { define } = await import(`${from}/vintage/static/element.js`);
    define();
    const one = document.createElement('vintage-explorer');
    one.files = [new File([new Uint8Array(bytes)], 'given.tflite')];
    document.querySelector('main').append(one);
  }, { bytes, from: build.origin });
  await page.getByRole('img', { name: 'Releases that load given.tflite' }).waitFor();
  release();
  await page.locator('.answer').first().waitFor();
  await page.evaluate((src) => {
    const two = document.createElement('vintage-explorer');
    two.src = src;
    document.querySelector('main').prepend(two);
  }, `${build.origin}/fixtures/${MODEL}`);
  await page.locator('vintage-explorer').first().locator('.answer').first().waitFor();
  assert.equal(asked.filter((address) => address.endsWith('.early.ftl')).length, 1);
});
