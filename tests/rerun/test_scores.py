import pytest

from inspector.model import Basis, FactKind, Verdict
from inspector.model.run import Score
from inspector.rerun.scorer import RunFigure
from inspector.rerun.scores import compare, interval, scores_of
from tests.made_judged import READ, judged


class Fixed:
    """A scorer with the figures it was given, one a run."""

    metric, unit, better, by_judge = "statements_kept", "share", "higher", False

    def __init__(self, *figures: RunFigure) -> None:
        self.figures = list(figures)

    def score(self, judged):
        return self.figures.pop(0)


def shares(*values: float | None, **more) -> Score:
    scorer = Fixed(*(RunFigure(value, n=10) for value in values))
    return scores_of([judged()] * len(values), [scorer])[0]


def test_one_run_has_no_interval_and_equal_repeats_have_one_of_no_width():
    score = shares(0.5)
    assert (score.value, score.low, score.high, score.n) == (0.5, None, None, 10)
    assert interval([0.5, 0.5]) == (0.5, 0.5)
    assert interval([0.5]) == (None, None)


def test_repeats_give_a_mean_and_students_interval():
    score = shares(0.4, 0.5, 0.6)
    assert score.value == pytest.approx(0.5)
    assert score.low == pytest.approx(0.5 - 4.303 * 0.1 / 3**0.5, abs=1e-6)
    assert score.n == 3
    wide = shares(0.02, 1.0)
    assert (wide.low, wide.high) == (0.0, 1.0), "no share is below nothing or over all"


def test_repeats_without_a_figure_are_left_out_and_told_and_without_any_the_reason_stands():
    score = shares(0.4, None, 0.6)
    assert score.value == pytest.approx(0.5)
    assert score.detail == "2 of 3 repeats"
    (score,) = scores_of([judged()], [Fixed(RunFigure(None, detail="There is no summary."))])
    assert score.value is None and score.detail == "There is no summary."


def test_inside_the_interval_nothing_is_better():
    noisy, close = shares(0.4, 0.5, 0.6), shares(0.55, 0.6, 0.65)
    assert compare(close, noisy) == "same"
    assert compare(shares(0.99, 0.99, 0.98), noisy) == "better"
    assert compare(noisy, shares(0.99, 0.99, 0.98)) == "worse"


def test_runs_without_noise_are_compared_as_they_are():
    assert compare(shares(0.51), shares(0.5)) == "better"
    assert compare(shares(0.5), shares(0.5)) == "same"
    assert compare(shares(None), shares(0.5)) == "unknown"


def test_less_is_better_where_the_scorer_says_so():
    few, many = (Score(metric="contradicted", value=value) for value in (1.0, 3.0))
    assert compare(few, many) == "better"


def test_a_lower_bound_beats_only_what_lies_below_all_of_it():
    bound = Score(metric="statements_kept", value=0.1, low=0.1, high=0.9)
    assert compare(shares(0.5), bound) == "same"
    assert compare(shares(0.95), bound) == "better"


def test_what_only_a_judge_can_say_is_absent_without_one_and_words_are_counted():
    lost = (FactKind.CONSTRAINT, Verdict.LOST, 1.0)
    alone = {score.metric: score for score in scores_of([judged(lost)])}
    assert not {"headline", "contradicted", "unsupported_claims"} & alone.keys()
    assert alone["statements_kept"].basis is Basis.COUNTED
    told = {score.metric: score for score in scores_of([judged(lost, by=READ)])}
    assert (told["headline"].value, told["statements_kept"].basis) == (0.0, Basis.JUDGED)
