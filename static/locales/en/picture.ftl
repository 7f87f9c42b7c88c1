# Windows as pictures, tables and badges, saved by the page and printed by the terminal.

answers-save = Save the window
answers-picture = Picture (SVG)
answers-table = Table (Markdown)
answers-badge = Badge (SVG)

picture-title-one = Releases that load { $name }
picture-title =
    { $count ->
        [one] Releases that load { $count } file
       *[other] Releases that load { $count } files
    }
picture-file = { $name } loads in: { $windows }
picture-file-none = { $name } has no window
picture-file-unreadable = { $name } cannot be read
picture-together = All files load in: { $windows }
picture-all-files = all files
picture-run = { $first } to { $last }
picture-count = { $good } of { $all } releases
picture-none = no known release
picture-unknown = not known
picture-no-window = no window
picture-target = { $channel } { $release }: { $outcome }
picture-target-all = { $channel } { $release }, all files: { $outcome }
picture-col-file = File
picture-col-channel = Channel
picture-col-window = Loads in
picture-col-count = Releases

picture-outcome-loads = loads
picture-outcome-warns = loads with warnings
picture-outcome-refused = refused
picture-outcome-unknown = unknown
picture-outcome-unreadable = unreadable

picture-kind-tflite = TensorFlow Lite model
picture-kind-saved_model = SavedModel
picture-kind-graph_def = GraphDef
picture-kind-meta_graph = MetaGraphDef
picture-kind-checkpoint = checkpoint
picture-kind-checkpoint_state = checkpoint state file
picture-kind-keras = Keras file
picture-kind-unknown = not recognized

badge-loads = loads in
badge-loads-in = loads in { $channel } { $release }
badge-warns = with warnings
badge-unknown = not known
badge-yes = yes
badge-no = no
badge-only = { $first }
badge-from = { $first } and later
badge-between = { $first } to { $last }
badge-with-gaps = { $window }, with gaps
badge-title = { $name } loads in { $channel } { $window }
badge-title-target = { $name } in { $channel } { $release }: { $outcome }
