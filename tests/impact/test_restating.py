from inspector.facts.pipeline import extract
from inspector.survival.shares import shares
from inspector.survival.survive import survive

from inspector.impact.restating import mark_restated
from inspector.model import FactKind, Verdict
from inspector.reconstruct.replay import Replay
from tests.talk import compactions, read, session

RULE = "never edit anything outside the feeds folder"


def judged(*said):
    made = session(*said)
    plain = [survive(found) for found in extract(made, compactions(made), read)]
    return mark_restated(made, compactions(made), plain, Replay(made), read)


def fate(outcome, words):
    facts = zip(outcome.facts, outcome.survivals, strict=True)
    return next(survival for fact, survival in facts if fact.texts[0] == words)


def test_a_lost_rule_that_the_human_has_to_say_again_is_restated_where_he_does():
    said = f"as I said before: {RULE}"
    (one,) = judged(("human", RULE), ("summary", "The tides were read."), ("agent", "Going on."), ("human", said))
    found = fate(one, RULE)
    assert found.verdict is Verdict.RESTATED and found.again is not None and "again later" in found.why
    assert (found.again.item, found.again.by) == (4, "human")
    assert said[found.again.start : found.again.end] == found.again.text and RULE in found.again.text


def test_what_was_said_again_counts_as_lost():
    (one,) = judged(("human", RULE), ("summary", "The tides were read."), ("human", f"again: {RULE}"))
    share = shares(zip(one.facts, one.survivals, strict=True))["constraint"]
    assert (share.n, share.kept, share.lost) == (1, 0, 1)


def test_what_was_kept_is_not_restated_by_being_repeated():
    (one,) = judged(("human", RULE), ("summary", f"Rule: {RULE}."), ("human", f"again: {RULE}"))
    assert fate(one, RULE).verdict is Verdict.VERBATIM


def test_what_was_lost_and_never_said_again_stays_lost():
    (one,) = judged(("human", RULE), ("summary", "The tides were read."), ("human", "go on with the moons"))
    assert fate(one, RULE).verdict is Verdict.LOST and fate(one, RULE).again is None


def test_the_agent_restates_what_it_had_proposed_itself():
    offer = "I'd suggest to keep one pool for each harbour feed and to close it at night."
    (one,) = judged(
        ("human", "why is it slow?"),
        ("agent", f"The pool is shared. {offer}"),
        ("human", "ok, do it"),
        ("summary", "Slow reads were looked into."),
        ("agent", f"Looking at it anew. {offer}"),
    )
    found = fate(one, offer)
    assert found.verdict is Verdict.RESTATED and found.again is not None
    assert (found.again.by, found.again.item) == ("agent", 5)


def test_work_that_is_asked_for_again_is_no_loss_made_good_as_the_aftermath_says_too():
    asked = "please read the notes of the northern harbour"
    (one,) = judged(("human", asked), ("summary", "The tides were read."), ("human", f"now {asked}"))
    tasks = [survival for fact, survival in zip(one.facts, one.survivals, strict=True) if fact.kind is FactKind.TASK]
    assert [task.verdict for task in tasks] == [Verdict.LOST]
