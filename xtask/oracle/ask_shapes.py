"""Asks the shape functions of the installed TensorFlow what they check, and prints the steps of `knowledge/tf_shapes.csv`.

Every op is imported with operands of unknown shape, of which one or two are then known: what is refused shows a check of a
rank, of a size, or that two sizes or shapes are the same. Two faults at once show which check comes first. A shape function
that fails in words of its own is not expressed by steps: its op and the words are listed with `?`. Prints one line for each
op: op, steps, words. Usage: ask_shapes.py [OP ...]
"""

import itertools
import os
import re
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")

import tensorflow as tf
from tensorflow.core.framework import graph_pb2, op_def_pb2, types_pb2

try:
    from tensorflow.python.client import pywrap_tf_session as runtime
except ImportError:  # 1.x
    from tensorflow.python import pywrap_tensorflow as runtime

v1 = getattr(getattr(tf, "compat", tf), "v1", tf)
tf.get_logger().setLevel("ERROR") if hasattr(tf, "get_logger") else None

ALL = op_def_pb2.OpList.FromString(runtime.TF_GetBuffer(runtime.TF_GetAllOpList()))
RANKS = range(7)
REFERENCE = 100
# Sizes that no shape function expects.
P, Q = 97, 89
# Attrs with a number for each dimension; with ones an output has the shape of its input.
WINDOWS = ("strides", "ksize", "ksizes", "dilations", "rates")
# Checks of the shapes of two operands.
PAIRS = ("same", "trail", "alike")
FORMS = [
    ("rank", re.compile(r"Shape must be rank (\d+) but is rank (\d+)")),
    ("least", re.compile(r"Shape must be at least rank (\d+) but is rank (\d+)")),
    ("most", re.compile(r"Shape must be at most rank (\d+) but is rank (\d+)")),
    ("size", re.compile(r"Dimension must be (\d+) but is (\d+)")),
    ("meet", re.compile(r"Dimensions must be equal, but are (\d+) and (\d+)")),
    ("same", re.compile(r"Shapes must be equal rank, but are (\d+) and (\d+)")),
    ("unset", re.compile(r"(R)eceived (a) shape scalar with unknown static value")),
    ("grad", re.compile(r"(A)rgument (g)rad must not be a scalar")),
    ("same", re.compile(r"Dimension \d+ in both shapes must be equal, but are (\d+) and (\d+)")),
]


class Unasked(Exception):
    """An op that cannot be asked: it has no node that imports, or is not expressed by steps."""


def dtype_of(allowed):
    return types_pb2.DT_FLOAT if not allowed or types_pb2.DT_FLOAT in allowed else allowed[0]


def fill(node, attr, count):
    """A value for an attr without a default; numbers and lengths of lists are `count` where they may be."""
    held, kind = node.attr[attr.name], attr.type
    is_window = attr.name in WINDOWS
    usual = count if not is_window else 5 if "3D" in node.op else 4
    least = attr.minimum if attr.has_minimum else 0
    if kind == "type":
        held.type = dtype_of(list(attr.allowed_values.list.type))
    elif kind == "int":
        held.i = max(least, count)
    elif kind == "float":
        held.f = 1.0
    elif kind == "bool":
        held.b = False
    elif kind == "string":
        allowed = list(attr.allowed_values.list.s)
        held.s = allowed[0] if allowed else b"a"
    elif kind == "shape":
        held.shape.unknown_rank = True
    elif kind == "list(type)":
        held.list.type.extend([dtype_of(list(attr.allowed_values.list.type))] * max(least, count))
    elif kind == "list(shape)":
        for _ in range(max(least, count)):
            held.list.shape.add().unknown_rank = True
    elif kind == "list(int)":
        held.list.i.extend([1] * max(least, usual))
    elif kind == "list(float)":
        held.list.f.extend([1.0] * max(least, count))
    elif kind == "list(string)":
        held.list.s.extend([b"a"] * max(least, count))
    else:
        raise Unasked("an attr of kind " + kind)


def is_many(arg):
    return bool(arg.number_attr or arg.type_list_attr)


