"""Draws small GraphDefs at random, with the ops and the shape functions of the installed TensorFlow.

A graph is one op, or two in a row, with operands of random types and shapes that the installed release imports if
some draw of several does; then it is changed in up to two ways, most of which a converter would not write. Writes the
graphs, and drawn.tsv with one line for each: file, op, changes. Usage: draw_graphs.py OUT COUNT SEED
"""

import os
import random
import sys

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2, graph_pb2, node_def_pb2, op_def_pb2, types_pb2
from tensorflow.python.client import pywrap_tf_session

tf.get_logger().setLevel("ERROR")

COMMON = """
Add AddN AddV2 All Any ArgMax ArgMin AvgPool AvgPool3D AvgPoolGrad BatchMatMul BatchMatMulV2 BatchToSpace BatchToSpaceND
BiasAdd BiasAddGrad Bincount BroadcastArgs BroadcastTo Bucketize Cast Ceil CheckNumerics Cholesky ClipByValue Concat
ConcatV2 Conv2D Conv2DBackpropFilter Conv2DBackpropInput Conv3D CropAndResize Cross Cumsum DepthToSpace
DepthwiseConv2dNative Diag DiagPart Dilation2D DynamicPartition DynamicStitch Einsum Elu Empty EnsureShape Equal Erf Exp
ExpandDims ExtractImagePatches Eye FFT FakeQuantWithMinMaxArgs FakeQuantWithMinMaxVars Fill FloorDiv FloorMod
FusedBatchNorm FusedBatchNormV3 Gather GatherNd GatherV2 Greater Identity IdentityN InTopKV2 InvertPermutation L2Loss LRN
LeakyRelu Less LinSpace ListDiff Log LogSoftmax LogicalAnd LogicalNot MatMul MatrixBandPart MatrixDiag MatrixDiagV3
MatrixDiagPart MatrixSetDiag MatrixInverse MatrixSolve Max MaxPool MaxPool3D MaxPoolGrad MaxPoolV2 Maximum Mean Merge Min
Minimum MirrorPad Mod Mul Multinomial Neg NonMaxSuppression NonMaxSuppressionV3 NonMaxSuppressionV5 NotEqual OneHot
OnesLike Pack Pad PadV2 ParallelConcat ParseExample ParseExampleV2 PlaceholderWithDefault Pow Prod Qr RGBToHSV
RandomShuffle RandomStandardNormal RandomUniform RandomUniformInt Range Rank RealDiv Relu Relu6 Reshape ResizeArea
ResizeBicubic ResizeBilinear ResizeNearestNeighbor Reverse ReverseSequence ReverseV2 Roll Round Rsqrt ScatterNd
ScatterUpdate SegmentMax SegmentMean SegmentSum Select SelectV2 Selu Shape ShapeN Sigmoid Sign Size Slice Softmax
SoftmaxCrossEntropyWithLogits Softplus SpaceToBatch SpaceToBatchND SpaceToDepth SparseAdd SparseConcat SparseReshape
SparseSegmentSum SparseSoftmaxCrossEntropyWithLogits SparseTensorDenseMatMul SparseToDense Split SplitV Sqrt Square
SquaredDifference Squeeze StatelessRandomUniform StopGradient StridedSlice StringJoin StringSplit Sub Sum Svd Switch Tanh
TensorScatterAdd TensorScatterUpdate TensorArrayV3 TensorListReserve TensorListStack Tile TopK TopKV2 Transpose
TridiagonalSolve TruncateDiv Unique UniqueV2 Unpack UnravelIndex UnsortedSegmentMax UnsortedSegmentSum VarHandleOp
VariableV2 Assign AssignAdd ReadVariableOp AssignVariableOp ResourceGather Where While Xdivy ZerosLike
""".split()  # fmt: skip
SHAPES = [[], [], [1], [2], [3], [4], [2, 2], [2, 3], [3, 2], [3, 3], [1, 4], [2, 3, 4], [2, 2, 2], [1, 3, 3], [4, 2, 3],
          [1, 4, 4, 3], [2, 4, 4, 2], [3, 3, 3, 2], [2, 2, 2, 4], [1, 3, 4, 4, 2], [2, 2, 2, 2, 3]]  # fmt: skip
