# Keras files and HDF5.

error-hdf5-no-signature = The bytes that begin every HDF5 file are not there.
error-hdf5-no-signature-advice = The beginning of the file is missing or overwritten, or it is no HDF5 file at all. Copy it again from where it was written.

error-hdf5-damaged = The { $structure } at this place breaks the rules of HDF5.
error-hdf5-damaged-advice = Bytes of the file were overwritten or cut off. What could still be read is shown; get a sound copy to use the rest.

error-hdf5-checksum = The { $structure } at this place does not fit its checksum.
error-hdf5-checksum-advice = Bytes of the file were changed after it was written. Get a sound copy.

error-hdf5-cycle = A B-tree leads back to a node that it came from.
error-hdf5-cycle-advice = No program writes such a file. Treat it as damaged or hostile.

error-hdf5-unsupported = This part uses a form of HDF5 that Vintage does not read: { $feature }.
error-hdf5-unsupported-advice = Everything else is shown. Rewriting the file with h5py (h5repack does it too) gives a form that is read.

error-hdf5-filter = A chunk cannot be unpacked: its bytes do not fit the filter { $filter }.
error-hdf5-filter-advice = The chunk was overwritten. Values of other data sets are not affected.

error-hdf5-not-utf8 = The text of attribute { $name } is no UTF-8 from byte { $at } on.
error-hdf5-not-utf8-advice = The attribute was overwritten or written with another encoding.

error-hdf5-text-too-long = A text has { $size } bytes; { $limit } are read at most.
error-hdf5-text-too-long-advice = The file is damaged, or made to exhaust memory.

error-hdf5-too-deep = Groups are nested deeper than { $limit } levels here.
error-hdf5-too-deep-advice = No Keras release writes such a file. What stands above is shown.

error-hdf5-too-many = There are more than { $limit } names here.
error-hdf5-too-many-advice = The first ones are shown.

error-hdf5-too-much-metadata = Reading on would cost many times the file's size: the same bytes are pointed at again and again.
error-hdf5-too-much-metadata-advice = The file is damaged, or made to keep readers busy. What was read so far is shown.

error-hdf5-value-type = Values of type { $dtype } are not read: TensorFlow has no such type.
error-hdf5-value-type-advice = Its name, shape and place are known; use h5py to read it.

error-hdf5-value-too-large = This value has { $size } bytes; the file does not hold that much, or it passes the limit of { $limit } bytes.
error-hdf5-value-too-large-advice = Read it in pieces with h5py.

error-keras-json-damaged = From byte { $at } on this is no JSON any more.
error-keras-json-damaged-advice = The configuration was cut off or changed by hand. Keras refuses it; the weights are still shown.

error-keras-json-too-large = The configuration has { $size } bytes; { $limit } are read at most.
error-keras-json-too-large-advice = Only the weights are shown.

error-keras-member-missing = The archive has no { $member }.
error-keras-member-missing-advice = Keras refuses such a file. Save the model again, or copy the whole file.

error-keras-no-class = The configuration names no class for the model.
error-keras-no-class-advice = Keras refuses it; the weights are still shown.
