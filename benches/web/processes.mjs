// CPU time and memory of a browser's processes, from Linux's /proc.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It has ended meanwhile.
    return '';
  }
}

/** The processes below the one that was started with `flag`: numbers and kinds (`browser`, `renderer`, `gpu-process`, …). */
export function family(flag) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map((pid) => ({
    pid,
    parent: /^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1],
    words: read(`/proc/${pid}/cmdline`).split(/[\0 ]/),
  }));
  const found = all.filter((one) => one.words.includes(flag));
  for (const one of found) {
    found.push(...all.filter((child) => child.parent === one.pid && !found.includes(child)));
  }
  return found.map(({ pid, words }) => ({ pid, kind: words.find((word) => word.startsWith('--type='))?.slice(7) ?? 'browser' }));
}

/** CPU milliseconds of processes so far, all threads. */
export function busy(family) {
  let nanoseconds = 0;
  for (const { pid } of family) {
    let threads = [];
    try {
      threads = readdirSync(`/proc/${pid}/task`);
    } catch {
      continue;
    }
    for (const thread of threads) nanoseconds += Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]);
  }
  return nanoseconds / 1e6;
}

const renderers = (family) => family.filter((one) => one.kind === 'renderer');
const size = (word) => ({ pid }) => Number(new RegExp(`^${word}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;

/** Resets the peak memory of the renderers; returns the current memory of the largest one, in MB. */
export function forget(family) {
  for (const { pid } of renderers(family)) writeFileSync(`/proc/${pid}/clear_refs`, '5');
  return Math.max(0, ...renderers(family).map(size('VmRSS')));
}

/** Peak memory of a renderer, in MB. */
export function peak(family) {
  return Math.max(0, ...renderers(family).map(size('VmHWM')));
}

/** Megabytes of each renderer now, by process. */
export const held = (family) => new Map(renderers(family).map((one) => [one.pid, size('VmRSS')(one)]));

/** By how many megabytes the peak of a renderer exceeds what it `held`: the largest such growth. */
export const growth = (held) => Math.max(0, ...[...held].map(([pid, before]) => size('VmHWM')({ pid }) - before));
