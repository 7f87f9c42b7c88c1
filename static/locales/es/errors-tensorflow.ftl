# Errors of TensorFlow's own files: graphs, SavedModels, checkpoints.

## Messages in wire form

error-proto-truncated = El archivo no es un { $message } completo: un campo que empieza cerca del byte { $offset } se extiende más allá del final de su mensaje.
error-proto-truncated-advice = El archivo está truncado o es de otro tipo. Compare su tamaño con el del original y vuelva a copiarlo.

error-proto-bad-varint = El archivo no es un { $message } válido: el número en el byte { $offset } no termina.
error-proto-bad-varint-advice = El archivo está dañado o es de otro tipo. Vuelva a copiarlo y compruebe que es lo que dice su nombre.

error-proto-bad-tag = El archivo no es un { $message } válido: ningún campo puede empezar por el byte en { $offset }.
error-proto-bad-tag-advice = El archivo está dañado o es de otro tipo. Vuelva a copiarlo y compruebe que es lo que dice su nombre.

error-proto-wrong-wire-type = El archivo no es un { $message } válido: el campo en el byte { $offset } tiene un wire type incorrecto.
error-proto-wrong-wire-type-advice = El archivo está dañado o es de otro tipo. TensorFlow omitiría este campo sin avisar y su contenido se perdería.

error-proto-bad-utf8 = El archivo no es un { $message } válido: el texto en el byte { $offset } no es UTF-8.
error-proto-bad-utf8-advice = El archivo está dañado, o uno de sus nombres se escribió con otra codificación. Vuelva a exportar el modelo con nombres en UTF-8.

error-proto-too-deep = Los mensajes del archivo tienen más de { $limit } niveles de anidamiento.
error-proto-too-deep-advice = TensorFlow también se detiene en 100 niveles. El archivo está dañado o es malicioso.

error-proto-too-many = El archivo contiene más de { $limit } elementos.
error-proto-too-many-advice = Si el archivo está intacto, ábralo con la CLI y un límite mayor: docs/limits.md.

error-proto-undecodable = El archivo no es un { $message } válido: { $reason }
error-proto-undecodable-advice = El archivo está dañado o es de otro tipo. Vuelva a copiarlo y compruebe que es lo que dice su nombre.

## Messages in text form

error-text-proto-unknown-field = Línea { $line }, columna { $column }: { $message } no tiene ningún campo llamado { $field }.
error-text-proto-unknown-field-advice = TensorFlow también rechaza este archivo de texto. La causa habitual es un nombre mal escrito; una versión más nueva también puede conocer un campo que Vintage no conoce.

error-text-proto-unexpected = Línea { $line }, columna { $column }: aquí no se espera «{ $found }».
error-text-proto-unexpected-advice = Busque una llave, unos dos puntos o unas comillas que falten poco antes.

error-text-proto-bad-value = Línea { $line }, columna { $column }: «{ $found }» no es un valor para { $field }.
error-text-proto-bad-value-advice = Compruebe el tipo del campo: los números van sin comillas y dentro de su intervalo, las cadenas llevan comillas, los valores de enumeración son nombres.

error-text-proto-set-twice = Línea { $line }, columna { $column }: { $field } se define dos veces, o junto con un campo que lo excluye.
error-text-proto-set-twice-advice = Conserve uno de los dos. TensorFlow también rechaza este archivo de texto.

error-text-proto-open-string = Línea { $line }, columna { $column }: la cadena que empieza aquí no tiene comillas de cierre en su línea.
error-text-proto-open-string-advice = Cierre las comillas; escriba un salto de línea dentro de una cadena como \n.

error-text-proto-bad-escape = Línea { $line }, columna { $column }: esta secuencia de escape es desconocida, o su número es demasiado grande.
error-text-proto-bad-escape-advice = Escriba una barra invertida como \\, y los bytes como \ooo (octal) o \xhh.

error-text-proto-unknown-type = Línea { $line }, columna { $column }: Vintage no lee el tipo { $type }.
error-text-proto-unknown-type-advice = El contenido de ese mensaje no se puede leer como texto. Se puede abrir una copia binaria del archivo.

## Tables: checkpoint indexes and V1 checkpoints

error-sstable-too-short = Este archivo de { $size } bytes no es un índice de punto de control ni un punto de control V1. TensorFlow dice: file is too short to be an sstable
error-sstable-too-short-advice = Probablemente la copia se detuvo antes de terminar. Vuelva a obtener el archivo.

error-sstable-bad-magic = No es un índice de punto de control ni un punto de control V1: sus últimos ocho bytes no son los de una tabla. TensorFlow dice: not an sstable (bad magic number)
error-sstable-bad-magic-advice = La causa habitual es que se dio un archivo de datos (.data-00000-of-00001) en lugar del prefijo, o que el índice está truncado o tiene bytes de más. Dé el prefijo, como ckpt-10, y mantenga juntos los archivos .index y .data.

