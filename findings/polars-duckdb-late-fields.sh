#!/usr/bin/env bash
# Polars, and one of two doors of DuckDB, read a log of JSON lines without the fields that appear late in it.
#
# One would expect: the columns of a table are the fields that stand in the file; or a field that is met too late to be
#   known is an error, as a value of another type is.
# What happens: fields are looked for in the first lines only. read_ndjson of Polars and read_json of DuckDB leave out
#   whatever comes first on a later line, such as what a compaction records, also within an object; all rows are there,
#   so that nothing seems to be missing. DuckDB asked in SQL refuses the very same file for that field, and Polars says
#   of a number that turns out fractional that it does not fit.
# Version: PyPI polars 2.1.0, duckdb 2.0.1; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet --no-compile polars==2.1.0 duckdb==2.0.1 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Logs of many ordinary rows and one of another kind at the end, read with the defaults of both."""
import json
import os
import sys

import duckdb
import polars

ORDINARY = {"type": "message", "text": "of some length", "usage": {"input": 1}}
LATE = {"type": "compaction", "text": ORDINARY["text"], "usage": {"input": 1, "cached": 900}, "tokens_before": 150_000}


def written(count, last):
    """A log of `count` ordinary rows and one more."""
    name = f"log{len(os.listdir())}.jsonl"
    with open(name, "w") as log:
        log.writelines(json.dumps(row) + "\n" for row in [ORDINARY] * count + [last])
    return name


def refusal(read, error):
    """What is said of a log that is not taken; empty where it is."""
    try:
        read()
    except error as refused:
        return str(refused).splitlines()[0]
    return ""


short, long = written(200, LATE), written(50_000, LATE)
by_polars, by_duckdb = polars.read_ndjson(short), duckdb.read_json(long)
last = by_polars.rows()[-1], by_duckdb.fetchall()[-1]
by_query = refusal(lambda: duckdb.sql(f"select * from '{long}'").fetchall(), duckdb.InvalidInputException)
fraction = written(200, ORDINARY | {"usage": {"input": 1.5}})
by_type = refusal(lambda: polars.read_ndjson(fraction), polars.exceptions.ComputeError)
print("polars", polars.__version__, "duckdb", duckdb.__version__)
print("the last row as it stands there:", tuple(LATE.values()))
print("polars.read_ndjson:", by_polars.height, "rows; the last:", last[0])
print("duckdb.read_json:", by_duckdb.shape[0], "rows; the last:", last[1])
print("duckdb.sql:", by_query)
print("polars, a fraction:", by_type)
left = ("compaction", ORDINARY["text"], {"input": 1})
same = last == (left, left) and by_polars.height == 201 and by_duckdb.shape[0] == 50_001
sys.exit(0 if same and by_query and by_type else 1)
PY
timeout 100 env/bin/python play.py
