# Keras files and HDF5.

error-hdf5-no-signature = The file does not begin with the HDF5 signature.
error-hdf5-no-signature-advice = The beginning of the file is missing or overwritten, or it is not an HDF5 file. Copy it again.

error-hdf5-damaged = The { $structure } at this offset is not valid HDF5.
error-hdf5-damaged-advice = Bytes of the file were overwritten or cut off. The readable parts are shown; copy the file again.

error-hdf5-checksum = The checksum of the { $structure } at this offset does not match.
error-hdf5-checksum-advice = Bytes of the file changed after it was written. Copy it again.

error-hdf5-cycle = A B-tree has a cycle.
error-hdf5-cycle-advice = No program writes such a file. Treat it as damaged or malicious.

error-hdf5-unsupported = Vintage does not read this HDF5 feature: { $feature }.
error-hdf5-unsupported-advice = Everything else is shown. Rewrite the file with h5py or h5repack.

error-hdf5-filter = A chunk cannot be unpacked: its bytes do not match the filter { $filter }.
error-hdf5-filter-advice = The chunk was overwritten. Values of other data sets are not affected.

error-hdf5-not-utf8 = The text of attribute { $name } is not UTF-8 from byte { $at } on.
error-hdf5-not-utf8-advice = The attribute was overwritten or written with another encoding.

error-hdf5-text-too-long = A string has { $size } bytes; at most { $limit } are read.
error-hdf5-text-too-long-advice = The file is damaged, or made to exhaust memory.

error-hdf5-too-deep = Groups are nested deeper than { $limit } levels here.
error-hdf5-too-deep-advice = No Keras release writes such a file. The levels above are shown.

error-hdf5-too-many = There are more than { $limit } names here.
error-hdf5-too-many-advice = The first ones are shown.

error-hdf5-too-much-metadata = Structures refer to the same bytes again and again; reading all of them would take many times the file's size.
error-hdf5-too-much-metadata-advice = The file is damaged or malicious. The part before is shown.

error-hdf5-value-type = Values of type { $dtype } are not read: TensorFlow has no such type.
error-hdf5-value-type-advice = Its name, shape and offset are shown; use h5py to read it.

error-hdf5-value-too-large = This value has { $size } bytes: more than the file, or than the limit of { $limit } bytes.
error-hdf5-value-too-large-advice = Read it in parts with h5py.

error-keras-json-damaged = The text is not valid JSON from byte { $at } on.
error-keras-json-damaged-advice = The configuration was cut off or changed by hand. Keras refuses it; the weights are still shown.

error-keras-json-too-deep = The configuration is nested more than { $limit } levels deep; Vintage reads no deeper.
error-keras-json-too-deep-advice = The file may be intact: Keras reads it. Only the weights are shown.

error-keras-json-too-large = The configuration has { $size } bytes; at most { $limit } are read.
error-keras-json-too-large-advice = Only the weights are shown.

error-keras-member-missing = The archive has no { $member }.
error-keras-member-missing-advice = Keras refuses such a file. Save the model again, or copy the complete file.

error-keras-no-class = The configuration names no class for the model.
error-keras-no-class-advice = Keras refuses it; the weights are still shown.

requirement-keras-archive = The release must read .keras archives; TensorFlow does from 2.12 on.
requirement-keras-archive-weights = load_weights must take a .keras file.
requirement-keras-no-model = load_model needs a configuration of the model, and the file has only weights.
requirement-keras-weights-file = The release must read weights that are stored by the structure of the model.
requirement-keras-new-groups = The release must look for weights in groups called “{ $subject }”, as Keras does since 2.15.
requirement-keras-old-groups = The release must look for weights in groups called “{ $subject }”, as Keras 2.12 to 2.14 did.
requirement-keras-sequential-object = The release must take the configuration of a Sequential model as an object, and not as a list of layers.
requirement-keras-functional-class = The release must know models of class { $subject }; before 2.3 it was called Model.
requirement-keras-functional-module = The release must have the module { $subject }, which came with Keras 3.
requirement-keras-input-ragged = Input layers must take the key ragged.
requirement-keras-input-batch-shape = Input layers must take the key batch_shape, which Keras 3 writes where Keras 2 wrote batch_input_shape.
requirement-keras-input-batch-input-shape = Input layers must take the key batch_input_shape, which Keras 2 wrote.
requirement-keras-conv-groups = Convolutions must take the key groups.
requirement-keras-axis-list = { $subject } is a list, as Keras 2 writes it; Keras 3 takes a number only.
requirement-keras-new-optimizer = The release must know the optimizer { $subject }, by the name that newer releases write.
requirement-keras-weight-mode = The release must compile the model without the key { $subject }, which older releases read.
requirement-keras-short-name = The release must find “{ $subject }” by its short name when it compiles the model.
requirement-keras-class = The release must have the class { $subject }.
requirement-keras-argument = The release must take the key { $subject }.
requirement-keras-own-class = { $subject } is a third-party class: its code must be imported and registered.
requirement-keras-unknown-class = No tested release exports the class { $subject }; whether it loads is not known.

finding-keras-beside = From 2.16 on, TensorFlow loads this with the installed version of Keras 3; the verdicts of the tensorflow row are for Keras 3.15.1.
finding-keras-beside-advice = See the keras row for the release you have (pip show keras). Installing tf_keras and setting TF_USE_LEGACY_KERAS=1 brings Keras 2 back.
finding-keras-compile-optional = Some releases refuse only the compile configuration.
finding-keras-compile-optional-advice = load_model(path, compile=False) gives the model without optimizer, loss and metrics; compile it again.
finding-keras-weights-only = These are weights without a model: they load into code that builds the same layers.
finding-keras-weights-only-advice = Build the model as it was when the weights were saved, then call load_weights(path).
finding-saved-model-keras = Keras 3 does not load this SavedModel as a model: load_model takes .keras and .h5 files only, from TensorFlow 2.16 on.
finding-saved-model-keras-advice = For inference, keras.layers.TFSMLayer(path, call_endpoint="{ $endpoint }") wraps it. For a model to train, load it with TensorFlow up to 2.15 (or tf_keras) and save it as .keras.
