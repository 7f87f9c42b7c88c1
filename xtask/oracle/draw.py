"""Draws models of one operator, plausible and faulty, for `cargo xtask oracle --random`.

Each operator of the fixtures is a form: its operands, constants, options and version. A draw takes a form and changes it
in up to three ways: types, numbers of operands, ranks, dimensions, options, constants, quantization, optional operands.
The same seed draws the same models. Usage: draw.py FIXTURES OUT COUNT SEED
"""

import copy
import os
import random
import sys

import flatbuffers
import numpy as np
from ai_edge_litert import schema_py_generated as schema

TYPES = {
    schema.TensorType.FLOAT32: np.float32,
    schema.TensorType.FLOAT16: np.float16,
    schema.TensorType.INT32: np.int32,
    schema.TensorType.UINT8: np.uint8,
    schema.TensorType.INT64: np.int64,
    schema.TensorType.BOOL: np.bool_,
    schema.TensorType.INT16: np.int16,
    schema.TensorType.INT8: np.int8,
    schema.TensorType.FLOAT64: np.float64,
    schema.TensorType.UINT32: np.uint32,
    schema.TensorType.COMPLEX64: np.complex64,
}
OPERATORS = {code: name for name, code in vars(schema.BuiltinOperator).items() if isinstance(code, int)}

# Values that tip a check: of axes, counts, strides, sizes.
NUMBERS = [-100, -5, -2, -1, 0, 1, 2, 3, 4, 5, 7, 100]


def ints(values):
    return [] if values is None else [int(v) for v in values]


class Form:
    """An operator with what it needs, apart from the model that it was found in."""

    def __init__(self, model, graph, operator):
        code = model.operatorCodes[operator.opcodeIndex]
        self.code = max(code.builtinCode, code.deprecatedBuiltinCode)
        self.version = code.version
        self.inputs, self.outputs = ints(operator.inputs), ints(operator.outputs)
        used = sorted({i for i in self.inputs + self.outputs + ints(operator.intermediates) if i >= 0})
        place = {old: new for new, old in enumerate(used)}
        self.tensors = [copy.deepcopy(graph.tensors[i]) for i in used]
        self.data = []
        for tensor in self.tensors:
            data = model.buffers[tensor.buffer].data
            self.data.append(None if data is None or len(data) == 0 or tensor.buffer == 0 else bytes(bytearray(data)))
        self.inputs = [place.get(i, -1) for i in self.inputs]
        self.outputs = [place[i] for i in self.outputs]
        self.operator = copy.deepcopy(operator)
        self.operator.intermediates = [place[i] for i in ints(operator.intermediates)] or None
        # Bodies of control flow come along, with their own operators and constants.
        self.others = copy.deepcopy(model.subgraphs[1:]) if self.calls() else []
        self.model = model if self.others else None

    def calls(self):
        return any("subgraph" in name.lower() for name in vars(self.operator.builtinOptions or object)) or any(
            "subgraph" in name.lower() for name in vars(self.operator.builtinOptions2 or object)
        )

    def shape(self, index):
        return ints(self.tensors[index].shape)

    def set_shape(self, index, shape):
        tensor, data = self.tensors[index], self.data[index]
        tensor.shape, tensor.shapeSignature = shape, None
        tensor.hasRank = True
        if data is not None and tensor.type in TYPES:
            old = np.frombuffer(data, TYPES[tensor.type])
            self.data[index] = np.resize(old, shape).tobytes()

    def set_type(self, index, to):
        tensor, data = self.tensors[index], self.data[index]
        if data is not None:
            if tensor.type not in TYPES:
                return
            values = np.frombuffer(data, TYPES[tensor.type])
            with np.errstate(all="ignore"):
                self.data[index] = values.astype(TYPES[to]).tobytes()
        tensor.type = to
        if to in (schema.TensorType.INT8, schema.TensorType.UINT8, schema.TensorType.INT16) and not tensor.quantization:
            if tensor.type != schema.TensorType.INT16:
                self.set_scale(index, 0.5, 0)

    def set_scale(self, index, scale, zero_point):
        quantization = schema.QuantizationParametersT()
        quantization.scale, quantization.zeroPoint = [scale], [zero_point]
        self.tensors[index].quantization = quantization

    def pack(self):
        model = copy.deepcopy(self.model) if self.model else schema.ModelT()
        if not self.model:
            model.buffers, model.operatorCodes = [schema.BufferT()], []
        model.version, model.description, model.signatureDefs, model.metadata = 3, "drawn", None, None
        model.metadataBuffer = None
        code = schema.OperatorCodeT()
        code.builtinCode, code.deprecatedBuiltinCode, code.version = self.code, min(self.code, 127), self.version
        model.operatorCodes.append(code)
        graph = schema.SubGraphT()
        graph.tensors, graph.name = [], "main"
        for index, (tensor, data) in enumerate(zip(self.tensors, self.data)):
            tensor = copy.deepcopy(tensor)
            tensor.buffer, tensor.name = 0, "t%d" % index
            if data is not None:
                buffer = schema.BufferT()
                buffer.data = np.frombuffer(data, np.uint8)
                tensor.buffer = len(model.buffers)
                model.buffers.append(buffer)
            graph.tensors.append(tensor)
        operator = copy.deepcopy(self.operator)
        operator.opcodeIndex, operator.inputs, operator.outputs = len(model.operatorCodes) - 1, self.inputs, self.outputs
        graph.operators = [operator]
        free = [i for i in self.inputs if i >= 0 and self.data[i] is None and not self.tensors[i].isVariable]
        graph.inputs, graph.outputs = list(dict.fromkeys(free)), list(dict.fromkeys(self.outputs))
        model.subgraphs = [graph] + copy.deepcopy(self.others)
        builder = flatbuffers.Builder(1024)
        builder.Finish(model.Pack(builder), b"TFL3")
        return bytes(builder.Output())


