from dataclasses import replace

from inspector.model import FactKind, Verdict
from inspector.report.headlines import risk
from inspector.report.told import GROUPS


def test_what_is_accused_comes_first_then_the_lists_in_their_order_then_the_work(report, exact):
    harm = report.compactions[0].facts[0]
    work = replace(harm, harm=False, kind=FactKind.FINDING)
    facts = [*exact.compactions[0].facts, *exact.compactions[1].facts]
    ranked = [fact.group for fact in sorted([work, *facts, harm], key=risk)]
    assert ranked[0] == "" and ranked[-1] == "work"
    assert [*dict.fromkeys(ranked)][1:] == [name for name in GROUPS if name in ranked]


def test_within_a_list_facts_stand_in_the_order_said(exact):
    fact = next(fact for fact in exact.compactions[0].facts if fact.group == "absent")
    later = replace(fact, said=(replace(fact.said[0], item=9),))
    assert sorted([later, fact], key=risk) == [fact, later]


def test_every_harm_has_its_place_and_the_opposite_of_what_was_said_comes_first(report):
    fact = report.compactions[0].facts[0]
    harms = (Verdict.LOST, Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED)
    ranked = sorted(harms, key=lambda one: risk(replace(fact, verdict=one)))
    assert ranked == [Verdict.CONTRADICTED, Verdict.ALTERED, Verdict.LOST, Verdict.WEAKENED]


def test_a_rule_comes_before_a_task(report):
    fact = report.compactions[0].facts[0]
    assert risk(replace(fact, kind=FactKind.CONSTRAINT)) < risk(replace(fact, kind=FactKind.TASK))
