"""Writes the models of this folder: `python3 generate.py` (needs numpy, flatbuffers, tflite).

Each is a well-formed file whose run must end with a sentence: it asks for more memory than any machine has, for a loop without end,
for sizes that make no sense, or it has names and values that are easily mangled.
"""

import os
import struct

import flatbuffers
import numpy as np
import tflite

HERE = os.path.dirname(os.path.abspath(__file__))
OPS = tflite.BuiltinOperator
OPTIONS = tflite.BuiltinOptions
TYPES = {"f32": 0, "i32": 2, "u8": 3, "i64": 4, "str": 5, "bool": 6, "resource": 13}


def i32(*values):
    return struct.pack("<%di" % len(values), *values)


def i64(*values):
    return struct.pack("<%dq" % len(values), *values)


def f32(*values):
    return struct.pack("<%df" % len(values), *values)


def strings(*values):
    """A packed list of strings: count, where each begins and the last ends, bytes."""
    ends = [4 * (len(values) + 2) + sum(map(len, values[:i])) for i in range(len(values) + 1)]
    return i32(len(values), *ends) + b"".join(values)


def options(builder, fields, slots):
    builder.StartObject(slots)
    for slot, kind, value in fields:
        if kind == "i32":
            builder.PrependInt32Slot(slot, value, -99999)
        elif kind == "i8":
            builder.PrependInt8Slot(slot, value, -99)
        elif kind == "bool":
            builder.PrependBoolSlot(slot, value, None)
        elif kind == "text":
            builder.PrependUOffsetTRelativeSlot(slot, value, 0)
    return builder.EndObject()


def offsets(builder, list_):
    builder.StartVector(4, len(list_), 4)
    for offset in reversed(list_):
        builder.PrependUOffsetTRelative(offset)
    return builder.EndVector()


def numbers(builder, values):
    return builder.CreateNumpyVector(np.array(values, np.int32))


def table(builder, slots, fields):
    builder.StartObject(slots)
    for slot, kind, value, default in fields:
        getattr(builder, "Prepend%sSlot" % kind)(slot, value, default)
    return builder.EndObject()


def subgraph(builder, graph, codes, buffers):
    tensors = []
    for name, shape, dtype, data, *signature in graph["tensors"]:
        buffer = 0
        if data is not None:
            buffers.append(bytes(data))
            buffer = len(buffers) - 1
        named, sized = builder.CreateString(name), numbers(builder, shape)
        fields = [(0, "UOffsetTRelative", sized, 0), (1, "Int8", TYPES[dtype], 0), (2, "Uint32", buffer, 0)]
        fields.append((3, "UOffsetTRelative", named, 0))
        if signature:
            fields.append((7, "UOffsetTRelative", numbers(builder, signature[0]), 0))
        tensors.append(table(builder, 10, fields))
    operators = []
    for code, inputs, outputs, kind, fields, slots in graph["ops"]:
        if code not in codes:
            codes.append(code)
        fields = [(s, k, builder.CreateString(v) if k == "text" else v) for s, k, v in fields]
        own = options(builder, fields, slots) if kind else 0
        took, gave = numbers(builder, inputs), numbers(builder, outputs)
        all_ = [(0, "Uint32", codes.index(code), 0), (1, "UOffsetTRelative", took, 0), (2, "UOffsetTRelative", gave, 0)]
        if kind:
            all_ += [(3, "Uint8", kind, 0), (4, "UOffsetTRelative", own, 0)]
        operators.append(table(builder, 9, all_))
    lists = [offsets(builder, tensors), numbers(builder, graph["inputs"]), numbers(builder, graph["outputs"])]
    lists += [offsets(builder, operators), builder.CreateString("g")]
    return table(builder, 5, [(slot, "UOffsetTRelative", value, 0) for slot, value in enumerate(lists)])


def model(name, graphs):
    builder = flatbuffers.Builder(1024)
    codes, buffers = [], [b""]
    made = [subgraph(builder, graph, codes, buffers) for graph in graphs]
    stored = []
    for data in buffers:
        vector = builder.CreateByteVector(data) if data else 0
        stored.append(table(builder, 3, [(0, "UOffsetTRelative", vector, 0)] if data else []))
    listed = []
    for code in codes:
        code, version = code if isinstance(code, tuple) else (code, 1)
        listed.append(table(builder, 4, [(0, "Int8", min(code, 127), 0), (2, "Int32", version, 1), (3, "Int32", code, 0)]))
    parts = [offsets(builder, listed), offsets(builder, made), builder.CreateString("attack"), offsets(builder, stored)]
    fields = [(0, "Uint32", 3, 0)] + [(slot + 1, "UOffsetTRelative", value, 0) for slot, value in enumerate(parts)]
    builder.Finish(table(builder, 8, fields), b"TFL3")
    with open(os.path.join(HERE, name + ".tflite"), "wb") as file:
        file.write(bytes(builder.Output()))


