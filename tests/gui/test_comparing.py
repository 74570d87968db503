"""A against B in the window, through its keys, buttons and boxes."""

import json
import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialogButtonBox, QFileDialog, QLabel

from inspector.cli.main import run
from inspector.gui.dialogs.edit_column import ColumnDialog
from inspector.rerun.column import ColumnState
from inspector.store.library import Library
from inspector.workbench.contrast import RECORDED
from tests.made_runs import ANSWER, FADING, variant
from tests.made_session import sample

NONE = Qt.KeyboardModifier.NoModifier
CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


@pytest.fixture
def fading(window, settled):
    """The sample open in a window, everything worked out."""
    window.opener.open(sample(FADING))
    return settled(window)


@pytest.fixture
def comparing(fading, settled, qtbot):
    """Compare in front."""
    fading.perspectives.show("compare")
    settled(fading)
    comparing = fading.perspectives.comparing
    settle(qtbot, fading, comparing)
    return comparing


@pytest.fixture
def server(server):
    """A model that answers at once."""
    server.script = lambda messages: ANSWER
    return server


def press(qtbot, window, key, modifier=NONE):
    """Press a key where the keyboard is."""
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    qtbot.keyClick(QApplication.focusWidget(), key, modifier)


def settle(qtbot, window, comparing):
    def is_quiet():
        ready = comparing.runs.ready is not None or comparing.runs.trouble is not None
        return ready and not window.executor.busy() and not comparing.asking.busy()

    qtbot.waitUntil(is_quiet, timeout=60_000)
    QApplication.processEvents()


def in_front(qtbot, window):
    """The dialog about a column, the keyboard in it."""
    (dialog,) = (one for one in window.findChildren(ColumnDialog) if one.isVisible())
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def type_model(qtbot, choice, name):
    """Type a model's name where one is asked for."""
    choice.model.setFocus()
    choice.model.lineEdit().selectAll()
    qtbot.keyClicks(choice.model.lineEdit(), name)


def test_a_prompt_is_written_run_and_compared_by_keys_without_leaving_the_page(fading, server, qtbot, settled):
    """J3: from Trace to two prompts beside each other; the second is a change of the first."""
    press(qtbot, fading, Qt.Key.Key_3, CTRL)
    settled(fading)
    comparing = fading.perspectives.comparing
    view, runs = comparing.view, comparing.runs
    settle(qtbot, fading, comparing)
    for nth, addition in enumerate(("", "Quote every rule.", "Say why.")):
        press(qtbot, fading, Qt.Key.Key_M, CTRL | SHIFT)
        assert view.prompt.isVisible() and view.prompt.editor.hasFocus() and view.list.table.isVisible()
        if addition:
            press(qtbot, fading, Qt.Key.Key_End, CTRL)
            qtbot.keyClicks(view.prompt.editor, addition)
        else:
            type_model(qtbot, view.prompt.model, f"scripted@{server.address}")
        press(qtbot, fading, Qt.Key.Key_A, ALT)
        qtbot.waitUntil(view.sending.isVisible)
        settle(qtbot, fading, comparing)
        assert view.sending.isVisible() and view.sending.leave.hasFocus() and server.count("scripted") == nth
        press(qtbot, fading, Qt.Key.Key_D, ALT)
        qtbot.waitUntil(lambda: not view.sending.isVisible())
        settle(qtbot, fading, comparing)
        assert not view.sending.isVisible() and not view.prompt.isVisible() and server.count("scripted") == nth + 1
        if not nth:
            runs.put(0, runs.sides[1])
    heads = [view.list.facts.headerData(place, Qt.Orientation.Horizontal) for place in (1, 2, 3)]
    assert heads == ["A · structured", "B · my-structured", "recorded summary"]
    assert "your prompt" in view.sides[1].about.text() and "our prompt" in view.sides[0].about.text()
    assert view.answer.text().startswith("A and B both keep") and "equally long" in view.answer.text()
    assert fading.settings.values["rerun.models"] == [f"scripted@{server.address}"]


