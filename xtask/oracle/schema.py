"""Reports what an installed TFLite package knows of the schema, and which tensor types its interpreter takes.

Prints `code NUMBER` for the highest builtin operator of its schema module, and `type NUMBER NAME` for each type of a
tensor that a model of one tensor is built with; the name is `?` without a schema module. Usage: schema.py MODULE...: the
modules with the interpreter and the schema's classes
"""

import importlib
import sys

from flat import model, numbers, table, text

# The field is one byte.
TYPES = 128


def enumeration(module, name):
    """Names of an enum of the schema by number; empty when the package has no schema module."""
    try:
        values = vars(getattr(importlib.import_module(module), name))
    except ImportError:
        return {}
    return {number: word for word, number in values.items() if isinstance(number, int)}


def main():
    interpreter = importlib.import_module(sys.argv[1]).Interpreter
    codes, types = (enumeration(sys.argv[2], name) for name in ("BuiltinOperator", "TensorType"))
    if codes:
        print("code\t%d" % max(codes))
    for number in range(TYPES):
        tensor = lambda out: table(out, [numbers(1), number, 0, text("t")])
        try:
            interpreter(model_content=model([], [tensor]))
        except ValueError as error:
            if "nsupported data type" not in str(error):
                sys.exit("type %d: %s" % (number, error))
            continue
        print("type\t%d\t%s" % (number, types.get(number, "?")))


main()
