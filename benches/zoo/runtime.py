"""Records what the runtime computes for the models of a folder that fetch.py filled.

    python runtime.py FOLDER

Each model gets inputs from a seed, one file with all of them (FOLDER/NAME.input), and the outputs of a first invocation with the
reference kernels, the builtin kernels and the default delegate (FOLDER/NAME.reference, .builtin, .delegate), or of TensorFlow Lite Micro where
none of them runs the model (FOLDER/NAME.micro). FOLDER/models.json lists them for main.mjs, with how far the kernels are apart: of models
that quantize floats on the fly also how far inputs that differ in their last bits move the result, because one of many roundings goes the
other way then. A model without any answer is listed with the error and its inputs.
"""

import json
import os
import pickle
import signal
import sys

import numpy as np
from ai_edge_litert.interpreter import Interpreter, OpResolverType

FOLDER = sys.argv[1]
KERNELS = {
    "reference": OpResolverType.BUILTIN_REF,
    "builtin": OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES,
    "delegate": OpResolverType.AUTO,
}
LIMIT = 120


def drawn(dtype, shape, random):
    if dtype in (np.float32, np.float64, np.float16):
        # Images are in 0..1; what has fewer dimensions is audio or vectors, of both signs.
        values = random.random(shape)
        return (values if len(shape) > 3 else values * 2 - 1).astype(dtype)
    if dtype in (np.int8, np.uint8):
        info = np.iinfo(dtype)
        return random.integers(info.min, info.max + 1, shape).astype(dtype)
    if dtype == np.int16:
        return random.integers(-8000, 8000, shape).astype(dtype)
    if dtype in (np.int32, np.int64):
        return random.integers(0, 10, shape).astype(dtype)
    if dtype == np.bool_:
        return random.integers(0, 2, shape).astype(dtype)
    raise ValueError(f"an input of {dtype}")


def prepared(path, kernels):
    """The interpreter and inputs for it; dimensions of size 0 become 1."""
    model = Interpreter(model_path=path, experimental_op_resolver_type=kernels, num_threads=1)
    random = np.random.default_rng(20261122)
    inputs = []
    for port in model.get_input_details():
        shape = [max(1, int(size)) for size in port["shape"]]
        if 0 in port["shape"]:
            model.resize_tensor_input(port["index"], shape)
        inputs.append(drawn(port["dtype"], shape, random))
    return model, inputs


def quantizes(model):
    """Whether it quantizes floats on the fly, for weights of 8 bits."""
    dtypes = {tensor["index"]: tensor["dtype"] for tensor in model.get_tensor_details()}
    operands = [[dtypes.get(tensor) for tensor in op["inputs"][:2]] for op in model._get_ops_details()]
    return [np.float32, np.int8] in operands


def invoked(path, kernels, factor=1):
    """Inputs and outputs of the first invocation; float inputs are multiplied by `factor`."""
    model, inputs = prepared(path, kernels)
    model.allocate_tensors()
    inputs = [(values * values.dtype.type(factor)) if values.dtype.kind == "f" else values for values in inputs]
    for port, values in zip(model.get_input_details(), inputs):
        model.set_tensor(port["index"], values)
    model.invoke()
    return inputs, [model.get_tensor(port["index"]) for port in model.get_output_details()]


def moved(path):
    """Outputs for inputs larger by two units in the last place, where that can turn a rounding; otherwise none."""
    if quantizes(prepared(path, KERNELS["builtin"])[0]):
        return invoked(path, KERNELS["builtin"], 1 + 2**-22)[1]
    return []


def invoked_micro(path):
    """The same in TensorFlow Lite Micro."""
    from tflite_micro.python.tflite_micro import runtime
    model, inputs = prepared(path, KERNELS["reference"])
    outputs = len(model.get_output_details())
    micro = runtime.Interpreter.from_file(path, arena_size=64 << 20)
    for i, values in enumerate(inputs):
        micro.set_input(values, i)
    micro.invoke()
    return inputs, [np.asarray(micro.get_output(i)) for i in range(outputs)]


def apart(function):
    """Runs in a process of its own, which a model may crash."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        signal.alarm(LIMIT)
        try:
            result = function()
        except Exception as error:
            result = str(error).split("\n")[0]
        with os.fdopen(writing, "wb") as pipe:
            pickle.dump(result, pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        data = pipe.read()
    _, status = os.waitpid(child, 0)
    return pickle.loads(data) if data else f"ended with status {status}"


def write(name, kind, arrays):
    with open(f"{FOLDER}/{name}.{kind}", "wb") as file:
        file.writelines(array.tobytes() for array in arrays)


def ports(arrays):
    return [{"dtype": array.dtype.name, "shape": list(array.shape)} for array in arrays]


def spread(answers):
    """How far the runtime's own kernels are apart: floats relative to the output's magnitude, integers in steps."""
    relative, steps = 0.0, 0
    for one, other in [(answers[0], other) for other in answers[1:]]:
        for a, b in zip(one, other):
            if a.shape != b.shape or not a.size:
                continue
            a, b, exact = a.astype(np.float64), b.astype(np.float64), a.dtype.kind != "f"
            most = float(np.nan_to_num(np.abs(a - b)).max())
            if exact:
                steps = max(steps, most)
            elif most:
                relative = max(relative, most / float(np.abs(a).max()))
    return {"relative": relative, "steps": steps}


def record(name, source):
    path = f"{FOLDER}/models/{name}.tflite"
    entry = {"name": name, "file": f"models/{name}.tflite", "source": source, "inputs": [], "outputs": [], "answers": []}
    answers = []
    ways = {kind: lambda kernels=kernels: invoked(path, kernels) for kind, kernels in KERNELS.items()}
    for kind, way in {**ways, "micro": lambda: invoked_micro(path)}.items():
        if kind == "micro" and answers:
            continue
        result = apart(way)
        if isinstance(result, str):
            entry["error"] = result
            continue
        inputs, outputs = result
        if any(array.dtype.kind not in "iubf" for array in inputs + outputs):
            entry["error"] = "inputs or outputs are strings"
            continue
        write(name, "input", inputs)
        write(name, kind, outputs)
        answers.append(outputs)
        entry.update(inputs=ports(inputs), outputs=ports(outputs), answers=[*entry["answers"], kind])
    if answers:
        turned = apart(lambda: moved(path))
        return {**entry, "spread": spread([*answers, *([turned] if isinstance(turned, list) else [])])}
    inputs = apart(lambda: prepared(path, KERNELS["reference"])[1])
    if isinstance(inputs, list):
        write(name, "input", inputs)
        entry["inputs"] = ports(inputs)
    return entry


def main():
    with open(f"{FOLDER}/sources.json") as file:
        sources = json.load(file)
    entries = [record(name, found["source"]) for name, found in sources.items()]
    with open(f"{FOLDER}/models.json", "w") as file:
        json.dump(entries, file, indent=1)


if __name__ == "__main__":
    main()
