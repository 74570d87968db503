from inspector.facts.extractors.decisions import Decisions

from inspector.model import FactKind
from tests.talk import segment


def test_an_accepted_suggestion_is_a_decision_in_the_agents_words():
    said = "I'd suggest keeping the index in memory and rebuilding it at start."
    (fact,) = Decisions().extract(segment(("agent", said), ("human", "sounds good")))
    assert fact.kind is FactKind.DECISION and fact.texts == (said,)
