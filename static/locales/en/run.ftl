# Running a model.

run-start = Run
run-backend = On
run-backend-simd = CPU (SIMD)
run-backend-gpu = GPU (WebGPU)
run-backend-reference = reference kernels (slow)
run-invocations = Runs
run-repeat-auto = up to 10 in a second
run-keeps-state = This model keeps state between runs. It runs once, without warm-up, unless you choose a number.
run-signature = Signature
run-main-graph = main subgraph
run-idle = The engine is fetched when you press Run. The model stays in this browser.
run-building = `cargo xtask serve` is still building the engine. Everything else works; runs start when it is built.
run-loading = Preparing the model
run-running = Running
run-progress = { $done } of { $total } nodes
run-progress-loop =
    { $rounds ->
        [one] { $done } of { $total } nodes, { $rounds } round of a loop
       *[other] { $done } of { $total } nodes, { $rounds } rounds of a loop
    }

run-col-input = Input
run-col-values = Values
run-zeros = zeros
run-random = random
run-made-up =
    { $kind ->
        [random] Test run with random input: the outputs and labels below mean nothing.
       *[zeros] Test run with zeros as input: the outputs and labels below mean nothing.
    }
run-made-up-hint = Choose a file, an image or typed values above for a real result.
run-data-file = file
run-image-or-file = image or file
run-text = text
run-typed = typed
run-text-one = Text of this input
run-text-lines = One string per line
run-text-numbers = Numbers, separated by commas, spaces or lines
run-seed = seed
run-file = File
run-choose-file = Choose…
run-drop-file = or drop a file here
run-drop-image = or drop or paste an image here
run-paste = Paste
run-pasted = pasted image
run-camera = Camera
run-camera-view = Camera image
run-camera-take = Take picture
run-camera-picture = picture from the camera
run-proportions = Images of other proportions
run-stretch = stretch
run-crop = center crop
run-from-metadata = from the model's metadata
run-normalisation = Conversion of channel values from 0 to 255 to model values
run-mean = Mean
run-std = Divisor

run-took =
    { $count ->
        [one] { $ms } ms on { $module }
       *[other] median { $ms } ms of { $count } runs on { $module }
    }
run-threads =
    { $count ->
        [one] { $count } thread
       *[other] { $count } threads
    }
run-took-cold = The first run is included: it is slower than later ones.
run-took-warm =
    { $count ->
        [one] { $count } warm-up run is not included.
       *[other] { $count } warm-up runs are not included.
    }
run-said =
    { $count ->
        [one] The run is done: { $ms } ms.
       *[other] { $count } runs are done: median { $ms } ms.
    }
run-said-top = Greatest value of { $output }: { $name }, { $value }.
run-profile = Profile
run-on-graph = Show on the graph
run-no-profile = This GPU cannot measure single operators.
run-col-op = Operator
run-col-nodes = Nodes
run-col-ms = ms per run
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
run-col-label = Label
run-labels = Labels…
run-labels-file = File with labels, one per line; it may also be dropped here
run-labels-differ =
    { $labels ->
        [one] { $labels } label
       *[other] { $labels } labels
    } for { $classes } classes: labels may be on the wrong classes.
