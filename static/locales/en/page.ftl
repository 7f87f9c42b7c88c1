# The page. Values that are names, versions or paths arrive marked and are set in mono.

skip = Skip to the content
palette-open = Search
share = Copy link
share-long = Copy link to this view
share-local = { $n ->
    [one] Link copied without the file: open the link, then drop { $name } there.
   *[other] Link copied without the { $n } files: open the link, then drop them there.
}
theme = Theme
theme-system = System
theme-light = Light
theme-dark = Dark
language = Language
evolution-open = Evolution
evolution-open-long = Evolution: how graphs load when an op changes
about-this = About this
help = Help and keyboard shortcuts
copy = Copy
copied = Copied
copy-message = Copy the message
close = Close
cancel = Cancel
dismiss = Dismiss
number = { NUMBER($n) }
unit-bytes = { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
}
unit-kb = { $n } kB
unit-mb = { $n } MB
unit-gb = { $n } GB

## First screen

open-more = Drop or open…
drop-here = Drop to open
samples = Or try a sample
sample-fully-connected-12 = A model that old phones refuse
sample-fully-connected-12-why = A new converter wrote FULLY_CONNECTED version 12; runtimes up to 2.16 know 11.
sample-frozen-2017 = A frozen graph from 2017
sample-frozen-2017-why = Frozen by TensorFlow 1.1, and every release since still loads it.
sample-guide-checkpoint = The training guide’s checkpoint
sample-guide-checkpoint-why = Variables, slot variables and the object graph behind a restore.
sample-depthwise-pair = The dilated pair
sample-depthwise-pair-why = Dilation 1 is version 1 of the op, dilation 2 is version 2: one number decides which releases load it.

## Files

files = Opened files
remove = Remove { $name }
file-broken = Only partly readable
chip-files = { $n ->
    [one] { $n } file
   *[other] { $n } files
}, { $size }
others-unused = { $n ->
    [one] { $n } other file, not used
   *[other] { $n } other files, not used
}
said-verdict = { $name }: { $verdict }.
said-verdict-because = { $name }: { $verdict }, because of { $requirement }.
verdict-loads = loads in { $target }
verdict-warns = loads with warnings in { $target }
verdict-refused = refused by { $target }
verdict-unknown = not known for { $target }
verdict-unreadable = not readable
verdict-none = open
title-file = { $name } – { $verdict } – Vintage
title-evolution = Evolution – Vintage

## What it is

summary = Summary
kind-tflite = TensorFlow Lite model
kind-saved-model = SavedModel
kind-graph-def = GraphDef
kind-meta-graph = MetaGraphDef
kind-checkpoint = Checkpoint
kind-checkpoint-state = Checkpoint state file
kind-keras = Keras file
kind-unknown = File of an unknown kind
kind-form = { $kind } ({ $form })
count-nodes = { $n ->
    [one] { NUMBER($n) } node
   *[other] { NUMBER($n) } nodes
}
count-graphs = { $n ->
    [one] { NUMBER($n) } more graph
   *[other] { NUMBER($n) } more graphs
}
count-variables = { $n ->
    [one] { NUMBER($n) } variable
   *[other] { NUMBER($n) } variables
}
count-signatures = { $n ->
    [one] { NUMBER($n) } signature
   *[other] { NUMBER($n) } signatures
}
made-by = Written by { $producer }
made-by-release = Written by TensorFlow { $release }
made-by-releases = Written by TensorFlow { $first } to { $last }
made-by-unknown = No producer recorded
made-by-description = Converter not named (description: “{ $producer }”)
producer-release = GraphDef version { $version }: TensorFlow { $release }
producer-releases = GraphDef version { $version }: TensorFlow { $first } to { $last }
identity-conversion-metadata = from its conversion metadata
identity-meta-info = from its MetaInfoDef
identity-description = from its description
identity-keras-metadata = from its metadata.json
identity-keras-attribute = from its keras_version attribute
claims-runtime = claims to need runtime { $version }

## Target and window

