from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.table import RECORD
from inspector.gui.panes.erosion import FIXED, ErosionPane
from inspector.model import Basis, ItemKind, Quote, Verdict
from inspector.survival.erosion import erode
from tests.made_facts import open_exact, open_judged
from tests.made_session import MadeSession


@pytest.fixture
def pane(make):
    return make(ErosionPane, 900, 600)


def test_without_a_compaction_nothing_eroded(pane, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_judged(bench, made, ())
    assert "Nothing eroded" in pane.placeholder.accessibleName()


def test_without_a_judge_no_column_is_empty_and_the_legend_has_exact_signs_alone(pane, bench):
    open_exact(bench)
    assert pane.table.isColumnHidden(0) and pane.rows.rowCount() == 4
    assert pane._legend.text().startswith("◧ in part · □ not there · ↺") and "lost" not in pane._legend.text()
    open_judged(bench)
    assert not pane.table.isColumnHidden(0) and "○ lost" in pane._legend.text()


def test_a_cell_selects_the_fact_at_that_compaction(pane, bench):
    open_judged(bench)
    pane.table.setCurrentIndex(pane.rows.index(pane.rows.row_of("pytest"), FIXED + 1))
    assert (bench.selection.focus.fact, bench.selection.focus.compaction) == ("pytest", 2)


def test_it_follows_a_fact_selected_elsewhere(pane, bench):
    open_judged(bench)
    bench.selection.select(compaction=1, fact="retry")
    index = pane.table.currentIndex()
    assert index.row() == pane.rows.row_of("retry") and index.column() == FIXED
    bench.selection.select(fact=None)
    assert not pane.table.selectionModel().hasSelection()


def test_an_override_changes_the_grid(pane, bench):
    open_judged(bench)
    bench.judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    index = pane.rows.index(pane.rows.row_of("outside"), FIXED)
    assert index.data() == "◐" and index.data(RECORD).cells[0].basis is Basis.ENTERED
    bench.judgements.undo()
    index, document = pane.rows.index(pane.rows.row_of("outside"), FIXED), bench.document
    assert index.data() == "○" and index.data(RECORD) in erode(document.comparison).tracks
    done = [[replace(each, live=False) for each in one.survivals] for one in document.comparison]
    pairs = zip(document.comparison, done, strict=True)
    document.comparison = tuple(replace(one, survivals=made) for one, made in pairs)
    bench.judgements.loaded.emit()
    assert pane.rows.index(pane.rows.row_of("outside"), FIXED).data() == "–", "done with, as a judge reads it: no loss"
    assert "– done or withdrawn" in pane._legend.text() and "lost" not in pane._legend.text()


def test_a_selected_sign_keeps_its_colour(pane, bench, theme):
    open_judged(bench)
    index = pane.rows.index(pane.rows.row_of("outside"), FIXED)
    assert index.data(Qt.ItemDataRole.ForegroundRole) == theme.role("lost")
    pane.table.setCurrentIndex(index)
    pane.grab()


def test_no_sentence_is_cut_while_there_is_room_and_the_signs_stand_beside_the_longest(pane, bench):
    open_judged(bench)
    far = [replace(one, fact=replace(one.fact, quotes=(Quote(12_345, 0, 1),))) for one in pane.rows.grid.tracks]
    pane._show(replace(pane.rows.grid, tracks=tuple(far)))
    pane.resize(3000, 600)
    header = pane.table.horizontalHeader()
    wide = header.sectionSize(1)
    assert header.sectionSize(2) >= pane.table.sizeHintForColumn(2) > pane.fontMetrics().horizontalAdvance("#12,345")
    assert wide == pane.table.sizeHintForColumn(1) and header.length() < pane.width()
    pane.resize(400, 600)
    assert header.sectionSize(1) < wide and header.length() <= pane.width()
