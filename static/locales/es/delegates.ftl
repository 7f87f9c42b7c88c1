# Delegates and other runtimes for a TFLite model: the Delegates view and `vintage delegates`.

delegate-gpu-check = Comprobación oficial de GPU
delegate-gpu = Delegado de GPU
delegate-xnnpack = XNNPACK
delegate-nnapi = NNAPI
delegate-coreml = Core ML
delegate-hexagon = Hexagon
delegate-micro = TensorFlow Lite Micro
delegate-edgetpu-compiler-16 = Edge TPU Compiler 16.0

delegate-verdict-all = acepta todos los nodos
delegate-verdict-may = puede aceptar todos los nodos
delegate-verdict-part = acepta algunos nodos
delegate-verdict-none = no acepta ningún nodo
delegate-verdict-refused = rechaza el modelo
delegate-verdict-unknown = sin datos

delegate-takes-yes = sí
delegate-takes-may = quizá
delegate-takes-no = no
delegate-takes-unknown = desconocido

delegates-of = { $taken } de { $nodes } nodos
delegates-segments =
    { $count ->
        [one] { $count } segmento
       *[other] { $count } segmentos
    }
delegates-by-default = { $nodes ->
    [one] { $nodes } nodo por defecto
   *[other] { $nodes } nodos por defecto
}
delegates-no-release = ninguna versión
delegates-resolver = Ops que registrar en TensorFlow Lite Micro
delegates-versions = Bajar a mano las versiones de las ops
delegates-channels = Paquetes que siguen un canal

delegates-what = Delegados y otros runtimes para este modelo. Cada nodo se comprueba con las reglas publicadas. La respuesta es «quizá» donde algunas reglas no están publicadas, y «sin datos» donde no lo está ninguna.
delegates-one-by-one = Reglas, segmentos y nodos
delegates-nodes-all = { $nodes ->
    [one] { $nodes } nodo en el modelo
   *[other] { $nodes } nodos en el modelo
}
delegates-count-yes = { $count ->
    [one] { $count } aceptado
   *[other] { $count } aceptados
}
delegates-count-may = { $count } quizá
delegates-count-no = { $count ->
    [one] { $count } rechazado
   *[other] { $count } rechazados
}
delegates-count-unknown = { $count } sin datos
delegates-platform-any = cualquier dispositivo
delegates-platform-of = Dispositivo para { $name }
delegates-platform-too-old = Algunas ops necesitan un dispositivo más nuevo.
delegates-no-nodes = El modelo no tiene nodos.
delegates-more-reasons = { $n ->
    [one] { $n } motivo más abajo
   *[other] { $n } motivos más abajo
}
delegates-open = Mostrar los detalles
delegates-about-gpu-check = La comprobación del analizador de TensorFlow Lite sin dispositivo, con sus reglas más nuevas. Desde 2.18, el analizador publicado no comprueba nada y declara compatibles todos los modelos.
delegates-about-gpu = El delegado OpenCL y OpenGL: lo que su analizador sintáctico acepta según la versión, los tipos y la comprobación oficial.
delegates-about-xnnpack = El delegado de CPU que está activado por defecto.
delegates-about-micro = Un runtime para microcontroladores. Ignora las versiones de las ops, y una aplicación enlaza solo las ops que registra.
delegates-about-edgetpu-compiler-16 = Una herramienta congelada: rechaza modelos con versiones más nuevas de una op. Solo se conocen las versiones de op cuyo rechazo se observó.
delegates-source = Fuente:
delegates-says = Imprime:
delegates-most =
    { $count ->
        [one] Por defecto acepta solo el segmento más grande.
       *[other] Por defecto acepta los { $count } segmentos más grandes.
    }
delegates-least = Los segmentos de menos de { $count } nodos se quedan en la CPU.
delegates-breaks =
    { $count ->
        [one] Un nodo en la CPU separa los segmentos.
       *[other] { $count } nodos en la CPU separan los segmentos.
    }
