"""Finds the shape functions of `knowledge/tf_shapes.csv` in a checkout of TensorFlow and writes the rows' sources.

Rows that releases were asked about keep theirs. A row whose ops are not all found is printed and left as it is, and the
script fails. Usage: shape_sources.py CHECKOUT TAG, at the root of the repository
"""

import csv
import pathlib
import re
import sys

TABLE = pathlib.Path("knowledge/tf_shapes.csv")
OPS = "tensorflow/core/ops"
SETTER = re.compile(r"\bSetShapeFn\(")


def line_of(text, place):
    return text.count("\n", 0, place) + 1


def macros_of(text):
    """Macros by name: where each begins, and its text."""
    found = re.finditer(r"^#define (\w+)(?:.*\\\n)*.*\n", text, re.M)
    return {macro[1]: (macro.start(), macro[0]) for macro in found}


def functions_of(text):
    """Lines of the shape functions of a file's ops, by op; an op's own one, or that of a macro it uses."""
    macros = macros_of(text)
    inside = [(start, start + len(body)) for start, body in macros.values()]
    places = [found for found in re.finditer(r'\b(\w+)\("(\w+)"\)', text)]
    places = [p for p in places if p[1] == "REGISTER_OP" or "REGISTER_OP(" in macros.get(p[1], (0, ""))[1]]
    places = [p for p in places if not any(start < p.start() < end for start, end in inside)]
    lines = {}
    for place, following in zip(places, places[1:] + [None]):
        until = following.start() if following else len(text)
        # Code between two ops belongs to neither: a statement ends with a semicolon at the end of a line.
        ended = re.search(r'(?:\)|\}\)|doc")\s*;[^\n]*\n(?=\n|\S)', text[place.end() :])
        statement = text[place.end() : min(until, place.end() + ended.end() if ended else until)]
        own = SETTER.search(statement)
        if own:
            lines[place[2]] = line_of(text, place.end() + own.start())
            continue
        for name in [place[1]] + re.findall(r"\b([A-Z][A-Z_0-9]+)\(", statement):
            start, body = macros.get(name, (0, ""))
            if SETTER.search(body):
                lines[place[2]] = line_of(text, start + SETTER.search(body).start())
                break
    return lines


def main():
    checkout, tag = pathlib.Path(sys.argv[1]), sys.argv[2]
    places = {}
    for path in sorted((checkout / OPS).glob("*_ops.cc")):
        for op, line in functions_of(path.read_text()).items():
            places[op] = (path.name, line)
    with TABLE.open(newline="") as file:
        head, *rows = csv.reader(file)
    missing = 0
    for row in rows:
        if row[-1].startswith("asked"):
            continue
        ops = row[0].split()
        unknown = [op for op in ops if op not in places]
        if unknown:
            missing += 1
            print("not found: " + " ".join(unknown))
            continue
        files = {}
        for op in ops:
            name, line = places[op]
            files.setdefault(name, set()).add(line)
        cells = ("%s:%s" % (name, " ".join(map(str, sorted(lines)))) for name, lines in sorted(files.items()))
        row[-1] = "TensorFlow %s core/ops/%s" % (tag, "; ".join(cells))
    with TABLE.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head] + rows)
    sys.exit(1 if missing else 0)


main()
