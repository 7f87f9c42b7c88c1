// Writes the models of `cargo xtask bench page`, and its checkpoint: `node models.mjs FOLDER`.
//
// Residual blocks with a scope each, and a mask or weights that some of their operators read: what a network exported by a converter looks like to a drawing.
// Element-wise operators, so that the files are small for their number of nodes; the last model has weights.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Builder } from 'flatbuffers';
import { checkpoint } from './checkpoint.mjs';

/** Operators of the first models. */
const SIZES = [100, 1_000, 20_000, 50_000, 100_000];
/** Operators and weights of the last one: 4 MB. */
const WEIGHTS = [1_000, 64];

/** Codes of the operators, and their number of inputs: ADD, MUL, LOGISTIC, TANH, SUB. */
const CODES = [[0, 2], [18, 2], [14, 1], [28, 1], [41, 2]];
/** The operators of a block, by place in CODES, with the distance to the source of the second input. */
const BLOCK = [[2, 1], [1, 1], [3, 1], [0, 3], [4, 2], [2, 1], [1, 1], [0, 7]];
/** Every such block reads the mask, the others weights. */
const MASKED = 12;
const SHAPE = [1, 64, 256];

/** Writes the tables of the TensorFlow Lite schema, by the numbers of their fields. */
class Writer {
  b = new Builder(1 << 20);

  /** A table with fields: `[number, kind, value]`. */
  table(...fields) {
    this.b.startObject(Math.max(-1, ...fields.map(([number]) => number)) + 1);
    for (const [number, kind, value] of fields) this.b[`addField${kind}`](number, value, kind === 'Offset' ? 0 : -1);
    return this.b.endObject();
  }

  offsets(list) {
    this.b.startVector(4, list.length, 4);
    for (const one of [...list].reverse()) this.b.addOffset(one);
    return this.b.endVector();
  }

  numbers(list) {
    this.b.startVector(4, list.length, 4);
    for (const one of [...list].reverse()) this.b.addInt32(one);
    return this.b.endVector();
  }

  tensor(name, buffer, of) {
    const [text, shape] = [this.b.createString(name), this.numbers(of)];
    return this.table([0, 'Offset', shape], [2, 'Int32', buffer], [3, 'Offset', text]);
  }

  operator(code, inputs, output) {
    const [from, to] = [this.numbers(inputs), this.numbers([output])];
    return this.table([0, 'Int32', code], [1, 'Offset', from], [2, 'Offset', to]);
  }
}

/** A model of `ops` operators, with as many tensors of weights, all of one shape. */
function model(ops, weights) {
  const w = new Writer();
  const content = new Uint8Array(4 * SHAPE.reduce((a, b) => a * b)).fill(7);
  const buffers = [w.table(), ...Array.from({ length: weights }, () => w.table([0, 'Offset', w.b.createByteVector(content)]))];
  // The mask, the input, the weights; then the output of each operator.
  const tensors = [w.tensor('mask', 0, SHAPE), w.tensor('input', 0, SHAPE), ...buffers.slice(1).map((_, i) => w.tensor(`model/weights_${i}`, i + 1, SHAPE))];
  const first = tensors.length;
  const operators = [];
  for (let op = 0; op < ops; op++) {
    const [block, place] = [Math.floor(op / BLOCK.length), op % BLOCK.length];
    const [code, back] = BLOCK[place];
    const source = (distance) => (op >= distance ? first + op - distance : 1);
    const other = block % MASKED === 0 ? 0 : 2 + (block % weights);
    const inputs = [source(1), place === 1 ? other : source(1 + back)];
    operators.push(w.operator(code, inputs.slice(0, CODES[code][1]), tensors.length));
    tensors.push(w.tensor(`model/part_${Math.floor(block / 64)}/layers_${block}/op_${place}`, 0, SHAPE));
  }
  const codes = w.offsets(CODES.map(([code]) => w.table([0, 'Int8', code], [2, 'Int32', 1], [3, 'Int32', code])));
  const parts = [w.offsets(tensors), w.numbers([0, 1]), w.numbers([tensors.length - 1]), w.offsets(operators), w.b.createString('main')];
  const graph = w.table(...parts.map((part, number) => [number, 'Offset', part]));
  const [graphs, all] = [w.offsets([graph]), w.offsets(buffers)];
  w.b.finish(w.table([0, 'Int32', 3], [1, 'Offset', codes], [2, 'Offset', graphs], [4, 'Offset', all]), 'TFL3');
  return w.b.asUint8Array();
}

const folder = process.argv[2];
mkdirSync(folder, { recursive: true });
for (const ops of SIZES) writeFileSync(path.join(folder, `ops-${ops}.tflite`), model(ops, 1));
writeFileSync(path.join(folder, 'weights.tflite'), model(...WEIGHTS));
// Written when all others are.
checkpoint(folder);
