from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication

from inspector.errors import LogChanged
from inspector.gui.models.facts import DRAWN, GROUP, JUDGED
from inspector.gui.models.signs import signed_alike
from inspector.gui.panes.facts import FactsPane
from inspector.impact.finding import Cost, Finding, Kind, Sure
from inspector.impact.look import Consequences
from inspector.impact.price import price_of_call
from inspector.model import Capabilities, Claim, Has, ItemKind, Quote, Verdict
from inspector.report.judged import GroupName
from inspector.survival.outcome import Outcome
from inspector.workbench.document import Stage
from inspector.workbench.review import FactsShown
from tests.made_facts import HOSTILE, NEAR, SUMMARY, judge, many, open_exact, open_judged, session
from tests.made_session import MadeSession, open_in


@pytest.fixture
def pane(make):
    return make(FactsPane, 1000, 700)


def ids(pane):
    rows, found = pane.list.rows, []
    for top in range(rows.rowCount()):
        parent = rows.index(top, 0)
        shown = (rows.index(row, 0, parent) for row in range(rows.rowCount(parent)))
        found += [index.data(JUDGED).fact.id for index in shown if index.data(JUDGED) is not None]
    return found


def claims(pane):
    tops = (pane.list.rows.index(top, 0) for top in range(pane.list.rows.rowCount()))
    return next((top.data() for top in tops if top.data(GROUP).name is GroupName.CLAIMED), "")


def marked(pane):
    text = pane.text.sheet.text
    return {mark.key: text[mark.start : mark.end] for mark in pane.text.marks}


def test_while_facts_are_found_it_says_how_far_that_is(pane, bench):
    open_in(bench, session().document(), Stage.COUNT)
    assert "Working" in pane.placeholder.accessibleName() and not pane.shows_body()
    pane.tell_progress(0.4, "Finding facts")
    assert "Finding facts 40 %" in pane.placeholder.accessibleName()


def test_a_stage_that_failed_is_told(pane, bench):
    document = open_in(bench, session().document(), Stage.COUNT)
    document.failures[Stage.EXTRACT] = RuntimeError("broken")
    bench.advanced.emit(Stage.EXTRACT)
    assert "broken" in pane.placeholder.accessibleName()
    pane.tell_progress(0.5, "Finding facts")
    assert "broken" in pane.placeholder.accessibleName()


@pytest.mark.parametrize(("has", "said"), [(Has.YES, "never compacted"), (Has.NO, "do not record compactions")])
def test_without_a_compaction_there_is_nothing_to_review(pane, bench, has, said):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    made.capabilities = Capabilities(compactions=has)
    open_judged(bench, made, ())
    assert "Nothing to review" in pane.placeholder.accessibleName() and said in pane.placeholder.accessibleName()


def test_the_first_compaction_is_shown_with_its_facts_and_what_was_left(pane, bench):
    open_judged(bench)
    assert pane.shows_body()
    assert ids(pane) == ["outside", "retry", "pytest", "commits", "port"]
    assert SUMMARY in pane.text.toPlainText()
    assert marked(pane) == {
        "retry": "the client should retry on 401",
        "pytest": "tests run with pytest",
        "claim:0": "the user approved the schema",
    }
    assert claims(pane) == "Summary says, history does not 1"


def test_it_follows_the_selected_compaction(pane, bench):
    open_judged(bench)
    bench.selection.select(compaction=2)
    assert ids(pane) == ["pytest"] and "nearly done" in pane.text.toPlainText()
    assert not claims(pane)
    bench.selection.select(compaction=None)
    assert ids(pane) == ["pytest"]


def test_a_compaction_that_failed_has_nothing_to_lose(pane, bench):
    made = session()
    document = open_judged(bench, made)
    document.comparison = document.comparison[:1]
    bench.selection.select(compaction=2)
    assert "failed" in pane.placeholder.accessibleName()
    bench.selection.select(compaction=1)
    assert pane.shows_body()


def test_a_row_selects_the_fact_and_where_it_was_said(pane, bench):
    open_judged(bench)
    pane.list.setCurrentIndex(pane.list.rows.find("retry"))
    focus = bench.selection.focus
    assert (focus.compaction, focus.fact, focus.item, focus.claim) == (1, "retry", 2, None)
    said = pane.card.text()
    assert "altered" in said and "#2 user" in said and "the client should retry on 401" in said
    assert "judged by reader" in said


