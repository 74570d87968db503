from inspector.model import FactKind, Verdict
from inspector.rerun.scorers.constraints import SCORER
from inspector.rerun.scorers.kinds import Kind
from tests.made_judged import judged

RULE, WISH, TASK = FactKind.CONSTRAINT, FactKind.PREFERENCE, FactKind.TASK


def test_rules_and_wishes_count_and_tasks_do_not():
    figure = SCORER.score(judged((RULE, Verdict.VERBATIM, 1), (WISH, Verdict.LOST, 1), (TASK, Verdict.LOST, 1)))
    assert (figure.value, figure.n, figure.detail) == (0.5, 2, "1 of 2")


def test_a_weakened_rule_is_not_kept():
    assert SCORER.score(judged((RULE, Verdict.WEAKENED, 1))).value == 0


def test_rules_that_are_done_with_are_left_out():
    facts = (RULE, Verdict.LOST, 1), (RULE, Verdict.SUPERSEDED, 1), (RULE, Verdict.REWORDED, 1)
    assert SCORER.score(judged(*facts, live=[False, True, True])).value == 1


def test_undecided_rules_are_in_no_share_and_open_its_bounds():
    figure = SCORER.score(judged((RULE, Verdict.VERBATIM, 1), (RULE, Verdict.LOST, 1), (RULE, Verdict.UNDECIDED, 1)))
    assert (figure.value, figure.n) == (0.5, 2)
    assert (figure.low, figure.high) == (1 / 3, 2 / 3)
    assert figure.detail == "1 of 2; 1 undecided"


def test_where_no_rule_is_decided_the_share_is_unknown():
    figure = SCORER.score(judged((RULE, Verdict.UNDECIDED, 1)))
    assert figure.value is None and "undecided" in figure.detail


def test_the_share_is_that_of_the_same_facts_by_kind():
    facts = judged((RULE, Verdict.VERBATIM, 1), (RULE, Verdict.LOST, 1), (RULE, Verdict.UNDECIDED, 1))
    assert SCORER.score(facts).value == Kind(RULE).score(facts).value


def test_without_rules_there_is_no_share():
    assert SCORER.score(judged((TASK, Verdict.LOST, 1))).value is None
