# The drawn graph: canvas, details, list.

drawing-role = drawn graph
drawing-wait = The graph is being drawn
drawing-label = Graph: { $nodes ->
    [one] { NUMBER($nodes) } node
   *[other] { NUMBER($nodes) } nodes
}, { $edges ->
    [one] { NUMBER($edges) } edge drawn
   *[other] { NUMBER($edges) } edges drawn
}
drawing-label-named = Graph { $name }: { $nodes ->
    [one] { NUMBER($nodes) } node
   *[other] { NUMBER($nodes) } nodes
}, { $edges ->
    [one] { NUMBER($edges) } edge drawn
   *[other] { NUMBER($edges) } edges drawn
}
drawing-counts = { $nodes ->
    [one] { NUMBER($nodes) } node
   *[other] { NUMBER($nodes) } nodes
}, { $edges ->
    [one] { NUMBER($edges) } edge
   *[other] { NUMBER($edges) } edges
}
export = Export
export-svg = SVG of the whole drawing
export-svg-view = SVG of the part in view
export-png = PNG of the whole drawing, { $times }×
export-dot = DOT (Graphviz)
export-mermaid = Mermaid
full-screen = Full screen
drawing-keys = Drag or scroll to move, Ctrl and scroll to zoom. Arrow keys walk along edges, with Shift they move; + − 0 zoom; Enter opens a group and draws named edges; P marks the whole path.
drawing-keys-more = Alt with ↓ ↑ follows edges, with ← → goes over visited nodes; D describes the selected node; Ctrl Z undoes a change of the view.
drawing-which = Graph
drawing-find = Find a node: words, or op:CONV_2D v>2
drawing-found = Nodes found
drawing-none = No node matches
found-wait = Searching
found-count = { $n ->
    [one] { NUMBER($n) } match
   *[other] { NUMBER($n) } matches
}
found-at = { NUMBER($at) } of { NUMBER($n) }
found-before = Previous match
found-next = Next match
drawing-more = { $n ->
    [one] and { NUMBER($n) } more
   *[other] and { NUMBER($n) } more
}
drawing-constants = Show constants
drawing-shows = Show
drawing-trace = Path
drawing-trace-long = Mark everything that the selected node reads from, and that reads it (P)
drawing-closer = Zoom in
drawing-farther = Zoom out
drawing-fit = Fit
drawing-close-all = Close groups
stub-readers = { $n ->
    [one] { NUMBER($n) } reader
   *[other] { NUMBER($n) } readers
}
stub-about = Its edges are drawn as names, not as lines. { $n ->
    [one] { NUMBER($n) } edge
   *[other] { NUMBER($n) } edges
}
stub-said-begin = Named edges from { $name } to { $n ->
    [one] { NUMBER($n) } reader
   *[other] { NUMBER($n) } readers
}
stub-said-end = Named edge from { $name }, which has { $n ->
    [one] { NUMBER($n) } such reader
   *[other] { NUMBER($n) } such readers
}
stub-unfold = Draw the edges as lines
stub-fold = Draw the edges as names
stub-source = Go to the source
attribute-since = since { $since }
attribute-default = The default
drawing-wrap = Wrap long chains
drawing-wrap-long = Put a long chain into columns side by side: where a column ends, edges are names instead of lines
stub-all = All edges
stub-all-long = Draw every edge as a line: also those of nodes with many readers, and those over many layers
flow-right = Left to right
undo-view = Undo the last change of the view (Ctrl Z)
redo-view = Redo the change of the view (Ctrl Shift Z)
drawing-empty = This graph has no nodes.
drawing-details = Selected node
drawing-close = Close
drawing-open-group = Open the group
drawing-close-group = Close the group
drawing-holds = { $n ->
    [one] Group of { NUMBER($n) } node
   *[other] Group of { NUMBER($n) } nodes
}
drawing-count = { $n ->
    [one] { NUMBER($n) } node
   *[other] { NUMBER($n) } nodes
}
drawing-index = { $role }, index { $index }
drawing-attributes = Attributes
drawing-missing = Not in the file: { $names }.
drawing-inputs = { $n ->
    [one] { NUMBER($n) } edge in
   *[other] { NUMBER($n) } edges in
}
drawing-outputs = { $n ->
    [one] { NUMBER($n) } edge out
   *[other] { NUMBER($n) } edges out
}
drawing-edge-control = control
drawing-edge-slot = slot
drawing-role-op = Operator
drawing-role-input = Input
drawing-role-output = Output
drawing-role-constant = Constant
drawing-role-call = Call of another graph
drawing-role-group = Group
drawing-said = { $title }, { $name }. { $inputs } in, { $outputs } out
drawing-said-open = Open group { $name }, { $n ->
    [one] { NUMBER($n) } node
   *[other] { NUMBER($n) } nodes
}
drawing-said-closed = Closed group { $name }, { $n ->
    [one] { NUMBER($n) } node
   *[other] { NUMBER($n) } nodes
}
node-requirements = Requirements, on { $target }
node-met-by = Met by:

