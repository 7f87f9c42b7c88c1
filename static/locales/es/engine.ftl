# The engine on the CPU: why a model cannot be prepared or run, and why a node has no kernel.

error-engine-unsupported-nodes =
    { $count ->
        [one] Un nodo no tiene kernel aquí.
       *[other] { $count } nodos no tienen kernel aquí.
    }
error-engine-unsupported-nodes-advice = La lista da el motivo de cada nodo. Las demás vistas siguen funcionando.

error-engine-not-built = No se pudo compilar el motor. El terminal que ejecuta `cargo xtask serve` muestra por qué.
error-engine-no-such-signature = El modelo no tiene ninguna firma llamada «{ $key }».
error-engine-no-such-signature-advice = Elija una firma que el archivo liste, o ninguna para ejecutar el grafo principal.
error-engine-no-such-subgraph = No hay ningún subgrafo { $index } en este modelo.
error-engine-no-such-subgraph-advice = El archivo está probablemente dañado; vuelva a convertir el modelo.
error-engine-recursive-subgraph = Los subgrafos se llaman entre sí en un ciclo.
error-engine-recursive-subgraph-advice = Ningún runtime puede terminar este modelo; vuelva a convertirlo.
error-engine-subgraphs-too-deep = Los subgrafos tienen { $depth } niveles de anidamiento. Vintage ejecuta { $limit }.
error-engine-subgraphs-too-deep-advice = Es un límite de Vintage, no del archivo: otros runtimes pueden ejecutarlo.
error-engine-too-many-plans = Los subgrafos se llaman entre sí demasiadas veces para planificarlos.
error-engine-too-many-plans-advice = Probablemente el archivo no lo escribió un convertidor.

error-engine-tensor-index-out-of-range = El tensor { $index } no existe; el subgrafo tiene { $count }.
error-engine-tensor-index-out-of-range-advice = El archivo está dañado; vuelva a copiarlo o a convertirlo.
error-engine-buffer-index-out-of-range = El búfer { $index } no existe.
error-engine-buffer-index-out-of-range-advice = El archivo está dañado; vuelva a copiarlo o a convertirlo.
error-engine-opcode-index-out-of-range = El código de operador { $index } no existe.
error-engine-opcode-index-out-of-range-advice = El archivo está dañado; vuelva a copiarlo o a convertirlo.
error-engine-unknown-tensor-type = El tipo de tensor { $type } es desconocido.
error-engine-unknown-tensor-type-advice = El archivo puede venir de un convertidor más nuevo; las demás vistas siguen funcionando.
error-engine-negative-dimension = El tensor «{ $tensor }» tiene una dimensión de tamaño { $size }.
error-engine-negative-dimension-advice = El archivo está dañado; vuelva a convertirlo.
error-engine-shape-overflow = Un tensor tendría más elementos de los que caben en cualquier memoria.
error-engine-shape-overflow-advice = Compruebe las formas de las entradas; si son las del archivo, está dañado.
error-engine-bad-option = La opción «{ $field }» de un nodo tiene un valor no definido.
error-engine-bad-option-advice = El archivo está dañado, o es más nuevo que esta versión de Vintage.
error-engine-constant-size = La constante «{ $tensor }» necesita { $wanted } bytes; el archivo contiene { $stored }.
error-engine-constant-size-advice = El archivo está dañado; vuelva a copiarlo o a convertirlo.
error-engine-sparse-constant = La constante dispersa «{ $tensor }» y sus parámetros de dispersión no coinciden.
error-engine-sparse-constant-advice = El archivo está dañado; vuelva a copiarlo o a convertirlo.
error-engine-constant-past-end = La constante «{ $tensor }» está más allá del final del archivo.
error-engine-constant-past-end-advice = La copia está probablemente incompleta; compare su tamaño con el del original.
error-engine-constants-too-large = Los pesos ocupan { $size } bytes; el límite es { $limit }.
error-engine-constants-too-large-advice = La CLI puede subir el límite: vintage run --limit structure_bytes=BYTES --limit value_bytes=BYTES.
error-engine-tensor-too-large = Un tensor ocuparía { $size } bytes de memoria; el límite es de { $limit } bytes.
error-engine-tensor-too-large-advice = Use entradas más pequeñas. La CLI puede subir el límite: vintage run --limit working_bytes=BYTES.
error-engine-arena-too-large = La ejecución ocuparía { $size } bytes de memoria de trabajo; el límite es de { $limit } bytes.
error-engine-arena-too-large-advice = Use entradas más pequeñas. La CLI puede subir el límite: vintage run --limit working_bytes=BYTES.
error-engine-scratch-too-large = El operador necesita { $size } bytes de memoria de trabajo; quedan { $limit } bytes.
error-engine-scratch-too-large-advice = Use entradas más pequeñas. La CLI puede subir el límite: vintage run --limit working_bytes=BYTES.
error-engine-no-size = El tamaño de un tensor { $dtype } no se conoce antes de la ejecución.
error-engine-no-size-advice = Estos tensores aún no se admiten.