def test_by_keys_alone_to_a_sentence_that_one_baseline_has_and_to_the_log(fading, comparing, qtbot, settled):
    press(qtbot, fading, Qt.Key.Key_N, CTRL | SHIFT)
    settle(qtbot, fading, comparing)
    view = comparing.view
    assert comparing.runs.sides[1] != RECORDED and view.list.facts.columnCount() == 3
    press(qtbot, fading, Qt.Key.Key_F7)
    fact = fading.bench.selection.focus.fact
    row = view.list.facts.records[view.list.facts.row_of(fact)]
    assert row.differs(comparing.runs.sides) and fading.bench.selection.focus.item == row.fact.quotes[0].item
    press(qtbot, fading, Qt.Key.Key_F4)
    assert fading.perspectives.current == "trace"
    assert fading.bench.selection.focus.item == row.fact.quotes[0].item


def test_review_the_command_line_and_compare_count_the_same_or_say_which_others(fading, comparing, qtbot, capsys):
    assert run(["survival", str(sample(FADING)), "--json"]) == 0
    for told in json.loads(capsys.readouterr().out)["compactions"]:
        said = told["said"]["said"]
        fading.perspectives.show("review")
        fading.bench.selection.select(compaction=told["number"], fact=None)
        fading.perspectives.show("compare")
        settle(qtbot, fading, comparing)
        rows = len(comparing.view.list.facts.records)
        assert fading.perspectives.review.counts.text().startswith(f"You said {said} things before")
        assert f"of your {rows} sentences" in comparing.view.answer.text()
        beside = list(map(int, re.findall(r"\d+", comparing.view.trust.text().partition("Review counts")[2])))
        assert (beside[:2], sum(beside[1:])) == ([said, rows], said) if beside else rows == said
    assert beside, "at a later compaction some were gone before"


def test_run_asks_for_the_model_that_is_missing_and_sends_only_then(fading, comparing, server, qtbot):
    press(qtbot, fading, Qt.Key.Key_Return, CTRL)
    dialog = in_front(qtbot, fading)
    type_model(qtbot, dialog.model, f"scripted@{server.address}")
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    settle(qtbot, fading, comparing)
    column = comparing.runs.get(comparing.runs.sides[1])
    assert comparing.view.sending.isVisible() and column.state is ColumnState.READY and not server.asked
    press(qtbot, fading, Qt.Key.Key_Escape)
    assert not comparing.view.sending.isVisible()
    assert comparing.runs.get(comparing.runs.sides[1]).state is ColumnState.READY, "a refusal leaves all as it was"
    press(qtbot, fading, Qt.Key.Key_Return, CTRL)
    settle(qtbot, fading, comparing)
    qtbot.mouseClick(comparing.view.sending.send, Qt.MouseButton.LeftButton)
    settle(qtbot, fading, comparing)
    column = comparing.runs.get(comparing.runs.sides[1])
    assert column.state is ColumnState.DONE and "tidewatch" in column.results[0].compared.run.text
    assert not fading.verbs["rerun.run"].isEnabled() and fading.verbs["rerun.again"].isEnabled()


def test_what_has_a_result_stays_when_a_side_is_changed(fading, comparing, qtbot):
    qtbot.mouseClick(comparing.view.baselines, Qt.MouseButton.LeftButton)
    settle(qtbot, fading, comparing)
    before = comparing.runs.sides[1]
    press(qtbot, fading, Qt.Key.Key_F2)
    dialog = in_front(qtbot, fading)
    dialog.strategy.setCurrentIndex(dialog.strategy.findData("cline/basic"))
    dialog._buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    settle(qtbot, fading, comparing)
    after = comparing.runs.sides[1]
    assert after != before and comparing.runs.get(before).results
    assert comparing.runs.get(after).state is ColumnState.DONE
    fading.verbs["rerun.remove"].trigger()
    assert after not in comparing.runs.sides and comparing.runs.sides[0] == RECORDED


def test_a_prompt_from_the_box_stands_there_before_anything_is_run(fading, comparing):
    comparing.view.prompt_chosen.emit(1, "handoff")
    column = comparing.runs.get(comparing.runs.sides[1])
    assert column.variant.prompt == "handoff" and column.state is ColumnState.WANTS_MODEL
    assert comparing.view.sides[1].box.currentText() == "handoff"


