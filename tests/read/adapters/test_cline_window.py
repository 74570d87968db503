"""The window that a Cline task tells the model, and room made in it that only a drop in tokens shows."""

from __future__ import annotations

import json

import orjson
import pytest

from inspector.measure.window import find_window
from inspector.model import Basis
from inspector.read.adapters.cline.condensing import room, window_in, window_of
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay

START = 1_750_000_000_000


def environment(used, window):
    usage = f"# Context Window Usage\n{used} / {window} tokens used (3%)"
    return f"<environment_details>\n# Current Time\nnoon\n\n{usage}\n\n# Current Mode\nACT MODE\n</environment_details>"


def read(path, calls, **files):
    """A task of calls, each with its prompt, what came back, and the messages left out of it."""
    shown, sent = [], []
    for place, (prompt, output, cut) in enumerate(calls):
        told = {"request": "…", "tokensIn": prompt, "tokensOut": output, "cacheWrites": 0, "cacheReads": 0}
        row = {"conversationHistoryIndex": len(sent) - 1} | ({"conversationHistoryDeletedRange": cut} if cut else {})
        for kind, text in (("api_req_started", json.dumps(told)), ("text", "ok")):
            shown.append({"ts": START + 1000 * len(shown), "type": "say", "say": kind, "text": text} | row)
        asked = [{"type": "text", "text": text} for text in (f"step {place}", environment(f"{prompt:,}", "200K"))]
        sent += [{"role": "user", "content": asked}, {"role": "assistant", "content": [{"type": "text", "text": "ok"}]}]
    path.mkdir(exist_ok=True)
    for name, value in {"ui_messages": shown, "api_conversation_history": sent, **files}.items():
        (path / f"{name}.json").write_bytes(orjson.dumps(value))
    return open_log(path).session


def edits(session):
    return find_compactions(session, Replay(session)).edits


@pytest.mark.parametrize(
    ("said", "window"),
    [
        *[("200K", 200_000), ("128K", 128_000), ("1,048.576K", 1_048_576), ("65.536K", 65_536), ("1.048K", None)],
        # As Germany writes them.
        *[("131,072K", 131_072), ("32,768K", 32_768), ("1.048,576K", None)],
    ],
)
def test_window_is_read_in_thousands(said, window):
    assert window_in(environment("21,000", said)) == window


def test_only_the_environment_tells_the_window():
    assert window_in("# Context Window Usage\n21,000 / 200K tokens used (10%)") is None
    quoted = {"content": [{"type": "text", "text": "[read_file for 'a'] Result:\n" + environment("1", "64K")}]}
    assert window_of(quoted) is None


def test_window_of_a_task_is_recorded(tmp_path):
    session = read(tmp_path, [(1000, 5, None), (2000, 5, None)])
    assert [request.limit for request in session.requests] == [200_000, 200_000]
    limit = find_window(session).limit
    assert (limit.value, limit.basis) == (200_000, Basis.RECORDED)


def test_window_is_read_from_what_was_shown_where_nothing_else_is_at_hand(tmp_path):
    told = {"request": f"hello\n\n{environment('0', '128K')}", "tokensIn": 900, "tokensOut": 5}
    said = {"task": "hello", "api_req_started": json.dumps(told), "text": "ok"}
    rows = [{"ts": START + n, "type": "say", "say": kind, "text": text} for n, (kind, text) in enumerate(said.items())]
    (tmp_path / "ui_messages.json").write_bytes(orjson.dumps(rows))
    assert [request.limit for request in open_log(tmp_path).session.requests] == [128_000]


def test_room_is_made_at_the_size_that_its_window_asks_for():
    assert [room(size) for size in (64_000, 128_000, 200_000, 1_000_000)] == [37_000, 98_000, 160_000, 960_000]


def test_full_context_that_shrank_though_nothing_more_was_left_out_was_cleared(tmp_path):
    session = read(tmp_path, [(150_000, 50, None), (159_900, 200, None), (110_000, 50, None), (111_000, 50, None)])
    (edit,) = edits(session)
    assert (edit.record.kind, edit.record.basis, edit.masked) == ("edit", Basis.INFERRED, ())
    assert (edit.request_before, edit.request_after) == (1, 2)
    assert "context_history.json" in edit.record.notes[0]


@pytest.mark.parametrize(
    "calls",
    [
        [(100_000, 50, None), (60_000, 50, None)],
        [(160_000, 50, None), (150_000, 50, None)],
        [(10_000, 5, None), (12_000, 5, None), (13_000, 5, None), (160_000, 50, None), (90_000, 50, [2, 3])],
    ],
    ids=["not full", "hardly smaller", "history was cut"],
)
def test_other_drops_are_not_taken_for_cleared_files(tmp_path, calls):
    assert edits(read(tmp_path, calls)) == ()


def test_recorded_edits_speak_for_themselves(tmp_path):
    calls = [(150_000, 50, None), (160_000, 200, None), (110_000, 50, None)]
    notice = "[[NOTE] This file read has been removed to save space in the context window.]"
    history = [[2, [2, [[0, [[START + 3500, "text", [notice], []]]]]]]]
    assert [edit.record.basis for edit in edits(read(tmp_path, calls, context_history=history))] == [Basis.RECORDED]
