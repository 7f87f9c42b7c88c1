"""Writes models of one operator each with TensorFlow, in shapes that the networks of benches/web have.

    python models.py FOLDER

Weights come from seeds. models.tsv names file, kernel and type, and counts multiplications.
"""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import numpy as np
import tensorflow as tf

FOLDER = sys.argv[1]


def drawn(*shape):
    return np.random.default_rng(len(shape)).normal(0, 0.3, shape).astype(np.float32)


def convolution(size, channels, outputs, taps, stride=1):
    """CONV_2D of a square picture."""
    weights, bias = drawn(taps, taps, channels, outputs), drawn(outputs)
    shape = (1, size, size, channels)
    macs = (size // stride) ** 2 * taps * taps * channels * outputs
    return shape, macs, lambda x: tf.nn.relu6(tf.nn.conv2d(x, weights, stride, "SAME") + bias)


def depthwise(size, channels, stride=1):
    """DEPTHWISE_CONV_2D, three by three."""
    weights, bias = drawn(3, 3, channels, 1), drawn(channels)
    strides = [1, stride, stride, 1]
    shape = (1, size, size, channels)
    macs = (size // stride) ** 2 * 9 * channels
    return shape, macs, lambda x: tf.nn.relu6(tf.nn.depthwise_conv2d(x, weights, strides, "SAME") + bias)


def dense(rows, depth, outputs):
    """FULLY_CONNECTED."""
    weights, bias = drawn(depth, outputs), drawn(outputs)
    return (rows, depth), rows * depth * outputs, lambda x: tf.matmul(x, weights) + bias


def products(stack, rows, depth):
    """BATCH_MATMUL of two operands that the run gives."""
    return (stack, rows, depth), stack * rows * rows * depth, lambda x: tf.matmul(x, x, transpose_b=True)


KERNELS = {
    "conv 1x1, 112x112, 16 to 96": convolution(112, 16, 96, 1),
    "conv 1x1, 28x28, 192 to 32": convolution(28, 192, 32, 1),
    "conv 1x1, 14x14, 96 to 576": convolution(14, 96, 576, 1),
    "conv 1x1, 7x7, 320 to 1280": convolution(7, 320, 1280, 1),
    "conv 3x3 by 2, 224x224, 3 to 32": convolution(224, 3, 32, 3, 2),
    "conv 3x3, 28x28, 64 to 64": convolution(28, 64, 64, 3),
    "depthwise 3x3, 56x56, 144": depthwise(56, 144),
    "depthwise 3x3 by 2, 28x28, 192": depthwise(28, 192, 2),
    "fully connected, 1 row, 1280 to 1000": dense(1, 1280, 1000),
    "fully connected, 128 rows, 256 to 1024": dense(128, 256, 1024),
    "batch matmul, 8 of 128x64x128": products(8, 128, 64),
}


def main():
    os.makedirs(FOLDER, exist_ok=True)
    written = []
    for index, (name, (shape, macs, function)) in enumerate(KERNELS.items()):
        traced = tf.function(function, input_signature=[tf.TensorSpec(shape, tf.float32, "x")]).get_concrete_function()
        for dtype in ("float32", "int8"):
            make = tf.lite.TFLiteConverter.from_concrete_functions([traced])
            if dtype == "int8":
                random = np.random.default_rng(8)
                make.optimizations = [tf.lite.Optimize.DEFAULT]
                make.representative_dataset = lambda: ([random.uniform(-1, 1, shape).astype(np.float32)] for _ in range(4))
                make.target_spec.supported_ops = [tf.lite.OpsSet.TFLITE_BUILTINS_INT8]
                make.inference_input_type = make.inference_output_type = tf.int8
            file = f"{index}_{dtype}.tflite"
            with open(f"{FOLDER}/{file}", "wb") as out:
                out.write(make.convert())
            written.append(f"{file}\t{name}\t{dtype}\t{macs}\n")
    with open(f"{FOLDER}/models.tsv", "w") as out:
        out.writelines(written)


if __name__ == "__main__":
    main()
