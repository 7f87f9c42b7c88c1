"""Writes the hostile files of this folder and attacks.csv: `python3 generate.py` (the standard library is enough).

Each attack is a function that returns its files; the docstring's first line says what it attacks. What Vintage must answer stands
beside it: the failure kind and the id of the error (of the artifact, of one of its problems, or of reading a value), or `ok` where
nothing may be refused. Tests hold it to that, to bounded memory and to a second of work.
"""

import csv
import os
import struct
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
ATTACKS = []


def attack(expect):
    def add(function):
        ATTACKS.append((function.__name__, expect, function.__doc__.strip().splitlines()[0], function))
        return function

    return add


# Protocol Buffers ------------------------------------------------------------------------------------------------------------


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def message(field, *parts):
    body = b"".join(p.encode() if isinstance(p, str) else p for p in parts)
    return varint(field << 3 | 2) + varint(len(body)) + body


def node(name, op, *parts):
    return message(1, message(1, name), message(2, op), *parts)


def attr(name, *value):
    return message(5, message(1, name), message(2, *value))


def versions(producer=100):
    return message(4, number(1, producer))


def float_tensor(shape, *values):
    dims = b"".join(message(2, number(1, size)) for size in shape)
    return number(1, 1) + message(2, dims) + b"".join(values)


@attack("malformed proto-truncated")
def wire_length_2_63():
    """A field whose length is 2^63: past the end, and negative for who reads it signed."""
    return {"graph.pb": node("a", "NoOp") + varint(1 << 3 | 2) + varint(1 << 63) + b"x" * 40}


@attack("malformed proto-bad-varint")
def wire_endless_varint():
    """A varint that never ends."""
    return {"graph.pb": node("a", "NoOp") + b"\x20" + b"\xff" * 64}


@attack("over_limit proto-too-deep")
def wire_deep_functions():
    """Attributes that hold functions that hold attributes, 5,000 deep: recursion without a bound ends the process."""
    value = b""
    for _ in range(5000):
        value = message(10, message(1, "f"), message(2, message(1, "a"), message(2, value)))
    return {"graph.pb": node("a", "NoOp", attr("f", value)) + versions()}


@attack("over_limit proto-too-deep")
def wire_deep_groups():
    """Groups (an old wire type) opened 100,000 times and never closed, in a field nobody knows."""
    return {"graph.pb": node("a", "NoOp") + varint(99 << 3 | 3) * 100_000}


@attack("ok")
def wire_functions_in_a_ring():
    """Functions that call each other in a ring: following calls never ends."""

    def function(name, callee):
        return message(1, message(1, message(1, name)), message(3, message(1, "call"), message(2, callee)))

    library = message(2, function("f", "g"), function("g", "h"), function("h", "f"))
    return {"graph.pb": node("a", "f") + library + versions()}


@attack("over_limit value-too-large")
def wire_tensor_of_many_tebibytes():
    """A constant of 2^46 elements, all given by one value that repeats: filling it in takes all memory."""
    tensor = float_tensor([1 << 23, 1 << 23], message(5, struct.pack("<f", 1)))
    return {"graph.pb": node("a", "Const", attr("dtype", number(6, 1)), attr("value", message(8, tensor))) + versions()}


@attack("malformed tensor-bad-shape")
def wire_shape_that_overflows():
    """A shape whose product is 2^66, and one with a dimension of -2^63."""
    big = float_tensor([1 << 33, 1 << 33])
    small = float_tensor([-1 << 63])
    nodes = [node(f"n{i}", "Const", attr("dtype", number(6, 1)), attr("value", message(8, t))) for i, t in enumerate([big, small])]
    return {"graph.pb": b"".join(nodes) + versions()}


@attack("malformed proto-bad-utf8")
def wire_names_of_no_encoding():
    """A node name that is not UTF-8."""
    return {"graph.pb": node("a", "NoOp") + message(1, message(1, b"\xff\xfe\xc0\x80"), message(2, "NoOp")) + versions()}


@attack("ok")
def wire_one_name_for_all():
    """Two thousand nodes of one name, each with the same name as input."""
    return {"graph.pb": node("a", "Identity", message(3, "a")) * 2000 + versions()}


@attack("ok")
def wire_input_port_2_63():
    """Inputs with ports of 2^63, negative ports, empty names and control marks alone."""
    inputs = ["a:9223372036854775808", "a:-1", ":", "^", "", "^^a", "a:0:0"]
    return {"graph.pb": node("a", "NoOp", *[message(3, text) for text in inputs]) + versions()}


