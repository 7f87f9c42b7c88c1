# The workspace: the table of all files, the command palette, panes, the help.

## All files

files-filter = Filter the files
files-count = { $n ->
    [one] { NUMBER($n) } file
   *[other] { NUMBER($n) } files
}
files-together = { $n ->
    [one] Releases that load the file
   *[other] Releases that load all { NUMBER($n) } files
}
files-all = { $channel }: { $first } to { $last }
files-all-gaps = { $channel }: { $first } to { $last }, with gaps
files-all-none = { $channel }: none
files-no-channel = No package loads all of these files: they are of different kinds.
col-file = File
col-kind = Kind
col-size = Size
col-verdict = Verdict

## Report

report-save = Save report
report-save-long = One HTML file with the windows, findings, requirements and the drawing: for an issue, or to print
report-on = on { $target }
report-windows = Releases that load this file
report-made = Made by Vintage { $version }

## Command palette

palette = Search and commands
palette-find = A view, file, release, node or command
palette-none = Nothing matches
palette-view = view
palette-file = file
palette-release = must run on
palette-node = node
palette-action = command
palette-theme = Theme: { $theme }
palette-language = Language: { $language }
embed-copy-element = Copy the element that embeds this view
embed-copy = Copy the frame that embeds this view

## Panes

pane-width = Width of the pane: drag, click, or arrow keys

## Help

help-title = Vintage
help-what = A file has requirements: ops, versions, types. Its window is every release that meets them all. Vintage shows the window, the requirements that limit it, and the errors that other releases print.
help-private = Files are read by this page, in this browser. Nothing is uploaded.
help-kept = A copy of the files of this tab, up to { $size }, stays in this browser for a reload; it is removed after a day.
kept-clear = Remove the copies
kept-cleared = Removed.
help-docs = Meaning of each finding, and accuracy of the verdicts
help-keys = Keyboard
key-help = this help
key-open = open files
key-target = choose the release it must run on
key-find = filter the table in view
key-palette = search views, files, releases, nodes and commands
key-views = go to a view, in the order of the tabs
key-arrows = on a timeline: from release to release
key-enter = on a timeline: must run on this release
key-edges = in a drawing: to an input of the selected node, to a node that reads it
key-visited = in a drawing: to the visited node before or after; beyond the first and the last one, the keys are the browser’s
key-describe = in a drawing: describe the selected node
key-undo = in a drawing: undo a change of the view; with Shift make it again
keys-single = Single-character shortcuts: ?, /, O, T, digits; in a drawing D, P, +, −, 0

## Recent files

recent = Recent files
recent-more = { $name } and { $n ->
    [one] one more
   *[other] { $n } more
 }
recent-remove = Remove { $name } from the recent files
recent-about = Copies of up to { $size } stay in this browser only.
recent-clear = Remove all
error-recent-gone = This browser has removed its copy of { $name }.
error-recent-gone-advice = Open the file again.
palette-recent = Recent file
