# Requirements of files, their reasons, and findings about versions.

## Requirements

requirement-tflite-op-version = El runtime debe conocer { $subject } en la versión { $version } de la op.
requirement-tflite-tensor-type = El runtime debe conocer el tipo de tensor { $subject }.
requirement-tflite-custom-op = El runtime debe tener registrada la op personalizada { $subject }.
requirement-tflite-flex-op = El runtime debe incluir los kernels del propio TensorFlow (el delegado Flex) para { $subject }.
requirement-tflite-schema-version = El runtime debe leer la versión { $version } del esquema; todos leen solo la 3.
requirement-tflite-subgraphs = El runtime debe aceptar más de un subgrafo.
requirement-tflite-no-subgraph = El modelo no tiene ningún subgrafo; ningún runtime lo acepta.
requirement-tflite-sparse-tensor = El runtime debe aceptar el tensor disperso { $subject }.
requirement-tflite-scale-count = { $subject } tiene varias escalas, pero no una por cada porción de su dimensión cuantizada.
requirement-tflite-quantized-dimension = Las escalas de { $subject } corresponden a una dimensión que no tiene.
requirement-tflite-shared-tensor = Un tensor es entrada y salida de un mismo operador; ningún runtime lo acepta.
requirement-tflite-external-buffers = Los pesos de { $subject } están en otro archivo. Interpreter nunca lo abre: carga el modelo, pero no puede ejecutarlo.
requirement-tflite-kernel-support = El kernel de { $subject } debe aceptar estos tipos y formas.
requirement-graph-versions = La versión debe aceptar los números de versión del grafo.
requirement-graph-min-consumer = El número de GraphDef de la versión debe ser { $version } como mínimo.
requirement-graph-bad-consumer = La versión no debe ser una de las que el grafo declara defectuosas.
requirement-graph-min-producer = La versión debe aceptar todavía grafos de producer { $version }.
requirement-graph-op = La versión debe tener registrada la op { $subject }.
requirement-graph-contrib-op = La versión debe tener la op de contrib { $subject }: solo 1.x la tiene, una vez importado su módulo.
requirement-graph-dtype = La versión debe tener el tipo de datos { $subject }.
requirement-graph-text-field = La versión debe conocer el campo { $subject } por su nombre: el archivo está en forma de texto.
requirement-graph-text-value = La versión debe conocer el valor { $subject } por su nombre: el archivo está en forma de texto.
requirement-graph-attr = La versión debe conocer el atributo { $subject }.
requirement-graph-attr-missing = El atributo { $subject } no tiene valor predeterminado y falta.
requirement-graph-attr-value = La versión debe permitir este valor de { $subject }.
requirement-graph-deprecated-op = { $subject } se retiró antes de que se creara este grafo.
requirement-checkpoint-min-consumer = El número de puntos de control de la versión debe ser { $version } como mínimo.
requirement-checkpoint-bad-consumer = La versión no debe ser una de las que el punto de control declara defectuosas.
requirement-checkpoint-min-producer = La versión debe aceptar todavía puntos de control de producer { $version }.
requirement-checkpoint-big-endian = La versión debe leer puntos de control con el otro orden de bytes.
requirement-checkpoint-compressed-index = La versión debe leer un índice comprimido con Snappy.

