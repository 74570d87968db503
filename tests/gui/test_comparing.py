import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QDialogButtonBox, QFileDialog, QLabel

from inspector.gui.dialogs.edit_column import ColumnDialog
from inspector.rerun.column import ColumnState
from inspector.store.library import Library
from inspector.workbench.simulations import TRIGGERS
from tests.llm.provider import provider
from tests.made_runs import ANSWER, FADING, record, variant
from tests.made_session import sample


@pytest.fixture
def fading(window, settled):
    """The sample open in a window, everything worked out."""
    window.opener.open(sample(FADING))
    return settled(window)


@pytest.fixture
def comparing(fading, settled, qtbot):
    """Compare in front, its free columns run."""
    fading.perspectives.show("compare")
    settled(fading)
    comparing = fading.perspectives.comparing
    qtbot.waitUntil(lambda: comparing.runs.ready is not None and not fading.executor.busy(), timeout=20_000)
    return comparing


def press(qtbot, window, key, modifier=Qt.KeyboardModifier.NoModifier):
    """Press a key where the keyboard is."""
    window.activateWindow()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    qtbot.keyClick(QApplication.focusWidget(), key, modifier)


def settle(qtbot, window, comparing):
    qtbot.waitUntil(lambda: not window.executor.busy() and not comparing.asking.busy(), timeout=20_000)
    QApplication.processEvents()


