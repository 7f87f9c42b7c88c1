# Advice for requirements: `advice-<id>` belongs to `requirement-<id>` of the same id, or is separate.

advice-title = Advice
advice-copy = Copy the commands
cli-advice = advice
cli-see = see

## Graphs

advice-graph-custom-op =
    { $subject } comes with the package { $package }, not with TensorFlow. Install it and run { $import } before the file is loaded. { $rule ->
        [same] Its release X.Y matches TensorFlow X.Y; for this file use { $package } { $release } with TensorFlow { $tensorflow }.
       *[listed] { $package } { $release } requires TensorFlow { $tensorflow }.
    } { $since ->
        [unknown] The release that added the op is not known.
       *[known] The oldest tested release with it is { $since }.
    } { $ended ->
        [no] { "" }
       *[ended] { $ended } was its last release.
    }
advice-graph-unknown-op = No TensorFlow release and no tested package has the op { $subject }. It is a third-party custom op: ask the author for the shared library that registers it, and load it with tf.load_op_library(path) first.
advice-graph-op = Use TensorFlow { $first } to { $last }, which have { $subject }, or export again with an op that the release has.
advice-graph-contrib-op = Load it in TensorFlow 1.x with import tensorflow.contrib first: the op is registered then. For 2.x the model must be built without contrib and exported again.
advice-graph-no-kernel = TensorFlow { $release } loads { $subject } but has no CPU kernel for it: a session that runs such a node fails with “No OpKernel was registered”. It runs on other devices (GPU, TPU, XLA), or not at all; replace it before you serve on a CPU.
advice-graph-no-kernel-type = TensorFlow { $release } loads { $subject } with { $dtype } but has no CPU kernel for that type: a session that runs such a node fails with “No OpKernel was registered”. Cast to a type that has one.
advice-graph-dtype = Use TensorFlow { $first } or later, or export again without values of type { $subject }.
advice-graph-text-field = { $subject } was added in { $first }. Older releases refuse text files with names that they do not know; in binary files they skip the field.
advice-graph-text-value = { $subject } was added in { $first }. Older releases do not know this value in any form: write the file again without it.
advice-graph-text-binary = Older releases skip { $subject } when the file is in binary form. Write it in binary form with { $first } or later.
advice-graph-attr = { $subject } was added in { $first } and its value is not the default: use { $first } or later, or export from a program that leaves it at its default.
advice-graph-attr-default = { $subject } was added in { $first } and has its default value: strip it (strip_default_attrs=True on export, or by the code that vintage inspect gives) and older releases load the graph with the same result.
advice-graph-attr-removed = { $subject } was removed after { $last }: use { $first } to { $last }, or export again from a later release.
advice-graph-attr-unknown = No tested release has the attr { $subject }. Export again without it, or use a release newer than the tested ones.
advice-graph-attr-missing = { $subject } is required in releases that have no default for it. Export again with the release that must load the graph.
advice-graph-attr-value = Export again with a value of { $subject } that the release allows, or use { $first } to { $last }.
advice-graph-attr-value-never = No tested release allows this value of { $subject }. Export again with an allowed one.
advice-graph-strip-attrs = These attrs have their default values: { $attrs }. Strip them (strip_default_attrs=True on export, or this code): nothing is lost, and the releases from { $first } to { $last } that refuse the graph then load it.
advice-graph-deprecated-op = Export again with the op that replaced { $subject } (the release prints which), or load the graph in a release before it was withdrawn.
advice-graph-min-consumer = Use a release with GraphDef number { $version } or later: { $first } is the first.
advice-graph-bad-consumer = The author of the graph knows that this release breaks it. Use another release.
advice-graph-min-producer = The graph is too old for this release. Load it in an older release and save it again from there.
advice-graph-versions = Use a release within the version numbers of the graph.
advice-graph-invalid-name = Rename { $subject }: names begin with a letter, a digit or a dot and contain only letters, digits and _ . \ / -
advice-graph-duplicate-name = Give one of the two nodes named { $subject } another name.
advice-graph-input-missing = Keep the node that { $subject } takes its input from: it was removed from the graph. Freeze or extract the graph again with all inputs.
advice-graph-control-order = Move the control inputs of { $subject } (names that begin with ^) behind its other inputs.
advice-graph-input-output = Correct the number after the colon in the inputs of { $subject }, or export again.
advice-graph-colocation = Keep the node that { $subject } is colocated with, or remove its attr _class.
advice-graph-device = Clear the device of { $subject }, or write it as /job:NAME/task:0/device:GPU:0.
advice-graph-function = Export again: the function with { $subject } was changed after it was written.
advice-graph-function-name = Rename the function with { $subject } and its calls.
advice-graph-input-count = Export again: { $subject } was written for another version of its op.
advice-graph-input-type = Put a Cast before { $subject }, or export again with the right type.
advice-graph-shape = Correct the shape or the value that { $subject } gets: the release computes shapes during import.
advice-graph-cycle = Only while loops of NextIteration nodes may form a cycle. Export again.

