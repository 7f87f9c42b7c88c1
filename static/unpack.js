// Fetches modules as they travel: packed with LZMA, which a small module of its own unpacks, or as zlib streams, which the
// browser unpacks while they come.

/** Bytes that are unpacked in a call: the browser can change to better code between calls only. */
const STEP = 1 << 15;

/** The answer to a request; one that failed is an error. */
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
  // What did not come may come the next time.
  unpacker.catch(() => (unpacker = undefined));
  return unpacker;
}

/** The unpacked bytes of the `.lzma` file behind an address. Each call has an instance of its own, for its memory's sake. */
async function unpackLzma(address) {
  const [packed, code] = await Promise.all([fetched(address).then(bytes), unpacking()]);
  const { memory, room, open, step, result } = (await WebAssembly.instantiate(code)).exports;
  const from = room(packed.length);
  new Uint8Array(memory.buffer, from, packed.length).set(packed);
  const length = open(from, packed.length);
  let more = length > 0 ? 1 : -1;
  while (more > 0) more = step(STEP);
  if (more < 0) throw new Error(`${address} is damaged. Reload the page to fetch it again.`);
  return new Uint8Array(memory.buffer, result(), length);
}

/** The module in the `.zlib` file behind an address, as a response that is still coming. */
async function inflate(address) {
  const { body } = await fetched(address);
  const headers = { "content-type": "application/wasm" };
  return new Response(body.pipeThrough(new DecompressionStream("deflate")), { headers });
}

const isZlib = (address) => address.pathname.endsWith(".zlib");

/** The unpacked bytes of the file behind an address. */
export async function unpack(address) {
  return isZlib(address) ? bytes(await inflate(address)) : unpackLzma(address);
}

/** Starts a module: `NAME.js` with `NAME_bg.wasm`, which is packed in one of the two ways. Gives what it exports. */
export async function start(name, packing = "lzma") {
  const address = new URL(`../wasm/${name}_bg.wasm.${packing}`, import.meta.url);
  // Of a module that comes as a stream no more than the request is waited for.
  const code = isZlib(address) ? inflate(address) : unpackLzma(address);
  const module = await import(`../wasm/${name}.js`);
  await module.default({ module_or_path: await code });
  return module;
}
