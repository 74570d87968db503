from inspector.verdicts.matchers.exact import MATCHER
from inspector.verdicts.zones import look_after

from inspector.model import Fact, FactKind, Quote, Zone
from tests.talk import compactions, read, session


def test_the_evidence_is_the_place_of_the_words():
    made = session(("human", "use tabs"), ("summary", "They said use tabs."))
    fact = Fact(id="f", kind=FactKind.TASK, statement="s", quotes=(Quote(1, 0, 8),), texts=("use tabs",))
    match = MATCHER.match(fact, look_after(made, compactions(made)[0], read))
    (evidence,) = match.evidence
    assert (evidence.zone, evidence.item, evidence.start, evidence.end) == (Zone.SUMMARY, 2, 10, 18)
