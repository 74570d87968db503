from dataclasses import replace

import pytest

from inspector.gui.panes.compare_facts import FactsAcross
from inspector.rerun.prompts import load_prompts
from inspector.workbench.contrast import Show
from inspector.workbench.model_runs import ModelRuns
from tests.made_runs import columns_of, open_sample


@pytest.fixture
def runs(bench):
    models = ModelRuns(load_prompts)
    yield columns_of(bench, models)
    models.close()


@pytest.fixture
def across(qtbot, bench, theme, runs):
    open_sample(bench)
    runs.open(1)
    made = FactsAcross(bench, theme, runs, lambda: 1)
    qtbot.addWidget(made.grid)
    qtbot.addWidget(made.shows)
    made.judge_anew()
    return made


def test_f7_walks_through_the_differences_and_selects_where_they_were_said(across, bench):
    seen = []
    while across.step(1):
        seen.append(bench.selection.focus.fact)
    assert len(seen) > 3 and len(set(seen)) == len(seen)
    assert bench.selection.focus.item is not None and bench.selection.focus.compaction == 1
    assert across.step(-1) and bench.selection.focus.fact == seen[-2]


def test_the_first_and_the_last_fact_are_one_step_away(across, bench):
    facts = [row.fact.id for row in across.facts.rows]
    across.step_row(-1, from_end=True)
    assert bench.selection.focus.fact == facts[-1]
    across.step_row(1, from_end=True)
    assert bench.selection.focus.fact == facts[0]


def test_what_is_listed_is_said_in_numbers_and_is_gone_with_the_session(across):
    everything = across.facts.rowCount()
    across.shows.set_value(Show.DIFFERENT)
    across.refill()
    assert 0 < across.facts.rowCount() < everything
    assert across.shows.words().startswith(f"{across.facts.rowCount()} shown of {everything} · ")
    across.clear()
    assert across.facts.rowCount() == 0


def test_a_fact_that_is_not_listed_is_no_current_row(across):
    across.mark(across.facts.rows[2].fact.id)
    assert (across.grid.current().row(), across.grid.current().column()) == (2, 1)
    across.mark("nobody said so")
    assert not across.grid.current().isValid() and not across.marking


def test_columns_that_were_judged_again_are_not_known(across, runs):
    assert across.knows(runs.columns)
    assert not across.knows([replace(runs.columns[0], arms=runs.columns[0].arms * 2)])
