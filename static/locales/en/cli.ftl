# The terminal program.

cli-kind-tflite = TensorFlow Lite model
cli-kind-saved_model = SavedModel
cli-kind-graph_def = GraphDef
cli-kind-meta_graph = MetaGraphDef
cli-kind-checkpoint = checkpoint
cli-kind-checkpoint_state = checkpoint state file
cli-kind-keras = Keras file
cli-kind-unknown = not recognised

cli-outcome-loads = loads
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
cli-unknown-channel = There is no channel { $channel } for this file. Known channels: { $known }.
cli-unknown-release = { $channel } has no release { $release } in the tables. Newest known: { $newest }.
cli-target-form = A target is written CHANNEL@RELEASE, such as tensorflow@2.15.1.
cli-nothing-opened = No file could be opened.
