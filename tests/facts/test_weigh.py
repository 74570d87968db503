import pytest
from inspector.facts.forms import says_nothing
from inspector.facts.said import said
from inspector.facts.weigh import scope_of, strength_of, surety

from inspector.model import FactKind, Strength
from tests.talk import found, segment


@pytest.mark.parametrize(
    ("text", "strength"),
    [
        ("never push to main", Strength.MUST),
        ("the report should mention the date", Strength.SHOULD),
        ("you may skip the slow tests", Strength.MAY),
        ("必须先运行测试", Strength.MUST),
    ],
)
def test_a_rule_binds_as_strongly_as_its_words(text, strength):
    assert strength_of(FactKind.CONSTRAINT, text) is strength


def test_what_is_no_rule_has_no_strength():
    assert strength_of(FactKind.TASK, "always do it") is None


def test_the_scope_is_told_in_its_own_words():
    assert scope_of("only use tabs for now") == "for now"
    assert scope_of("use tabs") == ""


def test_a_fact_weighs_as_much_as_it_is_sure_to_be_a_statement():
    (one,) = found(("human", "you must never push to main without asking me first. hm, the weather"), ("summary", "S"))
    weights = {fact.statement: fact.weight for fact in one.facts}
    assert 0.5 < weights["you must never push to main without asking me first."] < 1


def test_pasted_lines_state_nothing_and_answers_are_sure():
    text = 'The user has answered: "Where to?"="Settings page".'
    answered, pasted = said(segment(("ask", text), ("answer", "Settings page"), ("human", "ERROR: it failed")))
    assert (surety(answered), surety(pasted)) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("words", "nothing"),
    [
        ("Good.", True),
        ("LGTM!", True),
        ("agreed", True),
        ("Good, move the pier", False),
        ("never", False),
        ("i hope you learned something.", True),
        ("Thank you so much!", True),
        ("I'm so sorry about the noise", True),
        ("Sorry, move the pier", False),
        ("thanks, now move the pier", False),
    ],
)
def test_a_word_of_approval_or_courtesy_and_no_more_says_nothing_itself(words, nothing):
    (candidate,) = (one for one in said(segment(("human", words))) if one.unit.start == 0)
    assert (surety(candidate) == 0.0) is nothing


def test_what_opens_a_list_of_wishes_states_nothing_itself():
    opened, first, *_ = said(segment(("human", "then i want\n1. short names everywhere\n2. no tabs")))
    assert surety(opened) == 0 < surety(first)


@pytest.mark.parametrize(
    "words",
    [
        "thanks a lot!",
        "It doesn't really matter",
        "ok, got it",
        "makes sense, thank you",
        "no preference",
        "I don't care",
        "cool",
    ],
)
def test_thanks_and_what_does_not_matter_say_nothing(words):
    assert says_nothing(words)


@pytest.mark.parametrize(
    "words",
    ["Sorry, use yarn", "keep it", "it doesn't matter which port, but keep the host", "thanks, now run the tests"],
)
def test_what_says_something_beside_a_courtesy_is_heard(words):
    assert not says_nothing(words)
