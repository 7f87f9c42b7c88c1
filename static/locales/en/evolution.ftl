# Changes to ops, for op maintainers: the page's Evolution view and `vintage evolve`.

evolution = Evolution
evolution-lead = You maintain an op and want to change it. Choose what changes and when; see which graphs still load where, what refusing releases print, and which rules of the version guide the plan breaks.
evolution-back = Back to the files
evolution-recipe = Change
evolution-when = When
evolution-train = Releases
evolution-result = Results by graph and release
evolution-rules = Rules

evolution-recipe-add-attr = Add an attr
evolution-recipe-add-op = Add an op
evolution-recipe-add-op-and-switch = Add an op and switch Python functions to it
evolution-recipe-remove = Remove or restrict an op
evolution-recipe-change = Change what an op does
evolution-recipe-ban = Ban a release

evolution-recipe-add-attr-long = MyOp gets the attr my_attr. Graphs without it must behave as before.
evolution-recipe-add-op-long = MyOpV2 is registered, but no Python function writes it. Graphs that contain it are made by hand.
evolution-recipe-add-op-and-switch-long = MyOpV2 is registered, and later the Python functions that wrote MyOp write it instead.
evolution-recipe-remove-long = MyOp, or a part of it, is removed: first no program writes it, then new graphs may not contain it, and a major release removes it.
evolution-recipe-change-long = MyOp gets another meaning. MyOpV2 takes its place until the old meaning is gone, then the name comes back.
evolution-recipe-ban-long = A release is so broken that no new graph should load in it.

evolution-step-register = The new op or attr is registered
evolution-step-switch = Python functions begin to write it
evolution-step-stop-writing = Code outside TensorFlow no longer writes it
evolution-step-deprecate = New graphs may not have it (deprecated)
evolution-step-remove = It is gone; min_producer goes up
evolution-step-reuse = MyOp comes back with the new meaning; min_consumer goes up
evolution-step-switch-back = Python functions write MyOp again
evolution-step-remove-second = MyOpV2 is gone
evolution-step-ban = New graphs name the bad release in bad_consumers

evolution-not-done = not done
evolution-bumps = the GraphDef number goes up
evolution-usual = Take the first releases that keep every rule
evolution-release = release
evolution-date = date
evolution-number = GraphDef number
evolution-min-producer = min_producer
evolution-min-consumer = min_consumer
evolution-bad-consumers = bad_consumers
evolution-steps = steps
evolution-bad = bad
evolution-bad-long = { $release } is the bad release
evolution-date-of = Day on which { $release } appears
evolution-leave-out = Leave out
evolution-leave-out-long = Leave out { $release }
evolution-add-release = Add a release
evolution-add = Add
evolution-version = Version
evolution-train-note = The number of a planned release goes up by one for each step that needs it. Planned releases are assumed to behave as the newest known one.

evolution-default = A missing attr counts as
evolution-default-same = a value with which MyOp behaves as before
evolution-default-other = a value with which MyOp behaves differently
evolution-default-none = an error: there is no default
evolution-keeps-defaults = Graphs are saved without strip_default_attrs
evolution-raises-min-consumer = Raise min_consumer with the switch

evolution-graphs-concerned = Graphs with the change
evolution-graphs-other = Graphs without the change
evolution-written-by = written by
evolution-loaded-by = loaded by
evolution-all-load = They load everywhere.

evolution-outcome-loads = loads
evolution-outcome-ignores = ignores the attr
evolution-outcome-differs = differs
evolution-outcome-unsafe = unsafe
evolution-outcome-refused = refused
evolution-cell = A graph of { $producer } in { $consumer }: { $outcome }
evolution-cell-loads = It loads and behaves as before.
evolution-cell-ignores = It loads with a warning; the attr that { $consumer } does not know has its default and is ignored.
evolution-cell-differs = It loads and silently does something else.
evolution-cell-unsafe = { $consumer } is the bad release, and this graph still loads there.
evolution-cell-refused = It is refused. { $consumer } prints:
evolution-choose-cell = Choose a cell to see why.

evolution-severity-error = violated
evolution-severity-warning = warning
evolution-severity-note = note
evolution-all-kept = The plan keeps every rule of the version guide.

