# Restores of a checkpoint into a program: the Objects view and `vintage restore`.

restore-restored = Restaurados
restore-misfits = No encajan
restore-missing = Faltan en el punto de control
restore-delayed = Aplazados hasta que se cree el objeto
restore-left-over = Sin usar
restore-renames = Quizá con otro nombre

restore-how-restored = restaurado
restore-how-created = lo crea el optimizador
restore-how-shadowed = su objeto conserva otro valor
restore-how-assigned = se asigna después de la restauración
restore-how-converted = se asigna después de la restauración, convertido al dtype de la variable
restore-waits-for = espera a { $on }.{ $name }
restore-why-no-name = nada en el programa tiene este nombre
restore-why-not-a-value = el objeto del programa no contiene este valor
restore-why-no-slots = el optimizador del programa no guarda esta variable de slot
restore-ambiguous = otro valor también coincide
restore-by-name = solo por nombre: compare las formas

cli-no-checkpoint = Entre estos archivos no hay ningún punto de control ni ningún SavedModel con variables.
cli-restore-into-what = Indique el destino de la restauración: --into PATH, --only OBJECT … o --names FILE.
cli-restore-fails = la propia llamada falla
cli-restore-holds = se cumple
cli-restore-raises = lanza AssertionError
cli-restore-slot = variable de slot

error-restore-no-such-path = Los objetos del punto de control no tienen la ruta «{ $path }»: no llega más allá de «{ $at }».
error-restore-no-such-path-advice = Escriba las rutas como las lista la vista Objetos: nombres de hijos, separados por /.
error-restore-no-objects = { $name } no tiene grafo de objetos: se escribió por nombre, con tf.compat.v1.train.Saver o un Estimator.
error-restore-no-objects-advice = Dé en su lugar los nombres de las variables del programa.
error-restore-no-checkpoint = { $name } no tiene variables que restaurar.
error-restore-no-checkpoint-advice = Elija un punto de control, o un SavedModel con una carpeta variables.

restore-into = Restaurar en
restore-into-artifact = el programa que escribió otro archivo abierto aquí
restore-into-paths = algunos objetos de este punto de control
restore-into-names = variables por nombre
restore-drop-another = Para probarlo con su propio programa, guarde un punto de control de ese programa y suéltelo junto a este.
restore-names = Nombres de las variables del programa
restore-names-hint = dense/kernel
restore-nothing-yet = Elija los objetos del programa para ver el resultado.
restore-call-fails = La propia llamada falla:
restore-holds = { $name } se cumple
restore-raises = { $name } lanza AssertionError
restore-misfit = { $stored } no encaja en { $wanted }
restore-waits = espera a { $child }
restore-renames-what = Valores del mismo tipo y forma con otro nombre. Revise cada uno antes de usarlo.
copy-python = Copiar como Python
copy-json = Copiar como JSON

restore-map = Correspondencias
restore-map-what = Escriba una clave para una variable o arrastre sobre ella una clave sin usar.
restore-map-objects = Los valores se asignan después de la restauración: los resultados de las aserciones no cambian.
restore-map-variables = Variables sin valor
restore-map-keys = Claves sin usar
restore-map-key = clave del punto de control
restore-map-key-for = Clave para { $name }
restore-map-undo = Deshacer
restore-map-undo-of = Deshacer la correspondencia de { $name }
restore-map-clear = Deshacer todo
restore-map-all = Usar todas como correspondencias
restore-map-filter = Filtrar variables y claves
restore-map-more = Hay más coincidencias: use el filtro.
restore-map-converted = convertido al dtype de la variable
restore-map-misfit = el dtype o la forma no encaja
restore-map-no-variable = el programa no tiene esa variable
restore-map-no-key = el punto de control no tiene ese valor
restore-map-has-value = la propia restauración le da un valor
restore-map-key-used = otra variable toma este valor
copy-map-python = Copiar correspondencias como Python
copy-map-json = Copiar correspondencias como JSON
