// The menus that copy and save the rows of tables.
import { readFile } from 'node:fs/promises';

/** Chooses an item of a table's menu. */
export async function choose(page, table, item) {
  const menu = page.locator(`[data-table="${table}"]`).first();
  await menu.getByRole('button').first().click();
  await menu.getByRole('button', { name: item, exact: true }).click();
}

/** The name and the text of the file that a table's menu saves in a form. */
export async function saved(page, table, form) {
  const download = page.waitForEvent('download');
  await choose(page, table, `Save as ${form}`);
  const file = await download;
  return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
}
