from inspector.verdicts.matchers.answers import MATCHER
from inspector.verdicts.zones import look_after

from inspector.model import Fact, FactKind, Quote, Verdict
from tests.talk import compactions, read, session

ANSWER = '"Where should the share action live?"="Both"'
FACT = Fact(id="f", kind=FactKind.DECISION, statement="s", quotes=(Quote(1, 0, 1),), texts=(ANSWER,))


def match(summary, fact=FACT):
    made = session(("human", "x"), ("summary", summary))
    return MATCHER.match(fact, look_after(made, compactions(made)[0], read))


def test_a_short_answer_counts_beside_its_question_only():
    assert match('Selected "Both" for the share action').verdict is Verdict.VERBATIM
    assert match("Both tests pass.") is None


def test_what_is_no_answer_is_left_to_others():
    fact = Fact(id="f", kind=FactKind.TASK, statement="s", quotes=(Quote(1, 0, 1),), texts=("fix it",))
    assert match("fix it", fact) is None
