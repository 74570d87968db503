from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QToolButton

from inspector.gui.memory import restore
from inspector.gui.perspectives import Perspectives
from inspector.model import Claim, Quote, Verdict
from inspector.store.library import Library
from inspector.verdicts.outcome import Outcome
from inspector.workbench.annotations import Annotations
from inspector.workbench.document import Stage
from inspector.workbench.workspace import load_workspace
from tests.generate import write_claude_log
from tests.made_facts import OUTSIDE, PYTEST, RETRY, survival


def give_verdicts(window):
    """Put verdicts made by hand in the place of those found in the open log."""
    document = window.bench.document
    document.comparison = judge_log(document)
    window.bench.advanced.emit(Stage.COMPARE)


def judge_log(document):
    first, second = document.compactions
    item = next(one.number for one in document.session.items if one.origin == "human")
    facts = tuple(replace(one, quotes=(Quote(item, 0, 5),)) for one in (OUTSIDE, RETRY, PYTEST))
    claim = Claim(
        compaction=1, quote=Quote(first.record.summary, 0, 5), text="words", kind="unsupported", subject="name", why=""
    )
    told = (Verdict.LOST, Verdict.ALTERED, Verdict.REWORDED)
    one = Outcome(first, facts, tuple(survival(f, 1, v) for f, v in zip(facts, told, strict=True)), (claim,))
    return one, Outcome(second, facts[2:], (survival(facts[2], 2, Verdict.LOST),))


@pytest.fixture
def judged(opened, settled):
    give_verdicts(opened)
    return settled(opened)


def shown(window):
    return "review" if window.perspectives.has_review and window.review.isVisible() else "trace"


def key(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifier)


def test_ctrl_1_and_2_switch_and_the_selection_stays(judged, qtbot, settled):
    judged.activateWindow()
    judged.bench.selection.select(item=4)
    key(qtbot, judged, Qt.Key.Key_2, Qt.KeyboardModifier.ControlModifier)
    assert shown(judged) == "review" and judged.verbs["view.review"].isChecked()
    assert judged.bench.selection.focus.item == 4
    key(qtbot, judged, Qt.Key.Key_1, Qt.KeyboardModifier.ControlModifier)
    assert shown(judged) == "trace" and not judged.verbs["view.review"].isChecked()
    settled(judged)


def test_the_buttons_of_the_toolbar_show_which_it_is(judged, settled):
    buttons = {b.text(): b for b in judged.toolbar.findChildren(QToolButton) if b.text() in ("Trace", "Review")}
    buttons["Review"].click()
    assert (buttons["Trace"].isChecked(), buttons["Review"].isChecked()) == (False, True)
    buttons["Review"].click()
    assert buttons["Review"].isChecked() and shown(judged) == "review"
    settled(judged)


def test_review_is_not_built_before_it_is_looked_at(judged):
    assert not judged.perspectives.has_review


