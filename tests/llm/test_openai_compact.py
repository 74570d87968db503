from __future__ import annotations

from inspector.llm.chat import Message
from inspector.llm.openai_compact import request, usage
from inspector.model import Usage
from tests.llm.compacting import wrong_items


def test_the_context_is_sent_as_items() -> None:
    body = request(
        "m",
        [
            Message("system", "Be brief."),
            Message("user", "Go."),
            Message("assistant", '{"path": "a"}', "tool_call", "read", "c1"),
            Message("user", "content", "tool_result", "read", "c1"),
            Message("assistant", "Done."),
            Message("user", "", "compaction", "openai"),
        ],
        None,
    )
    assert wrong_items(body, {}) == ""
    assert body["instructions"] == "Be brief."
    assert [item["type"] for item in body["input"]] == ["message", "function_call", "function_call_output", "message"]
    assert body["input"][-1]["content"] == [{"type": "output_text", "text": "Done."}]


def test_cached_tokens_are_not_counted_twice() -> None:
    told = {"input_tokens": 10, "input_tokens_details": {"cached_tokens": 4}, "output_tokens": 2}
    assert usage(told) == Usage(6, 4, 0, 2)
