from dataclasses import replace

import pytest

from inspector.gui.models.pair_words import (
    answer_words,
    brief,
    column_name,
    column_title,
    missing_words,
    side_words,
    spent_words,
)
from inspector.llm.guard import Wait
from inspector.rerun.column import RECORDED_WORDS, Column, ColumnState
from inspector.rerun.judged_runs import NOT_LAST, Controls
from inspector.rerun.prompts import RECORDED, load_prompts
from inspector.workbench.contrast import Told
from inspector.workbench.model_runs import ModelRuns
from tests.made_runs import ready_of, run_free, strategies, variant

pytestmark = pytest.mark.usefixtures("qapp")
NOBODY = Controls(None, "")
A = Told((9,), 18, 30_000, None)
B = Told((14,), 18, 31_240, None)


def column(name, model="", state=ColumnState.READY, **more):
    return Column("C", variant(name, model, **more), state)


def answer(a, b, trust=NOBODY, missing=("", "")):
    return answer_words(a, b, missing, trust)


def test_the_answer_is_what_both_keep_how_much_longer_one_is_and_that_no_model_read_it():
    told = answer(A, B)
    assert told == (
        "B keeps 14 of your 18 sentences word for word, A 9; B is 1,200 tokens longer. Not read by a model."
    )
    assert "B is 1,200 tokens shorter" in answer(B, A)
    told = answer(replace(A, is_beside=True), B)
    assert "A 9; counted for A is what stayed beside its summary. Not" in told, "how long it is cannot be told"
    assert "A and B both keep 9 of your 18 sentences word for word; both are equally long." in answer(A, A)


def test_several_answers_are_a_range():
    assert "B keeps 13 to 15 of your 18" in answer(A, replace(B, kept=(13, 15)))


def test_after_judging_it_says_who_keeps_what_and_what_never_happened():
    judged = (replace(A, kept=(12,), false=(2,)), replace(B, kept=(16,), false=(0,), undecided=1))
    told = answer(*judged, Controls(True, "Read by m, blind."))
    assert told == (
        "A model read both blind: B keeps 16 of 18, A 12; A says 2 things that never happened; 1 undecided in B; "
        "B is 1,200 tokens longer."
    )


def test_a_judge_that_failed_its_controls_counts_nothing():
    told = answer(A, B, Controls(False, NOT_LAST))
    assert told.startswith("B keeps 14 of your 18 sentences word for word") and "read both" not in told


def test_a_side_without_figures_says_why():
    told = answer(A, None, missing=("", missing_words("B", column("own/summary"))))
    assert told == "A keeps 9 of your 18 sentences word for word. B has no result yet. Not read by a model."
    failed = replace(column("own/summary", "x/y", ColumnState.FAILED), error="No key.")
    assert missing_words("B", failed) == "B failed."
    assert "cannot be read" in missing_words("A", None)
    assert answer_words(None, None, ("", ""), NOBODY, said=False).startswith("None of your sentences was found in ")


def test_the_name_of_the_prompt_heads_a_column_and_without_one_that_of_what_is_done():
    assert column_name(None) == "recorded summary"
    assert column_name(column("own/summary", "x/y", prompt="structured")) == "structured"
    assert column_title(column("own/summary", "x/y-2", prompt="structured")) == "structured · y-2"
    assert column_name(column("own/summary", prompt=RECORDED)) == "the agent's own prompt"
    assert column_name(column("own/pinned-facts", "x/y", prompt="handoff")) == "handoff · Pinned facts"
    assert column_name(column("own/head-tail")) == "Head and tail"
    assert column_name(column("own/summary", RECORDED_WORDS)) == "Plain summary, recorded words"


def test_a_side_says_what_it_took_or_how_far_it_is():
    told = side_words(ready_of(), None)
    assert "prompt: not in this log" in told and "tokens after" in told and told.endswith(" tokens recorded")
    result = run_free(ready_of(), variant("own/head-tail"), strategies())
    done = replace(column("own/head-tail", state=ColumnState.DONE), results=(result, result))
    told = side_words(ready_of(), done)
    assert "tokens after" in told and "things that the work used again" in told and "2 answers" in told
    assert side_words(ready_of(), column("own/summary", state=ColumnState.WANTS_MODEL)).startswith("not run yet")
    asked = column("own/summary", "x/y", ColumnState.RUNNING)
    assert side_words(ready_of(), asked, Wait(12.4, "It is busy.")) == "It is busy. Asked again in 13 s."


def test_a_list_says_what_each_keeps():
    assert brief(B, column("own/head-tail")) == "14 of 18 word for word · ≈31.2k tokens"
    assert brief(None, column("own/summary", state=ColumnState.STOPPED)) == "stopped" and brief(None, None) == ""


def test_money_is_told_with_what_it_cannot_count():
    models = ModelRuns(load_prompts)
    assert spent_words(models) == "Spent $0.00 of a budget of $2.00."
    models.spending.unknown, models.spending.expected = 2, 1
    assert spent_words(models).endswith("and 2 requests whose price is not known (1 request at its expected price).")
    models.close()
