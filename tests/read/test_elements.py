import re
import time

import pytest

from inspector.read.elements import elements
from inspector.read.voices import voice_of

TAG = re.compile(r"<(note|page)>")


def found(text):
    return [text[start:end] for start, end in elements(text, TAG)]


def test_each_element_is_found_to_its_own_closing_tag_and_none_within_another():
    assert found("a <note>b</note> <page>c <note>d</note></page> e") == [
        "<note>b</note>",
        "<page>c <note>d</note></page>",
    ]
    assert found("<page>never closed <note>b</note>") == ["<note>b</note>"]


@pytest.mark.parametrize("tag", ["<system-reminder>", "<environment_context>"])
def test_a_text_of_tags_that_nothing_closes_takes_no_time(tag):
    began = time.process_time()
    voice_of(tag * 200_000)
    assert time.process_time() - began < 2
