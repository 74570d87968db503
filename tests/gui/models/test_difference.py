from dataclasses import replace

from inspector.gui.models.difference import read_summaries
from tests.made_facts import judged_document


def nothing():
    return None


def test_two_summaries_are_compared_and_their_marks_stand_on_the_words():
    document = judged_document()
    sides = read_summaries(document, document.compactions[1], nothing)
    assert sides.difference is not None and not sides.reason
    taken = [sides.before.text[mark.start : mark.end] for mark in sides.marks[0] if mark.role == "error"]
    assert any("the user approved the schema" in words for words in taken)
    put = [sides.after.text[mark.start : mark.end] for mark in sides.marks[1]]
    assert any("nearly done" in words for words in put)


def test_the_first_summary_has_nothing_to_be_compared_with():
    document = judged_document()
    assert "No summary came before" in read_summaries(document, document.compactions[0], nothing).reason


def test_a_summary_that_cannot_be_read_is_not_compared():
    document = judged_document()
    second = document.compactions[1]
    opaque = replace(second, record=replace(second.record, readable=False))
    assert "can be read" in read_summaries(document, opaque, nothing).reason
