from dataclasses import replace

from inspector.model import Claim, FactKind, Quote, Verdict
from inspector.rerun.scorers.facts import CONTRADICTED, IN_SUMMARY, STATEMENTS, UNSUPPORTED, USED_AGAIN
from tests.made_judged import READ, judged

RULE, TASK = FactKind.CONSTRAINT, FactKind.TASK


def test_without_a_judge_words_alone_are_kept_and_a_judge_knows_other_words():
    facts = (RULE, Verdict.VERBATIM, 1), (RULE, Verdict.REWORDED, 1), (RULE, Verdict.WEAKENED, 1)
    assert STATEMENTS.score(judged(*facts)).detail == "1 of 3"
    assert STATEMENTS.score(judged(*facts, by=READ)).detail == "2 of 3"


def test_statements_that_are_done_with_are_left_out():
    facts = (RULE, Verdict.LOST, 1), (RULE, Verdict.SUPERSEDED, 1), (RULE, Verdict.VERBATIM, 1)
    assert STATEMENTS.score(judged(*facts, live=[False, True, True])).value == 1


def test_undecided_statements_are_in_no_share_and_open_its_bounds():
    figure = STATEMENTS.score(
        judged((RULE, Verdict.VERBATIM, 1), (RULE, Verdict.LOST, 1), (RULE, Verdict.UNDECIDED, 1))
    )
    assert (figure.value, figure.n) == (0.5, 2)
    assert (figure.low, figure.high) == (1 / 3, 2 / 3)
    assert figure.detail == "1 of 2; 1 undecided"


def test_where_no_statement_is_decided_the_share_is_unknown():
    figure = STATEMENTS.score(judged((RULE, Verdict.UNDECIDED, 1)))
    assert figure.value is None and "undecided" in figure.detail


def test_without_statements_there_is_no_share():
    assert STATEMENTS.score(judged((FactKind.FINDING, Verdict.LOST, 1))).value is None


def test_statements_count_one_each_and_evidence_not_at_all():
    facts = (RULE, Verdict.VERBATIM, 5.0), (TASK, Verdict.LOST, 1.0), (FactKind.FINDING, Verdict.LOST, 9.0)
    figure = STATEMENTS.score(judged(*facts))
    assert (figure.value, figure.n) == (0.5, 2)


def test_the_summary_alone_is_judged_by_what_it_says_itself():
    whole = judged((RULE, Verdict.VERBATIM, 1.0), (TASK, Verdict.VERBATIM, 1.0))
    alone = replace(whole, alone=(whole.survivals[0], replace(whole.survivals[1], verdict=Verdict.LOST)))
    assert (IN_SUMMARY.score(alone).value, STATEMENTS.score(alone).value) == (0.5, 1.0)
    nothing = replace(whole, run=replace(whole.run, slices=()))
    assert IN_SUMMARY.score(nothing).detail == "No summary was written."
    assert IN_SUMMARY.score(whole).value is None


def test_only_what_the_work_used_again_counts_of_its_evidence():
    made = judged(
        (FactKind.FINDING, Verdict.VERBATIM, 1.0), (FactKind.FINDING, Verdict.LOST, 1.0), (RULE, Verdict.LOST, 1)
    )
    assert USED_AGAIN.score(made).value is None
    used = replace(made, facts=(replace(made.facts[0], needed_later=True), *made.facts[1:]))
    assert (USED_AGAIN.score(used).value, USED_AGAIN.score(used).n) == (1.0, 1)


def test_only_contradicted_statements_are_counted_as_such():
    facts = (RULE, Verdict.CONTRADICTED, 1), (TASK, Verdict.ALTERED, 1), (FactKind.FINDING, Verdict.CONTRADICTED, 1)
    assert CONTRADICTED.score(judged(*facts)).value == 1


def test_without_facts_there_is_no_number():
    assert CONTRADICTED.score(judged(note="Its summary needs a model.")).detail == "Its summary needs a model."


def claim(kind: str) -> Claim:
    return Claim(compaction=1, quote=Quote(1, 0, 1), text="x", kind=kind, why="")


def test_claims_are_counted_and_contradicted_ones_told():
    figure = UNSUPPORTED.score(judged(claims=(claim("unsupported"), claim("contradicted")), by=READ))
    assert (figure.value, figure.detail) == (2, "1 contradicted")


def test_without_a_summary_there_is_nothing_to_check():
    assert UNSUPPORTED.score(judged(slices=())).value is None
    assert UNSUPPORTED.score(judged(note="The summary is empty.")).value is None
    assert UNSUPPORTED.score(judged(by=READ)).value == 0


def test_without_a_judge_nobody_knows_what_is_unsupported():
    assert UNSUPPORTED.score(judged()).value is None
