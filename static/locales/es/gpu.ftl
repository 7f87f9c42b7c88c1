# The WebGPU path: why it cannot run, and what happens instead.
# Each error has a headline and advice; a reason is about one node.

error-gpu-no-adapter = No hay ninguna GPU disponible para el cálculo.
error-gpu-no-adapter-advice = El modelo se ejecuta en la CPU. WebGPU debe estar activado en el navegador, y necesita una página servida por HTTPS o desde localhost y un controlador gráfico que funcione.

error-gpu-no-device = No se pudo abrir la GPU: { $detail }
error-gpu-no-device-advice = El modelo se ejecuta en la CPU. A menudo ayuda cerrar otras páginas que usan gráficos, o reiniciar el navegador.

error-gpu-unsupported =
    { $count ->
        [one] Un nodo no tiene kernel de GPU: { $ops }.
       *[other] { $count } nodos no tienen kernel de GPU: { $ops }.
    }
error-gpu-unsupported-advice = El modelo se ejecuta en la CPU. A un operador con un tipo entre paréntesis le falta el kernel solo para ese tipo.

error-gpu-parts-little =
    { $count ->
        [one] Un nodo no tiene kernel de GPU: { $ops }. Los demás son demasiado pequeños para que valga la pena ejecutarlos en la GPU.
       *[other] { $count } nodos no tienen kernel de GPU: { $ops }. Los demás son demasiado pequeños para que valga la pena ejecutarlos en la GPU.
    }
error-gpu-parts-little-advice = El modelo se ejecuta en la CPU. A un operador con un tipo entre paréntesis le falta el kernel solo para ese tipo.

error-gpu-too-large = Un tensor necesita { $bytes } bytes; esta GPU permite { $limit } en un búfer.
error-gpu-too-large-advice = El modelo se ejecuta en la CPU.

error-gpu-not-half = Esta GPU no tiene shader-f16.
error-gpu-not-half-advice = El modelo se ejecutó en float32.

error-gpu-bad-input = La entrada { $input } tiene { $given } valores; el modelo acepta { $expected }.
error-gpu-bad-input-advice = Dé un tensor con la forma de la entrada.

error-gpu-out-of-memory = La GPU se quedó sin memoria.
error-gpu-out-of-memory-advice = El modelo se ejecuta en la CPU. Cerrar otras páginas que usan gráficos libera memoria.

error-gpu-validation = El controlador gráfico rechazó un paso: { $detail }
error-gpu-validation-advice = El modelo se ejecuta en la CPU. Es un error de Vintage o del controlador; notifíquelo con el texto de arriba.

error-gpu-other-shape = El tensor { $tensor } tiene la forma { $given } en esta ejecución; el archivo declara { $stored }.
error-gpu-other-shape-advice = El modelo se ejecuta en la CPU, que admite formas que cambian durante la ejecución.

error-gpu-lost = La GPU se perdió durante la ejecución: { $detail }
error-gpu-lost-advice = El modelo se ejecuta en la CPU. Otra ejecución puede volver a usar la GPU.

reason-gpu-no-kernel = esta op aún no tiene kernel de GPU
reason-gpu-dtype = en la GPU se admiten float32, bool, e int8 o uint8 con una sola escala, pero este nodo usa { $dtype }
reason-gpu-not-constant = el operando { $operand } debe ser constante en la GPU, pero aquí se calcula
reason-gpu-missing-operand = falta el operando { $operand }
reason-gpu-option = su opción { $option } aún no tiene kernel de GPU
reason-gpu-scales = sus operandos y su resultado tienen escalas distintas, pero el runtime copia sus bytes
reason-gpu-shape = sus formas no coinciden, o tienen un rango sin kernel de GPU
reason-gpu-variable = conserva su estado entre ejecuciones, lo que aún no se admite en la GPU
reason-gpu-too-large = uno de sus tensores necesita { $bytes } bytes; esta GPU permite { $limit } en un búfer
reason-gpu-little = la GPU lo admite, pero la transferencia tardaría más que calcularlo en la CPU
reason-gpu-between = la GPU lo admite, pero está entre nodos que comparten estado

run-parts =
    { $count ->
        [one] Se ejecutó en { $count } partición:
       *[other] Se ejecutó en { $count } particiones:
    }
run-part-where = Dónde
run-col-which = Cuáles
run-col-why = Motivo
run-part-gpu = en la GPU
run-part-simd = en la CPU
run-half = float16 (la mitad de memoria, menos exacto)
run-check = comparar cada op con los kernels de referencia
run-check-passed =
    { $count ->
        [one] Se comparó { $count } op con los kernels de referencia; coincide.
       *[other] Se compararon { $count } ops con los kernels de referencia; todas coinciden.
    }
run-check-failed =
    { $count ->
        [one] Se comparó { $count } op con los kernels de referencia; { $differing } difiere.
       *[other] Se compararon { $count } ops con los kernels de referencia; { $differing } difieren más de lo permitido.
    }
run-check-first = Primera: { $op } en el nodo { $node } (kernel { $kernel }) dio { $got } en lugar de { $want } en el elemento { $element }: diferencia { $absolute }, relativa { $relative }; se permite { $tolerance }.
run-check-closest = La más cercana a su límite: { $op } en el nodo { $node } (kernel { $kernel }), diferencia { $absolute }, relativa { $relative }; se permite { $tolerance }.
