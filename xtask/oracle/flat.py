"""Writes small `.tflite` files without a package: enough of FlatBuffers for models of one operator code or one tensor."""

import struct


def u32(value):
    return struct.pack("<I", value)


def aligned(out):
    """Pads to a multiple of 4 bytes; returns the length, where the next part begins."""
    out += bytes(-len(out) % 4)
    return len(out)


def table(out, fields):
    """Appends a FlatBuffer table; a field is None, a number (stored in 4 bytes), or a function that appends a child."""
    vtable = aligned(out)
    size = 4 + 2 * len(fields)
    out += struct.pack("<HH", size, 4 + 4 * len(fields))
    for index, field in enumerate(fields):
        out += struct.pack("<H", 0 if field is None else 4 + 4 * index)
    start = aligned(out)
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
        start = aligned(out)
        out += u32(len(children)) + bytes(4 * len(children))
        for index, child in enumerate(children):
            at = start + 4 + 4 * index
            out[at : at + 4] = u32(child(out) - at)
        return start

    return write


def numbers(*values):
    """A function that appends a vector of 32-bit integers."""

    def write(out):
        start = aligned(out)
        out += struct.pack("<I%di" % len(values), len(values), *values)
        return start

    return write


def text(value):
    """A function that appends a string."""

    def write(out):
        start = aligned(out)
        out += u32(len(value)) + value.encode() + b"\0"
        return start

    return write


def model(operator_codes, tensors):
    """Model (version 3) with these tables, one subgraph without operators, and one empty buffer."""
    subgraph = lambda out: table(out, [vector(*tensors), numbers(), numbers(), vector()])
    buffer = lambda out: table(out, [])
    out = bytearray(4) + b"TFL3"
    root = table(out, [3, vector(*operator_codes), vector(subgraph), None, vector(buffer)])
    out[0:4] = u32(root)
    return bytes(out)
