// Documentations that show an answer of Vintage in a frame: each example is built with its tool, and its frame shows a verdict.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { browse, example, fitted, frames, program, python, site, target, verdict, vintage } from './lib/example.mjs';

test('plain HTML', async (t) => {
  const folder = await example('html', { vintage: await vintage(t) });
  await frames(folder);
  const origin = await site(t, folder);
  const page = await browse(t);
  await page.goto(`${origin}/index.html`);
  await verdict(page);
  await fitted(page);
});

test('Sphinx', async (t) => {
  const folder = await example('sphinx', { vintage: await vintage(t) });
  await frames(path.join(folder, '_static'));
  const built = path.join(folder, '_build');
  // -W: a warning is an error.
  await program(path.join(await python('sphinx'), 'sphinx-build'), ['-W', '-q', '-b', 'html', folder, built]);
  const origin = await site(t, built);
  const page = await browse(t);
  await page.goto(`${origin}/index.html`);
  await verdict(page);
  await fitted(page);
});

/** Follows the link of the first page to the model's, without loading a new document, and back and forth. */
async function navigates(page, origin) {
  await page.goto(`${origin}/`);
  await page.evaluate(() => { window.first = true; });
  const link = page.getByRole('article').getByRole('link', { name: 'A model card' }).first();
  await link.click();
  await page.getByRole('heading', { level: 1, name: 'A model card' }).waitFor();
  await verdict(page);
  await fitted(page);
  await page.goBack();
  await link.click();
  await verdict(page);
  await fitted(page);
  assert.equal(await page.evaluate(() => window.first), true, 'the document is still the first one');
}

test('MkDocs Material with instant navigation', async (t) => {
  const built = path.join(target, 'mkdocs/site');
  const origin = await site(t, built);
  const folder = await example('mkdocs', { vintage: await vintage(t), site: origin });
  await frames(path.join(folder, 'docs'));
  await program(path.join(await python('mkdocs'), 'mkdocs'), ['build', '--strict', '--quiet'], { cwd: folder });
  await navigates(await browse(t), origin);
});

test('Docusaurus', async (t) => {
  const folder = await example('docusaurus', { vintage: await vintage(t) });
  await frames(path.join(folder, 'static'));
  await program('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
  await program('npm', ['run', 'build'], { cwd: folder, env: { ...process.env, DOCUSAURUS_NO_UPDATE_CHECK: 'true', CI: 'true' } });
  const origin = await site(t, path.join(folder, 'build'));
  await navigates(await browse(t), origin);
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

test('the output of a cell in JupyterLab', async (t) => {
  const folder = await example('jupyter', { vintage: await vintage(t) });
  const origin = await jupyter(t, folder);
  const page = await browse(t);
  await page.goto(`${origin}/lab/tree/model.ipynb?reset`);
  await page.locator('.jp-Notebook-cell .cm-content').first().click();
  await page.getByText(/Python 3.*\| Idle/).waitFor();
  await page.keyboard.press('Control+Enter');
  await verdict(page);
});
