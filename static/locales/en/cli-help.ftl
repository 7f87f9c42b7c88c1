# Help and usage errors of the CLI.

cli-help-usage = Usage: { $usage }
cli-help-commands = Commands
cli-help-arguments = Arguments
cli-help-options = Options
cli-help-exit-codes = Exit codes:
cli-help-default = [default: { $values }]
cli-help-values = [possible values: { $values }]

## Sections of the manual pages

cli-man-name = NAME
cli-man-synopsis = SYNOPSIS
cli-man-description = DESCRIPTION
cli-man-exit-codes = EXIT CODES
cli-man-version = VERSION

## Commands

cli-command-vintage = Shows which TensorFlow and TensorFlow Lite releases can load a file, why, and the errors that other releases print
cli-command-inspect = Show the summary, requirements and windows of files
cli-command-check = Ask whether one release loads files
cli-command-window = Show the windows of files in one picture (SVG), as a table in Markdown or as JSON
cli-command-badge = Print a badge (SVG) of the releases that load a file, or of its outcome in one release
cli-command-compare = Compare two files of one kind by meaning, and their windows
cli-command-delegates = List the delegates and other engines that take a TFLite model, with segments and reasons
cli-command-patch = Change the configuration of a Keras file so that a release loads it
cli-command-restore = Simulate restoring a checkpoint into a program
cli-command-evolve = Plan a change of an op: which graphs load in which releases, and the rules that the plan breaks
cli-command-values = Print statistics of stored values: checkpoints, SavedModels, weights of TFLite models
cli-command-verify = Check the stored checksums of all values
cli-command-run = Run a model
cli-command-schema = Print the JSON Schema of the output of inspect --json
cli-command-completions = Print a script that completes commands and options in a shell
cli-command-man = Print the manual page of the program, or of one of its commands
cli-command-help = Print the help of the program, or of one of its commands

## Arguments of several commands

cli-option-paths = Files, folders, archives or checkpoint prefixes; “-” is standard input
cli-option-limits = Raise or lower a limit of the readers, such as value_bytes=8000000000; see docs/limits.md
cli-option-json = Print JSON instead of text
cli-option-quiet = Print only errors: the exit code is the answer
cli-option-lang = Language of the output; by default that of the environment (LC_ALL, LC_MESSAGES, LANG), English in JSON
cli-option-help = Print help
cli-option-version = Print the version
cli-option-action = Action, as in check. Default: the usual action of the kind
cli-option-command = A command of the program, such as check

## Arguments of one command

cli-option-inspect-json = Print the versioned JSON report instead of text
cli-option-inspect-values = Also read the values of variables: the first 8 and the sum of each
cli-option-inspect-details = With --json: also print further details, such as tensors, operators with options, functions, shards
cli-option-inspect-sarif = Print SARIF 2.1.0 for code scanning: a result for each finding, error and deciding requirement
cli-option-inspect-target = With --sarif: the release that must load the files; what it refuses is an error
cli-option-inspect-action = With --sarif: the action that must succeed, as in check
cli-option-inspect-docs = With --sarif: address at which dist/ is published; the help of each rule links to its documentation

cli-option-check-all_of = Check the targets and files of a TOML file; see docs/ci.md. One table, and the worst exit code
cli-option-check-target = The release that must load them, such as tensorflow@2.15.1, ai-edge-litert@2.3.0, tf@2.15 (its newest patch release) or litert@latest; without a channel, of tensorflow
cli-option-check-action = Action: restore or read (checkpoints), load, v1-loader or keras (SavedModels), default-delegates, builtin-ops or mediapipe-ops (TFLite), load-model or load-weights (Keras files). Default: the usual action of the kind

cli-option-window-target = Mark a release and report its outcome, such as tensorflow@2.15.1 or litert@latest
cli-option-window-svg = Print one SVG of all files, light and dark, without scripts
cli-option-window-json = Print JSON: the outcomes of all releases, their dates, and the runs that load
cli-option-window-markdown = Print a table in Markdown

cli-option-badge-target = Show the outcome in this release, such as tensorflow@2.15.1; without it the releases that load the file
cli-option-badge-channel = Channel whose releases are shown. Default: the first that has a window
cli-option-badge-markdown = Print the line of Markdown that shows the badge at --url, with its alternative text, instead of the SVG
cli-option-badge-url = Address under which the SVG will be published

