import pytest

from inspector.impact.text_rules import text_rules


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Retry at most 4 times.", "retr"),
        ("There must be no more than 4 workers.", "worker"),
        ("Use a maximum of 3 connections.", "connection"),
    ],
)
def test_a_bound_is_about_what_is_counted(text, word):
    (rule,) = text_rules(text)
    assert (rule.form, rule.words) == ("most", (word,))


@pytest.mark.parametrize("text", ["Write at most 3 sentences.", "Wait at most 5 seconds.", "At most 4."])
def test_a_bound_on_words_or_times_is_none_of_a_setting(text):
    assert list(text_rules(text)) == []
