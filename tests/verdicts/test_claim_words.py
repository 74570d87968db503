from dataclasses import replace

import pytest
from inspector.text.units import split
from inspector.verdicts.claim_words import at_line, lists_messages, long_names

from tests.worked import segment


@pytest.mark.parametrize(("heading", "lists"), [("6. All user messages:", True), ("7. Pending tasks:", False)])
def test_a_list_of_messages_is_known_by_its_heading(heading, lists):
    assert lists_messages(split(f"{heading}\n- go on\n")[-1]) is lists


def test_names_are_paths_identifiers_and_joined_words():
    assert long_names("move `src/loader.py` to the strategy-agnostic part") == ["src/loader.py", "strategy-agnostic"]


def test_a_place_is_told_by_line_where_there_are_lines():
    (item, *_) = segment(("human", "go on")).items
    assert at_line(item) == "line 1"
    assert at_line(replace(item, source=replace(item.source, line=None))) == "item 1"
