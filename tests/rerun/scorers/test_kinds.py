from dataclasses import replace

from inspector.model import FactKind, Verdict
from inspector.rerun.scorers.kinds import SCORERS
from inspector.verdicts.intervals import wilson
from tests.made_judged import judged

RULE, FOUND = FactKind.CONSTRAINT, FactKind.FINDING
OF = {scorer.kind: scorer for scorer in SCORERS}


def test_there_is_a_figure_for_every_kind():
    assert set(OF) == set(FactKind)
    assert len({scorer.metric for scorer in SCORERS}) == len(SCORERS)


def test_each_kind_is_told_apart_with_its_interval():
    run = judged((RULE, Verdict.LOST, 1), (RULE, Verdict.VERBATIM, 1), (FOUND, Verdict.REWORDED, 1))
    rule, found = OF[RULE].score(run), OF[FOUND].score(run)
    assert (rule.value, rule.n, rule.low, rule.high) == (0.5, 2, *wilson(1, 2))
    assert (found.value, found.n) == (1.0, 1)


def test_a_kind_that_is_not_there_is_unknown_and_not_zero():
    assert OF[FactKind.QUESTION].score(judged((RULE, Verdict.LOST, 1))).value is None


def test_what_is_done_with_superseded_or_undecided_is_in_no_number():
    run = judged(
        (RULE, Verdict.VERBATIM, 1),
        (RULE, Verdict.LOST, 1),
        (RULE, Verdict.SUPERSEDED, 1),
        (RULE, Verdict.UNDECIDED, 1),
        live=[True, False, True, True],
    )
    figure = OF[RULE].score(run)
    assert (figure.value, figure.n) == (1.0, 1) and "1 undecided" in figure.detail


def test_beside_a_text_that_cannot_be_judged_no_kind_has_a_share():
    run = replace(judged((RULE, Verdict.VERBATIM, 1)), note="The summary cannot be read.")
    assert (OF[RULE].score(run).value, OF[RULE].score(run).detail) == (None, "The summary cannot be read.")