def test_by_keys_alone_from_a_lost_rule_to_the_column_that_keeps_it(fading, qtbot, settled):
    """J3 with what needs no model."""
    press(qtbot, fading, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    settled(fading)
    comparing = fading.perspectives.comparing
    view = comparing.view
    qtbot.waitUntil(
        lambda: all(one.state in (ColumnState.DONE, ColumnState.WANTS_MODEL) for one in comparing.runs.columns)
    )
    settled(fading)
    assert fading.perspectives.current == "compare" and len(comparing.runs.columns) == 12
    press(qtbot, fading, Qt.Key.Key_F7)
    fact = fading.bench.selection.focus.fact
    row = view.runs.facts.rows[view.runs.facts.row_of(fact)]
    assert fact and fading.bench.selection.focus.item == row.fact.quotes[0].item
    view.runs.grid.left.setFocus(Qt.FocusReason.OtherFocusReason)
    qtbot.keyClick(view.runs.grid.left, Qt.Key.Key_Right)
    assert comparing.runs.picked == "A"
    qtbot.keyClick(view.runs.grid.right, Qt.Key.Key_Right)
    assert comparing.runs.picked == "B"
    settled(fading)
    assert view.runs.texts.keys() == ("", "B")
    press(qtbot, fading, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    press(qtbot, fading, Qt.Key.Key_F4)
    assert fading.perspectives.current == "trace"
    assert fading.bench.selection.focus.item == row.fact.quotes[0].item


def test_every_free_column_runs_in_well_under_a_second_of_its_own_time(comparing):
    done = [one for one in comparing.runs.columns if one.state is ColumnState.DONE]
    assert len(done) == 11 and all(one.arms[0].judged.run.seconds is not None for one in done)


def test_a_column_is_changed_in_a_dialog_and_asks_before_it_sends(fading, comparing, qtbot, tmp_path):
    wanted = record(tmp_path / "a.jsonl", comparing.runs.ready, variant("own/summary"))
    comparing.runs.pick("H")
    fading.verbs["rerun.edit"].trigger()
    dialog = fading.findChild(ColumnDialog)
    dialog.kind.setCurrentIndex(dialog.kind.findData("provider"))
    dialog.model.setText(wanted.model)
    dialog._buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert comparing.runs.get("H").variant.model == wanted.model and comparing.runs.get("H").state is ColumnState.READY
    fading.verbs["rerun.column"].trigger()
    settle(qtbot, fading, comparing)
    assert comparing.view.sending.isVisible() and comparing.runs.get("H").state is ColumnState.READY
    qtbot.keyClick(comparing.view.sending.send, Qt.Key.Key_Space)
    settle(qtbot, fading, comparing)
    column = comparing.runs.get("H")
    assert column.state is ColumnState.DONE and "tidewatch" in column.arms[0].judged.run.text
    assert fading.settings.values["rerun.models"] == [wanted.model]


def test_columns_are_added_duplicated_and_taken_away(fading, comparing, qtbot):
    comparing.runs.pick("A")
    fading.verbs["rerun.duplicate"].trigger()
    settle(qtbot, fading, comparing)
    keys = [one.key for one in comparing.runs.columns]
    assert keys[:2] == ["A", "M"] and comparing.runs.get("M").state is ColumnState.DONE and comparing.runs.picked == "M"
    fading.verbs["rerun.remove"].trigger()
    assert "M" not in [one.key for one in comparing.runs.columns]
    assert not fading.verbs["rerun.remove"].isEnabled()
    fading.verbs["rerun.add"].trigger()
    dialog = fading.findChild(ColumnDialog)
    dialog.strategy.setCurrentIndex(dialog.strategy.findData("cline/basic"))
    dialog._buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    settle(qtbot, fading, comparing)
    assert comparing.runs.columns[-1].variant.strategy.id == "cline/basic"
    assert comparing.runs.columns[-1].state is ColumnState.DONE


def test_the_summarys_own_call_is_a_column_where_the_log_holds_its_prompt(window, settled, qtbot):
    window.opener.open(sample("claude-code/2.1/kept-messages"))
    settled(window).perspectives.show("compare")
    settled(window)
    comparing = window.perspectives.comparing
    qtbot.waitUntil(lambda: comparing.runs.ready is not None, timeout=20_000)
    window.verbs["rerun.as_recorded"].trigger()
    ran = comparing.runs.get(comparing.runs.picked).variant
    assert (ran.strategy.id, ran.prompt, ran.model) == ("own/summary", "recorded", "anthropic/claude-opus-5")
    settle(qtbot, window, comparing)


def test_where_the_log_does_not_hold_it_the_window_says_so(fading, comparing):
    there = len(comparing.runs.columns)
    fading.verbs["rerun.as_recorded"].trigger()
    assert len(comparing.runs.columns) == there
    assert "does not hold the prompt that the agent used" in fading.banner.text()


def test_a_command_that_hangs_is_stopped_at_once_and_the_others_stay(fading, comparing, qtbot):
    key = comparing.runs.add(variant("own/guided", "command:sleep 600")).key
    comparing.runs.run((key,))
    comparing.runs.allow((key,))
    assert comparing.runs.get(key).state is ColumnState.RUNNING and fading.verbs["session.stop"].isEnabled()
    fading.verbs["session.stop"].trigger()
    assert comparing.runs.get(key).state is ColumnState.STOPPED
    settle(qtbot, fading, comparing)
    assert comparing.runs.get("A").state is ColumnState.DONE


def test_money_of_which_the_price_is_not_known_stands_in_the_status_bar(fading, comparing, qtbot):
    key = comparing.runs.add(variant("own/guided", "command:echo All is well with the poller.")).key
    comparing.runs.run((key,))
    comparing.runs.allow((key,))
    settle(qtbot, fading, comparing)
    assert comparing.runs.get(key).state is ColumnState.DONE
    assert "price is not known" in fading.status.spent.text() and fading.status.spent.isVisible()


def test_the_experiment_is_exported_and_trouble_is_told(fading, comparing, qtbot, tmp_path):
    comparing.export_to(tmp_path / "out.json")
    settle(qtbot, fading, comparing)
    told = json.loads((tmp_path / "out.json").read_text())
    assert told["columns"][0]["strategy"] == "recorded" and len(told["columns"]) == 12
    comparing.export_to(tmp_path / "none" / "out.json")
    settle(qtbot, fading, comparing)
    assert "cannot be written" in fading.banner.text()


def test_the_columns_are_saved_as_an_experiment_and_trouble_is_told(fading, comparing, tmp_path):
    fading.verbs["rerun.save_experiment"].trigger()
    dialog = fading.findChild(QFileDialog)
    assert dialog.selectedFiles()[0].endswith("experiment.yaml")
    dialog.reject()
    comparing.save_experiment_to(tmp_path / "experiment.yaml")
    told = (tmp_path / "experiment.yaml").read_text()
    assert told.count("- strategy: ") == 11, "all but the one that wants a model"
    assert "inspector experiment run" in fading.status.currentMessage()
    comparing.save_experiment_to(tmp_path / "none" / "experiment.yaml")
    assert "cannot be written" in fading.banner.text()


def test_a_session_that_is_closed_takes_its_columns_with_it(fading, comparing, settled):
    fading.opener.close()
    settled(fading)
    assert comparing.runs.columns == () and not fading.verbs["rerun.all"].isEnabled()


def test_the_perspective_comes_back_with_the_window(fading, comparing, make_window, workspace, settled):
    comparing.view.show_tab("quality")
    fading.close()
    again = make_window(workspace)
    again.opener.open(sample(FADING))
    settled(again)
    assert again.perspectives.current == "compare" and again.perspectives.comparing.view.front() == "quality"


def test_every_form_of_an_experiment_is_offered_and_the_name_follows_the_form(fading, comparing, qtbot):
    comparing.runs.choose((1, 3))
    settle(qtbot, fading, comparing)
    fading.verbs["rerun.export"].trigger()
    dialog = fading.findChild(QFileDialog)
    forms = [form.split(" ")[0] for form in dialog.nameFilters()]
    assert forms == ["JSON", "CSV", "Markdown", "HTML", "JUnit"]
    assert dialog.selectedFiles()[0].endswith("experiment-c1-c3.json")
    dialog.filterSelected.emit(dialog.nameFilters()[3])
    assert dialog.selectedFiles()[0].endswith("experiment-c1-c3.html") and dialog.defaultSuffix() == "html"
    dialog.reject()


def test_all_compactions_are_in_one_page(fading, comparing, qtbot, tmp_path):
    comparing.runs.choose((1, 2, 3))
    settle(qtbot, fading, comparing)
    comparing.export_to(tmp_path / "out.html")
    settle(qtbot, fading, comparing)
    comparing.export_to(tmp_path / "out.json")
    settle(qtbot, fading, comparing)
    told = json.loads((tmp_path / "out.json").read_text())["columns"]
    assert [one["compaction"] for one in told if one["strategy"] == "recorded"] == [1, 2, 3] and len(told) == 36
    assert (tmp_path / "out.html").read_text().startswith("<!doctype html>")


def test_a_strategy_that_is_saved_again_marks_its_columns_as_edited(fading, comparing, qtbot):
    view = comparing.view
    view.show_tab("strategy")
    view.strategy.choose("own/head-tail")
    text = view.strategy.editor.toPlainText().replace("id: own/head-tail", "id: mine/head")
    view.strategy.editor.setPlainText(text)
    view.strategy.save.click()
    view.strategy.use.click()
    settle(qtbot, fading, comparing)
    key = comparing.runs.columns[-1].key
    assert not comparing.runs.get(key).is_stale
    view.strategy.editor.setPlainText(text.replace("title: ", "title: Another "))
    view.strategy.save.click()
    assert comparing.runs.get(key).is_stale and comparing.runs.get(key).arms


CTRL, SHIFT, ALT = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
)


def in_front(qtbot, window):
    """The dialog about a column, the keyboard in it."""
    (dialog,) = (one for one in window.findChildren(ColumnDialog) if one.isVisible())
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


@pytest.fixture
def slow_typing(qapp):
    """A list takes letters that come seconds apart for one word."""
    before = qapp.keyboardInputInterval()
    qapp.setKeyboardInputInterval(20_000)
    yield
    qapp.setKeyboardInputInterval(before)


def test_a_whole_comparison_by_keys_alone(fading, qtbot, settled, slow_typing):
    """From a compaction in Trace over every step of an experiment to its export; no mouse."""
    press(qtbot, fading, Qt.Key.Key_BracketRight, CTRL)
    press(qtbot, fading, Qt.Key.Key_R, CTRL | ALT)
    settled(fading)
    comparing = fading.perspectives.comparing
    runs, view = comparing.runs, comparing.view
    settle(qtbot, fading, comparing)
    assert runs.ready.compaction.number == fading.bench.selection.focus.compaction

    press(qtbot, fading, Qt.Key.Key_C, CTRL | ALT)
    assert view.scenes.menu.isVisible()
    qtbot.keyClick(view.scenes.menu, Qt.Key.Key_Space)
    qtbot.keyClick(view.scenes.menu, Qt.Key.Key_Escape)
    settle(qtbot, fading, comparing)
    assert len(runs.readies()) == 2 and runs.is_over_all
    press(qtbot, fading, Qt.Key.Key_A, CTRL | ALT)
    assert not runs.wants_all
    press(qtbot, fading, Qt.Key.Key_A, CTRL | ALT)

    press(qtbot, fading, Qt.Key.Key_N, CTRL | SHIFT)
    dialog = in_front(qtbot, fading)
    assert dialog.focusWidget() is dialog.strategy
    qtbot.keyClicks(dialog.strategy, "cline/basic")
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    settle(qtbot, fading, comparing)
    added = runs.columns[-1]
    assert added.variant.strategy.id == "cline/basic" and added.state is ColumnState.DONE and runs.picked == added.key
    assert fading.focusWidget() is view.runs.figures.right

    press(qtbot, fading, Qt.Key.Key_D, CTRL)
    settle(qtbot, fading, comparing)
    copied = runs.picked
    assert copied != added.key and runs.get(copied).variant == added.variant

    press(qtbot, fading, Qt.Key.Key_F2)
    dialog = in_front(qtbot, fading)
    dialog.strategy.setFocus()
    qtbot.keyClicks(dialog.strategy, "own/guided")
    assert dialog.kind.isEnabled()
    dialog.kind.setFocus()
    while dialog.kind.currentData() != "command":
        qtbot.keyClick(dialog.kind, Qt.Key.Key_Down)
    dialog.model.setFocus()
    qtbot.keyClicks(dialog.model, "sleep 600")
    dialog.focus.setFocus()
    qtbot.keyClicks(dialog.focus, "the poller")
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert runs.get(copied).variant.focus == "the poller" and runs.get(copied).is_stale

    press(qtbot, fading, Qt.Key.Key_Return, CTRL | SHIFT)
    settle(qtbot, fading, comparing)
    assert view.sending.isVisible() and view.sending.leave.hasFocus() and view.sending.columns.count() == 2
    press(qtbot, fading, Qt.Key.Key_Escape)
    assert not view.sending.isVisible() and not runs.running()
    press(qtbot, fading, Qt.Key.Key_Return, CTRL | SHIFT)
    settle(qtbot, fading, comparing)
    qtbot.keyClick(view.sending.leave, Qt.Key.Key_D, ALT)
    qtbot.waitUntil(lambda: runs.running() == (copied,))
    press(qtbot, fading, Qt.Key.Key_Period, CTRL)
    settle(qtbot, fading, comparing)
    assert runs.get(copied).state is ColumnState.STOPPED

    press(qtbot, fading, Qt.Key.Key_F7)
    assert fading.bench.selection.focus.fact is not None
    settle(qtbot, fading, comparing)
    view.runs.texts.before.setFocus(Qt.FocusReason.ShortcutFocusReason)
    press(qtbot, fading, Qt.Key.Key_F7)
    assert view.runs.texts._change == 0

    press(qtbot, fading, Qt.Key.Key_E, CTRL | SHIFT)
    export = fading.findChild(QFileDialog)
    assert export.isVisible()
    qtbot.keyClick(export, Qt.Key.Key_Escape)
    assert fading.perspectives.current == "compare"


def test_by_keys_alone_to_the_simulations_of_every_trigger(fading, comparing, qtbot, settled):
    press(qtbot, fading, Qt.Key.Key_3, Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ShiftModifier)
    pane = comparing.view.simulate
    assert comparing.view.front() == "simulate" and pane.offer.isVisible()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is pane.bar.start)
    press(qtbot, fading, Qt.Key.Key_Space)
    settled(fading)
    assert pane.rolled.rows.rowCount() == 1 + len(TRIGGERS) and pane.rolled.isVisible()
    press(qtbot, fading, Qt.Key.Key_F6)
    assert QApplication.focusWidget() is pane.rolled.table


