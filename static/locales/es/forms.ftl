# Archives, content that is not a model, and the details of TFLite models.

error-zip-damaged = La lista de archivos de este zip no se puede leer.
error-zip-damaged-advice = Probablemente la descarga se interrumpió: la lista está al final. Descárguelo de nuevo.

error-zip-too-many-files = El zip lista { $count } archivos; el límite es { $limit }.
error-zip-too-many-files-advice = Descomprímalo y abra la carpeta del modelo.

error-zip-member-damaged = Los datos de «{ $member }» en este zip están dañados.
error-zip-member-damaged-advice = Vuelva a descargar o a comprimir el zip.

error-zip-encrypted = «{ $member }» está cifrado.
error-zip-encrypted-advice = Descomprima el zip con su contraseña y abra los archivos.

error-zip-method = «{ $member }» está comprimido con el método { $method }; Vintage lee archivos sin comprimir y con deflate.
error-zip-method-advice = Descomprima el zip y abra los archivos, o vuelva a comprimirlo con un programa zip común.

error-zip-duplicate-name = El zip contiene más de un archivo llamado «{ $member }».
error-zip-duplicate-name-advice = Los programas no coinciden en cuál cuenta. Vuelva a comprimir el zip.

error-zip-bomb = «{ $member }» ocuparía { $size } bytes descomprimido, más de lo que pueden contener sus datos comprimidos.
error-zip-bomb-advice = El zip está dañado o se creó para agotar la memoria.

error-zip-too-large = Descomprimir «{ $member }» ocuparía más memoria que el límite de { $limit } bytes.
error-zip-too-large-advice = Descomprima el zip y abra los archivos: así se leen por partes.

error-archive-empty = Este archivo comprimido no contiene archivos.
error-archive-empty-advice = Vuelva a comprimir los archivos del modelo.

error-archive-too-deep = Los archivos comprimidos tienen más de { $limit } niveles de anidamiento.
error-archive-too-deep-advice = Descomprima los exteriores y abra este por separado.

error-archive-grows-too-much = «{ $member }» crece a más de { $limit } veces su tamaño al descomprimirse.
error-archive-grows-too-much-advice = Esto es propio de archivos creados para agotar la memoria. Si confía en él, descomprímalo usted y abra los archivos.

error-archive-form-unsupported = Este es un archivo comprimido { $form }; Vintage abre zip, tar y gzip.
error-archive-form-unsupported-advice = Descomprímalo y abra los archivos, o comprímalos como zip.

error-gzip-damaged = Los datos comprimidos de este archivo gzip están dañados.
error-gzip-damaged-advice = Se muestran los datos anteriores al daño. Vuelva a descargar o a comprimir el archivo.

error-gzip-cut = El archivo gzip termina demasiado pronto; se pudieron descomprimir { $size } bytes.
error-gzip-cut-advice = Probablemente la descarga se interrumpió. Descárguelo de nuevo.

error-gzip-too-large = Descomprimir este archivo superaría el límite de { $limit } bytes.
error-gzip-too-large-advice = Descomprímalo usted y abra los archivos: así se leen por partes.

error-gzip-too-many-streams = El archivo gzip se compone de más de { $limit } flujos.
error-gzip-too-many-streams-advice = Descomprímalo usted y abra los archivos.

error-tar-cut = El tar termina en medio de un encabezado.
error-tar-cut-advice = Probablemente la descarga se interrumpió. Descárguelo de nuevo.

error-tar-header-damaged = Un encabezado de este tar está dañado: su suma de comprobación no coincide.
error-tar-header-damaged-advice = Se muestran los archivos que lo rodean. Vuelva a descargar o a crear el tar.

error-tar-too-many-files = El tar lista más de { $limit } archivos.
error-tar-too-many-files-advice = Desempaquételo y abra la carpeta del modelo.

error-tar-member-cut = «{ $member }» está incompleto: el tar termina antes que él.
error-tar-member-cut-advice = Probablemente la descarga se interrumpió. Descárguelo de nuevo.

error-tar-duplicate-name = Un archivo posterior del mismo nombre sustituye a «{ $member }» en este tar.
error-tar-duplicate-name-advice = Los programas conservan el posterior. Si no es lo que esperaba, vuelva a crear el tar.

