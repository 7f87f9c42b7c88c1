# The workspace: the table of all files, the command palette, panes, the help.

## All files

files-filter = Filtrar los archivos
files-count = { $n ->
    [one] { NUMBER($n) } archivo
   *[other] { NUMBER($n) } archivos
}
files-together = { $n ->
    [one] Versiones que cargan el archivo
   *[other] Versiones que cargan los { NUMBER($n) } archivos
}
files-all = { $channel }: { $first } a { $last }
files-all-gaps = { $channel }: { $first } a { $last }, con huecos
files-all-none = { $channel }: ninguna
files-no-channel = Ningún paquete carga todos estos archivos: son de distintos tipos.
col-file = Archivo
col-kind = Tipo
col-size = Tamaño
col-verdict = Veredicto

## Report

report-save = Guardar informe
report-save-long = Un archivo HTML con las ventanas, los hallazgos, los requisitos y el dibujo: para una incidencia o para imprimirlo
report-on = en { $target }
report-windows = Versiones que cargan este archivo
report-made = Creado por Vintage { $version }

## Command palette

palette = Búsqueda y comandos
palette-find = Una vista, un archivo, una versión, un nodo o un comando
palette-none = Sin resultados
palette-view = vista
palette-file = archivo
palette-release = debe funcionar en
palette-node = nodo
palette-action = comando
palette-theme = Tema: { $theme }
palette-language = Idioma: { $language }
embed-copy-element = Copiar el elemento que incrusta esta vista
embed-copy = Copiar el marco que incrusta esta vista

## Panes

pane-width = Ancho del panel: arrastre, haga clic o use las teclas de flecha

## Help

help-title = Vintage
help-what = Un archivo tiene requisitos: ops, versiones, tipos. Su ventana son todas las versiones que los cumplen. Vintage muestra la ventana, los requisitos que la limitan y los errores que imprimen las demás versiones.
help-private = Esta página lee los archivos en este navegador. No se sube nada.
help-kept = Una copia de los archivos de esta pestaña, de hasta { $size }, queda en este navegador para cuando se recargue la página; se elimina después de un día.
kept-clear = Eliminar las copias
kept-cleared = Eliminadas.
help-docs = Significado de cada hallazgo y exactitud de los veredictos
help-keys = Teclado
key-help = esta ayuda
key-open = abrir archivos
key-target = elegir la versión en la que debe funcionar
key-find = filtrar la tabla visible
key-palette = buscar vistas, archivos, versiones, nodos y comandos
key-views = ir a una vista, en el orden de las pestañas
key-arrows = en una línea de tiempo: de versión en versión
key-enter = en una línea de tiempo: debe funcionar en esta versión
key-edges = en un dibujo: a una entrada del nodo seleccionado, a un nodo que lo lee
key-visited = en un dibujo: al nodo visitado anterior o siguiente; más allá del primero y del último, las teclas son del navegador
key-describe = en un dibujo: describir el nodo seleccionado
key-undo = en un dibujo: deshacer un cambio de la vista; con Mayús, rehacerlo
keys-single = Atajos de un solo carácter: ?, /, O, T, cifras; en un dibujo, D, P, +, −, 0

## Recent files

recent = Archivos recientes
recent-more = { $name } y { $n ->
    [one] uno más
   *[other] { $n } más
 }
recent-remove = Quitar { $name } de los archivos recientes
recent-about = Las copias, de hasta { $size }, quedan solo en este navegador.
recent-clear = Quitar todos
error-recent-gone = Este navegador ha eliminado su copia de { $name }.
error-recent-gone-advice = Abra el archivo de nuevo.
palette-recent = Archivo reciente
