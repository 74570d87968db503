from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.table import RECORD
from inspector.gui.panes.compare_facts import RunFacts, cell_words, sign_words
from inspector.model import Verdict
from inspector.wording.verdicts import SIGNS
from inspector.workbench.contrast import rows_of
from tests.made_facts import HOSTILE
from tests.made_runs import ready_of, run_free, strategies, variant

COLUMNS = (("A", "A · all of it"), ("B", "B · nothing"), ("C", "not run"))


def results(name):
    return (run_free(ready_of(), variant(name), strategies()),)


@pytest.fixture(scope="module")
def rows():
    return rows_of(ready_of(), {"A": results("control/none"), "B": results("control/empty")})


@pytest.fixture
def table(theme, rows):
    made = RunFacts(theme)
    made.show_rows(rows, COLUMNS)
    return made


def test_it_is_a_sound_model(table, qtmodeltester):
    qtmodeltester.check(table)


def test_a_row_a_sentence_a_verdict_a_column_under_its_name(table, theme):
    row = table.records[0]
    assert table.index(0, 0).data() == f"#{row.fact.quotes[0].item}  {row.fact.statement}"
    assert [table.index(0, place).data() for place in (1, 2, 3)] == ["● there", "□ not there", None]
    assert table.headerData(2, Qt.Orientation.Horizontal) == "B · nothing"
    assert table.index(0, 2).data(Qt.ItemDataRole.ForegroundRole) == theme.role("absent")
    assert "B · nothing: not there, its words do not" in table.index(0, 2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert table.index(0, 2).data(RECORD) is row
    assert table.row_of(table.records[5].fact.id) == 5 and table.row_of("nothing") == -1


def test_answers_that_disagree_are_counted():
    mixed = (*results("control/none"), *results("control/none"), *results("control/empty"))
    row = rows_of(ready_of(), {"A": mixed})[0]
    assert sign_words(row, "A") == f"{SIGNS[Verdict.VERBATIM]} there 2/3"


def test_words_of_a_log_are_never_markup(theme, rows):
    survival = replace(rows[0].columns["B"][0], why=HOSTILE)
    hostile = replace(rows[0], fact=replace(rows[0].fact, statement=HOSTILE), columns={"B": (survival,)})
    table = RunFacts(theme)
    table.show_rows((hostile,), COLUMNS)
    for section in (0, 2):
        tip = table.index(0, section).data(Qt.ItemDataRole.ToolTipRole)
        assert "<img" not in tip and "<script" not in tip
    assert "no result" in cell_words(hostile, "C", "not run")
