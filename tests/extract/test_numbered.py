import pytest

from inspector.extract.extractors.statements import Statements
from inspector.extract.numbered import answers, confirms, questions, recommended
from inspector.extract.said import said
from inspector.extract.units import split
from tests.talk import segment

ASKED = """Before I start:

1. **Tables:** Should the tide tables live in one file?
 - **One file per harbour (recommended):** easier to diff;
 - one for all.
2. **Gauges:** May I restart them? Recommended: restart them at low tide only.
3. **Charts:** Which size?
4. **Lanterns:** My recommendation is: leave the lanterns to the keeper.
"""
REPLY = """1. recommended
2. Yes
3. A4, in landscape
4. Don't touch them before the new keeper has seen them all, and ask him first"""


def candidates(reply, asked=ASKED):
    return list(said(segment(("human", "draw the tides"), ("agent", asked), ("human", reply))))[1:]


def test_what_is_recommended_and_confirmed_is_decided_in_the_agents_words():
    first, second, *_ = candidates(REPLY)
    assert [first.source, second.source] == ["agreed", "agreed"]
    assert [first.unit.text, second.unit.text] == ["One file per harbour", "restart them at low tide only."]
    for one in (first, second):
        assert ASKED[one.unit.start : one.unit.end] == one.unit.text


def test_an_answer_stands_with_the_question_of_its_number():
    third = candidates(REPLY)[2]
    assert (third.source, third.unit.lead, third.unit.text) == ("answer", "Charts: Which size?", "A4, in landscape")
    assert REPLY[third.unit.start : third.unit.end] == third.unit.text
    found = Statements().extract(segment(("human", "tides"), ("agent", ASKED), ("human", REPLY)))
    assert '"Charts: Which size?"="A4, in landscape"' in [fact.statement for fact in found]


def test_a_long_answer_says_itself_what_it_is_about():
    assert candidates(REPLY)[3].source == "human"


@pytest.mark.parametrize(
    ("reply", "asked"),
    [
        ("1. draw the tides\n2. drop the moons", "1. Draw the tides\n2. Drop the moons\n3. Keep the stars\n\nWhich?"),
        ("1. one file\nand then look at the moons\nand the stars\nand at all the rest", ASKED),
        ("7. yes\n8. no", ASKED),
        ("1. yes", ASKED),
    ],
)
def test_numbers_of_a_proposal_single_ones_and_those_of_no_question_answer_nothing(reply, asked):
    assert answers(split(reply, clauses=True), reply, lambda: asked) == {}


def test_the_last_list_is_the_one_that_asks():
    asked = questions("1. read\n2. draw\n\nNow:\n1. Which port?\n2. Which pier?")
    assert [question.words for question in asked.values()] == ["Which port?", "Which pier?"]


def test_where_nothing_is_recommended_there_is_nothing_to_confirm():
    assert recommended(questions(ASKED)[3]) is None


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ("Recommended default", True),
        ("Go with recommended", True),
        ("Yes", True),
        ("ok", True),
        ("Confirm", True),
        ("Recommended, but only for one port", False),
        ("No", False),
        ("Experimental for now", False),
    ],
)
def test_only_what_adds_nothing_confirms(words, taken):
    assert confirms(words) is taken
