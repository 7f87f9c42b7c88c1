# Errors that belong to no single format.

error-bytes-past-end = The file ends too early: { $wanted } bytes are needed at offset { $offset }, but it has { $size }.
error-bytes-past-end-advice = The copy is probably incomplete. Compare its size with the original and copy it again.

error-structure-too-large = One structure would take { $size } bytes in memory; the limit is { $limit }.
error-structure-too-large-advice = If the file is intact, open it with the CLI on a machine with more memory.

error-file-unreadable = The file could not be read: { $reason }.
error-file-unreadable-advice = Check that it exists and that you may read it, then open it again.

error-folder-too-deep = The folder is nested more than { $limit } levels deep.
error-folder-too-deep-advice = Open the folder that holds the model itself.

error-zip-overlap = “{ $member }” shares its data with another file of this zip.
error-zip-overlap-advice = No zip program writes this: the zip is damaged, or made to exhaust memory. The first of the files that share data is opened.