requirement-checkpoint-no-array = La versión debe conocer el tipo { $subject }. Sus valores no se guardan como valores simples: restaurar funciona, leerlos uno por uno falla.
requirement-checkpoint-slices = La versión debe leer valores V1 guardados en porciones; su lector de Python no lo hace.
requirement-saved-model-keras-3 = load_model debe aceptar SavedModels: el Keras de TensorFlow 2.0 a 2.15 los acepta, Keras 3 no.
requirement-saved-model-keras-objects = load_model debe aceptar un SavedModel sin grafo de objetos (guardado por TensorFlow 1.x o su API).
requirement-saved-model-keras-metadata = load_model debe entender los metadatos de Keras del SavedModel.
requirement-saved-model-meta-graphs = La versión debe elegir por sí misma entre { $version } metagrafos; tf.saved_model.load exige entonces etiquetas.
requirement-saved-model-chunked = La versión debe leer un SavedModel en trozos ({ $subject }); los paquetes publicados solo buscan saved_model.pb y saved_model.pbtxt.
requirement-saved-model-no-meta-graph = El SavedModel no tiene ningún metagrafo.
requirement-saved-model-variables = Los valores de las variables deben estar presentes: los cargadores leen { $subject }.
requirement-saved-model-variables-damaged = { $subject } debe estar intacto: todos los cargadores restauran las variables.
requirement-saved-model-device = El dispositivo { $subject } debe existir para los nodos asignados a él; el paquete está compilado solo para CPU.
requirement-saved-model-device-run = El dispositivo { $subject } debe existir para los nodos asignados a él que la restauración ejecuta; el paquete está compilado solo para CPU.
requirement-saved-model-reference = La versión debe construir funciones a partir de las firmas; { $subject } les pasa una referencia a una variable.
requirement-saved-model-signature-rank = La versión debe construir funciones a partir de las firmas; el rango declarado de { $subject } no es el real.

requirement-tflite-identifier = El archivo debe tener el identificador de TFLite TFL3 en los bytes 4 a 7.
requirement-tflite-verification = El flatbuffer debe pasar la verificación que exigen los runtimes más nuevos.
requirement-tflite-damage = Hay partes del flatbuffer que no se pueden leer; los runtimes lo rechazan o abortan el proceso.
requirement-tflite-damage-signatures = Las firmas deben poder leerse: los runtimes más nuevos las listan al cargar un modelo.
requirement-tflite-damage-metadata = Los metadatos deben poder leerse: los runtimes que los leen más allá del final del archivo pueden abortar el proceso.
requirement-tflite-buffer-index = Un tensor remite a un búfer que no existe.
requirement-tflite-opcode-index = Un operador remite a un código de operador que no existe.
requirement-tflite-tensor-index = El modelo remite a un tensor que no existe.
requirement-tflite-tensor-too-large = { $subject } es demasiado grande para cualquier memoria.
requirement-tflite-negative-shape = { $subject } tiene una dimensión negativa.
requirement-tflite-blockwise = La versión debe aceptar { $subject } con un operando cuantizado por bloques. Un aviso significa que asigna los tensores, pero ignora las escalas de los bloques, así que los resultados son incorrectos.
requirement-tflite-quantized-dimension-scales = La dimensión cuantizada de { $subject } tiene un índice que no es menor que el número de escalas.
requirement-graph-invalid-name = { $subject } no es un nombre de nodo válido.
requirement-graph-duplicate-name = { $subject } es el nombre de dos nodos.
requirement-graph-input-missing = { $subject } recibe una entrada de un nodo que no existe.
requirement-graph-control-order = Las entradas de control de { $subject } deben ir después de las demás.
requirement-graph-input-output = { $subject } recibe una salida que su nodo de entrada no tiene.
requirement-graph-function = La función con { $subject } debe devolver sus salidas, y sus nodos deben tener tantas entradas como aceptan sus ops.
requirement-graph-function-name = La función con { $subject } no debe llamarse como una op.
requirement-graph-input-count = { $subject } debe tener tantas entradas como acepta su op.
requirement-graph-input-type = { $subject } debe recibir entradas de los tipos que acepta su op.
requirement-graph-shape = La función de forma de la versión debe aceptar { $subject }.
requirement-graph-cycle = El grafo tiene un ciclo.
requirement-checkpoint-dtype = La versión debe conocer el tipo de datos { $subject }.
requirement-checkpoint-value-size = El tamaño del valor de { $subject } no coincide con su tipo y su forma.
requirement-checkpoint-value-truncated = El valor de { $subject } se extiende más allá del final de su archivo.
requirement-checkpoint-value-damaged = El valor de { $subject } está dañado.
requirement-checkpoint-value-dtype = El tipo de datos de un valor no existe en ninguna versión.
requirement-checkpoint-shard-missing = Falta un archivo con valores.

## Reasons: why an op has its version, or what its kernel must take

