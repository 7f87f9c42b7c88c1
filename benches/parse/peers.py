"""Times what TensorFlow's own Python takes for the files of files.py: processor time in milliseconds, the least of three.

    python peers.py FOLDER        prints lines `NAME MILLISECONDS`
"""

import os
import sys
import time

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf import saved_model_pb2
from tensorflow.lite.python import schema_py_generated as schema


def lite(data):
    """Names, shapes and inputs of everything, by the flatbuffers reader: what a list of tensors and operators needs."""
    model = schema.Model.GetRootAs(data)
    graph = model.Subgraphs(0)
    for index in range(graph.TensorsLength()):
        tensor = graph.Tensors(index)
        tensor.Name(), tensor.ShapeAsNumpy(), tensor.Type(), tensor.Buffer(), tensor.Quantization()
    for index in range(graph.OperatorsLength()):
        operator = graph.Operators(index)
        operator.OpcodeIndex(), operator.InputsAsNumpy(), operator.OutputsAsNumpy(), operator.BuiltinOptionsType()


def main(folder):
    at = lambda name: os.path.join(folder, name)
    read = lambda name: open(at(name), "rb").read()
    listed = lambda name: tf.train.load_checkpoint(at(name)).get_variable_to_shape_map()

    def values(name):
        reader = tf.train.load_checkpoint(at(name))
        for key in reader.get_variable_to_shape_map():
            reader.get_tensor(key)

    work = {
        "graph.pb": lambda: tf.compat.v1.GraphDef.FromString(read("graph.pb")),
        "graph.pbtxt": lambda: text_format.Parse(read("graph.pbtxt"), tf.compat.v1.GraphDef()),
        "saved_model.pb": lambda: saved_model_pb2.SavedModel.FromString(read("saved_model.pb")),
        "model.tflite": lambda: lite(read("model.tflite")),
        "v2": lambda: listed("v2"),
        "v2-values": lambda: values("v2"),
        "v1": lambda: listed("v1"),
    }
    for name, do in work.items():
        times = []
        for _ in range(3):
            start = time.process_time()
            do()
            times.append(time.process_time() - start)
        print(name, f"{min(times) * 1000:.3f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
