from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.models.lost import WHAT, harms
from inspector.gui.panes.lost import LostPane
from inspector.model import FactKind, ItemKind, Verdict
from tests.made_facts import open_judged
from tests.made_session import MadeSession


@pytest.fixture
def pane(make):
    return make(LostPane)


def test_every_harm_is_a_row_and_a_row_selects_it(pane, bench):
    open_judged(bench)
    assert pane.model.rowCount() == 3
    pane.table.selectRow(1)
    focus = bench.selection.focus
    assert (focus.compaction, focus.fact, focus.item) == (1, "retry", 2)
    pane.table.selectRow(2)
    assert (bench.selection.focus.claim, bench.selection.focus.fact) == (0, None)


def test_it_follows_what_is_selected_elsewhere(pane, bench):
    open_judged(bench)
    bench.selection.select(compaction=1, fact="retry")
    assert pane.table.currentIndex().row() == 1
    bench.selection.select(fact=None, claim=0)
    assert pane.table.currentIndex().row() == 2
    bench.selection.select(claim=None)
    assert not pane.table.selectionModel().hasSelection()


def test_enter_asks_for_its_review(pane, bench, qtbot):
    open_judged(bench)
    with qtbot.waitSignal(pane.review_asked):
        pane.table.activated.emit(pane.model.index(0, 0))
    assert bench.selection.focus.fact == "outside"


def test_a_path_is_drawn_short_and_copied_in_full(pane, bench, qtbot):
    found = harms(open_judged(bench), bench.judgements)[0]
    path = replace(found.judged.fact, statement="edited /home/x/repo/src/a.py", kind=FactKind.FINDING)
    pane.fill((replace(found, judged=replace(found.judged, fact=path), folder="/home/x/repo"),), "")
    assert pane.model.index(0, WHAT).data() == "edited src/a.py"
    pane.focus_table()
    pane.table.selectRow(0)
    qtbot.keyClick(pane.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().endswith("edited /home/x/repo/src/a.py")
    pane.grab()


def test_an_override_takes_a_row_away_and_an_undo_brings_it_back(pane, bench):
    open_judged(bench)
    bench.judgements.enter_verdict("outside", 1, Verdict.VERBATIM)
    assert pane.model.rowCount() == 2
    bench.judgements.undo()
    assert pane.model.rowCount() == 3


def test_nothing_lost_is_told_apart_from_nothing_compacted(pane, bench):
    open_judged(bench, None, ())
    assert "Nothing was compacted" in pane.placeholder.text()
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    document = open_judged(bench)
    open_judged(bench, None, (document.comparison[1],))
    assert "No losses found" in pane.placeholder.text()