NUMBERS = [0, 0, 1, 1, 1, 2, 2, 3, 4, -1, 5, -2, 8]
NUMERIC = "FLOAT DOUBLE INT32 INT64 INT8 UINT8 INT16 UINT16 UINT32 UINT64 HALF BFLOAT16 COMPLEX64 COMPLEX128 BOOL STRING".split()
TYPES = [types_pb2.DataType.Value("DT_" + name) for name in NUMERIC]
PRODUCERS = [21, 21, 21, 27, 134, 440]
ALL = op_def_pb2.OpList.FromString(pywrap_tf_session.TF_GetBuffer(pywrap_tf_session.TF_GetAllOpList()))
OPS = {op.name: op for op in ALL.op}
OTHERS = sorted(name for name in OPS if name[0] != "_" and not any(a.type == "func" for a in OPS[name].attr))
VALUE = attr_value_pb2.AttrValue


def value(kind, content):
    """An attr of a kind."""
    out = VALUE()
    if kind.startswith("list("):
        out.list.SetInParent()
        for item in content:
            one = value(kind[5:-1], item)
            field = one.WhichOneof("value")
            held = getattr(one, field)
            target = getattr(out.list, field)
            target.add().CopyFrom(held) if field in ("shape", "tensor", "func") else target.append(held)
    elif kind == "string":
        out.s = content.encode() if isinstance(content, str) else content
    elif kind == "int":
        out.i = content
    elif kind == "float":
        out.f = content
    elif kind == "bool":
        out.b = content
    elif kind == "type":
        out.type = content
    elif kind == "shape":
        set_shape(out.shape, content)
    return out


def set_shape(proto, shape):
    proto.SetInParent()
    if shape is None:
        proto.unknown_rank = True
    else:
        del proto.dim[:]
        for size in shape:
            proto.dim.add().size = size


def attr_of(draw, attr):
    """A value for an attr of an op, such as its definition allows."""
    kind, least = attr.type, attr.minimum if attr.has_minimum else 0
    if kind == "type":
        allowed = list(attr.allowed_values.list.type) or TYPES
        usual = [t for t in (types_pb2.DT_FLOAT, types_pb2.DT_INT32) if t in allowed]
        return value(kind, draw.choice(usual if usual and draw.random() < 0.75 else allowed))
    if kind == "int":
        return value(kind, max(least, draw.choice([1, 1, 2, 2, 3, 0])))
    if kind == "float":
        return value(kind, draw.choice([0.0, 0.5, 1.0, 2.0]))
    if kind == "bool":
        return value(kind, draw.random() < 0.5)
    if kind == "string":
        allowed = list(attr.allowed_values.list.s)
        return value(kind, draw.choice(allowed) if allowed else draw.choice([b"", b"a", b"ij,jk->ik"]))
    if kind == "shape":
        return value(kind, draw.choice(SHAPES + [None, [-1, 2]]))
    if kind == "list(int)":
        four = draw.choice([[1, 1, 1, 1], [1, 2, 2, 1], [1, 1, 1, 1, 1], [1, 2, 2, 2, 1], [0], [1], [0, 1], []])
        return value(kind, four)
    if kind == "list(type)":
        return value(kind, [draw.choice(TYPES[:4]) for _ in range(max(least, draw.choice([1, 1, 2, 3])))])
    if kind == "list(shape)":
        return value(kind, [draw.choice(SHAPES) for _ in range(max(least, draw.choice([1, 1, 2])))])
    if kind == "list(float)":
        return value(kind, [0.0, 1.0][: max(least, draw.choice([1, 2]))])
    if kind == "list(string)":
        return value(kind, ["a", "b"][: max(least, draw.choice([1, 2]))])
    return None


