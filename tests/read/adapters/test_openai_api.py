from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Rewind, Usage
from inspector.read.adapters import openai_api
from inspector.read.open import probe_path
from tests.read_back import compactions as found
from tests.read_back import reads_lines
from tests.read_back import spoken as context

ADAPTER = openai_api.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "openai-api").glob("*/*/*.jsonl"))
SEALED = {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAA"}


def said(words, role="user"):
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": words}]}


def call(number, items, *output, usage=(100, 40, 10), url="", **asked):
    prompt, cached, written = usage
    told = {"input_tokens": prompt, "input_tokens_details": {"cached_tokens": cached}, "output_tokens": written}
    output = [said(o, "assistant") if isinstance(o, str) else o for o in output]
    answer = {"id": f"resp_{number}", "object": "response", "status": "completed", "output": output, "usage": told}
    request = {"model": "gpt-m", "instructions": "Be brief.", "input": items, **asked}
    return {"request": request, "response": answer, "url": url}


def compacted(items, *output):
    request = {"model": "gpt-m", "instructions": "Be brief.", "input": items}
    usage = {"input_tokens": 9_000, "output_tokens": 700}
    answer = {"id": "cmp", "object": "response.compaction", "output": list(output), "usage": usage}
    return {"request": request, "response": answer}


@pytest.fixture
def read(tmp_path):
    return reads_lines(ADAPTER, tmp_path)


def seen(session):
    return [context(session, request.op - 1) for request in session.requests if not request.purpose]


SUMMARY = "summary, encrypted: not readable"


def test_input_is_what_the_cache_did_not_have(read):
    session = read(call(1, "hi", "yes", usage=(100, 40, 10)))
    assert session.requests[0].usage == Usage(60, 40, None, 10)


def test_compact_endpoint_tells_the_new_context_item_by_item(read):
    before = [said("plan"), said("where?", "assistant"), said("north")]
    session = read(
        call(1, before, "ok", usage=(9_000, 0, 10)),
        compacted([*before, said("ok", "assistant")], said("plan"), said("north"), SEALED),
        call(2, [said("plan"), said("north"), SEALED, said("go")], "gone"),
    )
    (only,) = found(session)
    assert (only.record.kind, only.record.readable, only.outcome) == ("native", False, "opaque")
    assert [session.items[number - 1].preview for number in only.removed] == ["where?", "ok"]
    assert seen(session)[-1] == ["plan", "north", SUMMARY, "go"]
    assert [request.purpose for request in session.requests] == ["", "compaction", ""]


def test_compaction_inside_an_answer_keeps_what_the_next_request_sends_again(read):
    before = [said("plan"), said("where?", "assistant"), said("north")]
    session = read(
        call(1, before, SEALED, "ok"),
        call(2, [said("north"), SEALED, said("ok", "assistant"), said("go")], "gone"),
    )
    (only,) = found(session)
    assert (only.record.kind, only.record.trigger) == ("native", "auto")
    assert [session.items[number - 1].preview for number in only.removed] == ["plan", "where?"]
    assert seen(session)[-1] == ["north", SUMMARY, "ok", "go"]


def test_compaction_that_no_request_follows_says_what_is_not_known(read):
    session = read(call(1, [said("plan")], SEALED, "ok"))
    assert context(session) == [SUMMARY, "ok"]
    assert "not in this log" in found(session)[0].record.notes[-1]


@pytest.mark.parametrize("held", ["", "conv_a", {"id": "conv_a"}])
def test_chain_of_answers_or_a_conversation_holds_the_history_that_requests_leave_out(read, held):
    first, second, third = 3 * [{"conversation": held}]
    if not held:
        first, second, third = {}, {"previous_response_id": "resp_1"}, {"previous_response_id": "resp_2"}
    session = read(call(1, "plan", "where?", **first), call(2, "north", "ok", **second), call(3, "go", "gone", **third))
    assert seen(session)[-1] == ["plan", "where?", "north", "ok", "go"]
    assert found(session) == ()


def test_request_that_goes_on_from_an_earlier_answer_is_a_rewind(read):
    session = read(
        call(1, "plan", "where?"),
        call(2, "north", "ok", previous_response_id="resp_1"),
        call(3, "south", "warm", previous_response_id="resp_1"),
    )
    assert seen(session)[-1] == ["plan", "where?", "south"]
    assert any(isinstance(op, Rewind) for op in session.ops)


def test_answer_that_is_not_in_the_log_is_a_problem(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(orjson.dumps(call(2, "north", "ok", previous_response_id="resp_1")))
    session = ADAPTER.read(path, lambda problem: None)
    assert [problem.code for problem in session.diagnostics] == ["lost-parent"]


def test_calls_and_their_results_are_tied(read):
    items = [
        said("look"),
        {"type": "function_call", "call_id": "c", "name": "shell", "arguments": '{"command": "ls"}'},
        {"type": "function_call_output", "call_id": "c", "output": "a.py"},
    ]
    session = read(call(1, items, "one file"))
    tied = [(item.kind, item.tool, item.preview) for item in session.items if item.call_id == "c"]
    assert tied == [(ItemKind.TOOL_CALL, "shell", "shell ls"), (ItemKind.TOOL_RESULT, "shell", "a.py")]


def test_chat_completions_are_read_with_their_usage(read):
    messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "hi"}]
    usage = {"prompt_tokens": 50, "completion_tokens": 5, "prompt_tokens_details": {"cached_tokens": 20}}
    answer = {"id": "c1", "choices": [{"message": {"role": "assistant", "content": "yes"}, "finish_reason": "stop"}]}
    session = read({"model": "gpt-m", "messages": messages, "response": answer | {"usage": usage}})
    assert session.requests[0].usage == Usage(30, 20, None, 5)
    assert context(session) == ["hi", "yes"]


def test_row_of_a_gateway_has_its_own_usage_and_times(read):
    row = {"model": "gpt-m", "messages": [{"role": "user", "content": "hi"}], "response": {"choices": [
        {"message": {"role": "assistant", "content": "yes"}}]}, "usage": {"prompt_tokens": 5, "completion_tokens": 1},
        "startTime": "2026-03-01T10:00:00Z"}  # fmt: skip
    session = read(row)
    assert (session.requests[0].usage.prompt, session.requests[0].started) == (5, "2026-03-01T10:00:00Z")


def test_recognises_both_apis(tmp_path):
    damaged = {"role": "user", "content": [{"type": ["text"], "text": "hi"}]}
    for record in (call(1, "hi", "yes"), {"model": "m", "messages": [{"role": "user", "content": "hi"}, damaged]}):
        path = tmp_path / "log.bin"
        path.write_bytes(orjson.dumps(record))
        assert ADAPTER.recognise(probe_path(path)).confidence == 0.5
