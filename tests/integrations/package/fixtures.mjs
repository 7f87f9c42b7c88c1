// What the consumers open, from tests/fixtures, and what the CLI prints about the same files.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const fixture = (relative) => path.join(root, 'tests/fixtures', relative);

export const TARGET = 'tensorflow@1.10.0';
const MODEL = 'tflite/models/mobilenet_v1_025_128_float32';

/** Paths of everything that is opened. */
export async function sources() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vintage-package-'));
  const damaged = path.join(folder, 'cut_off.tflite');
  await writeFile(damaged, readFileSync(fixture(`${MODEL}.tflite`)).subarray(0, 5000));
  return {
    model: fixture(`${MODEL}.tflite`),
    other: fixture('tflite/models/mobilenet_v2_035_224_float32.tflite'),
    savedModel: fixture('savedmodels/functions'),
    checkpoint: fixture('checkpoints/guide/tf_ckpts/ckpt-8'),
    keras: fixture('keras/cnn_keras3.keras'),
    damaged,
  };
}

/** The recorded input and output of the model. */
export function recorded() {
  const facts = JSON.parse(readFileSync(fixture(`${MODEL}.golden.json`), 'utf8')).runs[0];
  const bytes = readFileSync(fixture(`${MODEL}.golden.bin`));
  const part = ({ offset, nbytes }) => [...new Float32Array(Uint8Array.prototype.slice.call(bytes, offset, offset + nbytes).buffer)];
  return { input: part(facts.inputs[0]), output: part(facts.outputs.reference[0]) };
}

/** Endings of the files of a checkpoint, after its prefix. */
const MEMBER = /^\.(index|data-\d{5}-of-\d{5})$/;

/** The files behind a path as `{ path, file }`, named as the CLI names them. */
export async function filesOf(source) {
  const found = await stat(source).catch(() => null);
  if (found?.isFile()) return [{ path: path.basename(source), file: source }];
  const folder = found ? source : path.dirname(source);
  const names = (await readdir(folder, { recursive: true })).sort();
  const files = [];
  for (const name of names) {
    const file = path.join(folder, name);
    if (!(await stat(file)).isFile()) continue;
    if (found) files.push({ path: `${path.basename(folder)}/${name}`, file });
    else if (MEMBER.test(name.slice(path.basename(source).length)) && name.startsWith(path.basename(source))) files.push({ path: name, file });
  }
  return files;
}

/** The CLI's JSON; `exit` is for processes and not part of the package's results. */
export function cli(program, ...args) {
  let text;
  try {
    text = execFileSync(program, [...args, '--json'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  } catch (error) {
    // Refused, unreadable, unknown: the JSON is the answer.
    if (!error.stdout) throw error;
    text = error.stdout;
  }
  const { exit, ...answer } = JSON.parse(text);
  return answer;
}