## Tensors of the selected node

tensors = { $n ->
    [one] { NUMBER($n) } tensor
   *[other] { NUMBER($n) } tensors
}
tensor-input = input { $slot }
tensor-constant = constant { $slot }
tensor-output = output { $slot }
tensor-intermediate = intermediate { $slot }
tensor-variable = Keeps its value between runs.
tensor-place = Position
tensor-real = Real value
tensor-writers = Written by
tensor-readers = Read by
tensor-graph-input = input of the graph
tensor-graph-output = output of the graph
tensor-values = Values
tensor-show-values = Show values ({ $size })
slice-which = Elements
slice-images = Filters as images
slice-table = Last two axes
slice-by-index = Values by index
slice-axes = Rows: axis { $rows }. Columns: axis { $columns }.
slice-axes-images = Rows: axis { $rows }. Columns: axis { $columns }. An image for each index of axis { $images }.
slice-index = Index on axis { $axis } (up to { $last })
slice-from = Axis { $axis }, to { $end } (of { $last }), from
slice-image = Image
slice-row = Row
slice-both = Each cell: the stored value, and below it the real one.
heat-map-said = { $images ->
    [one] Heat map of { $height } × { $width } values, from { $low } to { $high }.
   *[other] Heat maps of { $images } images of { $height } × { $width } values, from { $low } to { $high }.
}
scales = Scales on axis { $axis }
scales-said = Scales of { $n } channels, from { $low } to { $high }.
zero-points-said = Zero points of { $n } channels, from { $low } to { $high }.
scale = Scale
scale-channel = Channel
zero-point = Zero point

## Without seeing the drawing

describe = Describe
describe-nothing = No node is selected.
described-verdict = Verdict: { $verdict }.
described-cause = Cause: { $requirement }.
described-inputs = Inputs: { $nodes }.
described-outputs = Outputs: { $nodes }.
edges-no-readers = No node reads this one.
edges-no-inputs = This node has no inputs.
edges-readers = Nodes that read this one: { NUMBER($n) }
edges-inputs = Inputs of this node: { NUMBER($n) }
visited-first = First visited node. The same key again goes back in the browser.
visited-last = Last visited node. The same key again goes forward in the browser.

## Outline

outline = Outline
outline-pane = Outline of the drawing
outline-node = Node
outline-in = In
outline-out = Out
outline-repeats = × { NUMBER($times) }, { $n ->
    [one] { NUMBER($n) } node
   *[other] { NUMBER($n) } nodes
}

## Groups

groups = Groups
groups-blocks = Groups: repeated blocks
groups-names = Groups: scopes of names
groups-both = Groups: blocks and scopes
groups-none = No groups

## Colors

color-by = Meaning of the colors
color-plain = No colors
color-outcome = Color: verdict on the target
color-version = Color: op version
color-dtype = Color: output type
color-quantization = Color: quantization
color-engine = Color: { $engine }
color-times = Color: times of the last run
color-legend = Colors, with numbers of nodes: choose some to dim the others
color-others = others
takes-yes = takes it
takes-may = may take it
takes-no = does not take it
takes-unknown = unknown
quantization-float = float
quantization-per-tensor = quantized per tensor
quantization-per-channel = quantized per channel
quantization-blockwise = quantized in blocks
quantization-weights = quantized weights only
drawing-heat-legend = per run
drawing-heat-selected = selected: { $ms } ms

## Queries of the search

query-field = There is no field “{ $text }” (character { $at }). Fields: op, name, v, dtype, shape, attr, const, finding, reads, feeds, near, between.
query-value = “{ $text }” has no value (character { $at }).
query-number = “{ $text }” is not a number (character { $at }).
query-comparison = “{ $text }” does not compare this way (character { $at }).
query-pattern = “{ $text }” is not a regular expression (character { $at }).
query-shape = “{ $text }” is not a shape (character { $at }): dimensions with × or x between them, * for any.
query-unclosed = “{ $text }” is not closed (character { $at }).
query-incomplete = Something is missing beside “{ $text }” (character { $at }).
query-long = The query is too long.
query-node = No node is called “{ $text }” (character { $at }).
