import pytest
from inspector.verdicts.opposites import exchanged, is_undoing, opposite


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("disable the cache", "the cache is enabled"),
        ("at least three tides", "at most three tides"),
        ("ascending order", "sorted in descending order"),
        ("opt-in for mails", "mails are opt-out"),
    ],
)
def test_a_word_whose_opposite_stands_in_its_place_is_named(statement, passage):
    assert opposite(statement, passage) is not None


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("disable the cache", "the cache was enabled and is disabled now"),
        ("add the new tests and remove the old ones", "the old tests were removed"),
        ("disable the cache", "the cache is off"),
    ],
)
def test_where_both_words_are_spoken_of_nothing_is_opposite(statement, passage):
    assert opposite(statement, passage) is None


def test_what_is_done_and_taken_back_is_told_from_what_is_one_or_the_other():
    assert is_undoing(opposite("add the flag", "the flag was removed")[0])
    assert not is_undoing(opposite("increase the pool", "decrease the pool")[0])


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("pools instead of locks", "locks are used instead of pools"),
        ("copy from staging to production", "copied from production to staging"),
        ("rename readTide to loadTide", "renamed loadTide to readTide"),
        ("tides -> moons", "moons → tides"),
    ],
)
def test_two_things_that_have_changed_places_are_named(statement, passage):
    assert exchanged(statement, passage) is not None


def test_the_same_direction_in_other_words_is_no_exchange():
    assert exchanged("pools instead of locks", "pools were chosen over locks") is None
