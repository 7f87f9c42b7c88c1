// Changes a module so that instances in several workers share one memory: it imports the memory instead of having its own, and
// its data are written to that memory once, instead of by each instance.
//
// So the files are the same with one thread and with several, and a build makes each module once.

/** Sections of a module. */
const IMPORT = 2, MEMORY = 5, DATA = 11, DATA_COUNT = 12;
/** Kinds of imports. */
const TABLE_KIND = 1, MEMORY_KIND = 2, GLOBAL_KIND = 3;
/** 4 GB, the most that such a module can have. */
const PAGES = 1 << 16;

/** Reads what a module consists of. */
class Bytes {
  at = 0;
  constructor(bytes) {
    this.bytes = bytes;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** A number; with `signed` one that may be below zero. */
  number(signed = false) {
    let value = 0, shift = 0, byte;
    do {
      byte = this.byte();
      value |= (byte & 127) << shift;
      shift += 7;
    } while (byte & 128);
    return signed && shift < 32 && byte & 64 ? value | (-1 << shift) : value >>> 0;
  }

  some(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  get ends() {
    return this.at >= this.bytes.length;
  }
}

/** A number as a module has it. */
function number(value) {
  const out = [];
  for (; value > 127; value >>>= 7) out.push((value & 127) | 128);
  return [...out, value];
}

const text = (value) => [...number(value.length), ...new TextEncoder().encode(value)];

/** The type of a shared memory of at least so many pages. */
const shared = (least) => [3, ...number(least), ...number(PAGES)];

/** Reads the limits of a table or memory; returns the smallest size. */
function limits(from) {
  const has = from.byte();
  const least = from.number();
  if (has & 1) from.number();
  return least;
}

/** The imports of a module with `own`, its memory of so many pages, as one of them. */
function imports(section, own) {
  const from = new Bytes(section);
  const count = from.number();
  const out = [];
  for (let i = 0; i < count; i++) {
    const start = from.at;
    from.some(from.number());
    from.some(from.number());
    const kind = from.byte();
    if (kind === MEMORY_KIND) {
      out.push(...from.bytes.subarray(start, from.at), ...shared(limits(from)));
      continue;
    }
    if (kind === TABLE_KIND) {
      from.byte();
      limits(from);
    } else if (kind === GLOBAL_KIND) from.some(2);
    else from.number();
    out.push(...from.bytes.subarray(start, from.at));
  }
  if (own !== undefined) out.push(...text("shared"), ...text("memory"), MEMORY_KIND, ...shared(own));
  return [...number(count + (own === undefined ? 0 : 1)), ...out];
}

/** Calls `each` with the address and the bytes of all data of a module. */
function data(section, each) {
  const from = new Bytes(section);
  for (let left = from.number(); left > 0; left--) {
    // In memory 0, from a constant address on.
    if (from.number() !== 0 || from.byte() !== 0x41) throw new Error("the module's data have no address");
    const at = from.number(true) >>> 0;
    if (from.byte() !== 0x0b) throw new Error("the module's data have no address");
    each(at, from.some(from.number()));
  }
}

/** The sections of a module: `[id, content]`. */
function* sections(bytes) {
  const from = new Bytes(bytes);
  from.some(8);
  while (!from.ends) {
    const id = from.byte();
    yield [id, from.some(from.number())];
  }
}

/** Pages of memory that a module has at first; nothing for one that imports its memory. */
export function pages(bytes) {
  for (const [id, content] of sections(bytes)) {
    if (id !== MEMORY) continue;
    const from = new Bytes(content);
    from.number();
    return limits(from);
  }
}

/**
 * A module like the one of `bytes` that imports its memory, as `shared.memory` unless it imported one before. `each` is called
 * with the address and the bytes of all its data.
 */
export function sharing(bytes, each) {
  const own = pages(bytes);
  const parts = [bytes.subarray(0, 8)];
  for (const [id, content] of sections(bytes)) {
    if (id === DATA) data(content, each);
    if (id === MEMORY || id === DATA || id === DATA_COUNT) continue;
    const changed = id === IMPORT ? imports(content, own) : content;
    parts.push([id, ...number(changed.length)], changed);
  }
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A memory of at least so many pages. Some devices have no room for the largest. */
export function memory(least) {
  for (let most = PAGES; ; most /= 2) {
    try {
      return new WebAssembly.Memory({ initial: least, maximum: most, shared: true });
    } catch (error) {
      if (most <= PAGES / 8) throw error;
    }
  }
}
