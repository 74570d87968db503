from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.models.erosion import TRACK
from inspector.gui.panes.compare_simulate import SimulatePane
from inspector.gui.theme import Scheme
from inspector.gui.widgets.simulate_bar import CHAIN, ROLL
from inspector.model import Basis, TokenCount
from inspector.workbench.document import Stage
from inspector.workbench.simulations import TRIGGERS
from tests.made_runs import document_of, open_sample, strategies
from tests.made_session import open_in, small_session


@pytest.fixture
def pane(make):
    return make(lambda bench, theme: SimulatePane(bench, theme, strategies()), 1000, 700)


@pytest.fixture
def chained(pane, bench):
    """The pane, ready for a chain that goes on losing."""
    open_sample(bench)
    pane.bar.choose(CHAIN)
    choose(pane, "cline/legacy-half")
    return pane


def choose(pane, name):
    pane.bar.strategy.setCurrentIndex(pane.bar.strategy.findData(name))


def test_it_waits_for_facts(pane, bench):
    open_in(bench, small_session().document(), Stage.COUNT)
    assert "Working" in pane.placeholder.text()


def test_before_anything_it_says_what_both_ways_do(pane, bench):
    open_sample(bench)
    for way in (ROLL, CHAIN):
        pane.bar.choose(way)
        assert pane.offer.isVisible() and not pane.words.isVisible()
        assert "Simulate shows" in pane.offer.text() and "Chain compacts the context before ┊C1" in pane.offer.text()
    bench.selection.select(compaction=2)
    assert "before ┊C2" in pane.offer.text()


def test_every_trigger_is_rolled_and_drawn(pane, bench):
    open_sample(bench)
    choose(pane, "own/pinned-facts")
    pane.bar.window_size.setValue(60_000)
    pane.bar.start.click()
    rows = pane.rolled.rows
    assert rows.rowCount() == 1 + len(TRIGGERS) and pane.rolled.isVisible()
    fires = [rows.index(row, 1).data() for row in range(1, 1 + len(TRIGGERS))]
    assert int(fires[0]) > int(fires[-1]) > 0
    assert pane.rolled.plot.accessibleDescription().count("trigger") == len(TRIGGERS)
    assert "recorded steps are used again" in pane.words.text()


def test_without_a_window_it_says_what_to_enter(pane, bench):
    document = bench.document = document_of()
    window = replace(document.measurement.window, limit=TokenCount(None, Basis.INFERRED))
    document.measurement = replace(document.measurement, window=window)
    bench.opened.emit(document)
    assert pane.bar.window_size.value() == 0
    pane.roll()
    assert "window is not known" in pane.offer.text() and pane.rolled.rows.rowCount() == 0
    choose(pane, "swe-agent/last-5")
    assert "Simulate shows" in pane.offer.text()


def test_a_chain_shows_its_generations_and_every_fact(chained):
    chained.bar.start.click()
    view = chained.chained
    assert view.isVisible() and view.rows.rowCount() == 5 and view.facts.columnCount() == view.facts.fixed + 5
    assert chained.words.text().startswith("cline/legacy-half on the context before ┊C1")
    assert [chip.title[2:] for chip in view.chips()] == ["human's words", "findings of the work"]
    chained.bar.times.setValue(2)
    chained.bar.start.click()
    assert view.rows.rowCount() == 2


def test_a_strategy_that_asks_a_model_is_named_and_nothing_begins(chained, held):
    choose(chained, "own/guided")
    assert "inspector simulate LOG --strategy own/guided --chain 5 --model" in chained.offer.text()
    chained.bar.times.setValue(7)
    chained.bar.start.click()
    assert held.held == {} and "--chain 7" in chained.offer.text()
    choose(chained, "own/head-tail")
    assert "Chain compacts" in chained.offer.text()
    choose(chained, "own/guided")
    chained.bar.choose(ROLL)
    assert "Simulate shows" in chained.offer.text()


def test_without_a_compaction_a_chain_says_that_it_has_nothing_to_begin_with(pane, bench):
    document = bench.document = document_of()
    none = replace(document.reconstruction.compactions, all=())
    document.reconstruction = replace(document.reconstruction, compactions=none)
    bench.opened.emit(document)
    pane.bar.choose(CHAIN)
    assert "this log shows none" in pane.offer.text()
    pane.chain()
    assert "no context to begin with" in pane.offer.text()


def test_each_generation_is_asked_for_when_the_one_before_has_come(chained, held):
    chained.chain()
    held.held.pop("chain")()
    assert chained.chained.rows.rowCount() == 1 and "generation 2 of 5" in chained.words.text()
    held.go_on()
    assert chained.chained.rows.rowCount() == 5


