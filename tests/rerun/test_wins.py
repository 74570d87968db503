from dataclasses import replace

import pytest

from inspector.model.run import Score
from inspector.rerun.scored import ScoredRun
from inspector.rerun.wins import Case, wins
from tests.made_judged import judged


def result(headline, tokens=1_000.0):
    scores = (Score(metric="headline", value=headline), Score(metric="tokens_after", value=tokens))
    return ScoredRun(judged(), scores)


def test_wins_ties_and_losses_over_compactions():
    found = wins([Case(number, [result(mean)], result(0.5)) for number, mean in ((1, 0.8), (2, 0.5), (3, 0.2))])
    assert (found.value, found.n) == (0.5, 3)
    assert found.low < 0.34 < 0.67 < found.high
    assert found.detail == "3 compactions: ┊C1 100%, ┊C2 50%, ┊C3 0%"


def test_repeats_of_one_compaction_are_one_case_among_several():
    first = Case(1, [result(mean) for mean in (0.8, 0.9, 0.1, 0.2)], result(0.5))
    found = wins([first, Case(2, [result(0.9)], result(0.5))])
    assert (found.value, found.n) == (0.75, 2)


def test_of_one_compaction_the_repeats_count():
    found = wins([Case(1, [result(0.8), result(0.9), result(0.2)], result(0.5))])
    assert (found.value, found.n) == (pytest.approx(2 / 3), 3)


def test_more_tokens_win_nothing():
    found = wins([Case(1, [result(0.8, 3_000.0), result(0.8), result(0.2, 3_000.0)], result(0.5))])
    assert (found.value, found.n) == (0.5, 2)
    assert "1 not counted, as they keep over 20% more tokens" in found.detail


def test_one_pair_is_no_rate_and_a_failed_run_is_none():
    assert wins([Case(1, [result(0.8)], result(0.5))]) is None
    failed = result(0.8)
    failed = replace(failed, compared=replace(failed.compared, run=replace(failed.compared.run, error="It failed.")))
    assert wins([Case(1, [failed, failed], result(0.5))]) is None
