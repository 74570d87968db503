from dataclasses import replace

import pytest

from inspector.gui.models.figures import short
from inspector.gui.models.run_figures import figure_rows, has_judge, outcome_words
from inspector.gui.models.score_words import figure_text
from inspector.rerun.arms import Arm
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.scores import scores_of
from tests.made_runs import judged, judged_ready, ready_of, run_free, strategies, variant

pytestmark = pytest.mark.usefixtures("qapp")


def column(name, **more):
    one = variant(name)
    arm = run_free(ready_of(), one, strategies())
    return Column("A", one, ColumnState.DONE, (arm,), arm.scores, ran=one, **more)


def cells(one):
    return {row.key: row.cell(ready_of(), one, (one,) if one else ()) for row in figure_rows(is_judged=False)}


def test_what_only_a_judge_can_say_has_rows_where_one_has_read_the_columns():
    keys, judged = ([row.key for row in figure_rows(is_judged=told)] for told in (False, True))
    assert keys[:4] == ["model", "prompt", "selection", "wording"]
    assert keys[4:] == ["in_summary", "statements_kept", "used_again", "tokens_after", "compression", "cost", "outcome"]
    assert judged == [*keys[:7], "wrong", "headline", "wins", *keys[7:]]
    words, kept = ([row.title for row in figure_rows(is_judged=told)][4] for told in (False, True))
    assert (words, kept) == ("words in the summary", "kept in the summary")


def test_a_column_stands_beside_what_was_recorded_only_where_a_judge_has_read_both():
    def kept(name, ready, read):
        one = column(name)
        arm = read(one.arms[0])
        one = replace(one, arms=(arm,), scores=arm.scores)
        is_judged = has_judge(ready, (one,))
        return next(row for row in figure_rows(is_judged=is_judged) if row.key == "statements_kept").cell(
            ready, one, (one,)
        )

    ready = judged_ready(ready_of())
    told = kept("own/pins-only", ready, judged)
    assert told.text.endswith("▲") and "better than recorded" in told.tip
    assert kept("control/empty", ready, judged).text.endswith("▼")
    for here, read in ((ready_of(), lambda arm: arm), (ready, lambda arm: arm), (ready_of(), judged)):
        told = kept("own/pins-only", here, read)
        assert not set("▲▼=") & set(told.text) and not told.strong


def test_the_recorded_compaction_says_what_the_log_does_not():
    told = cells(None)
    assert told["prompt"].text == "not in this log"
    kept = ready_of().recorded.score("statements_kept")
    assert told["statements_kept"].text == f"{figure_text(kept)}  {kept.detail.replace(' of ', '/')}"


def test_the_recorded_compaction_has_the_tokens_of_the_log_beside_those_that_compare():
    before, after = ready_of().recorded.judged.run.recorded
    told = cells(None)
    recorded, estimated = told["tokens_after"].text.split(" · ")
    assert recorded == short(after) and estimated.startswith("≈")
    assert "recorded" in told["tokens_after"].tip and "estimated" in told["tokens_after"].tip
    assert told["compression"].text.startswith(f"{round(100 * (1 - after / before))} % · ≈")
    assert "·" not in cells(column("own/pins-only"))["tokens_after"].text


def test_a_context_over_the_window_is_marked():
    ready = ready_of()
    small = replace(ready, material=replace(ready.material, limits=replace(ready.material.limits, window=1000)))
    (row,) = [row for row in figure_rows(is_judged=False) if row.key == "tokens_after"]
    assert row.cell(small, column("control/none"), ()).role == "error"


def test_a_column_that_wants_a_model_says_how_one_is_chosen():
    waits = Column("H", variant("own/pinned-facts"), ColumnState.WANTS_MODEL)
    assert cells(waits)["model"].role == "link" and "F2" in outcome_words(ready_of(), waits)


def test_a_failure_stands_in_its_column():
    one = Column("A", variant("own/guided", "x/y"), ColumnState.FAILED, error="The server is not there. Start it.")
    told = cells(one)
    assert told["outcome"].text == "The server is not there. Start it." and told["outcome"].role == "error"
    assert told["statements_kept"].text == "–"
    assert outcome_words(ready_of(), one).endswith("Start it.")


def test_the_recorded_cost_stands_before_the_list_price_and_alone_without_one():
    ready = ready_of()
    (row,) = [row for row in figure_rows(is_judged=False) if row.key == "cost"]

    def cell(**told):
        run = replace(ready.recorded.judged.run, **told)
        made = replace(ready.recorded.judged, run=run)
        return row.cell(replace(ready, recorded=Arm(made, scores_of([made]))), None, ())

    both, alone = cell(cost=0.42, cost_recorded=0.5), cell(cost=None, cost_recorded=0.5)
    assert both.text.startswith("$0.50 (≈$0.42) · ") and "the estimate" in both.tip
    assert alone.text.startswith("$0.50 · ") and alone.tip.startswith("$0.50 recorded. Its price is not known.")
