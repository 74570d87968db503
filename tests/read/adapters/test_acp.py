"""Traffic of the Agent Client Protocol, of both versions."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind
from inspector.read.adapters import acp
from inspector.read.bodies import Bodies
from inspector.read.discover import discover
from inspector.read.open import open_log
from inspector.reconstruct.compactions import moved
from tests.check_session import sources_hold_their_texts
from tests.read_back import compactions as found
from tests.read_back import contexts
from tests.sample_scripts.agent_sdks import acp_done, acp_prompt, acp_update

SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "acp").glob("*/*/*.jsonl"))


@pytest.fixture
def read(tmp_path):
    def write_and_read(*rows):
        path = tmp_path / "log.jsonl"
        path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
        session = open_log(path).session
        assert session.agent == "acp"
        sources_hold_their_texts(session, Bodies())
        return session

    return write_and_read


def test_announced_compactions_replace_what_stood_before_and_claim_nothing_kept():
    session = acp.ADAPTER.read(SAMPLE, lambda problem: pytest.fail(problem.message))
    first, second = found(session)
    assert session.items[first.record.summary - 1].preview == "The attic is cleared; it has three boxes."
    assert (first.record.trigger, second.record.trigger) == ("unknown", "manual")
    assert (first.record.reported_before, moved(first).kept) == (900, None)
    assert contexts(session)[-1] == ["The attic is cleared; it has three boxes."]
    # Of a turn with two requests the tokens are a sum, and no request's.
    assert [request.usage and request.usage.prompt for request in session.requests] == [None, None, 400]


def test_calls_stand_before_their_results_with_the_input_that_was_told_last(read):
    told = ({"toolCallId": f"c{number}", "title": "bash", "rawInput": {}} for number in (1, 2))
    update = acp_update("tool_call_update", toolCallId="c1", rawInput={"command": "ls"}, status="in_progress")
    done = (
        acp_update("tool_call_update", toolCallId=f"c{number}", status=status, rawOutput=f"out {number}")
        for number, status in ((1, "completed"), (2, "failed"))
    )
    session = read(acp_prompt(1, "Look."), *(acp_update("tool_call", **one) for one in told), update, *done)
    assert [(item.kind, item.tool, item.error) for item in session.items[1:]] == [
        (ItemKind.TOOL_CALL, "bash", False), (ItemKind.TOOL_CALL, "bash", False),
        (ItemKind.TOOL_RESULT, "bash", False), (ItemKind.TOOL_RESULT, "bash", True),
    ]  # fmt: skip
    assert (session.items[1].preview, len(session.requests)) == ("bash ls", 1)


def test_messages_of_version_two_are_whole_and_a_prompt_that_is_told_back_stands_once(read):
    rows = (
        acp_prompt(1, "Look."), acp_update("user_message", content=[{"type": "text", "text": "Look."}]),
        acp_update("agent_message_chunk", "I lo", messageId="m"),
        acp_update("agent_message", messageId="m", content=[{"type": "text", "text": "I looked."}]), acp_done(1),
        acp_update("agent_message_chunk", messageId="n"), acp_update("agent_message_chunk", "Done.", messageId="n"),
        acp_update("agent_message_chunk", "We", messageId="o"),
        acp_update("agent_message", messageId="o", content={"type": "text", "text": "Well done."}),
    )  # fmt: skip
    assert [item.preview for item in read(*rows).items] == ["Look.", "I looked.", "Done.", "Well done."]


def test_a_compaction_that_failed_or_never_ended_removed_nothing(read):
    failed = acp_update("compaction_update", compactionId="a", status="failed", error="no room")
    begun = acp_update("compaction_update", compactionId="b", status=["completed"])
    session = read(acp_prompt(1, "Look."), acp_update("agent_message_chunk", "I look."), failed, begun)
    assert [(one.outcome, one.record.reason, one.removed) for one in found(session)] == [
        ("failed", "no room", ()), ("failed", "It was begun, and the log ends before it was done.", ()),
    ]  # fmt: skip


def test_a_compaction_that_was_asked_for_and_not_announced_is_said(read):
    rows = (acp_prompt(1, "Look."), acp_update("agent_message_chunk", "I look."), acp_done(1))
    session = read(*rows, acp_prompt(2, "/compact"), acp_update("agent_message_chunk", "They look."), acp_done(2))
    assert [problem.code for problem in session.diagnostics] == ["unannounced-compaction"]
    assert found(session) == ()


def test_messages_may_stand_beside_a_time_and_other_sessions_are_told_of(read):
    prompt, other = acp_prompt(1, "Look."), acp_prompt(2, "Elsewhere.")
    other["params"]["sessionId"] = "other"
    # The name of a session of which nothing more is said is damaged, and no session.
    new = {"jsonrpc": "2.0", "id": 0}
    made = new | {"method": "session/new", "params": {"cwd": "/"}}, new | {"result": {"sessionId": "attik"}}
    rows = ({"ts": "2026-11-27T10:00:00Z", "direction": "out", "message": one} for one in (*made, prompt, other))
    session = read(*rows)
    assert (session.id, session.cwd) == ("attic-3", "")
    assert ([item.preview for item in session.items], session.started) == (["Look."], "2026-11-27T10:00:00.000Z")
    assert [problem.code for problem in session.diagnostics] == ["more-sessions"]
    paths = [found.path for found in discover([Path(session.path)])]
    assert [open_log(path).session.items[0].preview for path in sorted(paths)] == ["Look.", "Elsewhere."]
