import pytest
from hypothesis import given
from hypothesis import strategies as st
from inspector.text.similarity import Overlaps, Weights, containment, content, stems_of, words


def test_stems_meet_across_endings_and_joined_names():
    assert set(content("creating summaries")) & set(content("created summary"))
    assert set(content("parseInput")) & set(content("the input is parsed"))
    assert content("retries") == content("retry")


def test_words_that_tell_nothing_are_left_out():
    assert content("the of and 的") == []


def test_names_among_other_signs_are_words_of_their_own():
    assert {"pinact", "workflow"} <= set(content("github workflowにpinactの流れを追加して"))
    assert content("api가 좋다")[0] == "api"
    assert "café" in content("café")


def test_a_rare_word_missing_weighs_more_than_a_common_one():
    weights = Weights([["file", "x"], ["file", "y"], ["file", "z"]])
    assert containment(["file", "kestrel"], {"kestrel"}, weights) > containment(["file", "kestrel"], {"file"}, weights)


def test_nothing_is_contained_in_no_words():
    assert containment([], {"a"}) == 0.0


def test_overlaps_name_the_texts_that_share_stems_with_what_is_shared():
    texts = [{"file", "kestrel"}, {"tide"}, {"file"}]
    weights = Weights(texts)
    found = Overlaps(texts, weights, {"file", "heron"})
    assert found.shared(["file", "heron"]) == [(0, weights("file")), (2, weights("file"))]
    assert found.total(0) == found.weigh(["kestrel", "file"])


@given(st.text(max_size=60), st.sampled_from([1, 40]))
def test_the_stems_of_a_text_are_those_of_its_words_however_long_it_is(text, times):
    text = f"{text} The poller’s réadings " * times
    assert stems_of(text) == frozenset(content(text))


@pytest.mark.parametrize("text", ["ΟΔΟΣ_ΟΔΟΣ ΣΑΣ.", "İstanbul İki", "Größe Ünter ’s Cafe\u0301", "Κόσμος Σ"])
def test_small_letters_are_those_of_each_word_by_itself(text):
    assert words(text) == [one for word in text.replace("_", " ").split() for one in words(word)]
