# The documentation: the frame of each page, and the pages that are generated. Values that are code arrive marked.

docs-title = Documentation
docs-all = All pages
docs-languages = This page in other languages
docs-search = Search the documentation
docs-search-none = Nothing found
docs-search-found = Found:
docs-reference = Reference
docs-formats = Formats
docs-use = Command line, CI, embedding, hosting
docs-contribute = For contributors
docs-findings = Findings
docs-findings-tflite = TensorFlow Lite models: findings
docs-findings-graphs = Graphs: findings
docs-findings-saved-models = SavedModels: findings
docs-findings-checkpoints = Checkpoints: findings
docs-findings-keras = Keras files: findings
docs-findings-lead = Each section is an id of the report. { $value } is a part that varies from file to file. Generated from { $words } and { $facts } by { $command }.
docs-requirement = Requirement
docs-finding = Finding
docs-advice = Advice
docs-where = Where
docs-printed = Printed
docs-by = By { $value }:
docs-all-channels = all channels
docs-row = { $channel }, { $releases }: { $outcome } ({ $source })
docs-row-action = { $channel }, { $releases }, to { $action }: { $outcome } ({ $source })
docs-printed-row = { $channel }, { $releases }:

## Concepts

concepts-title = Concepts
concepts-lead = The terms on the page. A file is a set of requirements, a release is a set of capabilities, and the window is every release that meets all requirements. Generated from { $words } by { $command }.
concepts-answer = The answer
concepts-tflite = TensorFlow Lite models
concepts-graphs = Graphs
concepts-checkpoints = Checkpoints and saved models
