# The drawn graph: canvas, details, list.

drawing-role = grafo dibujado
drawing-wait = Dibujando el grafo
drawing-label = Grafo: { $nodes ->
    [one] { NUMBER($nodes) } nodo
   *[other] { NUMBER($nodes) } nodos
}, { $edges ->
    [one] { NUMBER($edges) } arista dibujada
   *[other] { NUMBER($edges) } aristas dibujadas
}
drawing-label-named = Grafo { $name }: { $nodes ->
    [one] { NUMBER($nodes) } nodo
   *[other] { NUMBER($nodes) } nodos
}, { $edges ->
    [one] { NUMBER($edges) } arista dibujada
   *[other] { NUMBER($edges) } aristas dibujadas
}
drawing-counts = { $nodes ->
    [one] { NUMBER($nodes) } nodo
   *[other] { NUMBER($nodes) } nodos
}, { $edges ->
    [one] { NUMBER($edges) } arista
   *[other] { NUMBER($edges) } aristas
}
export = Exportar
export-svg = SVG del dibujo completo
export-svg-view = SVG de la parte visible
export-png = PNG del dibujo completo, { $times }×
export-dot = DOT (Graphviz)
export-mermaid = Mermaid
full-screen = Pantalla completa
drawing-keys = Arrastre o desplace la rueda para moverse; Ctrl y la rueda para ampliar o reducir. Las flechas recorren las aristas y con Mayús mueven la vista; + − 0 cambian la ampliación; Intro abre un grupo y dibuja las aristas con nombre; P marca el camino completo.
drawing-keys-more = Alt con ↓ ↑ sigue las aristas y con ← → recorre los nodos visitados; D describe el nodo seleccionado; Ctrl Z deshace un cambio de la vista.
drawing-which = Grafo
drawing-find = Buscar un nodo: palabras u op:CONV_2D v>2
drawing-found = Nodos encontrados
drawing-none = Ningún nodo coincide
found-wait = Buscando
found-count = { $n ->
    [one] { NUMBER($n) } resultado
   *[other] { NUMBER($n) } resultados
}
found-at = { NUMBER($at) } de { NUMBER($n) }
found-before = Resultado anterior
found-next = Resultado siguiente
drawing-more = { $n ->
    [one] y { NUMBER($n) } más
   *[other] y { NUMBER($n) } más
}
drawing-constants = Mostrar constantes
drawing-shows = Mostrar
drawing-trace = Camino
drawing-trace-long = Marcar todo lo que el nodo seleccionado lee y todo lo que lo lee (P)
drawing-closer = Ampliar
drawing-farther = Reducir
drawing-fit = Ajustar
drawing-close-all = Cerrar grupos
stub-readers = { $n ->
    [one] { NUMBER($n) } lector
   *[other] { NUMBER($n) } lectores
}
stub-about = Sus aristas se dibujan como nombres, no como líneas. { $n ->
    [one] { NUMBER($n) } arista
   *[other] { NUMBER($n) } aristas
}
stub-said-begin = Aristas con nombre desde { $name } hasta { $n ->
    [one] { NUMBER($n) } lector
   *[other] { NUMBER($n) } lectores
}
stub-said-end = Arista con nombre desde { $name }, que tiene { $n ->
    [one] { NUMBER($n) } lector así
   *[other] { NUMBER($n) } lectores así
}
stub-unfold = Dibujar las aristas como líneas
stub-fold = Dibujar las aristas como nombres
stub-source = Ir al origen
attribute-since = desde { $since }
attribute-default = El valor predeterminado
drawing-wrap = Partir cadenas largas
drawing-wrap-long = Colocar una cadena larga en columnas, una junto a otra: donde acaba una columna, las aristas son nombres en vez de líneas
stub-all = Todas las aristas
stub-all-long = Dibujar cada arista como línea: también las de nodos con muchos lectores y las que cruzan muchas capas
flow-right = De izquierda a derecha
undo-view = Deshacer el último cambio de la vista (Ctrl Z)
redo-view = Rehacer el cambio de la vista (Ctrl Mayús Z)
drawing-empty = Este grafo no tiene nodos.
drawing-details = Nodo seleccionado
drawing-close = Cerrar
drawing-open-group = Abrir el grupo
drawing-close-group = Cerrar el grupo
drawing-holds = { $n ->
    [one] Grupo de { NUMBER($n) } nodo
   *[other] Grupo de { NUMBER($n) } nodos
}
drawing-count = { $n ->
    [one] { NUMBER($n) } nodo
   *[other] { NUMBER($n) } nodos
}
drawing-index = { $role }, índice { $index }
drawing-attributes = Atributos
drawing-missing = No está en el archivo: { $names }.
drawing-inputs = { $n ->
    [one] { NUMBER($n) } arista de entrada
   *[other] { NUMBER($n) } aristas de entrada
}
drawing-outputs = { $n ->
    [one] { NUMBER($n) } arista de salida
   *[other] { NUMBER($n) } aristas de salida
}
drawing-edge-control = control
drawing-edge-slot = slot
drawing-role-op = Operador
drawing-role-input = Entrada
drawing-role-output = Salida
drawing-role-constant = Constante
drawing-role-call = Llamada a otro grafo
drawing-role-group = Grupo
drawing-said = { $title }, { $name }. { $inputs } de entrada, { $outputs } de salida
drawing-said-open = Grupo abierto { $name }, { $n ->
    [one] { NUMBER($n) } nodo
   *[other] { NUMBER($n) } nodos
}
drawing-said-closed = Grupo cerrado { $name }, { $n ->
    [one] { NUMBER($n) } nodo
   *[other] { NUMBER($n) } nodos
}
node-requirements = Requisitos, en { $target }
node-met-by = Lo cumplen:

