import pytest

from inspector.judge.answer import read_answer
from inspector.judge.check import Checker, settled
from inspector.model import Basis, FactKind, Strength, Verdict
from inspector.reconstruct.after import look_after
from tests.judge.answers import answer, claim, said
from tests.talk import segments
from tests.worked import Used, segment

RULE = "never write outside the feeds folder"


def checked(made, statements=(), claims=()):
    checker = Checker(made, look_after(made.session, made.compaction, made.read))
    found, claimed = checker.read(read_answer(answer(statements, claims)))
    return checker, found, claimed


def one(summary, **told):
    _, (found,), _ = checked(segment(("human", RULE), summary=summary), [said(RULE, **told)])
    return found


def test_a_statement_that_stands_in_the_log_becomes_a_fact_with_its_place():
    found = one("Short.", strength="must")
    assert (found.fact.kind, found.fact.strength, found.fact.basis) == (
        FactKind.CONSTRAINT,
        Strength.MUST,
        Basis.JUDGED,
    )
    assert (found.fact.quotes[0].item, found.fact.texts) == (1, (RULE,))
    assert (found.verdict, found.doubt) == (Verdict.LOST, "")


def test_a_quote_that_stands_nowhere_is_dropped_and_counted():
    checker, found, _ = checked(segment(("human", RULE), summary="Short."), [said("always write everywhere")])
    assert found == [] and checker.dropped == 1 and (checker.trust.given, checker.trust.stood) == (1, 0)


def test_what_is_told_twice_is_one_fact():
    _, found, _ = checked(segment(("human", RULE), summary="Short."), [said(RULE), said(RULE)])
    assert len(found) == 1


@pytest.mark.parametrize(("who", "live", "listed"), [("agent", False, 0), ("agent", True, 1), ("human", False, 1)])
def test_a_step_of_the_agents_own_plan_that_is_done_is_nobodys_statement(who, live, listed):
    made = segment((who, "Extract the parser into a module."), summary="Short.")
    _, found, _ = checked(made, [said("Extract the parser into a module.", kind="decision", live=live)])
    assert len(found) == listed


def test_kept_needs_words_that_stand_there():
    assert one("Writes stay in feeds.", state="reworded", evidence="Writes stay in feeds.").verdict is Verdict.REWORDED
    doubt = one("Short.", state="reworded", evidence="Writes stay in feeds.")
    assert doubt.doubt


def test_the_same_words_are_verbatim_whatever_kept_is_called():
    found = one(f"They said: {RULE}.", state="reworded", evidence=RULE)
    assert found.verdict is Verdict.VERBATIM and found.evidence.text == RULE


@pytest.mark.parametrize("state", ["lost", "weakened", "altered", "contradicted"])
def test_harm_is_doubted_where_the_words_stand_there(state):
    assert one(f"They said: {RULE}.", state=state, evidence="They said").doubt == "its words stand there"


@pytest.mark.parametrize("state", ["weakened", "altered", "contradicted"])
def test_changed_needs_the_words_that_changed_it(state):
    assert one("Writing anywhere is fine.", state=state, evidence="Writing anywhere is fine.").doubt == ""
    assert one("Writing anywhere is fine.", state=state, evidence="write where you like").doubt


def test_a_reason_that_ends_in_a_quoted_sentence_has_one_full_stop():
    ended = one("Writing anywhere is fine.", state="altered", evidence="Writing anywhere is fine.")
    open_ended = one("Writing anywhere is fine.", state="altered", evidence="Writing anywhere is fine")
    assert ended.why == "There it says: “Writing anywhere is fine.”"
    assert open_ended.why == "There it says: “Writing anywhere is fine”."


def test_no_verdict_is_a_doubt():
    assert one("Short.", state="gone").doubt == "it was given no verdict"


def test_a_message_that_was_kept_is_verbatim_whatever_is_said_of_it():
    (made,) = segments(("human", "Old."), ("human", RULE), ("summary", "Short."), keep=1)
    _, (found,), _ = checked(made, [said(RULE, "L2", state="lost")])
    assert (found.verdict, found.evidence.item, found.doubt) == (Verdict.VERBATIM, 2, "")


def test_replaced_by_the_human_no_longer_matters():
    found = one(RULE, state="superseded", live=True)
    assert (found.verdict, found.live) == (Verdict.SUPERSEDED, False)


def test_what_only_a_summary_says_is_told_as_carried():
    _, made = segments(("human", "Old."), ("summary", f"Rule: {RULE}."), ("human", "Go."), ("summary", "Short."))
    _, (found,), _ = checked(made, [said(RULE, "L2")])
    assert found.fact.from_summary


def test_a_claim_is_listed_with_its_line():
    made = segment(Used("Bash", {"command": "pytest"}, output="3 failed"), summary="All tests pass.")
    _, _, (found,) = checked(made, claims=[claim("All tests pass.", "contradicted", "L2")])
    assert (found.kind, found.items, found.text, found.basis) == ("contradicted", (2,), "All tests pass.", Basis.JUDGED)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        (claim("All tests fail.", "contradicted", "L2"), "the summary does not say so"),
        (claim("All tests pass.", "contradicted", "L99"), "no such line"),
        (claim("All tests pass.", "contradicted"), "no line at all"),
        (claim("All tests pass.", "doubtful", "L2"), "no verdict"),
    ],
)
def test_a_claim_that_cannot_be_checked_is_dropped_and_counted(told, why):
    made = segment(Used("Bash", {"command": "pytest"}, output="3 failed"), summary="All tests pass.")
    checker, _, found = checked(made, claims=[told])
    assert found == [] and checker.dropped == 1, why


def test_an_unsupported_claim_needs_no_line():
    made = segment(("human", "Hi."), summary="The user approved it.")
    _, _, (found,) = checked(made, claims=[claim("The user approved it.", "unsupported")])
    assert found.kind == "unsupported" and found.items == ()


def test_a_doubt_is_settled_by_an_answer_that_fits_and_is_undecided_else():
    doubt = one("Short.", state="reworded", evidence="not there")
    assert settled(doubt, one("Short.")).verdict is Verdict.LOST
    left = settled(doubt, doubt)
    assert left.verdict is Verdict.UNDECIDED and "reworded" in left.why and left.doubt == ""
