"""One call of a model, told by every convention that is about, is the same call."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest

from inspector.model import ItemKind, Source, Usage
from inspector.read.adapters import otlp
from inspector.read.spans.attributes import flat, tell, usage_of
from inspector.read.spans.messages import blocks
from inspector.read.spans.span import Span, SpanKind
from inspector.reconstruct.compactions import moved
from tests.read_back import compactions as found
from tests.read_back import spoken as context

CALL = {"id": "call_1", "name": "read_file", "arguments": '{"path":"a.py"}'}
EXPECTED_SENT = [
    {"role": "system", "content": [{"type": "text", "text": "Be brief."}]},
    {"role": "user", "content": [{"type": "text", "text": "Mend it."}]},
]
EXPECTED_ANSWER = [
    {"type": "text", "text": "I look."},
    {"type": "tool_use", "id": "call_1", "name": "read_file", "input": '{"path":"a.py"}'},
]
PARTS = [{"type": "text", "content": "I look."}, {"type": "tool_call", **CALL}]
GENAI = {
    "gen_ai.operation.name": "chat",
    "gen_ai.system_instructions": '[{"type":"text","content":"Be brief."}]',
    "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"Mend it."}]}]',
    "gen_ai.output.messages": json.dumps([{"role": "assistant", "parts": PARTS, "finish_reason": "tool_call"}]),
    "gen_ai.response.model": "m",
    "gen_ai.usage.input_tokens": 100,
    "gen_ai.usage.cache_read.input_tokens": 60,
    "gen_ai.usage.output_tokens": 7,
}
INDEXED = {
    "gen_ai.prompt.0.role": "system",
    "gen_ai.prompt.0.content": "Be brief.",
    "gen_ai.prompt.1.role": "user",
    "gen_ai.prompt.1.content": "Mend it.",
    "gen_ai.completion.0.role": "assistant",
    "gen_ai.completion.0.content": "I look.",
    "gen_ai.completion.0.tool_calls.0.id": "call_1",
    "gen_ai.completion.0.tool_calls.0.name": "read_file",
    "gen_ai.completion.0.tool_calls.0.arguments": '{"path":"a.py"}',
    "llm.request.type": "chat",
    "gen_ai.request.model": "m",
    "gen_ai.usage.prompt_tokens": 100,
    "gen_ai.usage.cache_read_input_tokens": 60,
    "gen_ai.usage.completion_tokens": 7,
}
INFERENCE = {
    "openinference.span.kind": "LLM",
    "llm.input_messages.0.message.role": "system",
    "llm.input_messages.0.message.content": "Be brief.",
    "llm.input_messages.1.message.role": "user",
    "llm.input_messages.1.message.contents.0.message_content.type": "text",
    "llm.input_messages.1.message.contents.0.message_content.text": "Mend it.",
    "llm.output_messages.0.message.role": "assistant",
    "llm.output_messages.0.message.content": "I look.",
    "llm.output_messages.0.message.tool_calls.0.tool_call.id": "call_1",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "read_file",
    "llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments": '{"path":"a.py"}',
    "llm.model_name": "m",
    "llm.token_count.prompt": 100,
    "llm.token_count.prompt_details.cache_read": 60,
    "llm.token_count.completion": 7,
}
NESTED = {
    "openinference": {"span": {"kind": "LLM"}},
    "llm": {
        "input_messages": [{"message": {"role": "system", "content": "Be brief."}},
                           {"message": {"role": "user", "content": "Mend it."}}],
        "output_messages": [
            {"message": {"role": "assistant", "content": "I look.", "tool_calls": [
                {"tool_call": {"id": "call_1", "function": {"name": "read_file", "arguments": '{"path":"a.py"}'}}}
            ]}}
        ],
        "model_name": "m",
        "token_count": {"prompt": 100, "prompt_details": {"cache_read": 60}, "completion": 7},
    },
}  # fmt: skip
VERCEL = {
    "ai.operationId": "ai.generateText.doGenerate",
    "ai.prompt.messages": '[{"role":"system","content":"Be brief."},'
    '{"role":"user","content":[{"type":"text","text":"Mend it."}]}]',
    "ai.response.text": "I look.",
    "ai.response.toolCalls": '[{"toolCallId":"call_1","toolName":"read_file","input":{"path":"a.py"}}]',
    "ai.model.id": "m",
    "ai.usage.promptTokens": 100,
    "ai.usage.cachedInputTokens": 60,
    "ai.usage.completionTokens": 7,
}
BARE = {"gen_ai.request.model": "m"} | {key: GENAI[key] for key in GENAI if "usage" in key or "operation" in key}
CHOICE = {"content": "I look.", "tool_calls": [{"id": "call_1", "function": CALL}]}
EVENTS = [
    ("gen_ai.system.message", {"content": "Be brief."}),
    ("gen_ai.user.message", {"content": "Mend it."}),
    ("gen_ai.choice", {"index": 0, "finish_reason": "tool_calls", "message": json.dumps(CHOICE)}),
]
TEXTS = {key: GENAI[key] for key in GENAI if "messages" in key or "instructions" in key}
DETAILS = [("gen_ai.client.inference.operation.details", TEXTS)]
SENT = '[{"role":"system","content":"Be brief."},{"role":"user","content":"Mend it."}]'
OLD = [
    ("gen_ai.content.prompt", {"gen_ai.prompt": SENT}),
    ("gen_ai.content.completion", {"gen_ai.completion": json.dumps([{"role": "assistant", **CHOICE}])}),
]  # fmt: skip


def span(**more: Any) -> Span:
    return Span(at=Source("x"), pointer="", id="1", kind=SpanKind.OTHER, **more)


@pytest.mark.parametrize(
    ("attributes", "events"),
    [
        *((told, []) for told in (GENAI, INDEXED, INFERENCE, NESTED, VERCEL)),
        *((BARE, one) for one in (EVENTS, DETAILS, OLD)),
    ],
    ids="genai openllmetry openinference phoenix vercel events details old-events".split(),
)
def test_the_same_call_by_every_convention(attributes, events):
    told = tell(span(), flat(attributes), events)
    for block in told.answer or ():
        if isinstance(block.get("input"), dict):
            # Vercel's SDK keeps arguments as they were read, not as they were written.
            block["input"] = json.dumps(block["input"], separators=(",", ":"))
    assert (told.kind, told.model) == (SpanKind.MODEL, "m")
    assert told.sent == EXPECTED_SENT
    assert told.answer == EXPECTED_ANSWER
    assert told.usage == Usage(40, 60, None, 7, None)


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        ({"gen_ai.operation.name": "execute_tool"}, SpanKind.TOOL),
        ({"gen_ai.operation.name": "embeddings", "gen_ai.usage.input_tokens": 3}, SpanKind.OTHER),
        ({"openinference.span.kind": "CHAIN", "llm.model_name": "m"}, SpanKind.OTHER),
        ({"ai.operationId": "ai.generateText", "ai.usage.promptTokens": 3}, SpanKind.OTHER),
        ({"http.method": "POST"}, SpanKind.OTHER),
        ({"gen_ai.operation.name": ["chat"]}, SpanKind.OTHER),
    ],
)  # fmt: skip
def test_what_is_no_call_of_a_model_is_none(told, kind):
    assert tell(span(), told, []).kind is kind


def test_input_that_leaves_out_what_the_cache_had_is_not_made_smaller():
    assert usage_of(5, 900, 30, 7, None) == Usage(5, 900, 30, 7, None)
    assert usage_of(None, None, None, None, None) is None


# Files ----------------------------------------------------------------------------------------------------------------


def chat(number: int, trace: str = "t", **told: Any) -> dict[str, Any]:
    """A span as OTLP writes it."""
    values = []
    for key, value in ({"gen_ai.operation.name": "chat", "gen_ai.request.model": "m"} | told).items():
        kind = "boolValue" if isinstance(value, bool) else "intValue" if isinstance(value, int) else "stringValue"
        values.append({"key": key, "value": {kind: str(value) if kind == "intValue" else value}})
    start = 1_790_000_000_000_000_000 + number * 10**9
    return {
        "traceId": trace, "spanId": f"{trace}{number}", "name": "chat", "attributes": values,
        "startTimeUnixNano": str(start), "endTimeUnixNano": str(start + 10**9),
    }  # fmt: skip


@pytest.fixture
def read(tmp_path):
    def call(*spans: Any):
        path = tmp_path / "spans.jsonl"
        rows = ({"resourceSpans": [{"scopeSpans": [{"spans": [one]}]}]} for one in spans)
        path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in rows))
        return otlp.ADAPTER.read(path, lambda problem: None)

    return call


def messages(*texts: str) -> dict[str, str]:
    said = [{"role": "user", "parts": [{"type": "text", "content": text}]} for text in texts]
    return {"gen_ai.input.messages": json.dumps(said)}


def test_calls_without_texts_stand_with_their_tokens_and_it_is_said(read):
    session = read(*(chat(n, **{"gen_ai.usage.input_tokens": 1_000 * n}) for n in (1, 2)))
    assert [one.usage.input for one in session.requests] == [1_000, 2_000]
    assert [one.code for one in session.diagnostics] == ["no-texts"]
    assert {item.preview for item in session.items} == {"answer, its text is not in this log"}


def test_tools_stand_by_name_where_no_message_tells_of_them(read):
    tool = chat(2, **{"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "read_file"})
    session = read(chat(1), tool, chat(3))
    kinds = [(item.kind, item.tool) for item in session.items if item.tool]
    assert kinds == [(ItemKind.TOOL_CALL, "read_file"), (ItemKind.TOOL_RESULT, "read_file")]
    assert not any(item.tool for item in read(chat(1, **messages("a")), tool).items)


def test_a_call_that_says_that_its_context_is_compacted_is_a_recorded_compaction(read):
    flag = {"gen_ai.conversation.compacted": True}
    session = read(chat(1), chat(2, **flag), chat(3, **flag))
    (one,) = found(session)
    assert (one.record.kind, one.record.basis.value, one.record.readable) == ("native", "recorded", False)


def compacted(number: int, name: str, **told: Any) -> dict[str, Any]:
    """The span of a compaction, as the harness of pydantic-ai and ADK write it: without a model."""
    made = chat(number, **told)
    listed = [one for one in made["attributes"] if one["key"] not in ("gen_ai.operation.name", "gen_ai.request.model")]
    return {**made, "name": name, "attributes": listed}


KEPT = ("And the roof?", "Yes, the roof.")


def test_a_compaction_within_a_call_is_that_calls_whose_messages_show_its_summary(read):
    told = {"gen_ai.conversation.compacted": True, "compaction.strategy": "Shorter", "compaction.tokens_before": 900}
    asks = chat(4, **messages("Sum up: lamps, shed, roof."))
    later = chat(3, **messages("Paint the shed.", "They paint a shed.", *KEPT, "Go on."))
    later["endTimeUnixNano"] = str(int(later["startTimeUnixNano"]) + 9 * 10**9)
    first = chat(1, **messages("Paint the shed.", "White?", "Blue.", *KEPT))
    session = read(first, asks, compacted(5, "compact_messages", **told), later)
    (one,) = found(session)
    assert (one.record.kind, one.record.basis.value, one.record.method) == ("summary", "recorded", "Shorter")
    assert session.items[one.record.summary - 1].preview == "They paint a shed."
    assert (one.record.reported_before, len(one.removed), len(one.kept)) == (900, 2, 3)
    assert session.requests[one.request_after].source.line == 4


def test_compactions_between_calls_without_texts_are_listed_and_what_they_kept_is_not_claimed(read):
    told = {"gen_ai.operation.name": "compact_events", "gen_ai.compaction.trigger": "token_threshold"}
    session = read(chat(1), chat(2, **told), chat(3), compacted(4, "compact_events"))
    first, last = found(session)
    assert (first.record.method, first.record.status, moved(first).kept) == ("token_threshold", "partial", None)
    assert last.record.notes == ("No request follows it, so what was kept beside it is not in this log.",)


def test_two_compactions_before_one_call_are_two_and_a_failed_one_removed_nothing(read):
    failed = compacted(2, "compact_messages") | {"status": {"code": 2, "message": "overloaded"}}
    before, after = messages("a", "b", "c", "d"), messages("They say a and b.", "c", "d")
    session = read(chat(1, **before), failed, *(compacted(n, "compact_messages") for n in (3, 4)), chat(5, **after))
    told = [(one.record.status, one.record.reason, len(one.removed)) for one in found(session)]
    assert told == [("failed", "overloaded", 0), ("ok", "", 0), ("ok", "", 2)]


def test_thoughts_of_strands_are_thoughts():
    inner = {"reasoningText": {"text": "I look first.", "signature": "s"}}
    (block,) = blocks({"parts": [{"type": "reasoningContent", "content": inner}]})
    assert block == {"type": "thinking", "thinking": "I look first."}


def test_a_compaction_part_of_an_answer_replaces_what_stood_before(read):
    parts = [{"type": "compaction", "content": "They talked about lamps."}, {"type": "text", "content": "On."}]
    said = {"gen_ai.output.messages": json.dumps([{"role": "assistant", "parts": parts}])}
    session = read(chat(1, **messages("Mend the lamps.")), chat(2, **messages("Mend the lamps.", "Go on."), **said))
    assert [item.preview for item in session.items if item.kind is ItemKind.SUMMARY] == ["They talked about lamps."]


def bodied(n: int, asked: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """A call of which the span has the bodies."""
    return chat(n, **{"input.value": json.dumps(asked), "output.value": json.dumps(answer | {"id": f"answer_{n}"})})


def test_bodies_in_a_span_tell_of_threads_and_compactions(read):
    white, told = {"type": "text", "text": "White?"}, {"type": "compaction", "content": "Blue."}
    asked = [
        {"messages": [{"role": "user", "content": words}]} for words in ("Paint it.", "Blue.", "Paint it.", [told])
    ]
    asked[1]["thread"] = {"type": "continue", "previous_message_id": "answer_1"}
    answers = [{"type": "message", "content": [block]} for block in (white, white, told, white)]
    answers[2]["stop_reason"] = "compaction"
    session = read(*map(bodied, range(1, 5), asked, answers))
    work = [context(session, one.op - 1) for one in session.requests if not one.purpose]
    assert work == [["Paint it."], ["Paint it.", "White?", "Blue."], ["Blue."]]


def test_bodies_of_responses_tell_what_they_go_on_from(read):
    answer = {"object": "response", "output": []}
    chain = bodied(2, {"input": "All of it.", "previous_response_id": "answer_1"}, answer)
    session = read(bodied(1, {"input": "Paint it."}, answer), chain)
    assert context(session, session.requests[-1].op - 1) == ["Paint it.", "All of it."]


def test_a_span_that_was_sent_again_is_read_once(read):
    session = read(chat(1, **messages("a")), chat(1, **messages("a")))
    assert len(session.requests) == 1 and [one.code for one in session.diagnostics] == ["repeated-span"]


def test_several_conversations_are_one_session_and_its_threads_and_it_is_said(read):
    session = read(chat(1, "t", **messages("a")), chat(2, "t", **messages("a", "b")), chat(3, "u", **messages("c")))
    assert "several-conversations" in [one.code for one in session.diagnostics]
    assert [item.thread for item in session.items if item.preview == "c"] == ["series-1"]


def test_spans_that_have_nothing_to_do_with_models_are_no_session(read):
    plain = chat(1) | {"attributes": [{"key": "http.method", "value": {"stringValue": "GET"}}]}
    assert [one.code for one in read(plain).diagnostics] == ["no-calls"]
