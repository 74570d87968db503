from dataclasses import replace

import pytest
from inspector.verdicts.survival import survive

from inspector.model import Verdict
from tests.talk import found

RULE = "never edit anything outside the feeds folder"


@pytest.mark.parametrize(
    ("who", "text", "note"),
    [
        ("encrypted", "gAAAA", "Cannot be assessed: its summary is encrypted"),
        ("summary", "API Error: 529 overloaded", "error"),
        ("summary", "I can't help with summarizing this conversation.", "refusal"),
        ("summary", "word " * 4000, "longer"),
    ],
)
def test_a_summary_that_is_none_is_named_and_decides_nothing(who, text, note):
    (one,) = found(("human", RULE), (who, text))
    outcome = survive(one)
    assert note in outcome.note
    assert [survival.verdict for survival in outcome.survivals] == [Verdict.UNDECIDED]
    assert outcome.claims == ()


def test_an_empty_summary_can_be_judged_and_keeps_nothing():
    (one,) = found(("human", RULE), ("summary", "   "))
    outcome = survive(one)
    assert outcome.note == ""
    (survival,) = outcome.survivals
    assert survival.verdict is Verdict.LOST and not survival.evidence


def test_a_summary_of_another_logs_history_accuses_nothing():
    (one,) = found(("summary", "The user asked for retries. " * 200), ("human", "go on"))
    outcome = survive(one)
    assert "not in this log" in outcome.note
    assert (outcome.survivals, outcome.claims) == ((), ())


def test_kept_messages_are_judged_even_without_a_summary():
    (one,) = found(("human", "hello"), ("human", RULE), ("encrypted", "gAAAA"), keep=1)
    assert Verdict.VERBATIM in [survival.verdict for survival in survive(one).survivals]


def test_nothing_is_lost_where_the_log_lacks_what_was_kept():
    (one,) = found(("human", RULE), ("summary", "Nothing."))
    record = replace(one.segment.compaction.record, status="partial")
    segment = replace(one.segment, compaction=replace(one.segment.compaction, record=record))
    (survival,) = survive(replace(one, segment=segment)).survivals
    assert survival.verdict is Verdict.UNDECIDED and "does not hold" in survival.why


@pytest.mark.parametrize(
    ("rule", "summary", "verdict"),
    [
        ("never push to git@REDACTED before the tides are drawn", "The charts were coloured.", Verdict.UNDECIDED),
        ("never push to the harbour before the tides are drawn", "The charts were coloured.", Verdict.LOST),
        ("never push to git@REDACTED", "He said: never push to git@REDACTED", Verdict.VERBATIM),
    ],
)
def test_what_is_blacked_out_in_part_is_not_called_lost(rule, summary, verdict):
    (one,) = found(("human", rule), ("summary", summary))
    (survival,) = survive(one).survivals
    assert survival.verdict is verdict
    assert (verdict is Verdict.UNDECIDED) == ("blacked out" in survival.why)


@pytest.mark.parametrize("text", [f"Error: could not sum up: {RULE}", f"I'm sorry, I can't sum up “{RULE}”."])
def test_what_an_error_or_a_refusal_repeats_is_not_kept(text):
    (one,) = found(("human", RULE), ("human", "run `make tides`"), ("summary", text))
    survivals = survive(one).survivals
    assert {survival.verdict for survival in survivals} == {Verdict.UNDECIDED}
    assert not any(survival.evidence for survival in survivals)