def test_f7_goes_on_into_the_next_compaction_that_takes_part(fading, comparing, qtbot):
    comparing.runs.choose((1, 3))
    settle(qtbot, fading, comparing)
    seen = []
    for _ in range(500):
        press(qtbot, fading, Qt.Key.Key_F7)
        focus = fading.bench.selection.focus
        if seen and (focus.compaction, focus.fact) == seen[-1]:
            break
        seen.append((focus.compaction, focus.fact))
    numbers = [number for number, _ in seen]
    assert sorted(set(numbers)) == [1, 3] and numbers == sorted(numbers)
    assert "No further difference" in fading.status.currentMessage()


def test_no_access_key_of_the_perspective_is_one_of_the_menu_bar(fading, comparing):
    """A key that two things claim does neither."""
    taken = {action.text()[action.text().index("&") + 1].lower() for action in fading.menuBar().actions()}
    for tab in ("runs", "quality", "simulate", "strategy", "prompt"):
        comparing.view.show_tab(tab)
    texts = [part.text() for part in comparing.view.findChildren(QAbstractButton)]
    texts += [part.text() for part in comparing.view.findChildren(QLabel) if part.buddy() is not None]
    keys = [text[text.index("&") + 1].lower() for text in texts if "&" in text]
    assert len(keys) > 6 and not taken & set(keys)


