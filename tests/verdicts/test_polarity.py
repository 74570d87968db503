import pytest
from inspector.verdicts.polarity import agrees, stances, turned


def test_a_negation_reaches_to_the_end_of_its_clause():
    affirmed, denied, first = stances("never squash the feed, but rebase the harbour")
    assert {"squash", "feed"} <= denied and {"rebas", "harbour"} <= affirmed and first == ("squash",)


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("don't squash them", "they stay, not squashed"),
        ("don't mock the tide", "mocking the tide is forbidden"),
        ("stop printing the key", "the key is no longer printed"),
        ("avoid recursion", "recursion is avoided: no recursion"),
    ],
)
def test_the_same_denial_in_other_words_is_not_turned(statement, passage):
    assert turned(statement, passage) == "" and agrees(statement, passage)


def test_a_denial_of_something_else_does_not_hide_that_this_one_is_affirmed():
    assert turned("never squash the commits", "Squash the commits; do not push yet.") == "squash"


def test_an_order_that_is_still_open_is_not_denied():
    assert turned("keep the old importer", "The old importer is not kept.") == "keep"
    assert turned("keep the old importer", "The old importer is not kept yet.") == ""


def test_a_restriction_may_say_the_same_as_a_denial():
    assert turned("never edit anything outside the feeds", "edit the feeds only") == ""


@pytest.mark.parametrize(
    "text", ["not only the harbour", "don't forget to moor", "not merely moored", "nicht nur Häfen"]
)
def test_not_only_and_do_not_forget_deny_nothing(text):
    assert stances(text)[1] == frozenset()


def test_an_order_is_denied_whatever_opens_it():
    assert turned("make sure the tide can be read", "The tide cannot be read.") == "read"


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("can't we read the gauge from the harbour file?", "The gauge is read from the chart."),
        ("return an empty gauge if not configured", "The gauge is configured in the harbour file."),
        ("return an empty gauge when it is not configured", "The gauge is configured in the harbour file."),
    ],
)
def test_a_suggestion_and_a_condition_deny_nothing_of_what_is_to_be_done(statement, passage):
    assert turned(statement, passage) == ""


def test_an_order_with_a_condition_is_still_turned():
    assert turned("don't read the gauge if it is not configured", "The gauge is read at every start.") == "read"


@pytest.mark.parametrize(
    "passage", ["│   ├── read-gauge.ts", "at readGauge (harbour:fs:44:2)", "- `src/read/gauge.ts`", "src/read/gauge/"]
)
def test_what_only_names_turns_nothing(passage):
    assert turned("don't read the gauge", passage) == ""
    assert turned("don't read the gauge", f"{passage}\nThen read the gauge.") == "read"
