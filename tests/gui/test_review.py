import pytest

from inspector.gui.review import Review
from inspector.model import ItemKind, Verdict
from tests.made_facts import open_judged
from tests.made_session import MadeSession, inline_bench


@pytest.fixture
def bench():
    """A bench whose jobs run at once."""
    return inline_bench()


@pytest.fixture
def review(bench, theme, qtbot):
    made = Review(bench, theme)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    return made


def test_head_counts_and_shares_are_of_the_compaction_under_review(review, bench):
    open_judged(bench)
    assert review.head.words().startswith("┊C1 of 2") and "1 unsupported" in review.counts.text()
    bench.selection.select(compaction=2)
    assert review.head.words().startswith("┊C2 of 2") and "0 unsupported" in review.counts.text()
    bench.selection.select(compaction=None)
    assert review.head.words().startswith("┊C2 of 2")


def test_shares_never_stand_without_saying_what_they_are_not(review, bench):
    open_judged(bench)
    assert review.shares.text().endswith("text survival, not recall")


def test_reviewed_is_ticked_for_one_compaction_and_can_be_undone(review, bench):
    open_judged(bench)
    review.reviewed.click()
    assert bench.judgements.is_reviewed(1) and review.reviewed.isChecked()
    bench.selection.select(compaction=2)
    assert not review.reviewed.isChecked()
    bench.selection.select(compaction=1)
    bench.judgements.undo()
    assert not review.reviewed.isChecked()


def test_an_override_changes_the_counts(review, bench):
    open_judged(bench)
    bench.judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    assert "0 lost" in review.counts.text()


def test_another_session_begins_at_its_first_compaction(review, bench):
    open_judged(bench)
    bench.selection.select(compaction=2)
    open_judged(bench)
    assert review.compaction() == 1
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_judged(bench, made, ())
    assert review.compaction() is None and not review.head.isVisible()


def test_it_fits_a_small_window(review, bench):
    open_judged(bench)
    assert review.minimumSizeHint().width() <= 1024 and review.minimumSizeHint().height() <= 600
