# Restores of a checkpoint into a program: the Objects view and `vintage restore`.

restore-restored = Restored
restore-misfits = Does not fit
restore-missing = Missing in the checkpoint
restore-delayed = Delayed until the object is created
restore-left-over = Left over
restore-renames = Probably renamed

restore-how-restored = restored
restore-how-created = the optimizer creates it
restore-how-shadowed = its object keeps another value
restore-how-assigned = assigned after the restore
restore-how-converted = assigned after the restore, converted to the dtype of the variable
restore-waits-for = waits for { $on }.{ $name }
restore-why-no-name = nothing in the program has this name
restore-why-not-a-value = the program's object holds no such value
restore-why-no-slots = the program's optimizer keeps no such slot variable
restore-ambiguous = another value matches as well
restore-by-name = by name only: compare the shapes

cli-no-checkpoint = There is no checkpoint and no SavedModel with variables among these files.
cli-restore-into-what = Name the target of the restore: --into PATH, --only OBJECT … or --names FILE.
cli-restore-fails = the call itself fails
cli-restore-holds = holds
cli-restore-raises = raises AssertionError
cli-restore-slot = slot variable

error-restore-no-such-path = The checkpoint's objects have no path “{ $path }”: it leads no further than “{ $at }”.
error-restore-no-such-path-advice = Write paths as the Objects view lists them: names of children, separated by /.
error-restore-no-objects = { $name } has no object graph: it was written by name, with tf.compat.v1.train.Saver or an Estimator.
error-restore-no-objects-advice = Give the names of the program's variables instead.
error-restore-no-checkpoint = { $name } has no variables to restore.
error-restore-no-checkpoint-advice = Choose a checkpoint, or a SavedModel with a variables folder.

restore-into = Restore into
restore-into-artifact = the program that wrote another file here
restore-into-paths = some of this checkpoint's objects
restore-into-names = variables by name
restore-drop-another = To try it on your own program, save a checkpoint of that program and drop it beside this one.
restore-names = Names of the program's variables
restore-names-hint = dense/kernel
restore-nothing-yet = Choose the objects of the program to see the result.
restore-call-fails = The call itself fails:
restore-holds = { $name } holds
restore-raises = { $name } raises AssertionError
restore-misfit = { $stored } does not fit { $wanted }
restore-waits = waits for { $child }
restore-renames-what = Values of the same type and shape under another name. Look at each before you use it.
copy-python = Copy as Python
copy-json = Copy as JSON

restore-map = Mapping
restore-map-what = Type a key for a variable, or drag an unused key onto it.
restore-map-objects = The values are assigned after the restore: the results of the assertions do not change.
restore-map-variables = Variables without a value
restore-map-keys = Unused keys
restore-map-key = key in the checkpoint
restore-map-key-for = Key for { $name }
restore-map-undo = Undo
restore-map-undo-of = Undo the mapping of { $name }
restore-map-clear = Undo all
restore-map-all = Map all of them
restore-map-filter = Filter variables and keys
restore-map-more = More match: use the filter.
restore-map-converted = converted to the dtype of the variable
restore-map-misfit = dtype or shape does not fit
restore-map-no-variable = the program has no such variable
restore-map-no-key = the checkpoint has no such value
restore-map-has-value = the restore itself gives it a value
restore-map-key-used = another variable takes this value
copy-map-python = Copy mapping as Python
copy-map-json = Copy mapping as JSON