def test_the_summarys_own_call_is_asked_where_the_log_holds_its_prompt(window, settled, qtbot):
    window.opener.open(sample("claude-code/2.1/kept-messages"))
    settled(window).perspectives.show("compare")
    settled(window)
    comparing = window.perspectives.comparing
    settle(qtbot, window, comparing)
    assert comparing.view.sides[1].box.currentText() == "the agent's own prompt"
    window.verbs["rerun.as_recorded"].trigger()
    settle(qtbot, window, comparing)
    ran = comparing.runs.get(comparing.runs.sides[1]).variant
    assert (ran.strategy.id, ran.prompt, ran.model) == ("own/summary", "recorded", "anthropic/claude-opus-5")
    assert comparing.view.sending.isVisible()


def test_where_the_log_does_not_hold_it_the_window_says_so(fading, comparing):
    there = len(comparing.runs.columns)
    fading.verbs["rerun.as_recorded"].trigger()
    assert len(comparing.runs.columns) == there
    assert "does not hold the prompt that the agent used" in fading.banner.words.text()


def test_a_command_that_hangs_is_stopped_at_once_and_a_command_without_a_price_is_counted(fading, comparing, qtbot):
    key = comparing.runs.add(variant("own/guided", "command:sleep 600"), 1).key
    comparing.runs.run((key,))
    comparing.runs.allow((key,))
    qtbot.waitUntil(comparing.view.stop.isVisible)
    qtbot.waitUntil(lambda: not fading.executor.busy())
    said = comparing.view.sides[1].about.text().partition("…")[0], fading.status.work.text()
    press(qtbot, fading, Qt.Key.Key_Period, CTRL)
    assert comparing.runs.get(key).state is ColumnState.STOPPED
    assert said == ("waiting for the local command 'sleep 600'", "Asking a model…")
    settle(qtbot, fading, comparing)
    key = comparing.runs.add(variant("own/guided", "command:echo All is well with the poller."), 1).key
    comparing.runs.run((key,))
    comparing.runs.allow((key,))
    settle(qtbot, fading, comparing)
    assert comparing.runs.get(key).state is ColumnState.DONE and fading.status.work.text() == "idle"
    assert "price is not known" in fading.status.spent.text() and fading.status.spent.isVisible()


def test_a_refused_answer_is_asked_again_after_what_that_sends_was_shown(fading, comparing, server, qtbot):
    again, sending = fading.verbs["rerun.again"], comparing.view.sending
    assert not again.isEnabled()
    server.script = lambda messages: "I'm sorry, but I can't help with that request."
    key = comparing.runs.add(variant("own/pinned-facts", f"scripted@{server.address}"), 1).key
    fading.verbs["rerun.run"].trigger()
    settle(qtbot, fading, comparing)
    sending.send.click()
    settle(qtbot, fading, comparing)
    assert comparing.runs.get(key).state is ColumnState.FAILED and again.isEnabled()
    error = comparing.runs.get(key).error
    assert error and comparing.view.texts.after.toPlainText().count(error) == 1, "once, and whole"
    assert comparing.view.sides[1].about.text() == "failed" and error not in comparing.view.answer.text()
    server.script = lambda messages: ANSWER
    for n in (1, 2):
        again.trigger()
        settle(qtbot, fading, comparing)
        assert sending.title.text().startswith("Before sending: 1 request, ") and server.count("scripted") == n
        sending.send.click()
        settle(qtbot, fading, comparing)
        assert comparing.runs.get(key).state is ColumnState.DONE and len(comparing.runs.get(key).results) == n
    assert "2 answers" in comparing.view.sides[1].about.text()


