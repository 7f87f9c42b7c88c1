# NumPy arrays.

error-npy-bad-magic = This is not a .npy file: it does not begin with the bytes 93 4E 55 4D 50 59.
error-npy-bad-magic-advice = Save the array with numpy.save.
error-npy-version = This .npy file has format version { $version }; versions 1 to 3 are read.
error-npy-version-advice = Save the array again with a current NumPy.
error-npy-bad-header = The header of this .npy file is damaged: { $part }.
error-npy-bad-header-advice = Save the array again with numpy.save.
error-npy-unsupported-type = Elements of type { $descr } are not supported.
error-npy-unsupported-type-advice = Convert the array to a numeric type, for example with array.astype("float32"), and save it again.
error-npy-too-large = An array of shape { $shape } is over the limit of { $limit } bytes.
error-npy-too-large-advice = Save a smaller array.

error-npz-empty = This .npz file holds no array.
error-npz-empty-advice = Save arrays with numpy.savez.
error-npz-no-such-array = This .npz file has several arrays and none is called { $name }. It has: { $known }.
error-npz-no-such-array-advice = Save it under the name of the input, or alone: numpy.savez takes names as keywords.
