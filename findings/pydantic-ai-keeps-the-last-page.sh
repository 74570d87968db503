#!/usr/bin/env bash
# Pydantic AI Harness: of a file that is read in pages the model has the last page alone, and of a file that is gone nothing.
#
# One would expect: DeduplicateFileReads takes an earlier copy out of the history where a later read holds the same text,
#   as its documentation calls it near-lossless; set up as the documentation has it (with the path as the key), it fits
#   the file tool of the same package, which itself says at the end of a page where to read on.
# What happens: the next page counts as the newer copy of the one before, from the very next request on and without any
#   limit being reached. A file of 5,000 lines is never there as a whole; three lines looked up again take the place of
#   2,000, and the answer that a file was not found takes the place of what had been in it. What stands there instead is
#   "superseded", and so it does in the run's own messages, so that nothing holds the pages any more.
# Version: PyPI pydantic-ai-harness 0.62.0, pydantic-ai-slim 2.62.0; 2026-11-28.
# Needs: python3 (3.11 or later) with venv, pip. Exits with 0 as long as it is so, 1 when it changed, 2 when it cannot run.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv --without-pip env || exit 2
python3 -m pip install --quiet --no-compile --target uv uv==0.13.9 >/dev/null 2>&1 || exit 2
uv/bin/uv pip install --quiet --no-cache --python env pydantic-ai-slim==2.62.0 pydantic-ai-harness==0.62.0 \
  >/dev/null 2>&1 || exit 2
mkdir harbour

cat >play.py <<'PY'
"""A long list is read page by page, then looked into once more, and a note is read twice; the model is a function in here."""
import sys
from pathlib import Path

from pydantic_ai import Agent
from pydantic_ai.capabilities import LocalWorkspace
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai_harness import DeduplicateFileReads, FileSystem

BOATS, NOTE, RULE = Path("harbour/boats.txt"), Path("harbour/note.txt"), "Never count the ferry."
READS = [{"path": "boats.txt"}, {"path": "boats.txt", "offset": 2000}, {"path": "boats.txt", "offset": 4000},
         {"path": "boats.txt", "limit": 3}, {"path": "note.txt"}, {"path": "note.txt"}]
asked = []  # the results in each request


def file_key(call):
    """What tells one file from another, by the example in the documentation."""
    return call.args_as_dict().get("path") if call.tool_name == "read_file" else None


def results(messages):
    return [str(part.content) for message in messages for part in message.parts if isinstance(part, ToolReturnPart)]


def model(messages, info):
    asked.append(results(messages))
    if len(asked) == len(READS):
        NOTE.unlink()  # before it is read again, somebody has put it away
    if len(asked) <= len(READS):
        return ModelResponse(parts=[ToolCallPart("read_file", READS[len(asked) - 1])])
    return ModelResponse(parts=[TextPart("Done.")])


def lines(texts):
    """How many boats of the list are in these texts."""
    return sum(f"\tboat {number}\n" in "".join(texts) for number in range(1, 5001))


def short(text):
    told = text.strip().splitlines()
    return told[0] if len(told) == 1 else f"{told[0]} ... {told[-1]}"


BOATS.write_text("".join(f"boat {number}\n" for number in range(1, 5001)))
NOTE.write_text(f"{RULE}\n")
found = {}
for name, more in ("without", []), ("with", [DeduplicateFileReads(file_key=file_key)]):
    asked.clear()
    NOTE.write_text(f"{RULE}\n")
    run = Agent(FunctionModel(model), capabilities=[LocalWorkspace("harbour"), FileSystem(), *more]).run_sync("Look.")
    kept = results(run.all_messages())
    found[name] = [lines(texts) for texts in asked], RULE in str(asked[-1]), lines(kept), RULE in str(kept)
    print(f"{name}: lines of the list in each request: {found[name][0]}; the note's rule in the last one: {found[name][1]}")
    print(f"  in the run's messages: {found[name][2]} lines, the rule: {found[name][3]}")
print("the last request with it:", *map(short, asked[-1]), sep="\n  ")
whole = found["without"][0] == [0, 2000, 4000, 5000, 5000, 5000, 5000] and found["without"][1:] == (True, 5000, True)
sys.exit(0 if whole and found["with"] == ([0, 2000, 2000, 1000, 3, 3, 3], False, 3, False) else 1)
PY
timeout 100 env/bin/python play.py
