# Requirements of files, their reasons, and findings about versions.

## Requirements

requirement-tflite-op-version = The runtime must know { $subject } at version { $version }.
requirement-tflite-tensor-type = The runtime must know the tensor type { $subject }.
requirement-tflite-custom-op = The runtime must have the custom op { $subject } registered.
requirement-tflite-flex-op = The runtime must include TensorFlow's own kernels (the Flex delegate) for { $subject }.
requirement-tflite-schema-version = The runtime must read schema version { $version }; all of them read 3 only.
requirement-tflite-subgraphs = The runtime must accept more than one subgraph.
requirement-tflite-no-subgraph = The model has no subgraph; no runtime accepts that.
requirement-tflite-sparse-tensor = The runtime must accept the sparse tensor { $subject }.
requirement-tflite-scale-count = { $subject } has several scales, but not one for each slice of its quantized dimension.
requirement-tflite-quantized-dimension = The scales of { $subject } lie along a dimension that it does not have.
requirement-tflite-shared-tensor = A tensor is an input and an output of one operator; no runtime accepts that.
requirement-tflite-external-buffers = The weights of { $subject } are in another file. An Interpreter never opens it: it loads the model but cannot run it.
requirement-tflite-kernel-support = The kernel of { $subject } must take these types and shapes.
requirement-graph-versions = The release must accept the graph's version numbers.
requirement-graph-min-consumer = The release's GraphDef number must be at least { $version }.
requirement-graph-bad-consumer = The release must not be one that the graph names as broken.
requirement-graph-min-producer = The release must still accept graphs of producer { $version }.
requirement-graph-op = The release must have the op { $subject } registered.
requirement-graph-contrib-op = The release must have the contrib op { $subject }: only 1.x has it, once its module is imported.
requirement-graph-dtype = The release must have the data type { $subject }.
requirement-graph-text-field = The release must know the field { $subject } by name: the file is in text form.
requirement-graph-text-value = The release must know the value { $subject } by name: the file is in text form.
requirement-graph-attr = The release must know the attr { $subject }.
requirement-graph-attr-missing = The attr { $subject } has no default and is missing.
requirement-graph-attr-value = The release must allow this value of { $subject }.
requirement-graph-deprecated-op = { $subject } was withdrawn before this graph was made.
requirement-checkpoint-min-consumer = The release's checkpoint number must be at least { $version }.
requirement-checkpoint-bad-consumer = The release must not be one that the checkpoint names as broken.
requirement-checkpoint-min-producer = The release must still accept checkpoints of producer { $version }.
requirement-checkpoint-big-endian = The release must read checkpoints of the other byte order.
requirement-checkpoint-compressed-index = The release must read an index that is compressed with Snappy.

requirement-checkpoint-no-array = The release must know the type { $subject }. Its values are not stored as plain values: restoring works, reading them one by one fails.
requirement-checkpoint-slices = The release must read V1 values that are stored in slices; its Python reader does not.
requirement-saved-model-keras-3 = load_model must take SavedModels: the Keras of TensorFlow 2.0 to 2.15 does, Keras 3 does not.
requirement-saved-model-keras-objects = load_model must take a SavedModel without an object graph (saved by TensorFlow 1.x or its API).
requirement-saved-model-keras-metadata = load_model must understand the Keras metadata of the SavedModel.
requirement-saved-model-meta-graphs = The release must choose among { $version } meta graphs by itself; tf.saved_model.load then requires tags.
requirement-saved-model-chunked = The release must read a SavedModel in chunks ({ $subject }); the released packages look for saved_model.pb and saved_model.pbtxt only.
requirement-saved-model-no-meta-graph = The SavedModel has no meta graph.
requirement-saved-model-variables = The values of the variables must be present: loaders read { $subject }.
requirement-saved-model-variables-damaged = { $subject } must be intact: every loader restores the variables.
requirement-saved-model-device = The device { $subject } must exist for the nodes pinned to it; the package is built for the CPU only.
requirement-saved-model-device-run = The device { $subject } must exist for the nodes pinned to it that restoring runs; the package is built for the CPU only.
requirement-saved-model-reference = The release must build functions from the signatures; { $subject } passes them a reference to a variable.
requirement-saved-model-signature-rank = The release must build functions from the signatures; the rank stated for { $subject } is not its actual rank.

