from dataclasses import replace

import pytest
from inspector.facts.pipeline import kept_on, merge, together
from inspector.verdicts.survival import survive

from inspector.model import Fact, FactKind, Quote, Verdict
from tests.talk import found


def test_facts_of_one_segment_are_known_to_the_next_under_the_same_id():
    first, second = found(
        ("human", "never edit the billing module"),
        ("summary", '1. Primary Request and Intent:\n   - The user said: "never edit the billing module"'),
        ("human", "please add a test"),
        ("summary", "x"),
    )
    carried = [fact for fact in second.facts if fact.from_summary]
    assert [fact.id for fact in carried] == [first.facts[0].id]


def test_a_fact_that_nothing_retells_is_remembered_for_some_compactions_and_not_for_ever():
    talk = [("human", "never edit module 0")]
    for number in range(1, 30):
        talk += [("summary", "Nothing."), ("human", f"never edit module {number}")]
    known = [len(one.segment.earlier) for one in found(*talk, ("summary", "Nothing."))]
    assert known[0] == 0 and known[8] == max(known) == known[-1], "what each summary is compared with does not grow"


def test_a_session_without_compactions_has_no_facts_to_lose():
    assert found(("human", "never edit the billing module")) == []


def fact(words, item, **more):
    return Fact(
        id=f"{item}", kind=FactKind.TASK, statement=words, quotes=(Quote(item, 0, len(words)),), texts=(words,), **more
    )


def test_the_same_words_said_twice_are_one_fact_with_two_quotes():
    (one,) = merge([fact("run the tests", 1), fact("Run the tests!", 5)])
    assert [quote.item for quote in one.quotes] == [1, 5] and one.id == "1"


def test_what_a_summary_repeats_stays_apart_from_what_was_said():
    assert len(merge([fact("run the tests", 1), fact("run the tests", 5, from_summary=True)])) == 2


RULE = "never edit the billing module"
KEPT = (
    ("human", "hello there"),
    ("human", RULE),
    ("summary", "Nothing."),
    ("human", "draw the tides"),
    ("agent", "ok"),
)


def verdicts(one):
    return {fact.texts[0]: judged for fact, judged in zip(one.facts, survive(one).survivals, strict=True)}


def test_what_a_kept_message_says_is_judged_again_where_that_message_goes():
    first, second = found(*KEPT, ("summary", "Tides."), keep=1)
    before, after = verdicts(first)[RULE], verdicts(second)[RULE]
    assert (before.verdict, after.verdict) == (Verdict.VERBATIM, Verdict.LOST) and after.live
    assert before.fact == after.fact


def test_what_was_taken_out_before_is_no_fact_of_the_next_segment():
    first, second = found(*KEPT, ("summary", "Tides."), keep=0)
    assert RULE in verdicts(first) and RULE not in verdicts(second)


def test_it_stays_through_every_compaction_that_keeps_the_message():
    said = (("human", RULE), ("summary", "a"), ("summary", "b"), ("summary", "c"))
    assert [list(verdicts(one)) for one in found(*said, keep=1)] == [[RULE], [RULE], [RULE]]


def test_what_no_longer_mattered_matters_no_more():
    said = (
        ("human", "hi"),
        ("human", "please mark the request as ready"),
        ("human", "actually, let's test this first"),
    )
    first, second = found(*said, ("summary", "S"), ("human", "go"), ("agent", "ok"), ("summary", "T"), keep=2)
    words = "please mark the request as ready"
    assert verdicts(first)[words].verdict is verdicts(second)[words].verdict is Verdict.SUPERSEDED


def test_evidence_in_a_kept_tail_is_lost_where_the_tail_goes():
    said = (("human", "hi"), ("agent", "x"), ("tool", "see https://example.org/tides/7"), ("summary", "Nothing."))
    first, second = found(*said, ("human", "go"), ("agent", "y"), ("summary", "None."), keep=1)
    assert [fact.value for fact in first.evidence] == [fact.value for fact in second.evidence] != []
    places = {one.evidence[0].id: one for one in (first, second)}
    assert len(places) == 1


@pytest.mark.parametrize(("item", "stands"), [(2, 1), (1, 0)])
def test_only_quotes_that_still_stand_are_told(item, stands):
    first, second = found(*KEPT, ("summary", "Tides."), keep=1)
    fact = next(fact for fact in first.facts if fact.texts[0] == RULE)
    twice = replace(fact, quotes=(Quote(item, 0, 5), Quote(1, 0, 5)), texts=("never", "hello"))
    left = kept_on(second.segment, [twice])
    assert sum(len(one.quotes) for one in left) == stands
    assert kept_on(second.segment, [twice], anew=[twice]) == ()
    assert kept_on(second.segment, [replace(twice, from_summary=True)]) == ()


def test_a_fact_that_a_summary_retells_is_the_one_that_stands():
    (first, _) = found(*KEPT, ("summary", "Tides."), keep=1)
    fact = next(fact for fact in first.facts if fact.texts[0] == RULE)
    retold = replace(fact, from_summary=True)
    other = replace(fact, id="other")
    assert together([fact], [retold, other]) == (fact, other)
