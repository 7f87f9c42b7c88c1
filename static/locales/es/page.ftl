# The page. Values that are names, versions or paths arrive marked and are set in mono.

skip = Saltar al contenido
palette-open = Buscar
share = Copiar enlace
share-long = Copiar un enlace a esta vista
share-local = { $n ->
    [one] Enlace copiado sin el archivo: abra el enlace y suelte { $name } allí.
   *[other] Enlace copiado sin los { $n } archivos: abra el enlace y suéltelos allí.
}
theme = Tema
theme-system = Sistema
theme-light = Claro
theme-dark = Oscuro
language = Idioma
evolution-open = Evolución
evolution-open-long = Evolución: cómo se cargan los grafos cuando cambia una op
about-this = Más información
help = Ayuda y atajos de teclado
copy = Copiar
copied = Copiado
copy-message = Copiar el mensaje
close = Cerrar
cancel = Cancelar
dismiss = Descartar
number = { NUMBER($n) }
unit-bytes = { $n ->
    [one] { $n } byte
   *[other] { $n } bytes
}
unit-kb = { $n } kB
unit-mb = { $n } MB
unit-gb = { $n } GB

## First screen

open-more = Soltar o abrir…
drop-here = Suelte para abrir
samples = O pruebe un ejemplo
sample-fully-connected-12 = Un modelo que los teléfonos antiguos rechazan
sample-fully-connected-12-why = Un convertidor nuevo escribió la versión 12 de FULLY_CONNECTED; los runtimes hasta 2.16 conocen la 11.
sample-frozen-2017 = Un grafo congelado de 2017
sample-frozen-2017-why = Lo congeló TensorFlow 1.1, y todas las versiones posteriores lo cargan.
sample-guide-checkpoint = El punto de control de la guía de entrenamiento
sample-guide-checkpoint-why = Variables, variables de slot y el grafo de objetos que usa una restauración.
sample-depthwise-pair = La pareja con dilatación
sample-depthwise-pair-why = Con dilatación 1, la op es de la versión 1; con dilatación 2, de la versión 2: un número decide qué versiones de TensorFlow la cargan.

## Files

files = Archivos abiertos
remove = Quitar { $name }
file-broken = Solo se puede leer en parte
chip-files = { $n ->
    [one] { $n } archivo
   *[other] { $n } archivos
}, { $size }
others-unused = { $n ->
    [one] { $n } archivo más, sin usar
   *[other] { $n } archivos más, sin usar
}
said-verdict = { $name }: { $verdict }.
said-verdict-because = { $name }: { $verdict }, a causa de { $requirement }.
verdict-loads = se carga en { $target }
verdict-warns = se carga con avisos en { $target }
verdict-refused = { $target } lo rechaza
verdict-unknown = sin datos sobre { $target }
verdict-unreadable = ilegible
verdict-none = abierto
title-file = { $name } – { $verdict } – Vintage
title-evolution = Evolución – Vintage

## What it is

summary = Resumen
kind-tflite = Modelo de TensorFlow Lite
kind-saved-model = SavedModel
kind-graph-def = GraphDef
kind-meta-graph = MetaGraphDef
kind-checkpoint = Punto de control
kind-checkpoint-state = Estado de puntos de control
kind-keras = Archivo de Keras
kind-unknown = Archivo de tipo desconocido
kind-form = { $kind } ({ $form })
count-nodes = { $n ->
    [one] { NUMBER($n) } nodo
   *[other] { NUMBER($n) } nodos
}
count-graphs = { $n ->
    [one] { NUMBER($n) } grafo más
   *[other] { NUMBER($n) } grafos más
}
count-variables = { $n ->
    [one] { NUMBER($n) } variable
   *[other] { NUMBER($n) } variables
}
count-signatures = { $n ->
    [one] { NUMBER($n) } firma
   *[other] { NUMBER($n) } firmas
}
made-by = Escrito por { $producer }
made-by-release = Escrito por TensorFlow { $release }
made-by-releases = Escrito por TensorFlow { $first } a { $last }
made-by-unknown = Sin productor registrado
made-by-description = Convertidor sin nombre (descripción: «{ $producer }»)
producer-release = Versión { $version } de GraphDef: TensorFlow { $release }
producer-releases = Versión { $version } de GraphDef: TensorFlow { $first } a { $last }
identity-conversion-metadata = según sus metadatos de conversión
identity-meta-info = según su MetaInfoDef
identity-description = según su descripción
identity-keras-metadata = según su metadata.json
identity-keras-attribute = según su atributo keras_version
claims-runtime = declara que necesita el runtime { $version }

## Target and window

