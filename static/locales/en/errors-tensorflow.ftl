# Errors of TensorFlow's own files: graphs, SavedModels, checkpoints.

## Messages in wire form

error-proto-truncated = The file is not a complete { $message }: a field that begins near byte { $offset } extends past the end of its message.
error-proto-truncated-advice = The file was cut short or is of another kind. Compare its size with the original and copy it again.

error-proto-bad-varint = The file is not a valid { $message }: the number at byte { $offset } does not end.
error-proto-bad-varint-advice = The file is damaged or of another kind. Copy it again, and check that it is what its name says.

error-proto-bad-tag = The file is not a valid { $message }: no field can begin with the byte at { $offset }.
error-proto-bad-tag-advice = The file is damaged or of another kind. Copy it again, and check that it is what its name says.

error-proto-wrong-wire-type = The file is not a valid { $message }: the field at byte { $offset } has the wrong wire type.
error-proto-wrong-wire-type-advice = The file is damaged or of another kind. TensorFlow would silently skip such a field; its content would be lost.

error-proto-bad-utf8 = The file is not a valid { $message }: the text at byte { $offset } is not UTF-8.
error-proto-bad-utf8-advice = The file is damaged, or a name in it was written in another encoding. Export the model again with names in UTF-8.

error-proto-too-deep = The messages in the file are nested more than { $limit } levels deep.
error-proto-too-deep-advice = TensorFlow stops at 100 levels as well. The file is damaged or malicious.

error-proto-too-many = The file holds more than { $limit } elements.
error-proto-too-many-advice = If the file is intact, open it with the CLI and a higher limit: docs/limits.md.

error-proto-undecodable = The file is not a valid { $message }: { $reason }
error-proto-undecodable-advice = The file is damaged or of another kind. Copy it again, and check that it is what its name says.

## Messages in text form

error-text-proto-unknown-field = Line { $line }, column { $column }: { $message } has no field named { $field }.
error-text-proto-unknown-field-advice = TensorFlow refuses such a text file too. The usual cause is a misspelled name; a newer release may also know a field that Vintage does not.

error-text-proto-unexpected = Line { $line }, column { $column }: "{ $found }" is not expected here.
error-text-proto-unexpected-advice = Look for a missing brace, colon or quote shortly before.

error-text-proto-bad-value = Line { $line }, column { $column }: "{ $found }" is not a value for { $field }.
error-text-proto-bad-value-advice = Check the type of the field: numbers are within range and without quotes, strings have quotes, enum values are names.

error-text-proto-set-twice = Line { $line }, column { $column }: { $field } is set twice, or together with a field that excludes it.
error-text-proto-set-twice-advice = Keep one of them. TensorFlow refuses such a text file too.

error-text-proto-open-string = Line { $line }, column { $column }: the string that begins here has no closing quote on its line.
error-text-proto-open-string-advice = Close the quote; write a line break inside a string as \n.

error-text-proto-bad-escape = Line { $line }, column { $column }: this escape is unknown, or its number is too large.
error-text-proto-bad-escape-advice = Write a backslash as \\, and bytes as \ooo (octal) or \xhh.

error-text-proto-unknown-type = Line { $line }, column { $column }: Vintage does not read the type { $type }.
error-text-proto-unknown-type-advice = The content of that message cannot be read as text. A binary copy of the file can be opened.

## Tables: checkpoint indexes and V1 checkpoints

error-sstable-too-short = This file of { $size } bytes is not a checkpoint index or V1 checkpoint. TensorFlow says: file is too short to be an sstable
error-sstable-too-short-advice = Copying probably stopped early. Fetch the file again.

error-sstable-bad-magic = This is not a checkpoint index or V1 checkpoint: its last eight bytes are not those of a table. TensorFlow says: not an sstable (bad magic number)
error-sstable-bad-magic-advice = The usual cause is a data file (.data-00000-of-00001) given instead of the prefix, or an index that was truncated or has extra bytes. Give the prefix, such as ckpt-10, and keep .index and .data files together.

error-sstable-bad-handle = The table has an invalid block handle.
error-sstable-bad-handle-advice = The file is damaged. Fetch it again, or go back to an earlier checkpoint.

