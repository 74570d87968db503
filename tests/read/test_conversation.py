from __future__ import annotations

import pytest

from inspector.model import Append, Basis, ItemKind, Rewind, Source, Splice
from inspector.read.build import Builder
from inspector.read.conversation import Conversation
from tests.made_parts import parts

AT = Source("log", 1)


@pytest.fixture
def talk():
    return Conversation(Builder("test", "log"))


def follow(talk, *requests):
    for words in requests:
        talk.follow(parts(words), AT, None)
    return held(talk)


def held(talk):
    return " ".join(talk.build.items[entry.item - 1].preview for entry in talk.entries)


def records(talk):
    return [op.compaction for op in talk.ops if isinstance(op, Splice) and op.compaction]


def kinds(talk):
    return [record.kind for record in records(talk)]


def test_context_that_only_grew_is_appended(talk):
    assert follow(talk, "s u1", "s u1 a1 u2") == "s u1 a1 u2"
    assert talk.ops == [Append(1), Append(2), Append(3), Append(4)]


def test_same_context_again_changes_nothing(talk):
    follow(talk, "s u1")
    assert talk.follow(parts("s u1"), AT, None) is False
    assert len(talk.ops) == 2


@pytest.mark.parametrize(
    ("before", "after", "compactions"),
    [
        ("s u1 a1 u2 a2", "s u2 a2 u3", ["trim"]),
        ("s u1 a1 u2 a2", "s u1 a1 u9", []),
        ("s u1 t1 a1", "s u1 a1 u2", []),
        ("s1 u1 a1", "s2 u1 a1 u2", []),
    ],
)
def test_context_becomes_what_the_request_holds_whether_it_was_compacted_or_not(talk, before, after, compactions):
    assert follow(talk, before, after) == after
    assert kinds(talk) == compactions


def test_summary_in_place_of_history_is_a_compaction(talk):
    assert follow(talk, "s u1 a1 u2", "s z1 u3") == "s z1 u3"
    (only,) = records(talk)
    assert (only.kind, only.basis, talk.build.items[only.summary - 1].preview) == ("summary", Basis.INFERRED, "z1")


def test_what_stands_behind_the_summary_is_appended(talk):
    follow(talk, "s u1 a1 u2", "s z1 u3")
    assert isinstance(talk.ops[-1], Append)


def test_kept_tail_keeps_its_items(talk):
    follow(talk, "s u1 a1 u2 a2", "s z1 u2 a2 u3")
    splice = next(op for op in talk.ops if isinstance(op, Splice))
    assert splice.insert == (1, 6, 4, 5)


def test_long_text_in_place_of_all_history_is_taken_for_its_summary(talk):
    follow(talk, f"s u1:{'x' * 3000} a1 u2", f"s u9:{'y' * 500} u3")
    (only,) = records(talk)
    assert only.kind == "summary"
    assert "Nothing names the new text a summary" in only.notes[1]


def test_result_that_turned_short_is_cleared_in_place(talk):
    follow(talk, f"s u1 r1:{'x' * 900} a1", "s u1 r1:[cleared] a1 u2")
    (only,) = records(talk)
    assert only.kind == "edit"
    assert next(op for op in talk.ops if isinstance(op, Splice)).mask == (3,)


def test_cleared_result_is_known_by_its_placeholder_from_then_on(talk):
    follow(talk, f"s u1 r1:{'x' * 900} a1", "s u1 r1:[cleared] a1 u2", "s u1 r1:[cleared] a1 u2 a2 u3")
    assert len(records(talk)) == 1
    assert len(talk.build.items) == 7


def test_result_that_was_rewritten_at_length_is_a_new_item(talk):
    follow(talk, f"s u1 r1:{'x' * 900} a1", f"s u1 r1:{'y' * 600} a1 u2")
    assert kinds(talk) == []
    assert len(talk.entries) == 5


def test_context_from_before_a_compaction_is_a_rewind_to_it(talk):
    assert follow(talk, "s u1 a1 u2 a2", "s z1 u3", "s u1 a1 u2 a2 u4") == "s u1 a1 u2 a2 u4"
    assert Rewind(4) in talk.ops
    assert len(records(talk)) == 1


def test_same_words_said_twice_are_two_items(talk):
    follow(talk, "s u1 a1 u1", "s z1 u1")
    assert [item.preview for item in talk.build.items] == ["s", "u1", "a1", "u1", "z1"]


def test_events_never_enter_and_are_kept_once(talk):
    assert follow(talk, "s e1 u1", "s e1 u1 a1") == "s u1 a1"
    assert [item.kind for item in talk.build.items].count(ItemKind.EVENT) == 1


def test_back_at_a_place_the_context_is_as_it_was(talk):
    follow(talk, "s u1 a1")
    place = talk.place()
    follow(talk, "s u1 a1 u2 a2", "s z1 u3")
    talk.back(place)
    assert held(talk) == "s u1 a1"
