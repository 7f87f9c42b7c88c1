"""Converts models of a single operator, or a few that belong together, in the forms and sizes that networks have: what a kernel takes beside the peers'.

    python operators.py FOLDER [f32] [i8] [i16]
    python runtime.py FOLDER
    node main.mjs FOLDER DIST --rounds 5 --turn 30 --warm-up 150

FOLDER/models gets NAME_f32.tflite (floats), NAME_i8.tflite (int8 in and out) and NAME_i16.tflite (int16 activations, int8 weights), where the converter
has them. About half a millisecond of a row with 200,000 floats is the copy of inputs and outputs.
"""

import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import numpy as np
import tensorflow as tf

FOLDER = os.path.join(sys.argv[1], "models")
FORMS = sys.argv[2:] or ["f32", "i8"]
RANDOM = np.random.default_rng(20261201)
OPS = tf.lite.OpsSet
TARGETS = {"i8": (OPS.TFLITE_BUILTINS_INT8, tf.int8), "i16": (OPS.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8, tf.int16)}

SHAPE = (1, 56, 56, 64)
# Name: function of tensors, their shapes, whether there is a quantized form.
MODELS = {}


def model(name, function, *shapes, quantized=True):
    MODELS[name] = (function, shapes or (SHAPE,), quantized)


def weights(*shape):
    return tf.constant(RANDOM.uniform(-0.1, 0.1, shape).astype(np.float32))


def numbers(most, *shape):
    return tf.constant(RANDOM.integers(0, most, shape), tf.int32)