run-show = Show as
run-as-image = image
run-as-mask = mask
run-image-of = { $name } as an image
run-mask-of = { $name } as a mask: the class with the greatest value at each pixel
run-black = black
run-white = white
run-no-picture = The values of this output cannot be drawn.
run-warmup = Warm-up
run-median = median
run-p90 = p90
run-histogram = Times of { $count } runs from { $min } to { $max } ms
run-copy-report = Copy report
run-beside = Compare with another backend
run-compare-with = Compare with
run-col-output = Output
run-col-different = Different values
run-different = { $different } of { $count }
run-col-absolute = Largest difference
run-col-relative = Relative
run-col-where = Where
run-equal = equal
run-no-numbers = The outputs have no numbers to compare.
run-beside-note = The same inputs on both. Relative is to the largest value of the output; quantized values are compared as they are stored.
run-layers = Quantization error by layer
run-layers-start = Compare with float
run-layers-what = Runs the same inputs twice more on the CPU: as in the file, and in float with the same weights dequantized.
run-layers-note = Errors add up from layer to layer, as in use. A step is the scale of the tensor; relative is the RMS error divided by the RMS of the float values.
run-layers-none = No layer of this model gives real numbers.
run-layers-order = Sort by
run-layers-by-relative = relative error
run-layers-by-steps = largest error in steps
run-layers-by-graph = order of the graph
run-results = Compare with another runtime
run-results-what = Results that another runtime computed from the same inputs, as { ".npy" } or { ".npz" }. With its intermediate tensors, by name or index, the first operator that differs is named.
run-results-files = Results…
run-results-files-label = Files with results of another runtime; they may also be dropped here
run-results-half = it computes in float16
run-results-start = Compare
run-results-differs = differs
run-results-agrees = agrees
run-results-note = Each result is computed from the other runtime’s values of the tensors before it, with the reference kernels.
run-results-passed =
    { $count ->
        [one] { $count } tensor of the other runtime was compared with the reference kernels; it agrees.
       *[other] { $count } tensors of the other runtime were compared with the reference kernels; all agree.
    }
run-results-failed =
    { $count ->
        [one] { $count } tensor of the other runtime was compared with the reference kernels. Beyond the allowed difference: { $differing }.
       *[other] { $count } tensors of the other runtime were compared with the reference kernels. Beyond the allowed difference: { $differing }.
    }
run-results-first = First difference: { $op } at node { $node }, tensor { $name }: { $own } here, { $other } in the other runtime at element { $element }. Off by { $absolute }; allowed is { $allowed }.
run-results-first-shape = First difference: { $op } at node { $node }, tensor { $name }: { $reason }
run-results-closest = Closest to its limit: { $op } at node { $node }, tensor { $name }, off by { $absolute }; allowed is { $allowed }.
run-results-since = The cause is one of the operators { $since } to { $node }. Give tensors between them to narrow it down.
run-results-inputs = An input had zeros or random values here. Give the inputs of the other runtime, as inputs or in the same { ".npz" }.
run-results-many = Most tensors differ. A TensorFlow Lite interpreter keeps intermediate tensors only with experimental_preserve_all_tensors and without delegates.
run-results-skipped = Not compared ({ $count }): { $reason } { $names }
run-col-allowed = Allowed
run-col-own = Here
run-col-other = Other runtime
run-col-tensor = Tensor
run-col-steps = Largest, in steps
run-col-largest = Largest error
run-col-rms = RMS error
run-report-model = Model
run-report-browser = Browser
run-backend-name = Backend
run-min = min
run-max = max
run-mean-value = mean
run-first-values = First values
run-first-strings = First strings
run-save-npy = Save .npy
run-save-json = Save .json
run-not-finite =
    { $count ->
        [one] { $count } value is NaN or infinite ({ $nan } NaN)
       *[other] { $count } values are NaN or infinite ({ $nan } NaN)
    }
run-at-node = at node { $index } of subgraph { $graph }