def test_a_judge_that_refuses_is_told_and_asked_again_at_its_price_by_the_banner(fading, comparing, server, qtbot):
    comparing.add_baselines()
    settle(qtbot, fading, comparing)
    server.script = lambda messages: "I'm sorry, but I can't help with that request."
    fading.verbs["rerun.judge"].trigger()
    type_model(qtbot, comparing.view.asking.choice, f"scripted@{server.address}")
    field = comparing.view.asking.choice.model.lineEdit()
    for key in (Qt.Key.Key_X, Qt.Key.Key_Backspace):
        qtbot.keyClick(field, Qt.Key.Key_Return)
        qtbot.keyClick(field, key)
        settle(qtbot, fading, comparing)
        assert not comparing.view.sending.send.isEnabled(), "another name is being typed"
    qtbot.keyClick(field, Qt.Key.Key_Return)
    settle(qtbot, fading, comparing)
    qtbot.mouseClick(comparing.view.sending.send, Qt.MouseButton.LeftButton)
    settle(qtbot, fading, comparing)
    assert "Not read by a model." in comparing.view.answer.text() and fading.banner.isVisible()
    (again,) = (one for one in fading.banner.findChildren(QAbstractButton) if one.text() == "Ask again…")
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    settle(qtbot, fading, comparing)
    sending = comparing.view.sending
    assert sending.isVisible() and "answered before" not in sending._detail.text() and server.count("scripted") == 1


def test_the_comparison_is_exported_and_saved_and_trouble_is_told(fading, comparing, qtbot, tmp_path):
    comparing.add_baselines()
    settle(qtbot, fading, comparing)
    for verb, name in (("rerun.export", "compare-c1.json"), ("rerun.save_experiment", "experiment.yaml")):
        fading.verbs[verb].trigger()
        (dialog,) = (one for one in fading.findChildren(QFileDialog) if one.isVisible())
        assert dialog.selectedFiles()[0].endswith(name)
        dialog.reject()
    comparing.export_to(tmp_path / "out.json")
    settle(qtbot, fading, comparing)
    told = json.loads((tmp_path / "out.json").read_text())
    assert told["columns"][0]["strategy"] == "recorded" and len(told["columns"]) == 12
    comparing.save_experiment_to(tmp_path / "experiment.yaml")
    assert (tmp_path / "experiment.yaml").read_text().count("- strategy: ") == 11, "all that needs no model"
    comparing.export_to(tmp_path / "none" / "out.json")
    settle(qtbot, fading, comparing)
    assert "cannot be written" in fading.banner.words.text()


def test_a_session_that_is_closed_takes_its_columns_with_it(fading, comparing, settled):
    fading.opener.close()
    settled(fading)
    assert comparing.runs.columns == () and not fading.verbs["rerun.baselines"].isEnabled()
    comparing.view.asking.ask(("A",))
    assert not comparing.view.shows_body() and not comparing.view.sending.isVisible()


def test_no_access_key_of_the_perspective_is_one_of_the_menu_bar_or_of_another_part(fading, comparing, qtbot):
    """A key that two things claim does neither."""
    taken = [action.text()[action.text().index("&") + 1].lower() for action in fading.menuBar().actions()]
    comparing.write()
    comparing.add_baselines()
    settle(qtbot, fading, comparing)
    texts = [part.text() for part in comparing.view.findChildren(QAbstractButton)]
    texts += [part.text() for part in comparing.view.findChildren(QLabel) if part.buddy() is not None]
    keys = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
    assert len(keys) > 6 and len(set(keys)) == len(keys) and not set(taken) & set(keys)


def test_columns_and_sides_come_back_with_the_session_and_the_log_is_left_alone(make_window, settled, qtbot, tmp_path):
    library = Library(tmp_path / "library.sqlite")
    for nth in range(2):
        window = make_window()
        window.library = library
        window.opener.open(sample(FADING))
        settled(window)
        window.perspectives.show("compare")
        settled(window)
        comparing = window.perspectives.comparing
        settle(qtbot, window, comparing)
        if not nth:
            sides = (comparing.runs.add(variant("cline/basic"), 0).key, RECORDED)
            comparing.runs.run_free()
            settle(qtbot, window, comparing)
        window.close()
    assert comparing.runs.sides[0] == sides[0]
    assert comparing.runs.get(sides[0]).variant.strategy.id == "cline/basic"
    library.close()
    assert sorted(path.name for path in sample(FADING).parent.iterdir()) == [
        "5d0c2c8e-9a41-4f0b-8f37-6b1f4e2d7a90.jsonl",
        "case.toml",
        "reading.json",
    ]
