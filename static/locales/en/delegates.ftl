# Delegates and other runtimes for a TFLite model: the Delegates view and `vintage delegates`.

delegate-gpu-check = Official GPU check
delegate-gpu = GPU delegate
delegate-xnnpack = XNNPACK
delegate-nnapi = NNAPI
delegate-coreml = Core ML
delegate-hexagon = Hexagon
delegate-micro = TensorFlow Lite Micro
delegate-edgetpu-compiler-16 = Edge TPU Compiler 16.0

delegate-verdict-all = takes every node
delegate-verdict-may = may take every node
delegate-verdict-part = takes some nodes
delegate-verdict-none = takes no node
delegate-verdict-refused = refuses the model
delegate-verdict-unknown = not known

delegate-takes-yes = yes
delegate-takes-may = may
delegate-takes-no = no
delegate-takes-unknown = unknown

delegates-of = { $taken } of { $nodes } nodes
delegates-segments =
    { $count ->
        [one] { $count } segment
       *[other] { $count } segments
    }
delegates-by-default = { $nodes } nodes by default
delegates-no-release = no release
delegates-resolver = Ops to register in TensorFlow Lite Micro
delegates-versions = Lowering op versions by hand
delegates-channels = Packages that follow a channel

delegates-what = Delegates and other runtimes for this model. Every node is tested against the published rules. The answer is “may” where some rules are not published, and “not known” where none are.
delegates-one-by-one = Rules, segments and nodes
delegates-nodes-all = { $nodes ->
    [one] { $nodes } node in the model
   *[other] { $nodes } nodes in the model
}
delegates-count-yes = { $count } taken
delegates-count-may = { $count } may be taken
delegates-count-no = { $count } refused
delegates-count-unknown = { $count } not known
delegates-platform-any = any device
delegates-platform-of = Device for { $name }
delegates-platform-too-old = Some ops need a newer device.
delegates-no-nodes = The model has no nodes.
delegates-more-reasons = { $n ->
    [one] { $n } more reason below
   *[other] { $n } more reasons below
}
delegates-open = Show the details
delegates-about-gpu-check = The check of the TensorFlow Lite analyzer without a device, with its newest rules. From 2.18 on, the released analyzer tests nothing and calls every model compatible.
delegates-about-gpu = The OpenCL and OpenGL delegate: what its parser takes by version, types and the official check.
delegates-about-xnnpack = The CPU delegate that is on by default.
delegates-about-micro = A runtime for microcontrollers. It ignores op versions, and an application links only the ops that it registers.
delegates-about-edgetpu-compiler-16 = A frozen tool: it refuses models with newer versions of an op. Only the op versions it was seen to refuse are known.
delegates-source = Source:
delegates-says = It prints:
delegates-most =
    { $count ->
        [one] By default it takes the largest segment only.
       *[other] By default it takes the { $count } largest segments.
    }
delegates-least = Segments of fewer than { $count } nodes stay on the CPU.
delegates-breaks =
    { $count ->
        [one] One node on the CPU separates segments.
       *[other] { $count } nodes on the CPU separate segments.
    }
delegates-on-delegate = delegate
delegates-on-small = CPU by default
delegates-on-cpu = CPU
delegates-versions-what = An op version edited in the file changes which runtimes accept the model, not its results. By the rules of the newest converter:
delegates-channels-what = These packages contain the ops of a release whose verdict is known.
delegates-col-on = Runs on
delegates-col-nodes = Nodes
delegates-col-engine = Delegate or runtime
delegates-col-answer = Answer
delegates-col-platform = Device
delegates-col-which = Which
delegates-col-takes = Takes it
delegates-col-op = Op
delegates-col-why = Why
delegates-col-lower = Lower it?
delegates-col-package = Package
delegates-col-loads = Loads in
delegates-col-newest = Latest version
delegates-col-note = Note
copy-resolver = Copy the resolver list