error-engine-tensor-never-written = El tensor { $tensor } se lee antes de que se escriba nada en él.
error-engine-tensor-never-written-advice = Los operadores están en un orden incorrecto; vuelva a convertir el modelo.
error-engine-tensor-written-twice = Dos nodos escriben el tensor { $tensor }.
error-engine-tensor-written-twice-advice = El grafo es defectuoso; vuelva a convertir el modelo.
error-engine-output-count = El número de salidas del nodo es incorrecto: su operador tiene { $wanted }.
error-engine-output-count-advice = El grafo es defectuoso; vuelva a convertir el modelo.
error-engine-shapes = Las formas de los operandos del nodo no encajan entre sí.
error-engine-shapes-advice = Si cambió la forma de una entrada, pruebe con la del archivo; si no, el grafo es defectuoso.
error-engine-negative-size = El operador recibió un tamaño de { $size }; los tamaños y las repeticiones no pueden ser negativos.
error-engine-negative-size-advice = Si depende de los valores de entrada, use otros; si no, el grafo es defectuoso.
error-engine-range-step = Una secuencia de { $from } a { $to } tiene un paso de { $step }.
error-engine-range-step-advice = El paso no debe ser cero. Si depende de los valores de entrada, use otros; si no, el grafo es defectuoso.
error-engine-range-direction = Una secuencia de { $from } a { $to } no puede tener un paso de { $step }: se aleja del final.
error-engine-range-direction-advice = Si depende de los valores de entrada, use otros; si no, el grafo es defectuoso.
error-engine-range-endless = Una secuencia de { $from } a { $to } en pasos de { $step } no tiene una longitud finita.
error-engine-range-endless-advice = Si depende de los valores de entrada, use otros; si no, el grafo es defectuoso.
error-engine-shape-unknown = No se pudo determinar la forma de un resultado.
error-engine-shape-unknown-advice = Notifique este modelo.
error-engine-axis = El eje { $axis } no existe en un tensor de { $rank } dimensiones.
error-engine-axis-advice = Si cambió la forma de una entrada, pruebe con la del archivo; si no, el grafo es defectuoso.
error-engine-not-quantized = Un operando que debe estar cuantizado no tiene escala.
error-engine-not-quantized-advice = Vuelva a cuantizar el modelo.
error-engine-output-not-quantized = Un resultado que debe estar cuantizado no tiene escala.
error-engine-output-not-quantized-advice = Vuelva a cuantizar el modelo.
error-engine-no-kernel = El nodo no tiene kernel aquí.
error-engine-no-kernel-advice = Las demás vistas siguen funcionando.

error-engine-no-such-input = El modelo no tiene ninguna entrada { $input }.
error-engine-no-such-input-advice = Las entradas se numeran desde 0, o se llaman por los nombres de la lista.
error-engine-no-such-output = El modelo no tiene ninguna salida { $output }.
error-engine-no-such-output-advice = Las salidas se numeran desde 0, o se llaman por los nombres de la lista.
error-engine-input-size = La entrada { $input } acepta { $wanted } bytes; se dieron { $given }.
error-engine-input-size-advice = Dé valores del tipo y la forma de la entrada.

error-engine-index = El índice { $index } está fuera de los límites de una dimensión de tamaño { $size }.
error-engine-index-advice = Los valores de entrada están fuera de los límites; use otros.
error-engine-boxes = Un cuadro termina antes de empezar.
error-engine-boxes-advice = Los valores de entrada o las anclas son incorrectos; use otros.
error-engine-transform-length = Las longitudes de una transformada de Fourier deben ser potencias de dos.
error-engine-transform-length-advice = El runtime tampoco admite otras longitudes; cambie el modelo.
error-engine-too-many-phrases = Una oración produce más de { $limit } frases.
error-engine-too-many-phrases-advice = Use una oración más corta.
error-engine-no-resource = El identificador de recurso del nodo no remite a una variable ni a una tabla.
error-engine-no-resource-advice = El grafo es defectuoso; vuelva a convertir el modelo.
error-engine-variable-unset = Una variable se lee antes de que se le asigne un valor.
error-engine-variable-unset-advice = Ejecute primero la firma que le da valor, si el modelo tiene una.
error-engine-division-by-zero = Un entero se divide por cero.
error-engine-division-by-zero-advice = La causa son los valores de entrada, a menudo ceros. Use otros.
error-engine-negative-exponent = Un entero se eleva a una potencia negativa.
error-engine-negative-exponent-advice = La causa son los valores de entrada; use otros.
error-engine-subgraph-inputs = Las entradas de un subgrafo no coinciden con las que pasa quien lo llama.
error-engine-subgraph-inputs-advice = El grafo es defectuoso; vuelva a convertir el modelo.
error-engine-subgraph-results = Los resultados de un subgrafo no coinciden con los que espera quien lo llama.
error-engine-subgraph-results-advice = El grafo es defectuoso; vuelva a convertir el modelo.
error-engine-run-was-broken-off = La última ejecución se abortó.
error-engine-run-was-broken-off-advice = Vuelva a abrir el modelo.
error-engine-cancelled = La ejecución se detuvo.
error-engine-cancelled-advice = Vuelva a ejecutarla cuando quiera.

reason-engine-no-kernel = Este operador aún no está implementado.
reason-engine-custom-op = Un operador personalizado: su código no forma parte del archivo.
reason-engine-unknown-op = El código de operador es desconocido.
reason-engine-op-version = Esta versión de la op no está implementada; la más nueva admitida es { $newest }.
reason-engine-types = No está implementado para estos tipos: de { $inputs } a { $outputs }.
reason-engine-operands = El operador no acepta este número de entradas o salidas.
reason-engine-gates-of-int8 = El LSTM tiene doce tensores intermedios (puertas de 8 bits). El runtime solo lo ejecuta con normalización y una proyección con sesgo, y no sobre secuencias.
reason-engine-activation = La activación fusionada no está implementada para este operador.
reason-engine-shuffled-weights = Los pesos están guardados en un orden modificado que no está implementado.
reason-engine-mixed-scales = Los operandos y el resultado tienen escalas distintas, lo que no está implementado.
reason-engine-body = El runtime no admite el cuerpo de este operador.
reason-engine-custom-options = Las opciones del operador personalizado faltan o no son válidas.

error-engine-no-such-node = Una partición del modelo remite a un nodo que no existe.
error-engine-no-such-node-advice = Es un error de Vintage; notifíquelo con el archivo. Mientras tanto, elija la CPU.
