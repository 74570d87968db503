from inspector.model import Verdict
from inspector.said.bank import ELSEWHERE, load_bank
from inspector.survival.found import Found
from inspector.survival.survive import survive
from tests.talk import found, session

RULE = "Never push to the main branch."


def verdicts(outcome):
    return {fact.statement: survival.verdict for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)}


def test_every_sentence_has_one_standing_at_each_compaction():
    first, second = found(
        ("human", f"{RULE} Keep the old table."),
        ("summary", f"The user: {RULE}"),
        ("human", "Sort the feeds by name."),
        ("summary", "Feeds are sorted."),
    )
    assert verdicts(survive(first)) == {RULE: Verdict.VERBATIM, "Keep the old table.": Verdict.ABSENT}
    later = survive(second)
    assert [one.before for one in later.survivals] == [True, False, True]


def test_behind_an_encrypted_summary_nothing_is_called_absent():
    (one,) = found(("human", RULE), ("agent", "Fine."), ("encrypted", "gAAAA"))
    outcome = survive(one)
    assert outcome.is_unread and "encrypted" in outcome.note
    assert verdicts(outcome) == {RULE: Verdict.UNDECIDED}


def test_an_empty_summary_keeps_nothing_and_that_can_be_seen():
    (one,) = found(("human", RULE), ("agent", "Fine."), ("summary", ""))
    assert survive(one).note == "" and verdicts(survive(one)) == {RULE: Verdict.ABSENT}


def test_a_sentence_of_a_bank_that_was_never_there_is_marked_so():
    (one,) = found(("human", RULE), ("summary", "Nothing of it."))
    raw = b'{"schema": 2, "session": "x", "facts": [%s]}' % b", ".join(
        b'{"id": "%d", "kind": "said", "statement": "%s", "quotes": [{"item": 1, "start": 0, "end": 1, "text": "%s"}]}'
        % (number, words, words)
        for number, words in enumerate((RULE.encode(), b"Use tabs in all files."))
    )
    facts = load_bank(raw, session(), "bank")
    assert facts[0].quotes == (ELSEWHERE,)
    there, never = survive(Found(one.segment, facts)).survivals
    assert (there.verdict, there.before, never.verdict, never.before) == (Verdict.ABSENT, True, Verdict.ABSENT, False)


def test_a_sentence_said_again_has_at_each_compaction_its_places_up_to_there():
    first, second = found(("human", RULE), ("summary", "One."), ("human", RULE), ("summary", "Two."))
    assert [len(one.facts[0].quotes) for one in (first, second)] == [1, 2]