error-sstable-truncated-block = The table refers to a block that ends at byte { $wanted }; the file has { $size }.
error-sstable-truncated-block-advice = The file is damaged. Fetch it again, or go back to an earlier checkpoint.

error-sstable-checksum = A block of the table is damaged: its checksum is { $computed } where { $stored } was stored. TensorFlow says: block checksum mismatch
error-sstable-checksum-advice = Bytes changed after writing. Fetch the file again, or go back to an earlier checkpoint.

error-sstable-bad-compression = A block of the table is compressed in an unknown way (number { $found }).
error-sstable-bad-compression-advice = TensorFlow writes only plain and Snappy blocks: the file is probably damaged.

error-sstable-bad-snappy = A compressed block of the table cannot be unpacked.
error-sstable-bad-snappy-advice = The file is damaged, although its checksum matches: the program that wrote it is faulty.

error-sstable-bad-block = A block of the table is too short for its list of restarts.
error-sstable-bad-block-advice = The file is damaged, although its checksum matches: the program that wrote it is faulty.

error-sstable-bad-entry = The entry at byte { $offset } extends past the end of its block.
error-sstable-bad-entry-advice = The file is damaged, although its checksum matches: the program that wrote it is faulty. Entries before it could be read.

error-inflated-too-large = Unpacked, the block would take { $size } bytes; { $limit } are left of the limit.
error-inflated-too-large-advice = If the file is intact, open it with the CLI on a machine with more memory.

error-list-too-long = The file lists more than { $limit } entries.
error-list-too-long-advice = If the file is intact, open it with the CLI on a machine with more memory.

## Checkpoints, form V2

error-bundle-no-header = The index has no entries.
error-bundle-no-header-advice = Saving probably stopped early. Go back to an earlier checkpoint.

error-bundle-bad-header = The index does not begin with a readable header ({ $reason }).
error-bundle-bad-header-advice = The index is damaged. Fetch it again, or go back to an earlier checkpoint.

error-bundle-header-missing = The index has no header: it begins with { $key }. TensorFlow takes that entry for the header, and then looks for shards under wrong names.
error-bundle-header-missing-advice = The index was edited or damaged. Fetch it again, or go back to an earlier checkpoint.

error-bundle-bad-shard-count = The header names { $found } shards.
error-bundle-bad-shard-count-advice = The index is damaged. Fetch it again, or go back to an earlier checkpoint.

error-bundle-bad-entry = The entry of { $key } cannot be read ({ $reason }).
error-bundle-bad-entry-advice = Other entries can be read. Fetch the index again, or go back to an earlier checkpoint for this variable.

error-bundle-unknown-dtype = { $key } has the dtype number { $dtype }, which does not exist in any release.
error-bundle-unknown-dtype-advice = TensorFlow fails to list such a checkpoint. The index is damaged, or comes from a build with custom types.

error-bundle-shard-missing = The file { $file }, which holds { $key }, is missing.
error-bundle-shard-missing-advice = Add that file: a checkpoint is its index and all of its data files, under their original names.

error-bundle-data-truncated = The value of { $key } ends at byte { $wanted } of its data file, which has { $size }. TensorFlow says: Read less bytes than requested
error-bundle-data-truncated-advice = The data file was cut short, or belongs to another checkpoint of the same name. Fetch it again.

error-bundle-size-mismatch = The entry of { $key } states { $stored } bytes; its dtype and shape need { $expected }.
error-bundle-size-mismatch-advice = The index is damaged. Other variables can be read.

error-bundle-checksum = The value of { $key } is damaged: checksum { $computed } where { $stored } was stored. TensorFlow says: Checksum does not match
error-bundle-checksum-advice = Bytes of this variable changed after writing, or the data file belongs to another checkpoint. Fetch the data file again, or restore all other variables.

error-bundle-lengths-checksum = The lengths of the strings in { $key } are damaged: checksum { $computed } where { $stored } was stored.
error-bundle-lengths-checksum-advice = Bytes of this variable changed after writing. Other variables can be read.

