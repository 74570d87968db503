"""What an agent's table says, filled in: its command, its calls, whose a request is, and what no log holds."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar

import pytest

from live.agent import Agent
from live.place import Place
from live.script import delegate, edit, shell, write
from live.wire import Body, Call, Piece

TOLD = "Rules for this project: be brief."


class Tabled(Agent):
    name = "tabled"
    wire = "completions"
    command = "NODE PACKAGES/main.js --quiet"
    resumed = "--id SESSION"
    tools: ClassVar[Mapping[str, Call]] = {
        "shell": ("sh", {"command": "PATH"}),
        "edit": ("edit", {"path": "FILE", "edits": [{"old": "OLD", "new": "NEW", "all": True}]}),
        "write": ("patch", "add PATH\nADDED"),
    }
    sums_up = "^Sum up"
    asides = "^Name the session"
    hidden: ClassVar[Mapping[str, str]] = {"date": r"user\s+<date>", "frame": "user .*<summary>"}


class Stand:
    address = "http://127.0.0.1:1"


@pytest.fixture
def agent(tmp_path: Path) -> Tabled:
    made = Tabled(Place(tmp_path / "release", tmp_path / "run"))
    made.stub = Stand()  # type: ignore[assignment]
    made.session = "s-1"
    return made


def test_words_in_capitals_stand_for_where_things_are(agent: Tabled, tmp_path: Path) -> None:
    main = f"{tmp_path}/release/node_modules/main.js"
    assert agent.starts(False) == ["node", main, "--quiet"]
    assert agent.starts(True) == ["node", main, "--quiet", "--id", "s-1"]
    assert agent.filled("ADDRESS/v1 in PROJECT") == f"http://127.0.0.1:1/v1 in {tmp_path}/run/project"


def test_a_call_is_filled_in_however_deep_its_arguments_are(agent: Tabled, tmp_path: Path) -> None:
    name, arguments = agent.tool(edit("a.js", "3000", "8473"))
    edits = [{"old": "3000", "new": "8473", "all": True}]
    assert (name, arguments) == ("edit", {"path": f"{tmp_path}/run/project/a.js", "edits": edits})
    assert agent.tool(write("n.md", new="one\ntwo\n")) == ("patch", "add n.md\n+one\n+two\n")
    assert agent.tool(shell("echo NEW")) == ("sh", {"command": "echo NEW"})


def test_who_has_no_subagents_says_so(agent: Tabled) -> None:
    assert agent.tool(delegate("SUBTASK: count")) == ("sh", {"command": "echo no subagents here"})


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("main", (TOLD,)),
        ("main", (TOLD, "SUBTASK: count")),
        ("compaction", (TOLD, "Sum up what was said.")),
        ("other", (TOLD, "Name the session.")),
        ("subagent", ("SUBTASK: count",)),
    ],
)
def test_whose_a_request_is(agent: Tabled, kind: str, texts: tuple[str, ...]) -> None:
    messages = [*({"role": "user", "content": text} for text in texts), {"role": "system", "content": "Be quick."}]
    body: Body = {"tools": [{"function": {"name": "sh"}}], "messages": messages}
    assert agent.kind(body) == kind


def test_without_tools_it_is_beside_the_work(agent: Tabled) -> None:
    assert agent.kind({"messages": [{"role": "user", "content": TOLD}]}) == "other"


def test_what_no_log_holds_is_known_by_voice_and_text(agent: Tabled) -> None:
    assert agent.unlogged(Piece("user", "<date>Friday</date>")) == "date"
    assert agent.unlogged(Piece("user", "So far:\n<summary>")) == "frame"
    assert agent.unlogged(Piece("result", "<summary>")) == ""
