#!/usr/bin/env bash
# pyqtgraph: to import it makes all of PySide6's classes, which PySide6 itself makes only when they are used.
#
# One would expect: a program pays for the widgets that it uses. PySide6 makes a class when its name is first reached:
#   importing QtCore, QtGui and QtWidgets makes some twenty of 650, so that their import is quick.
# What happens: pyqtgraph copies every name of the three modules into modules of its own, and so reaches each. Half of
#   the time that its import takes behind numpy goes there, before anything is drawn, in every program that shows one
#   plot. Where a window is shown first and pyqtgraph imported behind it, the window does not wait for that.
# Version: PyPI pyqtgraph 0.14.0, PySide6_Essentials 6.12.0, numpy 2.4.6; 2026-11-28.
# Needs: python3 (3.11 to 3.14) with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it
#   cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet PySide6_Essentials==6.12.0 pyqtgraph==0.14.0 numpy==2.4.6 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""How many classes of Qt there are before and behind an import of pyqtgraph, and the milliseconds that it takes."""
import sys
import time

import numpy  # not counted: much else needs it
from PySide6 import QtCore, QtGui, QtWidgets
from shiboken6 import Shiboken


def classes():
    found, waiting = set(), [Shiboken.Object]
    while waiting:
        new = set(type.__subclasses__(waiting.pop())) - found
        found |= new
        waiting += new
    return sum(one.__module__.startswith("PySide6") for one in found)


if "reached" in sys.argv:
    for module in (QtCore, QtGui, QtWidgets):
        for name in dir(module):
            getattr(module, name)
before, began = classes(), time.process_time()
import pyqtgraph  # noqa: E402

took = round((time.process_time() - began) * 1000)
print(before, classes(), took)
PY

export PYQTGRAPH_QT_LIB=PySide6 QT_QPA_PLATFORM=offscreen
env/bin/python play.py >/dev/null 2>why || { tail -3 why; exit 2; }  # writes bytecode
least() { for _ in 1 2 3 4 5; do env/bin/python play.py "$@"; done | sort -n -k 3 | head -1; }
read -r before behind plain < <(least)
read -r made _ reached < <(least reached)

echo "classes of Qt with QtCore, QtGui and QtWidgets imported: $before; and with pyqtgraph: $behind"
echo "import pyqtgraph, the best of five: $plain ms; where all names of the three were reached before: $reached ms"
((before < 50 && behind > 500 && made > 500)) || { echo "it makes fewer classes"; exit 1; }
((reached * 4 < plain * 3)) || { echo "they cost no quarter of its import any more"; exit 1; }
