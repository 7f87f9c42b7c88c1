// Real drops: the DevTools protocol makes the browser itself drag files in, so that the page gets a trusted event with
// file system entries, folders included. A DataTransfer made by script can hold no folder.
import { stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Drops files and folders from this machine on the page.
 *
 * `at` is a point `{ x, y }` or a locator to drop on (its middle); by default the middle of the window.
 * With `steps: ['dragEnter', 'dragOver']` the drag only hovers.
 */
export async function dropFiles(page, paths, { at, steps = ['dragEnter', 'dragOver', 'drop'] } = {}) {
  const files = paths.map((p) => path.resolve(p));
  // Chromium drops a missing file in silence; a wrong path in a test must not look like a defect of the page.
  await Promise.all(files.map((file) => stat(file)));
  const { x, y } = await point(page, at);
  const session = await page.context().newCDPSession(page);
  try {
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of steps) await session.send('Input.dispatchDragEvent', { type, x, y, data });
  } finally {
    await session.detach();
  }
}

async function point(page, at) {
  if (at && typeof at.boundingBox === 'function') {
    const box = await at.boundingBox();
    if (!box) throw new Error('the place to drop on is not visible');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }
  if (at) return at;
  const { width, height } = page.viewportSize();
  return { x: width / 2, y: height / 2 };
}