def test_both_halves_of_a_loss_are_shown_with_what_came_nearest(pane, bench):
    open_judged(bench)
    bench.selection.select(compaction=1, fact="outside")
    said = pane.card.text()
    assert "never edit outside auth/." in said and "nearest: “Summary of the work”" in said
    assert pane.place.text() == "Not in what the model was left with; the nearest passage shares some of its words"


def test_a_claim_is_selected_like_a_fact(pane, bench):
    open_judged(bench)
    pane.list.setCurrentIndex(pane.list.rows.find("claim:0"))
    focus = bench.selection.focus
    assert (focus.claim, focus.fact, focus.compaction) == (0, None, 1)
    assert "Nobody approved it." in pane.card.text() and not pane.card.note.isEnabled()
    bench.selection.select(claim=None, fact="retry")
    assert pane.list.currentIndex() == pane.list.rows.find("retry") and pane.card.note.isEnabled()
    bench.selection.select(fact=None, claim=0)
    assert pane.list.currentIndex() == pane.list.rows.find("claim:0")
    assert pane.place.text() == "A claim of the summary"


def test_a_marked_passage_leads_to_its_fact(pane, bench):
    open_judged(bench)
    pane.text.picked.emit("pytest")
    assert bench.selection.focus.fact == "pytest"
    pane.text.picked.emit("claim:0")
    assert bench.selection.focus.claim == 0


def test_bands_join_facts_and_passages_and_losses_end_in_nothing(pane, bench):
    open_judged(bench)
    bench.selection.select(compaction=1, fact="retry")
    bands = list(pane._bands())
    assert [(band.role, band.right is None, band.is_selected) for band in bands] == [
        ("lost", True, False),
        ("altered", False, True),
        ("warning", False, False),
        ("reworded", False, False),
    ]
    pane.map.grab()


def test_a_fact_can_be_judged_before_all_are_listed(pane, bench, held):
    open_judged(bench)
    bench.selection.select(compaction=1, fact="outside")
    assert ids(pane) == [] and "lost" in pane.card.text()
    pane.card.entered.emit(Verdict.REWORDED)
    held.go_on()
    assert bench.judgements.verdict("outside", 1) is Verdict.REWORDED
    assert len(ids(pane)) == 5 and "entered reworded" in pane.card.text()
    assert pane.list.currentIndex().data(Qt.ItemDataRole.UserRole).fact.id == "outside"
    assert marked(pane)


def test_without_a_judge_it_lists_where_words_stand_and_offers_neither_lost_nor_changed(pane, bench):
    open_exact(bench)
    tops = [pane.list.rows.index(place, 0) for place in range(pane.list.rows.rowCount())]
    assert [top.data() for top in tops] == ["What you said 4"]
    assert all(pane.list.isExpanded(top) for top in tops)
    assert (
        not pane.filter._buttons[FactsShown.NOT_THERE].isHidden() and pane.filter._buttons[FactsShown.LOST].isHidden()
    )
    pane.filter._buttons[FactsShown.NOT_THERE].click()
    assert len(pane.list.rows.every) == 4
    bench.judgements.enter_verdict(ids(pane)[0], 1, Verdict.LOST)
    assert not pane.filter._buttons[FactsShown.LOST].isHidden(), "the user says so"


def test_the_passage_nearest_to_what_is_not_there_is_marked_while_that_is_selected(pane, bench):
    open_exact(bench, session(NEAR))
    place = next(one for one in pane._listing.judged if one.survival.nearest is not None)
    pane.list.setCurrentIndex(pane.list.rows.find(place.fact.id))
    (near,) = pane.text._near
    assert near.role == "absent" and "commits like" in pane.text.sheet.text[near.start : near.end]
    assert "the nearest passage shares some of its words" in pane.place.text()
    assert [(band.role, band.right is None) for band in pane._bands() if band.is_selected] == [("absent", True)]
    pane.list.setCurrentIndex(pane.list.rows.find(ids(pane)[1]))
    assert pane.text._near == () and pane.place.text() == "Found in: summary"