reason-blockwise = un operando con una escala por cada bloque de { $block } valores
reason-basic = la versión base
reason-input-size = una entrada cuyo tamaño no es múltiplo del tamaño de los pesos
reason-16-bit-float = datos de punto flotante de 16 bits
reason-8-bit = datos de 8 bits
reason-8-bit-float = datos de punto flotante de 8 bits
reason-8-bit-float-value = un valor de punto flotante de 8 bits
reason-8-bit-values = valores de 8 bits
reason-any-rank-5-input = una entrada de cinco dimensiones
reason-attr-default = añadido en { $first }; todos sus valores son el predeterminado, así que quitarlo no pierde nada
reason-attr-not-default = añadido en { $first }; su valor no es el predeterminado, así que quitarlo cambia el grafo
reason-attr-unknown = ninguna versión probada tiene este atributo
reason-attr-value = el valor { $value }
reason-axis = un eje distinto de 0
reason-batch-dims = dimensiones de lote
reason-bfloat16 = datos bfloat16
reason-bias-input = una entrada de sesgo
reason-bool = datos bool
reason-bool-data = datos bool
reason-bool-or-string-value = un valor bool o de cadena
reason-broadcast-with-rank-above-4 = broadcasting en más de cuatro dimensiones
reason-complex64 = datos complex64
reason-condition-not-bool = una condición que no es bool
reason-crash = un valor que aborta el proceso
reason-diagonal-recurrent-tensors = pesos recurrentes diagonales
reason-dilation = dilatación distinta de 1
reason-ellipsis-or-new-axis-masks = una máscara ellipsis o new-axis
reason-flex = representa la op { $op } de TensorFlow
reason-float16 = datos float16
reason-float16-value = un valor float16
reason-float32 = datos float32
reason-float64-or-float16 = datos float64 o float16
reason-full-int8 = datos y pesos int8
reason-fused-activation = una activación fusionada
reason-grouped-convolution = convolución agrupada
reason-half-pixel-centers = half_pixel_centers
reason-half-pixel-or-aligned = half_pixel_centers o align_corners
reason-hybrid-asymmetric = rango dinámico: datos float, pesos int8, entradas con cuantización asimétrica
reason-hybrid-per-channel = rango dinámico: datos float, pesos int8, por canal
reason-hybrid-per-tensor = rango dinámico: datos float, pesos int8
reason-input-count = un número de entradas que su kernel no acepta
reason-int16 = datos int16
reason-int16-activations-with-int4-weights = datos int16, pesos int4
reason-int16-data = datos int16
reason-int16-data-k-or-indices = datos, k o índices int16
reason-int16-general-scales = datos int16 cuyas escalas no son potencias de dos
reason-int16-indices = índices int16
reason-int16-or-float16 = datos int16 o float16
reason-int16-output = una salida int16
reason-int16-weights = pesos int16
reason-int16x8 = datos int16, pesos int8
reason-int2 = datos int2
reason-int2-or-uint4 = datos int2 o uint4
reason-int2-table = una tabla int2
reason-int2-weights = pesos int2
reason-int32 = datos int32
reason-int4 = datos int4
reason-int4-table-or-per-row-scales = una tabla int4 o una escala por fila
reason-int4-to-float32 = conversión de int4 a float32
reason-int64 = datos int64
reason-int64-indices = índices int64
reason-int64-start-indices = índices iniciales int64
reason-int64-values = valores int64
reason-int8 = datos int8
reason-int8-condition = una condición int8
reason-int8-data = datos int8
reason-int8-int4-weights = datos int8, pesos int4
reason-int8-or-int16-value = un valor int8 o int16
reason-int8-output = una salida int8
reason-int8-per-channel = datos int8, cuantizados por canal
reason-int8-weights = pesos int8
reason-integer-kernel = datos enteros donde solo existía el kernel float
reason-keep-num-dims = se conservan las dimensiones iniciales
reason-missing-operand = falta un operando que su kernel necesita
reason-mixed-types = entradas de tipos distintos
reason-narrow-range = rango estrecho
reason-no-bias-slot = ninguna entrada de sesgo
reason-offset-mode = modo de desplazamiento
reason-operand = operandos que su kernel no acepta
reason-option = una opción que su kernel no acepta
reason-output-count = un número de salidas que su kernel no acepta
reason-per-channel-output = una salida cuantizada por canal
reason-plain-int16 = datos int16 sin cuantizar
reason-plain-int16-or-uint32 = datos int16 sin cuantizar, o datos uint32
reason-quantization = parámetros de cuantización que su kernel no acepta
reason-quantized = datos cuantizados
reason-quantized-int16 = datos int16 cuantizados
reason-rank = un número de dimensiones que su kernel no acepta
reason-rank-5 = cinco o más dimensiones
reason-rank-6 = seis dimensiones
reason-rank-7-or-more-or-bfloat16 = siete o más dimensiones, o datos bfloat16
reason-rank-other-than-4 = un rango distinto de cuatro
reason-rescale-factor-of-one-or-more = un factor de reescalado de uno o más
reason-resource = tipos de clave y de valor que sus tablas no contienen
reason-shape = formas que no encajan entre sí
reason-shape-input = una forma dada como entrada
reason-shuffled-weights = pesos reordenados
reason-small-ints = datos int8 o int16
reason-sparse-weights = pesos dispersos
reason-state-size = un estado cuyo tamaño no coincide con sus pesos
reason-string = cadenas
reason-string-data = cadenas
reason-subgraphs = subgrafos que no encajan con sus operandos
reason-type = un tipo que su kernel no acepta
reason-uint16 = datos uint16
reason-uint32 = datos uint32
reason-uint32-condition = una condición uint32
reason-uint4 = datos uint4
reason-value = un valor constante que su kernel no acepta