def constant(draw, dtype, shape):
    """The attr of a Const; None for types without numbers."""
    try:
        kind = tf.as_dtype(dtype).as_numpy_dtype
        count = int(np.prod(shape)) if shape else 1
        values = np.array([abs(draw.choice(NUMBERS)) if draw.random() < 0.8 else draw.choice(NUMBERS) for _ in range(count)])
        tensor = tf.make_tensor_proto(values.astype(kind).reshape(shape), dtype=dtype)
    except (TypeError, ValueError, KeyError, OverflowError):
        return None
    out = VALUE()
    out.tensor.CopyFrom(tensor)
    return out


def operand(draw, graph, dtype, base, small):
    """Adds a node with a tensor of a type, and returns its name."""
    name = "in%d" % len(graph.node)
    is_reference = dtype > 100
    node = graph.node.add(name=name)
    integers = dtype in (types_pb2.DT_INT32, types_pb2.DT_INT64)
    shape = list(base if draw.random() < (0.35 if integers else 0.55) else draw.choice(SHAPES))
    if integers and small and draw.random() < 0.7:
        shape = draw.choice([[], [1], [2], [3], [4], [len(base)], [2, 2], [len(base), 2]])
        content = constant(draw, dtype, shape)
        if content:
            node.op = "Const"
            node.attr["dtype"].type = dtype
            node.attr["value"].CopyFrom(content)
            return name
    if is_reference:
        node.op = "VariableV2"
        node.attr["dtype"].type = dtype - 100
        set_shape(node.attr["shape"].shape, shape)
        return name
    node.op = "Placeholder"
    node.attr["dtype"].type = dtype
    if draw.random() < 0.08:
        shape = None
    elif shape and draw.random() < 0.12:
        shape[draw.randrange(len(shape))] = -1
    set_shape(node.attr["shape"].shape, shape)
    return name


def types_of(op, node, args):
    """Types of arguments; None when an attr is missing."""
    found = []
    for arg in args:
        def attr(name):
            if name in node.attr:
                return node.attr[name]
            return next(a.default_value for a in op.attr if a.name == name)
        if arg.type_list_attr:
            types = list(attr(arg.type_list_attr).list.type)
        else:
            dtype = arg.type or attr(arg.type_attr).type
            types = [dtype] * (attr(arg.number_attr).i if arg.number_attr else 1)
        found += [t + 100 if arg.is_ref else t for t in types]
    return found


def add(draw, graph, op, feed=None):
    """Adds a node of an op with operands; `feed` is an output and its type for one operand."""
    node = node_def_pb2.NodeDef(name="node%d" % len(graph.node), op=op.name)
    fits = [a for a in op.input_arg if feed and (a.type == feed[1] or (a.type_attr and not a.is_ref))]
    fed = draw.choice(fits) if fits else None
    for attr in op.attr:
        content = None
        if fed is not None and attr.name == fed.type_attr:
            content = value("type", feed[1])
        elif not attr.HasField("default_value") or draw.random() < 0.3:
            content = attr_of(draw, attr)
        if content is not None:
            node.attr[attr.name].CopyFrom(content)
    base = draw.choice(SHAPES)
    for arg in op.input_arg:
        for dtype in types_of(op, node, [arg]):
            if arg is fed:
                node.input.append(feed[0])
                fed = None
            else:
                node.input.append(operand(draw, graph, dtype, base, len(op.input_arg) > 1))
    graph.node.add().CopyFrom(node)
    return graph.node[-1]


def imports(graph):
    try:
        with tf.Graph().as_default():
            tf.compat.v1.import_graph_def(graph, name="")
        return True
    except Exception:  # of any kind: the shape functions decide
        return False


