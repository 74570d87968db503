from dataclasses import replace

import pytest

from inspector.model import Basis
from inspector.model.run import Score
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.scores import interval
from inspector.workbench.overall import mean_scores, scores_over
from tests.made_runs import judged, judged_ready, ready_of, run_free, strategies, variant

SURVIVAL = "statements_kept"


def score(value, **more):
    return Score(metric=SURVIVAL, value=value, unit="share", **more)


def _survival(scores):
    return next(one for one in scores if one.metric == SURVIVAL)


def _moved(scores, by):
    moved = {"low": by, "value": by, "high": by}
    return tuple(
        replace(one, **{end: getattr(one, end) + add for end, add in moved.items() if getattr(one, end) is not None})
        if one.metric == SURVIVAL
        else one
        for one in scores
    )


def made(name, ready, **more):
    wanted = variant(name)
    result = judged(run_free(ready, wanted, strategies()))
    return Column("A", wanted, ColumnState.DONE, (result,), result.scores, ran=wanted, **more)


@pytest.fixture(scope="module")
def ready():
    return [judged_ready(ready_of(number=number)) for number in (1, 2, 3)]


def test_a_mean_has_an_interval_and_its_n_over_compactions() -> None:
    (mean,) = mean_scores([(1, [score(0.5)]), (2, [score(0.7)]), (3, [score(None)])])
    assert mean.value == pytest.approx(0.6) and mean.n == 2
    # By hand: 0.6 ± 12.706 · 0.1414 / √2 goes over both ends of what a share can be.
    assert (mean.low, mean.high) == (0.0, 1.0)
    assert "┊C1 50%" in mean.detail and "┊C3" not in mean.detail


def test_of_one_compaction_there_is_no_interval_and_of_none_no_figure() -> None:
    (one,) = mean_scores([(1, [score(0.5)]), (2, [score(None)])])
    assert (one.value, one.low, one.high, one.n) == (0.5, None, None, 1)
    for second, mean in ((8.0, 6.0), (None, None)):
        (told,) = mean_scores([(1, [score(0.5, recorded=4.0)]), (2, [score(0.5, recorded=second)])])
        assert told.recorded == mean, "a figure of the log is one of all compactions, or none"
    (none,) = mean_scores([(1, [score(None, detail="no rules")])])
    assert none.value is None and none.n == 0 and none.detail == "no rules"


def test_what_undecided_facts_leave_open_widens_the_interval() -> None:
    cases = [(number, [score(0.5)]) for number in (1, 2)]
    open_cases = [(number, [score(0.5, low=0.5, high=0.75)]) for number in (1, 2)]
    assert mean_scores(cases)[0].high == pytest.approx(0.5)
    assert mean_scores(open_cases)[0].high == pytest.approx(0.75)
    both = [(number, [score(0.5, low=0.25, high=0.5)]) for number in (1, 2)]
    assert (mean_scores(both)[0].low, mean_scores(both)[0].high) == (pytest.approx(0.25), pytest.approx(0.5))


def test_repeats_of_each_compaction_do_not_widen_the_interval(ready) -> None:
    def repeated(one):
        """Three repeats that lie apart, around what one gave."""
        cell = made("own/head-tail", one)
        results = [replace(cell.results[0], scores=_moved(cell.scores, by)) for by in (-0.05, 0.0, 0.05)]
        low, high = interval([_survival(result.scores).value for result in results])
        scores = [replace(x, low=low, high=high) if x.metric == SURVIVAL else x for x in cell.scores]
        return replace(cell, results=tuple(results), scores=tuple(scores))

    once = _survival(scores_over(ready, [made("own/head-tail", one) for one in ready]))
    often = _survival(scores_over(ready, [repeated(one) for one in ready]))
    assert (often.low, often.high) == (pytest.approx(once.low), pytest.approx(once.high))


def test_words_and_a_judges_verdicts_make_no_mean(ready) -> None:
    words, told = score(0.9, basis=Basis.COUNTED), score(0.5, basis=Basis.JUDGED)
    (mean,) = mean_scores([(1, [words]), (2, [told]), (3, [words])])
    assert (mean.value, mean.n, mean.basis) == (0.5, 1, Basis.JUDGED)
