# The facts behind a release, and the history of its channel.

facts-of = Facts behind { $release }
facts-met = { $n ->
    [one] It meets { NUMBER($n) } of { NUMBER($of) } requirements: the rows below have their releases, reasons and sources.
   *[other] It meets { NUMBER($n) } of { NUMBER($of) } requirements: the rows below have their releases, reasons and sources.
}
facts-asked-tflite = { $release } was asked itself: the interpreter of its package, about every operator and version.
facts-asked-graph = { $release } was asked itself: the package imported graphs, and its list of ops was read.
facts-not-asked = { $release } was not asked itself: its facts are those of branch { $branch }.
facts-none = There are no facts about { $release }: it was not asked.
facts-history = History of { $channel }, by branch
branch-unknown = No facts.
branch-first-tflite = { NUMBER($ops) } operators in { NUMBER($versions) } versions: the first with facts.
branch-first-graph = { NUMBER($ops) } ops: the first with facts.
branch-same = The same ops as { $branch }.
branch-ops = { $n ->
    [one] { NUMBER($n) } new op:
   *[other] { NUMBER($n) } new ops:
}
branch-versions = { $n ->
    [one] { NUMBER($n) } new version of an op:
   *[other] { NUMBER($n) } new versions of ops:
}
branch-gone = { $n ->
    [one] { NUMBER($n) } op is gone:
   *[other] { NUMBER($n) } ops are gone:
}
