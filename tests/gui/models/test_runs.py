from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.runs import COLUMN, FIXED, RunTable, table_words
from inspector.rerun.column import Column, ColumnState
from tests.made_facts import HOSTILE
from tests.made_runs import judged, judged_ready, ready_of, run_free, strategies, variant


def columns():
    wanted = variant("own/head-tail")
    arm = run_free(ready_of(), wanted, strategies())
    return (
        Column("A", wanted, ColumnState.DONE, (arm,), arm.scores, ran=wanted),
        Column("B", variant("own/guided"), ColumnState.WANTS_MODEL),
    )


@pytest.fixture
def table(theme):
    made = RunTable(theme)
    made.show(ready_of(), columns())
    return made


def test_it_is_a_sound_model(table, qtmodeltester):
    qtmodeltester.check(table)


def test_the_recorded_compaction_comes_first(table):
    assert table.columnCount() == FIXED + 2
    titles = [table.headerData(section, Qt.Orientation.Horizontal) for section in range(4)]
    assert titles[0] == "" and titles[1].startswith("recorded") and titles[3].endswith("\nown/guided")
    assert [table.key_at(section) for section in range(4)] == ["", "", "A", "B"]
    assert (table.column_of("B"), table.column_of("")) == (3, 1)


def test_a_column_that_gets_further_is_told_without_a_reset(table, qtbot):
    first, second = columns()
    with qtbot.assertNotEmitted(table.modelReset), qtbot.waitSignal(table.dataChanged):
        table.update(ready_of(), (first, Column("B", second.variant, ColumnState.RUNNING)))
    assert table.index(0, 3).data(COLUMN).state is ColumnState.RUNNING
    with qtbot.waitSignal(table.modelReset):
        table.update(ready_of(), (first,))


def test_every_cell_can_be_heard(table):
    for row in range(table.rowCount()):
        for section in range(1, table.columnCount()):
            words = table.index(row, section).data(Qt.ItemDataRole.AccessibleTextRole)
            assert words.startswith(str(table.index(row, 0).data()))
    assert "own/head-tail" in table_words(table) and "words in the summary" in table_words(table)


def test_what_comes_from_outside_is_never_markup(theme):
    failed = Column("A", variant("own/guided", "x/y"), ColumnState.FAILED, error=HOSTILE)
    table = RunTable(theme)
    table.show(ready_of(), (failed,))
    tip = table.headerData(2, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in tip and "&lt;img" in tip
    last = table.index(table.rowCount() - 1, 2)
    assert "<script" not in last.data(Qt.ItemDataRole.ToolTipRole)


def test_without_a_compaction_there_are_no_rows(theme):
    assert RunTable(theme).rowCount() == 0


def test_rows_of_a_judge_come_with_its_verdicts(table, qtbot):
    first, second = columns()
    rows = table.rowCount()
    arm = judged(first.arms[0])
    with qtbot.waitSignal(table.modelReset):
        table.update(judged_ready(ready_of()), (replace(first, arms=(arm,), scores=arm.scores), second))
    assert table.rowCount() == rows + 3 and table.is_judged
