"""Writes the models of the benchmark with TensorFlow, an input for each, and what its native kernels compute from it.

    python models.py FOLDER

Weights and inputs come from seeds. models.json names the files, tells how far an output may be off, and counts
multiplications.
"""

import json
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import numpy as np
import tensorflow as tf
import tf_keras
from tensorflow.keras import layers
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

FOLDER = sys.argv[1]


def mobilenet():
    """MobileNetV2 1.0 224, with batch norms that do something and logits that are not flat."""
    model = tf.keras.applications.MobileNetV2(input_shape=(224, 224, 3), alpha=1.0, weights=None, classes=1000)
    random = np.random.default_rng(7)
    for layer in model.layers:
        weights = layer.get_weights()
        if isinstance(layer, layers.BatchNormalization):
            scale, shift, mean, variance = (w.shape for w in weights)
            drawn = [random.uniform(0.6, 1.4, scale), random.normal(0, 0.2, shift)]
            layer.set_weights(drawn + [random.normal(0, 0.1, mean), random.uniform(0.3, 1.5, variance)])
        elif len(weights) == 2:
            layer.set_weights([random.normal(0, 0.6, weights[0].shape), random.normal(0, 0.1, weights[1].shape)])
    return model, (1, 224, 224, 3), 300_774_272


def encoder():
    """Four transformer encoder blocks: 128 positions, width 256, four heads, feed-forward 1024 with GELU."""
    positions, width, heads, hidden, blocks = 128, 256, 4, 1024, 4
    x = inputs = layers.Input((positions, width), batch_size=1)
    for _ in range(blocks):
        attended = layers.MultiHeadAttention(heads, width // heads)(x, x)
        x = layers.LayerNormalization(epsilon=1e-6)(x + attended)
        y = layers.Dense(hidden, activation="gelu")(x)
        x = layers.LayerNormalization(epsilon=1e-6)(x + layers.Dense(width)(y))
    products = positions * (4 * width * width + 2 * width * hidden) + 2 * positions * positions * width
    return tf.keras.Model(inputs, x), (1, positions, width), blocks * products


def segmentation():
    """A small DeepLab: strided and dilated separable convolutions, image pooling, two resizes, a skip; 21 classes."""

    drawn = {"kernel_initializer": "he_normal", "bias_initializer": tf.keras.initializers.RandomNormal(stddev=0.1)}

    def pointwise(x, channels):
        return layers.Conv2D(channels, 1, activation="relu", **drawn)(x)

    def separable(x, channels, stride=1, dilation=1):
        x = layers.DepthwiseConv2D(3, stride, "same", dilation_rate=dilation, depthwise_initializer="he_normal")(x)
        return layers.ReLU(6.0)(layers.Conv2D(channels, 1, **drawn)(layers.ReLU(6.0)(x)))

    inputs = layers.Input((256, 256, 3), batch_size=1)
    x = layers.ReLU(6.0)(layers.Conv2D(32, 3, 2, "same", **drawn)(inputs))
    x = separable(x, 64)
    skip = separable(x, 96, 2)
    x = separable(separable(skip, 128, 2), 128)
    x = separable(separable(x, 256, 2), 256)
    branches = [pointwise(x, 128)]
    branches += [separable(x, 128, dilation=d) for d in (2, 4, 6)]
    pooled = pointwise(layers.GlobalAveragePooling2D(keepdims=True)(x), 128)
    branches.append(layers.UpSampling2D(16, interpolation="bilinear")(pooled))
    x = pointwise(layers.Concatenate()(branches), 128)
    x = layers.UpSampling2D(4, interpolation="bilinear")(x)
    x = layers.Concatenate()([x, pointwise(skip, 32)])
    x = layers.Conv2D(21, 1, **drawn)(separable(x, 128))
    return tf.keras.Model(inputs, layers.UpSampling2D(4, interpolation="bilinear")(x)), (1, 256, 256, 3), None


def lstm():
    """Two LSTM layers of 256 over 64 steps and a classifier. The converter fuses layers of Keras 2 only."""
    steps, width = 64, 256
    x = inputs = tf_keras.layers.Input((steps, width), batch_size=1)
    x = tf_keras.layers.LSTM(width, return_sequences=True)(x)
    x = tf_keras.layers.LSTM(width, return_sequences=True)(x)
    model = tf_keras.Model(inputs, tf_keras.layers.Dense(32)(x))
    return model, (1, steps, width), steps * (2 * 4 * 2 * width * width + 32 * width)


def frozen(model, shape):
    function = tf.function(lambda x: model(x, training=False), input_signature=[tf.TensorSpec(shape, tf.float32, "input")])
    return convert_variables_to_constants_v2(function.get_concrete_function())


def converter(model, shape):
    if isinstance(model, tf_keras.Model):
        return tf.lite.TFLiteConverter.from_keras_model(model)
    return tf.lite.TFLiteConverter.from_concrete_functions([frozen(model, shape)])


def quantized(make):
    """int8 inside, float32 at both ends: LiteRT.js takes no int8."""
    make.optimizations = [tf.lite.Optimize.DEFAULT]
    random = np.random.default_rng(8)
    shape = (1, 224, 224, 3)
    make.representative_dataset = lambda: ([random.uniform(-1, 1, shape).astype(np.float32)] for _ in range(8))
    make.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
    return make.convert()


def products(flatbuffer):
    """Multiplications of the convolutions and fully connected operators."""
    details = tf.lite.Interpreter(model_content=flatbuffer)
    shapes = {t["index"]: t["shape"] for t in details.get_tensor_details()}
    count = 0
    for op in details._get_ops_details():
        if op["op_name"] in ("CONV_2D", "FULLY_CONNECTED"):
            count += int(np.prod(shapes[op["outputs"][0]]) * np.prod(shapes[op["inputs"][1]][1:]))
        elif op["op_name"] == "DEPTHWISE_CONV_2D":
            count += int(np.prod(shapes[op["outputs"][0]]) * np.prod(shapes[op["inputs"][1]][1:3]))
    return count


def write(name, flatbuffer, shape, tolerance, macs):
    drawn = np.random.default_rng(9).uniform(-1, 1, shape).astype(np.float32)
    kernels = tf.lite.experimental.OpResolverType.BUILTIN_WITHOUT_DEFAULT_DELEGATES
    native = tf.lite.Interpreter(model_content=flatbuffer, num_threads=1, experimental_op_resolver_type=kernels)
    native.allocate_tensors()
    native.set_tensor(native.get_input_details()[0]["index"], drawn)
    native.invoke()
    output = native.get_tensor(native.get_output_details()[0]["index"])
    for kind, data in [("tflite", flatbuffer), ("input", drawn.tobytes()), ("output", output.tobytes())]:
        with open(f"{FOLDER}/{name}.{kind}", "wb") as file:
            file.write(data)
    ports = [{"dtype": "float32", "shape": list(array.shape)} for array in (drawn, output)]
    described = {"name": name, "inputs": ports[:1], "outputs": ports[1:], "answers": ["output"]}
    return {**described, "tolerance": tolerance * float(np.abs(output).max()), "macs": macs or products(flatbuffer)}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    tf.keras.utils.set_random_seed(1234)
    written = []
    for build in (mobilenet, encoder, segmentation, lstm):
        model, shape, macs = build()
        name = "mobilenet_v2" if build is mobilenet else build.__name__
        written.append(write(f"{name}_f32", converter(model, shape).convert(), shape, 1e-4, macs))
        if build is mobilenet:
            # A step of the output is 1/256; a few may add up.
            written.append(write(f"{name}_int8", quantized(converter(model, shape)), shape, 0.05, macs))
    with open(f"{FOLDER}/models.json", "w") as file:
        json.dump(written, file, indent=1)


if __name__ == "__main__":
    main()
