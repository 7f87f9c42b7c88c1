# Archives, what is in them, and the details of TFLite models.

error-zip-damaged = The list of files in this zip cannot be read.
error-zip-damaged-advice = The download was probably cut off: the list stands at the end. Download it again.

error-zip-too-many-files = The zip lists { $count } files; the limit is { $limit }.
error-zip-too-many-files-advice = Unpack it and open the folder of the model.

error-zip-member-damaged = The data of “{ $member }” in this zip are damaged.
error-zip-member-damaged-advice = Download or pack the zip again.

error-zip-encrypted = “{ $member }” is encrypted.
error-zip-encrypted-advice = Unpack the zip with its password and open the files.

error-zip-method = “{ $member }” is packed by method { $method }; Vintage reads stored and deflated files.
error-zip-method-advice = Unpack the zip and open the files, or pack it again with an ordinary zip program.

error-zip-duplicate-name = The zip holds more than one file called “{ $member }”.
error-zip-duplicate-name-advice = Programs disagree about which one counts. Pack the zip again.

error-zip-bomb = “{ $member }” would take { $size } bytes unpacked, more than its packed data can hold.
error-zip-bomb-advice = The zip is damaged or made to exhaust memory.

error-zip-too-large = Unpacking “{ $member }” would take more memory than the limit of { $limit } bytes.
error-zip-too-large-advice = Unpack the zip and open the files: they are then read piece by piece.

error-archive-empty = There is no file in this archive.
error-archive-empty-advice = Pack the model's files again.

error-archive-too-deep = Archives stand inside archives here, more than { $limit } deep.
error-archive-too-deep-advice = Unpack the outer ones and open this one by itself.

error-archive-grows-too-much = “{ $member }” grows more than { $limit } times in unpacking.
error-archive-grows-too-much-advice = That is how archives are made that exhaust memory. If you trust it, unpack it yourself and open the files.

error-archive-form-unsupported = This is a { $form } archive; Vintage opens zip, tar and gzip.
error-archive-form-unsupported-advice = Unpack it and open the files, or pack them as a zip.

error-gzip-damaged = The packed data in this gzip file are damaged.
error-gzip-damaged-advice = What came before the damage is shown. Download or pack the file again.

error-gzip-cut = The gzip file ends too early; { $size } bytes could be unpacked.
error-gzip-cut-advice = The download was probably cut off. Download it again.

error-gzip-too-large = Unpacking this would take more than the limit of { $limit } bytes.
error-gzip-too-large-advice = Unpack it yourself and open the files: they are then read piece by piece.

error-gzip-too-many-streams = The gzip file is made of more than { $limit } streams.
error-gzip-too-many-streams-advice = Unpack it yourself and open the files.

error-tar-cut = The tar ends in the middle of a header.
error-tar-cut-advice = The download was probably cut off. Download it again.

error-tar-header-damaged = A header in this tar is damaged: its checksum does not fit.
error-tar-header-damaged-advice = The files around it are shown. Download or pack the tar again.

error-tar-too-many-files = The tar lists more than { $limit } files.
error-tar-too-many-files-advice = Unpack it and open the folder of the model.

error-tar-member-cut = “{ $member }” is not all here: the tar ends before it does.
error-tar-member-cut-advice = The download was probably cut off. Download it again.

error-tar-duplicate-name = A later file of the same name takes the place of “{ $member }” in this tar.
error-tar-duplicate-name-advice = Programs keep the later one. Pack the tar again if this surprises you.

error-tar-link = “{ $member }” is a link to “{ $target }”, not a file.
error-tar-link-advice = Pack the file itself (tar --dereference).

error-tar-device = “{ $member }” is a device or a pipe, not a file.
error-tar-device-advice = It has no place in a model; leave it out.

error-tar-sparse = “{ $member }” is stored with holes (sparse), which Vintage does not read in a tar.
error-tar-sparse-advice = Pack it without --sparse, or unpack the tar and open the file.

error-tar-volumes = “{ $member }” goes on from another volume of this tar.
error-tar-volumes-advice = Unpack all volumes together and open the file.

error-tflite-metadata-damaged = The model's description (TFLITE_METADATA) cannot be read.
error-tflite-metadata-damaged-advice = Runtimes ignore it; programs that prepare inputs by it will fail. Write it again with the metadata writer.
