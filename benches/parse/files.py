"""Writes the files that `cargo xtask bench parse` reads: one of each format, large enough to time, by TensorFlow itself.

    python files.py FOLDER        (tensorflow 2.21)
"""

import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
from tensorflow.lite.python import schema_py_generated as schema
import flatbuffers

NODES = 30_000
VARIABLES = 20_000


def graph():
    """A chain of MatMul, BiasAdd and Relu with small constants, as a frozen network is."""
    out = tf.compat.v1.GraphDef()
    out.versions.producer = 2474
    previous = "x"
    node = out.node.add(name="x", op="Placeholder")
    node.attr["dtype"].type = 1
    weights = tf.make_tensor_proto(np.arange(64, dtype=np.float32).reshape(8, 8))
    for index in range(NODES // 4):
        scope = f"tower/layer_{index}"
        const = out.node.add(name=f"{scope}/w", op="Const")
        const.attr["dtype"].type = 1
        const.attr["value"].tensor.CopyFrom(weights)
        for op, inputs in (("MatMul", [previous, f"{scope}/w"]), ("Identity", [f"{scope}/matmul"]), ("Relu", [f"{scope}/identity"])):
            node = out.node.add(name=f"{scope}/{op.lower()}", op=op, input=inputs)
            node.attr["T"].type = 1
        previous = f"{scope}/relu"
    return out


def lite():
    """ADD after ADD: as many tensors and operators as the graph has nodes."""
    model = schema.ModelT()
    model.version = 3
    code = schema.OperatorCodeT()
    code.version = 1
    model.operatorCodes = [code]
    graph = schema.SubGraphT()
    graph.tensors, graph.operators = [], []
    for index in range(NODES):
        tensor = schema.TensorT()
        tensor.name, tensor.shape = f"tower/layer_{index}/add".encode(), [1, 8]
        graph.tensors.append(tensor)
        if index:
            operator = schema.OperatorT()
            operator.inputs, operator.outputs = [index - 1, index - 1], [index]
            operator.builtinOptionsType = schema.BuiltinOptions.AddOptions
            operator.builtinOptions = schema.AddOptionsT()
            graph.operators.append(operator)
    graph.inputs, graph.outputs = [0], [NODES - 1]
    model.subgraphs, model.buffers = [graph], [schema.BufferT()]
    builder = flatbuffers.Builder(1 << 20)
    builder.Finish(model.Pack(builder), b"TFL3")
    return bytes(builder.Output())


def main(folder):
    os.makedirs(folder, exist_ok=True)
    at = lambda name: os.path.join(folder, name)
    frozen = graph()
    open(at("graph.pb"), "wb").write(frozen.SerializeToString())
    open(at("graph.pbtxt"), "w").write(str(frozen))
    saved = tf.core.protobuf.saved_model_pb2.SavedModel() if hasattr(tf, "core") else None
    if saved is None:
        from tensorflow.core.protobuf import saved_model_pb2

        saved = saved_model_pb2.SavedModel()
    saved.saved_model_schema_version = 1
    meta = saved.meta_graphs.add()
    meta.graph_def.CopyFrom(frozen)
    meta.meta_info_def.tags.append("serve")
    open(at("saved_model.pb"), "wb").write(saved.SerializeToString())
    open(at("model.tflite"), "wb").write(lite())
    names = [f"tower/layer_{index}/kernel/.ATTRIBUTES/VARIABLE_VALUE" for index in range(VARIABLES)]
    values = [tf.constant(np.full((8, 8), index, np.float32)) for index in range(VARIABLES)]
    tf.raw_ops.SaveV2(prefix=at("v2"), tensor_names=names, shape_and_slices=[""] * VARIABLES, tensors=values)
    tf.raw_ops.Save(filename=at("v1"), tensor_names=names[: VARIABLES // 4], data=values[: VARIABLES // 4])


if __name__ == "__main__":
    main(sys.argv[1])