## SavedModels

advice-saved-model-keras-3 = Load it with tf.saved_model.load, or wrap it with keras.layers.TFSMLayer; save the model as .keras to load it with load_model.
advice-saved-model-keras-objects = Load it with tf.saved_model.load or tf.compat.v1.saved_model.load.
advice-saved-model-keras-metadata = Load it with tf.saved_model.load, which reads no Keras metadata.
advice-saved-model-keras-class = Load it with tf.saved_model.load, which revives no layers, or save it as .keras or .h5 with the release that made it.
advice-saved-model-meta-graphs = Choose a meta graph: tf.saved_model.load(path, tags=[…]) with the tags of one of them.
advice-saved-model-chunked = Write it again in one file: released packages do not read chunks. Save with tf.saved_model.save from a release (a nightly build wrote this file).
advice-saved-model-no-meta-graph = Export the model again; this file contains nothing to run.
advice-saved-model-variables = Copy the folder variables/ too: saved_model.pb does not contain the values.
advice-saved-model-variables-damaged = Copy the folder variables/ again, or export again.
advice-saved-model-device = Load it in a build with that device, or export with clear_devices=True.
advice-saved-model-device-run = Load it in a build with that device, or export with clear_devices=True.
advice-saved-model-reference = Load it through tf.compat.v1.saved_model.load in a session, or export again with resource variables (tf.compat.v1.enable_resource_variables()).
advice-saved-model-signature-rank = Export again with the shape that { $subject } has in the signature, or load it through tf.compat.v1.saved_model.load.
advice-saved-model-slots = Load it with tf.compat.v1.saved_model.load in a session, or export it again without the optimizer: model.save(path, include_optimizer=False).
advice-saved-model-tensor-value = Export again with a function whose arguments have no tensor as default value, or load it through tf.compat.v1.saved_model.load.
advice-saved-model-numpy-value = Export again with a function whose arguments have no array as default value, or load it through tf.compat.v1.saved_model.load.
advice-saved-model-promise =
    Promised for a SavedModel of { $made }: TensorFlow { $same } load it{ $next ->
        [none] .
       *[next] ; if it uses stable parts only, { $next } load it too.
    } Observed: none of them refuses it. Earlier releases that load it without any promise: { $before }.
advice-saved-model-promise-broken =
    Promised for a SavedModel of { $made }: TensorFlow { $same } load it{ $next ->
        [none] .
       *[next] ; if it uses stable parts only, { $next } load it too.
    } Observed: { $refused } refuse it. The promise does not cover experimental, deprecated or contrib parts and ops of packages.
advice-saved-model-endpoint = Keras 3 (TensorFlow 2.16 and later) loads it as a layer, not as a model: call_endpoint is { $endpoint }, which takes { $inputs } and returns { $outputs }. { $others ->
        [none] { "" }
       *[listed] Other endpoints: { $others }.
    }

## Checkpoints

