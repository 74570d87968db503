from dataclasses import replace

import pytest

from inspector.gui.models.after import claim_marks, evidence_marks, nearest_marks, place_words, read_after
from inspector.model import ItemKind, Verdict
from inspector.survival.outcome import Outcome
from inspector.workbench.groups import CLAIM
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import judged
from tests.made_facts import NEAR, SAID, SUMMARY, exact_document, judged_document, session
from tests.made_session import MadeSession


@pytest.fixture
def document():
    return judged_document()


def test_the_summary_stands_whole_under_its_heading(document):
    text = read_after(document, document.comparison[0]).text
    assert SUMMARY in text and text.startswith("summary · #")


def test_every_passage_of_evidence_and_every_claim_is_marked_where_it_stands(document):
    outcome = document.comparison[0]
    sheet = read_after(document, outcome)
    marks = evidence_marks(sheet, judged(outcome, Judgements()))
    said = {mark.key: sheet.text[mark.start : mark.end] for mark in marks}
    assert said == {"retry": "the client should retry on 401", "pytest": "tests run with pytest"}
    assert {mark.key: mark.role for mark in marks} == {"retry": "altered", "pytest": "reworded"}
    (claim,) = claim_marks(sheet, outcome)
    assert claim.key == f"{CLAIM}0" and sheet.text[claim.start : claim.end] == "the user approved the schema"


def test_the_passage_nearest_to_what_is_not_there_is_marked_and_said_to_be_that():
    document = exact_document(session(NEAR))
    outcome = document.comparison[0]
    sheet = read_after(document, outcome)
    found = {one.fact.statement: one for one in judged(outcome, Judgements())}
    absent, part = found["I would like small commits."], found["Retry twice on 401."]
    (mark,) = nearest_marks(sheet, absent)
    assert "commits like the ones before" in sheet.text[mark.start : mark.end] and mark.role == "absent"
    assert nearest_marks(sheet, part) == nearest_marks(sheet, None) == []
    assert absent.verdict is Verdict.ABSENT and "nearest passage shares some" in place_words(absent, is_claim=False)
    assert place_words(part, is_claim=False) == "Found in: summary"
    assert place_words(replace(absent, entered=Verdict.VERBATIM), is_claim=False).startswith("There, as you say;")


def test_a_summary_that_cannot_be_read_is_said_to_be(document):
    first = document.compactions[0]
    opaque = replace(first, record=replace(first.record, readable=False))
    outcome = Outcome(opaque, (), (), (), "The summary cannot be read; only kept messages are judged.")
    text = read_after(document, outcome).text
    assert "cannot be read" in text and SUMMARY not in text


def test_kept_items_stand_under_their_own_heading_and_silent_ones_are_counted():
    made = MadeSession()
    made.add(ItemKind.INSTRUCTIONS, "Be brief.")
    made.add(ItemKind.USER, SAID, detail="typed")
    made.add(ItemKind.TOOL_RESULT, "a long table")
    made.call(40_000, "answer")
    made.compact((1, 2, 3), text=SUMMARY)
    made.call(9_000, "more")
    made.compact(text="The end.")
    document = judged_document(made)
    text = read_after(document, document.comparison[0]).text
    assert "kept items · #2–3 · 2 items" in text and "#2 user typed" in text and SAID in text
    assert "1 of them are calls, results and thoughts" in text and "a long table" not in text
    assert text.index("Be brief.") < text.index("kept items")


def test_of_a_very_long_summary_the_middle_is_left_out_but_never_the_evidence():
    long = SUMMARY + "\n" + "word " * 60_000 + "the needle stands here " + "word " * 60_000
    document = judged_document(session(summary=long))
    outcome = document.comparison[0]
    at = long.index("the needle")
    told = replace(outcome.survivals[1].evidence[0], start=at, end=at + 10, text="the needle")
    survivals = (outcome.survivals[0], replace(outcome.survivals[1], evidence=(told,)), *outcome.survivals[2:])
    sheet = read_after(document, replace(outcome, survivals=survivals))
    low, high = sheet.place(told.item, at, at + 10)
    assert sheet.text[low:high] == "the needle"
    assert "characters are left out" in sheet.text and len(sheet.text) < 100_000
