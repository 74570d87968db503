"""One list of secrets through everything that is sent, or written for others: each door wants the same holes."""

import html
import io
import json
import sys

import pytest

from inspector.ask.redact import redact
from inspector.cli.mcp.answers import find_answer
from inspector.cli.mcp.quoting import MOST
from inspector.cli.mcp.sessions import Sessions
from inspector.llm.chat import Message
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


WORDS = "Please carry the tide tables over to the new harbour format and keep the station numbers as they are today, "
CUT = [one for one in PLANTED if len(one.secret) >= 16 and "\n" not in one.text][::3]
CUTS = (40, 60, 80, 160, 200, 300, 400, 600)
"""Characters at which titles, names, quotes and results are cut somewhere."""


@pytest.fixture(scope="module")
def across(tmp_path_factory):
    """Logs in which a secret stands across a cut: in the first words, in a command that is run again, in results."""
    folder = tmp_path_factory.mktemp("across")
    for nth, one in enumerate(CUT):
        start = CUTS[nth % len(CUTS)] - one.text.index(one.secret) - len(one.secret) // 2
        words = f"{(WORDS * 6)[: max(0, start)]} {one.text} {WORDS}"
        told = ClaudeLog(f"{nth:032x}", "/home/mara/tidewatch", "2.1.100", "main", "2026-03-02T09:00:00")
        told.human(words)
        told.say(told.bash(f"echo {words}", f"{one.text} and more of it. " * 60), words)
        told.compact("The harbour tables are being ported.")
        told.human("go on")
        told.say(told.bash(f"echo {words}", words), "The tables are ported.")
        (folder / f"{nth}.jsonl").write_bytes(told.dump())
    return folder


def parts_standing(text):
    """Names of the secrets of which a part stands in a text."""
    plain = html.unescape(text).replace("\\", "")
    pieces = {one.name: {one.secret[at : at + 10] for at in range(len(one.secret) - 9)} for one in CUT}
    return [name for name, known in pieces.items() if any(piece in plain for piece in known)]


@pytest.mark.parametrize("door", [["list"], ["list", "--json"], ["scan"], ["scan", "--json"]])
def test_no_part_of_a_secret_that_stands_across_a_cut_is_in_a_list(inspector, across, door):
    more = ["--days", "99999", "--top", "999"] if door[0] == "scan" else []
    ran = inspector(*door, across, *more)
    assert ran.out.count(".jsonl") >= len(CUT) and parts_standing(ran.out) == []


@pytest.mark.parametrize("form", [".html", ".md", ".json", ".csv", ".xml"])
def test_no_part_of_a_secret_that_stands_across_a_cut_is_in_a_report(inspector, across, form, tmp_path):
    paths = [across, *(across / f"{nth}.jsonl" for nth in range(0, len(CUT), 5))]
    for nth, path in enumerate(paths):
        inspector("report", path, "-o", tmp_path / f"{nth}{form}")
    texts = [path.read_text("utf-8") for path in tmp_path.glob(f"*{form}")]
    assert len(texts) == len(paths) and parts_standing("\n".join(texts)) == []


@pytest.mark.parametrize("question", ["survival --judge", "rerun --compaction 1 --strategy own/summary --model"])
def test_no_part_of_a_secret_that_stands_across_a_cut_is_in_a_request(inspector, across, question):
    texts = []
    for nth in range(0, len(CUT), 4):
        command, *more = question.split()
        ran = inspector(command, across / f"{nth}.jsonl", *more, "anthropic/claude-sonnet-5", "--dry-run", "--json")
        assert ran.status == 0, ran.err
        texts.append(ran.out)
    assert parts_standing("\n".join(texts)) == []


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


def test_no_secret_stands_in_a_bank_of_facts(inspector, log, tmp_path):
    ran = inspector("survival", log, "--save-facts", tmp_path / "facts.json")
    assert "Left out: " in ran.err and "with a secret in them." in ran.err
    told = (tmp_path / "facts.json").read_text("utf-8")
    assert "harbourlist7 in mind" in told and standing(told) == []


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
