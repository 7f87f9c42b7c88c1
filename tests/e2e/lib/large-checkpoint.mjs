// A V2 checkpoint of any size whose data file is sparse: an index table written by hand, and nothing behind it.
import { truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? (byte >>> 1) ^ 0x82f63b78 : byte >>> 1;
  return byte;
});

/** CRC32C as tables store it. */
export function masked(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  crc = ~crc >>> 0;
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}

export function varint(value) {
  const bytes = [];
  for (let left = BigInt(value); ; left >>= 7n) {
    if (left < 128n) return [...bytes, Number(left)];
    bytes.push(Number(left & 127n) | 128);
  }
}

export const field = (number, value) =>
  Array.isArray(value) ? [(number << 3) | 2, ...varint(value.length), ...value] : [number << 3, ...varint(value)];
const u32 = (value) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];

/** Appends a block and gives its handle. */
function block(out, entries) {
  const bytes = [];
  const restarts = [];
  for (const [key, value] of entries) {
    restarts.push(bytes.length);
    bytes.push(0, ...varint(key.length), ...varint(value.length), ...key, ...value);
  }
  bytes.push(...restarts.flatMap(u32), ...u32(restarts.length));
  const handle = [...varint(out.length), ...varint(bytes.length)];
  bytes.push(0);
  for (const byte of [...bytes, ...u32(masked(bytes))]) out.push(byte);
  return handle;
}

/**
 * Writes `large.index` and a sparse data file with `count` float32 variables of `rows` x 1024.
 * @returns the paths of both
 */
export async function largeCheckpoint(folder, count, rows) {
  const size = rows * 4096;
  const text = (value) => [...Buffer.from(value)];
  const entries = [[[], [...field(1, 1), ...field(3, field(1, 1))]]];
  for (let i = 0; i < count; i += 1) {
    const shape = [...field(2, field(1, rows)), ...field(2, field(1, 1024))];
    const entry = [...field(1, 1), ...field(2, shape), ...field(4, BigInt(i) * BigInt(size)), ...field(5, size)];
    entries.push([text(`layer_${String(i).padStart(6, '0')}/kernel`), entry]);
  }
  const paths = [path.join(folder, 'large.index'), path.join(folder, 'large.data-00000-of-00001')];
  await writeFile(paths[0], indexTable(entries));
  await writeFile(paths[1], '');
  await truncate(paths[1], count * size);
  return paths;
}

/** An index of sorted entries: key and value as lists of bytes. */
export function indexTable(entries) {
  const out = [];
  const index = [];
  for (let at = 0; at < entries.length; at += 64) {
    const some = entries.slice(at, at + 64);
    index.push([some.at(-1)[0], block(out, some)]);
  }
  const footer = [...block(out, []), ...block(out, index)];
  while (footer.length < 40) footer.push(0);
  out.push(...footer, 0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb);
  return Uint8Array.from(out);
}
