# Running a model.

run-start = Ejecutar
run-backend = En
run-backend-simd = CPU (SIMD)
run-backend-gpu = GPU (WebGPU)
run-backend-reference = kernels de referencia (lento)
run-invocations = Ejecuciones
run-repeat-auto = hasta 10 en un segundo
run-keeps-state = Este modelo conserva su estado entre ejecuciones. Se ejecuta una vez, sin calentamiento, salvo que elija un número.
run-signature = Firma
run-main-graph = subgrafo principal
run-idle = El motor se obtiene al pulsar Ejecutar. El modelo no sale de este navegador.
run-building = `cargo xtask serve` aún está compilando el motor. Todo lo demás funciona; las ejecuciones empiezan cuando termine.
run-loading = Preparando el modelo
run-running = Ejecutando
run-progress = { $done } de { $total } nodos
run-progress-loop =
    { $rounds ->
        [one] { $done } de { $total } nodos, { $rounds } iteración de un bucle
       *[other] { $done } de { $total } nodos, { $rounds } iteraciones de un bucle
    }

run-col-input = Entrada
run-col-values = Valores
run-zeros = ceros
run-random = aleatorios
run-made-up =
    { $kind ->
        [random] Ejecución de prueba con entradas aleatorias: las salidas y etiquetas de abajo no significan nada.
       *[zeros] Ejecución de prueba con ceros como entrada: las salidas y etiquetas de abajo no significan nada.
    }
run-made-up-hint = Para obtener un resultado real, elija arriba un archivo, una imagen o valores escritos.
run-data-file = archivo
run-image-or-file = imagen o archivo
run-text = texto
run-typed = escritos
run-text-one = Texto de esta entrada
run-text-lines = Una cadena por línea
run-text-numbers = Números, separados por comas, espacios o líneas
run-seed = semilla
run-file = Archivo
run-choose-file = Elegir…
run-drop-file = o suelte un archivo aquí
run-drop-image = o suelte o pegue una imagen aquí
run-paste = Pegar
run-pasted = imagen pegada
run-camera = Cámara
run-camera-view = Imagen de la cámara
run-camera-take = Tomar foto
run-camera-picture = foto de la cámara
run-proportions = Imágenes de otras proporciones
run-stretch = estirar
run-crop = recorte central
run-from-metadata = según los metadatos del modelo
run-normalisation = Conversión de los valores de canal de 0 a 255 en valores del modelo
run-mean = Media
run-std = Divisor

run-took =
    { $count ->
        [one] { $ms } ms en { $module }
       *[other] mediana de { $ms } ms en { $count } ejecuciones en { $module }
    }
run-threads =
    { $count ->
        [one] { $count } hilo
       *[other] { $count } hilos
    }
run-took-cold = Incluye la primera ejecución, que es más lenta que las demás.
run-took-warm =
    { $count ->
        [one] No incluye { $count } ejecución de calentamiento.
       *[other] No incluye { $count } ejecuciones de calentamiento.
    }
run-said =
    { $count ->
        [one] La ejecución terminó: { $ms } ms.
       *[other] Terminaron { $count } ejecuciones: mediana de { $ms } ms.
    }
run-said-top = Mayor valor de { $output }: { $name }, { $value }.
run-profile = Perfil
run-on-graph = Mostrar en el grafo
run-no-profile = Esta GPU no puede medir operadores por separado.
run-col-op = Operador
run-col-nodes = Nodos
run-col-ms = ms por ejecución
run-col-node = Nodo
run-col-kernel = Kernel
run-by-node =
    { $count ->
        [one] { $count } nodo
       *[other] { $count } nodos, uno por uno
    }
run-more-nodes = y { $count } más
run-col-index = Índice
run-col-value = Valor
run-col-label = Etiqueta
run-labels = Etiquetas…
run-labels-file = Archivo con etiquetas, una por línea; también se puede soltar aquí
run-labels-differ =
    { $labels ->
        [one] { $labels } etiqueta
       *[other] { $labels } etiquetas
    } para { $classes } clases: las etiquetas pueden estar en clases equivocadas.
