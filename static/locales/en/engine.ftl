# The engine on the CPU: why a model cannot be prepared or run, and why a node has no kernel.

error-engine-unsupported-nodes =
    { $count ->
        [one] One node has no kernel here.
       *[other] { $count } nodes have no kernel here.
    }
error-engine-unsupported-nodes-advice = The list gives the reason for each node. The other views still work.

error-engine-not-built = The engine could not be built. The terminal that runs `cargo xtask serve` shows why.
error-engine-no-such-signature = The model has no signature called “{ $key }”.
error-engine-no-such-signature-advice = Choose a signature that the file lists, or none to run the main graph.
error-engine-no-such-subgraph = There is no subgraph { $index } in this model.
error-engine-no-such-subgraph-advice = The file is probably damaged; convert the model again.
error-engine-recursive-subgraph = Subgraphs call each other in a cycle.
error-engine-recursive-subgraph-advice = No runtime can finish such a model; convert it again.
error-engine-subgraphs-too-deep = Subgraphs are nested { $depth } deep. Vintage runs { $limit } levels.
error-engine-subgraphs-too-deep-advice = This is a limit of Vintage, not of the file: other runtimes may run it.
error-engine-too-many-plans = The subgraphs call each other too often to be planned.
error-engine-too-many-plans-advice = The file was probably not written by a converter.

error-engine-tensor-index-out-of-range = Tensor { $index } does not exist; the subgraph has { $count }.
error-engine-tensor-index-out-of-range-advice = The file is damaged; copy or convert it again.
error-engine-buffer-index-out-of-range = Buffer { $index } does not exist.
error-engine-buffer-index-out-of-range-advice = The file is damaged; copy or convert it again.
error-engine-opcode-index-out-of-range = Operator code { $index } does not exist.
error-engine-opcode-index-out-of-range-advice = The file is damaged; copy or convert it again.
error-engine-unknown-tensor-type = Tensor type { $type } is unknown.
error-engine-unknown-tensor-type-advice = The file may come from a newer converter; the other views still work.
error-engine-negative-dimension = Tensor “{ $tensor }” has a dimension of size { $size }.
error-engine-negative-dimension-advice = The file is damaged; convert it again.
error-engine-shape-overflow = A tensor would have more elements than any memory can hold.
error-engine-shape-overflow-advice = Check the input shapes; if they are the file's own, it is damaged.
error-engine-bad-option = The option “{ $field }” of a node has an undefined value.
error-engine-bad-option-advice = The file is damaged, or newer than this version of Vintage.
error-engine-constant-size = The constant “{ $tensor }” needs { $wanted } bytes; the file holds { $stored }.
error-engine-constant-size-advice = The file is damaged; copy or convert it again.
error-engine-sparse-constant = The sparse constant “{ $tensor }” and its sparsity parameters do not match.
error-engine-sparse-constant-advice = The file is damaged; copy or convert it again.
error-engine-constant-past-end = The constant “{ $tensor }” lies beyond the end of the file.
error-engine-constant-past-end-advice = The copy is probably incomplete; compare its size with the original.
error-engine-constants-too-large = The weights take { $size } bytes; the limit is { $limit }.
error-engine-constants-too-large-advice = The CLI can raise the limit: vintage run --limit structure_bytes=BYTES --limit value_bytes=BYTES.
error-engine-tensor-too-large = A tensor would take { $size } bytes of memory; the limit is { $limit } bytes.
error-engine-tensor-too-large-advice = Use smaller inputs. The CLI can raise the limit: vintage run --limit working_bytes=BYTES.
error-engine-arena-too-large = The run would take { $size } bytes of working memory; the limit is { $limit } bytes.
error-engine-arena-too-large-advice = Use smaller inputs. The CLI can raise the limit: vintage run --limit working_bytes=BYTES.
error-engine-scratch-too-large = The operator needs { $size } bytes of working memory; { $limit } bytes are left.
error-engine-scratch-too-large-advice = Use smaller inputs. The CLI can raise the limit: vintage run --limit working_bytes=BYTES.
error-engine-no-size = The size of a { $dtype } tensor is not known before the run.
error-engine-no-size-advice = Such tensors are not supported yet.

