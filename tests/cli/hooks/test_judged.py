"""A judge in a hook: a server on this machine reads what was lost while the agent waits."""

import json
import threading
from contextlib import closing

import pytest

from inspector.cli.hooks import answers, run
from inspector.store.library import Library, session_name
from inspector.workbench.stages import read
from tests.cli.conftest import sample
from tests.judge.answers import answer, said

TEXT = "don't run the live tests"


@pytest.fixture
def server(server):
    server.script = lambda messages: answer([said(TEXT, "L43", strength="must")])
    return server


@pytest.fixture
def log(tmp_path):
    """The sample up to behind its first compaction."""
    path = tmp_path / "tides.jsonl"
    path.write_bytes(b"".join(lines()[:96]))
    return path


def lines():
    return sample("fading-rules").read_bytes().splitlines(keepends=True)


@pytest.fixture
def started(feed, log):
    """The hook behind the first compaction of the sample, with a judge."""

    def call(*options, event="SessionStart", **more):
        told = {"session_id": "5d0c", "transcript_path": str(log), "hook_event_name": event, "source": "compact"}
        return feed(event, told | more, *options)

    return call


OTHER = "Go on with BODC then."


def test_what_the_judge_says_is_lost_is_put_back_and_nothing_else(started, server, noted, log, inspector):
    assert OTHER in started().out and TEXT in started().out
    ran = started("--judge", f"scripted@{server.address}")
    told = json.loads(ran.out)["hookSpecificOutput"]["additionalContext"]
    assert TEXT in told and OTHER not in told and "lost, changed or contradicted" in told and "put back" in noted()
    asked = len(server.asked)
    assert started("--judge", f"scripted@{server.address}").out == ran.out
    assert len(server.asked) == asked, "what it found is kept"
    (fact,) = (one for one in inspector("survival", log, "--json").json["compactions"][0]["facts"] if one["judged"])
    with closing(Library.default()) as library:
        library.set_verdict(session_name(read(log).session), fact["id"], 1, "reworded")
    assert TEXT not in started("--judge", f"scripted@{server.address}").out, "the person said that it is there"


def test_a_judge_that_is_too_late_or_says_half_is_left_and_what_is_not_there_stands(
    started, server, monkeypatch, noted
):
    ended, go_on = [], threading.Event()
    server.script = lambda messages: go_on.wait(20) and answer([])
    monkeypatch.setattr(run.os, "_exit", ended.append)
    ran = started("--judge", f"scripted@{server.address}", "--patience", "2.5")
    go_on.set()
    assert ended == [0] and OTHER in ran.out and "gave no whole answer in time" in noted()
    server.script = lambda messages: answer([said(TEXT, "L43")])[:-1]
    assert OTHER in started("--judge", f"scripted@{server.address}").out


def test_what_it_read_before_the_summary_was_in_the_log_stands_there_afterwards(started, server, log, inspector):
    log.write_bytes(b"".join(lines()[:91]))
    words = "No more than 4 retries"
    server.script = lambda messages: answer([said(TEXT, "L43", state="reworded", evidence=words)])
    started(event="PreCompact", trigger="auto")
    started(event="SubagentStop", last_assistant_message=f"<summary>{words}, and so on.</summary>")
    started("--judge", f"scripted@{server.address}")
    log.write_bytes(b"".join(lines()[:96]))
    told = inspector("survival", log, "--json").json["compactions"][0]["facts"][0]
    (found,) = told["evidence"]
    assert (told["judged"]["verdict"], found["text"], found["line"]) == ("reworded", words, 93)


def test_a_judge_that_cannot_be_asked_spoils_nothing(started, monkeypatch, noted):
    ended = []
    monkeypatch.setattr(run.os, "_exit", ended.append)
    ran = started("--judge", "scripted@http://127.0.0.1:9/v1", "--patience", "8")
    assert ran.status == 0 and ended == [0] and "by words alone" in noted()


def test_what_would_be_sent_is_said_before_it_is_installed(inspector, tmp_path):
    judge = ("--judge", "small@http://127.0.0.1:9/v1")
    ran = inspector("hook", "install", "claude-code", "--project", tmp_path, *judge, "--yes")
    assert "with that of each earlier one that no judge has read" in ran.err and "--dry-run shows tokens" in ran.err
    hooks = json.loads((tmp_path / ".claude" / "settings.json").read_text())["hooks"]
    (start,) = hooks["SessionStart"][0]["hooks"]
    assert start["command"].endswith("--judge small@http://127.0.0.1:9/v1 --patience 90") and start["timeout"] == 92
    assert "--judge" not in json.dumps([hooks["PreCompact"], hooks["PostCompact"]])
    refused = inspector("hook", "install", "opencode", "--project", tmp_path, *judge)
    assert refused.status == 2 and "waits for a model" in refused.err


def test_the_window_is_opened_apart_and_only_where_it_is_wanted(feed, payload, monkeypatch):
    opened = []
    monkeypatch.setattr(answers.subprocess, "Popen", lambda command, **more: opened.append((command, more)))
    feed("PostCompact", payload("PostCompact"))
    assert opened == []
    feed("PostCompact", payload("PostCompact"), "--open")
    (command, more) = opened[0]
    assert command[-2] == "open" and command[-1].endswith(".jsonl") and more["start_new_session"]
