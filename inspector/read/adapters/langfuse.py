"""Exports of Langfuse: observations as lines of JSON or a list, and traces that hold their observations.

Producer:  the table's export as JSON or JSONL, scheduled exports to a bucket, the public API (a trace, a page of
           observations), the command-line client.
Evidence:  langfuse/langfuse 62751446 (packages/shared/src/domain/observations.ts, usage and model schemas), the public
           API's document; example traces in public code that reads such exports; no export of a real project was at
           hand. Checked 2026-11-23.
Context:   a generation holds what was sent, if its input was kept; successive ones are tied together by their common
           start. Inputs of any other form stand as one text.
Compaction: none is marked; a history that left the common start, or a drop of the prompt's tokens, tells (inferred).
Not said:  who wrote a prompt; windows; whether ``usage`` of an old export holds what the cache had.
Damage:    torn lines, observations that stand twice, inputs cut by the exporter; a table exported as CSV is not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.model import Usage
from inspector.read.adapter import Match, Record, can_say
from inspector.read.api.exchange import Logged
from inspector.read.spans import SpanLog
from inspector.read.spans.attributes import usage_of
from inspector.read.spans.messages import message, messages_of, read_json
from inspector.read.spans.span import Span, SpanKind
from inspector.read.times import as_time, seconds_between
from inspector.read.values import as_dict, as_int, as_list, as_text, render

_KINDS = {"GENERATION": SpanKind.MODEL, "TOOL": SpanKind.TOOL, "AGENT": SpanKind.AGENT}
_TYPES = frozenset({*_KINDS, *"SPAN EVENT CHAIN RETRIEVER EVALUATOR EMBEDDING GUARDRAIL".split()})
_LISTS = ("observations", "data", "traces")
_READ = ("input_cached_tokens", "cache_read_input_tokens", "input_cache_read", "cached_tokens", "input_cached")
_WRITTEN = ("cache_creation_input_tokens", "input_cache_creation", "input_cache_write")
_REASONING = ("output_reasoning_tokens", "output_reasoning", "reasoning_tokens")
_INPUT = ("input", "promptTokens", "prompt_tokens", "input_tokens", "inputUsage")
_OUTPUT = ("output", "completionTokens", "completion_tokens", "output_tokens", "outputUsage")
_TOTAL = ("total", "totalTokens", "total_tokens", "totalUsage")


class Langfuse(SpanLog):
    id = "langfuse"
    title = "Langfuse export"
    capabilities = can_say(
        always="timestamps", sometimes="usage system_prompt tools reasoning compactions summary_text kept_tail"
    )

    def is_one(self, value: Any) -> Match | None:
        """By the type of an observation beside its trace and its start."""
        return Match(0.9, "observations of Langfuse") if any(_observations(value, "", {})) else None

    def spans(self, logged: Logged) -> Iterator[Span]:
        """The observations of a record."""
        for row, pointer, trace in _observations(logged.value, logged.pointer, {}):
            yield _span(row, trace, logged, pointer)


def _observations(value: Any, pointer: str, trace: Record) -> Iterator[tuple[Record, str, Record]]:
    """Each observation with the trace that holds it, where one does."""
    record = as_dict(value)
    if _is_observation(record, bool(trace)):
        yield record, pointer, trace
        return
    for name in _LISTS:
        for place, one in enumerate(as_list(record.get(name))):
            holder = record if name == "observations" else trace
            yield from _observations(one, f"{pointer}/{name}/{place}", holder)


def _is_observation(row: Record, held: bool) -> bool:
    placed = held or _get(row, "traceId") is not None
    return as_text(row.get("type")).upper() in _TYPES and placed and _get(row, "startTime") is not None


def _get(row: Record, name: str) -> Any:
    """A field, as the API names it or as exports to a bucket do."""
    return row[name] if name in row else row.get("".join(f"_{c.lower()}" if c.isupper() else c for c in name))


def _span(row: Record, trace: Record, logged: Logged, pointer: str) -> Span:
    start, end = as_time(_get(row, "startTime")), as_time(_get(row, "endTime"))
    trace_id = as_text(_get(row, "traceId")) or as_text(trace.get("id"))
    about = as_dict(read_json(row.get("metadata")))
    kind = _KINDS.get(as_text(row.get("type")).upper(), SpanKind.OTHER)
    session = as_text(_get(row, "sessionId")) or as_text(_get(trace, "sessionId"))
    span = Span(
        at=logged.at,
        pointer=pointer,
        id=as_text(row.get("id")),
        kind=kind,
        name=as_text(row.get("name")) or as_text(_get(row, "traceName")),
        trace=trace_id,
        conversation=session or trace_id,
        start=start,
        seconds=seconds_between(start, end),
        model=as_text(row.get("model")) or as_text(_get(row, "providedModelName")),
        error=as_text(_get(row, "statusMessage")) if row.get("level") == "ERROR" else "",
    )
    asked, gave = read_json(row.get("input")), read_json(row.get("output"))
    if kind is SpanKind.MODEL:
        span.sent = _messages(asked, "user")
        said = _messages(gave, "assistant") or []
        span.answer = [block for one in said for block in one["content"]] or None
        span.tools = as_dict(asked).get("tools") or about.get("tools")
        span.usage = _usage(row)
    elif kind is SpanKind.TOOL:
        span.arguments, span.result = asked, gave
    return span


def _messages(value: Any, role: str) -> list[Record] | None:
    """Messages of an input or an output; what has another form is one text."""
    listed = as_list(as_dict(value).get("choices")) or as_list(as_dict(value).get("candidates"))
    choice = as_dict(next(iter(listed), None))
    value = next((choice[name] for name in ("message", "content") if isinstance(choice.get(name), dict)), value)
    if isinstance(value, dict) and "role" not in value and ("content" in value or "tool_calls" in value):
        value = {"role": role, **value}
    found = messages_of(value)
    if found is not None or value in (None, "", [], {}):
        return found
    return [message({"role": role, "content": value if isinstance(value, str) else render(value)})]


def _usage(row: Record) -> Usage | None:
    """Details are disjoint and add up to the total; an old export has three numbers."""
    told = as_dict(read_json(_get(row, "usageDetails"))) or as_dict(row.get("usage")) or row

    def number(names: tuple[str, ...]) -> int | None:
        return next((n for name in names if (n := as_int(told.get(name))) is not None), None)

    prompt, output, read, written = number(_INPUT), number(_OUTPUT), number(_READ), number(_WRITTEN)
    reasoning, total = number(_REASONING), number(_TOTAL)
    cached = (read or 0) + (written or 0)
    if prompt is None or total is None or total < prompt + cached + (output or 0):
        return usage_of(prompt, read, written, output, reasoning)
    if output is not None and reasoning and total >= prompt + cached + output + reasoning:
        output += reasoning
    return Usage(prompt, read, written, output, reasoning)


ADAPTER = Langfuse()