delegates-on-delegate = delegado
delegates-on-small = CPU por defecto
delegates-on-cpu = CPU
delegates-versions-what = Una versión de op editada en el archivo cambia qué runtimes aceptan el modelo, no sus resultados. Según las reglas del convertidor más nuevo:
delegates-channels-what = Estos paquetes contienen las ops de una versión cuyo veredicto se conoce.
delegates-col-on = Se ejecuta en
delegates-col-nodes = Nodos
delegates-col-engine = Delegado o runtime
delegates-col-answer = Respuesta
delegates-col-platform = Dispositivo
delegates-col-which = Cuáles
delegates-col-takes = Lo acepta
delegates-col-op = Op
delegates-col-why = Motivo
delegates-col-lower = ¿Bajarla?
delegates-col-package = Paquete
delegates-col-loads = Se carga en
delegates-col-newest = Última versión
delegates-col-note = Nota
copy-resolver = Copiar la lista del resolver

delegate-why-takes = Cumple todas las condiciones.
delegate-why-folded = Una constante float16, que se descuantiza una sola vez.
delegate-why-not-listed = No conoce esta op.
delegate-why-not-registered = No tiene ninguna versión de esta op.
delegate-why-unknown = No se sabe cuál es la versión más alta que acepta.
delegate-why-below-ceiling = Inferior a la versión que se sabe que rechaza; no se sabe nada más.
delegate-why-version-high = Acepta versiones hasta { $bound }.
delegate-why-version-low = Acepta versiones desde { $bound }.
delegate-why-ceiling = Se congeló en la versión { $bound } de esta op, y rechaza el modelo completo.
delegate-why-condition = Requiere:
delegate-why-type-in = Una entrada es { $found }; acepta { $types }.
delegate-why-type-out = Una salida es { $found }; acepta { $types }.
delegate-why-rest-parse = Según la op, la versión, los tipos y la comprobación oficial; las comprobaciones posteriores de su analizador sintáctico no están en la lista.
delegate-why-rest-types-shapes-options = Según la op y la versión; sus condiciones sobre tipos, formas y opciones no están en la lista.
delegate-why-rest-variable-flag = Solo con las ops de variables activadas en sus opciones.
delegate-why-rest-named-accelerator = La versión 3 solo cuando se indica un acelerador; sus condiciones sobre tipos, formas y opciones no están en la lista.
delegate-why-rest-further = Según la op, la versión y el tipo; sus demás condiciones no están en la lista.
delegate-why-rest-kernel-types = Tiene esta op e ignora las versiones; la aplicación debe registrarla. Los tipos que acepta su kernel no están en la lista.

delegates-version-lower = La versión { $required } no pierde nada; funciona desde { $since }.
delegates-version-keep = Déjela: una versión inferior pierde la característica por la que se añadió esta versión.
delegates-version-too-low = Ya es demasiado baja: estos nodos necesitan la versión { $required }. Un runtime más antiguo puede cargar el modelo y dar resultados incorrectos.
delegates-version-unsure = Déjela: sus activaciones son de 16 bits, para los que se sabe que las reglas están incompletas.
delegates-version-lowest = Ya es la versión más baja.
delegates-version-unknown = No se conoce ninguna regla para esta op.

delegate-channel-moved-to-litert = Se abandonó; su sucesor es com.google.ai.edge.litert:litert.
delegate-channel-litert-tags = Sigue las etiquetas de versión de LiteRT.
delegate-channel-tfjs-newest = La versión más nueva de este paquete: sus ops y versiones son las de TensorFlow 2.11.
delegate-channel-litertjs = Acepta las ops y versiones de esa versión publicada. También carga ops personalizadas, que después fallan al ejecutar el modelo.
delegate-channel-pods-skip = Hay pods hasta 2.14 y para 2.17; no se publicó ninguno para 2.15 y 2.16.

cli-no-model = Entre estos archivos no hay ningún modelo TFLite.
cli-no-delegate = No hay ningún delegado con este nombre. Conocidos: { $names }.

