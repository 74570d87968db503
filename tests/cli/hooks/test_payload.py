import json
import shutil

import pytest

from inspector.cli.hooks.payload import BadPayload, log_of, read_payload
from inspector.cli.hooks.quick import MOST
from inspector.resources import samples

OLD = {"session_id": "a", "transcript_path": "~/log.jsonl", "hook_event_name": "PreCompact", "trigger": "manual"}
NEW = OLD | {"cwd": "/x", "custom_instructions": "keep the schema", "permission_mode": "default", "agent_id": None}


@pytest.mark.parametrize("told", [OLD, NEW])
def test_payloads_of_two_versions_are_read_and_what_is_new_is_passed_over(told):
    found = read_payload(json.dumps(told).encode(), "PreCompact")
    assert (found.session, found.trigger, found.transcript.name) == ("a", "manual", "log.jsonl")
    assert "~" not in str(found.transcript)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        json.dumps(OLD | {"transcript_path": 7}).encode(),
        json.dumps(OLD | {"transcript_path": "/tmp/a\0b"}).encode(),
        json.dumps(OLD | {"trigger": "sometimes"}).encode(),
        json.dumps(OLD | {"hook_event_name": "Stop"}).encode(),
        b" " * (MOST + 1),
    ],
)
def test_what_is_no_such_payload_is_refused(raw):
    with pytest.raises(BadPayload):
        read_payload(raw, "PreCompact")


def test_the_summarizer_of_claude_code_is_no_subagent():
    told = {"session_id": "a", "transcript_path": "log.jsonl", "last_assistant_message": "What was done."}
    own = read_payload(json.dumps(told | {"agent_id": "a38e", "agent_type": ""}).encode(), "SubagentStop")
    other = read_payload(json.dumps(told | {"agent_id": "a38e", "agent_type": "Explore"}).encode(), "SubagentStop")
    assert own.summary == "What was done." and not own.subagent and other.subagent == "Explore"


@pytest.fixture
def store(inspector, tmp_path, monkeypatch):
    """OpenCode's folder with the database of the sample in it; gives the id of its session."""
    (database,) = samples().glob("opencode/1.14/database/*.db")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "opencode").mkdir()
    shutil.copy(database, tmp_path / "opencode" / "opencode.db")
    from inspector.read.adapters import opencode

    return next(iter(opencode.ADAPTER.find(tmp_path / "opencode"))).name


def test_a_session_that_is_told_by_its_id_alone_is_found(store):
    assert log_of("opencode", store).name == store == log_of("kilo", store).name
    assert log_of("opencode", "ses_nobody") is None


def test_what_is_not_there_is_told_by_the_id_in_plain_words(store, feed):
    told = {"hook_event_name": "SessionStart", "session_id": store, "source": "compact"}
    ran = feed("SessionStart", told, "--agent", "opencode")
    assert ran.status == 0 and ran.out.startswith("Earlier in this session the user said this")


def test_a_session_that_is_nowhere_is_no_fault(store, feed, noted):
    told = {"hook_event_name": "PreCompact", "session_id": "ses_nobody", "trigger": "auto"}
    ran = feed("PreCompact", told, "--agent", "opencode")
    assert (ran.status, ran.out) == (0, "") and "names no transcript" in noted()
