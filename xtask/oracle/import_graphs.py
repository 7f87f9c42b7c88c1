"""Imports GraphDefs with the installed TensorFlow and reports what it does.

Graphs are imported in forked children, so one that ends the process costs only itself. Prints one line per graph:
file, outcome (loads, refused, crash), message. Usage: import_graphs.py FOLDER LIST
"""

import os
import re
import signal
import sys

import tensorflow as tf

v1 = getattr(getattr(tf, "compat", tf), "v1", tf)

BATCH = 100
SECONDS = 20


def text(error):
    """A message on one line, without its end."""
    return str(error).strip().replace("\n", "\\n").replace("\t", " ")[:400]


def load(path):
    graph = v1.GraphDef()
    try:
        with open(path, "rb") as file:
            graph.ParseFromString(file.read())
        with v1.Graph().as_default():
            v1.import_graph_def(graph, name="")
    except Exception as error:  # the importer raises errors of many kinds
        return "refused\t" + text(error)
    return "loads\t"


def child(folder, names, out):
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    for name in names:
        signal.alarm(SECONDS)
        os.write(out, ("%s\t%s\n" % (name, load(os.path.join(folder, name)))).encode("utf-8", "replace"))


def batch(folder, names):
    """Lines for the first graphs; those behind a crash are left for another child."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        os.close(reading)
        try:
            child(folder, names, writing)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answers:
        lines = answers.read().decode("utf-8", "replace").splitlines()
    os.waitpid(process, 0)
    if len(lines) < len(names):
        lines.append("%s\tcrash\t" % names[len(lines)])
    return lines


def main():
    folder, listed = sys.argv[1:3]
    with open(listed) as file:
        names = [re.split(r"\t", line)[0].strip() for line in file]
    while names:
        lines = batch(folder, names[:BATCH])
        print("\n".join(line.encode("ascii", "backslashreplace").decode() for line in lines))
        names = names[len(lines):]


main()
