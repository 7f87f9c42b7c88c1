// Our engine, as anybody uses it: the ES module of dist/.
import { load as open } from '/vintage/static/engine.js';

let session, input;

export async function load(bytes, { backend }) {
  session = await open(bytes, { backend: backend ?? 'simd' });
  input = session.inputs[0].name;
}

export async function run(values) {
  return Object.values(await session.run({ [input]: values }))[0];
}

/** The part of the model that ran on the GPU; null if it was not requested. */
export function onGpu() {
  if (session.fellBackTo) return `nothing (${session.fallbackReason.message.id})`;
  if (session.backend !== 'gpu') return null;
  const elsewhere = session.partitions.filter((part) => part.backend !== 'gpu');
  return elsewhere.length ? `all but ${elsewhere.flatMap((part) => part.nodes).length} nodes` : 'all';
}
