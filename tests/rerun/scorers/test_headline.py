from dataclasses import replace
from functools import partial

from inspector.model import Basis, Claim, Evidence, FactKind, Quote, Verdict, Zone
from inspector.rerun.scorers.headline import HEADLINE
from inspector.rerun.scores import scores_of
from tests.made_judged import READ
from tests.made_judged import judged as made_judged

judged = partial(made_judged, by=READ)
RULE, FOUND = FactKind.CONSTRAINT, FactKind.FINDING


def claim(start=0, end=9, kind="unsupported"):
    return Claim(compaction=1, quote=Quote(1, start, end), text="It passes.", kind=kind, why="", basis=Basis.JUDGED)


def test_it_is_the_share_of_statements_kept():
    figure = HEADLINE.score(
        judged((RULE, Verdict.VERBATIM, 1.0), (RULE, Verdict.LOST, 1.0), (FOUND, Verdict.LOST, 1.0))
    )
    assert (figure.value, figure.n) == (0.5, 2)
    assert figure.detail == "1 of 2 kept, less 0 contradicted and 0 false claims"


def test_what_is_contradicted_or_invented_is_taken_off_so_that_a_lie_is_worse_than_nothing():
    facts = ((RULE, Verdict.VERBATIM, 1.0), (RULE, Verdict.CONTRADICTED, 1.0)) * 10
    lies = HEADLINE.score(judged(*facts, claims=(claim(), claim(20, 30, "contradicted"))))
    assert lies.value == -0.1 < HEADLINE.score(judged((RULE, Verdict.LOST, 1.0))).value


def test_where_little_was_said_a_slip_takes_off_a_tenth_and_not_all():
    one = HEADLINE.score(judged((RULE, Verdict.VERBATIM, 1.0), claims=(claim(), claim(20, 30))))
    assert one.value == 0.8


def test_a_claim_in_the_words_of_a_contradicted_statement_counts_once():
    made = judged((RULE, Verdict.CONTRADICTED, 1.0), claims=(claim(5, 15), claim(40, 50)))
    denial = Evidence(Zone.SUMMARY, 1, 0, 10, "Not wanted")
    denied = tuple(replace(one, evidence=(denial,)) for one in made.survivals)
    made = replace(made, survivals=denied)
    assert HEADLINE.score(made).detail.endswith("less 1 contradicted and 1 false claims")


def test_a_supported_claim_takes_nothing_off():
    assert HEADLINE.score(judged((RULE, Verdict.VERBATIM, 1.0), claims=(claim(kind="supported"),))).value == 1.0


def test_undecided_statements_make_it_a_lower_bound():
    figure = HEADLINE.score(judged((RULE, Verdict.VERBATIM, 1.0), (RULE, Verdict.UNDECIDED, 1.0)))
    assert (figure.low, figure.high) == (0.5, 1.0)


def test_without_statements_that_matter_there_is_none():
    assert HEADLINE.score(judged((RULE, Verdict.LOST, 1.0), live=[False])).value is None
    assert HEADLINE.score(judged(note="The summary cannot be read.")).detail == "The summary cannot be read."


def test_figures_about_what_a_judge_said_are_judged():
    made = judged((RULE, Verdict.VERBATIM, 1.0))
    told = {score.metric: score for score in scores_of([replace(made, by=READ)])}
    assert told["headline"].basis is told["statements_kept"].basis is Basis.JUDGED
    assert told["tokens_after"].basis is not Basis.JUDGED
