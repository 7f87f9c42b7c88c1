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

const UNPACKER = new URL("../wasm/unpack.wasm", import.meta.url);

let unpacker;
/** The same once it is compiled. */
let unpackerNow;

/** The module that unpacks LZMA. */
function unpacking() {
  unpacker ??= fetched(UNPACKER).then(bytes).then((code) => WebAssembly.compile(code));
  // A failed fetch may succeed the next time.
  unpacker.then((code) => (unpackerNow = code), () => (unpacker = undefined));
  return unpacker;
}

/** The unpacked bytes of a `.lzma` file. Each call has its own instance of the unpacker, so that its memory is freed. */
function unpacked(address, packed, dictionary, { exports: { memory, room, open, step, result } }) {
  const from = room(packed.length);
  new Uint8Array(memory.buffer, from, packed.length).set(packed);
  const length = open(from, packed.length, dictionary.length);
  if (length > 0) new Uint8Array(memory.buffer, result() - dictionary.length, dictionary.length).set(dictionary);
  let more = length > 0 ? 1 : -1;
  while (more > 0) more = step(STEP);
  if (more < 0) throw new Error(`${address} is damaged. Reload the page to fetch it again.`);
  return new Uint8Array(memory.buffer, result(), length);
}

/** The unpacked bytes of the `.lzma` file behind an address, which was packed with a dictionary or without one. */
async function unpackLzma(address, dictionary = []) {
  const [packed, known, code] = await Promise.all([fetched(address).then(bytes), dictionary, unpacking()]);
  return unpacked(address, packed, known, await WebAssembly.instantiate(code));
}

/** Whether a call can wait for a file. */
const canWait = typeof XMLHttpRequest === "function";

/** Whether a service worker has the files: a document's call that waits asks the network alone, which may be off. */
function isServed() {
  try {
    return Boolean(globalThis.document && navigator.serviceWorker?.controller);
  } catch {
    // A frame without an origin may not ask.
    return false;
  }
}

/** Whether a call of a module's script can wait for a file here. */
const mayWait = () => canWait && !isServed() && (globalThis.document?.featurePolicy?.allowsFeature("sync-xhr") ?? true);

/** The bytes behind an address at once, while everything waits: for a call that has no other way. */
function fetchedNow(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  // Documents cannot ask for bytes this way, but for a text of which each character is a byte.
  request.overrideMimeType("text/plain; charset=x-user-defined");
  request.send();
  if (request.status !== 200) throw new Error(`${address}: HTTP ${request.status}`);
  return Uint8Array.from(request.responseText, (character) => character.charCodeAt(0));
}

function unpackNow(address, dictionary) {
  unpackerNow ??= new WebAssembly.Module(fetchedNow(UNPACKER));
  return unpacked(address, fetchedNow(address), dictionary, new WebAssembly.Instance(unpackerNow));
}

/** The module in the `.zlib` file behind an address, as a response that is still arriving. */
async function inflate(address) {
  const { body } = await fetched(address);
  const headers = { "content-type": "application/wasm" };
  return new Response(body.pipeThrough(new DecompressionStream("deflate")), { headers });
}

/**
 * What modules with shared memory need (threads.js): `memory`, which they import, and `change`, which makes the bytes of a file
 * those of one that imports it.
 */
export const SHARED = { memory: undefined, change: (bytes) => bytes };

/** The unpacked bytes of the file behind an address, whose name a bundler may have changed. */
export async function unpack(address, packing) {
  return SHARED.change(packing === "zlib" ? await bytes(await inflate(address)) : await unpackLzma(address));
}

/** The bytes of a file that a script has. */
export const inlined = async (bytes) => SHARED.change(Uint8Array.from(bytes));

/**
 * The compiled file behind an address that follows a module of one instance, for a call that waits for it; `later` compiles one that
 * nothing waits for.
 */
export const NOW = Object.assign((address) => new WebAssembly.Module(SHARED.change(unpackNow(address, []))), {
  waits: canWait,
  later: async (address, packing) => packing === "zlib" && !SHARED.memory
    ? WebAssembly.compileStreaming(inflate(address))
    : WebAssembly.compile(await unpack(address, packing)),
});

/** How the files are packed that follow a module (xtask/src/build/pack.rs). */
const FOLLOWING = { usual: "zlib", rest: "lzma" };

/** The files that follow a module and are not there, compiled, by name. */
export async function following(module) {
  const missing = Object.entries(FOLLOWING).filter(([file]) => module[file] && !module.came?.[file]());
  return Promise.all(missing.map(async ([file, packing]) => [file, await NOW.later(module[file], packing)]));
}

