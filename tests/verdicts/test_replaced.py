import pytest
from inspector.verdicts.replaced import replaced_name as replaced_in
from inspector.verdicts.replaced import replaced_number, replaced_unit, things

from inspector.text.normalise import squeezed


def replaced(statement, passage):
    return replaced_number(statement, passage, squeezed(passage))


def replaced_name(statement, passage):
    return replaced_in(statement, passage, squeezed(passage))


@pytest.mark.parametrize(
    ("statement", "passage", "numbers"),
    [
        ("listen on port 8080", "the server listens on port 9090", ("8080", "9090")),
        ("retry at most 4 times", "retry at most 5 times", ("4", "5")),
        ("stay on version 3.11", "on version 3.12", ("3.11", "3.12")),
    ],
)
def test_a_number_beside_the_same_word_stands_in_the_place_of_another(statement, passage, numbers):
    assert replaced(statement, passage) == numbers


def test_a_number_of_something_else_replaces_nothing():
    assert replaced("listen on port 8080", "12 tests pass") is None


def test_a_number_that_stands_elsewhere_is_not_replaced():
    assert replaced_number("listen on port 8080", "port 9090 is the proxy", "port 9090 … port 8080") is None


def test_the_same_number_of_another_unit_is_another_quantity():
    assert replaced_unit("wait 30 seconds", "wait 30 minutes") == ("30 seconds", "30 minute")
    assert replaced_unit("wait 30 seconds", "wait 30 s, then 30 minutes") is None


def test_names_are_identifiers_flags_and_short_quotations():
    assert set(things('call read_b with --fast as "harbour light"')) >= {"read_b", "--fast", "harbour light"}


def test_another_name_among_the_same_words_replaces_the_first():
    assert replaced_name("Don't use `readTide`", "Don't use `readMoon`") == (
        "readtide",
        "readmoon",
    )


def test_a_name_in_another_style_of_writing_is_the_same():
    assert replaced_name("use `readTide` for feeds", "use `read_tide` for feeds") is None


def test_a_name_among_other_words_replaces_nothing():
    assert replaced_name("rename `readTide` soon", "`readMoon` was tested") is None


def test_another_spelling_of_a_number_or_a_unit_takes_no_place():
    said = "the cache must never hold more than 5,000 requests"
    assert replaced_number(said, "the cache must never hold more than 5000 requests", "5000 requests") is None
    other = "the cache must never hold more than 4000 requests"
    assert replaced_number(said, other, f"{other}; 5,000 requests once") is None
    assert replaced_number(said, other, f"{other}; 15,000 requests once") == ("5000", "4000")
    assert replaced_unit("below 5 megabytes", "stays below 5 MB") is None
    assert replaced_unit("below 5 megabytes", "stays below 5 GB") is not None