error-bundle-strings-truncated = The strings of { $key } do not fit into the { $size } bytes of their entry.
error-bundle-strings-truncated-advice = The index or the data file is damaged. Other variables can be read.

error-bundle-strings-trailing = The strings of { $key } take { $used } of the { $size } bytes of their entry.
error-bundle-strings-trailing-advice = The index or the data file is damaged. Other variables can be read.

error-bundle-slice-missing = The piece { $slice } of { $key } is not in the checkpoint.
error-bundle-slice-missing-advice = Saving or merging lost a part. Go back to an earlier checkpoint, or restore all other variables.

error-slice-outside = The piece { $slice } of { $key } is outside its shape { $shape }.
error-slice-outside-advice = The index is damaged. Other variables can be read.

error-slice-dtype = The piece { $slice } of { $key } is { $found }; the variable is { $expected }.
error-slice-dtype-advice = The index is damaged. Other variables can be read.

error-slices-incomplete = The pieces of { $key } cover { $covered } of { $expected } elements.
error-slices-incomplete-advice = A shard or a piece is missing. Add the missing files, or restore all other variables.

error-checkpoint-no-such-key = The checkpoint has no { $key }.
error-checkpoint-no-such-key-advice = Look through the list of variables: a scope or a layer name may differ.

error-checkpoint-dtype-unsupported = Values of dtype { $dtype } are not shown ({ $key }).
error-checkpoint-dtype-unsupported-advice = Only TensorFlow can use such values, for example the state of a dataset iterator. Everything else can be read.

error-value-too-large = The value takes { $size } bytes; the limit is { $limit }.
error-value-too-large-advice = Its name, dtype and shape are shown. The CLI can raise the limit.

error-object-graph-not-a-string = The entry that should hold the object graph is of dtype { $dtype } or holds more than one element.
error-object-graph-not-a-string-advice = The variables can be read by their keys. The checkpoint was edited or damaged.

error-object-bad-reference = Object { $object } refers to object { $reference }, which does not exist.
error-object-bad-reference-advice = The object graph is damaged; that edge was left out.

error-object-paths-too-long = The paths of the objects take more than { $limit } bytes; the rest are shown without one.
error-object-paths-too-long-advice = The object graph is unusually deep. Keys and values can be read.

## Checkpoints, form V1

error-v1-no-meta = The table lacks the entry that lists its tensors.
error-v1-no-meta-advice = The file is not a V1 checkpoint, or is damaged. Fetch it again.

error-v1-no-data = The entry of { $key } holds no values.
error-v1-no-data-advice = The file is damaged. Other variables can be read.

error-v1-shapes-differ = Two shards give { $key } different shapes or dtypes.
error-v1-shapes-differ-advice = The shards belong to different checkpoints. Give files of one checkpoint only.

error-v1-shards-missing = { $found } of { $expected } shards are present.
error-v1-shards-missing-advice = Add the other files: the variables in them are not listed.

## Values of tensors

error-tensor-bad-shape = { $shape } is not a valid shape.
error-tensor-bad-shape-advice = The file is damaged, or the dimension is unknown until the model runs.

error-tensor-content-size = The tensor holds { $stored } bytes; its dtype and shape need { $expected }.
error-tensor-content-size-advice = The file is damaged. Export the model again.

error-tensor-dtype-without-values = Values of dtype { $dtype } are not shown.
error-tensor-dtype-without-values-advice = Only TensorFlow can use such values, for example resource handles.

## SavedModel folders

error-saved-model-missing = The folder has neither saved_model.pb nor saved_model.pbtxt.
error-saved-model-missing-advice = Drop the folder that holds one of them. A folder with variables only is a checkpoint: drop its files instead.

error-sstable-key-order = The key “{ $key }” of the table is out of order, or appears twice.
error-sstable-key-order-advice = TensorFlow expects a sorted table and may find a wrong value for this key. The file is damaged, or was not written by TensorFlow.

error-slices-overlap = The slice { $slice } of this variable overlaps another slice.
error-slices-overlap-advice = TensorFlow refuses such a checkpoint: overlapping slices. It was assembled from different saves, or is damaged.
