from dataclasses import replace

import pytest

from inspector.judge.places import QuotableHistory, find_claim, find_evidence
from inspector.model import Zone
from inspector.reconstruct.after import look_after
from tests.talk import read, segments
from tests.worked import Used, segment


def after_of(made):
    return look_after(made.session, made.compaction, made.read)


def test_a_quote_is_found_on_its_line():
    place = QuotableHistory(segment(("human", "first words"), ("human", "never push to main"))).find(
        "never push to main", "L2"
    )
    assert (place.item.number, place.start, place.moved) == (2, 0, False)


def test_a_quote_from_elsewhere_is_found_and_its_line_mended():
    place = QuotableHistory(segment(("human", "never push to main"), ("agent", "ok"))).find("never push to main", "L2")
    assert place.item.number == 1 and place.moved


def test_people_come_before_those_who_repeat_them():
    made = segment(("agent", "you said: never push to main"), ("human", "never push to main"))
    assert QuotableHistory(made).find("never push to main", "L9").item.number == 2


@pytest.mark.parametrize("quote", ["Never  push — to MAIN", '"never push to main"', "[L1 user] never push to main"])
def test_marks_blanks_and_case_may_differ(quote):
    assert QuotableHistory(segment(("human", "please never push to main!"))).find(quote, "L1") is not None


@pytest.mark.parametrize("quote", ["never push to … ask me before", "never push to ... ask me before"])
def test_of_a_quote_with_a_gap_the_longer_part_is_looked_for(quote):
    place = QuotableHistory(segment(("human", "never push to main, and ask me before you merge"))).find(quote, "L1")
    assert place.text in ("never push to", "ask me before")


def test_around_a_secret_that_was_taken_out_the_rest_is_looked_for():
    made = segment(("human", "use the token sk-12345 for the staging server only"))
    place = QuotableHistory(made).find("use the token [redacted 1: OpenAI key] for the staging server only", "L1")
    assert place.text == "for the staging server only"


def test_what_a_tool_printed_is_no_source():
    made = segment(Used("Bash", {"command": "cat rules"}, output="never push to main"))
    assert QuotableHistory(made).find("never push to main", "L2") is None


def test_an_answer_to_a_question_is_one():
    (made,) = segments(("ask", 'answered: "Which port?"="8443"'), ("answer", "8443"), ("summary", "Nothing."))
    assert QuotableHistory(made).find('"Which port?"="8443"', "L1").item.number == 1


def test_labels_lead_to_items_and_unknown_ones_nowhere():
    assert QuotableHistory(segment(("human", "a"), ("agent", "b"))).named(("L2", "L99")) == (2,)


def test_evidence_stands_in_what_is_left_the_summary_first():
    (made,) = segments(("human", "old"), ("human", "use port 8443"), ("summary", "They use port 8443."), keep=1)
    found = find_evidence("use port 8443", after_of(made))
    assert found.zone is Zone.SUMMARY and found.text == "use port 8443"
    assert find_evidence("use port 8080", after_of(made)) is None


def test_a_claim_stands_in_the_summary_and_nowhere_else():
    (made,) = segments(("human", "old"), ("human", "all is done"), ("summary", "Nothing is done."), keep=1)
    assert find_claim("all is done", after_of(made).texts) is None
    assert find_claim("Nothing is done", after_of(made).texts).text == "Nothing is done"


def test_the_same_text_is_read_once():
    counted = []
    made = segment(("human", "never push"), ("agent", "never merge"))
    history = QuotableHistory(replace(made, read=lambda item: counted.append(item.number) or read(item)))
    history.find("nothing of it", "L1")
    history.find("nothing of that", "L1")
    assert sorted(counted) == [1, 2]
