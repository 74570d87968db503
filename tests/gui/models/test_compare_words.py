from dataclasses import replace

import pytest

from inspector.gui.models.compare_words import foot_words, head_tip, head_words, spent_words
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.prompts import load_prompts
from inspector.rerun.spending import Promise
from inspector.workbench.model_runs import ModelRuns
from tests.made_runs import ready_of, run_free, strategies, variant

pytestmark = pytest.mark.usefixtures("qapp")


def test_the_head_says_what_goes_in():
    ready = ready_of()
    words = head_words(ready.document, ready.compaction, ready)
    assert words.startswith("┊C1 of 3") and "85 items" in words and "prompt: not in this log" in words
    assert "items" not in head_words(ready.document, ready.compaction, None)
    assert "tokens" in head_tip(ready.compaction)


def test_the_foot_says_what_the_figures_are_not():
    models = ModelRuns(load_prompts)
    assert "not recall" in foot_words((), models)
    wanted = variant("own/pins-only")
    arm = run_free(ready_of(), wanted, strategies())
    asked = replace(wanted, strategy=strategies().all["own/guided"], model="x/y")
    one = Column("A", asked, ColumnState.DONE, (arm,), arm.scores, ran=asked)
    assert "no interval" in foot_words((one,), models)


def test_money_is_told_with_its_cap_and_what_is_not_known():
    models = ModelRuns(load_prompts)
    models.spending.settle(Promise(), 0.25)
    assert spent_words(models) == "Spent $0.25 of a budget of $2.00."
    models.spending.settle(Promise(), None)
    assert "1 answer whose price is not known" in spent_words(models)
