# Ayuda y errores de uso de la CLI.

cli-help-usage = Uso: { $usage }
cli-help-commands = Comandos
cli-help-arguments = Argumentos
cli-help-options = Opciones
cli-help-exit-codes = Códigos de salida:
cli-help-default = [por defecto: { $values }]
cli-help-values = [valores posibles: { $values }]

## Sections of the manual pages

cli-man-name = NOMBRE
cli-man-synopsis = SINOPSIS
cli-man-description = DESCRIPCIÓN
cli-man-exit-codes = CÓDIGOS DE SALIDA
cli-man-version = VERSIÓN

## Commands

cli-command-vintage = Muestra qué versiones de TensorFlow y TensorFlow Lite pueden cargar un archivo, por qué, y los errores que imprimen las demás
cli-command-inspect = Mostrar el resumen, los requisitos y las ventanas de archivos
cli-command-check = Preguntar si una versión carga archivos
cli-command-window = Mostrar las ventanas de archivos en una imagen (SVG), en una tabla de Markdown o en JSON
cli-command-badge = Imprimir una insignia (SVG) de las versiones que cargan un archivo, o de su resultado en una versión
cli-command-compare = Comparar el significado de dos archivos del mismo tipo, y sus ventanas
cli-command-delegates = Enumerar los delegados y otros motores que aceptan un modelo TFLite, con segmentos y motivos
cli-command-patch = Cambiar la configuración de un archivo de Keras para que una versión lo cargue
cli-command-restore = Simular la restauración de un punto de control en un programa
cli-command-evolve = Planificar un cambio de una op: qué grafos se cargan en qué versiones, y qué reglas incumple el plan
cli-command-values = Imprimir estadísticas de los valores guardados: puntos de control, SavedModels, pesos de modelos TFLite
cli-command-verify = Comprobar las sumas de comprobación guardadas de todos los valores
cli-command-run = Ejecutar un modelo
cli-command-schema = Imprimir el JSON Schema de la salida de inspect --json
cli-command-completions = Imprimir un script que completa comandos y opciones en un shell
cli-command-man = Imprimir la página de manual del programa, o de uno de sus comandos
cli-command-help = Imprimir la ayuda del programa, o de uno de sus comandos

## Arguments of several commands

cli-option-paths = Archivos, carpetas, archivos comprimidos o prefijos de puntos de control; «-» es la entrada estándar
cli-option-limits = Subir o bajar un límite de los lectores, como value_bytes=8000000000; véase docs/limits.md
cli-option-json = Imprimir JSON en lugar de texto
cli-option-quiet = Imprimir solo errores: la respuesta es el código de salida
cli-option-lang = Idioma de la salida; por defecto el del entorno (LC_ALL, LC_MESSAGES, LANG), inglés en JSON
cli-option-help = Imprimir la ayuda
cli-option-version = Imprimir la versión
cli-option-action = Acción, como en check. Por defecto: la acción habitual del tipo
cli-option-command = Un comando del programa, como check

## Arguments of one command

cli-option-inspect-json = Imprimir el informe JSON con número de esquema en lugar de texto
cli-option-inspect-values = Leer también los valores de las variables: los 8 primeros y la suma de cada una
cli-option-inspect-details = Con --json: imprimir también más detalles, como tensores, operadores con opciones, funciones, fragmentos
cli-option-inspect-sarif = Imprimir SARIF 2.1.0 para el análisis de código: un resultado por cada hallazgo, error y requisito decisivo
cli-option-inspect-target = Con --sarif: la versión que debe cargar los archivos; lo que rechaza es un error
cli-option-inspect-action = Con --sarif: la acción que debe funcionar, como en check
cli-option-inspect-docs = Con --sarif: dirección en la que está publicado dist/; la ayuda de cada regla enlaza con su documentación

