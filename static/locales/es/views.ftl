# Views that are fetched when they first open, and the table of requirements.

copy-bytes = Copiar estos bytes como texto
filter = Filtrar
filter-none = Nada coincide con el filtro.
show-more = Mostrar { $n } más
show-nodes = Mostrar los nodos
explain = Explicar «{ $name }»
explain-mark = ?
line-open = Mostrar la ventana en { $channel }
line-findings = { $n ->
    [one] { NUMBER($n) } hallazgo
   *[other] { NUMBER($n) } hallazgos
}
col-counts = Cuenta
col-counts-long = Desmarque un requisito para ver la ventana sin él
col-requirement = Requisito
col-nodes = Nodos
col-releases = Versiones que lo cumplen
col-because = Motivo
col-certainty = Certeza
col-source = Fuente
as-far-as-known = por lo que se sabe
window-table = Todas las versiones en una tabla
window-col-channel = Canal
window-col-releases = Versiones
window-col-dates = Publicadas
window-col-count = Número
window-count = { NUMBER($n) }
window-more = { $n ->
    [one] y uno más
   *[other] y { NUMBER($n) } más
}
chart-table = Los números en una tabla
chart-value = Valor
chart-from = Desde
chart-to = Hasta
chart-count = Número
subject-of-endianness = orden de bytes
subject-of-flatbuffer = flatbuffer
subject-of-file-identifier = identificador del archivo
subject-of-schema-version = versión del esquema { $version }
subject-of-index = índice
subject-of-inputs = entradas de un subgrafo: tensor { $version }
subject-of-outputs = salidas de un subgrafo: tensor { $version }
subject-of-node-inputs = entradas de un nodo: tensor { $version }
subject-of-node-outputs = salidas de un nodo: tensor { $version }
count-it = Contar { $requirement }
count-requirements = { $n ->
    [one] { NUMBER($n) } requisito
   *[other] { NUMBER($n) } requisitos
}
columns-for = versiones de { $channel }
filter-requirements = Filtrar requisitos
no-release = ninguna
any-release = no se comprueba aquí
sets-start = fija el inicio
sets-end = fija el final
exception-graph-function-body = { $first } a { $last } no comprueban los cuerpos de las funciones.
exception-graph-function-body-one = { $first } no comprueba los cuerpos de las funciones.
exception-graph-attr = { $first } a { $last } ignoran los atributos que no conocen.
exception-graph-attr-one = { $first } ignora los atributos que no conoce.
exception-graph-attr-import = { $first } a { $last } no comprueban los valores de los atributos al importar.
exception-graph-attr-import-one = { $first } no comprueba los valores de los atributos al importar.
exception-graph-dtype-unused = { $first } a { $last } solo comprueban los tipos de las entradas y salidas.
exception-graph-dtype-unused-one = { $first } solo comprueba los tipos de las entradas y salidas.
exception-saved-model-main-graph = { $first } a { $last } construyen funciones y no importan el grafo principal.
exception-saved-model-main-graph-one = { $first } construye funciones y no importa el grafo principal.
exception-saved-model-strips-defaults = { $first } a { $last } quitan, antes de importar, los atributos con el valor predeterminado del productor.
exception-saved-model-strips-defaults-one = { $first } quita, antes de importar, los atributos con el valor predeterminado del productor.
exception-meta-graph-strips-defaults = { $first } a { $last } quitan, antes de importar, los atributos con el valor predeterminado del productor.
exception-meta-graph-strips-defaults-one = { $first } quita, antes de importar, los atributos con el valor predeterminado del productor.
ranges-every = todas las versiones
ranges-every-known = { $first } y posteriores: todas las versiones con datos
ranges-from = { $first } y posteriores
ranges-up-to = { $last } y anteriores
ranges-between = { $first } a { $last }
ranges-only = solo { $release }
ranges-and = {"; "}
ranges-more = { $ranges } y { $n ->
    [one] { $n } intervalo más antiguo
   *[other] { $n } intervalos más antiguos
}
fact-producer = producer
fact-min-consumer = min_consumer
fact-bad-consumers = bad_consumers
fact-tags = etiquetas
fact-converted-from = convertido desde
fact-optimization = optimización
fact-description = descripción
fact-subgraphs = subgrafos
fact-metadata = metadatos
fact-shards = fragmentos
fact-endianness = orden de bytes
fact-keys = claves
fact-collections = colecciones
fact-assets = assets
fact-fingerprint-uuid = huella
col-signature = Firma
col-direction = Dirección
col-name = Nombre
col-dtype = Tipo
col-shape = Forma
col-tensor = Tensor
direction-input = entrada
direction-output = salida
unknown-rank = rango desconocido
graph-main = { $n ->
    [one] Grafo principal, { NUMBER($n) } nodo
   *[other] Grafo principal, { NUMBER($n) } nodos
}
graph-named = { $n ->
    [one] { $name }, { NUMBER($n) } nodo
   *[other] { $name }, { NUMBER($n) } nodos
}
filter-variables = Filtrar variables
count-variables-bytes = { $n ->
    [one] { NUMBER($n) } variable, { $size }
   *[other] { NUMBER($n) } variables, { $size }
}
show-values = { $n ->
    [one] Mostrar el valor
   *[other] Mostrar { NUMBER($n) } valores
}
show-value = mostrar
value-unreadable = ilegible
col-variable = Variable
col-bytes = Bytes
col-first-values = Primeros valores
col-sum = Comprobación
filter-objects = Filtrar objetos
count-objects = { $n ->
    [one] { NUMBER($n) } objeto
   *[other] { NUMBER($n) } objetos
}
col-node = Nodo
col-path = Ruta
col-role = Papel
col-children = Hijos y slots
col-saved = Guardado como
role-root = raíz
role-object = objeto
role-optimizer = optimizador
role-variable = variable
role-slot-variable = variable de slot
bytes-file = Archivo
bytes-offset = Desplazamiento
bytes-offset-wrong = No es un desplazamiento: un número decimal, o uno hexadecimal después de 0x
bytes-previous = Anterior
bytes-next = Siguiente
bytes-of = de { $size } bytes
bytes-at = { $field } en { $range }
