"""A span's attributes, by the conventions that are about, and the events on it → what it is of and what it says.

Source: OpenTelemetry's GenAI conventions from 1.27 (events for messages) over 1.37 (messages as attributes) to the
repository of their own (compaction parts, read 2026-11-23); OpenLLMetry's ``gen_ai.prompt.N``; OpenInference at
1fe497f1; the AI SDK of Vercel, ``ai.prompt.messages``. Spans of compactions as google-adk 2.13.0 and
pydantic-ai-harness 0.62.0 wrote them here, 2026-11-27.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from inspector.model import Usage
from inspector.read.adapter import Record
from inspector.read.spans.messages import blocks, message, messages_of, read_json
from inspector.read.spans.span import Span, SpanKind
from inspector.read.values import as_dict, as_int, as_list, as_text, digits

_LONGEST_NAME = 200
_OPERATIONS = {
    **dict.fromkeys(("chat", "text_completion", "generate_content", "completion"), SpanKind.MODEL),
    "execute_tool": SpanKind.TOOL,
    **dict.fromkeys(("invoke_agent", "create_agent"), SpanKind.AGENT),
    **dict.fromkeys(("embeddings", "retrieval", "invoke_workflow"), SpanKind.OTHER),
}
_INFERENCE = {"LLM": SpanKind.MODEL, "TOOL": SpanKind.TOOL, "AGENT": SpanKind.AGENT}
_TRACELOOP = {"tool": SpanKind.TOOL, "agent": SpanKind.AGENT}
_INPUT = (
    "gen_ai.usage.input_tokens gen_ai.usage.prompt_tokens llm.token_count.prompt llm.usage.prompt_tokens "
    "ai.usage.inputTokens ai.usage.promptTokens"
).split()
_OUTPUT = (
    "gen_ai.usage.output_tokens gen_ai.usage.completion_tokens llm.token_count.completion llm.usage.completion_tokens "
    "ai.usage.outputTokens ai.usage.completionTokens"
).split()
_READ = (
    "gen_ai.usage.cache_read.input_tokens gen_ai.usage.cache_read_input_tokens "
    "llm.token_count.prompt_details.cache_read ai.usage.cachedInputTokens"
).split()
_WRITTEN = (
    "gen_ai.usage.cache_creation.input_tokens gen_ai.usage.cache_creation_input_tokens "
    "llm.token_count.prompt_details.cache_write"
).split()
_REASONING = (
    "gen_ai.usage.reasoning.output_tokens gen_ai.usage.reasoning_tokens "
    "llm.token_count.completion_details.reasoning ai.usage.reasoningTokens"
).split()
_MODEL = (
    "gen_ai.response.model gen_ai.request.model llm.model_name llm.request.model ai.model.id ai.response.model"
).split()
_CONVERSATION = "gen_ai.conversation.id session.id langfuse.session.id ai.telemetry.metadata.sessionId".split()
_COMPACTIONS = frozenset(("compact_events", "compact_messages"))
_ROLES = frozenset(("system", "user", "assistant", "tool"))


def flat(attributes: Any, prefix: str = "") -> Record:
    """Nested objects as dotted keys, which is how most exports have them; lists stay as they are."""
    found: Record = {}
    for name, value in as_dict(attributes).items():
        key = f"{prefix}{name}"
        # Every leaf has the whole name: what nests without end, or has a page for a name, would be written once a leaf.
        if isinstance(value, dict) and value and len(key) < _LONGEST_NAME:
            found |= flat(value, f"{key}.")
        else:
            found[key] = value
    return found


def tell(span: Span, told: Mapping[str, Any], events: Sequence[tuple[str, Mapping[str, Any]]]) -> Span:
    """Fill in what attributes and events say."""
    for name, more in events:
        if name == "gen_ai.client.inference.operation.details":
            told = {**told, **more}
    span.kind = _kind(told)
    span.model = _first_text(told, _MODEL)
    span.provider = _first_text(told, ("gen_ai.provider.name", "gen_ai.system", "llm.provider", "llm.system"))
    span.conversation = _first_text(told, _CONVERSATION)
    span.usage = usage_of(*(_first_int(told, names) for names in (_INPUT, _READ, _WRITTEN, _OUTPUT, _REASONING)))
    span.compacted = told.get("gen_ai.conversation.compacted")
    span.error = as_text(told.get("error.type"))
    if span.kind is SpanKind.OTHER and {span.name, as_text(told.get("gen_ai.operation.name"))} & _COMPACTIONS:
        span.kind = SpanKind.COMPACTION
        span.compaction = {key.rpartition("compaction.")[2]: value for key, value in told.items()}
    elif span.kind is SpanKind.MODEL:
        span.whole = _whole(told)
        span.sent, answers = _messages(told, events)
        span.sent = [] if span.whole and span.sent is None else span.sent
        span.answer = [block for one in answers for block in one["content"]] if answers else None
        reasons = read_json(told.get("gen_ai.response.finish_reasons"))
        span.stop = as_text(next(iter(as_list(reasons)), reasons)) or as_text(told.get("ai.response.finishReason"))
        span.tools = read_json(told.get("gen_ai.tool.definitions")) or _tools(told)
    elif span.kind is SpanKind.TOOL:
        span.name = _first_text(told, ("gen_ai.tool.name", "tool.name", "ai.toolCall.name")) or span.name
        span.call_id = _first_text(told, ("gen_ai.tool.call.id", "tool_call.id", "ai.toolCall.id"))
        named = ("gen_ai.tool.call.arguments", "input.value", "ai.toolCall.args", "traceloop.entity.input")
        span.arguments = _first(told, named)
        named = ("gen_ai.tool.call.result", "output.value", "ai.toolCall.result", "traceloop.entity.output")
        span.result = _first(told, named)
    return span


def usage_of(
    prompt: int | None, read: int | None, written: int | None, output: int | None, reasoning: int | None
) -> Usage | None:
    """Disjoint parts of what was used. The conventions' input holds what the cache had; some producers leave it out."""
    if prompt is None and output is None:
        return None
    cached = (read or 0) + (written or 0)
    fresh = prompt - cached if prompt is not None and prompt >= cached else prompt
    return Usage(fresh, read, written, output, reasoning)


