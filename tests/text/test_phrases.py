from hypothesis import given
from hypothesis import strategies as st

from inspector.text.phrases import Phrases

WORDS = st.lists(st.sampled_from(["tide", "ti", "de", "é", "潮位", "😀", "\ud800", "1"]), max_size=6).map(" ".join)


@given(st.lists(WORDS, max_size=5), WORDS)
def test_all_texts_at_once_hold_what_each_of_them_holds(texts, sought):
    assert list(Phrases(texts).holding(sought)) == [
        number for number, text in enumerate(texts) if sought and sought in text
    ]


def test_words_stand_where_none_at_their_edges_goes_on_but_in_writings_without_blanks():
    phrases = Phrases(["high tides", "the tide is in", "tide", "大潮位表"])
    assert list(phrases.with_words("tide")) == [1, 2]
    assert list(phrases.with_words("潮位")) == [3]