def one(name, tensors, ops, inputs=(), outputs=None):
    model(name, [dict(tensors=tensors, inputs=list(inputs), outputs=outputs or [len(tensors) - 1], ops=ops)])


FILL = (OPTIONS.FillOptions, [], 0)
ADD = (OPTIONS.AddOptions, [(0, "i8", 0)], 2)
TEXT = strings(b"a" * 10_000)

# Four bytes an element, which is what a string takes while it is in a tensor: 16 MB. Written out they are 40 GB.
size = ("d", [2], "i64", i64(2000, 2000))
one("fill_strings", [size, ("v", [], "str", TEXT), ("y", [1], "str", None)], [(OPS.FILL, [0, 1], [2], *FILL)])
gather = (OPTIONS.GatherOptions, [(0, "i32", 0)], 2)
one("gather_strings", [("v", [1], "str", TEXT), ("n", [1], "i32", i32(4_000_000)), ("z", [], "i32", i32(0)),
                       ("m", [1], "i32", None), ("y", [1], "str", None)],
    [(OPS.FILL, [1, 2], [3], *FILL), (OPS.GATHER, [0, 3], [4], *gather)])
tile = (OPTIONS.TileOptions, [], 0)
one("tile_strings", [("v", [1], "str", TEXT), ("m", [1], "i32", i32(4_000_000)), ("y", [1], "str", None)],
    [(OPS.TILE, [0, 1], [2], *tile)])
# A constant of 2^40 empty strings in eight bytes.
one("empty_strings", [("v", [1 << 20, 1 << 20], "str", i32(0, 0)), ("i", [1], "i32", i32(0)), ("y", [1, 1 << 20], "str", None)],
    [(OPS.GATHER, [0, 1], [2], *gather)])

# One tensor of 40 MB, as an output 100 times.
big = ("d", [1], "i32", i32(10_000_000))
one("many_outputs", [big, ("v", [], "f32", f32(1)), ("y", [1], "f32", None)], [(OPS.FILL, [0, 1], [2], *FILL)], outputs=[2] * 100)
# Constants that follow from constants: 6 MB each, 100 times. Each is an output, so that it must be held.
part = ("d", [1], "i32", i32(1_500_000))
made = [("y%d" % i, [1], "f32", None) for i in range(100)]
one("many_constants", [part, ("v", [], "f32", f32(1)), *made], [(OPS.FILL, [0, 1], [2 + i], *FILL) for i in range(100)],
    outputs=list(range(2, 102)))
# Variables hold what is assigned to them: 40 MB each, 20 times.
ops = [(OPS.FILL, [0, 1], [2], *FILL)]
tensors = [big, ("v", [], "f32", f32(1)), ("y", [1], "f32", None)]
for i in range(20):
    tensors.append(("r%d" % i, [1], "resource", None))
    ops.append((OPS.VAR_HANDLE, [], [3 + i], OPTIONS.VarHandleOptions, [(1, "text", "v%d" % i)], 2))
    ops.append((OPS.ASSIGN_VARIABLE, [3 + i, 2], [], OPTIONS.AssignVariableOptions, [], 0))
one("many_variables", tensors, ops, outputs=[2])
# Sorting bytes needs eight a byte, finding distinct ones too.
topk = (OPTIONS.TopKV2Options, [], 0)
one("topk_bytes", [("x", [40_000_000], "u8", None), ("k", [], "i32", i32(1)), ("v", [1], "u8", None), ("i", [1], "i32", None)],
    [(OPS.TOPK_V2, [0, 1], [2, 3], *topk)], inputs=[0], outputs=[2, 3])
unique = (OPTIONS.UniqueOptions, [(0, "i8", 2)], 1)
one("unique_bytes", [("x", [40_000_000], "u8", None), ("v", [1], "u8", None), ("i", [1], "i32", None)],
    [(OPS.UNIQUE, [0], [1, 2], *unique)], inputs=[0], outputs=[1, 2])

# A loop that doubles its tensor, one without an end.
more = (OPTIONS.ConcatenationOptions, [(0, "i32", 0)], 2)
loop = (OPTIONS.WhileOptions, [(0, "i32", 1), (1, "i32", 2)], 2)
grown = dict(tensors=[("x", [1], "f32", None, [-1]), ("y", [1], "f32", None, [-1])], inputs=[0], outputs=[1],
             ops=[(OPS.WHILE, [0], [1], *loop)])
