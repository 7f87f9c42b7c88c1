// LiteRT.js: its own loader, its CPU or WebGPU path.
import { Tensor, loadAndCompile, loadLiteRt } from '@litertjs/core';

let model, gpu;

export async function load(bytes, { backend, threads }) {
  await loadLiteRt('/litert/wasm/', { threads: threads > 1 });
  gpu = backend === 'gpu';
  model = await loadAndCompile(bytes, { accelerator: gpu ? 'webgpu' : 'wasm', cpuOptions: { numThreads: threads } });
}

export async function run(tensors) {
  const inputs = tensors.map(({ data, shape }) => new Tensor(data, shape));
  const outputs = await model.run(inputs);
  const results = [];
  for (const output of outputs) results.push((await output.data()).slice());
  for (const tensor of [...inputs, ...outputs]) tensor.delete();
  return results;
}

/** The part of the model that ran on the GPU; null if it was not requested. */
export function onGpu() {
  if (!gpu) return null;
  return model.isFullyAccelerated ? 'all' : 'a part';
}