## Findings

finding-tflite-version-too-low = { $op } declara la versión { $declared }, pero lo que usa necesita la versión { $required }.
finding-tflite-version-too-low-advice = Un runtime antiguo puede cargar el modelo y dar otros resultados. Vuelva a convertir, o pruebe con el runtime más antiguo que distribuye.
finding-tflite-version-needless = { $op } declara la versión { $declared }; basta la versión { $required }.
finding-tflite-version-needless-advice = Con un convertidor que escriba la versión mínima, también los runtimes más antiguos cargan el modelo.

finding-tflite-min-runtime = Según los metadatos basta TensorFlow { $promised } (min_runtime_version), pero las versiones anteriores a { $first } rechazan el modelo: { $ops }.
finding-tflite-min-runtime-advice = Exija { $first } o posterior. Algunos convertidores escriben un min_runtime_version incorrecto y ningún runtime lo comprueba.
finding-checkpoint-iterator-state = { $key } es el estado de un iterador de conjunto de datos ({ $dtype }). Una versión puede rechazar el estado que guardó otra: 2.15.1 y 2.21.0 rechazan el de 2.4, y 2.5.3 rechaza el de versiones más nuevas.
finding-checkpoint-iterator-state-advice = Deje el iterador fuera de tf.train.Checkpoint cuando restaure otra versión; así se restauran todas las variables.
finding-graph-default-attrs = { $count ->
    [one] Un atributo tiene su valor predeterminado, y las versiones que no lo conocen rechazan el grafo: { $attrs }.
   *[other] { $count } atributos tienen su valor predeterminado, y las versiones que no los conocen rechazan el grafo: { $attrs }.
}
finding-graph-default-attrs-advice = Vuelva a exportar con strip_default_attrs=True. No se pierde nada, y las versiones de { $first } a { $last } que rechazan el grafo pasan a cargarlo.
finding-graph-forward-promise = Las versiones anteriores a { $promised } no dan garantías para grafos de producer { $producer }; { $oldest } es la más antigua que carga este.
finding-graph-forward-promise-advice = Pruebe los resultados en la versión más antigua que use: una op puede comportarse allí de otra manera.

finding-checkpoint-members-missing = { $count ->
    [one] El archivo de estado lista un punto de control que no está junto a él: { $names }.
   *[other] El archivo de estado lista { $count } puntos de control que no están junto a él: { $names }.
}
finding-checkpoint-members-missing-advice = Mientras falte el más reciente, tf.train.latest_checkpoint devuelve None. Copie aquí los archivos que faltan, o restaure por su prefijo un punto de control presente.
