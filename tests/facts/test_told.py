from dataclasses import replace

from inspector.facts.told import told
from tests.talk import found, segments

TALK = (
    ("human", "never edit the billing module"),
    ("summary", "The user forbids to edit the billing module.\nTests pass."),
    ("human", "go on"),
    ("summary", "x"),
)


def test_a_unit_of_a_summary_names_the_earlier_fact_it_tells():
    earlier = found(*TALK)[0].facts
    second = replace(segments(*TALK)[1], earlier=earlier)
    tells = {candidate.unit.text: fact for candidate, fact in told(second)}
    assert tells["The user forbids to edit the billing module."] == earlier[0]
    assert tells["Tests pass."] is None


def test_a_first_segment_has_nothing_told():
    assert list(told(segments(("human", "a"), ("summary", "b"))[0])) == []


def test_a_bullet_knows_what_its_list_is_said_to_hold():
    summary = "The user asked for:\n- short names\n\nStill pending:\n- the export"
    second = segments(("human", "short names please"), ("summary", summary), ("human", "go on"), ("summary", "x"))[1]
    seen = {candidate.unit.text: candidate.features for candidate, _ in told(second)}
    assert "lead says:asked" in seen["short names"] and "lead says:future" not in seen["short names"]
    assert "lead says:future" in seen["the export"]


def test_what_a_summary_says_twice_is_marked_in_both_places():
    summary = "The kestrel reader stays untouched.\n\nTests pass.\n\n- Kestrel reader stays untouched"
    second = segments(("human", "hi"), ("summary", summary), ("human", "go on"), ("summary", "x"))[1]
    twice = [candidate.unit.text for candidate, _ in told(second) if "told twice" in candidate.features]
    assert twice == ["The kestrel reader stays untouched.", "Kestrel reader stays untouched"]