delegate-why-takes = It meets every condition.
delegate-why-folded = A float16 constant, which is dequantized once.
delegate-why-not-listed = It does not know this op.
delegate-why-not-registered = It has no version of this op.
delegate-why-unknown = The highest version it takes is not known.
delegate-why-below-ceiling = Below the version it is known to refuse; nothing else is known.
delegate-why-version-high = It takes versions up to { $bound }.
delegate-why-version-low = It takes versions from { $bound } on.
delegate-why-ceiling = It was frozen at version { $bound } of this op, and refuses the whole model.
delegate-why-condition = It requires:
delegate-why-type-in = An input is { $found }; it takes { $types }.
delegate-why-type-out = An output is { $found }; it takes { $types }.
delegate-why-rest-parse = By op, version, types and the official check; later checks of its parser are not listed.
delegate-why-rest-types-shapes-options = By op and version; its conditions on types, shapes and options are not listed.
delegate-why-rest-variable-flag = Only with variable ops switched on in its options.
delegate-why-rest-named-accelerator = Version 3 only when an accelerator is named; its conditions on types, shapes and options are not listed.
delegate-why-rest-further = By op, version and type; its further conditions are not listed.
delegate-why-rest-kernel-types = It has this op and ignores versions; the application must register it. The types its kernel takes are not listed.

delegates-version-lower = Version { $required } loses nothing; it runs from { $since } on.
delegates-version-keep = Leave it: a lower version loses the feature that this version was added for.
delegates-version-too-low = Already too low: these nodes need version { $required }. An older runtime may load the model and return wrong results.
delegates-version-unsure = Leave it: its activations are 16-bit, for which the rules are known to be incomplete.
delegates-version-lowest = Already the lowest version.
delegates-version-unknown = No rule is known for this op.

delegate-channel-moved-to-litert = It was discontinued; its successor is com.google.ai.edge.litert:litert.
delegate-channel-litert-tags = It follows the release tags of LiteRT.
delegate-channel-tfjs-newest = The newest release of this package: its ops and versions are those of TensorFlow 2.11.
delegate-channel-litertjs = It takes the ops and versions of that release. It loads custom ops as well, which then fail when the model runs.
delegate-channel-pods-skip = There are pods up to 2.14 and for 2.17; none were published for 2.15 and 2.16.

cli-no-model = There is no TFLite model among these files.
cli-no-delegate = There is no delegate of this name. Known: { $names }.

error-delegates-no-model = { $name } is not a TFLite model.
error-delegates-no-model-advice = Delegates take TFLite models. Convert it first.