cli-option-check-all_of = Comprobar los objetivos y archivos de un archivo TOML; véase docs/ci.md. Una sola tabla, y el peor código de salida
cli-option-check-target = La versión que debe cargarlos, como tensorflow@2.15.1, ai-edge-litert@2.3.0, tf@2.15 (su versión de parche más nueva) o litert@latest; sin canal, de tensorflow
cli-option-check-action = Acción: restore o read (puntos de control), load, v1-loader o keras (SavedModels), default-delegates, builtin-ops o mediapipe-ops (TFLite), load-model o load-weights (archivos de Keras). Por defecto: la acción habitual del tipo

cli-option-window-target = Marcar una versión e informar de su resultado, como tensorflow@2.15.1 o litert@latest
cli-option-window-svg = Imprimir un SVG de todos los archivos, claro y oscuro, sin scripts
cli-option-window-json = Imprimir JSON: los resultados de todas las versiones, sus fechas y los tramos que cargan
cli-option-window-markdown = Imprimir una tabla en Markdown

cli-option-badge-target = Mostrar el resultado en esta versión, como tensorflow@2.15.1; sin ella, las versiones que cargan el archivo
cli-option-badge-channel = Canal cuyas versiones se muestran. Por defecto: el primero que tiene una ventana
cli-option-badge-markdown = Imprimir, en lugar del SVG, la línea de Markdown que muestra la insignia de --url con su texto alternativo
cli-option-badge-url = Dirección en la que se publicará el SVG

cli-option-compare-a = El primer archivo, carpeta, zip o prefijo de punto de control
cli-option-compare-b = El segundo
cli-option-compare-no_values = No leer los valores guardados: comparar solo lo demás
cli-option-compare-close = Contar como iguales los valores próximos
cli-option-compare-relative = Tolerancia relativa de los valores próximos: proporción del segundo número
cli-option-compare-absolute = Tolerancia absoluta de los valores próximos
cli-option-compare-all = Enumerar todo por completo, también los valores iguales

cli-option-delegates-only = Solo este, como gpu, xnnpack o micro; decide el código de salida

cli-option-patch-target = La versión que debe cargarlo, como keras@3.15.1 o tensorflow@2.15.1
cli-option-patch-out = Archivo para la copia modificada; sin él, los cambios solo se enumeran
cli-option-patch-config = Archivo solo para la configuración modificada
cli-option-patch-lossy = Escribir la copia aunque se pierda algo
cli-option-patch-force = Escribir incluso sobre el archivo de entrada

cli-option-restore-into = Los objetos del programa: otro punto de control o SavedModel
cli-option-restore-only = Objetos del punto de control que tiene el programa, por sus rutas de nombres de hijos, como net/l1/bias
cli-option-restore-names = Un archivo con los nombres de las variables del programa, uno por línea
cli-option-restore-assert = Condición que decide el código de salida. existing: se restauran todas las variables del programa. consumed: además, se usa todo lo que hay en el punto de control

cli-option-evolve-recipe = El cambio: add-attr, add-op, add-op-and-switch, remove, change, ban
cli-option-evolve-steps = Versión de un paso, como register=2.22.0. Por defecto, las primeras versiones que cumplen todas las reglas
cli-option-evolve-releases = Una versión planificada y su fecha, como 2.22.0=2026-12-01
cli-option-evolve-without = Una versión planificada que se omite
cli-option-evolve-default = add-attr: significado de un atributo ausente (same, other, none)
cli-option-evolve-keeps_defaults = add-attr: los grafos se guardan con los atributos que tienen su valor por defecto
cli-option-evolve-raises_min_consumer = add-op-and-switch: subir min_consumer con el paso a la op nueva
cli-option-evolve-bad = ban: una versión defectuosa

cli-option-values-names = Solo el valor con este nombre (una clave, el nombre de un tensor o la ruta de un campo); se puede repetir
cli-option-verify-all = Enumerar todos los valores, no solo los que tienen un error

