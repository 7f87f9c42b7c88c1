# The CLI.

cli-kind-tflite = modelo de TensorFlow Lite
cli-kind-saved_model = SavedModel
cli-kind-graph_def = GraphDef
cli-kind-meta_graph = MetaGraphDef
cli-kind-checkpoint = punto de control
cli-kind-checkpoint_state = archivo de estado de puntos de control
cli-kind-keras = archivo de Keras
cli-kind-unknown = no reconocido

cli-outcome-loads = se carga
cli-as-far-as-known = por lo que se sabe
cli-outcome-warns = se carga con avisos
cli-outcome-refused = rechazado
cli-outcome-unknown = desconocido
cli-outcome-unreadable = ilegible

cli-written-by = escrito por
cli-claims = declara el runtime
cli-files = archivos
cli-versions = versiones
cli-graphs = grafos
cli-signatures = firmas
cli-variables = variables
cli-loads-in = se carga en
cli-other-actions = con otra acción, se carga en
cli-not-asked = sin datos
cli-no-release = ninguna versión conocida
cli-needs = requiere
cli-findings = hallazgos
cli-main-graph = principal
cli-nodes =
    { $count ->
        [one] { $count } nodo
       *[other] { $count } nodos
    }
cli-count-tensors =
    { $count ->
        [one] { $count } tensor
       *[other] { $count } tensores
    }
cli-count-variables =
    { $count ->
        [one] { $count } variable
       *[other] { $count } variables
    }
cli-more = y { $count } más
cli-prints = imprime
cli-because = motivo:
cli-unknown-action = Los archivos de este tipo no tienen la acción { $action }. Sus acciones: { $known }.
cli-unknown-channel = No hay ningún canal { $channel } para este archivo. Canales conocidos: { $known }.
cli-unknown-release = { $channel } no tiene la versión { $release } en las tablas. La más nueva conocida: { $newest }.
cli-no-channel = No hay ningún canal «{ $channel }». Canales conocidos: { $known }.
cli-no-channel-meant = No hay ningún canal «{ $channel }». ¿Quiso decir { $meant }? Canales conocidos: { $known }.
cli-release-unknown = { $channel } no tiene ninguna versión «{ $release }» que Vintage conozca. ¿Quiso decir { $meant }? La más nueva es { $newest }.
cli-no-command = No hay ningún comando { $name }.
cli-two-models = Este comando trata de un solo modelo o punto de control, y { $path } contiene { $count }: { $names }. Indique uno.
cli-state-alone = Es una lista de puntos de control; no se carga por sí sola. Indique el punto de control: { $names }.
cli-file-is-input = { $file } es el archivo que se lee. Añada --force para sobrescribirlo.
cli-file-unwritable = No se pudo escribir { $file }: { $reason }.
cli-nothing-opened = No se pudo abrir ningún archivo.

## Errors of the CLI

error-file-not-regular = Es una tubería, un socket o un dispositivo, no un archivo normal.
error-file-not-regular-advice = Indique la propia tubería, o use «-» para la entrada estándar.
error-file-not-named = Este archivo no se indicó.
error-file-not-named-advice = Indíquelo para comprobarlo también.
error-file-changed = El archivo cambió durante la lectura.
error-file-changed-advice = Espere a que se termine de escribir y vuelva a ejecutar el comando.
error-folder-read-already = Es un enlace a una carpeta que ya se leyó.
error-folder-too-many-files = La carpeta tiene más de { $limit } archivos.
error-folder-too-many-files-advice = Indique la carpeta que contiene directamente el modelo, o suba --limit files.
error-pipe-without-writer = Nada escribió en esta tubería en { $seconds } segundos.
error-pipe-without-writer-advice = Inicie primero el programa que escribe en ella.
error-pipe-too-long = La tubería entregó más de { $limit } bytes.
error-pipe-too-long-advice = Escríbalos en un archivo e indíquelo, o suba --limit structure_bytes.
cli-advice-structure-too-large = Si el archivo está intacto y hay suficiente memoria libre, suba --limit structure_bytes.
cli-advice-inflated-too-large = Si el archivo está intacto y hay suficiente memoria libre, suba --limit inflated_bytes, o structure_bytes donde este sea menor.
cli-advice-list-too-long = Si el archivo está intacto y hay suficiente memoria libre, suba --limit list_len.
cli-advice-proto-too-many = Si el archivo está intacto, suba --limit list_len.
cli-advice-value-too-large = Se muestran su nombre, su dtype y su forma. Para leerlo, suba --limit value_bytes.

cli-unused = sin usar

## Respuestas estáticas: imágenes, tablas e insignias de ventanas

cli-badge-no-model = No hay ningún modelo ni punto de control para hacer una insignia.

## SARIF: frases de los resultados y reglas sobre versiones

sarif-release-refuses = { $channel } { $release } rechaza el archivo.
sarif-release-warns = { $channel } { $release } carga el archivo con avisos.
sarif-release-unknown = No se sabe si { $channel } { $release } carga el archivo.
sarif-prints = Imprime: { $text }
sarif-start = Marca el inicio de la ventana: la primera versión de { $channel } que carga el archivo es { $release }.
sarif-end = Marca el final de la ventana: la última versión de { $channel } que carga el archivo es { $release }.
sarif-none = Ninguna versión conocida de { $channel } carga el archivo.
sarif-not-known = No se sabe si alguna versión de { $channel } carga el archivo.
sarif-rule-release-refuses = Una versión rechaza los archivos de este tipo.
sarif-rule-release-warns = Una versión carga con avisos los archivos de este tipo.
sarif-rule-release-unknown = No hay datos sobre los archivos de este tipo en una versión.

## Objetivos de un archivo: check --all-of

targets-wrong = { $file }, línea { $line }: { $reason }
targets-unreadable = No se puede leer { $file }: { $reason }.
targets-wrong-key = { $file }, línea { $line }, clave { $key }: { $reason }
targets-no-release = Indique una versión, como release = "tensorflow@2.15.1", o un intervalo, como releases = "tensorflow@2.9..2.15".
targets-two-releases = Un objetivo tiene release o releases, no ambos.
targets-no-files = No hay archivos. Añada files = ["model.tflite"] a este objetivo, o antes del primero para todos los objetivos.
targets-none = No hay ningún [[target]].
targets-action = No hay ninguna acción { $action }. Acciones conocidas: { $known }.
targets-range = Un intervalo nombra dos versiones de un canal, primero la más antigua: releases = "tensorflow@2.9..2.15".
targets-col-target = objetivo
targets-col-release = versión
targets-col-file = archivo
targets-col-outcome = resultado
targets-col-because = a causa de
targets-span = { $channel } { $first } a { $last }
targets-at = { $outcome } en { $release }
