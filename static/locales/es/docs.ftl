# The documentation: the frame of each page, and the pages that are generated. Values that are code arrive marked.

docs-title = Documentación
docs-all = Todas las páginas
docs-languages = Esta página en otros idiomas
docs-search = Buscar en la documentación
docs-search-none = Sin resultados
docs-search-found = Resultados:
docs-reference = Referencia (en inglés)
docs-formats = Formatos (en inglés)
docs-use = Línea de comandos, CI, incrustar y publicar (en inglés)
docs-contribute = Para quienes contribuyen (en inglés)
docs-findings = Hallazgos
docs-findings-tflite = Modelos de TensorFlow Lite: hallazgos
docs-findings-graphs = Grafos: hallazgos
docs-findings-saved-models = SavedModels: hallazgos
docs-findings-checkpoints = Puntos de control: hallazgos
docs-findings-keras = Archivos de Keras: hallazgos
docs-findings-lead = Cada sección es un id del informe. { $value } es una parte que varía de un archivo a otro. Generado a partir de { $words } y { $facts } con { $command }.
docs-requirement = Requisito
docs-finding = Hallazgo
docs-advice = Consejo
docs-where = Dónde
docs-printed = Mensajes impresos
docs-by = Según { $value }:
docs-all-channels = todos los canales
docs-row = { $channel }, { $releases }: { $outcome } ({ $source })
docs-row-action = { $channel }, { $releases }, acción { $action }: { $outcome } ({ $source })
docs-printed-row = { $channel }, { $releases }:

## Concepts

concepts-title = Conceptos
concepts-lead = Los términos de la página. Un archivo es un conjunto de requisitos, una versión es un conjunto de capacidades, y la ventana son todas las versiones que cumplen todos los requisitos. Generado a partir de { $words } con { $command }.
concepts-answer = La respuesta
concepts-tflite = Modelos de TensorFlow Lite
concepts-graphs = Grafos
concepts-checkpoints = Puntos de control y SavedModels
