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


def test_a_name_that_has_to_stay_is_one():
    (rule,) = text_rules("Keep existing `deriveName()` function for old files.")
    assert (rule.form, rule.words) == ("keep", ("deriveName",))
    assert list(text_rules("Keep the text short.")) == []


def test_signs_and_trailers_can_be_forbidden():
    assert [rule.words[0] for rule in text_rules("No emojis in code.")] == ["emoji"]
    assert [rule.words[0] for rule in text_rules("Never add a Co-Authored-By line to commits.")] == ["co-author"]
