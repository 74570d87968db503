import re

from hypothesis import given
from hypothesis import strategies as st

from inspector.gui.models.signs import signed
from inspector.gui.widgets.body_view import draw

ANY = st.text(st.characters(codec=None) | st.sampled_from("\r\n\t\x00\x1b\u202e\u2066\u200b\u2029\ufdd0\U0001f600 "))


def units(words):
    return len(words.encode("utf-16-le", "surrogatepass")) // 2


@given(ANY, st.integers(1, 9))
def test_every_character_is_drawn_in_its_order_and_its_place_leads_back_to_it(text, longest):
    drawn = draw(text, longest)
    wide = drawn.words.encode("utf-16-le")
    for offset, character in enumerate(text):
        if text[max(offset - 1, 0) : offset + 1] == "\r\n":
            # One break with what stands before it.
            continue
        place = drawn.place(offset)
        here = wide[place * 2 :].decode("utf-16-le", "replace")
        is_break = text[offset : offset + 2] == "\r\n" or character == "\n"
        assert here.startswith("\n" if is_break else signed(character))
        assert drawn.offset(place) == offset


@given(ANY)
def test_nothing_but_breaks_and_signs_is_added_and_nothing_is_left_out(text):
    drawn = draw(text, 10_000)
    assert drawn.words == "".join(c if c == "\n" else signed(c) for c in text.replace("\r\n", "\n"))
    assert drawn.place(len(text)) == units(drawn.words)
    assert drawn.offset(units(drawn.words)) == len(text)


@given(ANY)
def test_what_is_drawn_holds_nothing_that_acts_on_a_text_view(text):
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0\ufdd1\ud800-\udfff]",
                         draw(text).words)  # fmt: skip


def test_a_line_end_of_windows_is_one_break_and_a_lone_carriage_return_a_sign():
    assert draw("a\r\nb\rc\r").words == "a\nb⟨CR⟩c⟨CR⟩"


def test_a_line_too_long_is_broken_and_its_places_stay():
    drawn = draw("x" * 25, 10)
    assert drawn.words == f"{'x' * 10}\n{'x' * 10}\n{'x' * 5}"
    assert (drawn.place(10), drawn.offset(11), drawn.offset(10)) == (11, 10, 10)
