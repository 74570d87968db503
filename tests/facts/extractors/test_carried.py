from dataclasses import replace

from inspector.facts.extractors.carried import Carried, retellings

from tests.talk import found, segments

SUMMARY = (
    'Analysis:\n- User said "never edit the billing module"\n\n'
    '6. All user messages:\n   - "never edit the billing module"\n   - "what time is it?"'
)
OFFER = "Want me to remove the old loader from the package?"
TALK = (("human", "never edit the billing module"), ("summary", SUMMARY), ("human", "go on"), ("summary", "x"))


def test_a_fact_told_twice_in_a_summary_is_carried_once_and_a_question_never():
    second = replace(segments(*TALK)[1], earlier=found(*TALK)[0].facts)
    carried = list(Carried().extract(second))
    assert len(carried) == 1 and "billing" in carried[0].statement
    assert carried[0].from_summary


def test_a_fact_is_quoted_where_a_summary_tells_it_best_and_then_where_it_tells_it_again():
    second = replace(segments(*TALK)[1], earlier=found(*TALK)[0].facts)
    (fact,) = Carried().extract(second)
    assert len(fact.quotes) == len(fact.texts) == 2
    for quote, text in zip(fact.quotes, fact.texts, strict=True):
        assert quote.item == second.summary.number and SUMMARY[quote.start : quote.end] == text
    assert all("billing module" in text for text in fact.texts)


def test_a_fact_that_was_known_says_how_it_was_first_said_however_often_it_is_carried():
    (known,) = found(*TALK)[0].facts
    second = replace(segments(*TALK)[1], earlier=(known,))
    (once,) = Carried().extract(second)
    first = once.first
    assert first is not None
    assert (first.quote, first.text, first.statement) == (known.quotes[0], known.texts[0], known.statement)
    (twice,) = Carried().extract(replace(second, earlier=(once,)))
    assert twice.first == first


RETOLD = (
    ("human", "never edit the billing module"),
    ("summary", "The user forbids to edit the billing module.\nTests pass."),
    ("human", "go on"),
    ("summary", "x"),
)


def test_a_unit_of_a_summary_names_the_earlier_fact_it_tells():
    earlier = found(*RETOLD)[0].facts
    second = replace(segments(*RETOLD)[1], earlier=earlier)
    tells = {candidate.unit.text: fact for candidate, fact in retellings(second)}
    assert tells["The user forbids to edit the billing module."] == earlier[0]
    assert tells["Tests pass."] is None


def test_a_first_segment_has_nothing_told():
    assert list(retellings(segments(("human", "a"), ("summary", "b"))[0])) == []


def test_a_bullet_knows_what_its_list_is_said_to_hold():
    summary = "The user asked for:\n- short names\n\nStill pending:\n- the export"
    second = segments(("human", "short names please"), ("summary", summary), ("human", "go on"), ("summary", "x"))[1]
    seen = {candidate.unit.text: candidate.features for candidate, _ in retellings(second)}
    assert "lead says:asked" in seen["short names"] and "lead says:future" not in seen["short names"]
    assert "lead says:future" in seen["the export"]


def test_what_a_summary_says_twice_is_marked_in_both_places():
    summary = "The kestrel reader stays untouched.\n\nTests pass.\n\n- Kestrel reader stays untouched"
    second = segments(("human", "hi"), ("summary", summary), ("human", "go on"), ("summary", "x"))[1]
    twice = [candidate.unit.text for candidate, _ in retellings(second) if "told twice" in candidate.features]
    assert twice == ["The kestrel reader stays untouched.", "Kestrel reader stays untouched"]
