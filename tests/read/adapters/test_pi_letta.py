"""Conversations of Letta Code, in rows of the forms that 0.34.12 wrote."""

from __future__ import annotations

import orjson
import pytest

from inspector.model import ItemKind, Origin
from inspector.read.adapters import pi
from inspector.read.bodies import Bodies
from inspector.read.discover import discover
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts

OWN = {"agent_id": "agent-local-1", "conversation_id": "local-conv-1"}
SENT = '{"type":"system_alert","message":"Note: prior messages have been hidden from view. They count lamps."}'
STATS = {"trigger": "context_window_limit", "context_tokens_before": 153, "context_tokens_after": 42}


def row(kind, name, parent, **more):
    return {"type": kind, "id": name, "parentId": parent, "timestamp": f"2026-11-27T10:00:0{len(name)}.000Z", **more}


def texts(*parts):
    return [{"type": "text", "text": part} for part in parts]


HEADER = {"type": "session", "version": 3, "id": "local-conv-1", "timestamp": "2026-11-27T10:00:00Z", "cwd": "/lamps"}
ASKED = {"role": "user", "metadata": OWN, "content": texts("<system-reminder>Linux</system-reminder>", "Count lamps.")}
SAID = {"role": "assistant", "content": texts("Three."), "stopReason": "stop", "model": "m"}
ROWS = (
    HEADER,
    row("message", "a", None, message=ASKED),
    row("message", "bb", "a", message=SAID),
    row("compaction", "ccc", "bb", summary="They count lamps.", tokensBefore=153, firstKeptEntryId="bb",
        message={"role": "user", "metadata": OWN, "content": texts(SENT)},
        details={"stats": STATS | {"context_window": 34_000}}),
    row("message", "dddd", "ccc", message={**SAID, "content": texts("Done.")}),
)  # fmt: skip


@pytest.fixture
def log(tmp_path):
    path = tmp_path / ".letta" / "lc-local-backend" / "conversations" / "bG9jYWw" / "messages.jsonl"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"".join(orjson.dumps(one) + b"\n" for one in ROWS))
    return path


@pytest.fixture
def session(log):
    session = pi.ADAPTER.read(log, lambda problem: pytest.fail(problem.message))
    sources_hold_their_texts(session, Bodies())
    return session


def test_reminders_in_front_of_a_prompt_are_the_harnesss_and_pieces_of_their_own(session):
    reminder, prompt = session.items[:2]
    assert (reminder.kind, reminder.origin) == (ItemKind.ATTACHMENT, Origin.HARNESS)
    assert (prompt.preview, prompt.origin, session.title) == ("Count lamps.", Origin.HUMAN, "Count lamps.")


def test_the_summary_is_the_text_that_is_sent_and_counts_of_messages_alone_are_no_size(session):
    (one,) = find_compactions(session, Replay(session)).all
    assert session.items[one.record.summary - 1].preview == SENT
    assert (one.record.trigger, one.record.reported_before) == ("auto", None)
    assert one.record.notes == ("By its record the messages alone went from 153 to 42 tokens.",)
    entries = Replay(session).entries_at(session.requests[-1].op - 1)
    assert [session.items[entry.item - 1].preview for entry in entries] == [SENT, "Three."]
    assert session.requests[-1].limit == 34_000


def test_its_conversations_are_listed_under_its_name(log):
    home = log.parents[4]
    found = discover(home=home, env={})
    assert [(one.product, one.title) for one in found] == [("Letta Code", "Count lamps.")]
