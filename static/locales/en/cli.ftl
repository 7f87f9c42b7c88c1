# The CLI.

cli-kind-tflite = TensorFlow Lite model
cli-kind-saved_model = SavedModel
cli-kind-graph_def = GraphDef
cli-kind-meta_graph = MetaGraphDef
cli-kind-checkpoint = checkpoint
cli-kind-checkpoint_state = checkpoint state file
cli-kind-keras = Keras file
cli-kind-unknown = not recognized

cli-outcome-loads = loads
cli-as-far-as-known = as far as known
cli-outcome-warns = loads with warnings
cli-outcome-refused = refused
cli-outcome-unknown = unknown
cli-outcome-unreadable = unreadable

cli-written-by = written by
cli-claims = claims runtime
cli-files = files
cli-versions = versions
cli-graphs = graphs
cli-signatures = signatures
cli-variables = variables
cli-loads-in = loads in
cli-other-actions = with another action, it loads in
cli-not-asked = not known
cli-no-release = no known release
cli-needs = needs
cli-findings = findings
cli-main-graph = main
cli-nodes =
    { $count ->
        [one] { $count } node
       *[other] { $count } nodes
    }
cli-count-tensors =
    { $count ->
        [one] { $count } tensor
       *[other] { $count } tensors
    }
cli-count-variables =
    { $count ->
        [one] { $count } variable
       *[other] { $count } variables
    }
cli-more = and { $count } more
cli-prints = prints
cli-because = because
cli-unknown-action = Files of this kind have no action { $action }. Their actions: { $known }.
cli-unknown-channel = There is no channel { $channel } for this file. Known channels: { $known }.
cli-unknown-release = { $channel } has no release { $release } in the tables. Newest known: { $newest }.
cli-no-channel = There is no channel “{ $channel }”. Known channels: { $known }.
cli-no-channel-meant = There is no channel “{ $channel }”. Did you mean { $meant }? Known channels: { $known }.
cli-release-unknown = { $channel } has no release “{ $release }” that Vintage knows. Did you mean { $meant }? The newest is { $newest }.
cli-no-command = There is no command { $name }.
cli-two-models = This command is about one model or checkpoint, and { $path } holds { $count }: { $names }. Name one of them.
cli-state-alone = A list of checkpoints; it isn't loaded by itself. Name the checkpoint: { $names }.
cli-file-is-input = { $file } is the file that is read. Add --force to overwrite it.
cli-file-unwritable = { $file } could not be written: { $reason }.
cli-nothing-opened = No file could be opened.

## Errors of the CLI

error-file-not-regular = This is a pipe, a socket or a device, not a regular file.
error-file-not-regular-advice = Name the pipe itself, or use “-” for standard input.
error-file-not-named = This file was not named.
error-file-not-named-advice = Name it to check it too.
error-file-changed = The file changed while it was read.
error-file-changed-advice = Wait until it is written, then run the command again.
error-folder-read-already = This is a link to a folder that was already read.
error-folder-too-many-files = The folder has more than { $limit } files.
error-folder-too-many-files-advice = Name the folder that holds the model itself, or raise --limit files.
error-pipe-without-writer = Nothing wrote to this pipe within { $seconds } seconds.
error-pipe-without-writer-advice = Start the program that writes to it first.
error-pipe-too-long = The pipe delivered more than { $limit } bytes.
error-pipe-too-long-advice = Write them to a file and name that, or raise --limit structure_bytes.
cli-advice-structure-too-large = If the file is intact and enough memory is free, raise --limit structure_bytes.
cli-advice-inflated-too-large = If the file is intact and enough memory is free, raise --limit inflated_bytes, or structure_bytes where that is lower.
cli-advice-list-too-long = If the file is intact and enough memory is free, raise --limit list_len.
cli-advice-proto-too-many = If the file is intact, raise --limit list_len.
cli-advice-value-too-large = Its name, dtype and shape are shown. To read it, raise --limit value_bytes.

cli-unused = not used

## Static answers

cli-badge-no-model = There is no model or checkpoint to make a badge of.

## SARIF: sentences of results, and rules about releases

sarif-release-refuses = { $channel } { $release } refuses the file.
sarif-release-warns = { $channel } { $release } loads the file with warnings.
sarif-release-unknown = It is not known whether { $channel } { $release } loads the file.
sarif-prints = It prints: { $text }
sarif-start = It sets the start of the window: the first release of { $channel } that loads the file is { $release }.
sarif-end = It sets the end of the window: the last release of { $channel } that loads the file is { $release }.
sarif-none = No known release of { $channel } loads the file.
sarif-not-known = It is not known whether a release of { $channel } loads the file.
sarif-rule-release-refuses = A release refuses files of this kind.
sarif-rule-release-warns = A release loads files of this kind with warnings.
sarif-rule-release-unknown = No fact covers files of this kind in a release.

## Targets of a file: check --all-of

targets-wrong = { $file }, line { $line }: { $reason }
targets-unreadable = { $file } cannot be read: { $reason }.
targets-wrong-key = { $file }, line { $line }, key { $key }: { $reason }
targets-no-release = Name a release, such as release = "tensorflow@2.15.1", or a range, such as releases = "tensorflow@2.9..2.15".
targets-two-releases = A target has either release or releases.
targets-no-files = There are no files. Add files = ["model.tflite"] to this target, or above the first one for all targets.
targets-none = There is no [[target]].
targets-action = There is no action { $action }. Known actions: { $known }.
targets-range = A range names two releases of a channel, the older one first: releases = "tensorflow@2.9..2.15".
targets-col-target = target
targets-col-release = release
targets-col-file = file
targets-col-outcome = outcome
targets-col-because = because
targets-span = { $channel } { $first } to { $last }
targets-at = { $outcome } in { $release }
