# Advice for requirements: `advice-<id>` belongs to `requirement-<id>` of the same id, or is separate.

advice-title = Consejo
advice-copy = Copiar los comandos
cli-advice = consejo
cli-see = véase

## Graphs

advice-graph-custom-op =
    { $subject } viene con el paquete { $package }, no con TensorFlow. Instálelo y ejecute { $import } antes de cargar el archivo. { $rule ->
        [same] Su versión X.Y corresponde a TensorFlow X.Y; para este archivo use { $package } { $release } con TensorFlow { $tensorflow }.
       *[listed] { $package } { $release } requiere TensorFlow { $tensorflow }.
    } { $since ->
        [unknown] No se sabe qué versión añadió la op.
       *[known] La versión probada más antigua que la tiene es { $since }.
    } { $ended ->
        [no] { "" }
       *[ended] { $ended } fue su última versión.
    }
advice-graph-unknown-op = Ninguna versión de TensorFlow ni ningún paquete probado tiene la op { $subject }. Es una op personalizada de terceros: pida al autor la biblioteca compartida que la registra y cárguela antes con tf.load_op_library(path).
advice-graph-op = Use TensorFlow { $first } a { $last }, que tienen { $subject }, o vuelva a exportar con una op que la versión tenga.
advice-graph-contrib-op = Cárguelo en TensorFlow 1.x después de import tensorflow.contrib, que registra la op. Para 2.x hay que construir el modelo sin contrib y volver a exportarlo.
advice-graph-no-kernel = TensorFlow { $release } carga { $subject }, pero no tiene ningún kernel de CPU para esta op: una sesión que ejecuta uno de estos nodos falla con «No OpKernel was registered». Se ejecuta en otros dispositivos (GPU, TPU, XLA) o en ninguno; sustitúyala antes de servir el modelo en una CPU.
advice-graph-no-kernel-type = TensorFlow { $release } carga { $subject } con { $dtype }, pero no tiene ningún kernel de CPU para ese tipo: una sesión que ejecuta uno de estos nodos falla con «No OpKernel was registered». Convierta a un tipo que tenga kernel.
advice-graph-dtype = Use TensorFlow { $first } o posterior, o vuelva a exportar sin valores de tipo { $subject }.
advice-graph-text-field = { $subject } se añadió en { $first }. Las versiones más antiguas rechazan archivos de texto con nombres que no conocen; en archivos binarios omiten el campo.
advice-graph-text-value = { $subject } se añadió en { $first }. Las versiones más antiguas no conocen este valor en ninguna forma: vuelva a escribir el archivo sin él.
advice-graph-text-binary = Las versiones más antiguas omiten { $subject } si el archivo está en forma binaria. Escríbalo en forma binaria con { $first } o posterior.
advice-graph-attr = { $subject } se añadió en { $first } y su valor no es el predeterminado: use { $first } o posterior, o exporte desde un programa que lo deje en su valor predeterminado.
advice-graph-attr-default = { $subject } se añadió en { $first } y tiene su valor predeterminado: quítelo (strip_default_attrs=True al exportar, o con el código que da vintage inspect) y las versiones más antiguas cargan el grafo con el mismo resultado.
advice-graph-attr-removed = { $subject } se eliminó después de { $last }: use { $first } a { $last }, o vuelva a exportar desde una versión posterior.
advice-graph-attr-unknown = Ninguna versión probada tiene el atributo { $subject }. Vuelva a exportar sin él, o use una versión más nueva que las probadas.
advice-graph-attr-missing = { $subject } es obligatorio en las versiones que no tienen un valor predeterminado para él. Vuelva a exportar con la versión que debe cargar el grafo.
advice-graph-attr-value = Vuelva a exportar con un valor de { $subject } que la versión permita, o use { $first } a { $last }.
advice-graph-attr-value-never = Ninguna versión probada permite este valor de { $subject }. Vuelva a exportar con uno permitido.
advice-graph-strip-attrs = Estos atributos tienen su valor predeterminado: { $attrs }. Quítelos (strip_default_attrs=True al exportar, o este código): no se pierde nada, y las versiones de { $first } a { $last } que rechazan el grafo pasan a cargarlo.
advice-graph-deprecated-op = Vuelva a exportar con la op que sustituyó a { $subject } (la versión imprime cuál), o cargue el grafo en una versión anterior a su retirada.
advice-graph-min-consumer = Use una versión con el número de GraphDef { $version } o posterior: { $first } es la primera.
advice-graph-bad-consumer = El autor del grafo sabe que esta versión lo estropea. Use otra versión.
advice-graph-min-producer = El grafo es demasiado antiguo para esta versión. Cárguelo en una versión más antigua y vuelva a guardarlo desde ella.
advice-graph-versions = Use una versión dentro de los números de versión del grafo.
advice-graph-invalid-name = Cambie el nombre de { $subject }: los nombres empiezan por una letra, una cifra o un punto y contienen solo letras, cifras y _ . \ / -
advice-graph-duplicate-name = Dé otro nombre a uno de los dos nodos llamados { $subject }.
advice-graph-input-missing = Conserve el nodo del que { $subject } toma su entrada: se eliminó del grafo. Vuelva a congelar o extraer el grafo con todas las entradas.
advice-graph-control-order = Mueva las entradas de control de { $subject } (nombres que empiezan por ^) detrás de las demás.
advice-graph-input-output = Corrija el número tras los dos puntos en las entradas de { $subject } o vuelva a exportar.
advice-graph-colocation = Conserve el nodo junto al que se coloca { $subject } o quite su attr _class.
advice-graph-device = Borre el dispositivo de { $subject } o escríbalo como /job:NOMBRE/task:0/device:GPU:0.
advice-graph-function = Vuelva a exportar: la función con { $subject } se modificó después de escribirse.
advice-graph-function-name = Cambie el nombre de la función con { $subject } y de sus llamadas.
advice-graph-input-count = Vuelva a exportar: { $subject } se escribió para otra versión de su op.
advice-graph-input-type = Ponga un Cast antes de { $subject }, o vuelva a exportar con el tipo correcto.
advice-graph-shape = Corrija la forma o el valor que recibe { $subject }: la versión calcula las formas al importar.
advice-graph-cycle = Solo los bucles while de nodos NextIteration pueden formar un ciclo. Vuelva a exportar.

