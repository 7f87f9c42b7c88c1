# The WebGPU path: why it cannot run, and what happens instead.
# Each error has a headline and advice; a reason is about one node.

error-gpu-no-adapter = No GPU is available for computing.
error-gpu-no-adapter-advice = The model runs on the CPU instead. WebGPU must be enabled in the browser, and needs a page served over HTTPS or from localhost and a working graphics driver.

error-gpu-no-device = The GPU could not be opened: { $detail }
error-gpu-no-device-advice = The model runs on the CPU instead. Closing other pages that use graphics, or restarting the browser, often helps.

error-gpu-unsupported =
    { $count ->
        [one] One node has no GPU kernel: { $ops }.
       *[other] { $count } nodes have no GPU kernel: { $ops }.
    }
error-gpu-unsupported-advice = The model runs on the CPU instead. An operator with a type in parentheses lacks a kernel for that type only.

error-gpu-parts-little =
    { $count ->
        [one] One node has no GPU kernel: { $ops }. The rest is too small to be worth running on the GPU.
       *[other] { $count } nodes have no GPU kernel: { $ops }. The rest is too small to be worth running on the GPU.
    }
error-gpu-parts-little-advice = The model runs on the CPU instead. An operator with a type in parentheses lacks a kernel for that type only.

error-gpu-too-large = A tensor needs { $bytes } bytes; this GPU allows { $limit } in one buffer.
error-gpu-too-large-advice = The model runs on the CPU instead.

error-gpu-not-half = This GPU has no shader-f16.
error-gpu-not-half-advice = The model ran in float32.

error-gpu-bad-input = Input { $input } has { $given } values; the model takes { $expected }.
error-gpu-bad-input-advice = Give a tensor of the input's shape.

error-gpu-out-of-memory = The GPU ran out of memory.
error-gpu-out-of-memory-advice = The model runs on the CPU instead. Closing other pages that use graphics frees memory.

error-gpu-validation = The graphics driver refused a step: { $detail }
error-gpu-validation-advice = The model runs on the CPU instead. This is a bug in Vintage or in the driver; please report it with the text above.

error-gpu-other-shape = Tensor { $tensor } has the shape { $given } in this run; the file states { $stored }.
error-gpu-other-shape-advice = The model runs on the CPU instead, which supports shapes that change during a run.

error-gpu-lost = The GPU was lost during the run: { $detail }
error-gpu-lost-advice = The model runs on the CPU instead. Another run may use the GPU again.

reason-gpu-no-kernel = this op has no GPU kernel yet
reason-gpu-dtype = the GPU path supports float32, bool, and int8 or uint8 with one scale, but this node uses { $dtype }
reason-gpu-not-constant = operand { $operand } must be constant on the GPU, but is computed here
reason-gpu-missing-operand = operand { $operand } is missing
reason-gpu-option = its option { $option } has no GPU kernel yet
reason-gpu-scales = its operands and its result have different scales, but the runtime copies their bytes
reason-gpu-shape = its shapes do not match, or have a rank without a GPU kernel
reason-gpu-variable = it keeps state between runs, which the GPU path does not support yet
reason-gpu-too-large = one of its tensors needs { $bytes } bytes; this GPU allows { $limit } in one buffer
reason-gpu-little = the GPU supports it, but the transfer would take longer than computing it on the CPU
reason-gpu-between = the GPU supports it, but it is between nodes that share state

run-parts =
    { $count ->
        [one] Ran in { $count } partition:
       *[other] Ran in { $count } partitions:
    }
run-part-where = Where
run-col-which = Which
run-col-why = Reason
run-part-gpu = on the GPU
run-part-simd = on the CPU
run-half = float16 (half the memory, less exact)
run-check = compare every op with the reference kernels
run-check-passed =
    { $count ->
        [one] { $count } op was compared with the reference kernels; it agrees.
       *[other] { $count } ops were compared with the reference kernels; all agree.
    }
run-check-failed =
    { $count ->
        [one] { $count } op was compared with the reference kernels; { $differing } differs.
       *[other] { $count } ops were compared with the reference kernels; { $differing } differ by more than is allowed.
    }
run-check-first = First: { $op } at node { $node } (kernel { $kernel }) gave { $got } instead of { $want } at element { $element }: off by { $absolute }, relative { $relative }; allowed is { $tolerance }.
run-check-closest = Closest to its limit: { $op } at node { $node } (kernel { $kernel }), off by { $absolute }, relative { $relative }; allowed is { $tolerance }.
