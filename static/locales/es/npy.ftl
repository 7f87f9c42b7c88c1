# NumPy arrays.

error-npy-bad-magic = No es un archivo .npy: no empieza por los bytes 93 4E 55 4D 50 59.
error-npy-bad-magic-advice = Guarde el array con numpy.save.
error-npy-version = Este archivo .npy tiene la versión { $version } del formato; se leen las versiones 1 a 3.
error-npy-version-advice = Vuelva a guardar el array con un NumPy actual.
error-npy-bad-header = El encabezado de este archivo .npy está dañado: { $part }.
error-npy-bad-header-advice = Vuelva a guardar el array con numpy.save.
error-npy-unsupported-type = No se admiten elementos de tipo { $descr }.
error-npy-unsupported-type-advice = Convierta el array a un tipo numérico, por ejemplo con array.astype("float32"), y vuelva a guardarlo.
error-npy-too-large = Un array de forma { $shape } supera el límite de { $limit } bytes.
error-npy-too-large-advice = Guarde un array más pequeño.

error-npz-empty = Este archivo .npz no contiene ningún array.
error-npz-empty-advice = Guarde arrays con numpy.savez.
error-npz-no-such-array = Este archivo .npz tiene varios arrays y ninguno se llama { $name }. Tiene: { $known }.
error-npz-no-such-array-advice = Guárdelo con el nombre de la entrada, o como único array: numpy.savez toma los nombres como argumentos con nombre.