## Tensors of the selected node

tensors = { $n ->
    [one] { NUMBER($n) } tensor
   *[other] { NUMBER($n) } tensores
}
tensor-input = entrada { $slot }
tensor-constant = constante { $slot }
tensor-output = salida { $slot }
tensor-intermediate = intermedio { $slot }
tensor-variable = Conserva su valor entre ejecuciones.
tensor-place = Posición
tensor-real = Valor real
tensor-writers = Lo escribe
tensor-readers = Lo leen
tensor-graph-input = entrada del grafo
tensor-graph-output = salida del grafo
tensor-values = Valores
tensor-show-values = Mostrar los valores ({ $size })
slice-which = Elementos
slice-images = Filtros como imágenes
slice-table = Los dos últimos ejes
slice-by-index = Valores por índice
slice-axes = Filas: eje { $rows }. Columnas: eje { $columns }.
slice-axes-images = Filas: eje { $rows }. Columnas: eje { $columns }. Una imagen por cada índice del eje { $images }.
slice-index = Índice en el eje { $axis } (hasta { $last })
slice-from = Eje { $axis }, hasta { $end } (de { $last }), desde
slice-image = Imagen
slice-row = Fila
slice-both = En cada celda, el valor almacenado y debajo el real.
heat-map-said = { $images ->
    [one] Mapa de calor de { $height } × { $width } valores, de { $low } a { $high }.
   *[other] Mapas de calor de { $images } imágenes de { $height } × { $width } valores, de { $low } a { $high }.
}
scales = Escalas en el eje { $axis }
scales-said = Escalas de { $n } canales, de { $low } a { $high }.
zero-points-said = Puntos cero de { $n } canales, de { $low } a { $high }.
scale = Escala
scale-channel = Canal
zero-point = Punto cero

## Without seeing the drawing

describe = Describir
describe-nothing = No hay ningún nodo seleccionado.
described-verdict = Veredicto: { $verdict }.
described-cause = Causa: { $requirement }.
described-inputs = Entradas: { $nodes }.
described-outputs = Salidas: { $nodes }.
edges-no-readers = Ningún nodo lee este.
edges-no-inputs = Este nodo no tiene entradas.
edges-readers = Nodos que leen este: { NUMBER($n) }
edges-inputs = Entradas de este nodo: { NUMBER($n) }
visited-first = Primer nodo visitado. La misma tecla otra vez retrocede en el navegador.
visited-last = Último nodo visitado. La misma tecla otra vez avanza en el navegador.

## Outline

outline = Esquema
outline-pane = Esquema del dibujo
outline-node = Nodo
outline-in = Ent.
outline-out = Sal.
outline-repeats = × { NUMBER($times) }, { $n ->
    [one] { NUMBER($n) } nodo
   *[other] { NUMBER($n) } nodos
}

## Groups

groups = Grupos
groups-blocks = Grupos: bloques repetidos
groups-names = Grupos: ámbitos de nombres
groups-both = Grupos: bloques y ámbitos
groups-none = Sin grupos

## Colors

color-by = Significado de los colores
color-plain = Sin colores
color-outcome = Color: veredicto en el destino
color-version = Color: versión de la op
color-dtype = Color: tipo de salida
color-quantization = Color: cuantización
color-engine = Color: { $engine }
color-times = Color: tiempos de la última ejecución
color-legend = Colores, con el número de nodos: elija algunos para atenuar los demás
color-others = otros
takes-yes = lo acepta
takes-may = puede aceptarlo
takes-no = no lo acepta
takes-unknown = desconocido
quantization-float = float
quantization-per-tensor = cuantizado por tensor
quantization-per-channel = cuantizado por canal
quantization-blockwise = cuantizado por bloques
quantization-weights = solo pesos cuantizados
drawing-heat-legend = por ejecución
drawing-heat-selected = seleccionado: { $ms } ms

## Queries of the search

query-field = No hay ningún campo «{ $text }» (carácter { $at }). Campos: op, name, v, dtype, shape, attr, const, finding, reads, feeds, near, between.
query-value = «{ $text }» no tiene valor (carácter { $at }).
query-number = «{ $text }» no es un número (carácter { $at }).
query-comparison = «{ $text }» no admite esta comparación (carácter { $at }).
query-pattern = «{ $text }» no es una expresión regular (carácter { $at }).
query-shape = «{ $text }» no es una forma (carácter { $at }): dimensiones separadas por × o x, * para cualquiera.
query-unclosed = «{ $text }» no está cerrado (carácter { $at }).
query-incomplete = Falta algo junto a «{ $text }» (carácter { $at }).
query-long = La consulta es demasiado larga.
query-node = Ningún nodo se llama «{ $text }» (carácter { $at }).