cli-option-run-model = El modelo: un archivo .tflite, o un archivo comprimido o carpeta que contiene uno
cli-option-run-member = Modelo del archivo comprimido o de la carpeta; necesario si hay varios
cli-option-run-signature = Firma que se ejecuta; por defecto, el subgrafo principal
cli-option-run-inputs = Valores de una entrada, por nombre o posición: un archivo .npy, .npz, .csv, .json o .txt. Las entradas no indicadas son ceros
cli-option-run-backend = Backend de los kernels
cli-option-run-check = En la GPU: comparar cada op con el kernel de referencia con las mismas entradas, en cada ejecución. Una diferencia mayor que la tolerancia termina el programa con el código 1
cli-option-run-precision = En la GPU: tipo con el que se almacenan tensores y pesos. float16 reduce la memoria a la mitad, si el adaptador tiene shader-f16; las sumas, entradas y salidas son float32
cli-option-run-compare = Un segundo backend para las mismas entradas: imprime en qué difieren sus salidas de las del primero
cli-option-run-quantization_error = Comparar cada capa de un modelo cuantizado con el mismo grafo de punto flotante, con los pesos descuantizados
cli-option-run-results = Resultados de otro runtime con las mismas entradas, un archivo .npy o .npz: compara sus tensores con los kernels de referencia y nombra el primer operador que difiere. NAME es una salida, por nombre o posición, o un tensor; un .npz nombra sus arreglos como los tensores, o con sus índices. Una diferencia termina el programa con el código 1
cli-option-run-tolerance = Con --results: la menor diferencia permitida de un operador que redondea, como fracción de su resultado, por ejemplo 2e-3 para un runtime que calcula en float16
cli-option-run-exact = Usar solo kernels exactos bit a bit: los de referencia, en cualquier backend
cli-option-run-repeat = Ejecuciones en una sesión; las variables conservan sus valores entre ellas
cli-option-run-warmup = Ejecuciones sin medir antes de las medidas
cli-option-run-threads = Hilos de una ejecución en la CPU; los resultados son los mismos con cualquier número
cli-option-run-timeout = Terminar la ejecución con el código 1 tras estos segundos. Se comprueba entre operadores: el que ha empezado se completa
cli-option-run-max_rounds = Terminar la ejecución con el código 1 cuando un WHILE ha hecho este número de iteraciones
cli-option-run-limits = Subir o bajar un límite, como working_bytes=8000000000 para tensores; véase docs/limits.md
cli-option-run-labels = Etiquetas de las clases de la primera salida, una por línea; por defecto, las de los metadatos del modelo
cli-option-run-output = Carpeta para las salidas de la última ejecución: un archivo .npy por salida, con su posición como nombre; las cadenas como .json
cli-option-run-json = Imprimir nombres, formas y tiempos como JSON

cli-option-completions-shell = El shell que lee el script

## Names of values. They are one word each: “_” joins several.

cli-placeholder-options = OPCIONES
cli-placeholder-command = COMANDO
cli-placeholder-path = RUTA
cli-placeholder-file = ARCHIVO
cli-placeholder-dir = CARPETA
cli-placeholder-name = NOMBRE
cli-placeholder-value = VALOR
cli-placeholder-channel = CANAL
cli-placeholder-release = VERSIÓN
cli-placeholder-date = FECHA
cli-placeholder-step = PASO
cli-placeholder-recipe = RECETA
cli-placeholder-default = SIGNIFICADO
cli-placeholder-object = OBJETO
cli-placeholder-assert = CONDICIÓN
cli-placeholder-number = NÚMERO
cli-placeholder-count = CANTIDAD
cli-placeholder-seconds = SEGUNDOS
cli-placeholder-share = FRACCIÓN
cli-placeholder-repeat = VECES
cli-placeholder-warmup = VECES
cli-placeholder-model = MODELO
cli-placeholder-key = CLAVE
cli-placeholder-name_or_position = NOMBRE_O_POSICIÓN
cli-placeholder-backend = BACKEND
cli-placeholder-precision = PRECISIÓN
cli-placeholder-shell = SHELL
cli-placeholder-tag = IDIOMA

## Exit codes