def test_f7_walks_through_harm_on_into_the_next_compaction_and_back(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    settled(judged)
    seen = []
    for _ in range(5):
        key(qtbot, judged, Qt.Key.Key_F7)
        focus = judged.bench.selection.focus
        seen.append((focus.compaction, focus.fact, focus.claim))
    assert seen == [(1, "outside", None), (1, "retry", None), (1, None, 0), (2, "pytest", None), (2, "pytest", None)]
    assert "No further loss" in judged.status.currentMessage()
    key(qtbot, judged, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert judged.bench.selection.focus.claim == 0
    settled(judged)


def test_f4_goes_to_the_source_in_trace_and_then_to_its_log_line(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    judged.perspectives.next_harm(1)
    key(qtbot, judged, Qt.Key.Key_F4)
    assert shown(judged) == "trace"
    item = judged.bench.selection.focus.item
    assert judged.bench.document.item(item).origin == "human"
    key(qtbot, judged, Qt.Key.Key_F4)
    assert judged.trace.raw.isVisible()
    settled(judged)


def test_o_and_n_lead_to_verdict_and_note_from_either_perspective(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.next_harm(1)
    judged.trace.transcript.focus_list()
    key(qtbot, judged, Qt.Key.Key_N)
    assert shown(judged) == "review" and judged.review.facts.card.note.hasFocus()
    qtbot.keyClicks(judged.review.facts.card.note, "why on earth")
    key(qtbot, judged, Qt.Key.Key_Return)
    assert judged.bench.judgements.note("outside") == "why on earth"
    judged.review.facts.focus_list()
    key(qtbot, judged, Qt.Key.Key_O)
    assert judged.review.facts.card.verdicts.view().isVisible()
    judged.review.facts.card.verdicts.hidePopup()
    settled(judged)


def test_letters_step_through_facts_in_review_and_items_in_trace(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    settled(judged)
    key(qtbot, judged, Qt.Key.Key_J)
    assert judged.bench.selection.focus.fact == "outside"
    key(qtbot, judged, Qt.Key.Key_J)
    assert judged.bench.selection.focus.fact == "pytest"
    key(qtbot, judged, Qt.Key.Key_K)
    assert judged.bench.selection.focus.fact == "outside"
    rows = judged.review.facts.list.rows
    first, last = (rows.beside(None, by).fact.id for by in (1, -1))
    key(qtbot, judged, Qt.Key.Key_G, Qt.KeyboardModifier.ShiftModifier)
    assert judged.bench.selection.focus.fact == last != first
    key(qtbot, judged, Qt.Key.Key_G)
    assert judged.bench.selection.focus.fact == first
    judged.perspectives.show("trace")
    judged.bench.selection.select(item=3)
    judged.perspectives.step(1)
    assert judged.bench.selection.focus.item == 4
    settled(judged)


def test_brackets_go_from_compaction_to_compaction(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    judged.bench.selection.select(compaction=1, fact="outside")
    key(qtbot, judged, Qt.Key.Key_BracketRight)
    assert judged.bench.selection.focus.compaction == 2 and judged.bench.selection.focus.fact is None
    judged.review.step_asked.emit(-1)
    assert judged.bench.selection.focus.compaction == 1
    assert judged.review.head.text().startswith("┊C1 of 2")
    settled(judged)


def test_slash_and_find_lead_to_the_search_of_facts(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    judged.perspectives.find()
    assert judged.review.facts.filter.words.hasFocus()
    qtbot.keyClicks(judged.review.facts.filter.words, "retry")
    assert settled(judged).review.facts.list.rows.size() == 1
    judged.step_out()
    assert settled(judged).review.facts.list.rows.size() == 3
    judged.bench.selection.select(compaction=1, fact="outside")
    judged.step_out()
    assert judged.bench.selection.focus.fact is None and judged.bench.selection.focus.compaction == 1
    settled(judged)


def test_what_stands_out_leads_to_the_review_of_the_fact(judged, settled):
    judged.trace.stands_out.follow("0")
    assert shown(judged) == "review" and judged.bench.selection.focus.fact == "outside"
    settled(judged)


def test_enter_on_a_lost_fact_leads_to_its_review(judged, settled):
    judged.perspectives.show_tab("lost")
    table = judged.trace.lost.table
    table.activated.emit(judged.trace.lost.model.index(1, 0))
    assert shown(judged) == "review" and judged.bench.selection.focus.fact == "retry"
    settled(judged)


@pytest.mark.parametrize("name", ["facts", "erosion", "difference"])
def test_a_tab_of_review_brings_review_up_and_one_of_trace_brings_trace(judged, name, settled):
    judged.perspectives.show_tab(name)
    assert shown(judged) == "review" and judged.review.front() == name
    judged.perspectives.show_tab("problems")
    assert shown(judged) == "trace" and judged.trace.problems.isVisible()
    settled(judged)


def test_f6_goes_round_the_parts_of_review(judged, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    settled(judged)
    seen = set()
    for _ in range(6):
        judged.perspectives.focus_pane(1)
        seen.add(QApplication.focusWidget().accessibleName())
    assert {"Facts", "What the model was left with", "Search facts"} <= seen


def test_the_perspective_its_tab_and_the_fact_are_there_again(judged, make_window, log, settled):
    judged.perspectives.show_tab("erosion")
    judged.bench.selection.select(compaction=1, fact="outside")
    settled(judged)
    judged.close()
    again = make_window(load_workspace(judged.workspace.file))
    again.opener.open(log)
    settled(again)
    assert shown(again) == "review" and again.review.front() == "erosion"
    assert again.bench.selection.focus.fact == "outside"


def test_an_odd_perspective_is_trace(make_window, workspace, log, settled):
    workspace.window = {
        "perspective": "no such",
        "review": {"tab": 3, "panes": {"facts": 7, "erosion": {"which": "x"}}},
    }
    window = make_window()
    window.opener.open(log)
    settled(window)
    assert shown(window) == "trace"
    window.perspectives.show("review")
    restore(window.bench, {"focus": {"fact": 3, "claim": True}})
    assert window.bench.selection.focus.fact is None
    settled(window)


def test_an_override_survives_the_program_and_an_undo_too(make_window, log, settled, tmp_path):
    def begin():
        window = make_window()
        window.library = Library(tmp_path / "library.sqlite")
        Annotations(window.bench, window.library)
        window.opener.open(log)
        settled(window)
        give_verdicts(window)
        return settled(window)

    window = begin()
    window.perspectives.next_harm(1)
    window.bench.judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    window.bench.judgements.enter_verdict("retry", 1, Verdict.VERBATIM)
    window.verbs["edit.undo"].trigger()
    window.perspectives.show("review")
    window.review.toggle_reviewed()
    settled(window)
    window.close()
    window.library.close()
    again = begin()
    assert again.bench.judgements.verdict("outside", 1) is Verdict.REWORDED
    assert again.bench.judgements.verdict("retry", 1) is None
    again.perspectives.show("review")
    again.bench.selection.select(compaction=1)
    assert again.review.reviewed.isChecked()
    settled(again)
    again.library.close()


def test_with_no_compaction_review_says_so(make_window, tmp_path, settled):
    path = tmp_path / "5f0d7a52-0000-4000-8000-000000000009.jsonl"
    write_claude_log(path, turns=3, compactions=0)
    window = make_window()
    window.opener.open(path)
    settled(window)
    window.perspectives.show("review")
    assert "Nothing to review" in window.review.facts.placeholder.text()
    assert not window.review._head.isVisible() and not window.review._foot.isVisible()
    window.perspectives.next_harm(1)
    assert "No further loss" in window.status.currentMessage()
    settled(window)


def test_compare_is_loaded_beside_the_window_and_shown_then(opened, settled, monkeypatch):
    monkeypatch.setattr(Perspectives, "_is_loaded", False)
    opened.perspectives.show_tab("quality")
    assert not opened.perspectives.has_compare and "Preparing" in opened._stack.currentWidget().text()
    settled(opened)
    assert opened._stack.currentWidget() is opened.perspectives.comparing.view
    assert opened.perspectives.comparing.view.front() == "quality"


def test_whoever_went_elsewhere_meanwhile_stays_there(opened, settled, monkeypatch):
    monkeypatch.setattr(Perspectives, "_is_loaded", False)
    opened.perspectives.show("compare")
    opened.perspectives.show("trace")
    settled(opened)
    assert opened._stack.currentWidget() is opened.trace and not opened.perspectives.has_compare