error-engine-tensor-never-written = Tensor { $tensor } is read before anything is written to it.
error-engine-tensor-never-written-advice = The operators are in the wrong order; convert the model again.
error-engine-tensor-written-twice = Tensor { $tensor } is written by two nodes.
error-engine-tensor-written-twice-advice = The graph is broken; convert the model again.
error-engine-output-count = The node's number of outputs is wrong: its operator has { $wanted }.
error-engine-output-count-advice = The graph is broken; convert the model again.
error-engine-shapes = The shapes of the node's operands do not fit together.
error-engine-shapes-advice = If you changed an input shape, try the file's own; otherwise the graph is broken.
error-engine-negative-size = The operator got a size of { $size }; sizes and repetitions cannot be negative.
error-engine-negative-size-advice = If it depends on the input values, use others; otherwise the graph is broken.
error-engine-range-step = A range from { $from } to { $to } has a step of { $step }.
error-engine-range-step-advice = The step must not be zero. If it depends on the input values, use others; otherwise the graph is broken.
error-engine-range-direction = A range from { $from } to { $to } cannot have a step of { $step }: it leads away from the end.
error-engine-range-direction-advice = If it depends on the input values, use others; otherwise the graph is broken.
error-engine-range-endless = A range from { $from } to { $to } in steps of { $step } has no finite length.
error-engine-range-endless-advice = If it depends on the input values, use others; otherwise the graph is broken.
error-engine-shape-unknown = The shape of a result could not be determined.
error-engine-shape-unknown-advice = Please report this model.
error-engine-axis = Axis { $axis } does not exist in a tensor of { $rank } dimensions.
error-engine-axis-advice = If you changed an input shape, try the file's own; otherwise the graph is broken.
error-engine-not-quantized = An operand that must be quantized has no scale.
error-engine-not-quantized-advice = Quantize the model again.
error-engine-output-not-quantized = A result that must be quantized has no scale.
error-engine-output-not-quantized-advice = Quantize the model again.
error-engine-no-kernel = The node has no kernel here.
error-engine-no-kernel-advice = The other views still work.

error-engine-no-such-input = The model has no input { $input }.
error-engine-no-such-input-advice = Inputs are counted from 0, or called by the names listed.
error-engine-no-such-output = The model has no output { $output }.
error-engine-no-such-output-advice = Outputs are counted from 0, or called by the names listed.
error-engine-input-size = Input { $input } takes { $wanted } bytes; { $given } were given.
error-engine-input-size-advice = Give values of the input's type and shape.

error-engine-index = Index { $index } is out of range for a dimension of size { $size }.
error-engine-index-advice = The input values are out of range; use others.
error-engine-boxes = A box ends before it begins.
error-engine-boxes-advice = The input values or the anchors are wrong; use others.
error-engine-transform-length = The lengths of a Fourier transform must be powers of two.
error-engine-transform-length-advice = The runtime does not support other lengths either; change the model.
error-engine-too-many-phrases = A sentence produces more than { $limit } phrases.
error-engine-too-many-phrases-advice = Use a shorter sentence.
error-engine-no-resource = The node's handle does not refer to a variable or a table.
error-engine-no-resource-advice = The graph is broken; convert the model again.
error-engine-variable-unset = A variable is read before a value is assigned to it.
error-engine-variable-unset-advice = Run the signature that sets it first, if the model has one.
error-engine-division-by-zero = An integer is divided by zero.
error-engine-division-by-zero-advice = The input values cause this; zeros often do. Use others.
error-engine-negative-exponent = An integer is raised to a negative power.
error-engine-negative-exponent-advice = The input values cause this; use others.
error-engine-subgraph-inputs = A subgraph's inputs do not match those its caller passes.
error-engine-subgraph-inputs-advice = The graph is broken; convert the model again.
error-engine-subgraph-results = A subgraph's results do not match those its caller expects.
error-engine-subgraph-results-advice = The graph is broken; convert the model again.
error-engine-run-was-broken-off = The last run was aborted.
error-engine-run-was-broken-off-advice = Open the model again.
error-engine-cancelled = The run was stopped.
error-engine-cancelled-advice = Run it again when you like.

reason-engine-no-kernel = This operator is not implemented yet.
reason-engine-custom-op = A custom operator: its code is not part of the file.
reason-engine-unknown-op = The operator code is unknown.
reason-engine-op-version = This op version is not implemented; the newest supported one is { $newest }.
reason-engine-types = Not implemented for these types: { $inputs } to { $outputs }.
reason-engine-operands = The operator does not take this number of inputs or outputs.
reason-engine-gates-of-int8 = The LSTM has twelve intermediates (8-bit gates). The runtime runs it only with normalization and a projection with a bias, and not over sequences.
reason-engine-activation = The fused activation is not implemented for this operator.
reason-engine-shuffled-weights = The weights are stored in a shuffled order that is not implemented.
reason-engine-mixed-scales = The operands and the result have different scales, which is not implemented.
reason-engine-body = The runtime does not support the body of this operator.
reason-engine-custom-options = The options of the custom operator are invalid or missing.

error-engine-no-such-node = A partition of the model refers to a node that does not exist.
error-engine-no-such-node-advice = This is a bug in Vintage; please report it with the file. Choose the CPU meanwhile.
