import json

import pytest

from inspector.cli.hooks.payload import MOST, BadPayload, read_payload

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
        json.dumps(OLD | {"trigger": "sometimes"}).encode(),
        json.dumps(OLD | {"hook_event_name": "Stop"}).encode(),
        b" " * (MOST + 1),
    ],
)
def test_what_is_no_such_payload_is_refused(raw):
    with pytest.raises(BadPayload):
        read_payload(raw, "PreCompact")