def convolutions():
    def conv(name, window, channels, shape, groups=1, stride=1, dilation=1, padding="SAME"):
        kernel = weights(*window, shape[-1] // groups, channels)
        model(name, lambda x: tf.nn.conv2d(x, kernel, stride, padding, dilations=dilation), shape)

    conv("conv_groups4", (3, 3), 64, SHAPE, groups=4)
    conv("conv_groups32", (3, 3), 128, (1, 28, 28, 128), groups=32)
    conv("conv_dilated2", (3, 3), 64, SHAPE, dilation=2)
    conv("conv_5x5_stride2", (5, 5), 32, (1, 128, 128, 3), stride=2)
    conv("conv_11x11_stride4", (11, 11), 64, (1, 227, 227, 3), stride=4, padding="VALID")
    conv("conv_odd_channels", (3, 3), 51, (1, 30, 30, 37))
    conv("conv_of_sequence", (9, 1), 64, (1, 500, 1, 64))
    conv("conv_1x7", (1, 7), 64, (1, 17, 17, 64))

    def depthwise(name, window, shape, multiplier=1, stride=1, dilation=1):
        kernel = weights(*window, shape[-1], multiplier)
        model(name, lambda x: tf.nn.depthwise_conv2d(x, kernel, [1, stride, stride, 1], "SAME", dilations=[dilation] * 2), shape)

    depthwise("depthwise_dilated2", (3, 3), SHAPE, dilation=2)
    depthwise("depthwise_multiplier2", (3, 3), (1, 56, 56, 32), multiplier=2)
    depthwise("depthwise_1_to_8", (3, 3), (1, 96, 96, 1), multiplier=8, stride=2)
    depthwise("depthwise_1x9", (1, 9), (1, 20, 100, 64))
    depthwise("depthwise_9x9", (9, 9), (1, 28, 28, 64))
    for taps in (3, 4):
        kernel = weights(taps, taps, 32, 64)
        model(f"transpose_conv_{taps}x{taps}", lambda x, kernel=kernel: tf.nn.conv2d_transpose(x, kernel, [1, 56, 56, 32], 2, "SAME"), (1, 28, 28, 64))
    forward, backward = weights(3, 3, 3, 8, 16), weights(3, 3, 3, 16, 8)
    model("conv_3d", lambda x: tf.nn.conv3d(x, forward, [1] * 5, "SAME"), (1, 16, 32, 32, 8), quantized=False)
    transposed = lambda x: tf.nn.conv3d_transpose(x, backward, [1, 16, 32, 32, 16], [1, 2, 2, 2, 1], "SAME")
    model("conv_3d_transpose", transposed, (1, 8, 16, 16, 8), quantized=False)
    model("average_pool_3x3_stride2", lambda x: tf.nn.avg_pool2d(x, 3, 2, "SAME"))
    model("average_pool_all", lambda x: tf.nn.avg_pool2d(x, 56, 56, "VALID"))
    model("max_pool_2x2", lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID"))
    model("max_pool_5x5", lambda x: tf.nn.max_pool2d(x, 5, 1, "SAME"))


def products():
    heads, keys = (12, 196, 64), (12, 64, 196)
    model("matmul", tf.matmul, heads, keys)
    model("matmul_transposed", lambda a, b: tf.matmul(a, b, transpose_b=True), heads, heads)
    model("matmul_of_one_row", tf.matmul, (12, 1, 64), (12, 64, 500))
    model("matmul_broadcast", tf.matmul, heads, (1, 64, 196))
    model("attention_scores", lambda a, b: tf.einsum("bqhd,bkhd->bhqk", a, b), (1, 196, 12, 64), (1, 196, 12, 64))
    model("attention_values", lambda a, b: tf.einsum("bhqk,bkhd->bqhd", a, b), (1, 12, 196, 196), (1, 196, 12, 64))
    square, odd = weights(768, 768), weights(333, 77)
    for rows in (1, 4, 196):
        model(f"fully_connected_{rows}", lambda x: tf.matmul(x, square), (rows, 768))
    model("fully_connected_odd", lambda x: tf.matmul(x, odd), (55, 333))


def reductions():
    for name, function in {"mean": tf.reduce_mean, "sum": tf.reduce_sum, "max": tf.reduce_max, "min": tf.reduce_min}.items():
        for along, axes in {"pixels": [1, 2], "channels": [-1], "rows": [1]}.items():
            model(f"{name}_of_{along}", lambda x, function=function, axes=axes: function(x, axes))
    model("product_of_channels", lambda x: tf.reduce_prod(x, -1), quantized=False)
    model("arg_max_of_channels", lambda x: tf.argmax(x, -1, tf.int32))
    model("arg_max_of_rows", lambda x: tf.argmax(x, 1, tf.int32))
    model("cumsum_of_channels", lambda x: tf.cumsum(x, -1), (3136, 64), quantized=False)
    model("cumsum_of_rows", lambda x: tf.cumsum(x, 0), (3136, 64), quantized=False)
    model("top_10_of_1000", lambda x: tf.math.top_k(x, 10)[0], (100, 1000))
    model("top_100_of_20000", lambda x: tf.math.top_k(x, 100)[0], (1, 20000))
    model("softmax", tf.nn.softmax, (196, 1000))
    model("softmax_of_8", tf.nn.softmax, (20000, 8))
    model("log_softmax", tf.nn.log_softmax, (196, 1000))
    model("l2_normalization", lambda x: tf.nn.l2_normalize(x, -1), (3136, 64))
    model("local_response", lambda x: tf.nn.local_response_normalization(x, 5, 1.0, 1e-4, 0.75), (1, 28, 28, 64), quantized=False)
    scale, offset = weights(768), weights(768)

    def normalized(x, axes, epsilon):
        return (x - tf.reduce_mean(x, axes, keepdims=True)) * tf.math.rsqrt(tf.math.reduce_variance(x, axes, keepdims=True) + epsilon)

    model("layer_normalization", lambda x: normalized(x, -1, 1e-6) * scale + offset, (196, 768))
    model("instance_normalization", lambda x: normalized(x, [1, 2], 1e-6))
    model("group_normalization", lambda x: tf.reshape(normalized(tf.reshape(x, [1, 56, 56, 8, 8]), [1, 2, 4], 1e-5), SHAPE))
    model("rms_normalization", lambda x: x * tf.math.rsqrt(tf.reduce_mean(x * x, -1, keepdims=True) + 1e-6) * scale, (196, 768))


def movement():
    for name, order, shape in [
        ("to_planes", [0, 3, 1, 2], SHAPE),
        ("to_pixels", [0, 2, 3, 1], (1, 64, 56, 56)),
        ("heads", [0, 2, 1, 3], (1, 196, 12, 64)),
        ("matrix", [1, 0], (512, 400)),
        ("pairs", [0, 1, 4, 2, 3], (1, 28, 28, 2, 64)),
        ("windows", [0, 1, 3, 2, 4, 5], (1, 8, 7, 8, 7, 64)),
        ("shuffle", [0, 1, 2, 4, 3], (1, 28, 28, 4, 60)),
    ]:
        model(f"transpose_{name}", lambda x, order=order: tf.transpose(x, order), shape)
    model("concatenation_of_channels", lambda x: tf.concat([x, tf.nn.relu(x), x], -1))
    model("concatenation_of_rows", lambda x: tf.concat([x, tf.nn.relu(x)], 1))
    model("split_channels", lambda x: tf.add_n(tf.split(x, 4, -1)))
    model("unstack", lambda x: tf.stack(tf.unstack(x, axis=1)[::2], 1))
    model("slice_stride2", lambda x: x[:, ::2, ::2, :])
    model("slice_backwards", lambda x: x[:, ::-1])
    model("slice_channels", lambda x: x[..., 3:50])
    rows, pixels = numbers(3000, 3000), numbers(50, 3000, 2)
    model("gather_rows", lambda x: tf.gather(x, rows), (3136, 64))
    model("gather_columns", lambda x: tf.gather(x, rows % 64, axis=1), (300, 64))
    model("gather_nd", lambda x: tf.gather_nd(x, pixels), (56, 56, 64))
    model("scatter_nd", lambda x: tf.scatter_nd(rows[:, None], x[:3000], [3136, 64]), (3136, 64), quantized=False)
    model("segment_sum", lambda x: tf.math.unsorted_segment_sum(x, rows, 3000), (3000, 64), quantized=False)
    model("tile", lambda x: tf.tile(x, [1, 2, 2, 1]), (1, 28, 28, 64))
    model("tile_one_channel", lambda x: tf.tile(x, [1, 1, 1, 64]), (1, 56, 56, 1))
    model("broadcast_to", lambda x: tf.broadcast_to(x, SHAPE), (1, 1, 1, 64), quantized=False)
    model("resize_bilinear", lambda x: tf.image.resize(x, (56, 56)), (1, 28, 28, 64))
    model("resize_to_picture", lambda x: tf.compat.v1.image.resize_bilinear(x, (224, 224), align_corners=True), (1, 32, 32, 3))
    model("resize_nearest", lambda x: tf.image.resize(x, (56, 56), "nearest"), (1, 28, 28, 64))
    model("pad_pixels", lambda x: tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]]))
    model("pad_channels", lambda x: tf.pad(x, [[0, 0], [0, 0], [0, 0], [3, 5]]))
    model("mirror_pad", lambda x: tf.pad(x, [[0, 0], [3, 3], [3, 3], [0, 0]], "REFLECT"))
    model("depth_to_space_2", lambda x: tf.nn.depth_to_space(x, 2))
    model("depth_to_space_4", lambda x: tf.nn.depth_to_space(x, 4), (1, 128, 128, 48))
    model("space_to_depth", lambda x: tf.nn.space_to_depth(x, 2))
    model("batch_to_space", lambda x: tf.batch_to_space(x, [2, 2], [[0, 0], [0, 0]]), (4, 28, 28, 64))
    model("space_to_batch", lambda x: tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]]))
    model("one_hot", lambda x: tf.one_hot(tf.cast(x * 64, tf.int32), 64), (3136,), quantized=False)
    model("reverse", lambda x: tf.reverse(x, [2]), quantized=False)


