from __future__ import annotations

import pytest

from inspector.model import CompactionRecord, ItemKind, Origin, Source
from inspector.read.build import Builder
from inspector.read.drafts import Piece
from inspector.read.histories import History
from inspector.reconstruct.replay import Replay

AT = Source("log", 1, 0, 9)


def said(text):
    return Piece(ItemKind.USER, Origin.HUMAN, text, "/x")


def summary(text):
    return Piece(ItemKind.SUMMARY, Origin.HARNESS, text, "/s")


@pytest.fixture
def history():
    held = History(Builder("a", "log"))
    held.build.record(AT)
    for text in ("one", "ok", "two", "ok"):
        held.put(said(text))
    return held


def contexts(history):
    session = history.build.session(id="", title="", cwd="", capabilities=None)
    return Replay(session).items_at(len(session.ops) - 1)


def rewrite(history, wanted, record=None):
    history.replace(wanted, history.known(wanted), record)


def test_of_two_equal_items_the_later_is_the_kept_one(history):
    assert history.known([said("two"), said("ok")]) == [3, 4]


def test_new_context_names_kept_items_and_adds_the_rest(history):
    rewrite(history, [summary("all"), said("two"), said("ok")], CompactionRecord("c", AT, "summary"))
    assert contexts(history) == history.build.context == [5, 3, 4]


def test_record_gets_the_number_of_its_summary(history):
    rewrite(history, [summary("all")], CompactionRecord("c", AT, "summary", readable=False))
    record = history.build.ops[-1].compaction
    assert (record.summary, record.readable) == (5, True)


def test_the_same_context_again_is_no_operation(history):
    ops = len(history.build.ops)
    rewrite(history, [said("one"), said("ok"), said("two"), said("ok")])
    assert len(history.build.ops) == ops


def test_items_leave_and_are_cleared(history):
    history.leave([1, 99])
    history.mask([2], CompactionRecord("e", AT, "edit"))
    assert contexts(history) == history.build.context == [2, 3, 4]
    assert history.cut == len(history.build.ops) - 1


def test_items_of_a_subagent_and_words_inside_others_stay_out(history):
    history.put(said("y")._replace(enter=False))
    history.build.record(AT, thread="sub")
    history.put(said("x"))
    assert history.build.context == [1, 2, 3, 4]
