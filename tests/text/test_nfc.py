import unicodedata

import pytest

from inspector.text.nfc import NfcText, letters, nfc

APART = unicodedata.normalize("NFD", "Größe: café/naïve.py und 한국.md, dann é")


@pytest.mark.parametrize("words", ["café/naïve.py", "한국.md", "Größe", "é", "und"])
def test_what_is_found_in_the_composed_text_stands_in_the_original(words):
    whole = NfcText(APART)
    start = whole.text.rindex(words)
    first, last = whole.place(start, start + len(words))
    assert APART[first:last] == unicodedata.normalize("NFD", words)


def test_a_text_that_is_composed_is_itself():
    whole = NfcText("café")
    assert whole.text is whole.original and whole.place(1, 4) == (1, 4)
    assert nfc(APART) == NfcText(APART).text


def test_a_sign_belongs_to_the_letter_before_it():
    assert ["e\u0301"[start:end] for start, end in letters("e\u0301")] == ["e\u0301"]
    assert list(letters("")) == [] and list(letters("ab")) == [(0, 1), (1, 2)]


def test_accents_that_pile_up_without_end_are_left_as_they_are():
    pile = "a" + "\u0301\u0323" * 100_000
    assert nfc(pile) is pile
    assert NfcText(pile).place(0, 5) == (0, 5)
