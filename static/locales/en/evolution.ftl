# Changes to ops, for op maintainers: the page's Evolution view and `vintage evolve`.

lab = Evolution
lab-lead = You maintain an op and want to change it. Choose what changes and when; see which graphs still load where, what refusing releases print, and which rules of the version guide the plan breaks.
lab-back = Back to the files
lab-recipe = Change
lab-when = When
lab-train = Releases
lab-result = Results by graph and release
lab-rules = Rules

lab-recipe-add-attr = Add an attr
lab-recipe-add-op = Add an op
lab-recipe-add-op-and-switch = Add an op and switch Python functions to it
lab-recipe-remove = Remove or restrict an op
lab-recipe-change = Change what an op does
lab-recipe-ban = Ban a release

lab-recipe-add-attr-long = MyOp gets the attr my_attr. Graphs without it must behave as before.
lab-recipe-add-op-long = MyOpV2 is registered, but no Python function writes it. Graphs that contain it are made by hand.
lab-recipe-add-op-and-switch-long = MyOpV2 is registered, and later the Python functions that wrote MyOp write it instead.
lab-recipe-remove-long = MyOp, or a part of it, is removed: first no program writes it, then new graphs may not contain it, and a major release removes it.
lab-recipe-change-long = MyOp gets another meaning. MyOpV2 takes its place until the old meaning is gone, then the name comes back.
lab-recipe-ban-long = A release is so broken that no new graph should load in it.

lab-step-register = The new op or attr is registered
lab-step-switch = Python functions begin to write it
lab-step-stop-writing = Code outside TensorFlow no longer writes it
lab-step-deprecate = New graphs may not have it (deprecated)
lab-step-remove = It is gone; min_producer goes up
lab-step-reuse = MyOp comes back with the new meaning; min_consumer goes up
lab-step-switch-back = Python functions write MyOp again
lab-step-remove-second = MyOpV2 is gone
lab-step-ban = New graphs name the bad release in bad_consumers

lab-not-done = not done
lab-bumps = the GraphDef number goes up
lab-usual = Take the first releases that keep every rule
lab-release = release
lab-date = date
lab-number = GraphDef number
lab-min-producer = min_producer
lab-min-consumer = min_consumer
lab-bad-consumers = bad_consumers
lab-planned = planned
lab-appeared = appeared
lab-steps = steps
lab-bad = bad
lab-bad-long = { $release } is the bad release
lab-date-of = Day on which { $release } appears
lab-leave-out = Leave out
lab-leave-out-long = Leave out { $release }
lab-add-release = Add a release
lab-add = Add
lab-version = Version
lab-train-note = The number of a planned release goes up by one for each step that needs it. Planned releases are assumed to behave as the newest known one.

lab-default = A missing attr counts as
lab-default-same = a value with which MyOp behaves as before
lab-default-other = a value with which MyOp behaves differently
lab-default-none = an error: there is no default
lab-keeps-defaults = Graphs are saved without strip_default_attrs
lab-raises-min-consumer = Raise min_consumer with the switch

lab-graphs-concerned = Graphs with the change
lab-graphs-other = Graphs without the change
lab-written-by = written by
lab-loaded-by = loaded by
lab-all-load = They load everywhere.
lab-cannot-write = cannot be written

lab-outcome-loads = loads
lab-outcome-ignores = ignores the attr
lab-outcome-differs = differs
lab-outcome-unsafe = unsafe
lab-outcome-refused = refused
lab-cell = A graph of { $producer } in { $consumer }: { $outcome }
lab-cell-loads = It loads and behaves as before.
lab-cell-ignores = It loads with a warning; the attr that { $consumer } does not know has its default and is ignored.
lab-cell-differs = It loads and silently does something else.
lab-cell-unsafe = { $consumer } is the bad release, and this graph still loads there.
lab-cell-refused = It is refused. { $consumer } prints:
lab-choose-cell = Choose a cell to see why.

lab-severity-error = violated
lab-severity-warning = warning
lab-severity-note = note
lab-all-kept = The plan keeps every rule of the version guide.

