# Los hechos detrás de una versión publicada, y la historia de su canal.

facts-of = Hechos detrás de { $release }
facts-met = { $n ->
    [one] Cumple { NUMBER($n) } de { NUMBER($of) } requisitos: las filas de abajo tienen sus versiones, motivos y fuentes.
   *[other] Cumple { NUMBER($n) } de { NUMBER($of) } requisitos: las filas de abajo tienen sus versiones, motivos y fuentes.
}
facts-asked-tflite = Se preguntó a { $release }: al intérprete de su paquete, por cada operador y versión.
facts-asked-graph = Se preguntó a { $release }: el paquete importó grafos y se leyó su lista de ops.
facts-not-asked = No se preguntó a { $release }: sus hechos son los de la rama { $branch }.
facts-none = No hay hechos sobre { $release }: nadie le preguntó.
facts-history = Historia de { $channel }, por rama
branch-unknown = Sin hechos.
branch-first-tflite = { NUMBER($ops) } operadores en { NUMBER($versions) } versiones: la primera con hechos.
branch-first-graph = { NUMBER($ops) } ops: la primera con hechos.
branch-same = Las mismas ops que { $branch }.
branch-ops = { $n ->
    [one] { NUMBER($n) } op nueva:
   *[other] { NUMBER($n) } ops nuevas:
}
branch-versions = { $n ->
    [one] { NUMBER($n) } versión nueva de una op:
   *[other] { NUMBER($n) } versiones nuevas de ops:
}
branch-gone = { $n ->
    [one] { NUMBER($n) } op ya no está:
   *[other] { NUMBER($n) } ops ya no están:
}