must-run-on = Must run on
add-target = Add a target
release = Release
outcome-loads = loads
outcome-warns = warns
outcome-refused = refused
outcome-unknown = unknown
outcome-loads-long = the release loads the file
outcome-warns-long = the release loads the file and warns, or loads it and cannot run it
outcome-refused-long = the release refuses the file
outcome-unknown-long = no fact covers this release
window = Window
loads-in = Loads in
loads-means-graph-def = import_graph_def imports it
loads-means-meta-graph = import_meta_graph imports it
loads-means-restore = tf.train.Checkpoint.restore or tf.train.Saver fills the variables of a program
loads-means-read = tf.train.load_variable reads every listed value
loads-means-load = tf.saved_model.load succeeds; on 1.x the session loader
loads-means-v1-loader = the session loader succeeds: tf.saved_model.loader.load, on 2.x tf.compat.v1.saved_model.load
loads-means-keras = load_model of Keras succeeds
loads-means-default-delegates = the interpreter is created with built-in ops and default delegates, and AllocateTensors succeeds
loads-means-builtin-ops = the interpreter is created with built-in ops and no delegate, and AllocateTensors succeeds
loads-means-mediapipe-ops = the interpreter is created with built-in ops and those of MediaPipe, and AllocateTensors succeeds
loads-means-load-model = load_model succeeds
loads-means-load-weights = load_weights succeeds, into a model built in code
must = Must
action-restore = restore
action-read = read one by one
action-load = load (tf.saved_model.load)
action-v1-loader = load in a session (1.x loader)
action-keras = load_model (Keras)
action-default-delegates = run with default delegates
action-builtin-ops = run with built-in ops only
action-mediapipe-ops = run with MediaPipe's ops
action-load-model = load_model
action-load-weights = load_weights
no-window = No verdicts: no release was tested with this kind of file.
no-window-checkpoint-state = A list of checkpoints; it isn’t loaded by itself.
no-window-error = No verdicts: not enough of the file could be read to know its requirements.
line-label = Releases of { $channel }
releases-of = { NUMBER($good) } of { NUMBER($all) }
releases-with-gaps = { NUMBER($good) } of { NUMBER($all) }, with gaps
range-none = no release
range-unknown = unknown
cell = { $release }, { $date }: { $outcome }
because-one = because of { $requirement }
because-more = { $n ->
    [one] because of { $requirement } and { $n } more
   *[other] because of { $requirement } and { $n } more
}
today = today
pre-release = pre-release
pick-hint = Click or Enter: must run on this
what-if = { $n ->
    [one] What if: without { $n } requirement
   *[other] What if: without { $n } requirements
}
what-if-reset = Count all again

## What decides

deciding = Deciding requirements
decides-start = Sets the start in { $channel }
decides-end = Sets the end in { $channel }
decides-hole = Rules out { $release }
decides-none = Rules out every release of { $channel }
decides-unknown = Unknown in { $channel }
decides-nothing = Nothing limits the window in { $channel }: every known release loads the file.
no-facts-before = No facts before { $release }: earlier releases were never asked.
no-facts-after = No facts after { $release }: later releases were never asked.
no-facts-between = No facts about { $first } to { $last }: these releases were never asked.
no-facts-any = No facts about any release.
decides-more = { $n ->
    [one] and { $n } more requirement, in the table below
   *[other] and { $n } more requirements, in the table below
}
remedy-checkpoint-shard-missing = Add that file: open it together with the others.
remedy-checkpoint-value-truncated = Copy that file again: it is shorter than the index says.
remedy-saved-model-variables = Add the folder variables/: open the SavedModel's folder.
drop-it = Ignore this requirement
drop-it-from = Without it: { $release } and later
drop-it-to = Without it: { $release } and earlier
and-more = { $n ->
    [one] and { NUMBER($n) } more
   *[other] and { NUMBER($n) } more
}
node-index = op { $index }
node-name = op { $index }, { $name }
tensor-index = tensor { $index }
tensor-name = tensor { $index }, { $name }
variable-index = variable { $index }
variable-name = { $name }
show-node = Show in the graph
show-bytes = Show these bytes
printing = Message
prints = { $target } prints
prints-unknown = The message of this release is not recorded.
certainty-observed = observed
certainty-derived = derived
certainty-promised = promised
certainty-observed-long = a released binary was run
certainty-derived-long = read from the implementation
certainty-promised-long = a documented guarantee

