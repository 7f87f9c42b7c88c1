// Fetches modules as they travel: packed with LZMA. A small module of its own unpacks them.

/** Bytes that are unpacked in a call: the browser can change to better code between calls only. */
const STEP = 1 << 15;

/** The bytes behind an address. */
async function bytes(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const unpacker = bytes(new URL("../wasm/unpack.wasm", import.meta.url)).then((code) => WebAssembly.compile(code));
// Whoever unpacks first hears of a failure; nobody else needs to.
unpacker.catch(() => {});

/** The unpacked bytes of the `.lzma` file behind an address. Each call has an instance of its own, for its memory's sake. */
export async function unpack(address) {
  const [packed, code] = await Promise.all([bytes(address), unpacker]);
  const { memory, room, open, step, result } = (await WebAssembly.instantiate(code)).exports;
  const from = room(packed.length);
  new Uint8Array(memory.buffer, from, packed.length).set(packed);
  const length = open(from, packed.length);
  let more = length > 0 ? 1 : -1;
  while (more > 0) more = step(STEP);
  if (more < 0) throw new Error(`${address} is damaged. Reload the page to fetch it again.`);
  return new Uint8Array(memory.buffer, result(), length);
}

/** Starts a module: `NAME.js` with the packed `NAME_bg.wasm`. Gives what it exports. */
export async function start(name) {
  const code = unpack(new URL(`../wasm/${name}_bg.wasm.lzma`, import.meta.url));
  const module = await import(`../wasm/${name}.js`);
  await module.default({ module_or_path: await code });
  return module;
}
