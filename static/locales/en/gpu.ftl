# The WebGPU path: why it cannot run, and what happens instead.
# Each error has a line of what happened and a line of advice; reasons are said of one node.

error-gpu-no-adapter = No graphics adapter can be used for computing here.
error-gpu-no-adapter-advice = The model runs on the CPU instead. WebGPU needs a browser that has it switched on, a page served over HTTPS or from localhost, and a working graphics driver.

error-gpu-no-device = The graphics adapter did not open: { $detail }
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

error-gpu-too-large = A tensor needs { $bytes } bytes, and this adapter allows { $limit } in one piece.
error-gpu-too-large-advice = The model runs on the CPU instead.

error-gpu-not-half = The adapter has no shader-f16.
error-gpu-not-half-advice = The GPU computed in float32.

error-gpu-bad-input = Input { $input } has { $given } values, and the model wants { $expected }.
error-gpu-bad-input-advice = Give a tensor of the shape that the input shows.

error-gpu-out-of-memory = The graphics adapter ran out of memory.
error-gpu-out-of-memory-advice = The model runs on the CPU instead. Closing other pages that use graphics frees memory.

error-gpu-validation = The graphics driver refused a step: { $detail }
error-gpu-validation-advice = The model runs on the CPU instead. This is a fault in Vintage or in the driver; a report with the text above helps.

error-gpu-other-shape = Tensor { $tensor } came out as { $given }, and the file states { $stored }.
error-gpu-other-shape-advice = The model runs on the CPU instead, which follows shapes that change during a run.

error-gpu-lost = The graphics adapter went away during the run: { $detail }
error-gpu-lost-advice = The model runs on the CPU instead. The adapter can be asked again.

reason-gpu-no-kernel = this op has no GPU kernel yet
reason-gpu-dtype = the GPU path computes in float32 and truth values, and this node uses { $dtype }
reason-gpu-not-constant = operand { $operand } has to be constant on the GPU, and is computed here
reason-gpu-missing-operand = operand { $operand } is missing
reason-gpu-option = its option { $option } has no GPU kernel yet
reason-gpu-shape = its shapes do not fit each other, or are of a rank without a GPU kernel
reason-gpu-variable = it keeps state between runs, which the GPU path does not do yet
reason-gpu-too-large = one of its tensors needs { $bytes } bytes, and this adapter allows { $limit } in one piece
reason-gpu-little = the GPU could do it, but handing it over would take longer than computing it here
reason-gpu-between = the GPU could do it, but it stands between nodes that share state

run-parts =
    { $count ->
        [one] Ran in { $count } part:
       *[other] Ran in { $count } parts:
    }
run-part-where = Where
run-col-which = Which
run-col-why = Why not on the GPU
run-part-gpu = on the GPU
run-part-simd = on the processor
run-half = float16 (half the memory, less exact)
run-check = check every op against the reference kernels
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
