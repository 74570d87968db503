#!/usr/bin/env bash
# PySide6: once it is imported, each module from which a name is imported has its source opened, searched and kept.
#
# One would expect: a module whose bytecode is cached is loaded from that, and its source is not opened.
# What happens: importing any part of PySide6 puts a function of its own in the place of the built-in __import__, which
#   takes the source of each module that an import statement brings to see whether "PySide6" stands in it, for switches
#   (snake_case, true_property) that the program never asked for. So nearly all source of what is loaded after it is
#   opened although its bytecode is cached, and stays in linecache for the life of the process. The same program with
#   the import of PySide6 behind the others opens none of it.
# Version: PyPI PySide6_Essentials 6.11.3, Python's own import; 2026-11-28.
# Needs: python3 (3.10 to 3.14) with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it
#   cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet PySide6_Essentials==6.11.3 >/dev/null 2>&1 || exit 2

mkdir shop
touch shop/__init__.py
for number in $(seq 1 200); do
  printf '"""Shelf %s."""\n\nWIDTH = %s\n' "$number" "$number" >"shop/shelf$number.py"
  echo "from shop.shelf$number import WIDTH as width$number" >>shop/shelves.py
done
env/bin/python -m compileall -q shop

cat >play.py <<'PY'
"""How many sources of a package are opened and kept while it is imported, with PySide6 before it or behind it."""
import importlib.metadata
import linecache
import sys

first = sys.argv[1] == "first"
opened = set()


def watch(event, told):
    """Note each file of the package that is opened as text or bytes."""
    if event == "open" and isinstance(told[0], str) and "shelf" in told[0] and told[0].endswith(".py"):
        opened.add(told[0])


if first:
    import PySide6.QtCore
sys.addaudithook(watch)
import shop.shelves

kept = sum("shelf" in name for name in linecache.cache)
if not first:
    import PySide6.QtCore
print(f"PySide6 {importlib.metadata.version('PySide6_Essentials')} imported {sys.argv[1]}: "
      f"200 modules from bytecode, {len(opened)} sources opened, {kept} kept in memory")
sys.exit(0 if (len(opened) >= 200 and kept >= 200 if first else not opened and not kept) else 1)
PY
timeout 60 env/bin/python play.py last && timeout 60 env/bin/python play.py first