def test_columns_and_compactions_come_back_with_the_session(make_window, settled, qtbot, tmp_path):
    library = Library(tmp_path / "library.sqlite")
    for nth in range(2):
        window = make_window()
        window.library = library
        window.opener.open(sample(FADING))
        settled(window)
        window.perspectives.show("compare")
        settled(window)
        comparing = window.perspectives.comparing
        qtbot.waitUntil(lambda comparing=comparing: comparing.runs.ready is not None, timeout=20_000)
        settle(qtbot, window, comparing)
        if not nth:
            comparing.runs.choose((1, 3))
            comparing.runs.remove("A")
            comparing.runs.add(variant("cline/basic"))
            settle(qtbot, window, comparing)
        window.close()
    assert [one.key for one in comparing.runs.columns] == [*"BCDEFGHIJKLM"]
    assert comparing.runs.columns[-1].variant.strategy.id == "cline/basic"
    assert comparing.view.scenes.which.text() == "Input: ┊C1 ┊C3"
    assert comparing.runs.columns[-1].state is ColumnState.DONE
    library.close()
    assert sorted(path.name for path in sample(FADING).parent.iterdir()) == [
        "5d0c2c8e-9a41-4f0b-8f37-6b1f4e2d7a90.jsonl",
        "case.toml",
        "reading.json",
    ]


def test_a_refused_column_offers_to_ask_again_and_shows_what_that_sends_first(fading, comparing, qtbot):
    again, sending = fading.verbs["rerun.again"], comparing.view.sending
    comparing.runs.pick("A")
    assert not again.isEnabled()
    with provider() as server:
        server.script = lambda messages: "I'm sorry, but I can't help with that request."
        key = comparing.runs.add(variant("own/pinned-facts", f"scripted@{server.address}")).key
        comparing.runs.pick(key)
        fading.verbs["rerun.column"].trigger()
        settle(qtbot, fading, comparing)
        sending.send.click()
        settle(qtbot, fading, comparing)
        assert comparing.runs.get(key).state is ColumnState.FAILED and again.isEnabled()
        server.script = lambda messages: ANSWER
        again.trigger()
        settle(qtbot, fading, comparing)
        assert sending.isVisible() and server.count("scripted") == 1
        assert "answered before" not in sending._detail.text()
        sending.send.click()
        settle(qtbot, fading, comparing)
        assert comparing.runs.get(key).state is ColumnState.DONE and not again.isEnabled()