## SavedModels

advice-saved-model-keras-3 = Cárguelo con tf.saved_model.load, o envuélvalo con keras.layers.TFSMLayer; guarde el modelo como .keras para cargarlo con load_model.
advice-saved-model-keras-objects = Cárguelo con tf.saved_model.load o tf.compat.v1.saved_model.load.
advice-saved-model-keras-metadata = Cárguelo con tf.saved_model.load, que no lee metadatos de Keras.
advice-saved-model-keras-class = Cárguelo con tf.saved_model.load, que no recrea capas, o guárdelo como .keras o .h5 con la versión que lo creó.
advice-saved-model-meta-graphs = Elija un metagrafo: tf.saved_model.load(path, tags=[…]) con las etiquetas de uno de ellos.
advice-saved-model-chunked = Vuelva a escribirlo en un solo archivo: los paquetes publicados no leen trozos. Guarde con tf.saved_model.save desde una versión publicada (este archivo lo escribió una compilación nocturna).
advice-saved-model-no-meta-graph = Vuelva a exportar el modelo; este archivo no contiene nada que ejecutar.
advice-saved-model-variables = Copie también la carpeta variables/: saved_model.pb no contiene los valores.
advice-saved-model-variables-damaged = Vuelva a copiar la carpeta variables/, o vuelva a exportar.
advice-saved-model-device = Cárguelo en una compilación con ese dispositivo, o exporte con clear_devices=True.
advice-saved-model-device-run = Cárguelo en una compilación con ese dispositivo, o exporte con clear_devices=True.
advice-saved-model-reference = Cárguelo en una sesión con tf.compat.v1.saved_model.load, o vuelva a exportar con variables de recurso (tf.compat.v1.enable_resource_variables()).
advice-saved-model-signature-rank = Vuelva a exportar con la forma que { $subject } tiene en la firma, o cárguelo con tf.compat.v1.saved_model.load.
advice-saved-model-slots = Cárguelo con tf.compat.v1.saved_model.load en una sesión, o vuelva a exportarlo sin el optimizador: model.save(path, include_optimizer=False).
advice-saved-model-tensor-value = Vuelva a exportar con una función cuyos argumentos no tengan un tensor como valor por defecto, o cárguelo con tf.compat.v1.saved_model.load.
advice-saved-model-numpy-value = Vuelva a exportar con una función cuyos argumentos no tengan un array como valor por defecto, o cárguelo con tf.compat.v1.saved_model.load.
advice-saved-model-promise =
    Garantizado para un SavedModel de { $made }: lo carga TensorFlow { $same }{ $next ->
        [none] .
       *[next] ; si solo usa partes estables, también lo carga { $next }.
    } Observado: ninguna de esas versiones lo rechaza. Versiones anteriores que lo cargan sin garantía: { $before }.
