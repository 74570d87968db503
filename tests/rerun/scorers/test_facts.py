from inspector.model import Claim, FactKind, Quote, Verdict
from inspector.rerun.scorers.facts import CONSTRAINTS, DISTORTED, SURVIVAL, UNSUPPORTED
from inspector.rerun.scorers.parts import KINDS
from tests.made_judged import judged

RULE, WISH, TASK = FactKind.CONSTRAINT, FactKind.PREFERENCE, FactKind.TASK


def test_rules_and_wishes_count_and_tasks_do_not():
    figure = CONSTRAINTS.score(judged((RULE, Verdict.VERBATIM, 1), (WISH, Verdict.LOST, 1), (TASK, Verdict.LOST, 1)))
    assert (figure.value, figure.n, figure.detail) == (0.5, 2, "1 of 2")


def test_a_weakened_rule_is_not_kept():
    assert CONSTRAINTS.score(judged((RULE, Verdict.WEAKENED, 1))).value == 0


def test_rules_that_are_done_with_are_left_out():
    facts = (RULE, Verdict.LOST, 1), (RULE, Verdict.SUPERSEDED, 1), (RULE, Verdict.REWORDED, 1)
    assert CONSTRAINTS.score(judged(*facts, live=[False, True, True])).value == 1


def test_undecided_rules_are_in_no_share_and_open_its_bounds():
    figure = CONSTRAINTS.score(
        judged((RULE, Verdict.VERBATIM, 1), (RULE, Verdict.LOST, 1), (RULE, Verdict.UNDECIDED, 1))
    )
    assert (figure.value, figure.n) == (0.5, 2)
    assert (figure.low, figure.high) == (1 / 3, 2 / 3)
    assert figure.detail == "1 of 2; 1 undecided"


def test_where_no_rule_is_decided_the_share_is_unknown():
    figure = CONSTRAINTS.score(judged((RULE, Verdict.UNDECIDED, 1)))
    assert figure.value is None and "undecided" in figure.detail


def test_the_share_is_that_of_the_same_facts_by_kind():
    facts = judged((RULE, Verdict.VERBATIM, 1), (RULE, Verdict.LOST, 1), (RULE, Verdict.UNDECIDED, 1))
    assert CONSTRAINTS.score(facts).value == KINDS[RULE].score(facts).value


def test_without_rules_there_is_no_share():
    assert CONSTRAINTS.score(judged((TASK, Verdict.LOST, 1))).value is None


FOUND = FactKind.FINDING


def test_each_fact_counts_by_its_weight():
    figure = SURVIVAL.score(judged((FOUND, Verdict.VERBATIM, 1.0), (FOUND, Verdict.LOST, 0.6)))
    assert figure.value == 1.0 / 1.6
    assert figure.n == 2


def test_undecided_facts_make_it_a_lower_bound():
    figure = SURVIVAL.score(judged((FOUND, Verdict.VERBATIM, 1.0), (FOUND, Verdict.UNDECIDED, 1.0)))
    assert (figure.value, figure.low, figure.high) == (0.5, 0.5, 1.0)
    assert "1 of them undecided" in figure.detail


def test_what_is_done_with_is_left_out():
    facts = (FOUND, Verdict.VERBATIM, 1.0), (FOUND, Verdict.LOST, 1.0)
    assert SURVIVAL.score(judged(*facts, live=[True, False])).value == 1
    assert SURVIVAL.score(judged()).value is None


FOUND = FactKind.FINDING


def test_contradicted_altered_and_weakened_facts_count_and_lost_ones_do_not():
    verdicts = (Verdict.CONTRADICTED, Verdict.ALTERED, Verdict.WEAKENED, Verdict.LOST, Verdict.VERBATIM)
    figure = DISTORTED.score(judged(*((FOUND, verdict, 1.0) for verdict in verdicts)))
    assert (figure.value, figure.n) == (3, 5)


def test_without_facts_there_is_no_number():
    assert DISTORTED.score(judged(note="Its summary needs a model.")).detail == "Its summary needs a model."


def claim(kind: str) -> Claim:
    return Claim(compaction=1, quote=Quote(1, 0, 1), text="x", kind=kind, subject="approval", why="")


def test_claims_are_counted_and_contradicted_ones_told():
    figure = UNSUPPORTED.score(judged(claims=(claim("unsupported"), claim("contradicted"))))
    assert (figure.value, figure.detail) == (2, "1 contradicted")


def test_without_a_summary_there_is_nothing_to_check():
    assert UNSUPPORTED.score(judged(slices=())).value is None
    assert UNSUPPORTED.score(judged(note="The summary is empty.")).value is None
    assert UNSUPPORTED.score(judged()).value == 0
