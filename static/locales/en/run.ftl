# Running a model.

run-start = Run
run-backend = On
run-backend-simd = this processor (SIMD)
run-backend-gpu = the GPU (WebGPU)
run-backend-reference = reference kernels (slow)
run-invocations = Invocations
run-signature = Signature
run-main-graph = main subgraph
run-idle = The engine is fetched when you press Run. The model stays in this browser.
run-loading = Preparing the model
run-running = Running
run-progress = { $done } of { $total } nodes
run-fell-back = The processor did it instead.

run-col-input = Input
run-col-values = Values
run-zeros = zeros
run-random = random
run-npy = .npy file
run-image-or-npy = image or .npy file
run-seed = seed
run-file = File
run-normalisation = How a channel value from 0 to 255 becomes the model's value
run-mean = Mean
run-std = Divisor

run-took =
    { $count ->
        [one] { $ms } ms on { $module }
       *[other] median { $ms } ms of { $count } invocations on { $module }
    }
run-profile = Where the time went
run-no-profile = This adapter cannot measure single operators.
run-col-op = Operator
run-col-nodes = Nodes
run-col-ms = ms an invocation
run-col-node = Node
run-col-kernel = Kernel
run-by-node =
    { $count ->
        [one] { $count } node
       *[other] { $count } nodes, one by one
    }
run-more-nodes = and { $count } more
run-col-index = Index
run-col-value = Value
run-min = min
run-max = max
run-mean-value = mean
run-first-values = First values
run-save-npy = Save .npy
run-not-finite =
    { $count ->
        [one] { $count } value is NaN or infinite
       *[other] { $count } values are NaN or infinite
    }
run-at-node = at node { $index } of subgraph { $graph }

error-engine-worker-missing = This browser would not start the engine.
error-engine-worker-missing-advice = Reload the page. Private windows and strict settings can forbid workers.
error-engine-stopped = The engine stopped unexpectedly: { $text }
error-engine-stopped-advice = Your file is untouched. Press Run to start the engine again.
error-run-no-model = No model is loaded.
error-run-no-model-advice = Press Run again.
error-run-too-many-inputs = { $given } inputs were given, and the model has { $count }.
error-run-too-many-inputs-advice = Leave some out: inputs that are not given are zeros.
error-run-no-such-backend = There is no such backend.
error-run-no-such-backend-advice = Choose simd, reference or gpu.
error-run-input-missing = No file was chosen for an input.
error-run-input-missing-advice = Choose a file, or choose zeros or random values.
error-run-input-dtype = Input { $input } ({ $name }) takes { $dtype } and the file holds { $given }.
error-run-input-dtype-advice = Convert the array to { $dtype } and save it again.
error-run-input-has-no-size = Input { $input } ({ $name }) is { $dtype }, which has no fixed size.
error-run-input-has-no-size-advice = Such inputs cannot be filled yet.
error-run-input-not-random = Input { $input } ({ $name }) is { $dtype }, for which there are no random values.
error-run-input-not-random-advice = Choose zeros or a .npy file.
error-run-input-not-an-image = Input { $name } does not take an image.
error-run-input-not-an-image-advice = An image needs a shape [1, height, width, channels] with 1, 3 or 4 channels and a numeric type.
error-run-image-unreadable = The browser could not decode the image for { $name }.
error-run-image-unreadable-advice = Try a PNG or JPEG.
error-gpu-not-built = This build has no GPU path.
error-gpu-not-built-advice = Build with the feature gpu, or choose another backend.
error-run-gpu-fixed-shape = On the GPU input { $input } keeps the shape of the file, { $wanted }.
error-run-gpu-fixed-shape-advice = Choose the processor to run with another shape.
error-run-input-form = An input is written NAME_OR_POSITION=FILE.npy, and this is { $given }.
error-run-input-form-advice = Write --input 0=image.npy, for example.
error-run-no-such-input = The model has no input { $name }. Its inputs: { $known }.
error-run-no-such-input-advice = Use one of these names, or the position, beginning with 0.
error-run-output-unwritable = { $path } could not be written: { $reason }.
error-run-output-unwritable-advice = Choose another folder with --output.
error-run-output-no-npy = Output { $position } is { $dtype }, which a .npy file cannot hold.
error-run-output-no-npy-advice = The other outputs were written.