advice-saved-model-promise-broken =
    Garantizado para un SavedModel de { $made }: lo carga TensorFlow { $same }{ $next ->
        [none] .
       *[next] ; si solo usa partes estables, también lo carga { $next }.
    } Observado: rechazado por { $refused }. La garantía no cubre las partes experimentales, obsoletas o de contrib ni las ops de paquetes.
advice-saved-model-endpoint = Keras 3 (TensorFlow 2.16 y posteriores) lo carga como capa, no como modelo: call_endpoint es { $endpoint }, que recibe { $inputs } y devuelve { $outputs }. { $others ->
        [none] { "" }
       *[listed] Otros endpoints: { $others }.
    }

## Checkpoints

advice-checkpoint-min-consumer = Use una versión con el número de puntos de control { $version } o posterior.
advice-checkpoint-bad-consumer = El autor del punto de control sabe que esta versión lo estropea. Use otra versión.
advice-checkpoint-min-producer = El punto de control es demasiado antiguo para esta versión. Restáurelo en una más antigua y vuelva a guardarlo desde ella.
advice-checkpoint-big-endian = Restáurelo en TensorFlow 1.15 o 2.x y vuelva a guardarlo en un equipo little-endian.
advice-checkpoint-compressed-index = Restáurelo en TensorFlow 1.2 o posterior y vuelva a guardarlo.
advice-checkpoint-no-array = tf.train.Checkpoint.restore no necesita ningún cambio. Omita los valores de tipo { $subject } al leer uno por uno con tf.train.load_checkpoint.
advice-checkpoint-slices = Restáurelo con tf.compat.v1.train.Saver en variables particionadas; el lector de valores sueltos no une las porciones de los archivos V1.
advice-checkpoint-dtype = Use TensorFlow { $first } o posterior, o convierta los valores { $subject } a otro tipo antes de guardar.
advice-checkpoint-value-size = Vuelva a copiar el punto de control; este valor no se puede restaurar.
advice-checkpoint-value-truncated = Vuelva a copiar el archivo de datos: termina demasiado pronto.
advice-checkpoint-value-damaged = Vuelva a copiar el archivo de datos. Todos los demás valores se pueden restaurar: deje fuera { $subject } (tf.train.Checkpoint sobre una parte de los objetos).
advice-checkpoint-value-dtype = Vuelva a copiar el índice: nombra un tipo de datos que no existe.
advice-checkpoint-shard-missing = Ponga todos los archivos de datos del punto de control junto a su índice.
advice-checkpoint-add-files = Añada los datos que faltan: { $files }. { $count ->
    [one] Contienen un valor sin el cual ninguna versión restaura el punto de control.
   *[other] Contienen { $count } valores sin los cuales ninguna versión restaura el punto de control.
    } Abra juntos todos los archivos del punto de control, con sus nombres originales.
advice-checkpoint-optimizer-slots =
    { $classes ->
        [unknown] El optimizador en { $path } guarda variables de slot ({ $slots }) en las variables, como tf.keras.optimizers hasta TensorFlow 2.10.
       *[known] El optimizador en { $path } lo escribió { $classes } de TensorFlow hasta 2.10, o de tf.keras.optimizers.legacy (slots: { $slots }).
    } Los optimizadores de 2.11 a 2.15 se niegan a restaurarlo: use allí tf.keras.optimizers.legacy.{ $class }. Los optimizadores de Keras 3 no restauran nada de él y no avisan; use tf_keras.optimizers.legacy.{ $class }, o empiece con un estado nuevo.
