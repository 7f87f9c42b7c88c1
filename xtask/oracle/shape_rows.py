"""Writes the rows of `knowledge/tf_shapes.csv` that releases were asked about, from answers of `ask_shapes.py`.

Ops that other rows name keep these. Where releases differ, a row ends with the newest one that was asked and answers so;
the rows of newer ones begin with the release behind it. Usage: shape_rows.py RELEASE=ANSWERS ..., oldest first, at the
root of the repository
"""

import collections
import csv
import pathlib
import sys

TABLE = pathlib.Path("knowledge/tf_shapes.csv")
RELEASES = pathlib.Path("knowledge/channels.csv")
ENDING = " with operands of known ranks and sizes"
OUTPUTS = ("out", "scalar", "ranked", "any")


def checks(steps):
    return [step for step in steps.split("; ") if step and step.split()[0] not in OUTPUTS]


def following(release):
    """The first release of the next branch; 2.0 is an older branch than 1.15."""
    branches = []
    with RELEASES.open() as file:
        for row in csv.DictReader(file):
            if row["channel"] == "tensorflow" and row["key"] not in branches:
                branches.append(row["key"])
    branch = release.rsplit(".", 1)[0]
    at = max(number for number, key in enumerate(branches) if key.startswith(branch + "."))
    return branches[at + 1]


def runs(by_release):
    """Releases in a row whose shape functions make the same checks."""
    out = []
    for release, steps in by_release.items():
        if out and checks(by_release[out[-1][-1]]) == checks(steps):
            out[-1].append(release)
        else:
            out.append([release])
    return out


def rows_of(op, by_release):
    """Rows of an op: steps, first and last release, releases asked. Outputs are those of the newest release."""
    all_runs = runs(by_release)
    for number, run in enumerate(all_runs):
        is_newest = number == len(all_runs) - 1
        steps = by_release[run[-1]] if is_newest else "; ".join(checks(by_release[run[-1]]))
        if steps:
            first = following(all_runs[number - 1][-1]) if number else ""
            asked = run[0] if len(run) == 1 else run[0] + " and " + run[-1]
            yield (steps, first, "" if is_newest else run[-1]), (op, "asked tensorflow " + asked + ENDING)


def main():
    with TABLE.open() as file:
        head, *rows = csv.reader(file)
    kept = [row for row in rows if not row[4].endswith(ENDING)]
    named = {op for row in kept for op in row[0].split()}
    with pathlib.Path("knowledge/tf_ops.csv").open() as file:
        ops = {row["op"] for row in csv.DictReader(file)}
    answers = collections.defaultdict(dict)
    for argument in sys.argv[1:]:
        release, path = argument.split("=")
        for line in pathlib.Path(path).read_text().splitlines():
            op, steps, *_ = line.split("\t")
            if steps != "?":
                answers[op][release] = steps
    grouped = collections.defaultdict(list)
    for op, by_release in sorted(answers.items()):
        if op in ops - named:
            for key, value in rows_of(op, by_release):
                grouped[key].append(value)
    asked = []
    for (steps, first, last), members in sorted(grouped.items()):
        # Ops of one row were not all asked of the same releases: the row names those that most were asked of.
        source = collections.Counter(source for _, source in members).most_common(1)[0][0]
        asked.append([" ".join(sorted(op for op, _ in members)), steps, first, last, source])
    # The newest shape function of an op comes first.
    every = kept + asked
    with TABLE.open("w") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows([row for row in every if not row[3]] + [row for row in every if row[3]])


main()