advice-checkpoint-min-consumer = Use a release with checkpoint number { $version } or later.
advice-checkpoint-bad-consumer = The author of the checkpoint knows that this release breaks it. Use another release.
advice-checkpoint-min-producer = The checkpoint is too old for this release. Restore it in an older one and save it again from there.
advice-checkpoint-big-endian = Restore it in TensorFlow 1.15 or 2.x and save it again on a little-endian machine.
advice-checkpoint-compressed-index = Restore it in TensorFlow 1.2 or later and save it again.
advice-checkpoint-no-array = tf.train.Checkpoint.restore needs no change. Leave out values of type { $subject } when reading one by one with tf.train.load_checkpoint.
advice-checkpoint-slices = Restore it with tf.compat.v1.train.Saver into partitioned variables; the one-by-one reader does not join slices of V1 files.
advice-checkpoint-dtype = Use TensorFlow { $first } or later, or cast { $subject } values to another type before saving.
advice-checkpoint-value-size = Copy the checkpoint again; this value cannot be restored.
advice-checkpoint-value-truncated = Copy the data file again: it ends too early.
advice-checkpoint-value-damaged = Copy the data file again. All other values can still be restored: leave { $subject } out (tf.train.Checkpoint over a part of the objects).
advice-checkpoint-value-dtype = Copy the index again: it names a data type that does not exist.
advice-checkpoint-shard-missing = Put all data files of the checkpoint beside its index.
advice-checkpoint-add-files = Add the missing data: { $files }. { $count ->
    [one] It holds one value, without which no release restores the checkpoint.
   *[other] They hold { $count } values, without which no release restores the checkpoint.
    } Open all files of the checkpoint together, under their original names.
advice-checkpoint-optimizer-slots =
    { $classes ->
        [unknown] The optimizer at { $path } keeps slot variables ({ $slots }) on the variables, as tf.keras.optimizers did up to TensorFlow 2.10.
       *[known] The optimizer at { $path } was written by { $classes } of TensorFlow up to 2.10, or of tf.keras.optimizers.legacy (slots: { $slots }).
    } The optimizers of 2.11 to 2.15 refuse to restore it: use tf.keras.optimizers.legacy.{ $class } there. Keras 3 optimizers silently restore nothing from it; use tf_keras.optimizers.legacy.{ $class }, or begin with fresh state.
advice-checkpoint-optimizer-variables =
    { $classes ->
        [unknown] The optimizer at { $path } keeps its state in lists ({ $slots }), as tf.keras.optimizers does in TensorFlow 2.11 to 2.15.
       *[known] The optimizer at { $path } was written by { $classes } of TensorFlow 2.11 to 2.15 (or of tf_keras).
    } The legacy optimizers restore nothing from it. Keras 3 counts the learning rate among the variables, so its state is shifted by one: part of it is restored to the wrong variable or not at all. Use tf_keras.optimizers.{ $class } with TensorFlow 2.16 and later.
advice-checkpoint-optimizer-keras3 =
    { $classes ->
        [unknown] The optimizer at { $path } keeps its state as Keras 3 does.
       *[known] The optimizer at { $path } was written by { $classes } of Keras 3.
    } Restore it with keras.optimizers.{ $class } of Keras 3 (TensorFlow 2.16 and later); the optimizers of TensorFlow 2.11 to 2.15 have another layout.
advice-checkpoint-optimizer-names = Adam's powers of beta are stored by name: tf.compat.v1.train.AdamOptimizer wrote them, through tf.compat.v1.train.Saver or an Estimator. Optimizers of Keras cannot restore slots by name; restore with the same class of tf.compat.v1.train.

## Keras