error-sstable-bad-handle = La tabla tiene un descriptor de bloque no válido.
error-sstable-bad-handle-advice = El archivo está dañado. Vuelva a obtenerlo, o recurra a un punto de control anterior.

error-sstable-truncated-block = La tabla remite a un bloque que termina en el byte { $wanted }; el archivo tiene { $size }.
error-sstable-truncated-block-advice = El archivo está dañado. Vuelva a obtenerlo, o recurra a un punto de control anterior.

error-sstable-checksum = Un bloque de la tabla está dañado: su suma de comprobación es { $computed }, pero la guardada es { $stored }. TensorFlow dice: block checksum mismatch
error-sstable-checksum-advice = Algunos bytes cambiaron después de escribirse. Vuelva a obtener el archivo, o recurra a un punto de control anterior.

error-sstable-bad-compression = Un bloque de la tabla está comprimido de una forma desconocida (número { $found }).
error-sstable-bad-compression-advice = TensorFlow solo escribe bloques sin comprimir y Snappy: el archivo está probablemente dañado.

error-sstable-bad-snappy = Un bloque comprimido de la tabla no se puede descomprimir.
error-sstable-bad-snappy-advice = El archivo está dañado, aunque su suma de comprobación coincide: el programa que lo escribió es defectuoso.

error-sstable-bad-block = Un bloque de la tabla es demasiado corto para su lista de puntos de reinicio.
error-sstable-bad-block-advice = El archivo está dañado, aunque su suma de comprobación coincide: el programa que lo escribió es defectuoso.

error-sstable-bad-entry = La entrada en el byte { $offset } se extiende más allá del final de su bloque.
error-sstable-bad-entry-advice = El archivo está dañado, aunque su suma de comprobación coincide: el programa que lo escribió es defectuoso. Las entradas anteriores se pudieron leer.

error-inflated-too-large = Descomprimido, el bloque ocuparía { $size } bytes; del límite quedan { $limit }.
error-inflated-too-large-advice = Si el archivo está intacto, ábralo con la CLI en un equipo con más memoria.

error-list-too-long = El archivo lista más de { $limit } entradas.
error-list-too-long-advice = Si el archivo está intacto, ábralo con la CLI en un equipo con más memoria.

## Checkpoints, form V2

error-bundle-no-header = El índice no tiene entradas.
error-bundle-no-header-advice = Probablemente el guardado se detuvo antes de terminar. Recurra a un punto de control anterior.

error-bundle-bad-header = El índice no empieza con un encabezado legible ({ $reason }).
error-bundle-bad-header-advice = El índice está dañado. Vuelva a obtenerlo, o recurra a un punto de control anterior.

error-bundle-header-missing = El índice no tiene encabezado: empieza por { $key }. TensorFlow toma esa entrada por el encabezado y después busca fragmentos con nombres incorrectos.
error-bundle-header-missing-advice = El índice se editó o está dañado. Vuelva a obtenerlo, o recurra a un punto de control anterior.

error-bundle-bad-shard-count = El encabezado indica { $found } fragmentos.
error-bundle-bad-shard-count-advice = El índice está dañado. Vuelva a obtenerlo, o recurra a un punto de control anterior.

error-bundle-bad-entry = La entrada de { $key } no se puede leer ({ $reason }).
error-bundle-bad-entry-advice = Las demás entradas se pueden leer. Vuelva a obtener el índice, o recurra a un punto de control anterior para esta variable.

error-bundle-unknown-dtype = { $key } tiene el número de dtype { $dtype }, que no existe en ninguna versión.
error-bundle-unknown-dtype-advice = TensorFlow falla al listar este punto de control. El índice está dañado, o viene de una compilación con tipos propios.

error-bundle-shard-missing = Falta el archivo { $file }, que contiene { $key }.
error-bundle-shard-missing-advice = Añada ese archivo: un punto de control es su índice y todos sus archivos de datos, con sus nombres originales.

error-bundle-data-truncated = El valor de { $key } termina en el byte { $wanted } de su archivo de datos, que tiene { $size }. TensorFlow dice: Read less bytes than requested
error-bundle-data-truncated-advice = El archivo de datos está truncado, o pertenece a otro punto de control del mismo nombre. Vuelva a obtenerlo.

error-bundle-size-mismatch = La entrada de { $key } declara { $stored } bytes; su dtype y su forma necesitan { $expected }.
error-bundle-size-mismatch-advice = El índice está dañado. Las demás variables se pueden leer.

error-bundle-checksum = El valor de { $key } está dañado: su suma de comprobación es { $computed }, pero la guardada es { $stored }. TensorFlow dice: Checksum does not match
error-bundle-checksum-advice = Algunos bytes de esta variable cambiaron después de escribirse, o el archivo de datos pertenece a otro punto de control. Vuelva a obtener el archivo de datos, o restaure todas las demás variables.

error-bundle-lengths-checksum = Las longitudes de las cadenas de { $key } están dañadas: su suma de comprobación es { $computed }, pero la guardada es { $stored }.
error-bundle-lengths-checksum-advice = Algunos bytes de esta variable cambiaron después de escribirse. Las demás variables se pueden leer.