error-tar-link = «{ $member }» es un enlace a «{ $target }», no un archivo.
error-tar-link-advice = Empaquete el archivo al que apunta (tar --dereference).

error-tar-device = «{ $member }» es un dispositivo o una tubería, no un archivo.
error-tar-device-advice = Los modelos no contienen dispositivos; omítalo.

error-tar-sparse = «{ $member }» está guardado con huecos (sparse), que Vintage no lee en un tar.
error-tar-sparse-advice = Empaquételo sin --sparse, o desempaquete el tar y abra el archivo.

error-tar-volumes = «{ $member }» continúa en otro volumen de este tar.
error-tar-volumes-advice = Desempaquete todos los volúmenes juntos y abra el archivo.

error-tflite-metadata-damaged = La descripción del modelo (TFLITE_METADATA) no se puede leer.
error-tflite-metadata-damaged-advice = Los runtimes la ignoran; los programas que preparan con ella las entradas fallan. Vuelva a escribirla con el escritor de metadatos.

details-beside = Pertenece a
details-files = Archivos en el modelo
details-file-lines = { $n ->
    [one] una línea, { $size }
   *[other] { $n } líneas, { $size }
}
details-said = Metadatos del autor
details-name = Nombre
details-description = Descripción
details-version = Versión
details-author = Autor
details-license = Licencia
details-content = Contenido
details-steps = Antes y después del grafo
details-tensors = Tensores
details-filter-tensors = Filtrar tensores por nombre o tipo
details-subgraph = Subgrafo
details-count-tensors = { $n ->
    [one] un tensor
   *[other] { $n } tensores
}
details-quantization = Almacenamiento
details-saved-functions = Funciones invocables
details-arguments = Argumentos
details-declared = Tipos declarados
details-functions = { $n ->
    [one] Una función en la biblioteca
   *[other] { $n } funciones en la biblioteca
}
details-inputs = Entradas
details-outputs = Salidas
details-nodes = Nodos
details-collections = Colecciones
details-assets = Assets
details-here = aquí
details-missing = no está entre los archivos
details-newest = más reciente
details-saver = Saver
details-stripped = { $n ->
    [one] La definición de una op
   *[other] Las definiciones de { $n } ops
}
details-object-types = Objetos con tipos propios
details-fingerprint = Huella
details-state = { $n ->
    [one] Lista un punto de control
   *[other] Lista { $n } puntos de control
}

error-riegeli-damaged = Los registros de este archivo están dañados.
error-riegeli-damaged-advice = Vuelva a copiar o a descargar el archivo.
error-riegeli-unsupported = Los registros de este archivo están guardados en una forma ({ $form }) que Vintage no lee.
error-riegeli-unsupported-advice = Cargue el modelo con el TensorFlow que lo escribió y vuelva a guardarlo con menos de 2 GB, o sin dividir.
error-chunked-metadata-damaged = El último registro, que describe cómo se combinan las partes de este modelo, no se puede leer.
error-chunked-metadata-damaged-advice = El archivo está probablemente truncado. Vuelva a copiarlo.
error-chunked-part-missing = La parte { $index } de este modelo no está en el desplazamiento declarado.
error-chunked-part-missing-advice = El archivo está dañado. Vuelva a copiarlo.
error-chunked-place-missing = Una parte de este modelo remite a una parte que falta.
error-chunked-place-missing-advice = El archivo está dañado, o no lo dividió TensorFlow.
error-chunked-version = Este modelo lo dividió la versión { $version } del divisor de TensorFlow; Vintage lee la versión 0.
error-chunked-version-advice = Vuelva a guardarlo con un TensorFlow más antiguo, o sin dividir.
error-chunked-too-deep = Las partes de este modelo tienen más de { $limit } niveles de anidamiento.
error-chunked-too-deep-advice = Un modelo válido no tiene tantos niveles; el archivo está dañado o es malicioso.
error-mapped-damaged = El directorio al final de este grafo mapeado en memoria está dañado.
error-mapped-damaged-advice = El archivo está probablemente truncado: el directorio está al final. Vuelva a copiarlo.
error-mapped-no-graph = No hay ningún grafo en este paquete mapeado en memoria.
error-mapped-no-graph-advice = Vuelva a convertir el grafo congelado con convert_graphdef_memmapped_format.
error-events-damaged = Un registro de este archivo de eventos está dañado en el byte { $offset }: su suma de comprobación o su evento no coincide.
error-events-damaged-advice = Vuelva a copiar el archivo, o escriba el grafo en uno nuevo.
error-events-truncated = El registro en el byte { $offset } de este archivo de eventos termina después del archivo, que tiene { $size } bytes. Ningún registro anterior tiene un grafo.
error-events-truncated-advice = El archivo está truncado, o se copió mientras TensorFlow lo escribía. Vuelva a copiarlo.
error-events-no-graph = Este archivo de eventos de TensorBoard no tiene ningún grafo.
error-events-no-graph-advice = Vintage lee el grafo que escribió tf.compat.v1.summary.FileWriter, tf.summary.graph o el callback TensorBoard de Keras. Abra el modelo o un punto de control.