cli-exit-every-64 = la línea de comandos es incorrecta
cli-exit-every-74 = no se pudo escribir la respuesta
cli-exit-any-0 = sí: se carga, es igual, se ejecutó, se leyó todo
cli-exit-any-1 = no: se rechaza, difiere, falló
cli-exit-any-2 = no se pudo leer algo
cli-exit-any-3 = no se sabe, o no se admite
cli-exit-read-0 = se leyó todo
cli-exit-read-2 = no se pudo leer algo
cli-exit-check-0 = la versión los carga todos
cli-exit-check-1 = rechaza alguno
cli-exit-check-2 = no se pudo leer alguno
cli-exit-check-3 = no se sabe, o la versión no es para archivos de este tipo
cli-exit-compare-0 = ambos significan lo mismo
cli-exit-compare-1 = difieren
cli-exit-compare-2 = no se pudo leer algo
cli-exit-compare-3 = son de tipos que no se pueden comparar
cli-exit-delegates-0 = se leyó todo; con --only: acepta todos los nodos
cli-exit-delegates-1 = con --only: no acepta todos los nodos
cli-exit-delegates-2 = no se pudo leer el modelo
cli-exit-delegates-3 = con --only: no se conocen algunas de sus condiciones
cli-exit-patch-0 = la versión acepta el archivo modificado
cli-exit-patch-1 = aún lo rechaza, o se perdería algo
cli-exit-patch-2 = no se pudo leer el archivo o escribir la copia
cli-exit-patch-3 = no se conoce ningún remedio
cli-exit-restore-0 = se restaura todo lo que tiene el programa
cli-exit-restore-1 = algo no se restaura
cli-exit-restore-2 = no se pudo leer el punto de control
cli-exit-evolve-0 = el plan cumple todas las reglas
cli-exit-evolve-1 = incumple alguna
cli-exit-values-0 = se leyeron todos los valores
cli-exit-values-2 = no se pudo leer alguno, o no hay ninguno
cli-exit-verify-0 = todas las sumas de comprobación guardadas son correctas
cli-exit-verify-1 = alguna es incorrecta
cli-exit-verify-2 = no se pudo leer algo
cli-exit-run-0 = se ejecutó
cli-exit-run-1 = la ejecución falló
cli-exit-run-2 = no se pudo leer el modelo
cli-exit-run-3 = una op no tiene kernel
cli-exit-run-130 = Ctrl-C lo terminó
cli-exit-printed-0 = se imprimió

## Usage errors

cli-usage-option = No hay ninguna opción { $option }.
cli-usage-option-meant = No hay ninguna opción { $option }. ¿Quiso decir { $meant }?
cli-usage-option-after = { $option } es una opción de { $command }. Escríbala después del comando: vintage { $command } { $option }
cli-usage-extra = Sobra el argumento «{ $argument }».
cli-usage-command-meant = No hay ningún comando { $name }. ¿Quiso decir { $meant }?
cli-usage-no-command = Falta un comando. Comandos: { $commands }.
cli-usage-missing = El comando necesita { $arguments }.
cli-usage-no-value = { $option } necesita un valor.
cli-usage-value = «{ $value }» no es un valor de { $option }.
cli-usage-meant = ¿Quiso decir { $meant }?
cli-usage-values = Valores posibles: { $values }.
cli-usage-takes-none = { $option } no acepta ningún valor; se indicó «{ $value }».
cli-usage-twice = { $option } solo se puede indicar una vez.
cli-usage-conflict = { $option } no se puede usar con { $other }.
cli-usage-number = Se espera un número, como 0.5.
cli-usage-whole-number = Se espera un número entero.
cli-usage-at-least-one = Se espera un número entero mayor o igual que 1.
cli-usage-out-of-range = El número está fuera del intervalo permitido.
cli-usage-utf8 = Un argumento no es UTF-8 válido. Solo las rutas pueden contener otros bytes.
cli-limit-form = --limit acepta NOMBRE=VALOR. Nombres: { $names }
cli-evolution-pair = Escriba NOMBRE=VALOR, como register=2.22.0.
cli-usage-other = La línea de comandos es incorrecta.
cli-usage-help = Todos los argumentos: { $command }
