import pytest
from inspector.text.word_rows import rows


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("all|every test|tests pass*", "**All tests** passed"),
        ("time_out", "it may time out"),
        ("no *? errors", "no runtime errors"),
        ("no *? errors", "No errors"),
        ("exit with? code? #", "exit 12"),
        ("all .. done", "all of it, as it were, is done"),
        ("wasn't", "it wasn’t"),
        ("*n't pass", "it can't pass"),
        ("*", "word"),
    ],
)
def test_a_row_finds_its_words(row, text):
    assert rows(row).search(text)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("all tests", "all, tests"),
        ("all tests", "overall tests"),
        ("all tests", "all testsuites"),
        ("exit #", "exit 0"),
        ("all .. done", "all of it. The rest is done"),
        ("all .. done", f"all {'and ' * 20} done"),
        ("no? errors", "no warnings"),
    ],
)
def test_a_row_finds_nothing_else(row, text):
    assert not rows(row).search(text)


def test_a_word_that_may_be_missing_is_taken_only_where_the_rest_needs_it():
    assert rows("to *? *? *? pass|fail").search("to pass but not fail")[0] == "to pass"


def test_either_of_two_rows_is_found():
    assert [hit[0] for hit in rows("one", "two three").finditer("one or two three")] == ["one", "two three"]
