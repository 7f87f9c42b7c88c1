"""Asks an installed TFLite interpreter which (operator code, version) pairs its default resolver takes.

A model that names one operator code and uses nothing is refused when the interpreter is built if the resolver lacks
it. Prints one line `CODE VERSION` for every pair taken. Usage: registry.py MODULE HIGHEST_CODE HIGHEST_VERSION
"""

import importlib
import sys

from flat import model, table

CUSTOM = 32  # resolved by name, not by version


def asked(code, version):
    """A model with one operator code and no operator."""
    operator_code = lambda out: table(out, [min(code, 127), None, version, code])
    return model([operator_code], [])


def main():
    module, codes, versions = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    interpreter = importlib.import_module(module).Interpreter
    for code in range(codes + 1):
        for version in range(1, versions + 1):
            if code == CUSTOM:
                continue
            try:
                interpreter(model_content=asked(code, version))
                print(code, version)
            except ValueError as error:
                text = str(error)
                if "Didn't find op" not in text and "out of range" not in text:
                    sys.exit(f"code {code} version {version}: {text}")


main()
