import json
from dataclasses import replace

import pytest

from inspector.extract.extractors.decisions import Decisions
from inspector.extract.rejected import rejected
from inspector.model import FactKind, ItemKind, Role
from tests.talk import segment

OPTIONS = (
    "Two ways:\n\n**A) Store it in the metadata file** of the run\n"
    "**B) Keep a separate index file** beside it\n**C) Something else?**\n\nWhich one?"
)
REFUSED = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"


def told(*said, calls=None):
    """Deciding words, then role and words of each part; every part is checked to stand where it says."""
    of = segment(*said)
    if calls:
        of = replace(of, items=tuple(replace(item, **calls.get(item.number, {})) for item in of.items))
    found = []
    for one in rejected(of):
        for part in one.parts:
            text = of.read(of.session.items[part.quote.item - 1])
            assert text[part.quote.start : part.quote.end] == part.text
        whole = of.read(of.session.items[one.item.number - 1])
        assert whole[one.unit.start : one.unit.end] == one.unit.text
        found.append((one.unit.text, [(part.role.value, part.text) for part in one.parts]))
    return found


def test_the_options_that_were_not_chosen_are_turned_down_with_the_reason():
    said = "I'd go with B) for the harbour runs, because the metadata file is rewritten by the mirror"
    ((words, parts),) = told(("agent", OPTIONS), ("human", said))
    assert words in said
    assert parts == [
        ("chosen", "**B) Keep a separate index file** beside it"),
        ("rejected", "**A) Store it in the metadata file** of the run"),
        ("reason", "because the metadata file is rewritten by the mirror"),
    ]


def test_a_bare_choice_is_told_in_the_words_of_the_option():
    ((words, parts),) = told(("agent", OPTIONS), ("human", "A"))
    assert words == "**A) Store it in the metadata file** of the run"
    assert parts == [("rejected", "**B) Keep a separate index file** beside it")]


def test_a_bare_choice_with_a_reason_is_told_in_the_words_of_the_option_too():
    ((words, parts),) = told(("agent", OPTIONS), ("human", "B, because the mirror rewrites the metadata"))
    assert words == "**B) Keep a separate index file** beside it"
    assert parts == [
        ("rejected", "**A) Store it in the metadata file** of the run"),
        ("reason", "because the mirror rewrites the metadata"),
    ]


@pytest.mark.parametrize(
    ("agent", "human"),
    [
        ("Done so far:\n1. Read the feeds\n2. Fixed the parser\n\nAnything else?", "1 looks odd to me somehow"),
        ("Next I can:\n1. polish the words of the page\n2. push the branch\n\nShall I?", "1"),
        (OPTIONS, "why not both?"),
        (OPTIONS, "C) neither, look at the tide tables first"),
        ("Option A is what the other tool does.", "A"),
    ],
)
def test_a_list_of_work_a_question_and_an_open_choice_turn_nothing_down(agent, human):
    assert told(("agent", agent), ("human", human)) == []


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


def test_the_other_options_of_a_question_are_turned_down_by_its_answer():
    asked = {"questions": [{"question": "Where?", "options": [{"label": "Settings"}, {"label": "Share dialog"}]}]}
    result = 'User has answered your questions: "Where?"="Settings". Go on.'
    calls = {1: {"kind": ItemKind.TOOL_CALL, "call_id": "c"}, 2: {"call_id": "c"}, 3: {"call_id": "c"}}
    said = (("agent", json.dumps(asked)), ("ask", result), ("answer", "Settings"))
    assert told(*said, calls=calls) == [('"Where?"="Settings"', [("rejected", "Share dialog"), ("chosen", "Settings")])]
    asked["questions"][0]["multiSelect"] = True
    assert told(("agent", json.dumps(asked)), *said[1:], calls=calls) == []


def test_an_option_that_was_asked_for_before_is_not_turned_down_by_a_later_menu():
    asked = {"questions": [{"question": "Next?", "options": [{"label": "Draw"}, {"label": "Find the piers"}]}]}
    calls = {3: {"kind": ItemKind.TOOL_CALL, "call_id": "c"}, 4: {"call_id": "c"}, 5: {"call_id": "c"}}
    menu = (("agent", json.dumps(asked)), ("ask", 'User has answered your questions: "Next?"="Draw".'))
    assert told(("human", "Find the piers"), ("agent", "Found."), *menu, ("answer", "Draw"), calls=calls) == []
    assert told(("human", "Find the ships"), ("agent", "Found."), *menu, ("answer", "Draw"), calls=calls) != []


def test_a_rejection_is_a_decision_that_holds_its_parts():
    facts = list(Decisions().extract(segment(("agent", OPTIONS), ("human", "B"))))
    (fact,) = [fact for fact in facts if fact.parts]
    assert fact.kind is FactKind.DECISION and fact.parts[0].role is Role.REJECTED


@pytest.mark.parametrize(
    "reply",
    [
        "A question first: what about backups of the harbour?",
        "A good start. Can you compare the costs?",
        "I think A has a flaw, why would it hold?",
        "option B is out of the question, too many files",
        "please don't go with B",
        "let's go with B?",
        "A and then B later",
        "let's go with #1 and #2",
    ],
)
def test_a_letter_that_is_no_choice_turns_nothing_down(reply):
    assert told(("agent", OPTIONS), ("human", reply)) == []


def test_a_number_of_things_is_no_choice():
    agent = "Which option?\n\n1. Split the parser into two files\n2. Keep one file\n3. Ask the pilot\n\nWhich one?"
    assert told(("agent", agent), ("human", "2 files sounds right")) == []
    assert told(("agent", agent), ("human", "3 tests are failing, mend these first")) == []
    ((_, parts),) = told(("agent", agent), ("human", "2 sounds right"))
    assert ("rejected", "Ask the pilot") in parts


@pytest.mark.parametrize(
    "reply", ["no such file or directory: tests/run.sh", "No tests were found, look at the config"]
)
def test_a_message_of_a_program_refuses_no_offer(reply):
    offer = ("agent", "The import is mended. Should I run the whole test suite now?")
    assert told(offer, ("human", reply)) == []
    assert told(offer, ("human", "no that is too slow, run the feeds alone"))


def test_what_is_forbidden_in_place_of_something_is_not_chosen():
    assert told(("agent", "ok"), ("human", "don't use mocks instead of the real clock")) == []


def test_a_reason_is_no_part_of_what_is_turned_down():
    ((_, parts),) = told(("agent", "ok"), ("human", "use moons instead of tides because they never lie to us"))
    assert parts == [("rejected", "tides"), ("chosen", "use moons"), ("reason", "because they never lie to us")]
