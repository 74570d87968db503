from __future__ import annotations

import pytest

from inspector.model import Source
from inspector.read.build import Builder
from inspector.read.prefix import Entry, common, compare, verdict
from tests.made_parts import parts


@pytest.fixture
def items():
    return []


def held(items, words):
    """The context of these words; its items are added to ``items``."""
    build = Builder("test", "log", items=items)
    return [
        Entry(part.key, build.item(part.kind, part.origin, part.value, Source("log", 1), call_id=part.call_id))
        for part in parts(words)
    ]


def changed(items, before, after):
    entries, new = held(items, before), parts(after)
    return compare(items, entries, common(entries, new), new)


def told(items, before, after):
    """The kind of compaction, and the text that stands for the history."""
    change = changed(items, before, after)
    kind, place = verdict(items, change)
    return kind, change.parts[place].value if place >= 0 else None


def test_common_counts_parts_from_the_start(items):
    assert common(held(items, "s u1 a1"), parts("s u1 a9")) == 2


def test_what_stayed_is_placed_and_the_rest_is_gone(items):
    change = changed(items, "s u1 a1 u2", "s z1 u2 u3")
    assert (change.placed, change.gone) == ([None, 4, None], [2, 3])


def test_same_words_twice_are_placed_in_their_order(items):
    assert changed(items, "s u1 a1 u1", "s z1 u1 u1").placed == [None, 2, 4]


def test_result_that_turned_short_is_cleared_and_placed(items):
    change = changed(items, f"s u1 r1:{'x' * 900} a1", "s u1 r1:[cleared] a1")
    assert (change.cleared, change.placed, change.gone) == ((3,), [3, 4], [])


def test_result_that_was_rewritten_at_length_is_not_cleared(items):
    change = changed(items, f"s u1 r1:{'x' * 900} a1", f"s u1 r1:{'y' * 600} a1")
    assert (change.cleared, change.gone) == ((), [3])


def test_share_freed_is_that_of_the_characters(items):
    assert changed(items, f"s u1:{'x' * 97} a1", f"u9:{'y' * 50}").freed == pytest.approx(0.5)


def test_summary_in_place_of_history_is_a_compaction(items):
    assert told(items, "s u1 a1 u2", "s z1 u3") == ("summary", "z1")


def test_history_cut_from_under_what_stays_is_a_trim(items):
    assert told(items, "s u1 a1 u2 a2", "s u2 a2 u3") == ("trim", None)


def test_cut_end_is_no_compaction(items):
    assert told(items, "s u1 a1 u2 a2", "s u1 a1 u9") == ("", None)


def test_long_text_in_place_of_all_history_is_taken_for_its_summary(items):
    long = "y" * 500
    assert told(items, f"s u1:{'x' * 3000} a1 u2", f"s u9:{long} u3") == ("summary", long)


def test_long_history_gone_for_a_short_text_is_a_compaction_of_unknown_kind(items):
    assert told(items, f"s u1:{'x' * 3000} a1 u2", "s u9 u3") == ("unknown", None)


def test_rewrite_that_frees_little_is_an_edit_of_the_client(items):
    assert told(items, "s u1 a1 u2 a2", f"s u9:{'y' * 600} u2 a2") == ("", None)


def test_a_shorter_text_in_place_of_several_pieces_is_a_summary_however_long_what_came_in_since(items):
    assert told(items, "s u1 a1 u2 a2", f"s u9 a2 u3:{'x' * 9000}") == ("summary", "u9")
    assert told(items, "s u1 a1 u2 a2", f"s u9:{'y' * 90} a2 u3") == ("", None)


def test_result_that_only_reads_otherwise_is_no_compaction(items):
    assert told(items, f"s u1 r1:{'x' * 900} a1", f"s u1 r1:{'y' * 600} a1 u2") == ("", None)


def test_thoughts_that_are_left_out_later_are_no_compaction(items):
    assert told(items, "s u1 t1 a1", "s u1 a1 u2") == ("", None)


def test_changed_instructions_are_no_compaction(items):
    assert told(items, "s1 u1 a1", "s2 u1 a1 u2") == ("", None)