requirement-tflite-identifier = The file must have the TFLite identifier TFL3 in bytes 4 to 7.
requirement-tflite-verification = The flatbuffer must pass verification, which newer runtimes require.
requirement-tflite-damage = Parts of the flatbuffer cannot be read; runtimes refuse it or crash.
requirement-tflite-damage-signatures = The signatures must be readable: newer runtimes list them when they load a model.
requirement-tflite-damage-metadata = The metadata must be readable: runtimes that read it past the end of the file may crash.
requirement-tflite-buffer-index = A tensor refers to a buffer that does not exist.
requirement-tflite-opcode-index = An operator refers to an operator code that does not exist.
requirement-tflite-tensor-index = The model refers to a tensor that does not exist.
requirement-tflite-tensor-too-large = { $subject } is too large for any memory.
requirement-tflite-negative-shape = { $subject } has a negative dimension.
requirement-tflite-blockwise = The release must take { $subject } with an operand that is quantized in blocks. A warning means that it allocates the tensors but ignores the block scales, so results are wrong.
requirement-tflite-quantized-dimension-scales = The quantized dimension of { $subject } has an index that is not below the number of scales.
requirement-graph-invalid-name = { $subject } is not a valid node name.
requirement-graph-duplicate-name = { $subject } names two nodes.
requirement-graph-input-missing = { $subject } takes an input from a node that does not exist.
requirement-graph-control-order = Control inputs of { $subject } must come after its other inputs.
requirement-graph-input-output = { $subject } takes an output that its input node does not have.
requirement-graph-function = The function with { $subject } must return its outputs, and its nodes must have as many inputs as their ops take.
requirement-graph-function-name = The function with { $subject } must not have the name of an op.
requirement-graph-input-count = { $subject } must have as many inputs as its op takes.
requirement-graph-input-type = { $subject } must get inputs of the types that its op takes.
requirement-graph-shape = The release's shape function must accept { $subject }.
requirement-graph-cycle = The graph has a cycle.
requirement-checkpoint-dtype = The release must know the data type { $subject }.
requirement-checkpoint-value-size = The size of the value of { $subject } does not match its type and shape.
requirement-checkpoint-value-truncated = The value of { $subject } extends past the end of its file.
requirement-checkpoint-value-damaged = The value of { $subject } is damaged.
requirement-checkpoint-value-dtype = The data type of a value does not exist in any release.
requirement-checkpoint-shard-missing = A file with values is missing.

## Reasons: why an op has its version, or what its kernel must take

reason-blockwise = an operand with a scale for each block of { $block } values
reason-basic = the baseline version
reason-input-size = an input whose size is not a multiple of the weights' size
reason-16-bit-float = 16-bit float data
reason-8-bit = 8-bit data
reason-8-bit-float = 8-bit float data
reason-8-bit-float-value = an 8-bit float value
reason-8-bit-values = 8-bit values
reason-any-rank-5-input = an input with five dimensions
reason-attr-default = added in { $first }; every value is the default, so stripping it loses nothing
reason-attr-not-default = added in { $first }; its value is not the default, so stripping it changes the graph
reason-attr-unknown = no tested release has this attr
reason-attr-value = the value { $value }
reason-axis = an axis other than 0
reason-batch-dims = batch dimensions
reason-bfloat16 = bfloat16 data
reason-bias-input = a bias input
reason-bool = bool data
reason-bool-data = bool data
reason-bool-or-string-value = a bool or string value
reason-broadcast-with-rank-above-4 = broadcasting over more than four dimensions
reason-complex64 = complex64 data
reason-condition-not-bool = a condition that is not bool
reason-crash = a value that ends the process
reason-diagonal-recurrent-tensors = diagonal recurrent weights
reason-dilation = dilation other than 1
reason-ellipsis-or-new-axis-masks = an ellipsis or new-axis mask
reason-flex = it represents TensorFlow's op { $op }
reason-float16 = float16 data
reason-float16-value = a float16 value
reason-float32 = float32 data
reason-float64-or-float16 = float64 or float16 data
reason-full-int8 = int8 data and weights
reason-fused-activation = a fused activation
reason-grouped-convolution = grouped convolution
reason-half-pixel-centers = half-pixel centers
reason-half-pixel-or-aligned = half-pixel centers or aligned corners
reason-hybrid-asymmetric = dynamic-range: float data, int8 weights, inputs quantized asymmetrically
reason-hybrid-per-channel = dynamic-range: float data, int8 weights, per channel
reason-hybrid-per-tensor = dynamic-range: float data, int8 weights
reason-input-count = a number of inputs that its kernel does not take
reason-int16 = int16 data
reason-int16-activations-with-int4-weights = int16 data, int4 weights
reason-int16-data = int16 data
reason-int16-data-k-or-indices = int16 data, k or indices
reason-int16-general-scales = int16 data whose scales are not powers of two
reason-int16-indices = int16 indices
reason-int16-or-float16 = int16 or float16 data
reason-int16-output = an int16 output
reason-int16-weights = int16 weights
reason-int16x8 = int16 data, int8 weights
reason-int2 = int2 data
reason-int2-or-uint4 = int2 or uint4 data
reason-int2-table = an int2 table
reason-int2-weights = int2 weights
reason-int32 = int32 data
reason-int4 = int4 data
reason-int4-table-or-per-row-scales = an int4 table or one scale a row
reason-int4-to-float32 = int4 cast to float32
reason-int64 = int64 data
reason-int64-indices = int64 indices
reason-int64-start-indices = int64 start indices
reason-int64-values = int64 values
reason-int8 = int8 data
reason-int8-condition = an int8 condition
reason-int8-data = int8 data
reason-int8-int4-weights = int8 data, int4 weights
reason-int8-or-int16-value = an int8 or int16 value
reason-int8-output = an int8 output
reason-int8-per-channel = int8 data, quantized per channel
reason-int8-weights = int8 weights
reason-integer-kernel = integer data where only the float kernel existed
reason-keep-num-dims = leading dimensions are kept
reason-missing-operand = an operand left out that its kernel needs
reason-mixed-types = inputs of different types
reason-narrow-range = narrow range
reason-no-bias-slot = no bias input at all
reason-offset-mode = offset mode
reason-operand = operands that its kernel does not take
reason-option = an option that its kernel does not take
reason-output-count = a number of outputs that its kernel does not take
reason-per-channel-output = an output quantized per channel
reason-plain-int16 = int16 data that is not quantized
reason-plain-int16-or-uint32 = int16 data that is not quantized, or uint32 data
reason-quantization = quantization parameters that its kernel does not take
reason-quantized = quantized data
reason-quantized-int16 = quantized int16 data
reason-rank = a number of dimensions that its kernel does not take
reason-rank-5 = five or more dimensions
reason-rank-6 = six dimensions
reason-rank-7-or-more-or-bfloat16 = seven or more dimensions, or bfloat16 data
reason-rank-other-than-4 = a rank other than four
reason-rescale-factor-of-one-or-more = a rescale factor of one or more
reason-resource = key and value types that its tables do not hold
reason-shape = shapes that do not fit together
reason-shape-input = a shape given as an input
reason-shuffled-weights = shuffled weights
reason-small-ints = int8 or int16 data
reason-sparse-weights = sparse weights
reason-state-size = a state whose size does not match its weights
reason-string = string data
reason-string-data = string data
reason-subgraphs = subgraphs that do not fit its operands
reason-type = a type that its kernel does not take
reason-uint16 = uint16 data
reason-uint32 = uint32 data
reason-uint32-condition = a uint32 condition
reason-uint4 = uint4 data
reason-value = a constant value that its kernel does not take