def form(draw, op, before=None):
    """A graph with a node of an op, one that imports if any of several does."""
    graph = None
    for _ in range(60):
        graph = graph_pb2.GraphDef()
        feed = None
        if before is not None:
            graph.CopyFrom(before)
            last = graph.node[-1]
            outputs = types_of(OPS[last.op], last, OPS[last.op].output_arg)
            feed = (last.name, outputs[0]) if outputs else None
        try:
            add(draw, graph, op, feed)
        except (StopIteration, ValueError, TypeError):
            continue
        if imports(graph):
            break
    graph.versions.producer = draw.choice(PRODUCERS)
    return graph


def shaped(graph):
    return [n for n in graph.node if n.op in ("Placeholder", "VariableV2") and n.attr["shape"].shape.dim]


def real(graph):
    return [n for n in graph.node if n.op in OPS and n.op not in ("Placeholder", "Const", "VariableV2")] or list(graph.node)


def dimension(draw, graph):
    nodes = shaped(graph)
    if not nodes:
        return number(draw, graph)
    draw.choice(list(draw.choice(nodes).attr["shape"].shape.dim)).size = draw.choice([1, 2, 3, 4, 5, 7, 0])
    return "dimension"


def rank(draw, graph):
    nodes = [n for n in graph.node if n.op == "Placeholder"]
    if not nodes:
        return number(draw, graph)
    shape = draw.choice(nodes).attr["shape"].shape
    if shape.dim and draw.random() < 0.5:
        del shape.dim[draw.randrange(len(shape.dim))]
    else:
        shape.dim.add().size = draw.choice([1, 2, 3])
    return "rank"


def unknown(draw, graph):
    nodes = shaped(graph)
    if not nodes:
        return number(draw, graph)
    draw.choice(list(draw.choice(nodes).attr["shape"].shape.dim)).size = -1
    return "unknown-dimension"


def number(draw, graph):
    nodes = [n for n in graph.node if n.op == "Const"]
    if not nodes:
        return attr_change(draw, graph)
    node = draw.choice(nodes)
    shape = [d.size for d in node.attr["value"].tensor.tensor_shape.dim]
    if draw.random() < 0.3:
        shape = draw.choice([[], [1], [2], [3]])
    content = constant(draw, node.attr["dtype"].type, shape)
    if content:
        node.attr["value"].CopyFrom(content)
    return "constant"


def type_change(draw, graph):
    node = draw.choice(real(graph))
    names = [a.name for a in OPS[node.op].attr if a.type == "type"] if node.op in OPS else []
    if not names:
        return dimension(draw, graph)
    name, to = draw.choice(names), draw.choice(TYPES)
    old = node.attr[name].type
    node.attr[name].type = to
    if draw.random() < 0.75:
        for other in graph.node:
            if other.name in node.input and other.op == "Placeholder" and other.attr["dtype"].type == old:
                other.attr["dtype"].type = to
        return "type"
    return "type-alone"


def attr_change(draw, graph):
    node = draw.choice(real(graph))
    known = [a for a in OPS[node.op].attr] if node.op in OPS else []
    how = draw.choice(["missing", "unknown", "kind", "minimum", "list", "value", "again"])
    if how == "unknown" or not known:
        node.attr["drawn"].i = 1
        return "attr-unknown"
    attr = draw.choice(known)
    if how == "missing" and attr.name in node.attr:
        del node.attr[attr.name]
    elif how == "kind":
        node.attr[attr.name].CopyFrom(other_kind(draw, attr))
    elif how == "minimum":
        numbers = [a for a in known if a.type == "int"]
        if numbers:
            attr = draw.choice(numbers)
        node.attr[attr.name].CopyFrom(value("int", draw.choice([-3, -1, 0, 1])))
    elif how == "list":
        lists = [a for a in known if a.type.startswith("list(")]
        attr = draw.choice(lists) if lists else attr
        if lists:
            held = node.attr[attr.name].list
            if held.i and draw.random() < 0.6:
                del held.i[-1]
            else:
                node.attr[attr.name].CopyFrom(value(attr.type, []))
    elif how == "value" and attr.type == "string":
        node.attr[attr.name].s = b"DRAWN"
    else:
        content = attr_of(draw, attr)
        if content is not None:
            node.attr[attr.name].CopyFrom(content)
    return "attr-" + how