advice-checkpoint-optimizer-variables =
    { $classes ->
        [unknown] El optimizador en { $path } guarda su estado en listas ({ $slots }), como tf.keras.optimizers en TensorFlow 2.11 a 2.15.
       *[known] El optimizador en { $path } lo escribió { $classes } de TensorFlow 2.11 a 2.15 (o de tf_keras).
    } Los optimizadores legacy no restauran nada de él. Keras 3 cuenta la tasa de aprendizaje entre las variables, así que su estado queda desplazado en uno: una parte se restaura en la variable equivocada o no se restaura. Use tf_keras.optimizers.{ $class } con TensorFlow 2.16 y posteriores.
advice-checkpoint-optimizer-keras3 =
    { $classes ->
        [unknown] El optimizador en { $path } guarda su estado como Keras 3.
       *[known] El optimizador en { $path } lo escribió { $classes } de Keras 3.
    } Restáurelo con keras.optimizers.{ $class } de Keras 3 (TensorFlow 2.16 y posteriores); los optimizadores de TensorFlow 2.11 a 2.15 tienen otra disposición.
advice-checkpoint-optimizer-names = Las potencias de beta de Adam están guardadas por nombre: las escribió tf.compat.v1.train.AdamOptimizer, con tf.compat.v1.train.Saver o un Estimator. Los optimizadores de Keras no pueden restaurar slots por nombre; restaure con la misma clase de tf.compat.v1.train.

## Keras

advice-keras-h5-names = Los pesos tienen los nombres de Keras { $own }, como { $subject }. load_weights de Keras 2 y 3 los restaura por el orden de las capas; el código que los busca por el nombre que escribe Keras { $other } necesita este mapa.
advice-keras-archive = Use TensorFlow 2.12 o posterior, o guarde como .h5: model.save("model.h5").
advice-keras-archive-weights = Use TensorFlow 2.15 o posterior, o extraiga model.weights.h5 del archivo .keras, que es un zip.
advice-keras-no-model = Construya el modelo en código y use load_weights; el archivo no tiene ninguna configuración para construirlo.
advice-keras-weights-file = Use TensorFlow 2.12 o posterior, o guarde los pesos por nombre con Keras 2: model.save_weights("weights.h5").
advice-keras-new-groups = Use TensorFlow 2.15 o posterior (Keras 2.15 o 3), o guarde el modelo con la versión que debe cargarlo.
advice-keras-old-groups = Cárguelo en TensorFlow 2.12 a 2.14 y vuelva a guardarlo desde 2.15.
advice-keras-sequential-object = Use TensorFlow 1.11 o posterior.
advice-keras-functional-class = Use TensorFlow 2.3 o posterior, o cambie class_name a Model: la configuración modificada de abajo lo hace donde puede.
advice-keras-functional-module = Use Keras 3 o la configuración modificada.
advice-keras-input-ragged = Use TensorFlow 1.15 o posterior, o elimine la clave ragged: la configuración modificada lo hace.
advice-keras-input-batch-shape = Use Keras 3 (TensorFlow 2.16 o posterior), o la configuración modificada, que escribe batch_input_shape.
advice-keras-input-batch-input-shape = Use Keras 3.0.2 o posterior o TensorFlow hasta 2.15, o la configuración modificada, que escribe batch_shape.
advice-keras-conv-groups = Use TensorFlow 2.3 o posterior, o elimine la clave groups donde sea 1.
advice-keras-axis-list = Use la configuración modificada, que escribe un número en lugar de la lista de un elemento.
advice-keras-new-optimizer = load_model(path, compile=False) carga el modelo sin { $subject }.
advice-keras-weight-mode = load_model(path, compile=False) y luego vuelva a compilar.
advice-keras-short-name = Use load_model(path, compile=False) y vuelva a compilar con la pérdida por su clase, como keras.losses.MeanSquaredError().
advice-keras-class = Use { $channel } { $first } a { $last }, que tienen { $subject }.
advice-keras-argument = Use { $channel } { $first } a { $last }, que aceptan { $subject }; la configuración modificada lo omite donde su valor no tiene efecto.
advice-keras-own-class = Importe el código de { $subject } y regístrelo: load_model(path, custom_objects={"{"}"{ $subject }": …{"}"}), o @keras.saving.register_keras_serializable().
advice-keras-unknown-class = Importe el módulo de { $subject } antes de load_model; su documentación indica las versiones con las que funciona.

