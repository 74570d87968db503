import pytest
from inspector.text.order import order, same_order


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("run the linter before you commit", "Commits happen only after the linter has been run."),
        ("never merge before the review", "The review is done before merging."),
        ("first resize the image, then compress it", "Images are compressed after resizing."),
        ("after the import, count the rows", "Rows are counted; the import runs before the rows are counted."),
        ("Zuerst sichern, dann löschen.", "Löschen erst nachdem sichern fertig ist."),
    ],
)
def test_one_order_in_two_ways_is_the_same(statement, passage):
    assert same_order(statement, passage) is True


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("run the linter before you commit", "Commit first, then run the linter."),
        ("run the linter before you commit", "After committing, the linter is run."),
        ("merge only after the review", "Merge before the review."),
    ],
)
def test_what_came_first_and_comes_behind_is_another_order(statement, passage):
    assert same_order(statement, passage) is False


@pytest.mark.parametrize(
    ("statement", "passage"),
    [
        ("run the linter before you commit", "The linter is set up."),
        ("run the linter before you commit", "The tide is read before the moon."),
        ("count the rows before and count the rows after", "Rows are counted before the import."),
        ("run the linter before you commit", "Lint before a commit is pushed after lint."),
    ],
)
def test_an_order_that_cannot_be_told_is_not_guessed(statement, passage):
    assert same_order(statement, passage) is None


def test_a_condition_is_no_order():
    assert order("if the upload fails, then show a banner") is None
