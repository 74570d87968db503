import json

import pytest

from inspector.model import ItemKind
from tests.made_rejections import told

OPTIONS = (
    "Two ways:\n\n**A) Store it in the metadata file** of the run\n"
    "**B) Keep a separate index file** beside it\n**C) Something else?**\n\nWhich one?"
)


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
