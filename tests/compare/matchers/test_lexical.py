from inspector.compare.matchers.lexical import MATCHER
from inspector.compare.zones import look_after
from inspector.model import Fact, FactKind, Quote, Verdict
from tests.talk import compactions, read, session


def match(words, summary, kind=FactKind.CONSTRAINT):
    made = session(("human", words), ("summary", summary))
    fact = Fact(id="f", kind=kind, statement="s", quotes=(Quote(1, 0, 1),), texts=(words,))
    return MATCHER.match(fact, look_after(made, compactions(made)[0], read))


def test_no_word_in_common_is_lost_without_a_nearest_passage():
    found = match("store timestamps in UTC", "Nothing was said.")
    assert found.verdict is Verdict.LOST and found.nearest is None and found.similarity == 0.0


def test_numbers_that_agree_outweigh_other_words():
    found = match(
        "retry at most 4 times and never wait over 90 seconds", "No more than 4 retries and 90 seconds of waiting."
    )
    assert found.verdict is Verdict.REWORDED


def test_a_lost_only_weakens():
    found = match("only the harbour feeds get the new backoff", "The feeds get the new backoff everywhere in town.")
    assert found.verdict is Verdict.WEAKENED and "only" in found.why


def test_that_numbers_agree_is_said_only_where_they_do():
    other = "moor the three ferries at the old pier by night"
    assert "agree" in match(other, "The three ferries moor at the old pier by night, as agreed.").why
    found = match(f"{other} at 4", "The three ferries moor at the old pier by night, as agreed.", FactKind.TASK)
    assert found.verdict is Verdict.REWORDED and "numbers" not in found.why
