import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from inspector.gui.memory import restore
from inspector.gui.perspectives import Perspectives
from inspector.model import Verdict
from inspector.store.library import Library
from inspector.workbench.annotations import Annotations
from inspector.workbench.workspace import load_workspace
from tests.generate import write_claude_log
from tests.gui.judged_window import give_verdicts, key, shown


@pytest.fixture
def judged(opened, settled):
    give_verdicts(opened)
    return settled(opened)


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


def test_f4_goes_to_the_source_in_trace_and_then_to_its_log_line(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    judged.navigation.next_harm(1)
    key(qtbot, judged, Qt.Key.Key_F4)
    assert shown(judged) == "trace"
    item = judged.bench.selection.focus.item
    assert judged.bench.document.item(item).origin == "human"
    key(qtbot, judged, Qt.Key.Key_F4)
    assert judged.perspectives.trace.raw.isVisible()
    settled(judged)


def test_brackets_go_from_compaction_to_compaction(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    judged.bench.selection.select(compaction=1, fact="outside")
    key(qtbot, judged, Qt.Key.Key_BracketRight)
    assert judged.bench.selection.focus.compaction == 2 and judged.bench.selection.focus.fact is None
    judged.perspectives.review.head.back.click()
    assert judged.bench.selection.focus.compaction == 1
    assert judged.perspectives.review.head.label.accessibleDescription().startswith("┊C1 of 2")
    settled(judged)


def test_what_stands_out_leads_to_the_review_of_the_fact(judged, settled):
    card = judged.perspectives.trace.card
    card.follow(str(next(place for place, part in enumerate(card._targets) if part.verb == "review")))
    assert shown(judged) == "review" and judged.bench.selection.focus.fact == "outside"
    settled(judged)


def test_a_fix_is_exported_from_the_card(judged, settled):
    judged.perspectives.trace.card.fix_asked.emit({"compaction": 1, "fact": "outside"})
    settled(judged)
    assert shown(judged) == "review" and judged.perspectives.review.take_away.isVisible()


@pytest.mark.parametrize("name", ["facts", "harness"])
def test_a_tab_of_review_brings_review_up_and_one_of_trace_brings_trace(judged, name, settled):
    judged.perspectives.show_tab(name)
    assert shown(judged) == "review" and judged.perspectives.review.front() == name
    judged.perspectives.show_tab("problems")
    assert shown(judged) == "trace" and judged.perspectives.trace.problems.isVisible()
    settled(judged)


def test_the_perspective_its_tab_and_the_fact_are_there_again(judged, make_window, log, settled):
    judged.perspectives.show_tab("take_away")
    judged.bench.selection.select(compaction=1, fact="outside")
    settled(judged)
    judged.close()
    again = make_window(load_workspace(judged.workspace.file))
    again.opener.open(log)
    settled(again)
    assert shown(again) == "review" and again.perspectives.review.front() == "take_away"
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
    window.navigation.next_harm(1)
    window.bench.judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    window.bench.judgements.enter_verdict("retry", 1, Verdict.VERBATIM)
    window.verbs["edit.undo"].trigger()
    window.perspectives.show("review")
    window.perspectives.review.toggle_reviewed()
    settled(window)
    window.close()
    window.library.close()
    again = begin()
    assert again.bench.judgements.verdict("outside", 1) is Verdict.REWORDED
    assert again.bench.judgements.verdict("retry", 1) is None
    again.perspectives.show("review")
    again.bench.selection.select(compaction=1)
    assert again.perspectives.review.reviewed.isChecked()
    settled(again)
    again.library.close()


def test_with_no_compaction_review_says_so(make_window, tmp_path, settled):
    path = tmp_path / "5f0d7a52-0000-4000-8000-000000000009.jsonl"
    write_claude_log(path, turns=3, compactions=0)
    window = make_window()
    window.opener.open(path)
    settled(window)
    window.perspectives.show("review")
    assert "Nothing to review" in window.perspectives.review.facts.placeholder.accessibleName()
    assert not window.perspectives.review.head.isVisible() and not window.perspectives.review._figures.isVisible()
    window.navigation.next_harm(1)
    assert "No further sentence that is not there" in window.status.currentMessage()
    settled(window)


def test_compare_is_loaded_beside_the_window_and_shown_then(opened, settled, monkeypatch):
    monkeypatch.setattr(Perspectives, "_is_loaded", False)
    opened.perspectives.show("compare")
    assert not opened.perspectives.has_compare and "Preparing" in opened._stack.currentWidget().accessibleName()
    settled(opened)
    assert opened._stack.currentWidget() is opened.perspectives.comparing.view


def test_compare_is_loaded_once_all_is_known_and_is_there_at_its_key(window, log, settled, qtbot, monkeypatch):
    monkeypatch.setattr(Perspectives, "_is_loaded", False)
    window.opener.open(log)
    settled(window)
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    assert window._stack.currentWidget() is window.perspectives.comparing.view, "nobody is told to wait"


def test_whoever_went_elsewhere_meanwhile_stays_there(opened, settled, monkeypatch):
    monkeypatch.setattr(Perspectives, "_is_loaded", False)
    opened.perspectives.show("compare")
    opened.perspectives.show("trace")
    settled(opened)
    assert opened._stack.currentWidget() is opened.perspectives.trace and not opened.perspectives.has_compare