## Findings

findings = Findings
severity-error = Error
severity-warning = Warning
severity-note = Note
failure-malformed = Damaged:
failure-unsupported = Not supported:
failure-over-limit = Over a limit:
failure-unreadable = Not readable:
failure-foreign = Not a TensorFlow file:
failure-malformed-advice = The bytes break the rules of their format: fetch or write the file again.
failure-unsupported-advice = The file may be intact; Vintage does not read this form yet.
failure-over-limit-advice = Reading stopped at a limit; the file may be intact. The CLI has options to raise the limits.
failure-foreign-advice = Open the model file itself.
failure-unreadable-advice = The file could not be read: it was moved, changed or deleted. Open it again.
partial = Only part of the file could be read; what you see below may be incomplete.
where = Where:
place-bytes = bytes { $range }

## Views

files-all-open = { $n ->
    [one] { NUMBER($n) } file
   *[other] All { NUMBER($n) } files
}

views = Views
view-window = Window
view-graph = Graph
view-contents = Contents
view-variables = Variables
view-objects = Objects
view-compare = Compare
view-restore = Restore
view-delegates = Delegates
view-run = Run
view-bytes = Bytes
view-files = Files

subject-op = { $subject }
subject-custom_op = custom op { $subject }
subject-attr = attr { $subject }
subject-dtype = type { $subject }
subject-tensor = tensor { $subject }
subject-file = file { $subject }
subject-tensor_type = tensor type { $subject }
subject-text = { $subject } in the text
subject-header = header { $subject }
subject-versions = version { $subject }
subject-other = { $kind } { $subject }

facts = Facts
signatures = Signatures

## Progress

progress-collecting = Collecting files… { $done } so far
progress-fetching = Fetching { $subject } ({ $done } of { $total })
progress-group = Sorting out which files belong together…
progress-read = Reading { $subject }
progress-assess = Checking { $subject } against every release

## Errors of the page itself

error-page-file-unreadable = { $file } could not be read.
error-page-file-unreadable-advice = The browser may not be allowed to read it, or it changed after the drop. Open it again.
error-page-folder-unreadable = The folder { $file } could not be listed.
error-page-folder-unreadable-advice = The browser may not be allowed to read it. Drop the files themselves.
error-copies-incomplete = { $n ->
    [one] The reload interrupted the copying of files: { $n } of { $total } is missing, { $file }.
   *[other] The reload interrupted the copying of files: { $n } of { $total } are missing, the first one is { $file }.
}
error-copies-incomplete-advice = Drop the missing files again.
error-too-many-files = More than { $limit } files were dropped; only the first ones were taken.
error-too-many-files-advice = Drop the folder of one model or checkpoint.
error-fetch-failed = { $url } could not be fetched.
error-fetch-failed-advice = The server must answer and allow this page to read from it (CORS). Download the file and drop it here instead.
error-fetch-status = { $url } could not be fetched: the server answered with status { $status }.
error-fetch-status-advice = Check the address, or download the file and drop it here.
error-worker-missing = The browser did not start the reader.
error-worker-missing-advice = It needs module workers and WebAssembly. Try a current Firefox, Chrome or Safari.
error-part-not-loaded = A part of Vintage could not be loaded.
error-part-not-loaded-advice = Check the connection, then try again. If this site was updated since you opened it, reload the page.
error-reader-stopped = The reader stopped: { $text }
error-reader-stopped-advice = This is a bug in Vintage; your files are unchanged. A new reader is ready; the other files can still be opened.
error-blob-unreadable = { $file } can no longer be read.
error-blob-unreadable-advice = It was changed, moved or deleted after it was dropped. Open it again.
error-not-open = This file is no longer open.
error-not-open-advice = Open it again.
