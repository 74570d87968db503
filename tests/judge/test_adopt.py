from dataclasses import replace

from inspector.judge.adopt import adopt, still_stands
from inspector.judge.reading import judge
from inspector.model import Basis, Verdict
from inspector.verdicts.outcome import differs
from inspector.verdicts.survival import survive
from tests.judge.answers import answer, claim, said, scripted
from tests.made_facts import PORT, survival
from tests.talk import found, read

RULE = "never write outside the feeds folder"
SUMMARY = f"Work goes on. Tests pass. They said: {RULE}."


def outcome_of(*answers):
    (one,) = found(("human", RULE), ("human", "always use the port 8443 for the server"), ("summary", SUMMARY))
    ask, _ = scripted(*answers)
    return survive(one), judge(one.segment, ask, model="m")


KEPT = said(RULE, "L1", state="verbatim", evidence=RULE)
LATER = said("use the port 8443", "L2", state="contradicted", evidence="Work goes on.")


def test_a_statement_that_both_found_keeps_the_rules_id_and_both_verdicts():
    rules, told = outcome_of(answer([KEPT, LATER]))
    both = adopt(rules, told)
    port = next(fact for fact in both.facts if "8443" in fact.statement)
    survival = next(one for one in both.survivals if one.fact == port.id)
    assert port.id in {fact.id for fact in rules.facts}
    assert (survival.verdict, survival.basis) == (Verdict.CONTRADICTED, Basis.JUDGED)
    assert survival.ruled is next(one.verdict for one in rules.survivals if one.fact == port.id)
    assert differs(survival) == (survival.ruled is not Verdict.CONTRADICTED)


def test_what_the_rules_alone_took_for_a_statement_stands_apart():
    rules, told = outcome_of(answer([KEPT]))
    both = adopt(rules, told)
    assert [fact.statement for fact, _ in both.by_judge.only_rules] == [
        fact.statement for fact in rules.facts if "use the port" in fact.statement
    ]
    assert not any("8443" in fact.statement for fact in both.facts if fact.basis is Basis.JUDGED)


def test_evidence_of_the_work_is_no_matter_of_the_judges():
    rules, told = outcome_of(answer([KEPT]))
    lost = survival(PORT, 1, Verdict.LOST)
    both = adopt(replace(rules, facts=(*rules.facts, PORT), survivals=(*rules.survivals, lost)), told)
    assert (both.facts[-1], both.survivals[-1]) == (PORT, lost)


def test_doubted_claims_are_listed_and_supported_ones_stand_apart():
    rules, told = outcome_of(
        answer([KEPT], [claim("Tests pass.", "unsupported"), claim("Work goes on.", "supported", "L1")])
    )
    both = adopt(rules, told)
    assert [one.text for one in both.claims] == ["Tests pass."]
    assert [one.text for one in both.by_judge.supported] == ["Work goes on."]


def test_a_judge_that_could_not_read_it_changes_nothing():
    rules, told = outcome_of(answer([KEPT]))
    assert adopt(rules, replace(told, passes=0)) is rules


def test_without_any_fact_there_is_nothing_to_list():
    rules, told = outcome_of(answer())
    both = adopt(replace(rules, facts=(), survivals=()), told)
    assert both.facts == () and both.survivals == ()


def test_a_judgement_of_another_log_no_longer_stands():
    (one,) = found(("human", RULE), ("summary", SUMMARY))
    (other,) = found(("human", "something else that is long enough"), ("summary", SUMMARY))
    ask, _ = scripted(answer([KEPT]))
    told = judge(one.segment, ask)
    assert still_stands(told, one.segment.session, read)
    assert not still_stands(told, other.segment.session, read)