evolution-rule-in-the-past = { $release } has already appeared and can no longer change.
evolution-rule-in-the-past-advice = Choose a planned release, or plan one.
evolution-rule-without = It requires a step that is not in the plan: { $before }.
evolution-rule-without-advice = Do that step in an earlier release.
evolution-rule-before-its-time = In { $release } it comes before a step that it requires: { $before }.
evolution-rule-before-its-time-advice = Swap the two.
evolution-rule-in-a-patch = { $release } is a patch release, and those bring bug fixes only: the accepted GraphDef numbers stay the same within a minor release.
evolution-rule-in-a-patch-advice = Wait for the next minor release.
evolution-rule-not-major = { $release } is not the first release of a major version, and support for graphs may end only there.
evolution-rule-not-major-advice = Wait for the next major release.
evolution-rule-six-months = min_producer may reach the number of the deprecation only from { $earliest } on: six months after it.
evolution-rule-six-months-advice = Deprecate earlier, or remove in a later major release.
evolution-rule-next-major = Graphs of { $written } were written before it was deprecated. The guide promises that a SavedModel of one major release that uses nothing deprecated loads in the next one, { $release } included.
evolution-rule-next-major-advice = Remove in { $major }.0, or accept that such SavedModels end here.
evolution-rule-no-head-start = Until { $earliest } binaries without it may still be in use: the forward-compatibility window is three weeks.
evolution-rule-no-head-start-advice = Guard the new behavior with tf.compat.forward_compatible, or switch in a later release.
evolution-rule-default-differs = With this default old graphs, which lack the attr, silently do something else in new releases.
evolution-rule-default-differs-advice = Give the attr a default with which the op behaves as before.
evolution-rule-no-default = Without a default every old graph is refused, because it lacks the attr.
evolution-rule-no-default-advice = Give the attr a default.
evolution-rule-not-stripped = Graphs contain the attr even where it has its default. TensorFlow 1.8 to 2.4 refuses them; 2.5 and later ignore it with a warning.
evolution-rule-not-stripped-advice = Save with strip_default_attrs. TensorFlow 2 always does.
evolution-rule-min-consumer-raised = With min_consumer raised, graphs that do not have the op are refused in older releases too.
evolution-rule-min-consumer-raised-advice = Leave min_consumer alone: only graphs that have the op should stop loading there.
evolution-rule-nothing-bad = No bad release is named.
evolution-rule-nothing-bad-advice = Mark a release as bad in the list of releases.
evolution-rule-bans-others = { $other } has the same GraphDef number as { $release }, { $number }: the ban includes it.
evolution-rule-bans-others-advice = bad_consumers contains numbers only. The number must go up between the two releases.
evolution-rule-bans-itself = { $release } is bad and writes graphs that refuse it: it cannot load the graphs it saves.
evolution-rule-bans-itself-advice = Begin the ban in a later release.
evolution-rule-differs =
    { $count ->
        [one] A graph of { $producer } loads in { $consumer } and silently does something else.
       *[other] A graph of { $producer } loads in { $consumer } and silently does something else. This affects { $count } pairs of releases.
    }
evolution-rule-differs-forward =
    { $count ->
        [one] A graph of { $producer } loads in { $consumer } with another result: releases from 2.5 on ignore an attr that they do not know, whatever its value.
       *[other] A graph of { $producer } loads in { $consumer } with another result: releases from 2.5 on ignore an attr that they do not know, whatever its value. This affects { $count } pairs of releases.
    }
evolution-rule-differs-forward-advice = Where the value matters, add an op in place of the attr: an unknown op is refused.
evolution-rule-backward =
    { $count ->
        [one] A graph of { $producer } is refused by { $consumer }, a later release of the same major: the guide promises that it loads.
       *[other] A graph of { $producer } is refused by { $consumer }, a later release of the same major: the guide promises that it loads. This affects { $count } pairs of releases.
    }
evolution-rule-forward = New graphs that have it are refused by older releases, for example a graph of { $producer } in { $consumer }. The guide promises forward compatibility only within patch releases.
evolution-rule-unsafe = Graphs written before the ban still load in { $consumer }.
evolution-rule-unsafe-advice = Replace that release where it runs; the ban applies to new graphs only.
evolution-rule-ignored = Older releases ignore the attr with a warning, for example { $consumer } with a graph of { $producer }.

error-evolution-no-recipe = There is no recipe “{ $text }”.
error-evolution-no-recipe-advice = Recipes: add-attr, add-op, add-op-and-switch, remove, change and ban.
error-evolution-no-release = There is no release { $text } in the plan.
error-evolution-no-release-advice = Add it with its date, or name a listed one.
error-evolution-no-step = This recipe has no step “{ $text }”.
error-evolution-no-step-advice = Run it without a step to list the steps.
error-evolution-no-default = A missing attr cannot count as “{ $text }”.
error-evolution-no-default-advice = It counts as same, other or none.
error-evolution-no-version = “{ $text }” is not a release version.
error-evolution-no-version-advice = Write three numbers, such as 2.23.0.
error-evolution-no-date = “{ $text }” is not a date.
error-evolution-no-date-advice = Write year, month and day, such as 2027-03-01.
error-evolution-release-refused = { $text } cannot be planned.
error-evolution-release-refused-advice = It has already appeared, it comes before a release that has appeared, or the plan already has { $limit } releases.
error-evolution-dates = { $text } would appear before { $before }, which comes on { $date }.
error-evolution-dates-advice = Give it a later day.