## TFLite

advice-tflite-op-never = Ninguna versión probada tiene { $subject } en la versión { $version }. Vuelva a convertir el modelo; si una herramienta le añadió metadatos, convierta primero y use una herramienta más nueva.
advice-tflite-op-version = Use { $channel } { $first } o posterior, o vuelva a convertir con un convertidor del runtime que distribuye: escribe la versión mínima que funciona.
advice-tflite-form-asked-of-some = { $subject } con { $types } en rango { $rank } solo se probó en { $releases }. En las demás versiones, el veredicto se deduce de su código fuente.
advice-tflite-form-not-asked = Se carga, por lo que se sabe: { $subject } con { $types } en rango { $rank } no se probó en ninguna versión. El veredicto se deduce del código fuente; cargue el modelo en la versión que necesita.
advice-graph-form-not-asked = Se carga, por lo que se sabe: { $subject } con { $types } no se probó en ninguna versión, y ninguna regla de aquí cubre su función de formas. Importe el grafo en la versión que necesita.
advice-saved-model-object-not-asked = Se carga, por lo que se sabe: los objetos registrados como { $subject } no se probaron en ninguna versión. Cargue el modelo en la versión que necesita.
advice-checkpoint-value-not-asked = Se carga, por lo que se sabe: los valores de tipo { $subject } en un checkpoint de esta forma no se probaron en ninguna versión. Restáurelo en la versión que necesita.
advice-tflite-package-ended = { $package } termina en { $last }, y { $subject } necesita { $channel } { $from } o posterior. En Android, use su sucesor { $successor }, { $first } o posterior. O vuelva a convertir con TensorFlow { $before } o anterior: su convertidor escribe solo versiones que su propio runtime admite.
advice-tflite-tensor-type = Use { $channel } { $first } o posterior, o convierta con otro tipo.
advice-tflite-custom-op = Registre { $subject } en el resolver del intérprete (AddCustom en C++, custom_op_registerers en Python).
advice-tflite-flex-op = Enlace el delegado Flex (tensorflow-lite-select-tf-ops en Android, TensorFlowLiteSelectTfOps en iOS), o convierta solo con TFLITE_BUILTINS.
advice-tflite-composite =
    { $subject } ({ $count ->
        [one] 1 nodo
       *[other] { $count } nodos
    }) es un composite: los runtimes que no conocen el nombre ejecutan su descomposición, el subgrafo { $graph } ({ $ops }). Los delegados toman el nodo mismo solo si conocen el nombre: la vista Delegados y vintage delegates los enumeran.
advice-tflite-code-placeholder =
    El código de operador { $index } es PLACEHOLDER_FOR_GREATER_OP_CODES: una herramienta con un esquema anterior a TensorFlow 2.4 escribió el archivo y descartó builtin_code. { $subject ->
        [unknown] Sus nodos no tienen opciones que indiquen la op: vuelva a convertir el modelo.
       *[known] Por las opciones de sus nodos era { $subject }: este código vuelve a escribir el campo.
    } Añada los metadatos con una herramienta más nueva.