def test_what_losses_led_to_arrives_later_and_the_list_stays_where_it_is(pane, bench, qtbot):
    document = open_judged(bench)
    document.comparison = many(document, 400)
    bench.advanced.emit(Stage.COMPARE)
    bench.selection.select(compaction=1, fact="f0")
    pane.list.verticalScrollBar().setValue(40)
    before = pane.list.verticalScrollBar().value(), pane.list.currentIndex()
    asked = Finding(
        kind=Kind.ASKED, compaction=1, item=5, subject="x", why="", sure=Sure.LIKELY, evidence=(2, 5), fact="f0"
    )
    compaction, cost = document.compactions[0], Cost()
    document.consequences = (
        Consequences(
            compaction=compaction,
            findings=(asked,),
            cost=cost,
            call=price_of_call(document.session, compaction),
        ),
    )
    with qtbot.assertNotEmitted(pane.list.rows.modelReset):
        bench.advanced.emit(Stage.CONSEQUENCES)
    assert pane.list.rows.find("f0").data(DRAWN).led_to == "→ asked again #5"
    assert (pane.list.verticalScrollBar().value(), pane.list.currentIndex()) == before and before[0] == 40
    bench.selection.select(compaction=1, fact="f2")
    pane.filter.words.setText("number 0")
    assert pane.list.rows.find("f0").data(DRAWN).led_to == "→ asked again #5"


def test_what_arrives_for_another_compaction_is_not_shown(pane, bench, held):
    open_judged(bench)
    bench.selection.select(compaction=1)
    late = dict(held.held)
    held.held.clear()
    bench.selection.select(compaction=2)
    for job in late.values():
        job()
    assert ids(pane) == []
    held.go_on()
    assert ids(pane) == ["pytest"]


def test_stopping_says_that_nothing_was_listed(pane, bench, held):
    open_judged(bench)
    held.progress["facts"].cancel()
    held.go_on()
    assert ids(pane) == [] and pane._empty.isVisible() and "Stopped" in pane._empty.text()


