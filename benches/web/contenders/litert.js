// LiteRT.js: its own loader, its CPU or WebGPU path.
import { Tensor, loadAndCompile, loadLiteRt } from '@litertjs/core';

let model, shape, gpu;

export async function load(bytes, { backend }) {
  await loadLiteRt('/litert/wasm/', { threads: false });
  gpu = backend === 'gpu';
  model = await loadAndCompile(bytes, { accelerator: gpu ? 'webgpu' : 'wasm', cpuOptions: { numThreads: 1 } });
  shape = [...model.getInputDetails()[0].shape];
}

export async function run(values) {
  const input = new Tensor(values, shape);
  const outputs = await model.run(input);
  const result = (await outputs[0].data()).slice();
  input.delete();
  outputs.forEach((output) => output.delete());
  return result;
}

/** The part of the model that ran on the GPU; null if it was not requested. */
export function onGpu() {
  if (!gpu) return null;
  return model.isFullyAccelerated ? 'all' : 'a part';
}
