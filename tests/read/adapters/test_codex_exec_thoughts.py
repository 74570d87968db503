"""Reasoning that codex exec prints without a heading, and the refusal of what it prints as JSON."""

from __future__ import annotations

import json

import pytest

from inspector.errors import UnknownFormat
from inspector.model import ItemKind
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, recognise

ID = "01a21bcc-76e6-7510-9d07-ee4da64b6353"
DIM, HEAD, PLAIN = "\x1b[2m", "\x1b[35m\x1b[3m", "\x1b[0m"


def header(*, coloured: bool = False, summaries: str = "auto", version: str = "0.171.0") -> str:
    def name(word: str) -> str:
        return f"\x1b[1m{word}:{PLAIN}" if coloured else f"{word}:"

    told = {"workdir": "/boats", "model": "m", "reasoning summaries": summaries, "session id": ID}
    asked = f"\x1b[36muser{PLAIN}" if coloured else "user"
    entries = [f"{name(word)} {value}" for word, value in told.items()]
    return "\n".join([f"OpenAI Codex v{version}", "--------", *entries, "--------", asked, "Paint the boat.", ""])


def opened(path, text):
    path.write_text(text, encoding="utf-8")
    session, bodies = open_log(path).session, Bodies()
    return session, [(item.kind.value, bodies.text(item)) for item in session.items if item.kind is not ItemKind.EVENT]


def test_in_colours_a_dim_line_ahead_of_a_heading_is_a_thought(tmp_path):
    ran = f"{HEAD}exec{PLAIN}{PLAIN}\n\x1b[1mls{PLAIN} in /boats\n succeeded in 1ms:\nhull\n\n"
    thought = f"{DIM}First the hull.\nThen the mast.{PLAIN}\n"
    said = f"{HEAD}codex{PLAIN}{PLAIN}\nDone.\n"
    text = header(coloured=True) + thought + ran + f"{DIM}Nearly.{PLAIN}\n" + said
    _, items = opened(tmp_path / "log.txt", text)
    assert [item for item in items if item[0] != "tool_call"] == [
        ("user", "Paint the boat."),
        ("reasoning", "First the hull.\nThen the mast."),
        ("tool_result", "hull"),
        ("reasoning", "Nearly."),
        ("assistant", "Done."),
    ]


def test_a_dim_line_within_an_output_is_the_commands(tmp_path):
    ran = f"{HEAD}exec{PLAIN}{PLAIN}\n\x1b[1mls{PLAIN} in /boats\n succeeded in 1ms:\n{DIM}faint{PLAIN}\nhull\n\n"
    _, items = opened(tmp_path / "log.txt", header(coloured=True) + ran + f"{HEAD}codex{PLAIN}{PLAIN}\nDone.\n")
    assert ("tool_result", "faint\nhull") in items


@pytest.mark.parametrize(
    ("more", "noted"), [({}, True), ({"summaries": "none"}, False), ({"version": "0.104.0"}, False)]
)
def test_without_colours_it_is_said_that_thoughts_may_stand_in_other_texts(tmp_path, more, noted):
    session, _ = opened(tmp_path / "log.txt", header(**more) + "codex\nDone.\n")
    assert ("reasoning-unmarked" in [problem.code for problem in session.diagnostics]) is noted


@pytest.mark.parametrize("is_here", [True, False])
def test_what_is_printed_as_json_names_the_log_of_its_thread(tmp_path, monkeypatch, is_here):
    monkeypatch.setenv("CODEX_HOME", str(tmp_path / "home"))
    rollout = tmp_path / "home" / "sessions" / "2026" / "11" / "27" / f"rollout-2026-11-27T10-00-00-{ID}.jsonl"
    rollout.parent.mkdir(parents=True)
    if is_here:
        rollout.touch()
    rows = [{"type": "thread.started", "thread_id": ID}, {"type": "turn.started"}]
    path = tmp_path / "out.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    with pytest.raises(UnknownFormat) as refused:
        recognise(path)
    assert (str(rollout) if is_here else f"rollout-…-{ID}.jsonl under") in refused.value.hint
