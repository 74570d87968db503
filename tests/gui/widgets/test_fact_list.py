import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.models.fact_listing import listing_of
from inspector.gui.theme import Scheme
from inspector.gui.widgets.fact_list import FactList
from inspector.report.judged import GroupName
from inspector.workbench.groups import group, listed_claims
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import ReviewFilter, judged
from tests.made_facts import judged_document, many


@pytest.fixture
def view(theme, qtbot):
    made = FactList(theme)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.rows.show(
        listing_of(group(judged(judged_document().comparison[0], Judgements()), ReviewFilter(), frozenset()))
    )
    made.show()
    return made


def test_moving_to_a_row_tells_its_fact_and_marking_does_not(view, qtbot):
    with qtbot.waitSignal(view.chosen) as caught:
        view.setCurrentIndex(view.rows.find("retry"))
    assert caught.args[0].fact.id == "retry"
    with qtbot.assertNotEmitted(view.chosen):
        view.mark("outside")
        view.mark(None)
    assert not view.currentIndex().isValid()


def test_a_claim_is_told_marked_and_seen_as_a_fact_is(view, qtbot):
    outcome = judged_document().comparison[0]
    claims = listed_claims(outcome)
    view.rows.show(listing_of(group(judged(outcome, Judgements()), ReviewFilter(), frozenset(), claims)))
    with qtbot.waitSignal(view.chosen) as caught:
        view.setCurrentIndex(view.rows.find("claim:0"))
    assert caught.args == [claims[0]] and claims[0] in [row for row, _ in view.visible()]
    assert view.middle_of("retry") < view.middle_of("claim:0") < view.middle_of("pytest")
    view.mark("claim:0")
    assert view.currentIndex() == view.rows.find("claim:0")


def test_rows_in_sight_come_with_their_middles(view):
    found = view.visible()
    assert [one.fact.id for one, _ in found] == ["outside", "retry", "pytest"]
    heights = [y for _, y in found]
    assert heights == sorted(heights) and view.middle_of("pytest") == heights[2]
    assert view.middle_of("nobody") is None


def test_a_folded_group_has_no_rows_in_sight(view, qtbot):
    with qtbot.waitSignal(view.moved):
        view.collapse(view.rows.index(0, 0))
    assert view.middle_of("outside") is None


def test_of_very_many_only_those_in_sight_are_asked_for(view):
    document = judged_document()
    view.rows.show(listing_of(group(judged(many(document, 20_000)[0], Judgements()), ReviewFilter(), frozenset())))
    assert len(view.visible()) < 40


def test_copy_takes_the_row_as_words(view, qtbot):
    view.mark("outside")
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith("○ lost, constraint, must, never edit outside auth/.")


def test_a_letter_does_not_jump(view, qtbot):
    view.mark("outside")
    qtbot.keyClicks(view, "r")
    assert view.currentIndex() == view.rows.find("outside")


def test_it_is_drawn_in_both_themes(view, theme):
    light = view.grab().toImage().pixelColor(390, 290).lightness()
    theme.choose(Scheme.DARK)
    assert light > 128 > view.grab().toImage().pixelColor(390, 290).lightness()


def test_evidence_stays_folded_until_it_is_asked_for(view):
    facts = judged(judged_document().comparison[0], Judgements())
    last = view.rows.index(view.rows.rowCount() - 1, 0)
    assert not view.isExpanded(last) and view.middle_of("port") is None
    view.mark("port")
    assert view.middle_of("port") is not None

    wanted = ReviewFilter(words="401")
    view.rows.show(listing_of(group(facts, wanted, frozenset()), is_narrow=wanted.is_narrow))
    assert view.middle_of("port") is not None

    alone = [one for one in group(facts, ReviewFilter(), frozenset()) if one.name is GroupName.EVIDENCE]
    view.rows.show(listing_of(alone))
    assert view.middle_of("port") is not None
