# The first screen: a page of its own shows it before its code is there.

tagline = which releases load this file
welcome-title = Which TensorFlow releases load your file?
welcome-lead = Drop a model or a checkpoint to see which releases load it, which requirements set the limits, and the errors that other releases print.
welcome-drop = Drop files or a folder here
welcome-kinds = .tflite, SavedModel folders, frozen graphs, checkpoints, or a zip or tar of them. Pasting works too.
open-files = Open files…
open-folder = Open a folder…
private = Nothing leaves this browser.
progress-reading = Reading…
