"""Lines of JSON with a process of our own: calls, what it asks back, and an end without an answer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from live.place import CannotRun, Place, write
from live.protocols import InLines
from live.wire import Body

PROGRAM = """
import json, sys
print("no JSON")
for line in sys.stdin:
    told = json.loads(line)
    if told.get("method") == "end":
        break
    if told.get("method") == "sing":
        print(json.dumps({"id": told["id"], "error": "no voice"}), flush=True)
    if told.get("method") == "greet":
        print(json.dumps({"id": told["id"], "method": "may I?"}), flush=True)
        may = json.loads(sys.stdin.readline())
        print(json.dumps({"type": "note", "may": may["result"]}), flush=True)
        print(json.dumps({"id": told["id"], "result": {"said": "hello"}}), flush=True)
"""


class Spoken(InLines):
    name = "spoken"
    command = f"{sys.executable} FOLDER/program.py"

    def asked(self, message: Body) -> Body:
        return {"result": f"yes to {message['method']}"}


@pytest.fixture
def lines(tmp_path: Path) -> Iterator[Spoken]:
    place = Place(tmp_path, tmp_path)
    place.project.mkdir()
    write(tmp_path / "program.py", PROGRAM)
    agent = Spoken(place)
    agent.stub = SimpleNamespace(address="http://127.0.0.1:1")  # type: ignore[assignment]
    agent.open(False)
    yield agent
    agent.close()


def test_what_a_process_asks_is_answered_and_is_no_answer_itself(lines: Spoken) -> None:
    assert lines.call("greet", {}) == {"said": "hello"}
    assert lines.wait("type", "other", "note", since=0)["may"] == "yes to may I?"


def test_a_call_that_is_refused_is_said_with_its_reason(lines: Spoken) -> None:
    with pytest.raises(CannotRun, match="spoken refuses sing: no voice"):
        lines.call("sing", {})


def test_a_process_that_ends_is_not_waited_for(lines: Spoken) -> None:
    with pytest.raises(CannotRun, match="No answer"):
        lines.call("end", {})