def other_kind(draw, attr):
    kinds = {"int": 1, "string": "a", "bool": True, "float": 0.5, "shape": [2], "list(int)": [1], "type": 1}
    kind = draw.choice([k for k in kinds if k != attr.type])
    return value(kind, kinds[kind])


def edge_change(draw, graph):
    node = draw.choice(real(graph))
    how = draw.choice(
        ["port", "missing-input", "control", "control-first", "control-missing", "control-port", "fewer", "more", "class"]
    )
    at = draw.randrange(len(node.input)) if node.input else None
    first = graph.node[0].name
    if how in ("port", "missing-input", "fewer", "control-first") and at is None:
        how = "control"
    if how == "port":
        node.input[at] = node.input[at].split(":")[0] + draw.choice([":0", ":1", ":3", ":-1", ":x"])
    elif how == "missing-input":
        node.input[at] = "nothing"
    elif how == "control" and first != node.name:
        node.input.append("^" + first)
    elif how == "control-first":
        node.input.insert(0, "^" + first)
    elif how == "control-missing":
        node.input.append("^nothing")
    elif how == "control-port":
        node.input.append("^" + first + ":0")
    elif how == "fewer":
        del node.input[at]
    elif how == "more":
        node.input.append(first)
    elif how == "class":
        node.attr["_class"].list.s.append(draw.choice([b"loc:@nothing", b"loc:@" + first.encode(), b"nothing"]))
    return "edge-" + how


def name_change(draw, graph):
    how = draw.choice(["invalid", "twice", "device", "device", "underscore", "order"])
    node = draw.choice(list(graph.node))
    if how == "invalid":
        node.name = draw.choice(["a b", "", "a:0", "^a", "é", "-a", "a$"])
    elif how == "twice":
        graph.node.add(name=node.name, op="NoOp")
    elif how == "device":
        node.device = draw.choice(["/cpu:0", "/device:GPU:0", "cpu:0", "/job:a/task:0", "/job:a/tusk:0", "nowhere", "/gpu:x", "GPU"])
    elif how == "underscore":
        graph.node.add(name=draw.choice(["_a", "/a", "a/_b", ".a", "a/", "a-b", "a>b"]), op="NoOp")
    else:
        nodes = list(graph.node)
        nodes.reverse()
        del graph.node[:]
        graph.node.extend(nodes)
    return "name-" + how