must-run-on = Debe funcionar en
add-target = Añadir una versión de destino
release = Versión
outcome-loads = se carga
outcome-warns = con avisos
outcome-refused = rechazado
outcome-unknown = desconocido
outcome-loads-long = la versión carga el archivo
outcome-warns-long = la versión carga el archivo con avisos, o lo carga y no puede ejecutarlo
outcome-refused-long = la versión rechaza el archivo
outcome-unknown-long = ningún dato cubre esta versión
window = Ventana
loads-in = Se carga en
loads-means-graph-def = import_graph_def lo importa
loads-means-meta-graph = import_meta_graph lo importa
loads-means-restore = tf.train.Checkpoint.restore o tf.train.Saver rellena las variables de un programa
loads-means-read = tf.train.load_variable lee todos los valores listados
loads-means-load = tf.saved_model.load funciona; en 1.x, el cargador de sesión
loads-means-v1-loader = el cargador de sesión funciona: tf.saved_model.loader.load; en 2.x, tf.compat.v1.saved_model.load
loads-means-keras = load_model de Keras funciona
loads-means-default-delegates = el intérprete se crea con las ops integradas y los delegados predeterminados, y AllocateTensors funciona
loads-means-builtin-ops = el intérprete se crea con las ops integradas y sin delegados, y AllocateTensors funciona
loads-means-mediapipe-ops = el intérprete se crea con las ops integradas y las de MediaPipe, y AllocateTensors funciona
loads-means-load-model = load_model funciona
loads-means-load-weights = load_weights funciona en un modelo construido en código
must = Debe
action-restore = restaurar
action-read = leer uno por uno
action-load = cargar (tf.saved_model.load)
action-v1-loader = cargar en una sesión (cargador de 1.x)
action-keras = load_model (Keras)
action-default-delegates = ejecutar con delegados por defecto
action-builtin-ops = ejecutar solo con ops integradas
action-mediapipe-ops = ejecutar con ops de MediaPipe
action-load-model = load_model
action-load-weights = load_weights
no-window = Sin veredictos: no se probó ninguna versión con este tipo de archivo.
no-window-checkpoint-state = Es una lista de puntos de control; no se carga por sí sola.
no-window-error = Sin veredictos: no se pudo leer lo suficiente del archivo para conocer sus requisitos.
line-label = Versiones de { $channel }
releases-of = { NUMBER($good) } de { NUMBER($all) }
releases-with-gaps = { NUMBER($good) } de { NUMBER($all) }, con huecos
range-none = ninguna versión
range-unknown = desconocido
cell = { $release }, { $date }: { $outcome }
because-one = a causa de { $requirement }
because-more = { $n ->
    [one] a causa de { $requirement } y { $n } más
   *[other] a causa de { $requirement } y { $n } más
}
today = hoy
pre-release = versión preliminar
pick-hint = Clic o Intro: debe funcionar en esta
what-if = { $n ->
    [one] Simulación: sin { $n } requisito
   *[other] Simulación: sin { $n } requisitos
}
what-if-reset = Volver a contar todos

## What decides

deciding = Requisitos decisivos
decides-start = Fija el inicio en { $channel }
decides-end = Fija el final en { $channel }
decides-hole = Excluye { $release }
decides-none = Excluye todas las versiones de { $channel }
decides-unknown = Sin datos en { $channel }
decides-nothing = Nada limita la ventana en { $channel }: todas las versiones conocidas cargan el archivo.
no-facts-before = No hay datos anteriores a { $release }: las versiones anteriores no se probaron.
no-facts-after = No hay datos posteriores a { $release }: las versiones posteriores no se probaron.
no-facts-between = No hay datos de { $first } a { $last }: esas versiones no se probaron.
no-facts-any = No hay datos de ninguna versión.
decides-more = { $n ->
    [one] y { $n } requisito más, en la tabla de abajo
   *[other] y { $n } requisitos más, en la tabla de abajo
}
remedy-checkpoint-shard-missing = Añada ese archivo: ábralo junto con los demás.
remedy-checkpoint-value-truncated = Vuelva a copiar ese archivo: es más corto de lo que indica el índice.
remedy-saved-model-variables = Añada la carpeta variables/: abra la carpeta del SavedModel.
drop-it = Ignorar este requisito
drop-it-from = Sin él: { $release } y posteriores
drop-it-to = Sin él: { $release } y anteriores
and-more = { $n ->
    [one] y { NUMBER($n) } más
   *[other] y { NUMBER($n) } más
}
node-index = op { $index }
node-name = op { $index }, { $name }
tensor-index = tensor { $index }
tensor-name = tensor { $index }, { $name }
variable-index = variable { $index }
variable-name = { $name }
show-node = Mostrar en el grafo
show-bytes = Mostrar estos bytes
printing = Mensaje
prints = { $target } imprime
prints-unknown = No hay registro del mensaje de esta versión.
certainty-observed = observado
certainty-derived = deducido
certainty-promised = garantizado
certainty-observed-long = se ejecutó un binario publicado
certainty-derived-long = se leyó en la implementación
certainty-promised-long = lo garantiza la documentación

