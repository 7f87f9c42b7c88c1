# Statistics and checksums of stored values.

values-of-value = Elements
values-of-magnitude = Elements (numbers below are their magnitudes)
values-of-length = Strings (numbers below are their lengths in bytes)
values-min = Smallest
values-max = Largest
values-mean = Mean
values-deviation = Standard deviation
values-zeros = Zeros
values-nan = NaN
values-positive-infinity = Infinity
values-negative-infinity = Minus infinity
values-histogram = Histogram
values-statistics = Statistics
values-show-statistics = Show statistics
values-check-all = Check all values
values-statistics-all = Compute all statistics
values-checking = { $done } of { $total } checked
values-histogram-said = { $bins ->
    [one] Histogram: all { $most } elements are { $low }.
   *[other] Histogram: { $bins } bins from { $low } to { $high }; the fullest, from { $from } to { $to }, holds { $most }.
}
values-partial = Only a part could be read; these numbers cover that part.
check-right = checksum OK
check-wrong = checksum wrong
check-none = no checksum stored
check-opaque = not stored as plain values
check-unreadable = not readable
check-not-yet = not checked yet
col-checksum = Checksum
col-not-finite = NaN, infinite
table-save = Copy or save the shown rows
table-export = Export rows
table-copy-as = Copy as { $form }
table-save-as = Save as { $form }
findings-export = Export findings

sizes = Sizes by scope
sizes-path = Open scope
sizes-all = All variables
sizes-scope = Scope
sizes-variables = Variables
sizes-model = Model
sizes-optimizer = Optimizer (slot variables)
sizes-share = Share
sizes-percent = { $n }%
sizes-open = Open { $name } and filter the table

cli-no-values = Nothing here stores values that can be read.

error-bundle-values-overlap = { $key } and { $other } share bytes of the data file.
error-bundle-values-overlap-advice = TensorFlow does not write such an index: one of the two values is wrong. Write the checkpoint again, or do not trust these two variables.
error-tflite-strings-damaged = The list of strings in this tensor points outside its data.
error-tflite-strings-damaged-advice = The tensor's bytes are not a valid string tensor. Convert the model again.
error-tflite-weights-elsewhere = The weights of { $tensor } are in the file { $file }, which is missing.
error-tflite-weights-elsewhere-advice = Give that file together with the model, at the path that the model names.
error-tflite-external-buffer-unknown = This tensor refers to the external buffer { $id }, which the model does not list.
error-tflite-external-buffer-unknown-advice = The file is damaged or was edited by hand. Convert the model again.
error-tflite-external-group-unknown = An external buffer is in group { $group }, and the model has { $count }.
error-tflite-external-group-unknown-advice = The file is damaged or was edited by hand. Convert the model again.
error-tflite-external-outside = These weights are { $bytes } bytes at offset { $offset } of { $file }, which has { $size } bytes.
error-tflite-external-outside-advice = The weight file is cut off, or belongs to another version of the model.
error-tflite-weights-dtype = Values of type { $dtype } are not read yet.
error-tflite-weights-dtype-advice = The tensor is listed with its type and shape, and the Bytes view shows its bytes.
error-tflite-weights-size = This tensor has { $stored } bytes; its type and shape require { $expected }.
error-tflite-weights-size-advice = Runtimes refuse such a model when they allocate tensors. Convert it again.
error-text-proto-word-too-long = A word in line { $line } is longer than { $limit } bytes.
error-text-proto-word-too-long-advice = No field, number or value of TensorFlow is that long: this is probably not a text proto.
