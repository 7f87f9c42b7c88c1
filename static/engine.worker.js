// The engine worker: takes the fastest module this browser can run. `?backend=gpu` asks for the WebGPU one.
import { start } from "./unpack.js";

// The smallest module with a relaxed SIMD instruction (i8x16.relaxed_swizzle): valid only where the browser knows it.
const relaxed = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0,
  65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11,
]);
const gpu = new URL(import.meta.url).searchParams.get("backend") === "gpu";
await start(gpu ? "vintage-gpu" : WebAssembly.validate(relaxed) ? "vintage-engine-relaxed" : "vintage-engine");
