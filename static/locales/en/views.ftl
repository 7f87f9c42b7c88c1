# Views that are fetched when they first open, and the table of requirements.

copy-bytes = Copy these bytes as text
filter = Filter
filter-none = Nothing matches the filter.
show-more = Show { $n } more
show-nodes = Show the nodes
explain = Explain “{ $name }”
explain-mark = ?
line-open = Show the window in { $channel }
line-findings = { $n ->
    [one] { NUMBER($n) } finding
   *[other] { NUMBER($n) } findings
}
col-counts = Counts
col-counts-long = Untick a requirement to see the window without it
col-requirement = Requirement
col-nodes = Nodes
col-releases = Releases that meet it
col-because = Because
col-certainty = Certainty
col-source = Source
as-far-as-known = as far as known
window-table = All releases as a table
window-col-channel = Channel
window-col-releases = Releases
window-col-dates = Published
window-col-count = Count
window-count = { NUMBER($n) }
window-more = { $n ->
    [one] and one more
   *[other] and { NUMBER($n) } more
}
chart-table = The numbers as a table
chart-value = Value
chart-from = From
chart-to = To
chart-count = Count
subject-of-endianness = byte order
subject-of-flatbuffer = flatbuffer
subject-of-file-identifier = file identifier
subject-of-schema-version = schema version { $version }
subject-of-index = index
subject-of-inputs = inputs of a subgraph: tensor { $version }
subject-of-outputs = outputs of a subgraph: tensor { $version }
subject-of-node-inputs = inputs of a node: tensor { $version }
subject-of-node-outputs = outputs of a node: tensor { $version }
count-it = Count { $requirement }
count-requirements = { $n ->
    [one] { NUMBER($n) } requirement
   *[other] { NUMBER($n) } requirements
}
columns-for = releases of { $channel }
filter-requirements = Filter requirements
no-release = none
any-release = not checked here
sets-start = sets the start
sets-end = sets the end
exception-graph-function-body = { $first } to { $last } do not check function bodies.
exception-graph-function-body-one = { $first } does not check function bodies.
exception-graph-attr = { $first } to { $last } ignore attrs that they do not know.
exception-graph-attr-one = { $first } ignores attrs that it does not know.
exception-graph-attr-import = { $first } to { $last } do not check values of attrs on import.
exception-graph-attr-import-one = { $first } does not check values of attrs on import.
exception-graph-dtype-unused = { $first } to { $last } check only the types of inputs and outputs.
exception-graph-dtype-unused-one = { $first } checks only the types of inputs and outputs.
exception-saved-model-main-graph = { $first } to { $last } build functions and do not import the main graph.
exception-saved-model-main-graph-one = { $first } builds functions and does not import the main graph.
exception-saved-model-strips-defaults = { $first } to { $last } remove attrs with the producer's default before the import.
exception-saved-model-strips-defaults-one = { $first } removes attrs with the producer's default before the import.
exception-meta-graph-strips-defaults = { $first } to { $last } remove attrs with the producer's default before the import.
exception-meta-graph-strips-defaults-one = { $first } removes attrs with the producer's default before the import.
ranges-every = every release
ranges-every-known = { $first } and later: every release with facts
ranges-from = { $first } and later
ranges-up-to = { $last } and earlier
ranges-between = { $first } to { $last }
ranges-only = { $release } only
ranges-and = {"; "}
ranges-more = { $ranges } and { $n ->
    [one] { $n } older range
   *[other] { $n } older ranges
}
fact-producer = producer
fact-min-consumer = min_consumer
fact-bad-consumers = bad_consumers
fact-tags = tags
fact-converted-from = converted from
fact-optimization = optimization
fact-description = description
fact-subgraphs = subgraphs
fact-metadata = metadata
fact-shards = shards
fact-endianness = byte order
fact-keys = keys
fact-collections = collections
fact-assets = assets
fact-fingerprint-uuid = fingerprint
col-signature = Signature
col-direction = Direction
col-name = Name
col-dtype = Type
col-shape = Shape
col-tensor = Tensor
direction-input = input
direction-output = output
unknown-rank = unknown rank
graph-main = { $n ->
    [one] Main graph, { NUMBER($n) } node
   *[other] Main graph, { NUMBER($n) } nodes
}
graph-named = { $n ->
    [one] { $name }, { NUMBER($n) } node
   *[other] { $name }, { NUMBER($n) } nodes
}
filter-variables = Filter variables
count-variables-bytes = { $n ->
    [one] { NUMBER($n) } variable, { $size }
   *[other] { NUMBER($n) } variables, { $size }
}
show-values = { $n ->
    [one] Show the value
   *[other] Show { NUMBER($n) } values
}
show-value = show
value-unreadable = not readable
col-variable = Variable
col-bytes = Bytes
col-first-values = First values
col-sum = Sum
filter-objects = Filter objects
count-objects = { $n ->
    [one] { NUMBER($n) } object
   *[other] { NUMBER($n) } objects
}
col-node = Node
col-path = Path
col-role = Role
col-children = Children and slots
col-saved = Saved under
role-root = root
role-object = object
role-optimizer = optimizer
role-variable = variable
role-slot-variable = slot variable
bytes-file = File
bytes-offset = Offset
bytes-offset-wrong = Not an offset: a decimal number, or a hexadecimal one after 0x
bytes-previous = Previous
bytes-next = Next
bytes-of = of { $size } bytes
bytes-at = { $field } at { $range }
