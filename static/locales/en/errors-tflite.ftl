# Errors of TensorFlow Lite files, archives, and unknown files.

error-tflite-too-short = The file has { $size } bytes; a model has at least 8.
error-tflite-too-short-advice = The copy is probably incomplete. Compare its size with the original and copy it again.

error-tflite-no-identifier = Expected the identifier “TFL3” at bytes 4 to 7, found “{ $found }”.
error-tflite-no-identifier-advice = This is not a TensorFlow Lite model, or its beginning was overwritten. Runtimes refuse it.

error-tflite-offset-outside = A field points past the end of the file, which has { $size } bytes.
error-tflite-offset-outside-advice = The file was cut off or damaged. Compare its size with the original and copy it again.

error-tflite-table-damaged = The data at this offset is not a valid table.
error-tflite-table-damaged-advice = Bytes of the file were overwritten. The readable parts are shown; copy the file again to use the model.

error-tflite-list-outside = A list of { $count } entries does not fit into the file, which has { $size } bytes.
error-tflite-list-outside-advice = The file was cut off or damaged. Compare its size with the original and copy it again.

error-tflite-buffer-outside-file = The data of a buffer ends past the end of the file, which has { $size } bytes.
error-tflite-buffer-outside-file-advice = The weights are stored after the model's structure and were cut off. Copy the complete file again.

error-tflite-field-missing = The required field “{ $field }” is missing.
error-tflite-field-missing-advice = The program that wrote the file left it out. Convert the model again with a current converter.


error-tflite-text-not-utf8 = A name contains bytes that are not UTF-8.
error-tflite-text-not-utf8-advice = Most runtimes ignore it; Python fails when it prints the name. Rename the tensor or op.

error-tflite-text-unterminated = A string has no zero byte at its end.
error-tflite-text-unterminated-advice = Runtimes that verify files refuse this. Write the file again with a FlatBuffers library.

error-tflite-unaligned = The value at byte { $position } is not aligned to its size.
error-tflite-unaligned-advice = Runtimes that verify files refuse this; older ones may crash on some CPUs. Write the file again with a FlatBuffers library.

error-tflite-too-many-tables = The file describes more than { $limit } parts.
error-tflite-too-many-tables-advice = A valid model of this size is unlikely; the parts probably repeat because of damage.

error-tflite-too-much-data = The lists of the file repeat the same data, more than { $limit } bytes in total.
error-tflite-too-much-data-advice = A valid model does not do this; the file is damaged or made to exhaust memory.

error-tflite-too-deep = Tables are nested more than { $limit } levels deep.
error-tflite-too-deep-advice = A valid model is not that deep; the file is damaged or made to exhaust memory.

error-tflite-list-too-long = A list has more than { $limit } entries.
error-tflite-list-too-long-advice = A valid model is not that large; the file is damaged or made to exhaust memory.

error-tflite-text-too-long = A string is longer than { $limit } bytes.
error-tflite-text-too-long-advice = The length was probably overwritten. Copy the file again.

error-tflite-schema-version = The model has schema version { $found }; runtimes read only { $supported }.
error-tflite-schema-version-advice = Convert the model again with a current converter.

error-tflite-no-subgraph = The model has no subgraph.
error-tflite-no-subgraph-advice = There is nothing to run. Convert the model again.

error-tflite-opcode-outside = The operator refers to operator code { $index }; the model has { $count }.
error-tflite-opcode-outside-advice = The file is damaged or was edited by hand. Convert the model again.

error-tflite-tensor-outside = Tensor { $index } does not exist; the subgraph has { $count }.
error-tflite-tensor-outside-advice = The file is damaged or was edited by hand. Convert the model again.

error-tflite-buffer-outside = The tensor refers to buffer { $index }; the model has { $count }.
error-tflite-buffer-outside-advice = The file is damaged or was edited by hand. Convert the model again.

error-tflite-subgraph-outside = Subgraph { $index } does not exist; the model has { $count }.
error-tflite-subgraph-outside-advice = The file is damaged or was edited by hand. Convert the model again.

error-tflite-shape-impossible = The shape { $shape } has a negative size, or more elements than can be counted.
error-tflite-shape-impossible-advice = The file is damaged or was edited by hand. Convert the model again.

error-tflite-shared-tensor = Tensor { $index } is an input and an output of one operator.
error-tflite-shared-tensor-advice = The file is damaged or was edited by hand. Convert the model again.

error-tflite-signature-key-missing = A signature has no key.
error-tflite-signature-key-missing-advice = Runtimes cannot call it by name. Convert the model again.

error-checkpoint-index-missing = { $count ->
    [one] This is a data file of a checkpoint, and the index is missing.
   *[other] These are { $count } data files of a checkpoint, and the index is missing.
}
error-checkpoint-index-missing-advice = Open “{ $index }” together with it: the index lists the contents of the data files. Pass the common prefix of both names to programs, never the data file.


error-file-empty = The file is empty.
error-file-empty-advice = The copy probably failed. Copy the file again.

error-file-unknown = Vintage does not know this kind of file: it begins with the bytes { $bytes }.
error-file-unknown-advice = Vintage reads .tflite, SavedModel, GraphDef, MetaGraphDef, checkpoints, and zip, tar and gzip files of these.