error-engine-worker-missing = The browser did not start the engine.
error-engine-worker-missing-advice = Reload the page. Private windows and strict settings can forbid workers.
error-engine-stopped = The engine stopped unexpectedly: { $text }
error-engine-stopped-advice = Your file is unchanged. Press Run to start the engine again.
error-run-no-cpu-kernels = The CPU kernels, which some nodes need, could not be fetched.
error-run-no-cpu-kernels-advice = Check the connection and press Run again.
error-run-no-model = No model is loaded.
error-run-no-model-advice = Press Run again.
error-run-too-many-inputs = { $given } inputs were given; the model has { $count }.
error-run-too-many-inputs-advice = Leave some out: inputs that are not given are zeros.
error-run-threads = The system does not start { $count } threads: { $detail }
error-run-threads-advice = Give a smaller number to --threads.
error-run-no-such-backend = There is no such backend.
error-run-no-such-backend-advice = Choose simd, reference or gpu.
error-run-input-missing = No file was chosen for an input.
error-run-input-missing-advice = Choose a file, or choose zeros or random values.
error-run-input-dtype = Input { $input } ({ $name }) takes { $dtype }; the file contains { $given }.
error-run-input-dtype-advice = Convert the array to { $dtype } and save it again.
error-run-file-unknown = The file { $file } for input { $name } has an unknown format.
error-run-file-unknown-advice = Give .npy, .npz, .csv, .json or .txt; for images also PNG or JPEG.
error-run-file-shape = Input { $name } takes { $wanted }, which is { $count } values; { $given } were given.
error-run-file-shape-advice = Give that many values. To run with another shape, write it as nested lists in JSON, or save it as .npy.
error-run-file-no-member = The file has several lists and none is called { $name }. It has: { $known }.
error-run-file-no-member-advice = Rename the right list to { $name }.
error-run-file-not-a-number = Line { $line }, column { $column }: { $text } is not a number, and input { $name } takes { $dtype }.
error-run-file-not-a-number-advice = Write numbers with a decimal point, such as 0.5 or 1e-3.
error-run-file-not-whole = Line { $line }, column { $column }: { $text } is not an integer, and input { $name } takes { $dtype }.
error-run-file-not-whole-advice = Give the values that the tensor stores. For a quantized tensor: the real value divided by the scale, rounded, plus the zero point.
error-run-file-out-of-range = Line { $line }, column { $column }: { $text } is out of range for { $dtype } of input { $name }.
error-run-file-out-of-range-advice = Give the values that the tensor stores.
error-run-file-not-a-bool = Line { $line }, column { $column }: { $text } is neither true nor false.
error-run-file-not-a-bool-advice = Write true and false, or 1 and 0.
error-run-file-type = Input { $name } is { $dtype }, which cannot be given as text.
error-run-file-type-advice = Save the values as a .npy file.
error-array-ragged = Line { $line }, column { $column }: this row is longer or shorter than the ones before it, so the values for { $name } have no shape.
error-array-ragged-advice = Make all rows equally long.
error-array-not-json = Line { $line }, column { $column }: the text for { $name } is not a list of numbers or strings in JSON.
error-array-not-json-advice = Write [[1, 2], [3, 4]], or an object with such a list for each input by name.
error-array-open-quote = Line { $line }, column { $column }: a quotation mark is not closed, or something follows it without a separator.
error-array-open-quote-advice = Close it; within quotes write it twice.
error-array-empty = There are no values for { $name }.
error-array-empty-advice = Give at least one row.
error-run-input-has-no-size = Input { $input } ({ $name }) is { $dtype }, which has no fixed size.
error-run-input-has-no-size-advice = Such inputs cannot be filled yet.
error-run-input-not-random = Input { $input } ({ $name }) is { $dtype }, which cannot be random.
error-run-input-not-random-advice = Choose zeros, a file or typed values.
error-run-input-not-an-image = Input { $name } does not take an image.
error-run-input-not-an-image-advice = An image needs a shape [1, height, width, channels] with 1, 3 or 4 channels and a numeric type.
error-run-image-unreadable = The browser could not decode the image for { $name }.
error-run-image-unreadable-advice = Try a PNG or JPEG.
error-run-not-quantized = Nothing in this model is quantized.
error-run-not-quantized-advice = Give the quantized model; a float model has no such error.
error-run-quantization-packed = The weights { $name } are packed as int4, which cannot be converted to float yet.
error-run-quantization-packed-advice = The run itself is not affected.
error-run-quantization-subgraphs = This model runs subgraphs, which cannot be converted to float yet.
error-run-quantization-subgraphs-advice = The run itself is not affected.
error-run-labels-no-text = This file holds no labels.
error-run-labels-no-text-advice = Labels are text in UTF-8, one per line, in the order of the classes.
error-run-results-unknown = No tensor of this model has this name.
error-run-results-constant = This tensor is a constant of the model.
error-run-results-other-constant = The model has other values of this constant: the results are of another model.
error-run-results-not-computed = No operator of this run computes this tensor.
error-run-results-type = { $given } values cannot be compared with { $wanted }.
error-run-results-shape = The shape is { $given } instead of { $wanted }.
error-run-results-no-tensor = This model has no output or tensor named { $name }.
error-run-results-no-tensor-advice = Its outputs: { $known }.
error-run-results-which = The file { $file } does not name one of this model’s outputs.
error-run-results-which-advice = Name the file after one of the outputs or its position, or use an { ".npz" } with named arrays. Outputs: { $known }.
error-run-results-none = No array belongs to a tensor of this model: { $given }.
error-run-results-none-advice = Name arrays after tensors, or with their indices. Outputs: { $known }.
error-run-results-nothing = None of the arrays is a result of this run.
error-run-results-nothing-advice = Give outputs or intermediate tensors, not only inputs.
error-run-normalisation-numbers = Mean and divisor for { $name } are one number, or one per channel, separated by commas; divisors are not 0.
error-run-clipboard-refused = The browser did not let the page read the clipboard.
error-run-clipboard-refused-advice = Allow it, or press Ctrl+V (⌘V), which needs no permission.
error-run-clipboard-empty = There is no image in the clipboard.
error-run-clipboard-empty-advice = Copy an image, not its address or its file, and try again.
error-run-camera-refused = The browser could not open a camera.
error-run-camera-refused-advice = Allow the camera for this page and close other programs that use it; or choose a file.
error-gpu-not-built = This build has no GPU path.
error-gpu-not-built-advice = Build with the feature gpu, or choose another backend.
error-run-gpu-fixed-shape = On the GPU, input { $input } keeps the shape of the file, { $wanted }.
error-run-gpu-fixed-shape-advice = Choose the CPU to run with another shape.
error-run-input-form = Write inputs as NAME_OR_POSITION=FILE; this is { $given }.
error-run-input-form-advice = Write --input 0=image.npy, for example.
error-run-no-such-input = The model has no input { $name }. Its inputs: { $known }.
error-run-no-such-input-advice = Use one of these names, or the position, beginning with 0.
error-run-output-unwritable = { $path } could not be written: { $reason }.
error-run-output-unwritable-advice = Choose another folder with --output.
error-run-output-no-npy = Output { $position } is { $dtype }, which a .npy file cannot hold.
error-run-output-no-npy-advice = The other outputs were written.
error-run-outputs-too-large = The outputs would take { $size } bytes; the limit is { $limit } bytes.
error-run-outputs-too-large-advice = Use smaller inputs. The CLI can raise the limit: vintage run --limit working_bytes=BYTES.
error-run-no-model-inside = { $file } holds no TFLite model.
error-run-no-model-inside-advice = Give a .tflite file, or an archive or folder with one. Only TFLite models can be run.
error-run-several-models = { $file } holds several TFLite models: { $known }.
error-run-several-models-advice = Name one with --member.
error-run-no-such-member = { $file } holds no TFLite model { $member }. It holds: { $known }.
error-run-no-such-member-advice = Use one of these names with --member.
error-run-timeout = The run did not end within { $seconds } seconds.
error-run-timeout-advice = Allow more time.
error-run-too-many-rounds = A loop of the model did not end after { $limit } rounds.
error-run-too-many-rounds-advice = Allow more with --max-rounds, or give inputs with which the loop ends.
error-run-interrupted = The run was interrupted.
error-run-interrupted-advice = No output was written.

# The CLI's own: advice where the page's differs, and lines that the page shows in another way.
cli-advice-engine-constants-too-large = On a machine with more memory, raise it: --limit structure_bytes=BYTES --limit value_bytes=BYTES.
cli-advice-engine-tensor-too-large = Use smaller inputs, or on a machine with more memory raise it: --limit working_bytes=BYTES.
cli-advice-engine-arena-too-large = Use smaller inputs, or on a machine with more memory raise it: --limit working_bytes=BYTES.
cli-advice-engine-scratch-too-large = Use smaller inputs, or on a machine with more memory raise it: --limit working_bytes=BYTES.
cli-advice-run-timeout = Allow more with --timeout.
cli-advice-run-outputs-too-large = Use smaller inputs, or on a machine with more memory raise it: --limit working_bytes=BYTES.
cli-run-cold = including the first run, which is slower; --warmup 1 leaves it out
cli-run-not-finite = { $name }: { $count } of { $all } values are not finite ({ $nan } NaN, { $infinite } infinite)
