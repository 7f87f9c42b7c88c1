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
