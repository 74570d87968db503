from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.panes.compare_simulate import SimulatePane
from inspector.gui.theme import Scheme
from inspector.model import Basis, TokenCount
from inspector.workbench.document import Stage
from inspector.workbench.simulations import TRIGGERS
from tests.made_runs import document_of, open_sample, strategies
from tests.made_session import open_in, small_session

ALL = 1 + len(TRIGGERS)
"""The recorded session, then a row for each trigger."""


@pytest.fixture
def pane(make):
    return make(lambda bench, theme: SimulatePane(bench, theme, strategies()), 1000, 700)


@pytest.fixture
def opened(pane, bench):
    """The pane with a session, and a window at which triggers matter."""
    open_sample(bench)
    pane.bar.window_size.setValue(60_000)
    return pane


def choose(pane, name):
    pane.bar.strategy.setCurrentIndex(pane.bar.strategy.findData(name))


def test_it_waits_for_facts(pane, bench):
    open_in(bench, small_session().document(), Stage.COUNT)
    assert "Working" in pane.placeholder.text()


def test_before_anything_it_says_what_it_does(pane, bench):
    open_sample(bench)
    assert pane.offer.isVisible() and not pane.words.isVisible()
    assert "Simulate shows" in pane.offer.text() and "Nothing is sent" in pane.offer.text()


def test_every_trigger_is_rolled_and_drawn(opened):
    choose(opened, "own/pinned-facts")
    opened.bar.start.click()
    rows = opened.rolled.rows
    assert rows.rowCount() == ALL and opened.rolled.isVisible()
    fires = [rows.index(row, 1).data() for row in range(1, ALL)]
    assert int(fires[0]) > int(fires[-1]) > 0
    assert opened.rolled.plot.accessibleDescription().count("trigger") == len(TRIGGERS)
    assert "recorded steps are used again" in opened.words.text()


def test_without_a_window_it_says_what_to_enter(pane, bench):
    document = bench.document = document_of()
    window = replace(document.measurement.window, limit=TokenCount(None, Basis.INFERRED))
    document.measurement = replace(document.measurement, window=window)
    bench.opened.emit(document)
    assert pane.bar.window_size.value() == 0
    pane.bar.start.click()
    assert "window is not known" in pane.offer.text() and pane.rolled.rows.rowCount() == 0
    choose(pane, "swe-agent/last-5")
    assert "Simulate shows" in pane.offer.text()


def test_stopped_it_keeps_the_triggers_that_came_and_can_begin_anew(opened, held):
    opened.bar.start.click()
    held.held.pop("simulate")()
    held.progress["simulate"].cancel()
    held.go_on()
    assert opened.rolled.rows.rowCount() == 2 and opened.words.text() == "Stopped after 1 triggers."
    opened.bar.start.click()
    held.go_on()
    assert opened.rolled.rows.rowCount() == ALL and "recorded steps" in opened.words.text()


def test_off_the_windows_thread_it_comes_to_the_same(opened, bench, executor, qtbot):
    opened.bar.start.click()
    here = opened.rolled.plot.accessibleDescription()
    bench.executor = executor
    opened.bar.start.click()
    assert "trigger at 50 %" in opened.words.text() and opened.rolled.rows.rowCount() == 0
    qtbot.waitUntil(lambda: not executor.busy(), timeout=20_000)
    assert opened.rolled.plot.accessibleDescription() == here


def test_simulations_of_a_session_that_was_closed_are_not_shown(opened, bench, held):
    opened.bar.start.click()
    held.held.pop("simulate")()
    late = held.held.pop("simulate")
    open_in(bench, small_session().document(), Stage.COUNT)
    late()
    assert opened.rolled.rows.rowCount() == 0 and held.held == {}


def test_stopped_with_its_session_it_says_nothing_about_the_next(opened, bench, held):
    opened.bar.start.click()
    late = held.held.pop("simulate")
    held.progress["simulate"].cancel()
    bench.document = document_of()
    bench.opened.emit(bench.document)
    late()
    assert "Simulate shows" in opened.offer.text() and opened.words.text() == ""


def test_the_other_theme_has_its_own_legend(opened, theme):
    opened.bar.start.click()
    before = [chip.color for chip in opened.bar.legend._chips]
    theme.choose(Scheme.DARK)
    assert [chip.color for chip in opened.bar.legend._chips] != before


def test_the_keyboard_begins_and_goes_on_in_the_table(opened, qtbot):
    opened.activateWindow()
    opened.focus_table()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is opened.bar.start)
    qtbot.keyClick(opened.bar.start, Qt.Key.Key_Space)
    opened.focus_table()
    assert QApplication.focusWidget() is opened.rolled.table
    assert all(part.isVisible() for part in opened.stops())


def test_another_session_clears_it_and_the_choice_stays(opened, bench, make):
    choose(opened, "own/pinned-facts")
    opened.bar.start.click()
    again = make(lambda bench, theme: SimulatePane(bench, theme, strategies()))
    again.restore_state(opened.save_state())
    assert again.bar.name == "own/pinned-facts"
    bench.document = None
    bench.closed.emit()
    assert opened.rolled.rows.rowCount() == 0 and "Nothing open" in opened.placeholder.text()