advice-keras-h5-names = The weights have the names of Keras { $own }, such as { $subject }. load_weights of Keras 2 and 3 restores them by the order of the layers; code that looks them up by name as Keras { $other } writes them needs this map.
advice-keras-archive = Use TensorFlow 2.12 or later, or save as .h5: model.save("model.h5").
advice-keras-archive-weights = Use TensorFlow 2.15 or later, or extract model.weights.h5 from the .keras file, which is a zip.
advice-keras-no-model = Build the model in code and use load_weights; the file has no configuration to build it from.
advice-keras-weights-file = Use TensorFlow 2.12 or later, or save weights by name with Keras 2: model.save_weights("weights.h5").
advice-keras-new-groups = Use TensorFlow 2.15 or later (Keras 2.15 or 3), or save the model with the release that must load it.
advice-keras-old-groups = Load it in TensorFlow 2.12 to 2.14 and save it again from 2.15.
advice-keras-sequential-object = Use TensorFlow 1.11 or later.
advice-keras-functional-class = Use TensorFlow 2.3 or later, or change class_name to Model: the patched configuration below does it where it can.
advice-keras-functional-module = Use Keras 3, or the patched configuration.
advice-keras-input-ragged = Use TensorFlow 1.15 or later, or remove the key ragged: the patched configuration does it.
advice-keras-input-batch-shape = Use Keras 3 (TensorFlow 2.16 or later), or the patched configuration, which writes batch_input_shape.
advice-keras-input-batch-input-shape = Use Keras 3.0.2 or later or TensorFlow up to 2.15, or the patched configuration, which writes batch_shape.
advice-keras-conv-groups = Use TensorFlow 2.3 or later, or remove the key groups where it is 1.
advice-keras-axis-list = Use the patched configuration, which writes a number in place of the list of one.
advice-keras-new-optimizer = load_model(path, compile=False) loads the model without { $subject }.
advice-keras-weight-mode = load_model(path, compile=False), then compile again.
advice-keras-short-name = load_model(path, compile=False), then compile again with the loss by its class, such as keras.losses.MeanSquaredError().
advice-keras-class = Use { $channel } { $first } to { $last }, which have { $subject }.
advice-keras-argument = Use { $channel } { $first } to { $last }, which take { $subject }; the patched configuration leaves it out where its value has no effect.
advice-keras-own-class = Import the code of { $subject } and register it: load_model(path, custom_objects={"{"}"{ $subject }": …{"}"}), or @keras.saving.register_keras_serializable().
advice-keras-unknown-class = Import the module of { $subject } before load_model; its documentation lists the releases it works with.

## TFLite

advice-tflite-op-never = No tested release has { $subject } at version { $version }. Convert the model again; if a tool added metadata to it, convert first and use a newer tool.
advice-tflite-op-version = Use { $channel } { $first } or later, or convert again with a converter of the runtime you ship: it writes the lowest version that works.
advice-tflite-form-asked-of-some = { $subject } with { $types } at rank { $rank } was asked of { $releases } only. In other releases the verdict is derived from their sources.
advice-tflite-form-not-asked = Loads as far as known: no release was asked about { $subject } with { $types } at rank { $rank }. The verdict is derived from the sources; load the model in the release you need.
advice-graph-form-not-asked = Loads as far as known: no release was asked about { $subject } with { $types }, and no rule here covers its shape function. Import the graph in the release you need.
advice-saved-model-object-not-asked = Loads as far as known: no release was asked about objects registered as { $subject }. Load the model in the release you need.
advice-checkpoint-value-not-asked = Loads as far as known: no release was asked about values of type { $subject } in a checkpoint of this form. Restore it in the release you need.
advice-tflite-package-ended = { $package } ends at { $last }, and { $subject } needs { $channel } { $from } or later. On Android use its successor { $successor }, { $first } or later. Or convert again with TensorFlow { $before } or earlier: its converter writes only versions that its own runtime supports.
advice-tflite-tensor-type = Use { $channel } { $first } or later, or convert with another type.
advice-tflite-custom-op = Register { $subject } with the interpreter's resolver (AddCustom in C++, custom_op_registerers in Python).
advice-tflite-flex-op = Link the Flex delegate (tensorflow-lite-select-tf-ops on Android, TensorFlowLiteSelectTfOps on iOS), or convert with TFLITE_BUILTINS alone.
advice-tflite-composite =
    { $subject } ({ $count ->
        [one] 1 node
       *[other] { $count } nodes
    }) is a composite: runtimes that do not know the name run its decomposition, subgraph { $graph } ({ $ops }). Delegates take the node itself only if they know the name: the Delegates view and vintage delegates name them.
