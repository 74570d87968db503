"""Lines of JSON with a process of our own: calls, what it asks back, and an end without an answer."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from live.install import CannotRun
from live.talk import Lines
from live.wire import Body

PROGRAM = """
import json, sys
print("no JSON")
for line in sys.stdin:
    told = json.loads(line)
    if told.get("method") == "end":
        break
    if told.get("method") == "greet":
        print(json.dumps({"id": told["id"], "method": "may I?"}), flush=True)
        may = json.loads(sys.stdin.readline())
        print(json.dumps({"type": "note", "may": may["result"]}), flush=True)
        print(json.dumps({"id": told["id"], "result": "hello"}), flush=True)
"""


@pytest.fixture
def lines(tmp_path: Path) -> Lines:
    def asked(message: Body) -> Body:
        return {"result": f"yes to {message['method']}"}

    return Lines((sys.executable, "-c", PROGRAM), tmp_path, {}, asked)


def test_what_a_process_asks_is_answered_and_is_no_answer_itself(lines: Lines) -> None:
    assert lines.call("greet", {}) == {"id": 1, "result": "hello"}
    assert lines.wait("type", "other", "note", since=0)["may"] == "yes to may I?"
    lines.close()


def test_a_process_that_ends_is_not_waited_for(lines: Lines) -> None:
    with pytest.raises(CannotRun, match="No answer"):
        lines.call("end", {})
    lines.close()