def elementwise():
    functions = {
        "abs": tf.abs, "neg": tf.negative, "square": tf.square, "exp": tf.exp, "tanh": tf.tanh, "logistic": tf.sigmoid, "elu": tf.nn.elu,
        "relu": tf.nn.relu, "relu6": tf.nn.relu6, "leaky_relu": tf.nn.leaky_relu, "hard_swish": lambda x: x * tf.nn.relu6(x + 3) * (1 / 6),
        "gelu": lambda x: tf.nn.gelu(x, approximate=False), "swish": lambda x: x * tf.sigmoid(x), "selu": tf.nn.selu,
        "mish": lambda x: x * tf.tanh(tf.nn.softplus(x)), "sqrt": lambda x: tf.sqrt(tf.abs(x) + 0.1),
        "rsqrt": lambda x: tf.math.rsqrt(tf.abs(x) + 0.1), "log": lambda x: tf.math.log(tf.abs(x) + 0.1), "pow": lambda x: tf.pow(tf.abs(x) + 0.1, 1.7),
    }  # fmt: skip
    for name, function in functions.items():
        model(name, function)
    for name, function in {"floor": tf.floor, "ceil": tf.math.ceil, "round": tf.round, "sin": tf.sin, "cos": tf.cos, "sign": tf.sign}.items():
        model(name, function, quantized=False)
    binary = {
        "add": tf.add, "sub": tf.subtract, "mul": tf.multiply, "div": lambda a, b: a / (tf.abs(b) + 1), "maximum": tf.maximum,
        "minimum": tf.minimum, "squared_difference": tf.math.squared_difference,
    }  # fmt: skip
    channels, row = weights(64), weights(1, 56, 1, 1)
    for name, function in binary.items():
        model(name, function, SHAPE, SHAPE)
        model(f"{name}_channels", lambda x, function=function: function(x, channels))
        model(f"{name}_channels_first", lambda x, function=function: function(channels, x))
        model(f"{name}_row", lambda x, function=function: function(x, row))
        model(f"{name}_number", lambda x, function=function: function(x, tf.constant(0.37)))
        model(f"{name}_pixels", function, SHAPE, (1, 56, 56, 1))
        model(f"{name}_excitation", function, SHAPE, (1, 1, 1, 64))
        model(f"{name}_outer", function, (1, 300, 1, 64), (1, 1, 30, 64))
    model("prelu", lambda x: tf.maximum(x, 0) + channels * tf.minimum(x, 0))
    model("gated", lambda x: tf.split(x, 2, -1)[0] * tf.sigmoid(tf.split(x, 2, -1)[1]))
    model("select", lambda x, y: tf.where(x > y, x, y * 2), SHAPE, SHAPE)
    model("select_number", lambda x: tf.where(x > 0, x, 0.5))
    model("mask", lambda x: x * tf.cast(x > 0.1, tf.float32), quantized=False)
    either = lambda x, y: tf.logical_and(x > 0, tf.logical_or(y > 0, tf.logical_not(x < 1)))
    model("logic", lambda x, y: tf.cast(either(x, y), tf.float32), SHAPE, SHAPE, quantized=False)
    model("equal", lambda x, y: tf.cast(tf.equal(x, y), tf.float32), SHAPE, SHAPE, quantized=False)
    model("cast", lambda x: tf.cast(tf.cast(x * 100, tf.int32), tf.float32), quantized=False)
    model("floor_mod", lambda x, y: tf.math.floormod(x, tf.abs(y) + 1), SHAPE, SHAPE, quantized=False)
    model("rfft", lambda x: tf.abs(tf.signal.rfft(x)), (100, 512), quantized=False)


