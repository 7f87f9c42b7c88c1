# Errors of TensorFlow Lite files, archives, and unknown files.

error-tflite-too-short = El archivo tiene { $size } bytes; un modelo tiene al menos 8.
error-tflite-too-short-advice = La copia está probablemente incompleta. Compare su tamaño con el del original y vuelva a copiarlo.

error-tflite-no-identifier = Se esperaba el identificador «TFL3» en los bytes 4 a 7 y se encontró «{ $found }».
error-tflite-no-identifier-advice = No es un modelo de TensorFlow Lite, o se sobrescribió su comienzo. Los runtimes lo rechazan.

error-tflite-offset-outside = Un campo apunta más allá del final del archivo, que tiene { $size } bytes.
error-tflite-offset-outside-advice = El archivo está truncado o dañado. Compare su tamaño con el del original y vuelva a copiarlo.

error-tflite-table-damaged = Los datos en este desplazamiento no son una tabla válida.
error-tflite-table-damaged-advice = Se sobrescribieron bytes del archivo. Se muestran las partes legibles; vuelva a copiar el archivo para usar el modelo.

error-tflite-list-outside = Una lista de { $count } entradas no cabe en el archivo, que tiene { $size } bytes.
error-tflite-list-outside-advice = El archivo está truncado o dañado. Compare su tamaño con el del original y vuelva a copiarlo.

error-tflite-buffer-outside-file = Los datos de un búfer terminan más allá del final del archivo, que tiene { $size } bytes.
error-tflite-buffer-outside-file-advice = Los pesos se guardan después de la estructura del modelo y quedaron truncados. Vuelva a copiar el archivo completo.

error-tflite-field-missing = Falta el campo obligatorio «{ $field }».
error-tflite-field-missing-advice = El programa que escribió el archivo lo omitió. Vuelva a convertir el modelo con un convertidor actual.


error-tflite-text-not-utf8 = Un nombre contiene bytes que no son UTF-8.
error-tflite-text-not-utf8-advice = La mayoría de los runtimes lo ignoran; Python falla al imprimir el nombre. Cambie el nombre del tensor o de la op.

error-tflite-text-unterminated = Una cadena no termina en un byte cero.
error-tflite-text-unterminated-advice = Los runtimes que verifican los archivos lo rechazan. Vuelva a escribir el archivo con una biblioteca FlatBuffers.

error-tflite-unaligned = El valor en el byte { $position } no está alineado con su tamaño.
error-tflite-unaligned-advice = Los runtimes que verifican los archivos lo rechazan; los más antiguos pueden abortar el proceso en algunas CPU. Vuelva a escribir el archivo con una biblioteca FlatBuffers.

error-tflite-too-many-tables = El archivo describe más de { $limit } partes.
error-tflite-too-many-tables-advice = Un modelo válido de este tamaño es improbable; las partes se repiten probablemente por un daño.

error-tflite-too-much-data = Las listas del archivo repiten los mismos datos, más de { $limit } bytes en total.
error-tflite-too-much-data-advice = Un modelo válido no hace esto; el archivo está dañado o se creó para agotar la memoria.

error-tflite-too-deep = Las tablas tienen más de { $limit } niveles de anidamiento.
error-tflite-too-deep-advice = Un modelo válido no tiene tantos niveles; el archivo está dañado o se creó para agotar la memoria.

error-tflite-list-too-long = Una lista tiene más de { $limit } entradas.
error-tflite-list-too-long-advice = Un modelo válido no es tan grande; el archivo está dañado o se creó para agotar la memoria.

error-tflite-text-too-long = Una cadena tiene más de { $limit } bytes.
error-tflite-text-too-long-advice = Probablemente se sobrescribió la longitud. Vuelva a copiar el archivo.

error-tflite-schema-version = El modelo tiene la versión { $found } del esquema; los runtimes solo leen la { $supported }.
error-tflite-schema-version-advice = Vuelva a convertir el modelo con un convertidor actual.

error-tflite-no-subgraph = El modelo no tiene ningún subgrafo.
error-tflite-no-subgraph-advice = No hay nada que ejecutar. Vuelva a convertir el modelo.

error-tflite-opcode-outside = El operador remite al código de operador { $index }; el modelo tiene { $count }.
error-tflite-opcode-outside-advice = El archivo está dañado o se editó a mano. Vuelva a convertir el modelo.

error-tflite-tensor-outside = El tensor { $index } no existe; el subgrafo tiene { $count }.
error-tflite-tensor-outside-advice = El archivo está dañado o se editó a mano. Vuelva a convertir el modelo.

error-tflite-buffer-outside = El tensor remite al búfer { $index }; el modelo tiene { $count }.
error-tflite-buffer-outside-advice = El archivo está dañado o se editó a mano. Vuelva a convertir el modelo.

error-tflite-subgraph-outside = El subgrafo { $index } no existe; el modelo tiene { $count }.
error-tflite-subgraph-outside-advice = El archivo está dañado o se editó a mano. Vuelva a convertir el modelo.

error-tflite-shape-impossible = La forma { $shape } tiene un tamaño negativo, o más elementos de los que se pueden contar.
error-tflite-shape-impossible-advice = El archivo está dañado o se editó a mano. Vuelva a convertir el modelo.

error-tflite-shared-tensor = El tensor { $index } es entrada y salida de un mismo operador.
error-tflite-shared-tensor-advice = El archivo está dañado o se editó a mano. Vuelva a convertir el modelo.

error-tflite-signature-key-missing = Una firma no tiene clave.
error-tflite-signature-key-missing-advice = Los runtimes no pueden llamarla por su nombre. Vuelva a convertir el modelo.

error-checkpoint-index-missing = { $count ->
    [one] Este es un archivo de datos de un punto de control, y falta el índice.
   *[other] Estos son { $count } archivos de datos de un punto de control, y falta el índice.
}
error-checkpoint-index-missing-advice = Abra también «{ $index }»: el índice lista el contenido de los archivos de datos. Pase a los programas el prefijo común de ambos nombres, nunca el archivo de datos.


error-file-empty = El archivo está vacío.
error-file-empty-advice = Probablemente falló la copia. Vuelva a copiar el archivo.

error-file-unknown = Vintage no conoce este tipo de archivo: empieza por los bytes { $bytes }.
error-file-unknown-advice = Vintage lee .tflite, SavedModel, GraphDef, MetaGraphDef, puntos de control, y archivos zip, tar y gzip que los contengan.
