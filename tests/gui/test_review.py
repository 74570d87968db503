from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint

from inspector.gui.models.table import RECORD
from inspector.gui.review import Review
from inspector.model import ItemKind, Verdict
from inspector.report.mend.choices import Choice
from inspector.wording.verdicts import NOT_LOST
from tests.made_facts import open_exact, open_judged
from tests.made_session import MadeSession, inline_bench, sample


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
    assert review.head.label.accessibleDescription().startswith("┊C1 of 2")
    words = "You said 3 things before compaction 1, and 1 that no longer matters. 1 lost, 1 altered, 1 stands there."
    assert review.counts.text() == f"{words} The summary says 1 thing that the history does not."
    bench.selection.select(compaction=2)
    assert review.head.label.accessibleDescription().startswith("┊C2 of 2")
    assert review.counts.text() == "You said 1 thing before compaction 2. 1 stands there."
    bench.selection.select(compaction=None)
    assert review.head.label.accessibleDescription().startswith("┊C2 of 2")


def test_shares_never_stand_without_saying_what_they_are_not(review, bench):
    open_judged(bench)
    assert review.more.text().endswith("not what a model recalls")


def test_without_a_judge_the_head_says_where_words_stand_and_what_that_does_not_mean(review, bench):
    open_exact(bench)
    words = "You said 4 things before compaction 1. None stands there word for word, 1 in part, 3 do not."
    assert review.counts.text() == words and review.more.text() == NOT_LOST
    assert review.judge_line.label.text() == "not read by a model"
    assert review.counts.mapTo(review, QPoint()).y() < review.tabs.y(), "it heads the review"


def test_reviewed_is_ticked_for_one_compaction_and_can_be_undone(review, bench):
    open_judged(bench)
    review.reviewed.click()
    assert bench.judgements.is_reviewed(1) and review.reviewed.isChecked()
    bench.selection.select(compaction=2)
    assert not review.reviewed.isChecked()
    bench.selection.select(compaction=1)
    bench.judgements.undo()
    assert not review.reviewed.isChecked()


def test_what_is_ticked_as_reviewed_is_kept_with_its_date_the_decisions_and_the_note(review, bench, qtbot):
    bench.open(sample("fading-rules"))
    bench.selection.select(compaction=2)
    review.show_tab("take_away")
    qtbot.keyClicks(review.take_away.note, "seen with the team")
    rows = review.take_away.rows
    bench.sign_offs.decide(2, rows.index(0, 0).data(RECORD).fact.id, Choice.ACCEPT)
    head = review.tabs.pos()
    review.reviewed.click()
    (record,) = bench.sign_offs.of(2)
    assert (record.note, record.restored) == ("seen with the team", 2) and len(record.decisions.accepted) == 1
    assert review.signed.text().endswith("; 2 without your decision") and review.tabs.pos() == head
    assert "seen with the team" in review.reviewed.toolTip()
    assert review.take_away.note.text() == ""
    bench.selection.select(compaction=1)
    assert review.signed.text() == "" and not review.reviewed.isChecked()
    bench.close()


def test_in_a_narrow_window_the_first_line_is_read_whole(review, bench):
    open_judged(bench)
    review.resize(560, 600)
    review.grab()
    counts, needed = review.counts, review.counts.heightForWidth(review.counts.width())
    assert needed > counts.fontMetrics().lineSpacing() and counts.height() >= needed
    assert not counts.geometry().intersects(review.reviewed.geometry())


def test_an_override_changes_the_counts(review, bench):
    open_judged(bench)
    bench.judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    assert "lost" not in review.counts.text() and "2 stand there" in review.counts.text()


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


def _worst_is_the_second(bench):
    document = open_judged(bench)
    first, second = document.comparison
    document.comparison = (replace(first, facts=(), survivals=(), claims=(), note="The summary cannot be read."),
                           replace(second, facts=first.facts, survivals=first.survivals))  # fmt: skip
    bench.selection.clear()
    bench.put(document)
    bench.opened.emit(document)


def test_it_opens_on_the_compaction_with_the_worst_loss_in_every_tab(review, bench):
    _worst_is_the_second(bench)
    assert bench.selection.focus.compaction is None
    assert review.compaction() == 2 and review.head.label.accessibleDescription().startswith("┊C2 of 2")
    assert (review.facts._outcome.compaction.number, review.take_away._wanted) == (2, 2)


def test_what_was_selected_before_is_under_review_in_a_tab_that_is_first_looked_at_now(review, bench):
    open_judged(bench)
    bench.selection.select(compaction=2)
    bench.selection.select(item=1, compaction=None)
    review.show_tab("take_away")
    assert review.take_away._wanted == 2
