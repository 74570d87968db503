import pytest

from inspector.text.plain_names import is_named, is_plain
from inspector.text.text_index import Hit, TextIndex


def test_one_word_in_small_letters_is_plain():
    assert is_plain("session")
    assert not any(map(is_plain, ("read_level", "readLevel", "Gauge", "level2")))


@pytest.mark.parametrize(
    "text", ["`reader`", "`a.reader`", "reader()", "the method reader", "class reader:", "reader: 5"]
)
def test_a_plain_word_is_a_name_where_it_is_marked_as_one(text):
    start = text.find("reader")
    assert is_named(Hit(0, start, start + 6), TextIndex((text,)))


@pytest.mark.parametrize("text", ["a reader of logs", "reader(s)", "reader (the second)", "reader: the second"])
def test_prose_names_nothing(text):
    start = text.find("reader")
    assert not is_named(Hit(0, start, start + 6), TextIndex((text,)))
