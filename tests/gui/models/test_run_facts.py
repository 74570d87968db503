from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.run_facts import ROW, RunFacts, cell_words, shown_words, sign_words
from inspector.gui.models.verdicts import SIGNS
from inspector.model import Verdict
from inspector.rerun.column import Column, ColumnState
from inspector.workbench.contrast import RECORDED, fact_rows
from tests.made_facts import HOSTILE
from tests.made_runs import ready_of, run_free, strategies, variant


def column(key, name):
    wanted = variant(name)
    arm = run_free(ready_of(), wanted, strategies())
    return Column(key, wanted, ColumnState.DONE, (arm,), arm.scores, ran=wanted)


@pytest.fixture
def columns():
    return (
        column("A", "control/none"),
        column("B", "control/empty"),
        Column("C", variant("own/guided"), ColumnState.READY),
    )


@pytest.fixture
def table(theme, columns):
    made = RunFacts(theme)
    made.show(fact_rows(ready_of(), columns), columns)
    return made


def test_it_is_a_sound_model(table, qtmodeltester):
    qtmodeltester.check(table)


def test_a_row_a_fact_a_sign_a_column(table):
    row = table.rows[0]
    assert table.index(0, 0).data() == f"#{row.fact.quotes[0].item}  {row.fact.statement}"
    assert table.index(0, 1).data() == SIGNS[row.recorded.verdict]
    assert (table.index(0, 2).data(), table.index(0, 3).data()) == (SIGNS[Verdict.VERBATIM], SIGNS[Verdict.ABSENT])
    assert table.index(0, 4).data() is None
    assert table.index(0, 2).data(ROW) is row


def test_signs_have_the_colours_of_their_verdicts_and_words_beside_them(table, theme):
    absent = table.index(0, 3)
    assert absent.data(Qt.ItemDataRole.ForegroundRole) == theme.role("absent")
    assert "B  control/empty: not there, its words do not" in absent.data(Qt.ItemDataRole.AccessibleTextRole)
    assert shown_words(table.rows[0], "B") == "not there" and shown_words(table.rows[0], "C") == ""


def test_what_no_longer_mattered_as_a_judge_says_is_quiet(theme, columns):
    row = fact_rows(ready_of(), columns)[0]
    table = RunFacts(theme)
    table.show((replace(row, live=False),), columns)
    assert table.index(0, 0).data(Qt.ItemDataRole.ForegroundRole) == theme.role("muted")
    assert table.index(0, 2).data(Qt.ItemDataRole.ForegroundRole) == theme.role("undecided")


def test_repeats_that_disagree_are_counted(columns):
    mixed = replace(columns[0], arms=(*columns[0].arms, *columns[0].arms, *columns[1].arms))
    row = next(row for row in fact_rows(ready_of(), (mixed,)) if row.live and row.verdict("A") is Verdict.VERBATIM)
    assert sign_words(row, "A") == f"{SIGNS[Verdict.VERBATIM]} 2/3"


def test_facts_are_found_again_by_their_id(table):
    assert table.row_of(table.rows[5].fact.id) == 5 and table.row_of("nothing") == -1


def test_words_of_a_log_are_never_markup(theme, columns):
    row = fact_rows(ready_of(), columns)[0]
    hostile = replace(row, fact=replace(row.fact, statement=HOSTILE), recorded=replace(row.recorded, why=HOSTILE))
    table = RunFacts(theme)
    table.show((hostile,), columns)
    for section in (0, 1):
        tip = table.index(0, section).data(Qt.ItemDataRole.ToolTipRole)
        assert "<img" not in tip and "<script" not in tip
    assert "recorded:" in cell_words(hostile, None)
    assert "no result" in cell_words(row, columns[2]) and row.verdict(RECORDED) is not None
