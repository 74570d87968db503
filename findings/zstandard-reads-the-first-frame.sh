#!/usr/bin/env bash
# zstandard (Python): half of its ways to read end behind the first frame of a file, without a word.
#
# One would expect: a log that is appended to, one compressed frame a time, is read whole, as gzip reads members; or
#   else that all calls of the library end at the same place, or that the rest is said to be left over.
# What happens: open(), stream_reader() and copy_stream() read all frames. decompress() and read_to_iter() give the
#   first one alone: no error, no warning, and the text looks complete.
# Version: PyPI zstandard 0.25.0; 2026-11-27.
# Needs: python3 with venv, pip. Exits with 0 as long as it is so, with 1 when it changed, with 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env || exit 2
env/bin/pip install --quiet --no-compile zstandard==0.25.0 >/dev/null 2>&1 || exit 2

cat >play.py <<'PY'
"""Three lines, each appended as a frame of its own, read in five ways."""
import gzip
import io
import sys

import zstandard

LINES = [b'{"turn": 1}\n', b'{"turn": 2}\n', b'{"turn": 3}\n']
for line in LINES:
    with open("log.zst", "ab") as log:
        log.write(zstandard.compress(line))
    with gzip.open("log.gz", "ab") as log:
        log.write(line)
packed = open("log.zst", "rb").read()
unpacker = zstandard.ZstdDecompressor()
copied = io.BytesIO()
unpacker.copy_stream(io.BytesIO(packed), copied)
ways = {
    "gzip.open (for comparison)": gzip.open("log.gz", "rb").read(),
    "open": zstandard.open("log.zst", "rb").read(),
    "stream_reader": unpacker.stream_reader(io.BytesIO(packed)).read(),
    "copy_stream": copied.getvalue(),
    "read_to_iter": b"".join(unpacker.read_to_iter(io.BytesIO(packed))),
    "decompress": zstandard.decompress(packed),
}
print("zstandard", zstandard.__version__)
for name, text in ways.items():
    print(f"{name}: {text.count(bytes([10]))} of {len(LINES)} lines")
short = [name for name, text in ways.items() if text == LINES[0]]
whole = [name for name, text in ways.items() if text == b"".join(LINES)]
sys.exit(0 if short == ["read_to_iter", "decompress"] and len(whole) == 4 else 1)
PY
timeout 100 env/bin/python play.py
