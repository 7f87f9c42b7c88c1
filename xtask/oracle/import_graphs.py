"""Imports GraphDefs with the installed TensorFlow and reports what it does.

Prints one line per graph: file, outcome (loads, refused, crash), message. Usage: import_graphs.py FOLDER LIST
"""

import sys

import tensorflow as tf

from children import report, text

v1 = getattr(getattr(tf, "compat", tf), "v1", tf)

BATCH = 100


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


report(load, sys.argv[1], sys.argv[2], BATCH)
