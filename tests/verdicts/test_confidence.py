import pytest
from inspector.facts.pipeline import extract
from inspector.facts.supersede import Liveness
from inspector.verdicts.confidence import confidence, features_of
from inspector.verdicts.matchers.matcher import Match
from inspector.verdicts.survival import judge_bank, survive
from inspector.verdicts.zones import look_after

from inspector.model import Fact, FactKind, Quote, Verdict
from tests.talk import compactions, read, session

RULE = "Never edit anything outside src/feeds and tests/feeds."


def after():
    made = session(("human", RULE), ("summary", "The ferries moor at the old pier."))
    return look_after(made, compactions(made)[0], read)


def said(words=RULE, kind=FactKind.CONSTRAINT, weight=0.9, **more):
    return Fact(id="f", kind=kind, statement="s", quotes=(Quote(1, 0, 1),), texts=(words,), weight=weight, **more)


def sure(fact, alive=0.9, chance=0.9, verdict=Verdict.LOST):
    return confidence(fact, Liveness(True, "", chance=alive), "lexical", Match(verdict, "", chance=chance), after())


def test_an_accusation_is_surer_the_plainer_it_was_said_matters_and_is_gone():
    plain = sure(said())
    assert 0.6 <= plain <= 1
    assert sure(said(weight=0.3)) < plain
    assert sure(said(), chance=0.5) < plain
    assert sure(said(), alive=0.45) < plain


def test_a_rule_is_surer_lost_where_a_name_of_it_or_all_that_it_is_about_stands_nowhere():
    there = "Never edit the ferries outside the old pier of the ferries."
    assert sure(said()) > sure(said("Never let the ferries moor at the old pier by night."))
    assert sure(said()) > sure(said(there)), "all its words stand there"
    assert sure(said()) > sure(said(RULE, FactKind.TASK)), "a task may be done"


@pytest.mark.parametrize("verdict", [Verdict.UNDECIDED, Verdict.SUPERSEDED])
def test_what_decides_nothing_has_none(verdict):
    assert sure(said(), verdict=verdict) is None


def test_words_that_stand_there_are_surer_kept_than_some_that_are_alike():
    live = Liveness(True, "", chance=0.9)
    exact = confidence(said(), live, "exact", Match(Verdict.VERBATIM, ""), after())
    alike = confidence(said(), live, "lexical", Match(Verdict.REWORDED, "", similarity=0.4, chance=0.5), after())
    assert exact > alike


def test_a_fact_of_a_bank_is_weighed_by_nobody():
    made = session(("human", RULE), ("summary", "The ferries moor at the old pier."))
    (outcome,) = judge_bank(made, compactions(made), read, (said(),))
    assert outcome.survivals[0].verdict is Verdict.LOST and outcome.survivals[0].confidence is None
    assert features_of(said(), Liveness(True, ""), "lexical", Match(Verdict.LOST, ""), after()) is None


def test_every_verdict_on_harm_or_kept_words_carries_it():
    made = session(("human", RULE), ("summary", "The ferries moor at the old pier."))
    for found in extract(made, compactions(made), read):
        told = survive(found).survivals
        assert told and all(0 < one.confidence < 1 for one in told if one.verdict is Verdict.LOST)
