from dataclasses import replace

import pytest

from inspector.gui.models.figures import short
from inspector.gui.models.run_figures import figure_rows, outcome_words
from inspector.gui.models.score_words import figure_text
from inspector.rerun.arms import Arm
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.scores import scores_of
from tests.made_runs import ready_of, run_free, strategies, variant

pytestmark = pytest.mark.usefixtures("qapp")


def column(name, **more):
    one = variant(name)
    arm = run_free(ready_of(), one, strategies())
    return Column("A", one, ColumnState.DONE, (arm,), arm.scores, ran=one, **more)


def cells(one):
    return {row.key: row.cell(ready_of(), one, (one,) if one else ()) for row in figure_rows()}


def test_the_rows_are_always_the_same():
    keys = [row.key for row in figure_rows()]
    assert keys[:4] == ["model", "prompt", "selection", "wording"]
    assert keys[4:10] == ["in_summary", "statements_kept", "used_again", "distorted", "headline", "constraints_kept"]
    assert keys[10:] == ["wins", "tokens_after", "compression", "cost", "outcome"]
    assert all("recall" in row.tip for row in figure_rows() if row.key in ("constraints_kept", "statements_kept"))


def test_the_recorded_compaction_says_what_the_log_does_not():
    told = cells(None)
    assert told["prompt"].text == "not in this log"
    kept = ready_of().recorded.score("constraints_kept")
    assert told["constraints_kept"].text == f"{figure_text(kept)}  {kept.detail.replace(' of ', '/')}"


def test_the_recorded_compaction_has_the_tokens_of_the_log_beside_those_that_compare():
    before, after = ready_of().recorded.judged.run.recorded
    told = cells(None)
    recorded, estimated = told["tokens_after"].text.split(" · ")
    assert recorded == short(after) and estimated.startswith("≈")
    assert "recorded" in told["tokens_after"].tip and "estimated" in told["tokens_after"].tip
    assert told["compression"].text.startswith(f"{round(100 * (1 - after / before))} % · ≈")
    assert "·" not in cells(column("own/pins-only"))["tokens_after"].text


def test_a_column_stands_beside_what_was_recorded():
    told = cells(column("own/pins-only"))
    assert told["constraints_kept"].text.endswith("▲") and "better than recorded" in told["constraints_kept"].tip
    assert cells(column("control/empty"))["constraints_kept"].text.endswith("▼")
    assert told["cost"].text.startswith("$0")


def test_pins_say_that_they_are_judged_by_the_same_rules():
    one = column("own/pins-only")
    assert not cells(one)["constraints_kept"].strong
    assert "same rules" in outcome_words(ready_of(), one)


def test_a_context_over_the_window_is_marked():
    ready = ready_of()
    small = replace(ready, material=replace(ready.material, limits=replace(ready.material.limits, window=1000)))
    (row,) = [row for row in figure_rows() if row.key == "tokens_after"]
    assert row.cell(small, column("control/none"), ()).role == "error"


def test_a_column_that_wants_a_model_says_how_one_is_chosen():
    waits = Column("H", variant("own/pinned-facts"), ColumnState.WANTS_MODEL)
    assert cells(waits)["model"].role == "link" and "F2" in outcome_words(ready_of(), waits)


def test_a_failure_stands_in_its_column():
    one = Column("A", variant("own/guided", "x/y"), ColumnState.FAILED, error="The server is not there. Start it.")
    told = cells(one)
    assert told["outcome"].text == "The server is not there. Start it." and told["outcome"].role == "error"
    assert told["constraints_kept"].text == "–"
    assert outcome_words(ready_of(), one).endswith("Start it.")


def test_an_average_says_what_it_hides():
    tip = cells(column("own/head-tail"))["statements_kept"].tip
    assert "Kept by age: oldest " in tip and "Kept by kind: " in tip and "] n " in tip
    # A share of none is no lower bound: it has an interval like every other.
    assert "≥" not in tip.split("Kept by age")[1]
    assert "Kept by age" not in cells(column("own/head-tail"))["constraints_kept"].tip
    assert "Kept by age" in cells(None)["statements_kept"].tip


def test_the_recorded_cost_stands_before_the_list_price_and_alone_without_one():
    ready = ready_of()
    (row,) = [row for row in figure_rows() if row.key == "cost"]

    def cell(**told):
        run = replace(ready.recorded.judged.run, **told)
        judged = replace(ready.recorded.judged, run=run)
        return row.cell(replace(ready, recorded=Arm(judged, scores_of([judged]))), None, ())

    both, alone = cell(cost=0.42, cost_recorded=0.5), cell(cost=None, cost_recorded=0.5)
    assert both.text.startswith("$0.50 (≈$0.42) · ") and "the estimate" in both.tip
    assert alone.text.startswith("$0.50 · ") and alone.tip.startswith("$0.50 recorded. Its price is not known.")