def test_a_stopped_chain_keeps_the_generations_that_came_and_can_begin_anew(chained, held):
    chained.chain()
    held.held.pop("chain")()
    held.progress["chain"].cancel()
    held.go_on()
    assert chained.chained.rows.rowCount() == 1 and chained.words.text() == "Stopped. Generations that were made: 1."
    chained.chain()
    held.go_on()
    assert chained.chained.rows.rowCount() == 5 and chained.words.text().startswith("cline/legacy-half")


def test_off_the_windows_thread_it_comes_to_the_same(chained, bench, executor, qtbot):
    chained.chain()
    here = chained.chained.plot.accessibleDescription()
    bench.executor = executor
    chained.chain()
    assert "generation 1 of 5" in chained.words.text() and chained.chained.rows.rowCount() == 0
    qtbot.waitUntil(lambda: not executor.busy())
    assert chained.chained.plot.accessibleDescription() == here


def test_one_way_goes_on_while_the_other_is_looked_at(chained, held):
    chained.chain()
    chained.bar.choose(ROLL)
    chained.bar.window_size.setValue(60_000)
    chained.roll()
    held.go_on()
    assert chained.rolled.isVisible() and chained.rolled.rows.rowCount() == 1 + len(TRIGGERS)
    assert "recorded steps" in chained.words.text()
    chained.bar.choose(CHAIN)
    assert chained.chained.rows.rowCount() == 5 and chained.words.text().startswith("cline/legacy-half")


def test_a_chain_stays_with_its_compaction_and_leads_to_where_a_carried_fact_was_first_said(chained, bench):
    bench.selection.select(compaction=2)
    chained.chain()
    bench.selection.select(compaction=3)
    assert chained.chained.rows.rowCount() == 5 and "before ┊C2" in chained.words.text()
    chained.chained.grid.set_current(0, 1)
    focus = bench.selection.focus
    track = chained.chained.facts.index(0, 0).data(TRACK)
    assert (focus.compaction, focus.fact, focus.item) == (2, track.fact.id, track.fact.first.quote.item)


def test_a_fact_selected_elsewhere_is_followed(chained, bench):
    chained.chain()
    track = chained.chained.facts.index(3, 0).data(TRACK)
    bench.selection.select(compaction=1, fact=track.fact.id)
    assert chained.chained.grid.current().row() == 3


def test_a_chain_of_a_session_that_was_closed_is_not_shown(chained, bench, held):
    chained.chain()
    held.held.pop("chain")()
    late = held.held.pop("chain")
    open_in(bench, small_session().document(), Stage.COUNT)
    late()
    assert chained.chained.rows.rowCount() == 0 and held.held == {}


def test_a_chain_that_is_stopped_with_its_session_says_nothing_about_the_next(chained, bench, held):
    chained.chain()
    late = held.held.pop("chain")
    held.progress["chain"].cancel()
    bench.document = document_of()
    bench.opened.emit(bench.document)
    late()
    assert "Chain compacts" in chained.offer.text() and chained.words.text() == ""


def test_the_other_theme_has_its_own_legend(chained, theme):
    chained.chain()
    before = [chip.color for chip in chained.bar.legend._chips]
    theme.choose(Scheme.DARK)
    assert [chip.color for chip in chained.bar.legend._chips] == [theme.role("kept"), theme.role("altered")] != before


def test_the_keyboard_begins_and_goes_on_in_the_grid(chained, qtbot):
    chained.activateWindow()
    chained.focus_table()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is chained.bar.start)
    qtbot.keyClick(chained.bar.start, Qt.Key.Key_Space)
    chained.focus_table()
    assert QApplication.focusWidget() is chained.chained.grid.left
    shown = [part for part in chained.stops() if part.isVisible()]
    assert chained.chained.table in shown and chained.bar.times in shown
    assert chained.rolled.table not in shown and chained.bar.window_size not in shown


def test_another_session_clears_it_and_the_choice_stays(chained, bench, make):
    chained.chain()
    chained.chained.which.setCurrentIndex(3)
    chained.bar.times.setValue(4)
    again = make(lambda bench, theme: SimulatePane(bench, theme, strategies()))
    again.restore_state(chained.save_state())
    assert (again.bar.name, again.bar.way, again.bar.times.value()) == ("cline/legacy-half", CHAIN, 4)
    assert again.chained.which.currentIndex() == 3
    bench.document = None
    bench.closed.emit()
    assert chained.chained.rows.rowCount() == 0 and "Nothing open" in chained.placeholder.text()