lab-rule-in-the-past = { $release } has already appeared and can no longer change.
lab-rule-in-the-past-advice = Choose a planned release, or plan one.
lab-rule-without = It requires a step that is not in the plan: { $before }.
lab-rule-without-advice = Do that step in an earlier release.
lab-rule-before-its-time = In { $release } it comes before a step that it requires: { $before }.
lab-rule-before-its-time-advice = Swap the two.
lab-rule-in-a-patch = { $release } is a patch release, and those bring bug fixes only: the accepted GraphDef numbers stay the same within a minor release.
lab-rule-in-a-patch-advice = Wait for the next minor release.
lab-rule-not-major = { $release } is not the first release of a major version, and support for graphs may end only there.
lab-rule-not-major-advice = Wait for the next major release.
lab-rule-six-months = min_producer may reach the number of the deprecation only from { $earliest } on: six months after it.
lab-rule-six-months-advice = Deprecate earlier, or remove in a later major release.
lab-rule-next-major = Graphs of { $written } were written before it was deprecated. The guide promises that a SavedModel of one major release that uses nothing deprecated loads in the next one, { $release } included.
lab-rule-next-major-advice = Remove in { $major }.0, or accept that such SavedModels end here.
lab-rule-no-head-start = Until { $earliest } binaries without it may still be in use: the forward-compatibility window is three weeks.
lab-rule-no-head-start-advice = Guard the new behavior with tf.compat.forward_compatible, or switch in a later release.
lab-rule-default-differs = With this default old graphs, which lack the attr, silently do something else in new releases.
lab-rule-default-differs-advice = Give the attr a default with which the op behaves as before.
lab-rule-no-default = Without a default every old graph is refused, because it lacks the attr.
lab-rule-no-default-advice = Give the attr a default.
lab-rule-not-stripped = Graphs contain the attr even where it has its default. TensorFlow 1.8 to 2.4 refuses them; 2.5 and later ignore it with a warning.
lab-rule-not-stripped-advice = Save with strip_default_attrs. TensorFlow 2 always does.
lab-rule-min-consumer-raised = With min_consumer raised, graphs that do not have the op are refused in older releases too.
lab-rule-min-consumer-raised-advice = Leave min_consumer alone: only graphs that have the op should stop loading there.
lab-rule-nothing-bad = No bad release is named.
lab-rule-nothing-bad-advice = Mark a release as bad in the list of releases.
lab-rule-bans-others = { $other } has the same GraphDef number as { $release }, { $number }: the ban includes it.
lab-rule-bans-others-advice = bad_consumers contains numbers only. The number must go up between the two releases.
lab-rule-bans-itself = { $release } is bad and writes graphs that refuse it: it cannot load the graphs it saves.
lab-rule-bans-itself-advice = Begin the ban in a later release.
lab-rule-differs =
    { $count ->
        [one] A graph of { $producer } loads in { $consumer } and silently does something else.
       *[other] A graph of { $producer } loads in { $consumer } and silently does something else. This affects { $count } pairs of releases.
    }
lab-rule-differs-forward =
    { $count ->
        [one] A graph of { $producer } loads in { $consumer } with another result: releases from 2.5 on ignore an attr that they do not know, whatever its value.
       *[other] A graph of { $producer } loads in { $consumer } with another result: releases from 2.5 on ignore an attr that they do not know, whatever its value. This affects { $count } pairs of releases.
    }
lab-rule-differs-forward-advice = Where the value matters, add an op in place of the attr: an unknown op is refused.
lab-rule-backward =
    { $count ->
        [one] A graph of { $producer } is refused by { $consumer }, a later release of the same major: the guide promises that it loads.
       *[other] A graph of { $producer } is refused by { $consumer }, a later release of the same major: the guide promises that it loads. This affects { $count } pairs of releases.
    }
lab-rule-forward = New graphs that have it are refused by older releases, for example a graph of { $producer } in { $consumer }. The guide promises forward compatibility only within patch releases.
lab-rule-unsafe = Graphs written before the ban still load in { $consumer }.
lab-rule-unsafe-advice = Replace that release where it runs; the ban applies to new graphs only.
lab-rule-ignored = Older releases ignore the attr with a warning, for example { $consumer } with a graph of { $producer }.

error-lab-no-recipe = There is no recipe “{ $text }”.
error-lab-no-recipe-advice = Recipes: add-attr, add-op, add-op-and-switch, remove, change and ban.
error-lab-no-release = There is no release { $text } in the plan.
error-lab-no-release-advice = Add it with its date, or name a listed one.
error-lab-no-step = This recipe has no step “{ $text }”.
error-lab-no-step-advice = Run it without a step to list the steps.
error-lab-no-default = A missing attr cannot count as “{ $text }”.
error-lab-no-default-advice = It counts as same, other or none.
error-lab-no-version = “{ $text }” is not a release version.
error-lab-no-version-advice = Write three numbers, such as 2.23.0.
error-lab-no-date = “{ $text }” is not a date.
error-lab-no-date-advice = Write year, month and day, such as 2027-03-01.
error-lab-release-refused = { $text } cannot be planned.
error-lab-release-refused-advice = It has already appeared, it comes before a release that has appeared, or the plan already has { $limit } releases.
error-lab-dates = { $text } would appear before { $before }, which comes on { $date }.
error-lab-dates-advice = Give it a later day.

cli-lab-pair = Write NAME=VALUE, such as register=2.22.0.
