# Statistics and checksums of stored values.

values-of-value = Elementos
values-of-magnitude = Elementos (los números de abajo son sus magnitudes)
values-of-length = Cadenas (los números de abajo son sus longitudes en bytes)
values-min = Mínimo
values-max = Máximo
values-mean = Media
values-deviation = Desviación estándar
values-zeros = Ceros
values-nan = NaN
values-positive-infinity = Infinito
values-negative-infinity = Menos infinito
values-histogram = Histograma
values-statistics = Estadísticas
values-show-statistics = Mostrar estadísticas
values-check-all = Comprobar todo
values-statistics-all = Calcular todas las estadísticas
values-checking = { $done } de { $total } comprobados
values-histogram-said = { $bins ->
    [one] Histograma: los { $most } elementos son { $low }.
   *[other] Histograma: { $bins } intervalos de { $low } a { $high }; el más lleno, de { $from } a { $to }, contiene { $most }.
}
values-partial = Solo se pudo leer una parte; estos números se refieren a ella.
check-right = suma correcta
check-wrong = suma incorrecta
check-none = sin suma guardada
check-opaque = no se guarda como valores simples
check-unreadable = ilegible
check-not-yet = sin comprobar
col-checksum = Suma de comprobación
col-not-finite = NaN, infinitos
table-save = Copiar o guardar las filas mostradas
table-export = Exportar filas
table-copy-as = Copiar como { $form }
table-save-as = Guardar como { $form }
findings-export = Exportar hallazgos

sizes = Tamaños por ámbito
sizes-path = Ámbito abierto
sizes-all = Todas las variables
sizes-scope = Ámbito
sizes-variables = Variables
sizes-model = Modelo
sizes-optimizer = Optimizador (variables de slot)
sizes-share = Proporción
sizes-percent = { $n } %
sizes-open = Abrir { $name } y filtrar la tabla

cli-no-values = Aquí nada guarda valores que se puedan leer.

error-bundle-values-overlap = { $key } y { $other } comparten bytes del archivo de datos.
error-bundle-values-overlap-advice = TensorFlow no escribe un índice así: uno de los dos valores es incorrecto. Vuelva a escribir el punto de control, o no confíe en estas dos variables.
error-tflite-strings-damaged = La lista de cadenas de este tensor apunta fuera de sus datos.
error-tflite-strings-damaged-advice = Los bytes del tensor no forman un tensor de cadenas válido. Vuelva a convertir el modelo.
error-tflite-weights-elsewhere = Los pesos de { $tensor } están en el archivo { $file }, que falta.
error-tflite-weights-elsewhere-advice = Dé ese archivo junto con el modelo, en la ruta que el modelo indica.
error-tflite-external-buffer-unknown = Este tensor remite al búfer externo { $id }, que el modelo no lista.
error-tflite-external-buffer-unknown-advice = El archivo está dañado o se editó a mano. Vuelva a convertir el modelo.
error-tflite-external-group-unknown = Un búfer externo está en el grupo { $group }, y el modelo tiene { $count }.
error-tflite-external-group-unknown-advice = El archivo está dañado o se editó a mano. Vuelva a convertir el modelo.
error-tflite-external-outside = Estos pesos son { $bytes } bytes en el desplazamiento { $offset } de { $file }, que tiene { $size } bytes.
error-tflite-external-outside-advice = El archivo de pesos está truncado, o pertenece a otra versión del modelo.
error-tflite-weights-dtype = Los valores de tipo { $dtype } aún no se leen.
error-tflite-weights-dtype-advice = El tensor aparece con su tipo y su forma, y la vista Bytes muestra sus bytes.
error-tflite-weights-size = Este tensor tiene { $stored } bytes; su tipo y su forma necesitan { $expected }.
error-tflite-weights-size-advice = Los runtimes rechazan este modelo al asignar los tensores. Vuelva a convertirlo.
error-text-proto-word-too-long = Una palabra en la línea { $line } tiene más de { $limit } bytes.
error-text-proto-word-too-long-advice = Ningún campo, número o valor de TensorFlow es tan largo: probablemente no es un proto de texto.