# Text protos -----------------------------------------------------------------------------------------------------------------


@attack("over_limit proto-too-deep")
def text_deep_messages():
    """Messages opened 4,000 times in text form."""
    opened = 'node { name: "a" op: "NoOp" attr { key: "f" value { ' + 'func { attr { key: "f" value { ' * 4_000
    return {"graph.pbtxt": opened.encode()}


@attack("malformed text-proto-open-string")
def text_endless_string():
    """A string that is never closed, a hundred kilobytes long."""
    return {"graph.pbtxt": b'node { name: "' + b"a" * 100_000}


@attack("malformed text-proto-bad-value")
def text_number_of_many_digits():
    """A number of a hundred thousand digits."""
    return {"graph.pbtxt": b'node { name: "a" op: "NoOp" }\nversions { producer: ' + b"9" * 100_000 + b" }\n"}


@attack("malformed text-proto-bad-escape")
def text_broken_escapes():
    """Escapes that stand for no character: past 0xff, half a surrogate pair, cut off."""
    return {"graph.pbtxt": b'node { name: "\\400\\ud800\\x" op: "NoOp" }\n'}


@attack("malformed text-proto-unexpected")
def text_unclosed():
    """A message that the file ends in."""
    return {"graph.pbtxt": b'node { name: "a" op: "NoOp"'}


# Tables and checkpoints ------------------------------------------------------------------------------------------------------

MAGIC = bytes([0x57, 0xFB, 0x80, 0x8B, 0x24, 0x75, 0x47, 0xDB])


def _crc_table():
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        table.append(value)
    return table


CRC = _crc_table()


