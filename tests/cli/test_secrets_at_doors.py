"""One list of secrets through everything that is sent, or written for others: each door wants the same holes."""

import html
import io
import json
import sys

import pytest

from inspector.cli.mcp.answers import find_answer
from inspector.cli.mcp.quoting import MOST
from inspector.cli.mcp.sessions import Sessions
from inspector.llm.chat import Message
from inspector.rerun.redact import redact
from tests.claude_log import ClaudeLog
from tests.rerun.planted import planted

PLANTED = planted()


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """A session in which a person said all of them, and a summary that has none."""
    told = ClaudeLog("ab" * 16, "/home/mara/tidewatch", "2.1.100", "main", "2026-03-02T09:00:00")
    for nth, one in enumerate(PLANTED):
        told.human(f"Keep harbourlist{nth} in mind.\n\n{one.text}")
        told.say("I keep it.")
    told.compact("The harbour tables are being ported.")
    told.human("go on")
    told.say("The tables are ported.")
    path = tmp_path_factory.mktemp("secrets") / "secrets.jsonl"
    path.write_bytes(told.dump())
    return path


def standing(text):
    """Names of the secrets that stand in a text, as they are or as JSON, HTML or Markdown write them."""
    plain = html.unescape(text).replace("\\", "")
    return [one.name for one in PLANTED if one.secret in plain]


def test_the_list_has_every_kind_once_and_none_stands_in_another():
    assert len({one.name for one in PLANTED}) == len(PLANTED) >= 120
    assert standing("\n".join(one.text for one in PLANTED)) == [one.name for one in PLANTED]


def test_no_secret_stands_in_a_request():
    messages = redact([Message("user", one.text) for one in PLANTED]).messages
    assert [one.name for one, clean in zip(PLANTED, messages, strict=True) if one.secret in clean.text] == []


@pytest.mark.parametrize("form", [".html", ".md", ".json", ".csv", ".xml", ".otlp.json"])
def test_no_secret_stands_in_a_report(inspector, log, form, tmp_path):
    target = tmp_path / f"report{form}"
    ran = inspector("report", log, "-o", target)
    assert target.exists(), ran
    assert standing(target.read_text("utf-8")) == []


@pytest.mark.parametrize("form", ["checklist", "summary", "focus", "pins", "hook", "context", "messages"])
def test_no_secret_stands_in_what_puts_back(inspector, log, form):
    ran = inspector("mend", log, "--as", form)
    assert ran.out and standing(ran.out) == []


@pytest.mark.parametrize(
    ("event", "more"), [("SessionStart", {"source": "compact"}), ("PreCompact", {"trigger": "auto"})]
)
def test_no_secret_stands_in_what_a_hook_says(inspector, log, event, more, monkeypatch):
    payload = {"session_id": "ab", "transcript_path": str(log), "cwd": "/x", "hook_event_name": event}
    payload |= {"source": "compact", "trigger": "auto"}
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(payload).encode())))
    ran = inspector("hook", event, "--budget", "90000", "--patience", "60")
    assert len(ran.out) > 5_000 and standing(ran.out) == []


def test_no_secret_nor_the_end_of_one_stands_in_what_find_answers(log, inspector):
    sessions = Sessions("/home/mara/tidewatch", log)
    try:
        document = sessions.open()
        answers = {one.name: find_answer(document, f"harbourlist{nth} ", MOST) for nth, one in enumerate(PLANTED)}
    finally:
        sessions.close()
    assert [one.name for one in PLANTED if one.secret[-12:] in answers[one.name]] == []
