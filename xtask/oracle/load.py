"""Loads models with the interpreter of the installed package and reports what it does.

Prints one line per model: file, outcome (loads, refused, crash), message. Usage: load.py MODULE FOLDER LIST
"""

import importlib
import resource
import sys

from children import report, text

BATCH = 50
MEMORY = 6 << 30


def main():
    module, folder, listed = sys.argv[1:4]
    interpreter = importlib.import_module(module).Interpreter

    def load(path):
        # In the child, which ends with its files.
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        try:
            made = interpreter(model_path=path)
            made.allocate_tensors()
        except (RuntimeError, ValueError) as error:
            return "refused\t" + text(error)
        return "loads\t"

    report(load, folder, listed, BATCH)


main()
