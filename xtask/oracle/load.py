"""Loads models with the interpreter of the installed package and reports what it does.

Models are loaded in forked children, so one that ends the process costs only itself. Prints one line per model:
file, outcome (loads, refused, crash), message. Usage: load.py MODULE FOLDER LIST
"""

import importlib
import os
import re
import resource
import signal
import sys

BATCH = 50
MEMORY = 6 << 30
SECONDS = 20


def text(error):
    """A message without folders of the build, on one line."""
    return str(error).strip().replace("\n", "\\n").replace("\t", " ")[:400]


def load(interpreter, path):
    try:
        made = interpreter(model_path=path)
        made.allocate_tensors()
    except (RuntimeError, ValueError) as error:
        return "refused\t" + text(error)
    return "loads\t"


def child(interpreter, folder, names, out):
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    for name in names:
        signal.alarm(SECONDS)
        os.write(out, ("%s\t%s\n" % (name, load(interpreter, os.path.join(folder, name)))).encode())


def batch(interpreter, folder, names):
    """Lines for the first models; those behind a crash are left for another child."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    process = os.fork()
    if process == 0:
        os.close(reading)
        try:
            child(interpreter, folder, names, writing)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answers:
        lines = answers.read().decode("utf-8", "replace").splitlines()
    os.waitpid(process, 0)
    if len(lines) < len(names):
        lines.append("%s\tcrash\t" % names[len(lines)])
    return lines


def main():
    module, folder, listed = sys.argv[1:4]
    interpreter = importlib.import_module(module).Interpreter
    with open(listed) as file:
        names = [re.split(r"\t", line)[0].strip() for line in file]
    while names:
        lines = batch(interpreter, folder, names[:BATCH])
        print("\n".join(lines))
        names = names[len(lines):]


main()
