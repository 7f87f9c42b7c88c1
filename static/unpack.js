// Fetches packed modules: LZMA, which a small separate module unpacks, or zlib streams, which the browser unpacks while they
// arrive.

/** Bytes unpacked per call: the browser switches to optimized code between calls only. */
const STEP = 1 << 15;

/** The response to a request; a failed one is an error. */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  return response;
}

const bytes = async (response) => new Uint8Array(await response.arrayBuffer());

let unpacker;

/** The module that unpacks LZMA. */
function unpacking() {
  unpacker ??= fetched(new URL("../wasm/unpack.wasm", import.meta.url)).then(bytes).then((code) => WebAssembly.compile(code));
  // A failed fetch may succeed the next time.
  unpacker.catch(() => (unpacker = undefined));
  return unpacker;
}

/**
 * The unpacked bytes of the `.lzma` file behind an address, which was packed with a dictionary or without one. Each call has
 * its own instance, so that its memory is freed.
 */
async function unpackLzma(address, dictionary = []) {
  const [packed, known, code] = await Promise.all([fetched(address).then(bytes), dictionary, unpacking()]);
  const { memory, room, open, step, result } = (await WebAssembly.instantiate(code)).exports;
  const from = room(packed.length);
  new Uint8Array(memory.buffer, from, packed.length).set(packed);
  const length = open(from, packed.length, known.length);
  if (length > 0) new Uint8Array(memory.buffer, result() - known.length, known.length).set(known);
  let more = length > 0 ? 1 : -1;
  while (more > 0) more = step(STEP);
  if (more < 0) throw new Error(`${address} is damaged. Reload the page to fetch it again.`);
  return new Uint8Array(memory.buffer, result(), length);
}

/** The module in the `.zlib` file behind an address, as a response that is still arriving. */
async function inflate(address) {
  const { body } = await fetched(address);
  const headers = { "content-type": "application/wasm" };
  return new Response(body.pipeThrough(new DecompressionStream("deflate")), { headers });
}

/** The unpacked bytes of the file behind an address, whose name a bundler may have changed. */
export async function unpack(address, packing) {
  return packing === "zlib" ? bytes(await inflate(address)) : unpackLzma(address);
}

/** Starts a module: `NAME.js` with `NAME_bg.wasm`, which is packed in one of the two ways. Returns its exports. */
export async function start(name, packing = "lzma") {
  const address = new URL(`../wasm/${name}_bg.wasm.${packing}`, import.meta.url);
  // For a streamed module, waits only for the response to begin.
  const code = packing === "zlib" ? inflate(address) : unpackLzma(address);
  const module = await import(`../wasm/${name}.js`);
  await module.default({ module_or_path: await code });
  return module;
}

/**
 * Makes instances of a module, each with memory and JavaScript of its own: they share only the compiled code. The module's
 * script is a function for that (`instances` in xtask/src/build). `dictionary` is what the module was packed with.
 */
export class Instances {
  #address;
  #dictionary;
  #script;
  #compiled = new Map();
  #first;

  constructor(name, dictionary) {
    this.#address = new URL(`../wasm/${name}_bg.wasm.lzma`, import.meta.url);
    this.#dictionary = dictionary;
    this.#script = () => import(`../wasm/${name}.js`);
    // Both begin now; their errors are those of the first instance.
    this.#load(this.#address);
    this.#script().catch(() => {});
  }

  /** The bytes of the module, which are the dictionary of its chunks. */
  bytes() {
    this.#first ??= unpackLzma(this.#address.href, this.#dictionary).then((bytes) => bytes.slice());
    // A failed fetch may succeed the next time.
    this.#first.catch(() => (this.#first = undefined));
    return this.#first;
  }

  /** The compiled module or chunk behind an address. */
  #load({ href }) {
    if (!this.#compiled.has(href)) {
      const bytes = href === this.#address.href ? this.bytes() : unpackLzma(href, this.bytes());
      const code = bytes.then((bytes) => WebAssembly.compile(bytes));
      this.#compiled.set(href, code);
      code.catch(() => this.#compiled.delete(href));
    }
    return this.#compiled.get(href);
  }

  async make() {
    const [code, { instance }] = await Promise.all([this.#load(this.#address), this.#script()]);
    const made = instance(this.#address.href, (address) => this.#load(address));
    await made.init({ module_or_path: code });
    return made;
  }
}
