// Writes the checkpoint of `cargo xtask bench page`: an object-based V2 checkpoint of 50,000 variables, with slot variables, whose
// checksums are right.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { field, indexTable, masked, varint } from '../../tests/e2e/lib/large-checkpoint.mjs';

/** A layer has a kernel and a bias, and the optimizer keeps two variables for each: with two counters, 50,000 in all. */
const LAYERS = 8333;
/** Layers of a block. */
const BLOCK = 10;
const SHAPES = { kernel: [4, 4], bias: [4] };
const SLOTS = ['m', 'v'];
const GRAPH = '_CHECKPOINTABLE_OBJECT_GRAPH';
const [FLOAT, STRING, INT64] = [1, 7, 9];

const text = (value) => [...Buffer.from(value)];
const u32 = (value) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
const fixed32 = (number, value) => [(number << 3) | 5, ...u32(value)];

/** The objects, and the variables by key. */
class Objects {
  nodes = [];
  variables = new Map();

  object() {
    this.nodes.push({ children: [], attributes: [], slots: [] });
    return this.nodes.length - 1;
  }

  child(parent, name) {
    const node = this.object();
    this.nodes[parent].children.push([node, name]);
    return node;
  }

  variable(node, key, name, value) {
    const full = `${key}/.ATTRIBUTES/VARIABLE_VALUE`;
    this.nodes[node].attributes.push(['VARIABLE_VALUE', name, full]);
    this.variables.set(full, value);
  }

  /** A TrackableObjectGraph. */
  bytes() {
    const reference = ([node, name]) => [...field(1, node), ...field(2, text(name))];
    const attribute = (parts) => parts.flatMap((part, i) => field(i + 1, text(part)));
    const slot = ([original, name, node]) => [...field(1, original), ...field(2, text(name)), ...field(3, node)];
    return Buffer.concat(this.nodes.map(({ children, attributes, slots }) => {
      const lists = [children.map(reference), attributes.map(attribute), slots.map(slot)];
      const object = lists.flatMap((list, i) => list.flatMap((one) => field(i + 1, one)));
      return Buffer.from(field(1, object));
    }));
  }
}

function objects() {
  const all = new Objects();
  const root = all.object();
  const [model, optimizer] = [all.child(root, 'model'), all.child(root, 'optimizer')];
  const blocks = all.child(model, 'blocks');
  let seed = 1;
  const random = (shape) => {
    const values = Float32Array.from({ length: shape.reduce((a, b) => a * b) }, () => {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
      return seed / 0x40000000 - 1;
    });
    return { dtype: FLOAT, shape, bytes: new Uint8Array(values.buffer) };
  };
  const counter = { dtype: INT64, shape: [], bytes: new Uint8Array(new BigInt64Array([10n]).buffer) };
  all.variable(all.child(optimizer, 'iter'), 'optimizer/iter', 'iter', counter);
  all.variable(all.child(root, 'save_counter'), 'save_counter', 'save_counter', counter);
  let block;
  for (let layer = 0; layer < LAYERS; layer++) {
    const number = Math.floor(layer / BLOCK);
    if (layer % BLOCK === 0) block = all.child(blocks, String(number));
    const name = `layer_${layer % BLOCK}`;
    const node = all.child(block, name);
    for (const [part, shape] of Object.entries(SHAPES)) {
      const key = `model/blocks/${number}/${name}/${part}`;
      const variable = all.child(node, part);
      all.variable(variable, key, part, random(shape));
      for (const slot of SLOTS) {
        const kept = all.object();
        all.nodes[optimizer].slots.push([variable, slot, kept]);
        all.variable(kept, `${key}/.OPTIMIZER_SLOT/optimizer/${slot}`, `${part}/${slot}`, random(shape));
      }
    }
  }
  return all;
}

/** Writes `variables.index` and its data file. */
export function checkpoint(folder) {
  const all = objects();
  const parts = [];
  let offset = 0;
  const entry = (dtype, shape, bytes, crc) => {
    const dims = shape.flatMap((dim) => field(2, field(1, dim)));
    const made = [...field(1, dtype), ...field(2, dims), ...field(4, offset), ...field(5, bytes.length), ...fixed32(6, crc)];
    parts.push(bytes);
    offset += bytes.length;
    return made;
  };
  const entries = [[[], [...field(1, 1), ...field(3, field(1, 1))]]];
  const graph = all.bytes();
  // The length, the checksum of the length as a fixed-width number, the string.
  const lengths = u32(masked(u32(graph.length)));
  const stored = Buffer.concat([Buffer.from(varint(graph.length)), Buffer.from(lengths), graph]);
  const crc = masked(Buffer.concat([Buffer.from(u32(graph.length)), Buffer.from(lengths), graph]));
  entries.push([text(GRAPH), entry(STRING, [], stored, crc)]);
  for (const key of [...all.variables.keys()].sort()) {
    const { dtype, shape, bytes } = all.variables.get(key);
    entries.push([text(key), entry(dtype, shape, bytes, masked(bytes))]);
  }
  writeFileSync(path.join(folder, 'variables.index'), indexTable(entries));
  writeFileSync(path.join(folder, 'variables.data-00000-of-00001'), Buffer.concat(parts));
}