cli-option-compare-a = The first file, folder, zip file or checkpoint prefix
cli-option-compare-b = The second one
cli-option-compare-no_values = Do not read stored values: compare everything else only
cli-option-compare-close = Count values that are close as the same
cli-option-compare-relative = Relative tolerance of close values: share of the second number
cli-option-compare-absolute = Absolute tolerance of close values
cli-option-compare-all = List everything in full, including equal values

cli-option-delegates-only = Only this one, such as gpu, xnnpack or micro; it decides the exit code

cli-option-patch-target = The release that must load it, such as keras@3.15.1 or tensorflow@2.15.1
cli-option-patch-out = File for the changed copy; without it the changes are only listed
cli-option-patch-config = File for only the changed configuration
cli-option-patch-lossy = Write the copy even if something is lost
cli-option-patch-force = Write even over the input file

cli-option-restore-into = The program's objects: another checkpoint or SavedModel
cli-option-restore-only = Objects of the checkpoint that the program has, by their paths of child names, such as net/l1/bias
cli-option-restore-names = A file with the names of the program's variables, one per line
cli-option-restore-assert = Assertion that decides the exit code. existing: every variable of the program is restored. consumed: also, everything in the checkpoint is used

cli-option-evolve-recipe = The change: add-attr, add-op, add-op-and-switch, remove, change, ban
cli-option-evolve-steps = Release of a step, such as register=2.22.0. By default the first releases that keep every rule
cli-option-evolve-releases = A planned release and its date, such as 2.22.0=2026-12-01
cli-option-evolve-without = A planned release to leave out
cli-option-evolve-default = add-attr: meaning of a missing attr (same, other, none)
cli-option-evolve-keeps_defaults = add-attr: graphs are saved with attrs that have their default value
cli-option-evolve-raises_min_consumer = add-op-and-switch: raise min_consumer with the switch
cli-option-evolve-bad = ban: a bad release

