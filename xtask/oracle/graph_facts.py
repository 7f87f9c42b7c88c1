"""Reports what the installed TensorFlow registers and which names its protos have, as tab-separated lines.

    version   name, number                       compiled-in numbers of GraphDefs and checkpoints
    beside    package, release                   the Keras that `tf.keras` uses
    op        name, wrapped (yes or empty), deprecated at, its text, signature
    wrapped   name of an op that has a wrapper and is in no registry (its library is loaded on demand)
    attr      op, name, type, has a default, default as JSON, allowed values, lowest value or length
    dtype     number, name
    proto     message or enum, name of a field or value
    kernel    op, types that some kernel of the CPU takes, by attr (empty without any kernel)

Forms of cells are those of `knowledge/tf_*.csv`. Usage: graph_facts.py
"""

import glob
import json
import os
import re

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import tensorflow as tf
from tensorflow.core.framework import op_def_pb2, types_pb2
from tensorflow.python.client import pywrap_tf_session
from tensorflow.python.framework import kernels

ROOT = os.path.dirname(tf.__file__)
NUMBERS = {
    "graph_def_version": "TF_GRAPH_DEF_VERSION",
    "graph_def_min_producer": "TF_GRAPH_DEF_VERSION_MIN_PRODUCER",
    "checkpoint_version": "TF_CHECKPOINT_VERSION",
    "checkpoint_min_producer": "TF_CHECKPOINT_VERSION_MIN_PRODUCER",
}
# Kernels of the package without a GPU; those of the second one are for every device.
DEVICES = ("CPU", "DEFAULT")


def say(*cells):
    line = "\t".join(str(cell).replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n") for cell in cells)
    print(line.encode("ascii", "backslashreplace").decode())


def versions():
    texts = [open(path).read() for path in glob.glob(os.path.join(tf.sysconfig.get_include(), "tensorflow/core/public/*version.h"))]
    for name, macro in NUMBERS.items():
        found = re.search(r"^#define %s\s+(\d+)" % macro, "\n".join(texts), re.M)
        if found:
            say("version", name, found[1])


def wrapped():
    """Ops with a generated Python wrapper."""
    names = set()
    for path in glob.glob(os.path.join(ROOT, "**", "gen_*.py"), recursive=True):
        with open(path, encoding="utf-8") as file:
            names.update(re.findall(r'_op_def_library\._apply_op_helper\(\s*"(\w+)"', file.read()))
    return names


def dtype(number):
    return types_pb2.DataType.Name(number)[len("DT_"):]


def number(value):
    """A float as short text of its 32 bits."""
    if value != value or value in (float("inf"), float("-inf")):
        return json.dumps(value)
    text = "%.9g" % value
    return text if re.search(r"[.e]", text) else text + ".0"


def shape(value):
    return None if value.unknown_rank else [dim.size for dim in value.dim]


def tensor(value):
    return {"tensor": {"dtype": dtype(value.dtype), "shape": shape(value.tensor_shape)}}


# By kind: the field of a value and of a list of values, and the form in JSON.
FORMS = {
    "string": ("s", lambda value: text(value)), "int": ("i", int), "float": ("f", float), "bool": ("b", bool),
    "type": ("type", lambda value: dtype(value)), "shape": ("shape", lambda value: {"shape": shape(value)}),
    "tensor": ("tensor", tensor), "func": ("func", lambda value: value.name),
}


def default(kind, value):
    """A default as JSON."""
    if kind == "float":
        return number(value.f)
    is_list = kind.startswith("list(")
    field, form = FORMS[kind[len("list("):-1] if is_list else kind]
    plain = [form(item) for item in getattr(value.list, field)] if is_list else form(getattr(value, field))
    return json.dumps(plain, separators=(",", ":"))


def text(value):
    return value.decode("utf-8", "backslashreplace")


def allowed(attr):
    values = attr.allowed_values.list
    return " ".join([dtype(value) for value in values.type] + [text(value) for value in values.s])


def argument(arg):
    if arg.type_list_attr:
        plain = "*" + arg.type_list_attr
    else:
        plain = arg.type_attr or dtype(arg.type)
        if arg.number_attr:
            plain = "%s*%s" % (arg.number_attr, plain)
    return plain + ("&" if arg.is_ref else "")


def signature(op):
    outputs = " ".join("%s:%s" % (arg.name, argument(arg)) for arg in op.output_arg)
    return " ".join(argument(arg) for arg in op.input_arg) + ">" + outputs


def ops():
    registered = op_def_pb2.OpList()
    registered.ParseFromString(pywrap_tf_session.TF_GetBuffer(pywrap_tf_session.TF_GetAllOpList()))
    names = wrapped()
    in_order = sorted(registered.op, key=lambda op: op.name)
    for op in in_order:
        gone = op.deprecation
        say("op", op.name, "yes" if op.name in names else "", gone.version or "", gone.explanation, signature(op))
        for attr in op.attr:
            has = attr.HasField("default_value")
            given = default(attr.type, attr.default_value) if has else ""
            least = attr.minimum if attr.has_minimum else ""
            say("attr", op.name, attr.name, attr.type, "yes" if has else "", given, allowed(attr), least)
    for name in sorted(names - {op.name for op in in_order}):
        say("wrapped", name)
    return in_order


def cpu_kernels(op):
    """Types per attr that some kernel of the CPU takes; None without a kernel."""
    own = [kernel for kernel in kernels.get_registered_kernels_for_op(op.name).kernel if kernel.device_type in DEVICES]
    if not own:
        return ""
    types = {}
    for attr in op.attr:
        if attr.type not in ("type", "list(type)"):
            continue
        some = set()
        for kernel in own:
            constraints = [c for c in kernel.constraint if c.name == attr.name]
            if not constraints:
                some = None  # a kernel that takes every type
                break
            for constraint in constraints:
                some.update(dtype(value) for value in constraint.allowed_values.list.type)
        if some:
            types[attr.name] = "|".join(sorted(some))
    return ";".join("%s=%s" % (name, types[name]) for name in sorted(types)) or None


def protos():
    """Fields and enum values that the text form of graphs, SavedModels and checkpoints may name."""
    from tensorflow.core.protobuf import meta_graph_pb2, saved_model_pb2, trackable_object_graph_pb2
    from tensorflow.python.training.checkpoint_state_pb2 import CheckpointState

    open_ones = [meta_graph_pb2.MetaGraphDef.DESCRIPTOR, saved_model_pb2.SavedModel.DESCRIPTOR, CheckpointState.DESCRIPTOR]
    open_ones.append(trackable_object_graph_pb2.TrackableObjectGraph.DESCRIPTOR)
    names = set()
    seen = set()
    while open_ones:
        message = open_ones.pop()
        if message.full_name in seen:
            continue
        seen.add(message.full_name)
        for field in message.fields:
            names.add((message.full_name, field.name))
            if field.message_type:
                open_ones.append(field.message_type)
            if field.enum_type:
                names.update((field.enum_type.full_name, value.name) for value in field.enum_type.values)
    for of, name in sorted(names):
        say("proto", of, name)


def main():
    versions()
    try:
        import keras
        say("beside", "keras", keras.__version__)
    except ImportError:
        pass
    for op in ops():
        takes = cpu_kernels(op)
        if takes is not None:
            say("kernel", op.name, takes)
    for name, value in sorted(types_pb2.DataType.items(), key=lambda item: item[1]):
        if value < 100:
            say("dtype", value, name[len("DT_"):])
    protos()


main()
