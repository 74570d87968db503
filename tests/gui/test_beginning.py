import pytest
from PySide6.QtCore import Qt

from inspector.model import Verdict
from tests.gui.judged_window import give_verdicts, key, shown

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def judged(opened, settled):
    give_verdicts(opened)
    opened.activateWindow()
    return settled(opened)


@pytest.fixture
def turn_to_review(judged, qtbot, settled):
    def turn():
        key(qtbot, judged, Qt.Key.Key_2, CTRL)
        settled(judged)
        return judged.bench.selection.focus

    return turn


def test_a_review_begins_at_the_worst_loss_and_the_item_that_was_looked_at_stays(judged, turn_to_review):
    judged.bench.selection.select(item=4)
    before = judged.bench.selection.focus
    focus = turn_to_review()
    assert (focus.compaction, focus.fact, focus.claim) == (1, "outside", None)
    assert (focus.item, focus.request) == (before.item, before.request) and focus.item == 4
    facts = judged.perspectives.review.facts
    assert facts.list.currentIndex() == facts.list.rows.find("outside")
    assert "never edit outside auth/." in facts.card.text()


def test_it_begins_with_what_f7_would_come_to_first_there(judged, turn_to_review):
    judged.bench.judgements.enter_verdict("outside", 1, Verdict.VERBATIM)
    judged.bench.judgements.enter_verdict("retry", 1, Verdict.VERBATIM)
    judged.bench.selection.select(compaction=1)
    focus = turn_to_review()
    assert (focus.compaction, focus.fact, focus.claim) == (1, None, 0)


def test_what_somebody_selected_stays(judged, turn_to_review):
    judged.bench.selection.select(compaction=2, fact="pytest")
    assert turn_to_review().fact == "pytest"


def test_without_a_loss_nothing_is_selected_and_the_card_says_how_to_go_on(judged, turn_to_review):
    judged.bench.judgements.enter_verdict("pytest", 2, Verdict.VERBATIM)
    judged.bench.selection.select(compaction=2)
    focus = turn_to_review()
    assert (focus.fact, focus.claim) == (None, None)
    assert "No sentence that stood there before is wholly missing here" in judged.perspectives.review.facts.card.text()


def test_before_anything_is_known_it_waits_but_not_for_who_is_in_trace_by_then(judged, turn_to_review, settled):
    told, judged.bench.document.comparison = judged.bench.document.comparison, None
    assert turn_to_review().fact is None
    judged.perspectives.show("trace")
    give_verdicts(judged)
    settled(judged)
    assert shown(judged) == "trace" and judged.bench.selection.focus.fact is None and told
    assert turn_to_review().fact == "outside"


def test_f4_leads_to_where_it_was_said_and_the_mark_is_set_there(judged, turn_to_review, qtbot, settled):
    item = next(one.number for one in judged.bench.document.session.items if one.origin == "human")
    judged.bench.selection.select(item=item + 3)
    assert turn_to_review().item == item + 3
    judged.navigation.toggle_mark()
    assert judged.bench.marks == {item}
    judged.bench.selection.select(item=item + 3, fact=None, compaction=None)
    turn_to_review()
    key(qtbot, judged, Qt.Key.Key_F4)
    assert shown(judged) == "trace" and judged.bench.selection.focus.item == item
    settled(judged)
