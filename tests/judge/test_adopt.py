from dataclasses import replace

from inspector.judge.adopt import adopt
from inspector.judge.reading import judge
from inspector.model import Basis, Fold, Verdict
from inspector.survival.survive import survive
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import judged
from tests.judge.answers import answer, claim, said, scripted
from tests.talk import found

RULE = "never write outside the feeds folder"
PORT = "always use the port 8443 for the server"
SUMMARY = f"Work goes on. Tests pass. They said: {RULE}."


def outcome_of(*answers):
    (one,) = found(("human", RULE), ("human", PORT), ("summary", SUMMARY))
    ask, _ = scripted(*answers)
    return survive(one), judge(one.segment, ask, model="m")


KEPT = said(RULE, "L1", state="verbatim", evidence=RULE)
LATER = said("always use the port 8443", "L2", state="contradicted", evidence="Work goes on.")


def rows(outcome):
    pairs = zip(outcome.facts, outcome.survivals, strict=True)
    return [(fact.statement, survival.verdict, survival.basis) for fact, survival in pairs]


def test_a_statement_that_quotes_a_sentence_has_its_id_and_takes_its_row():
    exact, told = outcome_of(answer([KEPT, LATER]))
    both = adopt(exact, told)
    assert rows(both) == [
        (RULE, Verdict.VERBATIM, Basis.JUDGED),
        ("always use the port 8443", Verdict.CONTRADICTED, Basis.JUDGED),
    ]
    assert [fact.id for fact in both.facts] == [fact.id for fact in exact.facts]
    assert [survival.fact for survival in both.survivals] == [fact.id for fact in both.facts]


def test_a_sentence_that_the_judge_does_not_quote_or_only_in_part_keeps_its_exact_row_behind_the_judges():
    for part in ([], [said("use the port", "L2", state="lost")]):
        exact, told = outcome_of(answer([KEPT, *part]))
        first, *told, rest = rows(adopt(exact, told))
        assert (first, rest) == ((RULE, Verdict.VERBATIM, Basis.JUDGED), (PORT, Verdict.ABSENT, Basis.COUNTED))
        assert len(told) == len(part)


def test_two_statements_of_one_sentence_take_its_one_row():
    first, second = said("always use the port", "L2", state="lost"), said("8443 for the server", "L2", state="lost")
    exact, told = outcome_of(answer([first, second]))
    both = adopt(exact, told)
    assert [statement for statement, _, _ in rows(both)] == ["always use the port", "8443 for the server", RULE]
    assert len({fact.id for fact in both.facts}) == 3


def test_a_sentence_that_a_wider_statement_takes_the_place_of_stays_where_a_person_decided_on_it():
    (one,) = found(("human", f"{RULE}. {PORT}."), ("summary", SUMMARY))
    ask, _ = scripted(answer([said(f"{RULE}. {PORT}.", "L1", state="lost")]))
    exact = survive(one)
    both = adopt(exact, judge(one.segment, ask, model="m"))
    assert len(both.facts) == 1 and len(both.replaced) == 1
    ((hidden, _),) = both.replaced
    judgements = Judgements()
    assert hidden.id not in {row.fact.id for row in judged(both, judgements)}
    judgements.enter_verdict(hidden.id, both.compaction.number, Verdict.LOST)
    assert [row.entered for row in judged(both, judgements) if row.fact.id == hidden.id] == [Verdict.LOST]


def test_a_pasted_block_stays_where_a_line_of_it_is_quoted():
    (one,) = found(("human", f"See:\n```\n{PORT}\nmore of it\n```"), ("summary", SUMMARY))
    ask, _ = scripted(answer([said(PORT, "L1", state="lost")]))
    both = adopt(survive(one), judge(one.segment, ask, model="m"))
    assert [fact.fold for fact in both.facts] == [None, Fold.SHORT, Fold.PASTED]


def test_doubted_claims_are_listed_and_supported_ones_stand_apart():
    exact, told = outcome_of(
        answer([KEPT], [claim("Tests pass.", "unsupported"), claim("Work goes on.", "supported", "L1")])
    )
    both = adopt(exact, told)
    assert [one.text for one in both.claims] == ["Tests pass."]
    assert [one.text for one in both.supported] == ["Work goes on."]


def test_a_judge_that_could_not_read_it_changes_nothing():
    exact, told = outcome_of(answer([KEPT]))
    assert adopt(exact, replace(told, passes=0)) is exact


def test_without_any_fact_there_is_nothing_to_list():
    both = adopt(*(replace(one, facts=(), survivals=()) for one in outcome_of(answer([KEPT]))))
    assert both.facts == () and both.survivals == ()


def test_where_a_judge_quotes_an_earlier_summary_the_persons_own_words_lead():
    _, one = found(("human", RULE), ("summary", SUMMARY), ("agent", "Going on."), ("summary", "Work goes on."))
    ask, _ = scripted(answer([said(RULE, "S1", state="lost")]))
    both = adopt(survive(one), judge(one.segment, ask, model="m"))
    (fact,) = (fact for fact in both.facts if fact.basis is Basis.JUDGED)
    assert [quote.item for quote in fact.quotes] == [1, 2] and not fact.from_summary