class Op:
    """An op with what was found out about its shape function."""

    def __init__(self, op, count=1):
        self.op = op
        self.node = graph_pb2.GraphDef().node.add(name="node0", op=op.name)
        for attr in op.attr:
            if not attr.HasField("default_value"):
                fill(self.node, attr, count)
        self.types = []
        self.fixed = None
        for arg in op.input_arg:
            self.fixed = len(self.types) if is_many(arg) and self.fixed is None else self.fixed
            self.types += self.types_of(arg)
        # Operands behind one of any number have no number of their own.
        self.fixed = len(self.types) if self.fixed is None else self.fixed
        self.words = set()
        self.asked = {}

    def others(self):
        """The op with other attrs: higher numbers, turned flags, other words; those whose node imports."""
        turned = Op(self.op, 2)
        for attr in self.op.attr:
            if attr.type == "bool":
                turned.node.attr[attr.name].b = not self.given(attr.name).b
        worded = Op(self.op)
        for attr in self.op.attr:
            if attr.type == "string" and len(attr.allowed_values.list.s) > 1:
                worded.node.attr[attr.name].s = [s for s in attr.allowed_values.list.s if s != self.given(attr.name).s][0]
        return [other for other in (Op(self.op, 2), turned, worded) if not other.ask({})]

    def given(self, name):
        if name in self.node.attr:
            return self.node.attr[name]
        return next(attr.default_value for attr in self.op.attr if attr.name == name)

    def types_of(self, arg):
        if arg.type_list_attr:
            types = list(self.given(arg.type_list_attr).list.type)
        else:
            types = [arg.type or self.given(arg.type_attr).type]
            types *= self.given(arg.number_attr).i if arg.number_attr else 1
        return [dtype + REFERENCE if arg.is_ref else dtype for dtype in types]

    def ask(self, shapes):
        """The message about operands of these shapes by number (-1 is an unknown size); empty if they are accepted."""
        key = tuple(sorted((at, tuple(shape)) for at, shape in shapes.items()))
        if key not in self.asked:
            message = self.imported(shapes)[0]
            # What a handle holds comes from the node that made it.
            self.asked[key] = "" if message.startswith("Unable to access shape and type info") else message
        return self.asked[key]

    def imported(self, shapes):
        graph = graph_pb2.GraphDef()
        # An op that later graphs may not have is asked in an earlier one.
        graph.versions.producer = (self.op.deprecation.version or 135) - 1
        names = []
        for at, dtype in enumerate(self.types):
            is_variable = dtype > REFERENCE
            operand = graph.node.add(name="in%d" % at, op="VariableV2" if is_variable else "Placeholder")
            operand.attr["dtype"].type = dtype - REFERENCE if is_variable else dtype
            held = operand.attr["shape"].shape
            held.SetInParent()
            if at in shapes:
                for size in shapes[at]:
                    held.dim.add().size = size
            else:
                held.unknown_rank = True
            names.append(operand.name)
        node = graph.node.add()
        node.CopyFrom(self.node)
        node.input.extend(names)
        try:
            with v1.Graph().as_default() as made:
                v1.import_graph_def(graph, name="")
                return "", [output.shape for output in made.get_operation_by_name("node0").outputs]
        except Exception as error:  # importers raise errors of many kinds
            return str(error).strip() or "?", []

    def found(self, message):
        """The form of a message and its numbers."""
        for word, form in FORMS:
            match = form.match(message)
            if match:
                first, second = match.groups()
                return (word, int(first), int(second)) if first.isdigit() else (word, 0, 0)
        if message:
            self.words.add(re.sub(r"\[[^\]]*\]|-?\d+", "N", message.split(" for '")[0].split("\n")[0])[:90])
        return None

    def ranks(self):
        """Checks of ranks, and a rank that each operand may have."""
        checks, usable = [], {}
        for at in range(self.fixed):
            by_rank = [self.found(self.ask({at: [-1] * rank})) for rank in RANKS]
            words = {found[0] for found in by_rank if found}
            for word in ("rank", "least", "most"):
                wanted = {found[1] for found in by_rank if found and found[0] == word}
                if len(wanted) == 1:
                    limit = wanted.pop()
                    wrong = next(rank for rank, found in enumerate(by_rank) if found and found[0] == word)
                    checks.append(((word, at, limit), {at: [-1] * wrong}))
            for word in words & {"unset", "grad"}:
                checks.append(((word, at), {at: []}))
            good = [rank for rank, found in enumerate(by_rank) if not found and not self.ask({at: [-1] * rank})]
            if "least" in words or "rank" in words or "most" in words:
                usable[at] = (good[-1] if "most" in words else good[0], "least" in words) if good else (0, False)
            elif good:
                usable[at] = (2, True)
        return checks, usable

    def sizes(self, usable):
        """Checks of sizes, and of sizes that are the same."""
        checks, seen = [], set()
        places = [(at, axis) for at, (rank, _) in usable.items() for axis in range(rank)]

        def shape(at, sizes, more=0):
            rank = usable[at][0] + more
            return [sizes.get(axis, -1) for axis in range(rank)]

        def axis_of(at, axis, check):
            """The axis counted from the end if it moves with the rank."""
            rank, is_least = usable[at]
            return axis - rank if is_least and not check(0) and check(1) else axis

        for at, axis in places:
            found = self.found(self.ask({at: shape(at, {axis: P})}))
            if found and found[0] == "rank" and found[2] == P:
                checks.append((("sized", at, found[1]), {at: shape(at, {axis: P})}))
            elif found and found[0] == "size":
                def moved(by):
                    again = self.found(self.ask({at: shape(at, {axis + by: P}, 1)}))
                    return bool(again and again[0] == "size")
                checks.append((("size", at, axis_of(at, axis, moved), found[1]), {at: shape(at, {axis: P})}))
                seen.add((at, axis))
        for (at, axis), (to, other) in itertools.combinations([place for place in places if place not in seen], 2):
            def met(more, to_more, by, to_by):
                """Whether the sizes at these places must be the same, in shapes of higher ranks."""
                if at == to:
                    sizes = {at: shape(at, {axis + by: P, other + by: Q}, more)}
                else:
                    sizes = {at: shape(at, {axis + by: P}, more), to: shape(to, {other + to_by: Q}, to_more)}
                found = self.found(self.ask(sizes))
                return found and found[0] == "meet" and {found[1], found[2]} == {P, Q} and (found, sizes)

            answer = met(0, 0, 0, 0)
            if not answer:
                continue
            (_, size, _), sizes = answer
            first, second = self.placed((at, axis), (to, other), usable, met)
            if first is None:
                continue
            checks.append((("meet",) + (first + second if size == P else second + first), sizes))
        return checks

    def placed(self, first, second, usable, met):
        """Two places whose sizes are the same, counted from the end if they move with the rank; None if neither holds."""
        free = [usable[at][1] for at, _ in (first, second)]
        if first[0] == second[0]:
            moves = [(0, 0)] + ([(1, 1)] if free[0] else [])
        else:
            moves = itertools.product(*[(0, 1) if is_free else (0,) for is_free in free])
        good = [move for move in moves if met(free[0], free[1], *move)]
        if len(good) != 1:
            return None, None
        turned = [(at, axis - usable[at][0] if by else axis) for (at, axis), by in zip((first, second), good[0])]
        return tuple(turned[0]), tuple(turned[1])

    def shapes(self, usable):
        """Checks that two operands have the same shape."""
        checks = []
        for at, to in itertools.combinations(range(self.fixed), 2):
            # Both may have rank `low`, and one of them another rank if there is a choice.
            low = next((usable[one][0] for one in (at, to) if one in usable and not usable[one][1]), 2)
            high = (low, low + 1) if usable.get(to, (0, True))[1] else (low + 1, low)
            sizes = {at: [-1] * high[0], to: [-1] * high[1]}
            if self.ask({at: [-1] * low}) or self.ask({to: [-1] * low}):
                continue
            if self.ask({at: sizes[at]}) or self.ask({to: sizes[to]}):
                sizes = {at: [P] + [-1] * (low - 1), to: [Q] + [-1] * (low - 1)}
            found = self.found(self.ask(sizes))
            if found and found[0] == "same":
                extent = self.extent(at, to, low)
                checks.append(((extent,) + ((at, to) if found[1] in (high[0], P) else (to, at)), sizes))
        return checks

    def extent(self, at, to, rank):
        """What two shapes of one rank share: all sizes, those behind the first, or none."""
        def differ(own):
            shape = lambda size: [size if axis == own else -1 for axis in range(rank)]
            return bool(self.found(self.ask({at: shape(P), to: shape(Q)})))
        every = [differ(own) for own in range(rank)]
        return "same" if all(every) else "trail" if all(every[1:]) and rank > 1 else "alike"

    def outputs(self, usable):
        """Steps that add outputs, up to the first of any number."""
        steps, count = [], 0
        for arg in self.op.output_arg:
            if is_many(arg):
                break
            count += 1
        with_each = []
        for at in range(self.fixed):
            rank = usable.get(at, (2, True))[0]
            # Sizes that differ show most; some shape functions take a certain one.
            for shape in [[7 + axis for axis in range(rank)]] + [[size] * rank for size in (7, 2, 3, 4)]:
                message, found = self.imported({at: shape})
                if not message:
                    break
            with_each.append((at, shape, found))
        _, plain = self.imported({})
        for number in range(count):
            same = [at for at, shape, found in with_each if shape and number < len(found) and known(found[number]) == shape]
            bare = known(plain[number]) if number < len(plain) else None
            if same and not any(attr.name in WINDOWS for attr in self.op.attr):
                steps.append("out %d" % same[0])
            elif bare is None:
                steps.append("any")
            else:
                steps.append("ranked %d" % len(bare) if bare else "scalar")
        return steps

    def together(self, one, other):
        """Shapes with both faults; None if there are none."""
        shared = [at for at in one if at in other and one[at] != other[at]]
        both = dict(one)
        both.update(other)
        for at in shared:
            options = [one[at], other[at]]
            options += [last[: len(first)] + first[len(last) :] for first, last in (options, options[::-1])]
            fits = [
                shape for shape in options
                if all(self.is_same_fault(own, at, shape) for own in (one, other))
            ]  # fmt: skip
            if not fits:
                return None
            both[at] = fits[0]
        return both

    def is_same_fault(self, shapes, at, shape):
        changed, fault = self.found(self.ask({**shapes, at: shape})), self.found(self.ask(shapes))
        return bool(changed and fault) and changed[0] == fault[0]

    def ordered(self, checks):
        """The checks as the shape function makes them."""
        before = {at: set() for at in range(len(checks))}
        for (a, (first, one)), (b, (second, other)) in itertools.combinations(enumerate(checks), 2):
            both = self.together(one, other)
            if both is None:
                continue
            message = self.ask(both)
            is_first, is_second = message == self.ask(one), message == self.ask(other)
            said = self.found(message)
            if said and not (is_first or is_second):
                is_first, is_second = said == self.found(self.ask(one)), said == self.found(self.ask(other))
            if said and is_first == is_second:
                is_first, is_second = [said[0] == self.found(self.ask(own))[0] for own in (one, other)]
            if is_first != is_second:
                (before[b] if is_first else before[a]).add(a if is_first else b)
        out, left = [], list(range(len(checks)))
        while left:
            ready = [at for at in left if not before[at] & set(left)] or left
            out.append(ready[0])
            left.remove(ready[0])
        return [checks[at][0] for at in out]

    def steps(self):
        if self.ask({}):
            raise Unasked(self.ask({}).split("\n")[0][:90])
        checks, usable = self.ranks()
        checks += self.sizes(usable) + self.shapes(usable)
        unique = {}
        for check, shapes in checks:
            unique.setdefault(check, shapes)
        # What depends on a number, a list, a flag or a word of the node is no step.
        for other in self.others():
            unique = {
                check: shapes for check, shapes in unique.items() if other.found(other.ask(shapes)) == self.found(self.ask(shapes))
            }
        checks = sorted(unique.items(), key=lambda item: (max(item[0][1:3]) if item[0][0] in PAIRS else item[0][1]))
        merged = {check[1:] for check, _ in checks if check[0] in PAIRS}
        # A shape that was the same as another one is asked again by each that is the same as that.
        checks = [
            (check, shapes) for check, shapes in checks
            if not (check[0] in PAIRS and any((a, check[1]) in merged and (a, check[2]) in merged for a in range(check[1])))
        ]  # fmt: skip
        steps = [" ".join(str(cell) for cell in check) for check in self.ordered(checks)]
        # Outputs of any shape say nothing.
        outputs = self.outputs(usable)
        while outputs and outputs[-1] == "any":
            outputs.pop()
        return "; ".join(steps + outputs)


def known(shape):
    return None if shape.ndims is None else [-1 if size is None else int(size) for size in shape.as_list()]


def answer(op):
    try:
        asked = Op(op)
        return asked.steps(), sorted(asked.words)
    except Unasked as reason:
        return "?", [str(reason)]


def main():
    names = set(sys.argv[1:])
    for op in sorted(ALL.op, key=lambda op: op.name):
        if (names and op.name not in names) or any(attr.type in ("func", "list(func)") for attr in op.attr):
            continue
        # Some shape functions end the process.
        sys.stdout.flush()
        process = os.fork()
        if process == 0:
            silent = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silent, 2)
            try:
                steps, words = answer(op)
                print("%s\t%s\t%s" % (op.name, steps, " | ".join(words)))
            except Exception as error:
                print("%s\t?\t%r" % (op.name, error))
            sys.stdout.flush()
            os._exit(0)
        if os.waitpid(process, 0)[1]:
            print("%s\t?\tends the process" % op.name)


main()