def forms(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".tflite"):
            continue
        with open(os.path.join(folder, name), "rb") as file:
            model = schema.ModelT.InitFromPackedBuf(file.read(), 0)
        for operator in model.subgraphs[0].operators or []:
            if any(t.sparsity or not (t.quantization is None or not t.quantization.details) for t in model.subgraphs[0].tensors):
                continue
            form = Form(model, model.subgraphs[0], operator)
            if form.code != schema.BuiltinOperator.CUSTOM and sum(len(d) for d in form.data if d) < 20000:
                found.setdefault(form.code, []).append(form)
    return found


def present(form, which=None):
    return [i for i in (which or form.inputs) if i >= 0]


def some_type(draw, form):
    index = draw.choice(present(form) + form.outputs)
    form.set_type(index, draw.choice(list(TYPES)))
    return "type"


def data_type(draw, form):
    """Another type for every operand of the first one's type, as a converter of another model would write it."""
    first, to = form.tensors[present(form)[0]].type, draw.choice(list(TYPES))
    for index, tensor in enumerate(form.tensors):
        if tensor.type == first:
            form.set_type(index, to)
    return "data-type"


def fewer_inputs(draw, form):
    del form.inputs[draw.randrange(len(form.inputs))]
    return "fewer-inputs"


def more_inputs(draw, form):
    form.inputs.append(draw.choice(form.inputs))
    return "more-inputs"


def left_out(draw, form):
    form.inputs[draw.randrange(len(form.inputs))] = -1
    return "left-out"


def outputs(draw, form):
    if len(form.outputs) > 1 and draw.random() < 0.5:
        form.outputs.pop()
    else:
        like = (form.outputs or present(form))[-1]
        form.tensors.append(copy.deepcopy(form.tensors[like]))
        form.data.append(None)
        form.outputs.append(len(form.tensors) - 1)
    return "outputs"


