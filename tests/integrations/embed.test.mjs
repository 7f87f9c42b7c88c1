// Documentations that show an answer of Vintage, in a frame and in the element: each example is built with its tool, and both
// show a verdict.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { browse, element, example, fitted, frame, frames, program, python, site, target, verdict, vintage } from './lib/example.mjs';

/** The page with the frame, and the one with the element. */
async function both(page, origin) {
  await page.goto(`${origin}/index.html`);
  await verdict(frame(page));
  await fitted(page);
  await page.goto(`${origin}/element.html`);
  await verdict(element(page));
}

test('plain HTML', async (t) => {
  const folder = await example('html', { vintage: await vintage(t) });
  await frames(folder);
  const origin = await site(t, folder);
  const { page, clean } = await browse(t);
  await both(page, origin);
  clean();
});

test('Sphinx', async (t) => {
  const folder = await example('sphinx', { vintage: await vintage(t) });
  await frames(path.join(folder, '_static'));
  const built = path.join(folder, '_build');
  // -W: a warning is an error.
  await program(path.join(await python('sphinx'), 'sphinx-build'), ['-W', '-q', '-b', 'html', folder, built]);
  const origin = await site(t, built);
  const { page, clean } = await browse(t);
  await both(page, origin);
  clean();
});

/** Follows links to the pages with the frame and the element, and back, without loading a new document. */
async function navigates(page, origin) {
  await page.goto(`${origin}/`);
  await page.evaluate(() => { window.first = true; });
  const visit = async (name, place) => {
    await page.getByRole('article').getByRole('link', { name }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await verdict(place);
  };
  for (let i = 0; i < 2; i++) {
    await visit('A frame', frame(page));
    await fitted(page);
    await page.goBack();
    await visit('An element', element(page));
    await page.goBack();
  }
  assert.equal(await page.evaluate(() => window.first), true, 'the document is still the first one');
}

test('MkDocs Material with instant navigation', async (t) => {
  const built = path.join(target, 'mkdocs/site');
  const origin = await site(t, built);
  const folder = await example('mkdocs', { vintage: await vintage(t), site: origin });
  await frames(path.join(folder, 'docs'));
  await program(path.join(await python('mkdocs'), 'mkdocs'), ['build', '--strict', '--quiet'], { cwd: folder });
  const { page, clean } = await browse(t);
  await navigates(page, origin);
  clean();
});

test('Docusaurus', async (t) => {
  const folder = await example('docusaurus', { vintage: await vintage(t) });
  await frames(path.join(folder, 'static'));
  await program('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  await program('npm', ['run', 'build'], { cwd: folder, env: { ...process.env, DOCUSAURUS_NO_UPDATE_CHECK: 'true', CI: 'true' } });
  const origin = await site(t, path.join(folder, 'build'));
  const { page, clean } = await browse(t);
  await navigates(page, origin);
  clean();
});

/** Starts JupyterLab in a folder without the settings of this machine; gives its address. */
async function jupyter(t, folder) {
  const settings = Object.fromEntries(['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_RUNTIME_DIR', 'IPYTHONDIR'].map((name) => [name, path.join(folder, `.${name.toLowerCase()}`)]));
  const bin = await python('jupyter');
  const options = ['lab', '--no-browser', '--allow-root', '--port=0', '--ip=127.0.0.1', '--IdentityProvider.token=', '--LabApp.news_url=None', '--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate', `--ServerApp.root_dir=${folder}`];
  const server = spawn(path.join(bin, 'jupyter'), options, { env: { ...process.env, ...settings, PATH: `${bin}:${process.env.PATH}` }, stdio: ['ignore', 'ignore', 'pipe'] });
  t.after(() => new Promise((resolve) => { server.on('exit', resolve); server.kill('SIGKILL'); }));
  const said = [];
  for await (const line of createInterface({ input: server.stderr })) {
    said.push(line);
    const [address] = line.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
    if (address) {
      server.stderr.resume();
      return address;
    }
  }
  throw new Error(`JupyterLab did not start:\n${said.join('\n')}`);
}

test('outputs of cells in JupyterLab', async (t) => {
  const folder = await example('jupyter', { vintage: await vintage(t) });
  const origin = await jupyter(t, folder);
  const { page, clean } = await browse(t);
  await page.goto(`${origin}/lab/tree/model.ipynb?reset`);
  await page.locator('.jp-Notebook-cell .cm-content').first().click();
  await page.getByText(/Python 3.*\| Idle/).waitFor();
  await page.keyboard.press('Shift+Enter');
  await verdict(frame(page));
  await page.keyboard.press('Shift+Enter');
  await verdict(element(page));
  clean();
});