## Findings

findings = Hallazgos
severity-error = Error
severity-warning = Aviso
severity-note = Nota
failure-malformed = Dañado:
failure-unsupported = No compatible:
failure-over-limit = Supera un límite:
failure-unreadable = Ilegible:
failure-foreign = No es un archivo de TensorFlow:
failure-malformed-advice = Los bytes infringen las reglas de su formato: vuelva a obtener o a escribir el archivo.
failure-unsupported-advice = El archivo puede estar intacto; Vintage aún no lee esta forma.
failure-over-limit-advice = La lectura se detuvo en un límite; el archivo puede estar intacto. La CLI tiene opciones para subir los límites.
failure-foreign-advice = Abra el archivo del modelo.
failure-unreadable-advice = No se pudo leer el archivo: se movió, cambió o se eliminó. Vuelva a abrirlo.
partial = Solo se pudo leer una parte del archivo; lo que se ve abajo puede estar incompleto.
where = Dónde:
place-bytes = bytes { $range }

## Views

files-all-open = { $n ->
    [one] { NUMBER($n) } archivo
   *[other] Los { NUMBER($n) } archivos
}

views = Vistas
view-window = Ventana
view-graph = Grafo
view-contents = Contenido
view-variables = Variables
view-objects = Objetos
view-compare = Comparar
view-restore = Restaurar
view-delegates = Delegados
view-run = Ejecutar
view-bytes = Bytes
view-files = Archivos

subject-op = { $subject }
subject-custom_op = op personalizada { $subject }
subject-attr = atributo { $subject }
subject-dtype = tipo { $subject }
subject-tensor = tensor { $subject }
subject-file = archivo { $subject }
subject-tensor_type = tipo de tensor { $subject }
subject-text = { $subject } en el texto
subject-header = encabezado { $subject }
subject-versions = versión { $subject }
subject-other = { $kind } { $subject }

facts = Datos
signatures = Firmas

## Progress

progress-collecting = Reuniendo archivos… { $done } hasta ahora
progress-fetching = Obteniendo { $subject } ({ $done } de { $total })
progress-group = Agrupando los archivos que van juntos…
progress-read = Leyendo { $subject }
progress-assess = Comprobando { $subject } con cada versión

## Errors of the page itself

error-page-file-unreadable = No se pudo leer { $file }.
error-page-file-unreadable-advice = Quizá el navegador no tiene permiso para leerlo, o cambió después de soltarlo. Vuelva a abrirlo.
error-page-folder-unreadable = No se pudo listar la carpeta { $file }.
error-page-folder-unreadable-advice = Quizá el navegador no tiene permiso para leerla. Suelte los archivos.
error-copies-incomplete = { $n ->
    [one] La recarga interrumpió la copia de los archivos: falta { $n } de { $total }, { $file }.
   *[other] La recarga interrumpió la copia de los archivos: faltan { $n } de { $total }; el primero es { $file }.
}
error-copies-incomplete-advice = Vuelva a soltar los archivos que faltan.
error-too-many-files = Se soltaron más de { $limit } archivos; solo se tomaron los primeros.
error-too-many-files-advice = Suelte la carpeta de un solo modelo o punto de control.
error-fetch-failed = No se pudo obtener { $url }.
error-fetch-failed-advice = El servidor debe responder y permitir que esta página lea de él (CORS). Descargue el archivo y suéltelo aquí.
error-fetch-status = No se pudo obtener { $url }: el servidor respondió con el estado { $status }.
error-fetch-status-advice = Compruebe la dirección, o descargue el archivo y suéltelo aquí.
error-worker-missing = El navegador no inició el lector.
error-worker-missing-advice = Necesita workers de módulo y WebAssembly. Pruebe con una versión actual de Firefox, Chrome o Safari.
error-part-not-loaded = No se pudo cargar una parte de Vintage.
error-part-not-loaded-advice = Compruebe la conexión e inténtelo de nuevo. Si este sitio se actualizó después de que usted lo abriera, recargue la página.
error-reader-stopped = El lector se detuvo: { $text }
error-reader-stopped-advice = Es un error de Vintage; sus archivos no cambiaron. Ya hay un lector nuevo; los demás archivos se pueden seguir abriendo.
error-blob-unreadable = Ya no se puede leer { $file }.
error-blob-unreadable-advice = Cambió, se movió o se eliminó después de soltarlo. Vuelva a abrirlo.
error-not-open = Este archivo ya no está abierto.
error-not-open-advice = Vuelva a abrirlo.