def masked_crc(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc = crc >> 8 ^ CRC[(crc ^ byte) & 0xFF]
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def record(data, length=None):
    length = struct.pack("<Q", len(data) if length is None else length)
    return length + struct.pack("<I", masked_crc(length)) + data + struct.pack("<I", masked_crc(data))


EVENTS = record(b"\x09" + struct.pack("<d", 1.5e9) + b"\x1a\x0dbrain.Event:2")


@attack("malformed events-truncated")
def events_length_2_64():
    """A record whose length is almost 2^64: the position after it wraps."""
    return {"events.out.tfevents.1": EVENTS + record(b"\x22\x00", (1 << 64) - 20)}


@attack("malformed events-damaged")
def events_graph_outside():
    """A graph that is longer than its event, whose checksum is right."""
    return {"events.out.tfevents.1": EVENTS + record(b"\x22\xff\xff\xff\xff\x0f\x0a\x00") + EVENTS}


@attack("malformed proto-truncated")
def events_graph_of_nothing():
    """A graph whose node ends after it, in an event that goes on."""
    return {"events.out.tfevents.1": EVENTS + record(b"\x22\x02\x0a\x7f\x10\x01" + b"\x10\x01" * 80)}


def entry(key, value, shared=0, unshared=None, length=None):
    unshared = len(key) if unshared is None else unshared
    length = len(value) if length is None else length
    return varint(shared) + varint(unshared) + varint(length) + key + value


def block(*entries, restarts=(0,), count=None):
    count = len(restarts) if count is None else count
    return b"".join(entries) + b"".join(struct.pack("<I", r) for r in restarts) + struct.pack("<I", count)


def trailed(body, compression=0):
    data = body + bytes([compression])
    return data + struct.pack("<I", masked_crc(data))


def handle(offset, size):
    return varint(offset) + varint(size)


def footer(meta, index):
    return (meta + index).ljust(40, b"\0") + MAGIC


def table(blocks, index=None):
    """A table of (body, compression) blocks, or of an index block that says something else about them."""
    out = b""
    entries = []
    for number_, (body, compression) in enumerate(blocks):
        entries.append(entry(b"\x7f%04d" % number_, handle(len(out), len(body))))
        out += trailed(body, compression)
    meta = handle(len(out), 8)
    out += trailed(block())
    body = index if index is not None else block(*entries)
    at = handle(len(out), len(body))
    return out + trailed(body) + footer(meta, at)


HEADER = entry(b"", number(1, 1) + message(3, number(1, 1)))


def bundle(*entries, data=b"\0" * 64, header=HEADER):
    return {"ckpt.index": table([(block(header, *entries), 0)]), "ckpt.data-00000-of-00001": data}


def bundle_entry(shape=(4,), dtype=1, offset=0, size=16, crc=None, slices=b""):
    crc = masked_crc(b"\0" * min(size, 64)) if crc is None else crc
    dims = b"".join(message(2, number(1, s)) for s in shape)
    return number(1, dtype) + message(2, dims) + number(4, offset) + number(5, size) + b"\x35" + struct.pack("<I", crc) + slices


@attack("malformed sstable-truncated-block")
def table_index_far_outside():
    """A footer whose index block stands at 2^63."""
    return {"ckpt.index": trailed(block()) + footer(handle(0, 8), handle(1 << 63, 100))}


@attack("malformed sstable-truncated-block")
def table_size_2_62():
    """An index that says its block is 2^62 bytes long."""
    return {"ckpt.index": table([(block(HEADER), 0)], index=block(entry(b"\x7f", handle(0, 1 << 62))))}


@attack("malformed bundle-bad-header")
def table_index_names_itself():
    """An index block that lists itself as its only data block."""
    first = trailed(block())
    body = block(entry(b"\x7f", handle(len(first), 10)))
    for _ in range(3):
        body = block(entry(b"\x7f", handle(len(first), len(body))))
    return {"ckpt.index": first + trailed(body) + footer(handle(0, 8), handle(len(first), len(body)))}


@attack("malformed sstable-bad-block")
def table_restarts_2_32():
    """A block that claims 2^32 - 1 restarts."""
    return {"ckpt.index": table([(block(HEADER, count=0xFFFFFFFF), 0)])}


@attack("malformed sstable-bad-entry")
def table_prefix_of_nothing():
    """An entry that shares 2^31 bytes with a key that has none."""
    return {"ckpt.index": table([(block(HEADER, entry(b"a", b"", shared=1 << 31)), 0)])}


@attack("malformed sstable-bad-entry")
def table_value_longer_than_its_block():
    """An entry whose value is 2^32 - 1 bytes long."""
    return {"ckpt.index": table([(block(HEADER, entry(b"a", b"b", length=0xFFFFFFFF)), 0)])}


@attack("over_limit inflated-too-large")
def table_snappy_of_4_gib():
    """A Snappy block that says it unpacks to 4 GiB."""
    return {"ckpt.index": table([(varint((1 << 32) - 1) + b"\0a", 1)])}


@attack("malformed sstable-bad-snappy")
def table_snappy_copies_from_before():
    """A Snappy block that copies from before its own beginning."""
    return {"ckpt.index": table([(varint(64) + b"\x00a" + b"\xfe\xff\xff", 1)])}


@attack("malformed sstable-key-order")
def table_one_key_twice():
    """A table in which one key stands three times."""
    value = bundle_entry()
    return bundle(entry(b"a", value), entry(b"a", value), entry(b"a", value))


@attack("unreadable bundle-shard-missing")
def bundle_of_many_shards():
    """A header that names 2^31 - 1 shards."""
    return bundle(entry(b"a", bundle_entry()), header=entry(b"", number(1, 0x7FFFFFFF) + message(3, number(1, 1))))


@attack("malformed bundle-data-truncated")
def bundle_offset_that_wraps():
    """A value at 2^63 - 8, so that offset and size together wrap."""
    return bundle(entry(b"a", bundle_entry(offset=(1 << 63) - 8)))


@attack("malformed tensor-bad-shape")
def bundle_shape_that_overflows():
    """A shape whose product is 2^66 and so 0 for who does not check."""
    return bundle(entry(b"a", bundle_entry(shape=(1 << 33, 1 << 33), size=0)))


@attack("malformed tensor-bad-shape")
def bundle_negative_shape():
    """A shape with a dimension of -4."""
    return bundle(entry(b"a", bundle_entry(shape=(-4,))))


@attack("malformed bundle-strings-truncated")
def bundle_many_strings():
    """2^40 strings in 16 bytes."""
    return bundle(entry(b"a", bundle_entry(shape=(1 << 40,), dtype=7)))


@attack("malformed slices-overlap")
def bundle_slices_that_overlap():
    """A variable of four rows in three slices: two hold the same rows, one row is in none."""

    def extent(start, length):
        return message(1, number(1, start) + number(2, length))

    def ordered(value):
        return bytes([0x80 + value])

    starts = [(0, 2), (0, 2), (3, 1)]
    slices = b"".join(message(7, extent(*s)) for s in starts)
    full = number(1, 1) + message(2, message(2, number(1, 4))) + slices
    parts = []
    for start, length in sorted(set(starts)):
        key = b"\0" + b"a" + b"\0\x01" + b"\x01\x01" + ordered(start) + ordered(length)
        parts.append(entry(key, bundle_entry(shape=(length,), size=4 * length)))
    return bundle(*parts, entry(b"a", full))


def object_graph(*nodes):
    body = b"".join(message(1, n) for n in nodes)
    text = varint(len(body))
    sums = struct.pack("<I", masked_crc(struct.pack("<I", len(body))))
    data = text + sums + body
    crc = masked_crc(struct.pack("<I", len(body)) + sums + body)
    value = bundle_entry(shape=(), dtype=7, size=len(data), crc=crc)
    return bundle(entry(b"_CHECKPOINTABLE_OBJECT_GRAPH", value), data=data)


@attack("ok")
def objects_in_a_ring():
    """Objects that are each other's children, and their own."""

    def child(index, name):
        return message(1, number(1, index) + message(2, name))

    return object_graph(child(1, "a") + child(0, "self"), child(2, "b"), child(0, "c") + child(1, "d"))


@attack("malformed object-bad-reference")
def objects_that_are_not_there():
    """Children, and slot variables, whose numbers are past the end, negative, or 2^31 - 1."""
    child = message(1, number(1, 99) + message(2, "far")) + message(1, number(1, -1) + message(2, "before"))
    slot = message(3, number(1, 0x7FFFFFFF) + message(2, "m") + number(3, 77))
    return object_graph(child + slot)


@attack("over_limit object-paths-too-long")
def objects_in_a_long_chain():
    """Ten thousand objects, each the child of the one before: paths of 20 KB each, and recursion without a bound."""
    nodes = [message(1, number(1, i + 1) + message(2, "x")) for i in range(9_999)]
    return object_graph(*nodes, b"")


# Flatbuffers -----------------------------------------------------------------------------------------------------------------


class Flat:
    """A flatbuffer written front to back: offsets are set once their targets stand."""

    def __init__(self):
        self.out = bytearray(b"\0\0\0\0TFL3")

    def table(self, *slots, scalars=()):
        """A table with an offset field in each named slot, and (slot, format, value) scalars. Gives its place."""
        width = {s: 4 for s in slots} | {s: struct.calcsize("<" + f) for s, f, _ in scalars}
        highest = max(width, default=-1)
        vtable = len(self.out)
        places, at = {}, 4
        for slot in sorted(width, key=lambda s: -width[s]):
            at += -at % width[slot]
            places[slot] = at
            at += width[slot]
        self.out += struct.pack("<HH", 4 + 2 * (highest + 1), at)
        self.out += b"".join(struct.pack("<H", places.get(s, 0)) for s in range(highest + 1))
        self.out += b"\0" * (-len(self.out) % 8 + 4)
        place = len(self.out)
        self.out += struct.pack("<i", place - vtable) + b"\0" * (at - 4)
        for slot, form, value in scalars:
            struct.pack_into("<" + form, self.out, place + places[slot], value)
        self.out += b"\0" * (-len(self.out) % 4)
        self.places = getattr(self, "places", {})
        self.places[place] = places
        return place

    def point(self, owner, slot, target):
        at = owner + self.places[owner][slot]
        struct.pack_into("<I", self.out, at, (target - at) & 0xFFFFFFFF)

    def vector(self, form, values, length=None):
        self.out += b"\0" * (-len(self.out) % 4)
        place = len(self.out)
        self.out += struct.pack("<I", len(values) if length is None else length)
        for value in values:
            self.out += struct.pack("<" + form, value)
        return place

    def tables(self, owner, slot, builders):
        """A vector of tables, which stand behind it: offsets count forward only."""
        vector = self.vector("I", [0] * len(builders))
        self.point(owner, slot, vector)
        for index, build in enumerate(builders):
            at = vector + 4 + 4 * index
            struct.pack_into("<I", self.out, at, build(self) - at)

    def root(self, place):
        struct.pack_into("<I", self.out, 0, place)
        return bytes(self.out)


def model(flat, subgraph, codes, version=3):
    """A Model of version, operator_codes (1), one subgraph (2) and one empty buffer (4)."""
    root = flat.table(1, 2, 4, scalars=[(0, "I", version)])
    flat.tables(root, 1, [lambda f, c=c: f.table(scalars=[(0, "b", c), (3, "i", c), (2, "i", 1)]) for c in codes])
    flat.tables(root, 2, [subgraph])
    flat.tables(root, 4, [lambda f: f.table()])
    return {"model.tflite": flat.root(root)}


def one_subgraph(tensors, operators):
    def build(flat):
        graph = flat.table(0, 1, 2, 3)
        flat.tables(graph, 0, tensors)
        flat.point(graph, 1, flat.vector("i", [0]))
        flat.point(graph, 2, flat.vector("i", [len(tensors) - 1]))
        flat.tables(graph, 3, operators)
        return graph

    return build


def tensor(shape=(1,), buffer=0, dtype=0):
    def build(flat):
        place = flat.table(0, scalars=[(1, "b", dtype), (2, "I", buffer)])
        flat.point(place, 0, flat.vector("i", shape))
        return place

    return build


def operator(inputs=(0,), outputs=(0,), code=0):
    def build(flat):
        place = flat.table(1, 2, scalars=[(0, "I", code)])
        flat.point(place, 1, flat.vector("i", inputs))
        flat.point(place, 2, flat.vector("i", outputs))
        return place

    return build


@attack("malformed tflite-table-damaged")
def flat_root_outside():
    """A root that stands at 2^32 - 4."""
    return {"model.tflite": struct.pack("<I", 0xFFFFFFFC) + b"TFL3" + b"\0" * 64}


@attack("malformed tflite-list-outside")
def flat_vector_of_2_32():
    """A list of subgraphs that says it has 2^32 - 1 members."""
    flat = Flat()
    root = flat.table(2, scalars=[(0, "I", 3)])
    flat.point(root, 2, flat.vector("I", [], length=0xFFFFFFFF))
    return {"model.tflite": flat.root(root)}


@attack("malformed tflite-table-damaged")
def flat_vtable_before_the_file():
    """A root whose vtable stands 2^31 bytes before it."""
    return {"model.tflite": struct.pack("<I", 8) + b"TFL3" + struct.pack("<i", 0x7FFFFFFF) + b"\0" * 64}


@attack("malformed tflite-tensor-outside")
def flat_tensors_that_are_not_there():
    """Operators that read tensors 2^31 - 1 and -2^31, and use operator code 4,000,000,000."""
    far = operator(inputs=(0x7FFFFFFF, -(1 << 31)), code=4_000_000_000)
    return model(Flat(), one_subgraph([tensor()], [far]), [0])


@attack("malformed tflite-buffer-outside")
def flat_buffer_that_is_not_there():
    """A tensor whose data stand in buffer 4,294,967,295."""
    return model(Flat(), one_subgraph([tensor(buffer=0xFFFFFFFF)], [operator()]), [0])


@attack("malformed tflite-shape-impossible")
def flat_shape_that_overflows():
    """A tensor whose shape has a product of 2^93, and one with negative dimensions."""
    shapes = [(0x7FFFFFFF,) * 3, (-(1 << 31), -1)]
    return model(Flat(), one_subgraph([tensor(shape=s) for s in shapes], [operator()]), [0])


@attack("ok")
def flat_operator_that_feeds_itself():
    """Operators whose outputs are their own inputs, in a ring of two."""
    ring = [operator(inputs=(0,), outputs=(1,)), operator(inputs=(1,), outputs=(0,))]
    return model(Flat(), one_subgraph([tensor(), tensor()], ring), [0])


@attack("malformed tflite-offset-outside")
def flat_table_in_itself():
    """A list of subgraphs whose member is the model that holds the list."""
    flat = Flat()
    root = flat.table(2, scalars=[(0, "I", 3)])
    vector = flat.vector("I", [0])
    flat.point(root, 2, vector)
    struct.pack_into("<I", flat.out, vector + 4, (root - vector - 4) & 0xFFFFFFFF)
    return {"model.tflite": flat.root(root)}


@attack("over_limit tflite-too-many-tables")
def flat_one_table_for_all():
    """A list of 4,000 subgraphs that are all the same table, whose list of 4,000 operators is one table too: 16 million."""
    flat = Flat()
    root = flat.table(1, 2, 4, scalars=[(0, "I", 3)])
    flat.tables(root, 1, [lambda f: f.table(scalars=[(2, "i", 1)])])
    subgraphs = flat.vector("I", [0] * 4_000)
    flat.point(root, 2, subgraphs)
    graph = flat.table(0, 1, 2, 3)
    flat.tables(graph, 0, [tensor()])
    flat.point(graph, 1, flat.vector("i", [0]))
    flat.point(graph, 2, flat.vector("i", [0]))
    operators = flat.vector("I", [0] * 4_000)
    flat.point(graph, 3, operators)
    shared = operator()(flat)
    for vector, target in [(subgraphs, graph), (operators, shared)]:
        for at in range(vector + 4, vector + 4 + 4 * 4_000, 4):
            struct.pack_into("<I", flat.out, at, target - at)
    flat.tables(root, 4, [lambda f: f.table()])
    return {"model.tflite": flat.root(root)}


@attack("ok")
def flat_tables_that_overlap():
    """A tensor whose shape is its own table read as a list of numbers."""
    flat = Flat()

    def odd(flat):
        place = flat.table(0, scalars=[(1, "b", 1), (2, "I", 0)])
        flat.point(place, 0, place + flat.places[place][1])
        return place

    return model(flat, one_subgraph([odd, tensor()], [operator(outputs=(1,))]), [0])


# Archives --------------------------------------------------------------------------------------------------------------------


def deflated(data):
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush()


def local(name, packed, size, crc, method=8):
    return struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, method, 0, 0, crc, len(packed), size, len(name), 0) + name + packed


