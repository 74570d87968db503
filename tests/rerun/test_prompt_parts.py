from __future__ import annotations

import pytest

from inspector.errors import UsageError
from inspector.llm.chat import Message
from inspector.rerun.prompt_parts import Part, document_of, joined, parts_of
from inspector.rerun.prompts import parse_prompt


def test_a_line_with_a_role_begins_each_message() -> None:
    body = "\n=== system\nYou hand over.\n\n=== record\n===user\nWrite it.\n  Indented.\n"
    assert parts_of(body, "p") == (
        Part("system", "You hand over."),
        Part("record"),
        Part("user", "Write it.\n  Indented."),
    )


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("Summarise.", "=== user"),
        ("Ahead.\n=== record\n=== user\nGo.", "=== user"),
        ("=== record\n=== tool\nGo.", "'tool'"),
        ("=== record\ntext\n=== user\nGo.", "marks a place"),
        ("=== user\nGo.", "where the record goes"),
        ("=== record\n=== user\nGo. {{ record }}", "once where the record goes"),
    ],
)
def test_a_document_that_cannot_be_sent_says_why(body, words) -> None:
    with pytest.raises(UsageError, match=words):
        parts_of(body, "p")


def test_a_text_with_lines_like_those_of_the_form_stays_what_it_is() -> None:
    parts = (Part("record"), Part("user", "=== user\nA {{ brace }}.\n=== Heading ==="))
    text = document_of(parts, {"title": "Theirs", "about": "Word for word."})
    prompt = parse_prompt("theirs", text)
    assert (prompt.title, prompt.about, prompt.plain, prompt.messages) == ("Theirs", "Word for word.", True, True)
    assert parts_of(prompt.body, "theirs") == parts


def test_messages_take_turns_and_empty_ones_are_left_out() -> None:
    pieces = [("user", "a"), ("user", "b"), ("assistant", " "), ("user", "c"), ("assistant", "d")]
    assert joined(pieces) == [Message("user", "a\n\nb\n\nc"), Message("assistant", "d")]
