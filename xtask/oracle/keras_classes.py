"""Reports the classes that the installed Keras exports: lines `class`, part, name and arguments, separated by tabs.

The arguments are those that `tests/fixtures/generators/keras_releases.py` finds.
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tests/fixtures/generators"))

from keras_releases import constructors

for name, arguments in sorted(constructors().items()):
    part, _, own = name.rpartition(".")
    # Names in lower case are aliases of classes.
    if own[:1].isupper():
        print("class\t%s\t%s\t%s" % (part, own, " ".join(arguments)))
