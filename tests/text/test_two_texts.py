import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.text import two_texts as texts
from inspector.text.two_texts import Mark, compare_texts


def words(text, spans, mark):
    return [text[span.start : span.end] for span in spans if span.mark is mark]


def test_equal_texts_have_no_change():
    found = compare_texts("a\nb\n", "a\nb\n")
    assert found.changes == () and found.before == found.after == ()


def test_inside_a_changed_line_only_the_words_that_differ_are_marked():
    before, after = "intro\nretry at most 4 times\nend", "intro\nretry at most 5 times\nend"
    found = compare_texts(before, after)
    assert words(before, found.before, Mark.REMOVED) == ["4"]
    assert words(after, found.after, Mark.ADDED) == ["5"]


def test_lines_that_share_little_are_marked_whole():
    before, after = "the alerting code is frozen", "commits may be kept where it makes sense"
    found = compare_texts(before, after)
    assert words(before, found.before, Mark.REMOVED) == [before]
    assert words(after, found.after, Mark.ADDED) == [after]


def test_a_changed_line_finds_its_version_among_others():
    before = "- use pytest for every test\n- all times are stored in UTC"
    after = "- all times are stored in local time\n- something else altogether here\n- use pytest for each test"
    found = compare_texts(before, after)
    assert words(after, found.after, Mark.ADDED) == ["local time", "- something else altogether here", "each"]


def test_a_block_that_moved_is_neither_lost_nor_new():
    before = "# One\nalpha alpha alpha\n# Two\nbeta beta beta beta"
    after = "# Two\nbeta beta beta beta\n# One\nalpha alpha alpha"
    found = compare_texts(before, after)
    moved = words(before, found.before, Mark.MOVED)
    assert moved and words(before, found.before, Mark.REMOVED) in ([], ["# One"], ["# Two"])
    assert sorted(moved) == sorted(words(after, found.after, Mark.MOVED))


def test_list_marks_emphasis_and_case_do_not_make_a_moved_line_another():
    before = "head\n- **Never** edit outside auth\nmiddle one\nmiddle two\nmiddle three"
    after = "head\nmiddle one\nmiddle two\nmiddle three\n3. never edit outside auth"
    found = compare_texts(before, after)
    assert words(before, found.before, Mark.MOVED) == ["- **Never** edit outside auth"]


def test_each_line_has_a_partner_for_scrolling():
    found = compare_texts("a\nb\nc\nd", "a\nnew\nnew\nb\nc\nd")
    assert found.partner(0) == 0 and found.partner(3) == 5
    assert found.partner(5, of_after=True) == 3
    assert found.partner(99) == 6


def test_texts_too_long_to_compare_are_replaced_as_a_whole_and_that_is_said(monkeypatch):
    monkeypatch.setattr(texts, "MOST_LINES", 5)
    found = compare_texts("a\n" * 4, "b\n" * 4)
    assert found.is_cut and words("a\n" * 4, found.before, Mark.REMOVED) == ["a\n" * 4]


def test_too_many_pairs_of_lines_are_not_compared_by_words(monkeypatch):
    monkeypatch.setattr(texts, "MOST_PAIRS", 1)
    found = compare_texts("one two three\nfour five six", "one two 3\nfour five 6")
    assert found.is_cut and len(words("one two three\nfour five six", found.before, Mark.REMOVED)) == 2


def test_the_work_can_be_stopped():
    class StoppedError(Exception):
        pass

    def check():
        raise StoppedError

    with pytest.raises(StoppedError):
        compare_texts("a", "b", check)


LINES = st.lists(st.text("ab \r\u2028*-", max_size=6), max_size=12).map("\n".join)


@given(LINES, LINES)
def test_blocks_cover_both_texts_in_order_and_spans_stay_inside(before, after):
    found = compare_texts(before, after)
    for side, text, spans in ((0, before, found.before), (1, after, found.after)):
        at = 0
        for block in found.blocks:
            low, high = (block.before, block.after)[side]
            assert low == at and high >= low
            at = high
        assert at == len(found.starts[side]) - 1 and found.starts[side][-1] == len(text)
        ends = 0
        for span in spans:
            assert ends <= span.start < span.end <= len(text)
            ends = span.end
