import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.table import RECORD
from inspector.gui.panes.erosion import FIXED, ErosionTable, cell_words, grid_of, legend
from inspector.model import FactKind, Fold, Verdict
from inspector.survival.erosion import erode
from inspector.survival.outcome import Outcome
from tests.made_facts import exact_document, fact, judged_document, survival


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
