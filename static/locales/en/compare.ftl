# Comparison of two files: the Compare view and `vintage compare`.

compare-same = Same meaning.
compare-different = They differ.
compare-gained = { $count ->
    [one] 1 release gained
   *[other] { $count } releases gained
}
compare-lost = { $count ->
    [one] 1 release lost
   *[other] { $count } releases lost
}
compare-because-a = the first requires
compare-because-b = the second requires
compare-requirements = Required by only one file, without effect on a window
compare-values = Stored values
compare-values-not-read = Stored values were not read.
compare-exact = equal
compare-close = close
compare-different-values = different
compare-incomparable = not comparable
compare-elements = { $differing } of { $total } elements differ
compare-largest = largest difference { $difference } at { $at }: { $a } -> { $b }
compare-first = first at { $at }: { $a } -> { $b }

compare-part-file = File
compare-part-metadata = Metadata
compare-part-meta-graph = Meta graphs
compare-part-signature = Signatures
compare-part-graph = Graphs
compare-part-function = Functions
compare-part-node = Nodes
compare-part-tensor = Tensors
compare-part-model = Model
compare-part-compile = Compiling
compare-part-layer = Layers
compare-part-variable = Variables
compare-part-object = Objects

compare-refusal-kinds = { $a } and { $b } cannot be compared: they are files of different kinds.
compare-refusal-unreadable = { $name } could not be read, so there is nothing to compare.
compare-refusal-not-open = Two files are needed.

compare-alone = To compare this file with another one, open that one too.
compare-alone-what = Two models, graphs, checkpoints or Keras files are compared by meaning: nodes and layers in any order, types, shapes, quantization, signatures, weights; and the requirements that moved the window.
compare-open = Open a file to compare
compare-with = Compare with
compare-option = { $name } ({ $kind })
compare-swap = Swap before and after
compare-says-same = { $a } and { $b } are the same, except for stored values.
compare-says-different = Differences from { $a } to { $b }:
compare-window = Changes of the window
compare-window-same = The window is the same: every release treats both files the same.
compare-channel = Channel
compare-before = Before
compare-after = After
compare-change = Change
compare-because = Because of
compare-verdicts = { $count ->
    [one] 1 verdict differs
   *[other] { $count } verdicts differ
}
compare-only-before = Required only by the file before
compare-only-after = Required only by the file after
compare-what = Differences
compare-parts = Counts by part; select one to filter
compare-counts = { $added } added, { $removed } removed, { $changed } changed, { $same } the same
compare-filter = Filter differences
compare-filter-values = Filter stored values
compare-name = Name
compare-how-added = only after
compare-how-removed = only before
compare-how-changed = changed
compare-values-ask = { $n ->
    [one] Compare 1 stored value ({ $size })
   *[other] Compare { $n } stored values ({ $size })
}
compare-close-means = close: |a − b| ≤ { $absolute } + { $relative } · |b|
compare-equal-too = equal ones too
compare-all-equal = All are equal.
compare-differing = Differing
compare-largest-is = Largest difference
compare-norm = L2 difference
compare-relative = Relative change
compare-types = Type and shape
compare-at = At
compare-of = { $n } of { $total }
compare-dequantized = real numbers
compare-dequantized-why = The two are quantized differently: their real values are compared.
copy-markdown = Copy as Markdown

compare-one-file = file
compare-one-metadata = metadata
compare-one-meta-graph = meta graph
compare-one-signature = signature
compare-one-graph = graph
compare-one-function = function
compare-one-node = node
compare-one-tensor = tensor
compare-one-model = model
compare-one-compile = compiling
compare-one-layer = layer
compare-one-variable = variable
compare-one-object = object

compare-ways = How to show the differences
compare-as-list = List
compare-as-drawings = Drawings
together = Graphs side by side
together-alone = { $name } has no graph that goes with this one.
together-follow = Move together
together-follow-long = Both drawings show the same part
together-differences = Nodes that differ
together-none = No node differs.
together-field = Field
together-selected = Differences of the selected node
together-same = same
together-changed = changed
together-removed = only before
together-added = only after