## Content that is not a TensorFlow model

error-content-git-lfs = Este es un puntero de Git LFS, no el modelo.
error-content-git-lfs-advice = Ejecute `git lfs pull` en el repositorio, o descargue el archivo real ({ $bytes } bytes), y vuelva a abrirlo.

error-content-html = Esta es una página web (HTML).
error-content-html-advice = Probablemente el servidor envió una página de error o de inicio de sesión. Abra la dirección en un navegador y descargue el archivo real.

error-content-image = Esta es una imagen { $form }.
error-content-image-advice = Abra un modelo; su vista Ejecutar acepta imágenes como entradas.

error-content-events = Este es un archivo de eventos de TensorBoard junto a un modelo.
error-content-events-advice = Para ver el grafo que contiene, abra solo el archivo de eventos.

error-content-onnx = Este es un modelo ONNX.
error-content-onnx-advice = Vintage lee archivos de TensorFlow, TFLite y Keras. Abra el modelo del que se convirtió este o al que se convirtió.

error-content-pytorch = Este es un archivo de PyTorch.
error-content-pytorch-advice = Vintage lee archivos de TensorFlow, TFLite y Keras. Abra el modelo al que se convirtió este.

error-content-pickle = Este es un pickle de Python.
error-content-pickle-advice = Un pickle puede ejecutar código al cargarse, así que Vintage no lo lee. Guarde el modelo en un formato de TensorFlow.

error-content-gguf = Este es un modelo GGUF.
error-content-gguf-advice = GGUF es el formato de llama.cpp; TensorFlow no lo carga.

error-content-safetensors = Estos son pesos en el formato safetensors.
error-content-safetensors-advice = TensorFlow no los carga por sí solo. Abra el punto de control o el archivo .h5 o .tflite que esté junto a ellos, si lo hay.

error-content-numpy = Este es un array de NumPy.
error-content-numpy-advice = Abra un modelo; su vista Ejecutar acepta arrays como entradas.

error-content-json = Esto es JSON.
error-content-json-advice = Los ajustes, vocabularios y metadatos no son el modelo. Abra el archivo del modelo.

error-content-tfjs = Es la topología de un modelo de TensorFlow.js.
error-content-tfjs-advice = TensorFlow.js la carga con sus archivos de pesos. Abra el SavedModel o el archivo de Keras del que se convirtió.
error-content-tfjs-keras3 = Es un layers model de TensorFlow.js exportado por Keras 3: una capa de entrada tiene la clave { $key }, que TensorFlow.js no lee. Se detiene con «An InputLayer should be passed either a `batchInputShape` or an `inputShape`.»
error-content-tfjs-keras3-advice = Cambie el nombre de la clave en cada capa de entrada: sed -i 's/"{ $key }"/"{ $to }"/g' model.json. O convierta un modelo de Keras 2 (tf_keras).

error-content-markdown = Esto es texto Markdown.
error-content-markdown-advice = Abra el archivo del modelo.

error-content-text = Esto es texto sin formato.
error-content-text-advice = No es un modelo en forma de texto: su primer campo no pertenece a un GraphDef, un MetaGraphDef, un SavedModel ni un estado de puntos de control. Abra el archivo del modelo.

error-content-zeros = Los { $bytes } bytes son todos cero.
error-content-zeros-advice = Probablemente falló la descarga o la copia. Vuelva a obtener el archivo.
