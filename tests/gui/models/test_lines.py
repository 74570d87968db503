import pytest
from hypothesis import given
from hypothesis import strategies as some

from inspector.gui.models.lines import HEAD, TAIL, TextLines, excerpt, spans, wrap_hard


def test_a_short_text_is_shown_whole():
    assert excerpt("x" * (HEAD + TAIL)).left_out == 0


def test_a_long_text_shows_its_start_and_its_end():
    part = excerpt("a" * HEAD + "b" * 1_000_000 + "c" * TAIL)
    assert set(part.head) == {"a"} and set(part.tail) == {"c"}
    assert part.left_out == 1_000_000


@given(some.text(alphabet="ab\n", max_size=200), some.integers(1, 12))
def test_display_lines_hold_every_character_once(text, longest):
    parts = [text[start:end] for start, end in spans(text, longest)]
    assert all(len(part) <= longest and "\n" not in part for part in parts)
    assert "".join(parts) == text.replace("\n", "")


def test_no_line_is_longer_than_a_view_can_draw():
    assert max(map(len, wrap_hard("x" * 20_000_000).split("\n"))) == 2_000


@pytest.fixture
def lines(qapp):
    text = "one\n\ttwo\r\nthree"
    return TextLines(text, list(spans(text)))


def test_it_is_a_sound_model(lines, qtmodeltester):
    qtmodeltester.check(lines)


def test_tabs_and_line_ends_are_drawn_as_space(lines):
    assert [lines.index(row, 0).data() for row in range(3)] == ["one", "    two", "three"]


def test_what_is_not_seen_is_drawn_as_a_sign(qapp):
    text = "a\x00\rb\r\n"
    lines = TextLines(text, list(spans(text)))
    assert lines.index(0, 0).data() == "a⟨NUL⟩⟨CR⟩b"
    assert lines.logged(0, 1) == text


@given(some.text(alphabet="ab\t\r\n\x00", max_size=60), some.integers(1, 9), some.integers(0, 60), some.integers(0, 9))
def test_marks_are_drawn_where_their_characters_are(qapp, text, longest, start, size):
    lines = TextLines(text, list(spans(text, longest)))
    end = min(start + size, len(text))
    drawn = [lines.marked(row, [(start, end)]) for row in lines.rows(start, end)]
    for row, found in zip(lines.rows(start, end), drawn, strict=True):
        for before, words in found:
            assert lines.index(row, 0).data().startswith(before + words)
