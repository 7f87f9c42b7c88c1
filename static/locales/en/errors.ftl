# Errors that belong to no single format.

error-bytes-past-end = The file ends too early: { $wanted } bytes were needed at offset { $offset }, and it has { $size }.
error-bytes-past-end-advice = The copy is probably incomplete. Compare its size with the original and copy it again.

error-structure-too-large = One structure would take { $size } bytes in memory; the limit is { $limit }.
error-structure-too-large-advice = If the file is sound, open it with the terminal program on a machine with more memory.

error-file-unreadable = The file could not be read: { $reason }.
error-file-unreadable-advice = Check that it exists and that you may read it, then open it again.

error-folder-too-deep = The folder is nested more than { $limit } levels deep.
error-folder-too-deep-advice = Open the folder that holds the model itself.

error-zip-overlap = The data of “{ $member }” are also those of another file of this zip.
error-zip-overlap-advice = No zip program writes this: the zip is damaged, or made to exhaust memory. The first of the files that share data is opened.

## Content that is not a model of TensorFlow

error-content-git-lfs = This is a Git LFS pointer, not the model.
error-content-git-lfs-advice = Run `git lfs pull` in the repository, or download the file itself ({ $bytes } bytes), then open it again.

error-content-html = This is a web page (HTML).
error-content-html-advice = The server probably sent a page about an error or a login. Open the address in a browser and download the file itself.

error-content-image = This is a { $form } image.
error-content-image-advice = Open a model; its Run view takes images as inputs.

error-content-onnx = This is an ONNX model.
error-content-onnx-advice = Vintage reads files of TensorFlow, TFLite and Keras. Open the model that this one was converted from or to.

error-content-pytorch = This is a PyTorch file.
error-content-pytorch-advice = Vintage reads files of TensorFlow, TFLite and Keras. Open the model that this one was converted to.

error-content-pickle = This is a Python pickle.
error-content-pickle-advice = A pickle can run code when it is loaded, so Vintage does not read it. Save the model in a format of TensorFlow.

error-content-gguf = This is a GGUF model.
error-content-gguf-advice = GGUF is the format of llama.cpp; TensorFlow does not load it.

error-content-safetensors = These are weights in the safetensors format.
error-content-safetensors-advice = TensorFlow does not load them by itself. Open the checkpoint, .h5 or .tflite file beside them, if there is one.

error-content-numpy = This is a NumPy array.
error-content-numpy-advice = Open a model; its Run view takes arrays as inputs.

error-content-json = This is JSON.
error-content-json-advice = Settings, vocabularies and metadata are not the model. Open the model file itself.

error-content-markdown = This is Markdown text.
error-content-markdown-advice = Open the model file itself.

error-content-text = This is plain text.
error-content-text-advice = It is no text form of a model: its first field is not one of a GraphDef, a MetaGraphDef, a SavedModel or a checkpoint state. Open the model file itself.

error-content-zeros = All { $bytes } bytes are zero.
error-content-zeros-advice = The download or copy probably failed. Get the file again.