advice-tflite-code-fields = Los campos del código de operador { $index } no concuerdan: los runtimes desde 2.4 leen { $subject }, los anteriores { $old }. Este código escribe ambos.
advice-tflite-metadata-index = Vuelva a escribir el archivo con metadatos cuyos búferes existan, o sin esa entrada.
advice-tflite-flex-registered = Use TensorFlow { $first } a { $last }, cuyo delegado Flex ejecuta { $subject }, o vuelva a convertir sin la op.
advice-tflite-schema-version = Vuelva a convertir el modelo con un convertidor publicado.
advice-tflite-subgraphs = Use TensorFlow Lite 1.14 o posterior, o convierta sin flujo de control.
advice-tflite-no-subgraph = Vuelva a convertir el modelo; este archivo no contiene nada que ejecutar.
advice-tflite-sparse-tensor = Use { $channel } { $first } o posterior, o convierta sin dispersión.
advice-tflite-scale-count = Vuelva a convertir: una escala para el tensor, o una por cada porción.
advice-tflite-quantized-dimension = Vuelva a convertir: las escalas deben corresponder a una dimensión que el tensor tenga.
advice-tflite-shared-tensor = Inserte una copia entre la entrada y la salida del operador, o vuelva a convertir.
advice-tflite-external-buffers = Use CompiledModel de ai-edge-litert 2.1.4 o posterior, con los archivos de pesos junto al modelo; o convierta con los pesos incluidos.
advice-tflite-kernel-never = Ninguna versión probada acepta estos nodos. Convierta con tipos, formas y opciones que acepte el kernel de { $subject }.
advice-tflite-kernel-support = Use { $channel } { $first } a { $last }, o convierta con tipos que el kernel de { $subject } acepte.
advice-tflite-identifier = Abra el archivo .tflite original, descomprimido y completo.
advice-tflite-verification = Vuelva a copiar el archivo. Si se editó, escríbalo con la biblioteca flatbuffers del esquema.
advice-tflite-damage = Vuelva a copiar el archivo.
advice-tflite-damage-signatures = Vuelva a convertir; los nombres de las firmas deben estar en UTF-8.
advice-tflite-damage-metadata = Vuelva a escribir los metadatos (con el escritor de metadatos de tflite-support), o elimínelos.
advice-tflite-buffer-index = Vuelva a convertir; falta el búfer del tensor.
advice-tflite-opcode-index = Vuelva a convertir; falta el código de operador.
advice-tflite-tensor-index = Vuelva a convertir; falta el tensor.
advice-tflite-tensor-too-large = Vuelva a convertir con formas que quepan en la memoria.
advice-tflite-empty-tensor = Vuelva a convertir sin tensores vacíos, o use una versión más nueva.
advice-tflite-negative-shape = Vuelva a convertir con formas conocidas, o llame a resize_tensor_input antes de allocate_tensors donde el runtime lo permita.
advice-tflite-blockwise = Use una versión que lea las escalas de los bloques (FULLY_CONNECTED con pesos int4 y escalas float16: TensorFlow 2.21, ai-edge-litert 2.1.0), o convierta con escalas por canal o por tensor.
advice-tflite-quantized-dimension-scales = Use una versión distinta de 1.14, o vuelva a convertir.

## Patched configurations of Keras files

patch-title = Configuración modificada para { $target }
patch-copy = Copiar config.json
patch-download = Descargar
patch-lossless = No se pierde nada.
patch-lossy = El modelo es el mismo, pero hay que volver a compilarlo.
patch-changes =
    { $n ->
        [one] { $n } cambio
       *[other] { $n } cambios
    }
patch-left = Aún lo impide: { $left }
patch-batch-shape = Keras 3 llama batch_shape a la forma de una entrada.
patch-batch-input-shape = Keras 2 llama batch_input_shape a la forma de una entrada.
patch-axis = Keras 3 acepta un eje como número.
patch-argument = La versión no acepta esta clave; su valor no tiene efecto.
patch-module = El módulo tiene otro nombre en esta versión.
patch-dtype-policy = Keras 2 acepta el nombre de una política de dtype.
patch-calls = Keras 2 escribe las llamadas como listas de capa, llamada, salida y argumentos.
patch-compile = Se omite la configuración de compilación: vuelva a llamar a model.compile.
cli-patch-no-keras = Entre estos archivos no hay ningún archivo de Keras con un modelo.
cli-patch-nothing = Ningún cambio conocido en este archivo sirve para { $target }.
cli-patch-lossy = Se perdería algo (véase arriba). Para escribir la copia de todos modos, añada --lossy.
cli-patch-no-room = El texto nuevo no cabe en { $place }. Escríbalo con --config FILE y guárdelo con h5py: f.attrs["model_config"] = text.
