// The screens of the page one after the other, in one visit, for tests that look at each of them.

export const SAMPLE = 'src=static/samples/resnet_block_32_dynamic.tflite&target=tensorflow@2.16.1';
const PAIR = 'src=static/samples/depthwise/dilation_2.tflite&src=static/samples/depthwise/dilation_1.tflite&target=tensorflow@1.11.0';
const GUIDE = ['ckpt-10.index', 'ckpt-10.data-00000-of-00001', 'checkpoint'].map((file) => `src=static/samples/guide/${file}`).join('&');

/** Waits until the view at hand is complete: its code, styles, texts and drawing have arrived. */
export async function settled(page) {
  await page.waitForFunction(() => {
    const busy = ui().querySelector('[aria-busy="true"], .graph-stage.waiting, .progress.on');
    const styled = !ui().querySelector('[data-styling]');
    const counts = ui().querySelector('.graph-keys');
    return !busy && styled && (!counts || /\d/.test(counts.innerText));
  });
  await frames(page);
}

/** Waits until changes of style and size have been drawn. */
export const frames = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** Opens a view, by its word in the address. */
export async function view(page, word) {
  const narrow = page.locator('.tabs-narrow select');
  if (await narrow.isVisible()) await narrow.selectOption(word);
  else await page.locator(`#tab-${word}`).click();
  await page.locator(`.panel[data-view="${word}"]`).waitFor();
  await settled(page);
}

/** Opens the files of a fragment, in the page as it is. */
export async function visit(page, fragment, name) {
  await page.evaluate((hash) => { location.hash = hash; }, fragment);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: name }).waitFor({ state: 'attached' });
  await settled(page);
}

/** The graph with its outline, a selected node and its description. */
async function graph(page) {
  await view(page, 'graph');
  const outline = page.locator('#graph-outline');
  if (!(await outline.isVisible())) await page.locator('[aria-controls="graph-outline"]').click();
  await outline.locator('tbody tr[role="row"]').nth(2).click();
  await page.locator('.graph-details .describe').click();
  await page.locator('.graph-described').waitFor();
  await settled(page);
}

async function run(page) {
  await view(page, 'run');
  await page.locator('.run-tools .primary').click();
  await page.locator('.run-timing').waitFor();
}

const several = (page, ...words) => words.map((word) => [word, () => view(page, word)]);

/** The name of each screen, once it is on the page. Starts from an opened page without files. */
export async function* screens(page, { only } = {}) {
  const key = (name) => () => page.keyboard.press(name);
  const all = [
    ['welcome', () => page.locator('.samples button').first().waitFor()],
    ['help', key('?'), key('Escape')],
    ['palette', key('Control+k'), key('Escape')],
    ['evolution', () => page.locator('button.evolve').click(), () => page.locator('button.evolve').click()],
    ['window', () => visit(page, SAMPLE, 'resnet_block')],
    ['graph', () => graph(page)],
    ...several(page, 'contents', 'variables', 'delegates', 'bytes'),
    ['run', () => run(page)],
    ['pair', () => visit(page, `${PAIR}&view=window`, 'dilation')],
    ...several(page, 'compare', 'files'),
    ['checkpoint', () => visit(page, `${GUIDE}&view=window`, 'ckpt-10')],
    ...several(page, 'objects', 'restore'),
  ];
  for (const [name, open, close] of all) {
    await open();
    await settled(page);
    if (!only || only.includes(name)) yield name;
    await close?.();
  }
}