run-show = Mostrar como
run-as-image = imagen
run-as-mask = máscara
run-image-of = { $name } como imagen
run-mask-of = { $name } como máscara: la clase con el mayor valor en cada píxel
run-black = negro
run-white = blanco
run-no-picture = Los valores de esta salida no se pueden dibujar.
run-warmup = Calentamiento
run-median = mediana
run-p90 = p90
run-histogram = Tiempos de { $count } ejecuciones de { $min } a { $max } ms
run-copy-report = Copiar informe
run-beside = Comparar con otro backend
run-compare-with = Comparar con
run-col-output = Salida
run-col-different = Valores distintos
run-different = { $different } de { $count }
run-col-absolute = Mayor diferencia
run-col-relative = Relativa
run-col-where = Dónde
run-equal = igual
run-no-numbers = Las salidas no tienen números que comparar.
run-beside-note = Las mismas entradas en ambos. La diferencia relativa se refiere al mayor valor de la salida; los valores cuantizados se comparan tal como están guardados.
run-layers = Error de cuantización por capa
run-layers-start = Comparar con float
run-layers-what = Ejecuta las mismas entradas dos veces más en la CPU: como en el archivo, y en float con los mismos pesos descuantizados.
run-layers-note = Los errores se acumulan de capa en capa, como en el uso real. Un paso es la escala del tensor; el error relativo es el error RMS dividido por el RMS de los valores float.
run-layers-none = Ninguna capa de este modelo da números reales.
run-layers-order = Ordenar por
run-layers-by-relative = error relativo
run-layers-by-steps = mayor error en pasos
run-layers-by-graph = orden del grafo
run-results = Comparar con otro runtime
run-results-what = Resultados que otro runtime calculó con las mismas entradas, como { ".npy" } o { ".npz" }. Con sus tensores intermedios, por nombre o índice, se nombra el primer operador que difiere.
run-results-files = Resultados…
run-results-files-label = Archivos con resultados de otro runtime; también se pueden soltar aquí
run-results-half = calcula en float16
run-results-start = Comparar
run-results-differs = difiere
run-results-agrees = coincide
run-results-note = Cada resultado se calcula a partir de los valores del otro runtime en los tensores anteriores, con los kernels de referencia.
run-results-passed =
    { $count ->
        [one] { $count } tensor del otro runtime se comparó con los kernels de referencia; coincide.
       *[other] { $count } tensores del otro runtime se compararon con los kernels de referencia; todos coinciden.
    }
run-results-failed =
    { $count ->
        [one] { $count } tensor del otro runtime se comparó con los kernels de referencia. Fuera de la diferencia permitida: { $differing }.
       *[other] { $count } tensores del otro runtime se compararon con los kernels de referencia. Fuera de la diferencia permitida: { $differing }.
    }
run-results-first = Primera diferencia: { $op } en el nodo { $node }, tensor { $name }: { $own } aquí, { $other } en el otro runtime en el elemento { $element }. Diferencia de { $absolute }; se permite { $allowed }.
run-results-first-shape = Primera diferencia: { $op } en el nodo { $node }, tensor { $name }: { $reason }
run-results-closest = Lo más cercano a su límite: { $op } en el nodo { $node }, tensor { $name }, diferencia de { $absolute }; se permite { $allowed }.
run-results-since = La causa es uno de los operadores { $since } a { $node }. Añada tensores intermedios para acotarla.
run-results-inputs = Una entrada tenía aquí ceros o valores aleatorios. Añada las entradas del otro runtime, como entradas o en el mismo { ".npz" }.
run-results-many = La mayoría de los tensores difieren. Un intérprete de TensorFlow Lite conserva los tensores intermedios solo con experimental_preserve_all_tensors y sin delegados.
run-results-skipped = Sin comparar ({ $count }): { $reason } { $names }
run-col-allowed = Permitida
run-col-own = Aquí
run-col-other = Otro runtime
run-col-tensor = Tensor
run-col-steps = Mayor, en pasos
run-col-largest = Mayor error
run-col-rms = Error RMS
run-report-model = Modelo
run-report-browser = Navegador
run-backend-name = Backend
run-min = mín.
run-max = máx.
run-mean-value = media
run-first-values = Primeros valores
run-first-strings = Primeras cadenas
run-save-npy = Guardar .npy
run-save-json = Guardar .json
run-not-finite =
    { $count ->
        [one] { $count } valor es NaN o infinito ({ $nan } NaN)
       *[other] { $count } valores son NaN o infinitos ({ $nan } NaN)
    }