error-delegates-no-model = { $name } no es un modelo TFLite.
error-delegates-no-model-advice = Los delegados aceptan modelos TFLite. Conviértalo primero.

delegate-rule-activation = Su activación no es SIGN_BIT.
delegate-rule-always = Se acepta siempre.
delegate-rule-an-input = Tiene una entrada.
delegate-rule-any-float-and-same = La entrada y la salida tienen el mismo tipo: FLOAT16, FLOAT32 o BFLOAT16.
delegate-rule-axes-constant = La entrada 1 es una constante INT32.
delegate-rule-beta = beta es 1.
delegate-rule-bias-size = El sesgo tiene un valor por cada canal de salida.
delegate-rule-bitcast-larger = Elementos de salida más grandes: la entrada tiene una dimensión más, que llena un elemento de salida.
delegate-rule-bitcast-same = Elementos del mismo tamaño: las formas son iguales.
delegate-rule-bitcast-smaller = Elementos de salida más pequeños: la salida tiene una dimensión más, que llena un elemento de entrada.
delegate-rule-block-size = block_size es mayor que 1.
delegate-rule-broadcast = Entradas de distinto rango con broadcasting: las dimensiones, desde la derecha, son iguales o 1.
delegate-rule-broadcast-dimensions = La entrada 1 es un vector INT32 con un valor por cada dimensión de la entrada 0.
delegate-rule-cast-types = Convierte entre BOOL y un tipo de punto flotante, o entre FLOAT32 e INT32.
delegate-rule-choices-constant = Las entradas 1 y 2 de dos dimensiones son constantes.
delegate-rule-choices-shape = Las entradas 1 y 2 son escalares o tienen la forma de la salida.
delegate-rule-clamp-bounds = Cada límite tiene la forma de la entrada 1, o un solo elemento.
delegate-rule-composite-attention = Solo el compuesto odml.scaled_dot_product_attention.
delegate-rule-condition-shape = Su condición se extiende por broadcasting a la salida.
delegate-rule-condition-type = Su condición es BOOL, FLOAT16 o FLOAT32.
delegate-rule-convolution-inputs = Una o dos entradas no son constantes, y tiene pesos y una salida.
delegate-rule-data-8-bit = Ninguna entrada es float: solo modelos cuantizados de 8 bits.
delegate-rule-data-float32 = Su entrada de datos es FLOAT32.
delegate-rule-depth-multiplier = Los canales de salida son los de entrada multiplicados por depth_multiplier.
delegate-rule-filter-channels = El filtro tiene tantos canales como la salida.
delegate-rule-filter-size = El filtro tiene un tamaño.
delegate-rule-float-and-same = La entrada y la salida tienen el mismo tipo de punto flotante.
delegate-rule-four-inputs = Tiene exactamente cuatro entradas y una salida.
delegate-rule-four-inputs-at-least = Tiene al menos cuatro entradas.
delegate-rule-indices-int32 = Los índices son INT32.
delegate-rule-indices-rank-1 = Los índices tienen una dimensión.
delegate-rule-indices-vector = La entrada 2 es un vector INT32.
delegate-rule-inner-dimensions = La salida y la entrada 1 coinciden en todas las dimensiones salvo la primera.
delegate-rule-input-int32 = La entrada 0 es INT32.
delegate-rule-input-not-constant = La entrada 0 no es constante.
delegate-rule-input-rank-1 = La entrada 0 tiene una dimensión.
delegate-rule-inputs-rank-4 = Ambas entradas tienen cuatro dimensiones y el mismo lote.
delegate-rule-keep-dimensions = Con keep_num_dims, la entrada y la salida tienen el mismo número de dimensiones.
delegate-rule-lstm-basic = Un kernel básico tiene tres entradas, dos constantes y cuatro salidas, la activación TANH y ningún recorte, y su memoria de trabajo es un múltiplo de cuatro canales.
delegate-rule-lstm-full = Un kernel completo tiene 20 o 24 entradas, una salida y la activación TANH.
delegate-rule-masks = No hay ninguna máscara ellipsis, new-axis o shrink-axis.
delegate-rule-never = Está en la lista, pero nunca se acepta.
delegate-rule-no-runtime-input = Todas las entradas son constantes, y tiene una salida.
delegate-rule-not-int16 = Su entrada no es INT16.
delegate-rule-not-sparse = No es la versión 8, que tiene pesos dispersos.
delegate-rule-one-hot-axis = axis es -1, o igual al tamaño de la última dimensión de la entrada 0.
delegate-rule-one-hot-shape = Todas las dimensiones de la entrada 0 salvo la última (y el lote si son cuatro o más) son 1.
delegate-rule-one-hot-values = Las entradas 2 y 3 son constantes FLOAT32 de un elemento.
delegate-rule-one-input-one-output = Tiene exactamente una entrada y una salida.
delegate-rule-one-runtime-input = Una entrada no es constante, y tiene una salida.
delegate-rule-one-runtime-no-constant = Su única entrada no es constante, y tiene una salida.
delegate-rule-one-runtime-one-constant = Una entrada es constante, otra no lo es, y tiene una salida.
delegate-rule-one-runtime-two-outputs = Una entrada no es constante, y tiene dos salidas.
delegate-rule-options = Tiene opciones.
delegate-rule-output-rank-of-values = La salida tiene tantas dimensiones como la entrada 1.
delegate-rule-paddings = Los rellenos tienen la forma 3x2 o 4x2.
delegate-rule-rank-3-or-4 = La entrada 0 tiene tres o cuatro dimensiones.
delegate-rule-rank-4 = La entrada, el filtro y la salida tienen cuatro dimensiones.
delegate-rule-rank-4-at-most = Ningún tensor tiene más de cuatro dimensiones.
delegate-rule-raw-activation = Su activación no es SIGN_BIT.
delegate-rule-raw-filter-strides = El filtro y los pasos (strides) son mayores que 0.
delegate-rule-raw-strides = Los pasos (strides) son mayores que 0.
delegate-rule-reflect = Su modo es REFLECT.
delegate-rule-resize-corners = align_corners y half_pixel_centers no están activados a la vez.
delegate-rule-same-batch = La entrada y la salida tienen el mismo lote.
delegate-rule-same-rank = Las entradas 0 y 1 tienen el mismo número de dimensiones.
delegate-rule-same-type = Las entradas 0 y 1 tienen el mismo tipo.
delegate-rule-same-type-of-three = Las tres entradas tienen el mismo tipo.
delegate-rule-strides = Los pasos (strides) son mayores que 0.
delegate-rule-strides-dilations = Los pasos (strides) y las dilataciones son mayores que 0.
delegate-rule-three-inputs = Tiene exactamente tres entradas.
delegate-rule-three-inputs-at-least = Tiene al menos tres entradas.
delegate-rule-three-inputs-one-output = Tiene exactamente tres entradas y una salida.
delegate-rule-three-runtime-inputs = Sus tres entradas no son constantes, y tiene una salida.
delegate-rule-two-inputs = Tiene exactamente dos entradas.
delegate-rule-two-inputs-one-output = Tiene exactamente dos entradas y una salida.
delegate-rule-two-operands = Tiene dos entradas, una de ellas constante como máximo, y una salida.
delegate-rule-two-runtime-inputs = Dos entradas no son constantes, y tiene una salida.
delegate-rule-two-runtime-inputs-at-most = Dos entradas como máximo no son constantes.
delegate-rule-values-rank = La entrada 1 tiene al menos dos dimensiones.
delegate-rule-values-type = La entrada 1 es INT8, INT4, INT2 o FLOAT32.
delegate-rule-warp-channels = La entrada 1 tiene al menos dos canales.
delegate-rule-weights = Tiene pesos.
delegate-rule-weights-format = Sus pesos tienen la disposición predeterminada.