advice-tflite-code-placeholder =
    Operator code { $index } is PLACEHOLDER_FOR_GREATER_OP_CODES: a tool with a schema from before TensorFlow 2.4 wrote the file and dropped builtin_code. { $subject ->
        [unknown] Its nodes have no options that show the op: convert the model again.
       *[known] By the options of its nodes, it was { $subject }: this code writes the field again.
    } Add metadata with a newer tool.
advice-tflite-code-fields = The fields of operator code { $index } disagree: runtimes since 2.4 read { $subject }, older ones { $old }. This code writes both.
advice-tflite-metadata-index = Write the file again with metadata whose buffers exist, or without the entry.
advice-tflite-flex-registered = Use TensorFlow { $first } to { $last }, whose Flex delegate runs { $subject }, or convert again without the op.
advice-tflite-schema-version = Convert the model again with a released converter.
advice-tflite-subgraphs = Use TensorFlow Lite 1.14 or later, or convert without control flow.
advice-tflite-no-subgraph = Convert the model again; this file contains nothing to run.
advice-tflite-sparse-tensor = Use { $channel } { $first } or later, or convert without sparsity.
advice-tflite-scale-count = Convert again: one scale for the tensor, or one for each slice.
advice-tflite-quantized-dimension = Convert again: the scales must be along a dimension that the tensor has.
advice-tflite-shared-tensor = Insert a copy between input and output of the operator, or convert again.
advice-tflite-external-buffers = Use CompiledModel of ai-edge-litert 2.1.4 or later, with the weight files beside the model; or convert with embedded weights.
advice-tflite-kernel-never = No tested release takes these nodes. Convert with types, shapes and options that the kernel of { $subject } takes.
advice-tflite-kernel-support = Use { $channel } { $first } to { $last }, or convert with types that the kernel of { $subject } takes.
advice-tflite-identifier = Open the .tflite file itself, unpacked and complete.
advice-tflite-verification = Copy the file again. If it was edited, write it with the flatbuffers library of the schema.
advice-tflite-damage = Copy the file again.
advice-tflite-damage-signatures = Convert again; names of signatures must be UTF-8.
advice-tflite-damage-metadata = Write the metadata again (tflite-support's metadata writer), or remove it.
advice-tflite-buffer-index = Convert again; the tensor's buffer is missing.
advice-tflite-opcode-index = Convert again; the operator code is missing.
advice-tflite-tensor-index = Convert again; the tensor is missing.
advice-tflite-tensor-too-large = Convert again with shapes that fit in memory.
advice-tflite-empty-tensor = Convert again without empty tensors, or use a newer release.
advice-tflite-negative-shape = Convert again with known shapes, or call resize_tensor_input before allocate_tensors where the runtime allows it.
advice-tflite-blockwise = Use a release that reads the scales of blocks (FULLY_CONNECTED with int4 weights and float16 scales: TensorFlow 2.21, ai-edge-litert 2.1.0), or convert with scales per channel or per tensor.
advice-tflite-quantized-dimension-scales = Use another release than 1.14, or convert again.

## Patched configurations of Keras files

patch-title = Patched configuration for { $target }
patch-copy = Copy config.json
patch-download = Download
patch-lossless = Nothing is lost.
patch-lossy = The model is the same, but it must be compiled again.
patch-changes =
    { $n ->
        [one] { $n } change
       *[other] { $n } changes
    }
patch-left = Still blocking: { $left }
patch-batch-shape = Keras 3 calls the shape of an input batch_shape.
patch-batch-input-shape = Keras 2 calls the shape of an input batch_input_shape.
patch-axis = Keras 3 takes one axis as a number.
patch-argument = The release does not take this key; its value has no effect.
patch-module = The module has another name in the release.
patch-dtype-policy = Keras 2 takes the name of a dtype policy.
patch-calls = Keras 2 writes calls as lists of layer, call, output and arguments.
patch-compile = The compile configuration is left out: call model.compile again.
cli-patch-no-keras = There is no Keras file with a model among these files.
cli-patch-nothing = No known change to this file helps { $target }.
cli-patch-lossy = Something would be lost (see above). To write the copy anyway, add --lossy.
cli-patch-no-room = The new text does not fit at { $place }. Write it with --config FILE, then store it with h5py: f.attrs["model_config"] = text.
