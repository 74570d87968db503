from dataclasses import replace

from inspector.model import FactKind, Verdict
from inspector.report.risk import risk


def test_harm_comes_first_then_what_mattered_then_the_kind_that_binds_most(report):
    fact = report.compactions[0].facts[0]
    harm = replace(fact, harm=True, kind=FactKind.FINDING, verdict=Verdict.WEAKENED)
    live = replace(fact, harm=False, live=True, kind=FactKind.CONSTRAINT, verdict=Verdict.VERBATIM)
    done = replace(live, live=False, verdict=Verdict.LOST)
    rule = replace(harm, kind=FactKind.CONSTRAINT)
    assert sorted([done, live, harm, rule], key=risk) == [rule, harm, live, done]


def test_every_verdict_has_its_place_and_the_opposite_of_what_was_said_comes_first(report):
    fact = report.compactions[0].facts[0]
    ranked = sorted(Verdict, key=lambda one: risk(replace(fact, verdict=one)))
    assert ranked[0] is Verdict.CONTRADICTED and set(ranked) == set(Verdict)


def test_of_one_kind_what_says_the_wrong_thing_comes_before_what_is_gone(report):
    fact = report.compactions[0].facts[0]
    assert risk(replace(fact, verdict=Verdict.ALTERED)) < risk(replace(fact, verdict=Verdict.LOST))