def central(name, packed, size, crc, at, method=8):
    fixed = struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, method, 0, 0, crc, packed, size, len(name), 0, 0, 0, 0, 0, at)
    return fixed + name


def zipped(locals_, centrals, count=None):
    at = len(locals_)
    count = len(centrals) if count is None else count
    listing = b"".join(centrals)
    return locals_ + listing + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(listing), at, 0)


@attack("malformed zip-bomb")
def zip_that_promises_4_gib():
    """A member of 1 KB that says it unpacks to 4 GiB: more than deflate can do."""
    packed = deflated(b"\0" * 1_000_000)
    size = 0xFFFFFFF0
    return {"bomb.zip": zipped(local(b"a.pb", packed, size, 0), [central(b"a.pb", len(packed), size, 0, 0)])}


@attack("malformed zip-overlap")
def zip_of_one_member_a_thousand_times():
    """A thousand members whose bytes are the same ten kilobytes: 10 GB when unpacked."""
    data = b"\0" * 10_000_000
    packed = deflated(data)
    crc = zlib.crc32(data)
    names = [b"%04d.pb" % i for i in range(1000)]
    first = local(names[0], packed, len(data), crc)
    return {"bomb.zip": zipped(first, [central(n, len(packed), len(data), crc, 0) for n in names])}