def converted(function, shapes, form):
    specs = [tf.TensorSpec(shape, tf.float32) for shape in shapes]
    function = tf.autograph.experimental.do_not_convert(function)
    traced = tf.function(function, input_signature=specs)
    converter = tf.lite.TFLiteConverter.from_concrete_functions([traced.get_concrete_function()], traced)
    if form in TARGETS:
        values = np.random.default_rng(1)
        converter.optimizations = [tf.lite.Optimize.DEFAULT]
        converter.representative_dataset = lambda: ([values.uniform(-2, 2, shape).astype(np.float32) for shape in shapes] for _ in range(4))
        ops, outside = TARGETS[form]
        converter.target_spec.supported_ops = [ops]
        converter.inference_input_type = converter.inference_output_type = outside
    return converter.convert()


def main():
    os.makedirs(FOLDER, exist_ok=True)
    for group in (convolutions, products, reductions, movement, elementwise):
        group()
    for form in FORMS:
        for name, (function, shapes, quantized) in MODELS.items():
            path = os.path.join(FOLDER, f"{name}_{form}.tflite")
            if os.path.exists(path) or (form != "f32" and not quantized):
                continue
            try:
                content = converted(function, shapes, form)
            except Exception as error:
                print(f"{name} has no {form}: {str(error).strip().splitlines()[-1][:120]}", flush=True)
                continue
            with open(path, "wb") as file:
                file.write(content)


main()
