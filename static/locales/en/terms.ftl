# Explanations of the terms on the page, fetched with the first one that is opened. The concepts page of the documentation
# is generated from them, in this order. Code is in backticks.

terms-more = More in Concepts

## The answer

term-requirement = One thing that a file asks of a release, such as version 5 of `CONV_2D` or a data type. Each requirement lists the nodes or fields that show it, and the source of the fact behind it. A release loads the file if it meets all of them.
    .name = Requirement
term-capability = One thing that a release accepts: an op version, a data type, an attribute. Capabilities are rows of the tables that come with Vintage, each with its source.
    .name = Capability
term-window = The releases of one channel that load the file. A requirement may set the start of the window, its end, or a gap inside it.
    .name = Window
term-verdict = Whether a release loads the file: it loads, it loads with a warning, it is refused, or the outcome is unknown. Unknown means that no fact covers the release; it does not mean refused.
    .name = Verdict
term-certainty = How a fact is known. Observed: a released binary was run. Derived: read in the source of the implementation. Promised: a documented guarantee.
    .name = Certainty
term-finding = A statement about the file beside its window, with a severity and advice: for example, that its metadata names a release which refuses it. A finding never changes a verdict.
    .name = Finding
term-action = What a program does with the file: restore a checkpoint or read its values, load a SavedModel in TensorFlow or in Keras, run a `.tflite` model with or without delegates. Each action needs other capabilities, so each has its own window.
    .name = Action
term-release-channel = A package with an ordered list of releases: `tensorflow`, `tflite-runtime`, `ai-edge-litert` or `keras`. The same code can have different release numbers in two channels.
    .name = Release channel

## TensorFlow Lite models

term-op-version = The version number of a built-in operator, which a `.tflite` file stores for each operator that it uses. The converter writes a higher number when the model uses a newer feature of the operator. A runtime that does not know the number refuses the model.
    .name = Op version
term-opcode = The number of a built-in operator in the schema of TensorFlow Lite. A model stores the opcode and the version of each operator that it uses once, in its list of operator codes. Numbers above 126 are in a second field, which old runtimes do not read.
    .name = Opcode
term-custom-op = An operator that is not built into TensorFlow Lite. The file stores its name; the application must register a kernel under that name, otherwise the runtime refuses the model.
    .name = Custom op
term-flex-op = A TensorFlow op in a `.tflite` model, stored as a custom op whose name begins with `Flex`. It runs in the Flex delegate, which adds kernels of TensorFlow to the application.
    .name = Flex op
term-delegate = A library that takes over nodes of a `.tflite` model and runs them with other kernels or on other hardware, such as XNNPACK on the CPU or the GPU delegate. The interpreter runs the nodes that the delegate does not take.
    .name = Delegate
term-quantization = Storing real numbers as small integers, such as int8. Each quantized tensor has a scale and a zero point: the real value is `scale * (q - zero_point)`. A quantized model is smaller, and often faster.
    .name = Quantization
term-zero-point = The integer that stands for the real value 0 in a quantized tensor. The real value of an integer `q` is `scale * (q - zero_point)`. Symmetric quantization has a zero point of 0.
    .name = Zero point
term-per-channel = Quantization with a scale for each slice of a tensor along one axis, usually for each output channel of the weights. Per-tensor quantization has one scale for all values. Per-channel weights lose less accuracy; some operators need a higher op version for them.
    .name = Per-channel
term-dynamic-range = Quantization with float activations and int8 or int4 weights. The runtime quantizes the activations of an operator while it runs, and the result is float again. No calibration data is needed.
    .name = Dynamic-range
term-signature = A named entry point of a model, with named inputs and outputs, such as `serving_default`. A program calls a signature by name and does not depend on tensor numbers.
    .name = Signature

## Graphs

term-producer = The GraphDef version of the TensorFlow that wrote a graph or checkpoint. It grows over time and differs from the release number. Some checks depend on it: a release refuses a graph with an op that was removed in that version or before.
    .name = producer
term-min_consumer = The smallest GraphDef version that a reader of the file may have. A TensorFlow release with a smaller number refuses the file, even if it knows all of its ops.
    .name = min_consumer
term-bad_consumers = GraphDef versions that must not read the file, even though they are not below `min_consumer`. A writer lists releases here that are known to misread it.
    .name = bad_consumers
term-frozen-graph = A GraphDef whose variables were replaced by constants. It needs no checkpoint: `import_graph_def` is enough to load it.
    .name = Frozen graph

## Checkpoints and saved models

term-checkpoint = The values of a program’s variables in files: an index (`.index`) and one or more shards (`.data-00000-of-00001`). A checkpoint has no graph: a program with matching variables must exist before it can be restored.
    .name = Checkpoint
term-object-based-checkpoint = The form that `tf.train.Checkpoint` writes. It contains the object graph, so values are matched by the path of their object, such as `net/l1/kernel`, not by the names of variables.
    .name = Object-based checkpoint
term-name-based-checkpoint = The form that `tf.compat.v1.train.Saver` writes. Values are matched by the names of variables. Its oldest format, V1, has one file per checkpoint or shard and no `.index`.
    .name = Name-based checkpoint
term-object-graph = The objects of a program (models, layers, optimizers, variables) and the named edges between them, as TensorFlow 2 stores them in a checkpoint or SavedModel. A restore walks this graph and the program’s own side by side.
    .name = Object graph
term-slot-variable = A variable that an optimizer keeps for another variable, such as the `m` and `v` of Adam. It is needed to continue training, and not for inference.
    .name = Slot variable
term-savedmodel = A folder with `saved_model.pb` (graphs, functions and signatures), the values of the variables, and assets. A program can load it without the code that built the model.
    .name = SavedModel