/** The address of the first file of a module. */
export const first = (name, packing) => new URL(`../wasm/${name}_bg.wasm.${packing}`, import.meta.url);

/** The same file, packed with that of another module (xtask/src/build/pack.rs). */
const beside = (name) => new URL(`../wasm/${name}_bg.beside.lzma`, import.meta.url);

/** The script of a module. */
export const script = (name) => import(`../wasm/${name}.js`);

/**
 * Starts a module: `NAME.js` with `NAME_bg.wasm`, which is packed in one of the two ways. Returns its exports. On the page, the browser has
 * the module `other` already: where there is a file that was packed with that, it is smaller.
 */
export async function start(name, packing = "lzma", other) {
  // For a streamed module, waits only for the response to begin.
  const code = packing === "zlib" ? inflate(first(name, packing))
    : other ? unpackLzma(beside(name), unpackLzma(first(other, packing)))
    : unpackLzma(first(name, packing));
  const module = await script(name);
  await module.default({ module_or_path: await code });
  if (!mayWait()) await follow(module);
  return module;
}

/** Fetches what follows a module and links it, before a call waits for it. */
async function follow(module) {
  for (const [file, code] of await following(module)) module.join[file](code);
}

/** Milliseconds that a page has for what it does with its first output, before the rest of a module comes. */
const FIRST = 1000;

/** The same later, when there is nothing else to do. A call that needs what did not come asks for it again. */
export function complete(module) {
  if (mayWait()) setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(() => void follow(module).catch(() => {})), FIRST);
}

/**
 * Makes instances of a module, each with memory and JavaScript of its own: they share only the compiled code. The module's
 * script is a function for that (`instances` in xtask/src/build). `dictionary` is what the module was packed with.
 *
 * Functions that no first answer calls are in a second file, `rest` (xtask/src/build/later.rs). It comes with the first chunk,
 * unless a first answer needs chunks (`early`); a call that comes before it waits.
 */
export class Instances {
  #address;
  #dictionary;
  #early;
  #script;
  #compiled = new Map();
  #first;
  /** The bytes of the module once they are there, and what is compiled. */
  #firstNow;
  #ready = new Map();

  constructor(name, { dictionary, early = false } = {}) {
    this.#address = dictionary ? beside(name) : first(name, "lzma");
    this.#dictionary = dictionary;
    this.#early = early;
    this.#script = () => script(name);
    // Both begin now; their errors are those of the first instance.
    this.#load(this.#address);
    this.#script().catch(() => {});
  }

  /** The bytes of the module, which are the dictionary of its chunks. */
  bytes() {
    this.#first ??= unpackLzma(this.#address.href, this.#dictionary).then((bytes) => bytes.slice());
    // A failed fetch may succeed the next time.
    this.#first.then((bytes) => (this.#firstNow = bytes), () => (this.#first = undefined));
    return this.#first;
  }

  /** The compiled module or chunk behind an address. */
  #load({ href }) {
    if (this.#ready.has(href)) return this.#ready.get(href);
    if (!this.#compiled.has(href)) {
      const bytes = href === this.#address.href ? this.bytes() : unpackLzma(href, this.bytes());
      const code = bytes.then((bytes) => WebAssembly.compile(bytes));
      this.#compiled.set(href, code);
      code.then((module) => this.#ready.set(href, module), () => this.#compiled.delete(href));
    }
    return this.#compiled.get(href);
  }

  /** The compiled rest of the module or a chunk, for a call that waits for it; where none can, it comes before. */
  #waiting = Object.assign((address) => this.#now(address), { waits: canWait, later: (address) => this.#load(address), awaited: [] });

  #now({ href }) {
    if (!this.#ready.has(href)) this.#ready.set(href, new WebAssembly.Module(unpackNow(href, this.#firstNow)));
    return this.#ready.get(href);
  }

  /** Fetches every rest that a call may wait for, of what is there. */
  async follow() {
    await Promise.all(this.#waiting.awaited.map((address) => this.#load(address)));
  }

  async make() {
    const [code, { instance }] = await Promise.all([this.#load(this.#address), this.#script()]);
    const chunk = async (address) => {
      const [code] = await Promise.all([this.#load(address), this.#early || this.#complete(made)]);
      return code;
    };
    const made = instance(this.#address.href, chunk, this.#waiting);
    await made.init({ module_or_path: code });
    if (!mayWait()) await this.#complete(made);
    else if (made.rest) this.#waiting.awaited.push(made.rest);
    return made;
  }

  /** Fetches the rest for an instance, before a call waits for it. */
  async #complete({ rest, join }) {
    if (rest) join.rest(await this.#load(rest));
  }
}