@attack("malformed zip-damaged")
def zip_of_many_members_in_few_bytes():
    """An end record that counts 65,535 members where one stands."""
    packed = deflated(b"abc")
    return {"bomb.zip": zipped(local(b"a", packed, 3, zlib.crc32(b"abc")), [central(b"a", len(packed), 3, zlib.crc32(b"abc"), 0)], 0xFFFE)}


@attack("ok")
def zip_of_paths_that_climb():
    """Members called `../../etc/passwd`, `C:\\x`, `/abs`, an empty name and one with a NUL."""
    names = [b"../../etc/passwd", b"C:\\x", b"/abs", b"", b"a\0b"]
    out, listed = b"", []
    data = node("a", "NoOp") + versions()
    for name in names:
        listed.append(central(name, len(data), len(data), zlib.crc32(data), len(out), 0))
        out += local(name, data, len(data), zlib.crc32(data), 0)
    return {"paths.zip": zipped(out, listed)}


@attack("malformed zip-member-damaged")
def zip_member_that_is_no_deflate():
    """A member whose packed bytes are noise."""
    noise = bytes(i * 37 & 0xFF | 7 for i in range(64))
    return {"noise.zip": zipped(local(b"a.pb", noise, 500, 1), [central(b"a.pb", len(noise), 500, 1, 0)])}


# ----------------------------------------------------------------------------------------------------------------------------


def main():
    rows = []
    for name, expect, line, make in ATTACKS:
        folder = os.path.join(HERE, name)
        os.makedirs(folder, exist_ok=True)
        for file, data in make().items():
            with open(os.path.join(folder, file), "wb") as out:
                out.write(data)
        rows.append((name, expect, line))
    # Attacks whose files were made otherwise (with h5py, numpy, the flatbuffers compiler) have a row and no function.
    made = {name for name, _, _ in rows}
    with open(os.path.join(HERE, "attacks.csv"), newline="") as old:
        rows += [tuple(row) for row in list(csv.reader(old))[1:] if row[0] not in made]
    with open(os.path.join(HERE, "attacks.csv"), "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("folder", "answer", "attacks"))
        writer.writerows(rows)


if __name__ == "__main__":
    main()
