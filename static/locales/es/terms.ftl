# Explanations of the terms on the page, fetched with the first one that is opened. The concepts page of the documentation
# is generated from them, in this order. Code is in backticks.

terms-more = Más en Conceptos

## The answer

term-requirement = Algo que un archivo exige de una versión de TensorFlow, como la versión 5 de `CONV_2D` o un tipo de datos. Cada requisito indica los nodos o campos que lo muestran y la fuente del dato en que se basa. Una versión carga el archivo si los cumple todos.
    .name = Requisito
term-capability = Algo que una versión acepta: una versión de una op, un tipo de datos, un atributo. Las capacidades son filas de las tablas que acompañan a Vintage, cada una con su fuente.
    .name = Capacidad
term-window = Las versiones de un canal que cargan el archivo. Un requisito puede fijar el inicio de la ventana, su final o un hueco dentro de ella.
    .name = Ventana
term-verdict = La respuesta para un archivo y una versión: se carga, se carga con avisos, es rechazado o es desconocido. Desconocido significa que ningún dato cubre la versión; no significa rechazado.
    .name = Veredicto
term-certainty = Cómo se conoce un dato. Observado: se ejecutó un binario publicado. Deducido: se leyó en el código de la implementación. Garantizado: lo garantiza la documentación.
    .name = Certeza
term-finding = Una afirmación sobre el archivo además de su ventana, con una gravedad y un consejo: por ejemplo, que sus metadatos nombran una versión que lo rechaza. Un hallazgo nunca cambia un veredicto.
    .name = Hallazgo
term-action = Lo que un programa hace con el archivo: restaurar un punto de control o leer sus valores, cargar un SavedModel en TensorFlow o en Keras, ejecutar un modelo `.tflite` con delegados o sin ellos. Cada acción exige otras capacidades, por eso cada una tiene su ventana.
    .name = Acción
term-release-channel = Un paquete con una lista ordenada de versiones: `tensorflow`, `tflite-runtime`, `ai-edge-litert` o `keras`. El mismo código puede tener números de versión distintos en dos canales.
    .name = Canal de versiones

## TensorFlow Lite models

term-op-version = El número de versión de un operador integrado, que un archivo `.tflite` guarda para cada operador que usa. El convertidor escribe un número más alto si el modelo usa una función más nueva del operador. Un runtime que no conoce el número rechaza el modelo.
    .name = Versión de la op
term-opcode = El número de un operador integrado en el esquema de TensorFlow Lite. Un modelo guarda una sola vez el código y la versión de cada operador que usa, en su lista de códigos de operador. Los números mayores que 126 están en un segundo campo, que los runtimes antiguos no leen.
    .name = Código de operador
term-custom-op = Un operador que no está integrado en TensorFlow Lite. El archivo guarda su nombre; la aplicación debe registrar un kernel con ese nombre, y si no lo hace, el runtime rechaza el modelo.
    .name = Op personalizada
term-flex-op = Una op de TensorFlow en un modelo `.tflite`, guardada como op personalizada cuyo nombre empieza por `Flex`. Se ejecuta en el delegado Flex, que añade kernels de TensorFlow a la aplicación.
    .name = Op Flex
term-delegate = Una biblioteca que se encarga de nodos de un modelo `.tflite` y los ejecuta con otros kernels o en otro hardware, como XNNPACK en la CPU o el delegado de GPU. El intérprete ejecuta los nodos que el delegado no acepta.
    .name = Delegado
term-quantization = Guardar números reales como enteros pequeños, por ejemplo int8. Cada tensor cuantizado tiene una escala y un punto cero: el valor real es `scale * (q - zero_point)`. Un modelo cuantizado es más pequeño y a menudo más rápido.
    .name = Cuantización
term-zero-point = El entero que representa el valor real 0 en un tensor cuantizado. El valor real de un entero `q` es `scale * (q - zero_point)`. En la cuantización simétrica el punto cero es 0.
    .name = Punto cero
term-per-channel = Cuantización con una escala para cada porción de un tensor a lo largo de un eje, por lo general para cada canal de salida de los pesos. La cuantización por tensor tiene una sola escala para todos los valores. Los pesos cuantizados por canal pierden menos precisión; algunos operadores exigen para ellos una versión de op más alta.
    .name = Por canal
term-dynamic-range = Cuantización con activaciones de punto flotante y pesos int8 o int4. El runtime cuantiza las activaciones de un operador mientras lo ejecuta, y el resultado vuelve a ser de punto flotante. No hacen falta datos de calibración.
    .name = Rango dinámico
term-signature = Un punto de entrada de un modelo, con nombre y con entradas y salidas que también lo tienen, como `serving_default`. Un programa llama a una firma por su nombre y no depende de números de tensores.
    .name = Firma

## Graphs

term-producer = La versión de GraphDef del TensorFlow que escribió un grafo o un punto de control. Crece con el tiempo y no es el número de versión del paquete. Algunas comprobaciones dependen de ella: se rechaza un grafo con una op que se eliminó en esa versión o antes.
    .name = producer
term-min_consumer = La menor versión de GraphDef que puede tener quien lea el archivo. Una versión de TensorFlow con un número menor rechaza el archivo, aunque conozca todas sus ops.
    .name = min_consumer
term-bad_consumers = Versiones de GraphDef que no deben leer el archivo, aunque no sean menores que `min_consumer`. Quien escribe el archivo anota aquí las versiones que lo leen mal.
    .name = bad_consumers
term-frozen-graph = Un GraphDef cuyas variables se sustituyeron por constantes. No necesita un punto de control: basta `import_graph_def` para cargarlo.
    .name = Grafo congelado

## Checkpoints and saved models

term-checkpoint = Los valores de las variables de un programa, en archivos: un índice (`.index`) y uno o más fragmentos (`.data-00000-of-00001`). Un punto de control no contiene un grafo: para restaurarlo debe existir un programa con variables que le correspondan.
    .name = Punto de control
term-object-based-checkpoint = La forma que escribe `tf.train.Checkpoint`. Contiene el grafo de objetos, de modo que los valores se asignan por la ruta de su objeto, como `net/l1/kernel`, y no por los nombres de las variables.
    .name = Punto de control basado en objetos
term-name-based-checkpoint = La forma que escribe `tf.compat.v1.train.Saver`. Los valores se asignan por los nombres de las variables. Su formato más antiguo, V1, tiene un archivo por punto de control o fragmento, y ningún `.index`.
    .name = Punto de control basado en nombres
term-object-graph = Los objetos de un programa (modelos, capas, optimizadores, variables) y las aristas con nombre entre ellos, tal como TensorFlow 2 los guarda en un punto de control o un SavedModel. Una restauración recorre este grafo y el del programa a la par.
    .name = Grafo de objetos
term-slot-variable = Una variable que un optimizador mantiene para otra variable, como `m` y `v` de Adam. Hace falta para continuar el entrenamiento, no para la inferencia.
    .name = Variable de slot
term-savedmodel = Una carpeta con `saved_model.pb` (grafos, funciones y firmas), los valores de las variables y los assets. Un programa puede cargarla sin el código que construyó el modelo.
    .name = SavedModel