def _kind(told: Mapping[str, Any]) -> SpanKind:
    named = _OPERATIONS.get(as_text(told.get("gen_ai.operation.name")))
    named = named or _INFERENCE.get(as_text(told.get("openinference.span.kind")).upper())
    named = named or _TRACELOOP.get(as_text(told.get("traceloop.span.kind")))
    if named is not None:
        return named
    if as_text(told.get("ai.operationId")).endswith((".doGenerate", ".doStream")):
        return SpanKind.MODEL
    if as_text(told.get("ai.operationId")) == "ai.toolCall":
        return SpanKind.TOOL
    if "openinference.span.kind" in told or "ai.operationId" in told:
        return SpanKind.OTHER
    asks = as_text(told.get("llm.request.type")) in ("chat", "completion") or "gen_ai.prompt.0.role" in told
    return SpanKind.MODEL if asks or ("gen_ai.request.model" in told and _first_int(told, _INPUT)) else SpanKind.OTHER


def _messages(
    told: Mapping[str, Any], events: Sequence[tuple[str, Mapping[str, Any]]]
) -> tuple[list[Record] | None, list[Record] | None]:
    """What was sent and what came back, by the first convention that has them; None where nothing was captured."""
    sent = messages_of(told.get("gen_ai.input.messages"))
    answers = messages_of(told.get("gen_ai.output.messages"))
    if sent is None and answers is None:
        sent, answers = _indexed(told, "gen_ai.prompt"), _indexed(told, "gen_ai.completion", "assistant")
    if sent is None and answers is None:
        sent, answers = _indexed(told, "llm.input_messages"), _indexed(told, "llm.output_messages", "assistant")
    if sent is None and answers is None and events:
        sent, answers = _of_events(events)
    if sent is None and answers is None:
        sent, answers = messages_of(told.get("ai.prompt.messages")), _vercel(told)
    if sent is None and "input.value" in told:
        sent = messages_of(told["input.value"])
    instructions = read_json(told.get("gen_ai.system_instructions"))
    if instructions:
        system = message(
            {"role": "system", "parts": instructions if isinstance(instructions, list) else [instructions]}
        )
        sent = [system, *(sent or ())]
    return sent, answers


