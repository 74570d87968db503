import pytest

from inspector.text.colours import Uncoloured

TEXT = "\x1b[1mKey\x1b[31mError\x1b[22m: no\x1b[0m slot\x1b[K"


def test_colour_codes_are_taken_out():
    assert Uncoloured(TEXT).text == "KeyError: no slot"
    assert Uncoloured("plain [1m text").text == "plain [1m text"


@pytest.mark.parametrize(
    ("words", "original"),
    [("Key", "Key"), ("KeyError", "Key\x1b[31mError"), (": no", ": no"), (" slot", " slot"), ("", "")],
)
def test_places_lead_back_to_the_original(words, original):
    bare = Uncoloured(TEXT)
    start = bare.text.index(words)
    begin, end = bare.place(start, start + len(words))
    assert TEXT[begin:end] == original
