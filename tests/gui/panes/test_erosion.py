from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.table import RECORD
from inspector.gui.panes.erosion import FIXED, ErosionPane, ErosionTable, cell_words, grid_of, legend
from inspector.model import Basis, FactKind, Fold, ItemKind, Quote, Verdict
from inspector.survival.erosion import erode
from inspector.survival.outcome import Outcome
from tests.made_facts import exact_document, fact, judged_document, open_exact, open_judged, survival
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


@pytest.fixture
def erosion():
    return erode(judged_document().comparison)


@pytest.fixture
def table(erosion, theme):
    made = ErosionTable(theme)
    made.show_grid(grid_of(erosion))
    return made


def test_it_is_a_sound_model(table, qtmodeltester):
    qtmodeltester.check(table)


def test_a_row_a_sentence_in_the_order_said_a_column_a_compaction(table):
    assert (table.rowCount(), table.columnCount()) == (4, FIXED + 2)
    titles = [table.headerData(c, Qt.Orientation.Horizontal) for c in range(table.columnCount())]
    assert titles == ["Kind", "Sentence", "Said", "┊C1", "┊C2"]
    assert [one.fact.id for one in table.records] == ["outside", "retry", "pytest", "commits"]
    row = table.row_of("outside")
    assert [table.index(row, c).data() for c in (3, 4)] == ["○", None]
    row = table.row_of("pytest")
    assert [table.index(row, c).data() for c in (3, 4)] == ["◐", "●"]
    assert (
        table.index(row, 3).data(RECORD).cells[0].compaction == 1
        and table.index(row, 0).data(RECORD).fact.id == "pytest"
    )


def test_without_a_judge_each_sentence_has_an_exact_sign_at_every_compaction(theme):
    made = ErosionTable(theme)
    made.show_grid(grid_of(erode(exact_document().comparison)))
    signs = [[made.index(row, column).data() for column in (FIXED, FIXED + 1)] for row in range(4)]
    assert signs == [["□", "□"], ["◧", "□"], ["□", "□"], ["□", "□"]]
    assert made.index(0, FIXED).data(Qt.ItemDataRole.ForegroundRole) == theme.role("absent")
    assert "nor right before the compaction" in made.index(0, FIXED + 1).data(Qt.ItemDataRole.ToolTipRole)


def test_what_is_folded_is_no_row():
    short = fact("ok", "ok", FactKind.SAID, fold=Fold.SHORT)
    first = judged_document().comparison[0]
    erosion = erode([Outcome(first.compaction, (short,), (survival(short, 1, Verdict.ABSENT),))])
    assert grid_of(erosion).tracks == ()


def test_what_came_back_has_its_sign_and_is_told(theme):
    one = fact("x", "no tabs in this project", FactKind.SAID)
    first, second = judged_document().comparison
    gone, back = survival(one, 1, Verdict.ABSENT), survival(one, 2, Verdict.VERBATIM)
    erosion = erode([Outcome(first.compaction, (one,), (gone,)), Outcome(second.compaction, (one,), (back,))])
    (track,) = erosion.tracks
    made = ErosionTable(theme)
    made.show_grid(grid_of(erosion))
    assert [made.index(0, column).data() for column in (FIXED, FIXED + 1)] == ["□", "↺●"]
    assert cell_words(track, back).endswith("there again right before the compaction")


def test_the_legend_has_the_signs_of_the_grid_and_no_others(erosion):
    told = legend(grid_of(erosion).signs)
    assert [words.split()[0] for words in told[:-2]] == ["●", "◐", "◆", "○", "–"]


def test_titles_stand_over_their_cells(table):
    sides = [
        table.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole) for column in (1, FIXED)
    ]
    assert sides[0] & Qt.AlignmentFlag.AlignLeft and sides[1] & Qt.AlignmentFlag.AlignHCenter