## Findings

finding-tflite-version-too-low = { $op } is declared as version { $declared }, but what it uses needs version { $required }.
finding-tflite-version-too-low-advice = An old runtime may load it and return other results. Convert again, or test on the oldest runtime you ship.
finding-tflite-version-needless = { $op } is declared as version { $declared }; version { $required } is enough.
finding-tflite-version-needless-advice = With a converter that writes the lowest version, older runtimes load the model too.

finding-tflite-min-runtime = The metadata says that TensorFlow { $promised } is enough (min_runtime_version), but releases before { $first } refuse the model: { $ops }.
finding-tflite-min-runtime-advice = Require { $first } or newer. Some converters write a wrong min_runtime_version, and no runtime checks it.
finding-checkpoint-iterator-state = { $key } is the state of a dataset iterator ({ $dtype }). A release may refuse the state that another release saved: 2.15.1 and 2.21.0 refuse that of 2.4, 2.5.3 refuses that of newer ones.
finding-checkpoint-iterator-state-advice = Leave the iterator out of tf.train.Checkpoint when another release restores; then all variables are restored.
finding-graph-default-attrs = { $count ->
    [one] An attr has its default value, and releases that do not know it refuse the graph: { $attrs }.
   *[other] { $count } attrs have their default values, and releases that do not know them refuse the graph: { $attrs }.
}
finding-graph-default-attrs-advice = Export again with strip_default_attrs=True. Nothing is lost, and the releases from { $first } to { $last } that refuse the graph then load it.
finding-graph-forward-promise = Releases before { $promised } have no promise for graphs of producer { $producer }; { $oldest } is the oldest that loads this one.
finding-graph-forward-promise-advice = Test the results on the oldest release you use: an op may behave differently there.

finding-checkpoint-members-missing = { $count ->
    [one] The state file lists a checkpoint that is not beside it: { $names }.
   *[other] The state file lists { $count } checkpoints that are not beside it: { $names }.
}
finding-checkpoint-members-missing-advice = While the newest one is missing, tf.train.latest_checkpoint returns None. Copy the missing files here, or restore a checkpoint that is here by its prefix.