def library(draw, graph):
    """Moves the last node into a function that a node calls, faulty in one way."""
    last = graph.node[-1]
    op = OPS.get(last.op)
    if op is None or any(i.startswith("^") for i in last.input) or not op.output_arg:
        return number(draw, graph)
    try:
        inputs, outputs = types_of(op, last, op.input_arg), types_of(op, last, op.output_arg)
    except StopIteration:
        return number(draw, graph)
    single = [a for a in op.output_arg if not a.number_attr and not a.type_list_attr]
    if not single or len(inputs) != len(last.input) or any(t > 100 for t in inputs + outputs):
        return number(draw, graph)
    how = draw.choice(
        ["none", "none", "ret-missing", "ret-unknown", "ret-type", "twice", "gradient", "named-as-op", "unknown-op-called",
         "unknown-op-uncalled", "fewer", "more", "body-attr", "body-input", "arg-type"]
    )  # fmt: skip
    function = graph.library.function.add()
    function.signature.name = "Relu" if how == "named-as-op" else "drawn_function"
    for i, dtype in enumerate(inputs):
        function.signature.input_arg.add(name="x%d" % i, type=dtype)
    index = [a.name for a in op.output_arg].index(single[0].name)
    first = sum(len(types_of(op, last, [a])) for a in op.output_arg[:index])
    function.signature.output_arg.add(name="y", type=outputs[first])
    body = function.node_def.add(name="body", op=last.op)
    for name in last.attr:
        body.attr[name].CopyFrom(last.attr[name])
    body.input.extend("x%d" % i for i in range(len(inputs)))
    function.ret["y"] = "body:%s:0" % single[0].name
    called = True
    if how == "ret-missing":
        del function.ret["y"]
    elif how == "ret-unknown":
        function.ret["y"] = draw.choice(["nothing:y:0", "body:nothing:0", "body:%s:1" % single[0].name, "x9"])
    elif how == "ret-type":
        function.signature.output_arg[0].type = types_pb2.DT_INT64 if outputs[first] != types_pb2.DT_INT64 else types_pb2.DT_FLOAT
    elif how == "arg-type" and inputs:
        function.signature.input_arg[0].type = types_pb2.DT_INT64 if inputs[0] != types_pb2.DT_INT64 else types_pb2.DT_FLOAT
    elif how == "twice":
        other = graph.library.function.add()
        other.CopyFrom(function)
        if draw.random() < 0.5:
            other.node_def[0].name = "other"
            other.ret["y"] = "other:%s:0" % single[0].name
    elif how == "gradient":
        graph.library.gradient.add(function_name="drawn_function", gradient_func=draw.choice(["nothing", "drawn_function"]))
    elif how in ("unknown-op-called", "unknown-op-uncalled"):
        function.node_def.add(name="unknown", op="DrawnOp")
        called = how.endswith("-called")
    elif how == "body-attr":
        body.attr["drawn"].i = 1
    elif how == "body-input":
        body.input.append("nothing:y:0")
    if called:
        old = list(last.input)
        name = last.name
        last.Clear()
        last.name, last.op = name, function.signature.name
        last.input.extend(old[:-1] if how == "fewer" else old + old[:1] if how == "more" else old)
    return "function-" + how


CHANGES = [
    (dimension, 6), (rank, 5), (unknown, 2), (number, 5), (type_change, 3), (attr_change, 4), (edge_change, 3),
    (name_change, 2), (library, 3),
]  # fmt: skip


def drawn(draw, common):
    """A graph, its ops and its changes."""
    op = OPS[draw.choice(common if draw.random() < 0.8 else OTHERS)]
    graph = form(draw, op)
    if draw.random() < 0.3 and op.output_arg:
        try:
            graph = form(draw, OPS[draw.choice(common)], graph)
        except StopIteration:
            pass
    ops = "+".join(node.op for node in real(graph))
    changes = []
    for _ in range(draw.choices([0, 1, 2], [4, 8, 2])[0]):
        change = draw.choices([c for c, _ in CHANGES], [w for _, w in CHANGES])[0]
        changes.append(change(draw, graph))
    return graph, ops, " ".join(changes) or "as-it-is"


def main():
    out, count, seed = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    common = [name for name in COMMON if name in OTHERS]
    os.makedirs(out, exist_ok=True)
    for at in range(count):
        # Some shape functions end the process: each graph is drawn in a child, and again if that ends.
        for attempt in range(20):
            process = os.fork()
            if process == 0:
                graph, ops, changes = drawn(random.Random("%s-%d-%d" % (seed, at, attempt)), common)
                name = "%05d_%s.pb" % (at, ops.split("+")[0])
                with open(os.path.join(out, name), "wb") as file:
                    file.write(graph.SerializeToString(deterministic=True))
                with open(os.path.join(out, "drawn.tsv"), "a") as lines:
                    lines.write("%s\t%s\t%s\n" % (name, ops, changes))
                os._exit(0)
            if os.waitpid(process, 0)[1] == 0:
                break


main()
