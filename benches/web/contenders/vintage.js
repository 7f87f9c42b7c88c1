// Our engine, as anybody uses it: the ES module of dist/.
import { load as open } from '/vintage/static/engine.js';

let session;

export async function load(bytes, { backend, threads }) {
  // Only a worker may wait for threads: it has as many as the machine has cores.
  session = await open(bytes, { backend: backend ?? 'simd', worker: threads > 1 });
}

export async function run(tensors) {
  const resized = ({ shape }, i) => shape.join() !== session.inputs[i].shape.join();
  const inputs = tensors.map((tensor, i) => (resized(tensor, i) ? { data: tensor.data, shape: tensor.shape } : tensor.data));
  const outputs = await session.run({ ...inputs });
  return session.outputs.map(({ name }) => outputs[name]);
}

/** The part of the model that ran on the GPU; null if it was not requested. */
export function onGpu() {
  if (session.fellBackTo) return `nothing (${session.fallbackReason.message.id})`;
  if (session.backend !== 'gpu') return null;
  const elsewhere = session.partitions.filter((part) => part.backend !== 'gpu');
  return elsewhere.length ? `all but ${elsewhere.flatMap((part) => part.nodes).length} nodes` : 'all';
}
