"""Reports what an installed TFLite package knows of the schema, and which tensor types its interpreter takes.

Prints lines of cells separated by tabs: `code NUMBER` for the highest builtin operator of its schema module, `type NUMBER
NAME` for each type of a tensor that a model of one tensor is built with (the name is `?` without a schema module), `enum
NAME VALUE NUMBER` and `field TABLE NAME` for the schema itself. Usage: schema.py INTERPRETER_MODULE SCHEMA_MODULE
"""

import importlib
import inspect
import sys

from flat import model, numbers, table, text

# The field is one byte.
TYPES = 128


def numbers_of(enum):
    """Names of an enum by number."""
    return {number: word for word, number in vars(enum).items() if isinstance(number, int)}


def schema(module):
    """Prints enums and tables of the schema. Returns the names of operators and of types; none without a schema module."""
    try:
        classes = {name: value for name, value in vars(importlib.import_module(module)).items() if inspect.isclass(value)}
    except ImportError:
        return {}, {}
    for name, value in sorted(classes.items()):
        for number, word in sorted(numbers_of(value).items()):
            print("enum\t%s\t%s\t%d" % (name, word, number))
        # The object form of a table: what its constructor sets are the fields.
        if name.endswith("T") and name[:-1] in classes:
            for field in sorted(vars(value())):
                print("field\t%s\t%s" % (name[:-1], field))
    return numbers_of(classes["BuiltinOperator"]), numbers_of(classes["TensorType"])


def main():
    interpreter = importlib.import_module(sys.argv[1]).Interpreter
    codes, types = schema(sys.argv[2])
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