asked = dict(tensors=[("i", [1], "f32", None, [-1]), ("z", [], "f32", f32(-1)), ("s", [1], "bool", None, [-1]),
                      ("ax", [1], "i32", i32(0)), ("t", [], "bool", None)], inputs=[0], outputs=[4],
             ops=[(OPS.GREATER, [0, 1], [2], OPTIONS.GreaterOptions, [], 0),
                  (OPS.REDUCE_ANY, [2, 3], [4], OPTIONS.ReducerOptions, [(0, "bool", False)], 1)])
doubled = dict(tensors=[("i", [1], "f32", None, [-1]), ("o", [2], "f32", None, [-1])], inputs=[0], outputs=[1],
               ops=[(OPS.CONCATENATION, [0, 0], [1], *more)])
model("while_grows", [grown, asked, doubled])
counted = dict(tensors=[("x", [], "i32", None), ("y", [], "i32", None)], inputs=[0], outputs=[1],
               ops=[(OPS.WHILE, [0], [1], *loop)])
unequal = dict(tensors=[("i", [], "i32", None), ("n", [], "i32", i32(-1)), ("t", [], "bool", None)], inputs=[0], outputs=[2],
               ops=[(OPS.NOT_EQUAL, [0, 1], [2], OPTIONS.NotEqualOptions, [], 0)])
# Adds nothing: it never comes to -1.
added = dict(tensors=[("i", [], "i32", None), ("none", [], "i32", i32(0)), ("o", [], "i32", None)], inputs=[0], outputs=[2],
             ops=[(OPS.ADD, [0, 1], [2], *ADD)])
model("while_forever", [counted, unequal, added])


def ifs(depth, last=None):
    """IF in IF, `depth` graphs deep; the last one calls `last`, or nothing."""
    graphs = []
    for level in range(depth):
        inner = level + 1 if level + 1 < depth else last
        tensors = [("x", [], "f32", None), ("c", [], "bool", b"\1"), ("y", [], "f32", None)]
        op = (OPS.ABS, [0], [2], OPTIONS.AbsOptions, [], 0)
        if inner is not None:
            op = (OPS.IF, [1, 0], [2], OPTIONS.IfOptions, [(0, "i32", inner), (1, "i32", inner)], 2)
        graphs.append(dict(tensors=tensors, inputs=[0], outputs=[2], ops=[op]))
    return graphs


model("if_60_deep", ifs(60))
model("if_100_deep", ifs(100))
model("if_in_a_ring", ifs(3, 1))

# Sizes that make no sense, as constants and as what an input gives.
RANGE = (OPTIONS.RangeOptions, [], 0)


def ranged(name, dtype, values):
    operands = [(letter, [], dtype, data) for letter, data in zip("abc", values)]
    one(name, [*operands, ("y", [1], dtype, None)], [(OPS.RANGE, [0, 1, 2], [3], *RANGE)])


ranged("range_to_infinity", "f32", [f32(0), f32(float("inf")), f32(1)])
ranged("range_without_step", "i32", [i32(0), i32(5), i32(0)])
ranged("range_away", "i32", [i32(0), i32(5), i32(-1)])
one("tile_negative", [("x", [2, 2], "f32", None), ("m", [2], "i32", i32(-1, 2)), ("y", [1, 1], "f32", None)],
    [(OPS.TILE, [0, 1], [2], *tile)], inputs=[0])
one("tile_overflows", [("x", [2, 2], "f32", None), ("m", [2], "i64", i64(1 << 62, 1 << 62)), ("y", [1, 1], "f32", None)],
    [(OPS.TILE, [0, 1], [2], *tile)], inputs=[0])
conv = (OPTIONS.TransposeConvOptions, [(0, "i8", 0), (1, "i32", 1), (2, "i32", 1)], 4)
for name, shape in [("transpose_conv_misfit", i32(1, 5, 5, 7)), ("transpose_conv_shape_given", None)]:
    one(name, [("s", [4], "i32", shape), ("w", [1, 3, 3, 1], "f32", f32(*[1.0] * 9)), ("x", [1, 8, 8, 1], "f32", None),
               ("y", [1, 1, 1, 1], "f32", None)], [(OPS.TRANSPOSE_CONV, [0, 1, 2], [3], *conv)],
        inputs=[2] if shape else [0, 2])

# Values and names that must come out as they went in.
one("int64", [("x", [3], "i64", i64(2**53 + 1, -(2**63), 2**63 - 1)), ("z", [3], "i64", None), ("y", [3], "i64", None)],
    [(OPS.ADD, [0, 1], [2], *ADD)], inputs=[1])
one("name_with_equals", [("a=b", [2], "f32", None), ("y", [2], "f32", None)], [(OPS.ABS, [0], [1], OPTIONS.AbsOptions, [], 0)],
    inputs=[0])
one("strings", [("s", [2, 2], "str", None), ("y", [2, 2], "str", None)], [(OPS.CONCATENATION, [0], [1], *more)], inputs=[0])