delegate-rule-activation = Its activation is not SIGN_BIT.
delegate-rule-always = Always accepted.
delegate-rule-an-input = It has an input.
delegate-rule-any-float-and-same = Input and output have the same type: FLOAT16, FLOAT32 or BFLOAT16.
delegate-rule-axes-constant = Input 1 is an INT32 constant.
delegate-rule-beta = beta is 1.
delegate-rule-bias-size = The bias has a value for each output channel.
delegate-rule-bitcast-larger = Larger output elements: the input has one more dimension, which fills an output element.
delegate-rule-bitcast-same = Elements of one size: shapes are equal.
delegate-rule-bitcast-smaller = Smaller output elements: the output has one more dimension, which fills an input element.
delegate-rule-block-size = block_size is greater than 1.
delegate-rule-broadcast = Inputs of different rank broadcast: dimensions from the right are equal or 1.
delegate-rule-broadcast-dimensions = Input 1 is an INT32 vector with a value for each dimension of input 0.
delegate-rule-cast-types = It casts between BOOL and a float type, or between FLOAT32 and INT32.
delegate-rule-choices-constant = Inputs 1 and 2 of two dimensions are constants.
delegate-rule-choices-shape = Inputs 1 and 2 are scalars or have the shape of the output.
delegate-rule-clamp-bounds = Each bound has the shape of input 1, or one element.
delegate-rule-composite-attention = Only the composite odml.scaled_dot_product_attention.
delegate-rule-condition-shape = Its condition broadcasts to the output.
delegate-rule-condition-type = Its condition is BOOL, FLOAT16 or FLOAT32.
delegate-rule-convolution-inputs = One or two inputs are not constant, and it has weights and one output.
delegate-rule-data-8-bit = No input is float: 8-bit quantized models only.
delegate-rule-data-float32 = Its data input is FLOAT32.
delegate-rule-depth-multiplier = Output channels are input channels times depth_multiplier.
delegate-rule-filter-channels = The filter has as many channels as the output.
delegate-rule-filter-size = The filter has a size.
delegate-rule-float-and-same = Input and output have the same float type.
delegate-rule-four-inputs = It has exactly four inputs and one output.
delegate-rule-four-inputs-at-least = It has at least four inputs.
delegate-rule-indices-int32 = Indices are INT32.
delegate-rule-indices-rank-1 = Indices have one dimension.
delegate-rule-indices-vector = Input 2 is an INT32 vector.
delegate-rule-inner-dimensions = Output and input 1 agree in all dimensions but the first.
delegate-rule-input-int32 = Input 0 is INT32.
delegate-rule-input-not-constant = Input 0 is not constant.
delegate-rule-input-rank-1 = Input 0 has one dimension.
delegate-rule-inputs-rank-4 = Both inputs have four dimensions and the same batch.
delegate-rule-keep-dimensions = With keep_num_dims, input and output have the same number of dimensions.
delegate-rule-lstm-basic = A basic kernel has three inputs, two constants and four outputs, the activation TANH and no clipping, and its scratch a multiple of four channels.
delegate-rule-lstm-full = A full kernel has 20 or 24 inputs, one output, and the activation TANH.
delegate-rule-masks = No ellipsis, new-axis or shrink-axis mask is set.
delegate-rule-never = Listed, but never taken.
delegate-rule-no-runtime-input = All inputs are constants, and it has one output.
delegate-rule-not-int16 = Its input is not INT16.
delegate-rule-not-sparse = Not version 8, which has sparse weights.
delegate-rule-one-hot-axis = axis is -1, or equal to the size of the last dimension of input 0.
delegate-rule-one-hot-shape = All dimensions of input 0 but the last (and the batch of four or more) are 1.
delegate-rule-one-hot-values = Inputs 2 and 3 are FLOAT32 constants of one element.
delegate-rule-one-input-one-output = It has exactly one input and one output.
delegate-rule-one-runtime-input = One input is not constant, and it has one output.
delegate-rule-one-runtime-no-constant = Its only input is not constant, and it has one output.
delegate-rule-one-runtime-one-constant = One input is constant, one is not, and it has one output.
delegate-rule-one-runtime-two-outputs = One input is not constant, and it has two outputs.
delegate-rule-options = It has options.
delegate-rule-output-rank-of-values = The output has as many dimensions as input 1.
delegate-rule-paddings = Paddings have the shape 3x2 or 4x2.
delegate-rule-rank-3-or-4 = Input 0 has three or four dimensions.
delegate-rule-rank-4 = Input, filter and output have four dimensions.
delegate-rule-rank-4-at-most = No tensor has more than four dimensions.
delegate-rule-raw-activation = Its activation is not SIGN_BIT.
delegate-rule-raw-filter-strides = Filter and strides are greater than 0.
delegate-rule-raw-strides = Strides are greater than 0.
delegate-rule-reflect = Its mode is REFLECT.
delegate-rule-resize-corners = align_corners and half_pixel_centers are not both set.
delegate-rule-same-batch = Input and output have the same batch.
delegate-rule-same-rank = Inputs 0 and 1 have the same number of dimensions.
delegate-rule-same-type = Inputs 0 and 1 have the same type.
delegate-rule-same-type-of-three = All three inputs have the same type.
delegate-rule-strides = Strides are greater than 0.
delegate-rule-strides-dilations = Strides and dilations are greater than 0.
delegate-rule-three-inputs = It has exactly three inputs.
delegate-rule-three-inputs-at-least = It has at least three inputs.
delegate-rule-three-inputs-one-output = It has exactly three inputs and one output.
delegate-rule-three-runtime-inputs = Its three inputs are not constant, and it has one output.
delegate-rule-two-inputs = It has exactly two inputs.
delegate-rule-two-inputs-one-output = It has exactly two inputs and one output.
delegate-rule-two-operands = It has two inputs, at most one of them constant, and one output.
delegate-rule-two-runtime-inputs = Two inputs are not constant, and it has one output.
delegate-rule-two-runtime-inputs-at-most = At most two inputs are not constant.
delegate-rule-values-rank = Input 1 has at least two dimensions.
delegate-rule-values-type = Input 1 is INT8, INT4, INT2 or FLOAT32.
delegate-rule-warp-channels = Input 1 has at least two channels.
delegate-rule-weights = It has weights.
delegate-rule-weights-format = Its weights have the default layout.
