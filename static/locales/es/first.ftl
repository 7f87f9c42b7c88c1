# The first screen: a page of its own shows it before its code is there.

tagline = qué versiones cargan este archivo
welcome-title = ¿Qué versiones de TensorFlow cargan su archivo?
welcome-lead = Suelte un modelo o un punto de control para ver qué versiones lo cargan, qué requisitos fijan los límites y qué errores imprimen las demás versiones.
welcome-drop = Suelte archivos o una carpeta aquí
welcome-kinds = .tflite, carpetas SavedModel, grafos congelados, puntos de control, o un zip o tar de ellos. También se pueden pegar.
open-files = Abrir archivos…
open-folder = Abrir una carpeta…
private = Nada sale de este navegador.
progress-reading = Leyendo…
