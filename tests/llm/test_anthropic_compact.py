from __future__ import annotations

from inspector.llm.anthropic_compact import answer, request, usage
from inspector.llm.chat import Message
from inspector.model import Usage
from tests.llm.compacting import wrong_messages

HEADERS = {"anthropic-beta": "compact-2026-01-12", "anthropic-version": "2023-06-01"}


def test_turns_alternate_and_results_stand_first() -> None:
    body = request(
        "m",
        [
            Message("system", "Be brief."),
            Message("user", "Go."),
            Message("assistant", '{"path": "a"}', "tool_call", "read file", "c:1"),
            Message("user", "Wait."),
            Message("user", "content", "tool_result", "read file", "c:1"),
            Message("user", "", "compaction", "anthropic"),
        ],
        None,
    )
    assert wrong_messages(body, HEADERS) == ""
    assert body["messages"][1]["content"][0] == {
        "type": "tool_use",
        "id": "c_1",
        "name": "read_file",
        "input": {"path": "a"},
    }
    assert body["system"] == [{"type": "text", "text": "Be brief."}]
    assert "instructions" not in body["context_management"]["edits"][0]


def test_usage_without_iterations_is_taken_as_it_is_and_none_stays_unknown() -> None:
    assert usage({"input_tokens": 3, "output_tokens": 2}) == Usage(3, 0, 0, 2)
    assert usage(None) is None


def test_a_summary_cut_at_its_limit_is_told() -> None:
    told = {"content": [{"type": "compaction", "content": "a"}], "stop_reason": "max_tokens"}
    assert answer(told, "m")[1].finish == "length"
