# Archives, content that is not a model, and the details of TFLite models.

error-zip-damaged = The list of files in this zip cannot be read.
error-zip-damaged-advice = The download was probably cut off: the list is at the end. Download it again.

error-zip-too-many-files = The zip lists { $count } files; the limit is { $limit }.
error-zip-too-many-files-advice = Unpack it and open the folder of the model.

error-zip-member-damaged = The data of “{ $member }” in this zip are damaged.
error-zip-member-damaged-advice = Download or pack the zip again.

error-zip-encrypted = “{ $member }” is encrypted.
error-zip-encrypted-advice = Unpack the zip with its password and open the files.

error-zip-method = “{ $member }” is compressed with method { $method }; Vintage reads stored and deflated files.
error-zip-method-advice = Unpack the zip and open the files, or pack it again with an ordinary zip program.

error-zip-duplicate-name = The zip holds more than one file called “{ $member }”.
error-zip-duplicate-name-advice = Programs disagree about which one counts. Pack the zip again.

error-zip-bomb = “{ $member }” would take { $size } bytes unpacked, more than its packed data can hold.
error-zip-bomb-advice = The zip is damaged or made to exhaust memory.

error-zip-too-large = Unpacking “{ $member }” would take more memory than the limit of { $limit } bytes.
error-zip-too-large-advice = Unpack the zip and open the files: they are then read in parts.

error-archive-empty = This archive contains no files.
error-archive-empty-advice = Pack the model's files again.

error-archive-too-deep = Archives are nested more than { $limit } levels deep.
error-archive-too-deep-advice = Unpack the outer ones and open this one by itself.

error-archive-grows-too-much = “{ $member }” grows to more than { $limit } times its size when unpacked.
error-archive-grows-too-much-advice = Archives made to exhaust memory do that. If you trust it, unpack it yourself and open the files.

error-archive-form-unsupported = This is a { $form } archive; Vintage opens zip, tar and gzip.
error-archive-form-unsupported-advice = Unpack it and open the files, or pack them as a zip.

error-gzip-damaged = The packed data in this gzip file are damaged.
error-gzip-damaged-advice = The data before the damage is shown. Download or pack the file again.

error-gzip-cut = The gzip file ends too early; { $size } bytes could be unpacked.
error-gzip-cut-advice = The download was probably cut off. Download it again.

error-gzip-too-large = Unpacking this would take more than the limit of { $limit } bytes.
error-gzip-too-large-advice = Unpack it yourself and open the files: they are then read in parts.

error-gzip-too-many-streams = The gzip file is made of more than { $limit } streams.
error-gzip-too-many-streams-advice = Unpack it yourself and open the files.

error-tar-cut = The tar ends in the middle of a header.
error-tar-cut-advice = The download was probably cut off. Download it again.

error-tar-header-damaged = A header in this tar is damaged: its checksum does not match.
error-tar-header-damaged-advice = The files around it are shown. Download or pack the tar again.

error-tar-too-many-files = The tar lists more than { $limit } files.
error-tar-too-many-files-advice = Unpack it and open the folder of the model.

error-tar-member-cut = “{ $member }” is incomplete: the tar ends before it does.
error-tar-member-cut-advice = The download was probably cut off. Download it again.

error-tar-duplicate-name = A later file of the same name replaces “{ $member }” in this tar.
error-tar-duplicate-name-advice = Programs keep the later one. Pack the tar again if this surprises you.

error-tar-link = “{ $member }” is a link to “{ $target }”, not a file.
error-tar-link-advice = Pack the file itself (tar --dereference).

error-tar-device = “{ $member }” is a device or a pipe, not a file.
error-tar-device-advice = Models do not contain devices; leave it out.

error-tar-sparse = “{ $member }” is stored with holes (sparse), which Vintage does not read in a tar.
error-tar-sparse-advice = Pack it without --sparse, or unpack the tar and open the file.

error-tar-volumes = “{ $member }” continues in another volume of this tar.
error-tar-volumes-advice = Unpack all volumes together and open the file.

error-tflite-metadata-damaged = The model's description (TFLITE_METADATA) cannot be read.
error-tflite-metadata-damaged-advice = Runtimes ignore it; programs that use it to prepare inputs fail. Write it again with the metadata writer.

details-beside = Belongs to
details-files = Files in the model
details-file-lines = { $n ->
    [one] one line, { $size }
   *[other] { $n } lines, { $size }
}
details-said = Author’s metadata
details-name = Name
details-description = Description
details-version = Version
details-author = Author
details-license = License
details-content = Content
details-steps = Before and after the graph
details-tensors = Tensors
details-filter-tensors = Filter tensors by name or type
details-subgraph = Subgraph
details-count-tensors = { $n ->
    [one] one tensor
   *[other] { $n } tensors
}
details-quantization = Storage
details-saved-functions = Callable functions
details-arguments = Arguments
details-declared = Declared types
details-functions = { $n ->
    [one] One function in the library
   *[other] { $n } functions in the library
}
details-inputs = Inputs
details-outputs = Outputs
details-nodes = Nodes
details-collections = Collections
details-assets = Assets
details-here = here
details-missing = not among the files
details-newest = newest
details-saver = Saver
details-stripped = { $n ->
    [one] The definition of one op
   *[other] The definitions of { $n } ops
}
details-object-types = Objects with their own types
details-fingerprint = Fingerprint
details-state = { $n ->
    [one] Lists one checkpoint
   *[other] Lists { $n } checkpoints
}

