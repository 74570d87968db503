import json

import pytest

from inspector.facts.extractors.decisions import Decisions
from inspector.model import FactKind, ItemKind, Role
from tests.made_rejections import told
from tests.talk import segment

REFUSED = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"


def test_a_no_turns_down_the_offer_before_it():
    offer = "Want me to remove the unused loader from the package?"
    ((words, parts),) = told(
        ("agent", f"All is green. {offer}"), ("human", "no, leave it, otherwise the mirror breaks")
    )
    assert words.startswith("no, leave it") and ("rejected", offer) in parts
    assert ("reason", "otherwise the mirror breaks") in parts


def test_a_no_turns_down_the_step_that_was_announced_where_it_says_to_undo_it():
    step = "Now let me also filter the moon feeds in the loop:"
    ((_, parts),) = told(("agent", step), ("human", "no, revert that please, the moons belong there"))
    assert parts[0] == ("rejected", step)
    assert told(("agent", step), ("human", "no idea what the moons are for")) == []


def test_this_instead_of_that_names_both():
    ((_, parts),) = told(("agent", "Done."), ("human", "use one pool per feed instead of a global lock"))
    assert parts == [("rejected", "a global lock"), ("chosen", "use one pool per feed")]


def test_a_question_about_this_instead_of_that_turns_nothing_down():
    assert told(("agent", "Done."), ("human", "should we use pools instead of locks?")) == []


def refusal(words, call):
    text = json.dumps(call)
    calls = {
        1: {"kind": ItemKind.TOOL_CALL, "call_id": "c"},
        2: {"call_id": "c", "error": True},
        3: {"call_id": "c"},
    }
    return told(("agent", text), ("tool", REFUSED + words), ("feedback", words), calls=calls)


def test_a_call_that_was_refused_with_words_is_turned_down():
    ((words, parts),) = refusal("don't push this, it has to be reviewed", {"command": "git push origin tides"})
    assert words == "don't push this, it has to be reviewed"
    assert parts[0] == ("rejected", "git push origin tides")


@pytest.mark.parametrize("words", ["what are you doing?", "hang on a sec, I'll get you the log", "ok"])
def test_a_call_that_was_only_interrupted_is_not(words):
    assert refusal(words, {"command": "git push origin tides"}) == []


def test_a_plan_that_was_refused_with_feedback_is_turned_down_by_its_head():
    calls = {
        1: {"kind": ItemKind.TOOL_CALL, "call_id": "c"},
        2: {"call_id": "c", "error": True},
        3: {"call_id": "c", "detail": "plan_feedback"},
    }
    plan = json.dumps({"plan": "# Rewrite the tide parser in one go\nfirst this, then that"})
    words = "don't rewrite it, change the reader only"
    ((said, parts),) = told(("agent", plan), ("plan", REFUSED + words), ("feedback", words), calls=calls)
    assert said in words and parts[0] == ("rejected", "# Rewrite the tide parser in one go")


def test_a_rejection_is_a_decision_that_holds_its_parts():
    facts = list(
        Decisions().extract(segment(("agent", "Done."), ("human", "use one pool per feed instead of a global lock")))
    )
    (fact,) = [fact for fact in facts if fact.parts]
    assert fact.kind is FactKind.DECISION and fact.parts[0].role is Role.REJECTED


@pytest.mark.parametrize(
    "reply", ["no such file or directory: tests/run.sh", "No tests were found, look at the config"]
)
def test_a_message_of_a_program_refuses_no_offer(reply):
    offer = ("agent", "The import is mended. Should I run the whole test suite now?")
    assert told(offer, ("human", reply)) == []
    assert told(offer, ("human", "no that is too slow, run the feeds alone"))


def test_what_is_forbidden_in_place_of_something_is_not_chosen():
    assert told(("agent", "ok"), ("human", "don't use mocks instead of the real clock")) == []
