#!/usr/bin/env bash
# orjson rounds whole numbers above 64 bits when it reads them, and refuses to write them.
#
# One would expect: a library that is exact about its limits raises on reading, as it does on writing ("Integer exceeds
#   64-bit range"), or gives the number, as Python's integers have no bound.
# What happens: loads() gives a float: an id of twenty digits has other digits then, and two ids that differ are equal.
#   Of six readers it is the only one that changes a value: four give the number, pysimdjson refuses it.
# Version: PyPI orjson 3.13.0, ujson 6.1.0, msgspec 0.22.0, python-rapidjson 1.25, pysimdjson 7.0.2; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet --no-compile orjson==3.13.0 ujson==6.1.0 msgspec==0.22.0 python-rapidjson==1.25 \
  pysimdjson==7.0.2 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Two ids that differ in their last digit, read by six libraries and written by two."""
import json
import sys

import msgspec
import orjson
import rapidjson
import simdjson
import ujson

ROW = '{"id": 18446744073709551617, "parent": 18446744073709551616}'
READERS = {"json": json.loads, "ujson": ujson.loads, "msgspec": msgspec.json.decode, "rapidjson": rapidjson.loads,
           "simdjson": simdjson.loads, "orjson": orjson.loads}


def told(work, value):
    """What it gives, or the kind of error."""
    try:
        return work(value)
    except Exception as error:
        return type(error).__name__


print("orjson", orjson.__version__)
print("the row:", ROW)
read = {name: told(reader, ROW) for name, reader in READERS.items()}
for name, row in read.items():
    print(f"{name}: {row}")
exact = json.loads(ROW)
written = told(orjson.dumps, exact)
rounded = read["orjson"]
print("orjson writes the row that json has read:", written)
print("id and parent are equal by orjson:", rounded["id"] == rounded["parent"])
same = [name for name, row in read.items() if row == exact and isinstance(row["id"], int)]
changed = isinstance(rounded["id"], float) and rounded["id"] == rounded["parent"]
refused = isinstance(read["simdjson"], str) and isinstance(written, str)
sys.exit(0 if same == ["json", "ujson", "msgspec", "rapidjson"] and changed and refused else 1)
PY
timeout 60 env/bin/python play.py
