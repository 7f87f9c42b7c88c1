// Pages of others that have an element in them: written for a test, under any policy, on an origin of their own.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after } from 'node:test';
import { dist, fixture, launch, serve } from './index.mjs';

/** The script that defines the element, of the build on an origin. */
const script = (origin) => `<script type="module" src="${origin}/vintage/static/vintage-explorer.js"></script>`;

/**
 * Starts what the tests of a file need and ends it after them. Gives `build`, the server of the build and the models, which lets any
 * page read them; `folder`, for further files of the pages; `script`; and `visit`.
 */
export async function hosts() {
  const folder = await mkdtemp(path.join(tmpdir(), 'vintage-element-'));
  const browser = await launch();
  const build = await serve({ '/vintage/': dist, '/fixtures/': fixture('.') }, { cors: true });
  const servers = new Map();
  after(async () => {
    await browser.close();
    for (const server of [build, ...servers.values()]) await server.close();
    await rm(folder, { recursive: true });
  });

  /** A server of pages under a policy; the build is there too, for pages that have it on their own origin. */
  async function site(csp) {
    if (!servers.has(csp)) servers.set(csp, await serve({ '/pages/': folder, '/vintage/': dist, '/fixtures/': fixture('.') }, { csp }));
    return servers.get(csp);
  }

  let pages = 0;

  /**
   * Opens a page with `body`, under `csp`; `before` is called with it first. Errors on its console fail the test unless `allow` has
   * them. `asked` is the list of its requests' addresses.
   */
  async function visit(t, body, { csp = '', allow = [], context = {}, before } = {}) {
    const { origin } = await site(csp);
    const name = `page-${(pages += 1)}.html`;
    await writeFile(path.join(folder, name), `<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><link rel="icon" href="/vintage/static/icon.svg"><body>${body}</body></html>`);
    const visitor = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers: 'block', ...context });
    const page = await visitor.newPage();
    page.setDefaultTimeout(30_000);
    const errors = [];
    const asked = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(`uncaught: ${error.stack ?? error}`));
    page.on('request', (request) => asked.push(request.url()));
    t.after(async () => {
      await visitor.close();
      assert.deepEqual(errors.filter((text) => !allow.some((pattern) => pattern.test(text))), [], 'the page logged errors');
    });
    await before?.(page);
    await page.goto(`${origin}/pages/${name}`);
    return { page, asked, origin };
  }

  return { build, folder, script, visit };
}