error-riegeli-damaged = The records of this file are damaged.
error-riegeli-damaged-advice = Copy or download the file again.
error-riegeli-unsupported = The records of this file are stored in a form ({ $form }) that Vintage does not read.
error-riegeli-unsupported-advice = Load the model with the TensorFlow that wrote it and save it again below 2 GB, or unsplit.
error-chunked-metadata-damaged = The last record, which describes how the parts of this model are combined, cannot be read.
error-chunked-metadata-damaged-advice = The file was probably cut off. Copy it again.
error-chunked-part-missing = Part { $index } of this model is not at the stated offset.
error-chunked-part-missing-advice = The file is damaged. Copy it again.
error-chunked-place-missing = A part of this model refers to a part that is missing.
error-chunked-place-missing-advice = The file is damaged, or was not split by TensorFlow.
error-chunked-version = This model was split by version { $version } of TensorFlow's splitter; Vintage reads version 0.
error-chunked-version-advice = Save it again with an older TensorFlow, or unsplit.
error-chunked-too-deep = The parts of this model are nested more than { $limit } levels deep.
error-chunked-too-deep-advice = A valid model is not that deep; the file is damaged or malicious.
error-mapped-damaged = The directory at the end of this memory-mapped graph is damaged.
error-mapped-damaged-advice = The file was probably cut off: the directory is at the end. Copy it again.
error-mapped-no-graph = There is no graph in this memory-mapped package.
error-mapped-no-graph-advice = Convert the frozen graph again with convert_graphdef_memmapped_format.
error-events-damaged = A record of this event file is damaged at byte { $offset }: its checksum or its event does not match.
error-events-damaged-advice = Copy the file again, or write the graph to a new one.
error-events-truncated = The record at byte { $offset } of this event file ends after the file, which has { $size } bytes. No record before it has a graph.
error-events-truncated-advice = The file was cut off, or was copied while TensorFlow wrote it. Copy it again.
error-events-no-graph = This TensorBoard event file has no graph.
error-events-no-graph-advice = Vintage reads the graph that tf.compat.v1.summary.FileWriter, tf.summary.graph or the Keras callback TensorBoard wrote. Open the model or a checkpoint.

## Content that is not a TensorFlow model

error-content-git-lfs = This is a Git LFS pointer, not the model.
error-content-git-lfs-advice = Run `git lfs pull` in the repository, or download the file itself ({ $bytes } bytes), then open it again.

error-content-html = This is a web page (HTML).
error-content-html-advice = The server probably sent an error or login page. Open the address in a browser and download the file itself.

error-content-image = This is a { $form } image.
error-content-image-advice = Open a model; its Run view takes images as inputs.

error-content-events = This is a TensorBoard event file beside a model.
error-content-events-advice = To see the graph in it, open the event file alone.

error-content-onnx = This is an ONNX model.
error-content-onnx-advice = Vintage reads TensorFlow, TFLite and Keras files. Open the model that this one was converted from or to.

error-content-pytorch = This is a PyTorch file.
error-content-pytorch-advice = Vintage reads TensorFlow, TFLite and Keras files. Open the model that this one was converted to.

error-content-pickle = This is a Python pickle.
error-content-pickle-advice = A pickle can run code when it is loaded, so Vintage does not read it. Save the model in a TensorFlow format.

error-content-gguf = This is a GGUF model.
error-content-gguf-advice = GGUF is the format of llama.cpp; TensorFlow does not load it.

error-content-safetensors = These are weights in the safetensors format.
error-content-safetensors-advice = TensorFlow does not load them by itself. Open the checkpoint, .h5 or .tflite file beside them, if there is one.

error-content-numpy = This is a NumPy array.
error-content-numpy-advice = Open a model; its Run view takes arrays as inputs.

error-content-json = This is JSON.
error-content-json-advice = Settings, vocabularies and metadata are not the model. Open the model file itself.

error-content-tfjs = This is the topology of a TensorFlow.js model.
error-content-tfjs-advice = TensorFlow.js loads it with its weight files. Open the SavedModel or the Keras file that it was converted from.
error-content-tfjs-keras3 = This is a TensorFlow.js layers model of a Keras 3 export: an input layer has the key { $key }, which TensorFlow.js does not read. It stops with “An InputLayer should be passed either a `batchInputShape` or an `inputShape`.”
error-content-tfjs-keras3-advice = Rename the key in every input layer: sed -i 's/"{ $key }"/"{ $to }"/g' model.json. Or convert a model of Keras 2 (tf_keras).

error-content-markdown = This is Markdown text.
error-content-markdown-advice = Open the model file itself.

error-content-text = This is plain text.
error-content-text-advice = It is not a model in text form: its first field does not belong to a GraphDef, a MetaGraphDef, a SavedModel or a checkpoint state. Open the model file itself.

error-content-zeros = All { $bytes } bytes are zero.
error-content-zeros-advice = The download or copy probably failed. Get the file again.
