from dataclasses import replace

import pytest
from inspector.facts.found import found_before

from tests.talk import found

TALK = (
    ("human", "never edit the billing module"),
    ("summary", '1. Primary Request and Intent:\n   - The user said: "never edit the billing module"'),
    ("human", "please add a test"),
    ("summary", "x"),
)


def again(first, given):
    segment = first[0].segment
    compactions = [one.segment.compaction for one in first]
    return list(found_before(segment.session, compactions, segment.read, given))


def test_facts_given_back_stand_in_the_segments_that_they_were_found_in():
    first = found(*TALK)
    second = again(first, [(one.facts, one.live, one.evidence) for one in first])
    # How a text is read is no part of what was found.
    assert [replace(one, segment=replace(one.segment, read=len)) for one in second] == [
        replace(one, segment=replace(one.segment, read=len)) for one in first
    ]
    assert second[1].segment.earlier == first[0].facts != ()


def test_facts_of_another_number_of_compactions_are_refused():
    first = found(*TALK)
    with pytest.raises(ValueError, match="shorter"):
        again(first, [(first[0].facts, first[0].live, first[0].evidence)])
