import pytest

from tests.judged.places import with_words, without_words
from tests.talk import read, segment

MADE = segment(("human", "Never write outside the feeds folder, and ask before you push."), ("agent", "I will not."))


def back(answer):
    kept = without_words(answer, MADE)
    texts = {item.number: read(item) for item in MADE.session.items}
    return kept, with_words(kept, texts.__getitem__)


def test_what_is_quoted_stands_as_places_and_gets_its_words_back():
    answer = {"statements": [{"line": "L1", "quote": "ask before you push", "kind": "constraint"}], "claims": []}
    kept, again = back(answer)
    assert "push" not in str(kept) and again == answer


def test_a_quote_that_leaves_something_out_keeps_its_dots():
    answer = {"statements": [{"quote": "Never write outside … ask before you push"}]}
    kept, again = back(answer)
    assert again == answer and kept["statements"][0]["quote"][1] == "…"


def test_reasons_are_left_out_since_they_retell():
    kept, _ = back({"claims": [{"quote": "I will not.", "why": "They said never."}]})
    assert "why" not in kept["claims"][0]


def test_words_that_stand_nowhere_are_refused():
    with pytest.raises(ValueError, match="nowhere in the log"):
        without_words({"statements": [{"quote": "words that nobody in this log has ever said"}]}, MADE)


def test_what_a_rule_names_stands_as_places_too():
    bars = {"act": "edit", "outside": True, "names": ["the feeds folder"]}
    answer = {"statements": [{"quote": "Never write outside the feeds folder", "bars": bars}], "followed": []}
    kept, again = back(answer)
    assert "feeds" not in str(kept) and again == answer
