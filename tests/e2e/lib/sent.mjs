// Bytes of a build's files as a browser receives them.
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

/** 1 KB is 1000 bytes: the stricter reading. */
export const KB = 1000;

/** Bytes of a response as servers send it: text compressed, packed modules as they are. */
export async function sent(file) {
  const content = await readFile(file);
  return /\.(lzma|zlib)$/.test(file) ? content.length : gzipSync(content, { level: 9 }).length;
}

/** The sum for some files, and a line for each. */
export async function weighed(files) {
  const sizes = await Promise.all(files.map(sent));
  const rows = files.map((file, i) => `${(sizes[i] / KB).toFixed(1)} ${file.split('/').pop()}`);
  return { sum: sizes.reduce((all, size) => all + size, 0), rows };
}
