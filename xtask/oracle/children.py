"""Runs a check of many files in forked children, so that one that ends the process costs only itself."""

import os
import re
import signal
import sys

SECONDS = 20


def text(error):
    """A message on one line, without its end."""
    return str(error).strip().replace("\n", "\\n").replace("\t", " ")[:400]


def child(check, folder, names, out):
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    for name in names:
        signal.alarm(SECONDS)
        os.write(out, ("%s\t%s\n" % (name, check(os.path.join(folder, name)))).encode("utf-8", "replace"))


def batch(check, folder, names):
    """Lines for the first files; those behind a crash are left for another child."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        os.close(reading)
        try:
            child(check, folder, names, writing)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answers:
        lines = answers.read().decode("utf-8", "replace").splitlines()
    os.waitpid(process, 0)
    if len(lines) < len(names):
        lines.append("%s\tcrash\t" % names[len(lines)])
    return lines


def report(check, folder, listed, size):
    """Prints a line for each file that `listed` names first in a row: file, and what `check` returns for it, outcome and
    message; the outcome of one that ends its process is "crash". A child has `size` files."""
    with open(listed) as file:
        names = [re.split(r"\t", line)[0].strip() for line in file]
    while names:
        lines = batch(check, folder, names[:size])
        print("\n".join(line.encode("ascii", "backslashreplace").decode() for line in lines))
        names = names[len(lines):]