cli-option-values-names = Only the value with this name (a key, a tensor's name or field path); repeatable
cli-option-verify-all = List every value, not only those with an error

cli-option-run-model = The model: a .tflite file, or an archive or folder that contains one
cli-option-run-member = Model of the archive or folder; required if it has several
cli-option-run-signature = Signature to run; the main subgraph by default
cli-option-run-inputs = Values of an input, by name or position: a .npy, .npz, .csv, .json or .txt file. Inputs not given are zeros
cli-option-run-backend = Backend of the kernels
cli-option-run-check = On the GPU: compare every op with the reference kernel on the same inputs, in every run. A difference beyond the tolerance ends the program with code 1
cli-option-run-precision = On the GPU: storage type of tensors and weights. float16 halves the memory, if the adapter has shader-f16; sums, inputs and outputs are float32
cli-option-run-compare = A second backend for the same inputs: prints the differences of its outputs from the first one's
cli-option-run-quantization_error = Compare each layer of a quantized model with the same graph in float, with dequantized weights
cli-option-run-results = Results of another runtime for the same inputs, a .npy or .npz file: compares its tensors with the reference kernels, and names the first operator that differs. NAME is an output, by name or position, or a tensor; an .npz names its arrays after tensors, or with their indices. A difference ends the program with code 1
cli-option-run-tolerance = With --results: smallest allowed difference of an operator that rounds, as a share of its result, such as 2e-3 for a runtime that computes in float16
cli-option-run-exact = Use only bit-exact kernels: the reference ones, on any backend
cli-option-run-repeat = Runs in one session; variables keep their values between them
cli-option-run-warmup = Untimed runs before the timed ones
cli-option-run-threads = Threads of a run on the CPU; results are the same with any number
cli-option-run-timeout = End the run with code 1 after this many seconds. Checked between operators: a started one is completed
cli-option-run-max_rounds = End the run with code 1 when a WHILE has done this many rounds
cli-option-run-limits = Raise or lower a limit, such as working_bytes=8000000000 for tensors; see docs/limits.md
cli-option-run-labels = Labels of the first output's classes, one per line; by default those in the model's metadata
cli-option-run-output = Folder for the outputs of the last run: one .npy file per output, named by position; strings as .json
cli-option-run-json = Print names, shapes and times as JSON

cli-option-completions-shell = The shell that reads the script

## Names of values. They are one word each: “_” joins several.

cli-placeholder-options = OPTIONS
cli-placeholder-command = COMMAND
cli-placeholder-path = PATH
cli-placeholder-file = FILE
cli-placeholder-dir = DIR
cli-placeholder-name = NAME
cli-placeholder-value = VALUE
cli-placeholder-channel = CHANNEL
cli-placeholder-release = RELEASE
cli-placeholder-date = DATE
cli-placeholder-step = STEP
cli-placeholder-recipe = RECIPE
cli-placeholder-default = DEFAULT
cli-placeholder-object = OBJECT
cli-placeholder-assert = ASSERT
cli-placeholder-number = NUMBER
cli-placeholder-count = COUNT
cli-placeholder-seconds = SECONDS
cli-placeholder-share = SHARE
cli-placeholder-repeat = REPEAT
cli-placeholder-warmup = WARMUP
cli-placeholder-model = MODEL
cli-placeholder-key = KEY
cli-placeholder-name_or_position = NAME_OR_POSITION
cli-placeholder-backend = BACKEND
cli-placeholder-precision = PRECISION
cli-placeholder-shell = SHELL
cli-placeholder-tag = TAG

## Exit codes

cli-exit-every-64 = the command line is wrong
cli-exit-every-74 = the answer could not be written
cli-exit-any-0 = yes: it loads, it is the same, it ran, all was read
cli-exit-any-1 = no: it is refused, it differs, it failed
cli-exit-any-2 = something could not be read
cli-exit-any-3 = not known or not supported
cli-exit-read-0 = all was read
cli-exit-read-2 = something could not be read
cli-exit-check-0 = the release loads all of them
cli-exit-check-1 = it refuses one of them
cli-exit-check-2 = one of them could not be read
cli-exit-check-3 = not known, or the release is not for files of this kind
cli-exit-compare-0 = both mean the same
cli-exit-compare-1 = they differ
cli-exit-compare-2 = something could not be read
cli-exit-compare-3 = they are of kinds that cannot be compared
cli-exit-delegates-0 = all was read; with --only: it takes every node
cli-exit-delegates-1 = with --only: it does not take every node
cli-exit-delegates-2 = the model could not be read
cli-exit-delegates-3 = with --only: conditions of it are not known
cli-exit-patch-0 = the release takes the changed file
cli-exit-patch-1 = it still refuses, or something would be lost
cli-exit-patch-2 = the file could not be read, or the copy not written
cli-exit-patch-3 = nothing is known to help
cli-exit-restore-0 = all of the program is restored
cli-exit-restore-1 = not all of it is
cli-exit-restore-2 = the checkpoint could not be read
cli-exit-evolve-0 = the plan keeps every rule
cli-exit-evolve-1 = it breaks one
cli-exit-values-0 = all values were read
cli-exit-values-2 = one could not be read, or there are none
cli-exit-verify-0 = all stored checksums are right
cli-exit-verify-1 = one is wrong
cli-exit-verify-2 = something could not be read
cli-exit-run-0 = it ran
cli-exit-run-1 = the run failed
cli-exit-run-2 = the model could not be read
cli-exit-run-3 = an op is not supported
cli-exit-run-130 = Ctrl-C ended it
cli-exit-printed-0 = it was printed

## Usage errors

cli-usage-option = There is no option { $option }.
cli-usage-option-meant = There is no option { $option }. Did you mean { $meant }?
cli-usage-option-after = { $option } is an option of { $command }. Write it after the command: vintage { $command } { $option }
cli-usage-extra = “{ $argument }” is one argument too many.
cli-usage-command-meant = There is no command { $name }. Did you mean { $meant }?
cli-usage-no-command = A command is missing. Commands: { $commands }.
cli-usage-missing = The command needs { $arguments }.
cli-usage-no-value = { $option } needs a value.
cli-usage-value = “{ $value }” is not a value of { $option }.
cli-usage-meant = Did you mean { $meant }?
cli-usage-values = Possible values: { $values }.
cli-usage-takes-none = { $option } takes no value; “{ $value }” was given.
cli-usage-twice = { $option } may be given only once.
cli-usage-conflict = { $option } cannot be used with { $other }.
cli-usage-number = A number is expected, such as 0.5.
cli-usage-whole-number = A whole number is expected.
cli-usage-at-least-one = A whole number of at least 1 is expected.
cli-usage-out-of-range = The number is out of range.
cli-usage-utf8 = An argument is not valid UTF-8. Only paths may contain other bytes.
cli-limit-form = --limit takes NAME=VALUE. Names: { $names }
cli-evolution-pair = Write NAME=VALUE, such as register=2.22.0.
cli-usage-other = The command line is wrong.
cli-usage-help = For all arguments: { $command }