run-at-node = en el nodo { $index } del subgrafo { $graph }

error-engine-worker-missing = El navegador no inició el motor.
error-engine-worker-missing-advice = Recargue la página. Las ventanas privadas y los ajustes estrictos pueden impedir los workers.
error-engine-stopped = El motor se detuvo de forma inesperada: { $text }
error-engine-stopped-advice = Su archivo no cambió. Pulse Ejecutar para iniciar el motor de nuevo.
error-run-no-cpu-kernels = No se pudieron obtener los kernels de CPU, que algunos nodos necesitan.
error-run-no-cpu-kernels-advice = Compruebe la conexión y vuelva a pulsar Ejecutar.
error-run-no-model = No hay ningún modelo cargado.
error-run-no-model-advice = Vuelva a pulsar Ejecutar.
error-run-too-many-inputs = Se dieron { $given } entradas; el modelo tiene { $count }.
error-run-too-many-inputs-advice = Omita algunas: las entradas que no se dan son ceros.
error-run-threads = El sistema no inicia { $count } hilos: { $detail }
error-run-threads-advice = Dé un número menor a --threads.
error-run-no-such-backend = No existe ese backend.
error-run-no-such-backend-advice = Elija simd, reference o gpu.
error-run-input-missing = No se eligió ningún archivo para una entrada.
error-run-input-missing-advice = Elija un archivo, ceros o valores aleatorios.
error-run-input-dtype = La entrada { $input } ({ $name }) acepta { $dtype }; el archivo contiene { $given }.
error-run-input-dtype-advice = Convierta el array a { $dtype } y vuelva a guardarlo.
error-run-file-unknown = El archivo { $file } para la entrada { $name } tiene un formato desconocido.
error-run-file-unknown-advice = Use .npy, .npz, .csv, .json o .txt; para imágenes, también PNG o JPEG.
error-run-file-shape = La entrada { $name } acepta { $wanted }, es decir, { $count } valores; se dieron { $given }.
error-run-file-shape-advice = Dé ese número de valores. Para ejecutar con otra forma, escríbala como listas anidadas en JSON, o guárdela como .npy.
error-run-file-no-member = El archivo tiene varias listas y ninguna se llama { $name }. Tiene: { $known }.
error-run-file-no-member-advice = Cambie el nombre de la lista correcta a { $name }.
error-run-file-not-a-number = Línea { $line }, columna { $column }: { $text } no es un número, y la entrada { $name } acepta { $dtype }.
error-run-file-not-a-number-advice = Escriba los números con punto decimal, como 0.5 o 1e-3.
error-run-file-not-whole = Línea { $line }, columna { $column }: { $text } no es un entero, y la entrada { $name } acepta { $dtype }.
error-run-file-not-whole-advice = Dé los valores que guarda el tensor. Para un tensor cuantizado: el valor real dividido por la escala, redondeado, más el punto cero.
error-run-file-out-of-range = Línea { $line }, columna { $column }: { $text } está fuera del intervalo de { $dtype } de la entrada { $name }.
error-run-file-out-of-range-advice = Dé los valores que guarda el tensor.
error-run-file-not-a-bool = Línea { $line }, columna { $column }: { $text } no es ni true ni false.
error-run-file-not-a-bool-advice = Escriba true y false, o 1 y 0.
error-run-file-type = La entrada { $name } es { $dtype }, que no se puede dar como texto.
error-run-file-type-advice = Guarde los valores como archivo .npy.
error-array-ragged = Línea { $line }, columna { $column }: esta fila es más larga o más corta que las anteriores, así que los valores de { $name } no tienen forma.
error-array-ragged-advice = Haga todas las filas de la misma longitud.
error-array-not-json = Línea { $line }, columna { $column }: el texto de { $name } no es una lista de números o cadenas en JSON.
error-array-not-json-advice = Escriba [[1, 2], [3, 4]], o un objeto con una de esas listas para cada entrada por su nombre.
error-array-open-quote = Línea { $line }, columna { $column }: unas comillas no se cierran, o algo las sigue sin separador.
error-array-open-quote-advice = Ciérrelas; dentro de las comillas, escríbalas dos veces.
error-array-empty = No hay valores para { $name }.
error-array-empty-advice = Dé al menos una fila.
error-run-input-has-no-size = La entrada { $input } ({ $name }) es { $dtype }, que no tiene un tamaño fijo.
error-run-input-has-no-size-advice = Estas entradas aún no se pueden rellenar.
error-run-input-not-random = La entrada { $input } ({ $name }) es { $dtype }, que no puede ser aleatorio.
error-run-input-not-random-advice = Elija ceros, un archivo o valores escritos.
error-run-input-not-an-image = La entrada { $name } no acepta una imagen.
error-run-input-not-an-image-advice = Una imagen necesita una forma [1, alto, ancho, canales] con 1, 3 o 4 canales y un tipo numérico.
error-run-image-unreadable = El navegador no pudo decodificar la imagen para { $name }.
error-run-image-unreadable-advice = Pruebe con un PNG o un JPEG.
error-run-not-quantized = Nada en este modelo está cuantizado.
error-run-not-quantized-advice = Use el modelo cuantizado; un modelo float no tiene este error.
error-run-quantization-packed = Los pesos { $name } están empaquetados como int4, que aún no se puede convertir a float.
error-run-quantization-packed-advice = La ejecución en sí no se ve afectada.
error-run-quantization-subgraphs = Este modelo ejecuta subgrafos, que aún no se pueden convertir a float.
error-run-quantization-subgraphs-advice = La ejecución en sí no se ve afectada.
error-run-labels-no-text = Este archivo no contiene etiquetas.
error-run-labels-no-text-advice = Las etiquetas son texto en UTF-8, una por línea, en el orden de las clases.
error-run-results-unknown = Ningún tensor de este modelo tiene este nombre.
error-run-results-constant = Este tensor es una constante del modelo.
error-run-results-other-constant = El modelo tiene otros valores de esta constante: los resultados son de otro modelo.
error-run-results-not-computed = Ningún operador de esta ejecución calcula este tensor.
error-run-results-type = Los valores { $given } no se pueden comparar con { $wanted }.
error-run-results-shape = La forma es { $given } en lugar de { $wanted }.
error-run-results-no-tensor = Este modelo no tiene ninguna salida ni tensor llamado { $name }.
error-run-results-no-tensor-advice = Sus salidas: { $known }.
error-run-results-which = El archivo { $file } no nombra ninguna de las salidas de este modelo.
error-run-results-which-advice = Dé al archivo el nombre de una salida o su posición, o use un { ".npz" } con arreglos con nombre. Salidas: { $known }.
error-run-results-none = Ningún arreglo pertenece a un tensor de este modelo: { $given }.
error-run-results-none-advice = Nombre los arreglos como los tensores, o con sus índices. Salidas: { $known }.
error-run-results-nothing = Ninguno de los arreglos es un resultado de esta ejecución.
error-run-results-nothing-advice = Añada salidas o tensores intermedios, no solo entradas.
error-run-normalisation-numbers = La media y el divisor de { $name } son un número, o uno por canal, separados por comas; los divisores no son 0.
error-run-clipboard-refused = El navegador no dejó que la página leyera el portapapeles.
error-run-clipboard-refused-advice = Permítalo, o pulse Ctrl+V (⌘V), que no necesita permiso.
error-run-clipboard-empty = No hay ninguna imagen en el portapapeles.
error-run-clipboard-empty-advice = Copie una imagen, no su dirección ni su archivo, e inténtelo de nuevo.
error-run-camera-refused = El navegador no pudo abrir una cámara.
error-run-camera-refused-advice = Permita la cámara en esta página y cierre otros programas que la usen; o elija un archivo.
error-gpu-not-built = Esta compilación no incluye la GPU.
error-gpu-not-built-advice = Compile con la característica gpu, o elija otro backend.
error-run-gpu-fixed-shape = En la GPU, la entrada { $input } conserva la forma del archivo, { $wanted }.
error-run-gpu-fixed-shape-advice = Elija la CPU para ejecutar con otra forma.
error-run-input-form = Escriba las entradas como NAME_OR_POSITION=FILE; se recibió { $given }.
error-run-input-form-advice = Escriba, por ejemplo, --input 0=image.npy.
error-run-no-such-input = El modelo no tiene ninguna entrada { $name }. Sus entradas: { $known }.
error-run-no-such-input-advice = Use uno de estos nombres, o la posición, empezando por 0.
error-run-output-unwritable = No se pudo escribir { $path }: { $reason }.
error-run-output-unwritable-advice = Elija otra carpeta con --output.
error-run-output-no-npy = La salida { $position } es { $dtype }, que un archivo .npy no puede contener.
error-run-output-no-npy-advice = Las demás salidas se escribieron.
error-run-outputs-too-large = Las salidas ocuparían { $size } bytes; el límite es de { $limit } bytes.
error-run-outputs-too-large-advice = Use entradas más pequeñas. La CLI puede subir el límite: vintage run --limit working_bytes=BYTES.
error-run-no-model-inside = { $file } no contiene ningún modelo TFLite.
error-run-no-model-inside-advice = Use un archivo .tflite, o un archivo comprimido o una carpeta que contenga uno. Solo se pueden ejecutar modelos TFLite.
error-run-several-models = { $file } contiene varios modelos TFLite: { $known }.
error-run-several-models-advice = Indique uno con --member.
error-run-no-such-member = { $file } no contiene ningún modelo TFLite { $member }. Contiene: { $known }.
error-run-no-such-member-advice = Use uno de estos nombres con --member.
error-run-timeout = La ejecución no terminó en { $seconds } segundos.
error-run-timeout-advice = Permita más tiempo.
error-run-too-many-rounds = Un bucle del modelo no terminó después de { $limit } iteraciones.
error-run-too-many-rounds-advice = Permita más con --max-rounds, o dé entradas con las que el bucle termine.
error-run-interrupted = La ejecución se interrumpió.
error-run-interrupted-advice = No se escribió ninguna salida.

# The CLI's own: advice where the page's differs, and lines that the page shows in another way.
cli-advice-engine-constants-too-large = En un equipo con más memoria, súbalo: --limit structure_bytes=BYTES --limit value_bytes=BYTES.
cli-advice-engine-tensor-too-large = Use entradas más pequeñas o, en un equipo con más memoria, súbalo: --limit working_bytes=BYTES.
cli-advice-engine-arena-too-large = Use entradas más pequeñas o, en un equipo con más memoria, súbalo: --limit working_bytes=BYTES.
cli-advice-engine-scratch-too-large = Use entradas más pequeñas o, en un equipo con más memoria, súbalo: --limit working_bytes=BYTES.
cli-advice-run-timeout = Permita más con --timeout.
cli-advice-run-outputs-too-large = Use entradas más pequeñas o, en un equipo con más memoria, súbalo: --limit working_bytes=BYTES.
cli-run-cold = incluye la primera ejecución, que es más lenta; --warmup 1 la excluye
cli-run-not-finite = { $name }: { $count } de { $all } valores no son finitos ({ $nan } NaN, { $infinite } infinitos)