def _whole(told: Mapping[str, Any]) -> tuple[Record, Record] | None:
    """The bodies that OpenInference keeps beside its messages, which have no form for a compaction or a thread."""
    request, answer = (as_dict(read_json(told.get(name))) for name in ("input.value", "output.value"))
    if answer.get("type") == "message" and isinstance(answer.get("content"), list):
        return (request, answer) if isinstance(request.get("messages"), list) else None
    return (request, answer) if answer.get("object") == "response" and "input" in request else None


def _indexed(told: Mapping[str, Any], prefix: str, role: str = "user") -> list[Record] | None:
    """Messages whose fields are attributes with their place in the name, or a list of such objects."""
    listed = told.get(prefix)
    rows = [flat(one) for one in listed] if isinstance(listed, list) else _rows(told, f"{prefix}.")
    found = [message({"role": role, **_nested(row)}) for row in rows]
    return found or None


def _rows(told: Mapping[str, Any], prefix: str) -> list[Record]:
    rows: dict[int, Record] = {}
    for key, value in told.items():
        if key.startswith(prefix):
            place, _, rest = key[len(prefix) :].partition(".")
            if rest and (number := digits(place)) is not None:
                rows.setdefault(number, {})[rest] = value
    return [rows[place] for place in sorted(rows)]


def _nested(row: Record) -> Record:
    """One message out of its dotted fields; OpenInference puts ``message.`` and the like in front of each."""
    row = {key.removeprefix("message."): value for key, value in row.items()}
    made: Record = {key: value for key, value in row.items() if "." not in key}
    calls = [_without(one, "tool_call.") for one in _listed(row, "tool_calls")]
    if calls:
        made["tool_calls"] = [
            {**one, "name": one.get("function.name") or one.get("name"),
             "arguments": one.get("function.arguments") or one.get("arguments")}
            for one in calls
        ]  # fmt: skip
    parts = [_without(one, "message_content.") for one in _listed(row, "contents")]
    if parts:
        made["contents"] = [{**one, "type": as_text(one.get("type"))} for one in parts]
    return made


def _listed(row: Record, name: str) -> list[Record]:
    value = row.get(name)
    return [flat(one) for one in value] if isinstance(value, list) else _rows(row, f"{name}.")


def _without(row: Record, prefix: str) -> Record:
    return {key.removeprefix(prefix): value for key, value in row.items()}


def _of_events(
    events: Sequence[tuple[str, Mapping[str, Any]]],
) -> tuple[list[Record] | None, list[Record] | None]:
    """Messages as events on the span: one each, or all of them as one text."""
    sent: list[Record] = []
    answers: list[Record] = []
    for name, told in events:
        role = name.removeprefix("gen_ai.").removesuffix(".message")
        if name == "gen_ai.choice":
            inner = read_json(told.get("message"))
            held = inner if isinstance(inner, dict) else {**told, "content": inner or told.get("content")}
            answers.append(message({"role": "assistant", **held}))
        elif name == "gen_ai.content.prompt":
            sent += messages_of(told.get("gen_ai.prompt")) or ()
        elif name == "gen_ai.content.completion":
            answers += messages_of(told.get("gen_ai.completion")) or ()
        elif role in _ROLES and name.endswith(".message"):
            sent.append(message({**told, "role": role, "content": read_json(told.get("content"))}))
    return sent or None, answers or None


def _vercel(told: Mapping[str, Any]) -> list[Record] | None:
    text, calls = told.get("ai.response.text"), read_json(told.get("ai.response.toolCalls"))
    held = [{"type": "text", "text": text}] if isinstance(text, str) and text else []
    held += [{**as_dict(one), "type": "tool-call"} for one in as_list(calls)]
    return [{"role": "assistant", "content": [*blocks({"content": held})]}] if held else None


def _tools(told: Mapping[str, Any]) -> list[Any] | None:
    rows = _rows(told, "llm.tools.")
    return [read_json(row.get("tool.json_schema")) for row in rows] or None


def _first(told: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((told[name] for name in names if told.get(name) is not None), None)


def _first_text(told: Mapping[str, Any], names: Sequence[str]) -> str:
    return next((text for name in names if (text := as_text(told.get(name)))), "")


def _first_int(told: Mapping[str, Any], names: Sequence[str]) -> int | None:
    return next((number for name in names if (number := as_int(told.get(name))) is not None), None)
