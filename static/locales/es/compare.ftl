# Comparison of two files: the Compare view and `vintage compare`.

compare-same = Mismo significado.
compare-different = Son distintos.
compare-gained = { $count ->
    [one] 1 versión ganada
   *[other] { $count } versiones ganadas
}
compare-lost = { $count ->
    [one] 1 versión perdida
   *[other] { $count } versiones perdidas
}
compare-because-a = el primero requiere
compare-because-b = el segundo requiere
compare-requirements = Requerido solo por un archivo, sin efecto en ninguna ventana
compare-values = Valores guardados
compare-values-not-read = No se leyeron los valores guardados.
compare-exact = iguales
compare-close = próximos
compare-different-values = distintos
compare-incomparable = no comparables
compare-elements = difieren { $differing } de { $total } elementos
compare-largest = mayor diferencia { $difference } en { $at }: { $a } -> { $b }
compare-first = primera en { $at }: { $a } -> { $b }

compare-part-file = Archivo
compare-part-metadata = Metadatos
compare-part-meta-graph = Metagrafos
compare-part-signature = Firmas
compare-part-graph = Grafos
compare-part-function = Funciones
compare-part-node = Nodos
compare-part-tensor = Tensores
compare-part-model = Modelo
compare-part-compile = Compilación
compare-part-layer = Capas
compare-part-variable = Variables
compare-part-object = Objetos

compare-refusal-kinds = No se pueden comparar { $a } y { $b }: son archivos de distintos tipos.
compare-refusal-unreadable = No se pudo leer { $name }, así que no hay nada que comparar.
compare-refusal-not-open = Se necesitan dos archivos.

compare-alone = Para comparar este archivo con otro, abra también el otro.
compare-alone-what = Dos modelos, grafos, puntos de control o archivos de Keras se comparan por su significado: nodos y capas en cualquier orden, tipos, formas, cuantización, firmas, pesos; y los requisitos que movieron la ventana.
compare-open = Abrir un archivo para comparar
compare-with = Comparar con
compare-option = { $name } ({ $kind })
compare-swap = Intercambiar antes y después
compare-says-same = { $a } y { $b } son iguales, salvo los valores guardados.
compare-says-different = Diferencias de { $a } a { $b }:
compare-window = Cambios de la ventana
compare-window-same = La ventana es la misma: todas las versiones tratan igual ambos archivos.
compare-channel = Canal
compare-before = Antes
compare-after = Después
compare-change = Cambio
compare-because = Motivo
compare-verdicts = { $count ->
    [one] 1 veredicto distinto
   *[other] { $count } veredictos distintos
}
compare-only-before = Requerido solo por el archivo de antes
compare-only-after = Requerido solo por el archivo de después
compare-what = Diferencias
compare-parts = Recuentos por parte; seleccione una para filtrar
compare-counts = { $added } añadidos, { $removed } eliminados, { $changed } cambiados, { $same } iguales
compare-filter = Filtrar diferencias
compare-filter-values = Filtrar valores guardados
compare-name = Nombre
compare-how-added = solo después
compare-how-removed = solo antes
compare-how-changed = cambiado
compare-values-ask = { $n ->
    [one] Comparar 1 valor guardado ({ $size })
   *[other] Comparar { $n } valores guardados ({ $size })
}
compare-close-means = próximos: |a − b| ≤ { $absolute } + { $relative } · |b|
compare-equal-too = también los iguales
compare-all-equal = Todos son iguales.
compare-differing = Distintos
compare-largest-is = Mayor diferencia
compare-norm = Diferencia L2
compare-relative = Cambio relativo
compare-types = Tipo y forma
compare-at = En
compare-of = { $n } de { $total }
compare-dequantized = números reales
compare-dequantized-why = Los dos tienen distinta cuantización: se comparan sus valores reales.
copy-markdown = Copiar como Markdown

compare-one-file = archivo
compare-one-metadata = metadatos
compare-one-meta-graph = metagrafo
compare-one-signature = firma
compare-one-graph = grafo
compare-one-function = función
compare-one-node = nodo
compare-one-tensor = tensor
compare-one-model = modelo
compare-one-compile = compilación
compare-one-layer = capa
compare-one-variable = variable
compare-one-object = objeto

compare-ways = Cómo mostrar las diferencias
compare-as-list = Lista
compare-as-drawings = Dibujos
together = Grafos lado a lado
together-alone = { $name } no tiene un grafo que corresponda a este.
together-follow = Mover a la vez
together-follow-long = Ambos dibujos muestran la misma parte
together-differences = Nodos que difieren
together-none = Ningún nodo difiere.
together-field = Campo
together-selected = Diferencias del nodo seleccionado
together-same = iguales
together-changed = cambiados
together-removed = solo antes
together-added = solo después