def rank(draw, form):
    index = draw.choice(present(form))
    shape = form.shape(index)
    if shape and draw.random() < 0.5:
        del shape[draw.randrange(len(shape))]
    else:
        shape.insert(draw.randint(0, len(shape)), 1)
    form.set_shape(index, shape)
    return "rank"


def dimension(draw, form):
    index = draw.choice(present(form))
    shape = form.shape(index)
    if not shape:
        return rank(draw, form)
    shape[draw.randrange(len(shape))] = draw.choice([1, 2, 3, 4, 5, 6, 8])
    form.set_shape(index, shape)
    return "dimension"


def option(draw, form):
    options = form.operator.builtinOptions or form.operator.builtinOptions2
    names = [name for name, value in sorted(vars(options).items()) if isinstance(value, (bool, int, float))] if options else []
    if not names:
        return constant(draw, form)
    name = draw.choice(names)
    value = getattr(options, name)
    if isinstance(value, bool):
        setattr(options, name, not value)
    elif isinstance(value, int):
        setattr(options, name, draw.choice([n for n in NUMBERS if n >= 0 or "axis" in name.lower() or "dim" in name.lower()]))
    else:
        setattr(options, name, draw.choice([0.0, -1.0, 0.5, 2.0]))
    return "option-" + name


def constant(draw, form):
    known = [i for i in present(form) if form.data[i] is not None and form.tensors[i].type in TYPES]
    if not known:
        return quantization(draw, form)
    index = draw.choice(known)
    if draw.random() < 0.15:
        form.data[index] = None
        return "not-constant"
    values = np.frombuffer(form.data[index], TYPES[form.tensors[index].type]).copy()
    values[draw.randrange(len(values))] = np.array(draw.choice(NUMBERS)).astype(values.dtype)
    form.data[index] = values.tobytes()
    return "constant"


def quantization(draw, form):
    index = draw.choice(present(form) + form.outputs)
    how = draw.choice(["none", "scale", "zero-point"])
    if how == "none":
        form.tensors[index].quantization = None
    else:
        form.set_scale(index, draw.choice([0.25, 0.5, 1 / 256, 1 / 128]), 0 if how == "scale" else draw.choice([-128, 3, 128]))
    return "quantization"


def resize(draw, form):
    """One dimension wherever it occurs with this size, which keeps relations of shapes."""
    sizes = [d for i in present(form) for d in form.shape(i) if d > 1]
    if not sizes or any(form.data[i] is not None for i in present(form)):
        return dimension(draw, form)
    old, new = draw.choice(sizes), draw.choice([1, 2, 3, 4, 5, 6, 8])
    for index in range(len(form.tensors)):
        form.set_shape(index, [new if d == old else d for d in form.shape(index)])
    return "resize"


CHANGES = [
    (some_type, 5), (data_type, 6), (fewer_inputs, 2), (more_inputs, 2), (left_out, 2), (outputs, 2), (rank, 4),
    (dimension, 5), (option, 5), (constant, 4), (quantization, 3), (resize, 4),
]  # fmt: skip


def main():
    fixtures, out, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
    draw, known = random.Random(seed), forms(fixtures)
    codes = sorted(known)
    os.makedirs(out, exist_ok=True)
    with open(os.path.join(out, "drawn.tsv"), "w") as drawn:
        for number in range(count):
            code = codes[number % len(codes)]
            form = copy.deepcopy(draw.choice(known[code]))
            changes = []
            for _ in range(draw.choices([0, 1, 2], [1, 7, 2])[0]):
                if present(form):
                    change = draw.choices([c for c, _ in CHANGES], [w for _, w in CHANGES])[0]
                    changes.append(change(draw, form))
            name = "%05d_%s.tflite" % (number, OPERATORS[code])
            with open(os.path.join(out, name), "wb") as file:
                file.write(form.pack())
            drawn.write("%s\t%s\t%s\n" % (name, OPERATORS[code], " ".join(changes) or "as-it-is"))


main()
