from dataclasses import replace

import pytest
from inspector.survival.erosion import erode
from inspector.survival.outcome import Outcome
from PySide6.QtCore import Qt

from inspector.gui.models.erosion import (
    CELL,
    FIXED,
    GONE_SIGN,
    TRACK,
    ErosionTable,
    Grid,
    cell_words,
    findings,
    grid_of,
    legend,
)
from inspector.gui.models.verdicts import SIGNS
from inspector.model import FactKind, Said, Verdict
from tests.made_facts import PYTEST, fact, judged_document, survival


@pytest.fixture
def erosion():
    return erode(judged_document().comparison)


@pytest.fixture
def table(erosion, theme):
    made = ErosionTable(theme)
    made.show(grid_of(erosion))
    return made


def test_it_is_a_sound_model(table, qtmodeltester):
    qtmodeltester.check(table)


def test_a_row_a_fact_a_column_a_compaction(table):
    assert (table.rowCount(), table.columnCount()) == (5, FIXED + 2)
    titles = [table.headerData(c, Qt.Orientation.Horizontal) for c in range(table.columnCount())]
    assert titles == ["Kind", "Fact", "Said", "┊C1", "┊C2"]
    row = table.row_of("outside")
    assert [table.index(row, c).data() for c in (3, 4)] == ["○", GONE_SIGN]
    row = table.row_of("pytest")
    assert [table.index(row, c).data() for c in (3, 4)] == ["◐", "●"]
    assert table.index(row, 3).data(CELL).compaction == 1 and table.index(row, 0).data(TRACK).fact.id == "pytest"


def test_only_the_chosen_kinds_are_listed(table, erosion):
    table.show(grid_of(erosion, frozenset({FactKind.DECISION})))
    assert table.rowCount() == 1 and table.row_of("outside") == -1
    assert table.column_of(2) == FIXED + 1 and table.column_of(9) == -1


def test_the_first_loss_of_each_standing_rule_is_told(erosion):
    (one,) = [words for words, track, at in findings(erosion) if track.fact.id == "outside"]
    assert one == "first lost at ┊C1: never edit outside auth/."
    assert findings(erosion, frozenset({FactKind.TASK})) == ()


def test_every_cell_has_words(erosion):
    track = next(one for one in erosion.tracks if one.fact.id == "outside")
    first, second = (cell_words(track, cell) for cell in track.cells)
    assert "its first loss" in first and second == "┊C2: still gone, inferred"
    assert any(GONE_SIGN in words for words in legend())


def test_the_legend_has_every_sign_that_a_cell_may_have():
    signs = {words.split()[0] for words in legend()}
    assert {sign for verdict, sign in SIGNS.items() if verdict is not Verdict.SUPERSEDED} | {GONE_SIGN} <= signs


def test_titles_stand_over_their_cells(table):
    sides = [
        table.headerData(column, Qt.Orientation.Horizontal, Qt.ItemDataRole.TextAlignmentRole) for column in (1, FIXED)
    ]
    assert sides[0] & Qt.AlignmentFlag.AlignLeft and sides[1] & Qt.AlignmentFlag.AlignHCenter


def test_what_was_said_again_where_it_was_lost_has_its_sign_before_the_loss(erosion, theme):
    track = next(one for one in erosion.tracks if one.fact.id == "outside")
    lost = next(cell for cell in track.cells if cell is not None and cell.survival is not None)
    again = replace(track, cells=(lost,), learned_again=(lost.compaction,))
    made = ErosionTable(theme)
    made.show(Grid((lost.compaction,), (again,)))
    assert made.index(0, FIXED).data() == "↺○"


def test_a_carried_fact_is_shown_as_it_was_first_said_and_a_cell_says_what_was_looked_for(theme):
    told = fact("pytest", "tests run with pytest", item=9, text="tests run with pytest", from_summary=True)
    carried = replace(told, first=Said(PYTEST.quotes[0], PYTEST.texts[0], PYTEST.statement))
    outcomes = judged_document().comparison
    kept = Outcome(outcomes[0].compaction, (carried,), (survival(carried, 1, Verdict.VERBATIM),))
    table = ErosionTable(theme)
    table.show(grid_of(erode([kept])))
    assert (
        table.index(0, 1).data() == "use pytest, not unittest."
        and table.index(0, 2).data() == f"#{PYTEST.quotes[0].item}"
    )
    tip = table.index(0, 1).data(Qt.ItemDataRole.ToolTipRole)
    assert tip == '<p style="white-space:pre-wrap">use pytest, not unittest.</p>'
    words = table.index(0, FIXED).data(Qt.ItemDataRole.ToolTipRole)
    assert words.endswith("kept word for word. Looked for as it stood then: “tests run with pytest”")
