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

/** The unpacked bytes of the `.lzma` file behind an address. Each call has its own instance, so that its memory is freed. */
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
 * A function that makes instances of a module, each with memory and JavaScript of its own: they share only the compiled code.
 * The module's script is a function for that (`instances` in xtask/src/build).
 */
export function instances(name) {
  const compiled = new Map();
  const load = ({ href }) => {
    if (!compiled.has(href)) {
      const code = unpackLzma(href).then((code) => WebAssembly.compile(code));
      compiled.set(href, code);
      // A failed fetch may succeed the next time.
      code.catch(() => compiled.delete(href));
    }
    return compiled.get(href);
  };
  const address = new URL(`../wasm/${name}_bg.wasm.lzma`, import.meta.url);
  const script = () => import(`../wasm/${name}.js`);
  // Both begin now; their errors are those of the first instance.
  load(address);
  script().catch(() => {});
  return async () => {
    const [code, { instance }] = await Promise.all([load(address), script()]);
    const made = instance(address.href, load);
    await made.init({ module_or_path: code });
    return made;
  };
}
