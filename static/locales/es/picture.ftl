# Windows as pictures, tables and badges, saved by the page and printed by the terminal.

answers-save = Guardar la ventana
answers-picture = Imagen (SVG)
answers-table = Tabla (Markdown)
answers-badge = Insignia (SVG)

picture-title-one = Versiones que cargan { $name }
picture-title =
    { $count ->
        [one] Versiones que cargan { $count } archivo
       *[other] Versiones que cargan { $count } archivos
    }
picture-file = { $name } se carga en: { $windows }
picture-file-none = { $name } no tiene ventana
picture-file-unreadable = No se puede leer { $name }
picture-together = Todos los archivos se cargan en: { $windows }
picture-all-files = todos los archivos
picture-run = { $first } a { $last }
picture-count = { $good } de { $all } versiones
picture-none = ninguna versión conocida
picture-unknown = sin datos
picture-no-window = sin ventana
picture-target = { $channel } { $release }: { $outcome }
picture-target-all = { $channel } { $release }, todos los archivos: { $outcome }
picture-col-file = Archivo
picture-col-channel = Canal
picture-col-window = Se carga en
picture-col-count = Versiones

picture-outcome-loads = se carga
picture-outcome-warns = se carga con avisos
picture-outcome-refused = rechazado
picture-outcome-unknown = desconocido
picture-outcome-unreadable = ilegible

picture-kind-tflite = modelo de TensorFlow Lite
picture-kind-saved_model = SavedModel
picture-kind-graph_def = GraphDef
picture-kind-meta_graph = MetaGraphDef
picture-kind-checkpoint = punto de control
picture-kind-checkpoint_state = archivo de estado de puntos de control
picture-kind-keras = archivo de Keras
picture-kind-unknown = no reconocido

badge-loads = se carga en
badge-loads-in = se carga en { $channel } { $release }
badge-warns = con avisos
badge-unknown = sin datos
badge-yes = sí
badge-no = no
badge-only = { $first }
badge-from = { $first } y posteriores
badge-between = { $first } a { $last }
badge-with-gaps = { $window }, con huecos
badge-title = { $name } se carga en { $channel } { $window }
badge-title-target = { $name } en { $channel } { $release }: { $outcome }