error-bundle-strings-truncated = Las cadenas de { $key } no caben en los { $size } bytes de su entrada.
error-bundle-strings-truncated-advice = El índice o el archivo de datos está dañado. Las demás variables se pueden leer.

error-bundle-strings-trailing = Las cadenas de { $key } ocupan { $used } de los { $size } bytes de su entrada.
error-bundle-strings-trailing-advice = El índice o el archivo de datos está dañado. Las demás variables se pueden leer.

error-bundle-slice-missing = La porción { $slice } de { $key } no está en el punto de control.
error-bundle-slice-missing-advice = Al guardar o combinar se perdió una parte. Recurra a un punto de control anterior, o restaure todas las demás variables.

error-slice-outside = La porción { $slice } de { $key } está fuera de su forma { $shape }.
error-slice-outside-advice = El índice está dañado. Las demás variables se pueden leer.

error-slice-dtype = La porción { $slice } de { $key } es { $found }; la variable es { $expected }.
error-slice-dtype-advice = El índice está dañado. Las demás variables se pueden leer.

error-slices-incomplete = Las porciones de { $key } cubren { $covered } de { $expected } elementos.
error-slices-incomplete-advice = Falta un fragmento o una porción. Añada los archivos que faltan, o restaure todas las demás variables.

error-checkpoint-no-such-key = El punto de control no tiene { $key }.
error-checkpoint-no-such-key-advice = Revise la lista de variables: el nombre de un ámbito o de una capa puede ser distinto.

error-checkpoint-dtype-unsupported = Los valores de dtype { $dtype } no se muestran ({ $key }).
error-checkpoint-dtype-unsupported-advice = Solo TensorFlow puede usar estos valores, por ejemplo el estado de un iterador de conjunto de datos. Todo lo demás se puede leer.

error-value-too-large = El valor ocupa { $size } bytes; el límite es { $limit }.
error-value-too-large-advice = Se muestran su nombre, su dtype y su forma. La CLI puede subir el límite.

error-object-graph-not-a-string = La entrada que debería contener el grafo de objetos es de dtype { $dtype } o contiene más de un elemento.
error-object-graph-not-a-string-advice = Las variables se pueden leer por sus claves. El punto de control se editó o está dañado.

error-object-bad-reference = El objeto { $object } remite al objeto { $reference }, que no existe.
error-object-bad-reference-advice = El grafo de objetos está dañado; esa arista se omitió.

error-object-paths-too-long = Las rutas de los objetos ocupan más de { $limit } bytes; los demás se muestran sin ruta.
error-object-paths-too-long-advice = El grafo de objetos tiene una profundidad inusual. Las claves y los valores se pueden leer.

## Checkpoints, form V1

error-v1-no-meta = A la tabla le falta la entrada que lista sus tensores.
error-v1-no-meta-advice = El archivo no es un punto de control V1, o está dañado. Vuelva a obtenerlo.

error-v1-no-data = La entrada de { $key } no contiene valores.
error-v1-no-data-advice = El archivo está dañado. Las demás variables se pueden leer.

error-v1-shapes-differ = Dos fragmentos dan a { $key } formas o dtypes distintos.
error-v1-shapes-differ-advice = Los fragmentos pertenecen a puntos de control distintos. Use archivos de un solo punto de control.

error-v1-shards-missing = Hay { $found } de { $expected } fragmentos.
error-v1-shards-missing-advice = Añada los demás archivos: sus variables no aparecen en la lista.

## Values of tensors

error-tensor-bad-shape = { $shape } no es una forma válida.
error-tensor-bad-shape-advice = El archivo está dañado, o la dimensión no se conoce hasta que el modelo se ejecuta.

error-tensor-content-size = El tensor contiene { $stored } bytes; su dtype y su forma necesitan { $expected }.
error-tensor-content-size-advice = El archivo está dañado. Vuelva a exportar el modelo.

error-tensor-dtype-without-values = Los valores de dtype { $dtype } no se muestran.
error-tensor-dtype-without-values-advice = Solo TensorFlow puede usar estos valores, por ejemplo los identificadores de recursos.

## SavedModel folders

error-saved-model-missing = La carpeta no tiene ni saved_model.pb ni saved_model.pbtxt.
error-saved-model-missing-advice = Suelte la carpeta que contiene uno de ellos. Una carpeta que solo tiene variables es un punto de control: suelte sus archivos.

error-sstable-key-order = La clave «{ $key }» de la tabla está fuera de orden, o aparece dos veces.
error-sstable-key-order-advice = TensorFlow espera una tabla ordenada y puede encontrar un valor incorrecto para esta clave. El archivo está dañado, o no lo escribió TensorFlow.

error-slices-overlap = La porción { $slice } de esta variable se solapa con otra.
error-slices-overlap-advice = TensorFlow rechaza este punto de control: overlapping slices. Se compuso a partir de guardados distintos, o está dañado.
