// A TensorFlow Lite model of any length for the rehearsal: a browser optimizes functions that have worked for a while, and none of the
// samples takes that long. Residual blocks of an int8 network with a scope each, as a converter writes them.

/** `TFL3`, which is behind the first reference. */
const IDENTIFIER = 0x334c4654;

/** More than an operator and its tensor take, in bytes. */
const ROOM = 512;

/** Writes a FlatBuffer from front to back, since references in it point forward. */
class Writer {
  at = 0;
  #view;

  constructor(size) {
    this.#view = new DataView(new ArrayBuffer(size));
  }

  get bytes() {
    return new Uint8Array(this.#view.buffer, 0, this.at);
  }

  /** Goes on at the next position that is `rest` beyond a multiple of `size`. */
  align(size = 4, rest = 0) {
    while (this.at % size !== rest) this.at++;
    return this.at;
  }

  byte(value) {
    this.#view.setUint8(this.at++, value);
  }

  half(value) {
    this.#view.setUint16(this.at, value, true);
    this.at += 2;
  }

  word(value, at = (this.at += 4) - 4) {
    this.#view.setInt32(at, value, true);
  }

  /** Words beside each other. One that is a function writes what it refers to behind them, and returns where that is. */
  words(values) {
    let at = this.at;
    for (const value of values) this.word(typeof value === "number" ? value : 0);
    for (const value of values) {
      if (typeof value === "function") this.word(value(this) - at, at);
      at += 4;
    }
  }
}

/** A table of fields by their number in the schema; each takes a word, of which a field of one byte is the first. */
const table = (...fields) => (writer) => {
  const [from, given] = [writer.align(), fields.filter((field) => field !== undefined)];
  writer.half(4 + 2 * fields.length);
  writer.half(4 + 4 * given.length);
  for (let i = 0, offset = 4; i < fields.length; i++) writer.half(fields[i] === undefined ? 0 : (offset += 4) - 4);
  const at = writer.align();
  writer.word(at - from);
  writer.words(given);
  return at;
};

const vector = (values) => (writer) => {
  const at = writer.align();
  writer.words([values.length, ...values]);
  return at;
};

/** A vector of one number of eight bytes. */
const long = (value) => (writer) => {
  const at = writer.align(8, 4);
  writer.words([1, value, value >> 31]);
  return at;
};

const text = (value) => (writer) => {
  const at = writer.align();
  writer.word(value.length);
  for (let i = 0; i <= value.length; i++) writer.byte(value.charCodeAt(i));
  return at;
};

const zeros = (length) => (writer) => {
  const at = writer.align();
  writer.word(length);
  writer.at += length;
  return at;
};

const [INT8, INT32] = [9, 2];
/** Scales as the bits of floats. LOGISTIC has the second one, with this zero point. */
const [ONE, PART_OF_256, LEAST] = [0x3f800000, 0x3b800000, -128];
const QUANTIZED = { logistic: { scale: PART_OF_256, zero: LEAST } };
const SHAPE = [1, 16, 16, 8];

const tensor = (name, { shape = SHAPE, type = INT8, buffer = 0, scale = ONE, zero = 0 } = {}) =>
  table(vector(shape), type, buffer, text(name), table(undefined, undefined, vector([scale]), long(zero)));

/** Operators: builtin code, version, and the number of their options in the schema's union with the fields of those. */
const OPERATORS = {
  conv: [3, 3, 1, [0, 1, 1, 1]],
  depthwise: [4, 3, 2, [0, 1, 1, 1, 1]],
  add: [0, 2, 11, [0]],
  mul: [18, 2, 21, [0]],
  logistic: [14, 2, 0, []],
};

/** Constants, which all blocks share. */
const CONSTANTS = {
  filter: { shape: [8, 1, 1, 8], bytes: 64, buffer: 1 },
  window: { shape: [1, 3, 3, 8], bytes: 72, buffer: 2 },
  bias: { shape: [8], type: INT32, bytes: 32, buffer: 3 },
};

/** The operators of a block, with what each reads beside the output before it: constants, or how many outputs back one is. */
const BLOCK = [
  ["conv", "filter", "bias"],
  ["depthwise", "window", "bias"],
  ["conv", "filter", "bias"],
  ["add", 4],
  ["logistic"],
  ["mul", 2],
  ["conv", "filter", "bias"],
  ["add", 3],
];

/** Blocks of a scope. */
const PART = 64;

const CODES = Object.keys(OPERATORS);
const [INPUT, FIRST] = [0, 1 + Object.keys(CONSTANTS).length];

/** The tensor that is `back` outputs before that of an operator, or a constant by its name. */
const tensorOf = (op, back) => (typeof back === "string" ? CONSTANTS[back].buffer : op < back ? INPUT : FIRST + op - back);

/** The operator of a number. It is made when it is written: so many at once would keep the browser busy with memory. */
const operator = (op) => (writer) => {
  const [name, ...others] = BLOCK[op % BLOCK.length];
  const [, , union, options] = OPERATORS[name];
  const inputs = [1, ...others].map((back) => tensorOf(op, back));
  return table(CODES.indexOf(name), vector(inputs), vector([FIRST + op]), union, table(...options))(writer);
};

/** Its output. */
const output = (op) => (writer) => {
  const [block, [name]] = [Math.floor(op / BLOCK.length), BLOCK[op % BLOCK.length]];
  const scope = `model/part_${Math.floor(block / PART)}/block_${block}`;
  return tensor(`${scope}/${name}_${op % BLOCK.length}`, QUANTIZED[name])(writer);
};

/** The bytes of a model of so many operators. */
export function blocks(length) {
  const all = (make) => Array.from({ length }, (_, op) => make(op));
  const constants = Object.entries(CONSTANTS);
  const tensors = [tensor("input"), ...constants.map(([name, of]) => tensor(name, of)), ...all(output)];
  const codes = Object.values(OPERATORS).map(([code, version]) => table(code, undefined, version, code));
  const buffers = constants.map(([, { bytes }]) => table(zeros(bytes)));
  const graph = table(vector(tensors), vector([INPUT]), vector([FIRST + length - 1]), vector(all(operator)), text("main"));
  const writer = new Writer(ROOM * (codes.length + tensors.length));
  writer.words([table(3, vector(codes), vector([graph]), text("blocks"), vector([table(), ...buffers])), IDENTIFIER]);
  return writer.bytes;
}