def test_the_wheel_over_the_bands_turns_both_sides(pane, bench):
    outcomes = None
    document = open_judged(bench, session(summary="line\n" * 300 + SUMMARY))
    outcomes = many(document, 400)
    document.comparison = outcomes
    bench.advanced.emit(Stage.COMPARE)
    before = pane.list.verticalScrollBar().value(), pane.text.verticalScrollBar().value()
    at = pane.map.rect().center()
    event = QWheelEvent(
        at.toPointF(), pane.map.mapToGlobal(at).toPointF(), QPoint(0, -120), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(pane.map, event)
    assert pane.list.verticalScrollBar().value() > before[0]
    assert pane.text.verticalScrollBar().value() > before[1]


def test_the_filter_narrows_the_list_and_says_when_nothing_is_left(pane, bench):
    open_judged(bench)
    pane.filter.set_show(FactsShown.LOST)
    assert ids(pane) == ["outside"]
    pane.filter.words.setText("no such words")
    assert ids(pane) == [] and "Nothing passes" in pane._empty.text() and pane._empty.isVisible()
    pane.filter.reset()
    assert len(ids(pane)) == 5 and not pane._empty.isVisible()


def test_an_override_takes_the_judged_verdicts_place_everywhere_and_can_be_undone(pane, bench):
    open_judged(bench)
    bench.selection.select(compaction=1, fact="outside")
    pane.card.entered.emit(Verdict.REWORDED)
    assert bench.judgements.verdict("outside", 1) is Verdict.REWORDED
    assert "found lost, entered reworded" in pane.card.text() and "entered by you" in pane.card.text()
    bench.judgements.undo()
    assert "entered" not in pane.card.text()


def test_a_note_is_kept_with_its_fact_also_when_one_moves_on_while_writing(pane, bench, qtbot):
    open_judged(bench)
    bench.selection.select(compaction=1, fact="outside")
    qtbot.keyClicks(pane.card.note, "why lost?")
    bench.selection.select(fact="retry")
    assert bench.judgements.note("outside") == "why lost?" and bench.judgements.note("retry") == ""
    assert pane.card.note.text() == ""
    bench.selection.select(fact="outside")
    assert pane.card.note.text() == "why lost?"


def test_an_unreadable_summary_is_named_and_counts_neither_as_kept_nor_as_lost(pane, bench):
    made = session()
    document = made.advanced()
    first = document.compactions[0]
    outcome = judge(document)[0]
    undecided = tuple(
        replace(one, verdict=Verdict.UNDECIDED, evidence=(), nearest=None, why="") for one in outcome.survivals
    )
    note = "The summary cannot be read; only kept messages are judged."
    open_judged(bench, made, (Outcome(first, outcome.facts, undecided, (), note),))
    assert note in pane.banner.words.text() and pane.shows_body()
    assert list(pane._bands()) == [] and "wholly missing" not in pane.card.text()


def test_of_pasted_text_alone_the_card_does_not_say_that_nothing_is_missing(pane, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "```\n" + "ERROR at worker.py:1\n" * 40 + "```", detail="typed")
    made.call(20_000, "answer")
    made.compact(text=SUMMARY)
    made.call(9_000, "the end")
    open_exact(bench, made)
    bench.selection.select(compaction=1)
    assert "Choose a row" in pane.card.text() and "wholly missing" not in pane.card.text()


def test_hostile_words_stay_words(pane, bench):
    made = session(summary=f"{SUMMARY}\n{HOSTILE}")
    document = made.advanced()
    outcome = judge(document)[0]
    hostile = replace(outcome.facts[0], statement=HOSTILE, texts=(HOSTILE,))
    start = len(SUMMARY) + 1
    claim = Claim(
        compaction=1, quote=Quote(outcome.claims[0].quote.item, start, start + len(HOSTILE)), text=HOSTILE,
        kind="unsupported", why=HOSTILE,
    )  # fmt: skip
    open_judged(bench, made, (replace(outcome, facts=(hostile, *outcome.facts[1:]), claims=(claim,)),))
    assert signed_alike(HOSTILE) in pane.text.toPlainText()
    assert marked(pane)["claim:0"].encode("utf-16-le", "surrogatepass")
    bench.selection.select(compaction=1, fact="outside")
    assert HOSTILE[:20] in pane.card.text()
    pane.grab()


def test_a_log_that_changed_is_told_with_a_way_out(pane, bench, monkeypatch):
    document = session().document()

    def gone(item):
        raise LogChanged("The log changed.")

    open_judged(bench, None)
    monkeypatch.setattr(bench.document.opened.bodies, "text", gone)
    bench.selection.select(compaction=2)
    assert "The log changed." in pane.banner.words.text() and document is not bench.document


def test_steps_run_through_the_list_and_stop_at_its_end(pane, bench):
    open_judged(bench)
    seen = []
    for _ in range(8):
        pane.step(1)
        focus = bench.selection.focus
        seen.append(focus.fact if focus.claim is None else focus.claim)
    assert seen == ["outside", "retry", 0, "pytest", "commits", "port", "port", "port"]


def test_copy_takes_the_fact_as_a_sentence(pane, bench):
    open_judged(bench)
    bench.selection.select(compaction=1, fact="retry")
    pane.copy()
    assert QApplication.clipboard().text().startswith("◆ altered, decision, Retry twice on 401.")
    bench.selection.select(fact=None, claim=0)
    pane.copy()
    assert "the user approved the schema" in QApplication.clipboard().text()


def test_fifty_thousand_facts_are_listed_filtered_and_walked(pane, bench):
    document = open_judged(bench)
    document.comparison = many(document, 50_000)
    bench.advanced.emit(Stage.COMPARE)
    assert len(pane.list.rows.every) == 50_000
    bench.selection.select(compaction=1, fact="f49999")
    assert pane.list.currentIndex().isValid()
    pane.filter.set_show(FactsShown.LOST)
    assert 0 < len(pane.list.rows.every) <= 25_000
    assert len(list(pane._bands())) < 100


def test_what_was_chosen_is_there_again(make, bench, pane):
    open_judged(bench)
    pane.filter.set_show(FactsShown.ALTERED)
    again = make(FactsPane)
    again.restore_state(pane.save_state())
    assert again.filter.value().show is FactsShown.ALTERED
    again.restore_state({"filter": {"show": "odd", "kinds": 3}, "columns": ["x"], "rows": 7})


def test_it_is_drawn_in_both_themes(pane, bench, theme):
    from inspector.gui.theme import Scheme

    open_judged(bench)
    light = pane.grab().toImage().pixelColor(pane.width() - 30, 200).lightness()
    theme.choose(Scheme.DARK)
    assert light > 128 > pane.grab().toImage().pixelColor(pane.width() - 30, 200).lightness()
