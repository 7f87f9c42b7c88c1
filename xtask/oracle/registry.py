"""Asks an installed TFLite interpreter which (operator code, version) pairs its default resolver takes.

A model that names one operator code and uses nothing is refused when the interpreter is built if the resolver lacks
it. Prints one line `CODE VERSION` for every pair taken. Usage: registry.py MODULE HIGHEST_CODE HIGHEST_VERSION
"""

import importlib
import struct
import sys

CUSTOM = 32  # resolved by name, not by version


def u32(value):
    return struct.pack("<I", value)


def table(out, fields):
    """Appends a flatbuffer table; a field is None, a number (stored in 4 bytes), or a function that appends a child."""
    while len(out) % 4:
        out.append(0)
    vtable = len(out)
    size = 4 + 2 * len(fields)
    out += struct.pack("<HH", size, 4 + 4 * len(fields))
    for index, field in enumerate(fields):
        out += struct.pack("<H", 0 if field is None else 4 + 4 * index)
    while len(out) % 4:
        out.append(0)
    start = len(out)
    out += struct.pack("<i", start - vtable)
    out += bytes(4 * len(fields))
    for index, field in enumerate(fields):
        at = start + 4 + 4 * index
        if callable(field):
            out[at : at + 4] = u32(field(out) - at)
        elif field is not None:
            out[at : at + 4] = u32(field)
    return start


def vector(*children):
    """A function that appends a vector of tables."""

    def write(out):
        while len(out) % 4:
            out.append(0)
        start = len(out)
        out += u32(len(children)) + bytes(4 * len(children))
        for index, child in enumerate(children):
            at = start + 4 + 4 * index
            out[at : at + 4] = u32(child(out) - at)
        return start

    return write


def model(code, version):
    """Model(version 3), one operator code, one subgraph without tensors and operators, one empty buffer."""
    operator_code = lambda out: table(out, [min(code, 127), None, version, code])
    subgraph = lambda out: table(out, [vector(), vector(), vector(), vector()])
    buffer = lambda out: table(out, [])
    out = bytearray(4) + b"TFL3"
    root = table(out, [3, vector(operator_code), vector(subgraph), None, vector(buffer)])
    out[0:4] = u32(root)
    return bytes(out)


def main():
    module, codes, versions = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    interpreter = importlib.import_module(module).Interpreter
    for code in range(codes + 1):
        for version in range(1, versions + 1):
            if code == CUSTOM:
                continue
            try:
                interpreter(model_content=model(code, version))
                print(code, version)
            except ValueError as error:
                text = str(error)
                if "Didn't find op" not in text and "out of range" not in text:
                    sys.exit(f"code {code} version {version}: {text}")


main()
