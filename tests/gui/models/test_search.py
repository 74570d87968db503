import pytest
from hypothesis import given
from hypothesis import strategies as some

from inspector.errors import Cancelled
from inspector.gui.models.search import find_items, places
from inspector.model import ItemKind
from inspector.workbench.jobs import Progress
from tests.made_session import MadeSession, long_session


def test_whole_texts_are_searched_capitals_or_not():
    made = MadeSession()
    made.add(ItemKind.USER, "straße")
    hit = made.add(ItemKind.TOOL_RESULT, "x " * 4_000 + "Needle")
    assert find_items(made.document(), "nEEDLE", Progress()) == [hit]
    assert find_items(made.document(), "STRASSE", Progress()) == [1]


def test_a_search_stops_when_it_is_no_longer_wanted():
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        find_items(long_session(1_000).document(), "nothing", progress)


def test_places_are_of_the_text_itself_whatever_its_letters_fold_into():
    text = "İß Straße STRASSE"
    assert [text[start:end] for start, end in places(text, "strasse")] == ["Straße", "STRASSE"]
    assert places("aaa", "aa") == [(0, 2)]
    assert places("abc", "") == []
    assert len(places("x" * 5_000, "X")) == 1_000


def test_an_item_is_found_by_what_its_text_reads_and_by_no_words_of_ours():
    made = MadeSession()
    made.add(ItemKind.USER, "two\nlines")
    call = made.add(ItemKind.TOOL_CALL, {"command": 'echo "a b"'}, tool="Bash")
    document = made.document()
    assert find_items(document, "two lines", Progress()) == []
    assert find_items(document, "two\nlines", Progress()) == [1]
    assert find_items(document, "Bash", Progress()) == []
    assert find_items(document, '"a b"', Progress()) == [call]


@given(some.text(some.sampled_from("aßsİiﬃΐ ")), some.text(some.sampled_from("asißf"), min_size=1, max_size=3))
def test_a_place_reads_the_words_and_is_no_longer_than_they_are(text, words):
    found = places(text, words)
    assert bool(found) is (words.casefold() in text.casefold())
    for start, end in found:
        assert words.casefold() in text[start:end].casefold()
        assert end - start <= len(words.casefold())
