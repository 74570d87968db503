import unicodedata

import pytest

from inspector.text.normalise import normalise, place_in, squeezed


def found(text, words):
    start = normalise(text).index(words)
    first, last = place_in(text, start, start + len(words))
    return text[first:last]


def test_normal_form_forgets_case_marks_and_kinds_of_quotes():
    assert normalise("**Don’t**  push\n`main`") == "don't push main"


def test_normal_form_forgets_in_how_many_signs_an_accent_is_written():
    apart = unicodedata.normalize("NFD", "Café Überlauf 한국")
    assert normalise(apart) == "café überlauf 한국" and squeezed(apart) == "caféüberlauf한국"


@pytest.mark.parametrize(
    ("text", "words", "there"),
    [
        ('He said: "Don’t **push** main"', "don't push main", "Don’t **push** main"),
        ("  Use\n\ttabs , `always`…", "tabs , always.", "tabs , `always`…"),
        ("a * b ** c\\_d", "* b c_d", "* b ** c\\_d"),
        (unicodedata.normalize("NFD", "Im Café nie Überlauf"), "café nie", unicodedata.normalize("NFD", "Café nie")),
        (unicodedata.normalize("NFD", "the 한국 gauge reads"), "gauge", "gauge"),
        ("İ gauge", "gauge", "gauge"),
    ],
)
def test_a_place_in_the_normal_form_is_found_again_in_the_text(text, words, there):
    assert found(text, words) == there


def test_every_place_leads_back():
    text = unicodedata.normalize("NFD", " **Ä** `b`  c\\n – “ö”\n\n…ß * ü ")
    for place, sign in enumerate(normalise(text)):
        start, end = place_in(text, place, place + 1)
        assert normalise(text[start:end]) == sign.strip()


def test_of_two_places_the_one_that_is_asked_for_is_told():
    text = "never pushed; **Never** push"
    assert place_in(text, normalise(text).rindex("never"), len(normalise(text))) == (16, 28)
