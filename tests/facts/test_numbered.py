import pytest
from inspector.facts.extractors.statements import Statements
from inspector.facts.numbered import answers, questions
from inspector.facts.said import said
from inspector.text.units import split
from inspector.verdicts.survival import survive

from inspector.model import Role, Verdict
from tests.talk import found, segment

ASKED = """Before I start:

1. **Tables:** Should the tide tables live in one file?
 - **One file per harbour (recommended):** easier to diff;
 - one for all.
2. **Gauges:** May I restart them? Recommended: yes, restart them at low tide only.
3. **Charts:** Which size?
4. **Lanterns:** My recommendation is: leave the lanterns to the keeper.
"""
REPLY = """1. recommended
2. Yes
3. A4, in landscape
4. Don't touch them before the new keeper has seen them all, and ask him first"""


def candidates(reply, asked=ASKED):
    return list(said(segment(("human", "draw the tides"), ("agent", asked), ("human", reply))))[1:]


def test_an_answer_is_said_in_its_own_words_beside_the_question_of_its_number():
    third = candidates(REPLY)[1]
    assert (third.source, third.unit.text) == ("answer", "A4, in landscape")
    assert REPLY[third.unit.start : third.unit.end] == third.unit.text
    ((question),) = third.parts
    assert (question.role, question.text) == (Role.QUESTION, "**Charts:** Which size?")
    assert ASKED[question.quote.start : question.quote.end] == question.text
    found = Statements().extract(segment(("human", "tides"), ("agent", ASKED), ("human", REPLY)))
    _, fact = (fact for fact in found if fact.parts)
    assert fact.statement == '"Charts: Which size?"="A4, in landscape"'
    assert fact.texts == ("A4, in landscape",)


@pytest.mark.parametrize(
    ("options", "verdict"),
    [("\n - **Shared:** one file for all harbours\n - own", Verdict.REWORDED), ("", Verdict.UNDECIDED)],
)
def test_an_answer_is_looked_for_with_the_option_it_chose(options, verdict):
    asked = f"1. **Tables:** Where?{options}\n2. **Charts:** Which size?"
    (one,) = found(
        ("human", "go"),
        ("agent", asked),
        ("human", "1. shared\n2. A4"),
        ("summary", "- Tables: one file for all harbours."),
    )
    verdicts = {fact.texts[0]: judged.verdict for fact, judged in zip(one.facts, survive(one).survivals, strict=True)}
    assert verdicts["shared"] is verdict


def test_an_answer_that_is_not_found_by_its_words_is_undecided_where_something_is_near():
    asked = "1. **Tables:** Should each port have its own?\n2. **Gauges:** May I restart them?"
    for summary, verdict in (("- The ports were drawn first.", Verdict.UNDECIDED), ("Moons.", Verdict.LOST)):
        (one,) = found(("human", "go"), ("agent", asked), ("human", "1. separate\n2. tonight"), ("summary", summary))
        verdicts = {
            fact.texts[0]: judged.verdict for fact, judged in zip(one.facts, survive(one).survivals, strict=True)
        }
        assert verdicts["separate"] is verdict


def test_an_answer_is_undecided_where_the_passage_of_its_question_names_something_else():
    asked = "1. **Keys:** Where do the keys of the harbour lights lie? My advice is:\n2. **Charts:** Which size?"
    summary = "**Keys**: the keys of the harbour lights lie in Keychain."
    (one,) = found(("human", "go"), ("agent", asked), ("human", "1. Acceptable.\n2. A4"), ("summary", summary))
    judged = {fact.texts[0]: judged for fact, judged in zip(one.facts, survive(one).survivals, strict=True)}
    assert judged["Acceptable."].verdict is Verdict.UNDECIDED and "Keychain" in judged["Acceptable."].nearest.text


def test_the_same_answer_to_two_questions_is_two_decisions():
    asked = "1. May I restart the gauges?\n2. May I move the piers?"
    (one,) = found(("human", "go"), ("agent", asked), ("human", "1. yes\n2. yes"), ("summary", "S"))
    assert [fact.statement for fact in one.facts if fact.parts] == [
        '"May I restart the gauges?"="yes"',
        '"May I move the piers?"="yes"',
    ]


def test_a_long_answer_says_itself_what_it_is_about():
    assert candidates(REPLY)[2].source == "human"


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
