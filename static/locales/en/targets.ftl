# Several releases that a file must run on: their verdicts, the verdict over all of them, and that of each requirement.

targets = Targets
targets-channel = Package of target { $n }
targets-release = Release of target { $n }
targets-loads = Loads on all { $of } targets
targets-warns = Loads on all { $of } targets, with warnings on { $n }
targets-refused = Refused on { $n } of { $of } targets
targets-unknown = Unknown on { $n } of { $of } targets
targets-because = { $verdict }, because of { $requirement }
targets-said = { $name }: { $verdicts }.
targets-no-window = The file has no window in { $channel }
targets-met = Met on all targets
targets-need-refused = Not met on { $targets }
targets-need-unknown = Not known on { $targets }
targets-need-warns = Warns on { $targets }
targets-files = { NUMBER($n) } of { NUMBER($all) } files load on all { $of } targets
