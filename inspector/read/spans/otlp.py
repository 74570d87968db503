"""OpenTelemetry's own files → spans: OTLP as JSON, and the flat objects that SDKs and Phoenix write.

Source: opentelemetry-proto, trace.proto and its JSON mapping (whole numbers as text, identifiers as hex), the
collector's file exporter (a request a line), the Python SDK's ``ReadableSpan.to_json``, Phoenix' spans as JSON; read
2026-11-23.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.model import Source
from inspector.read.adapter import Record
from inspector.read.api.exchange import Logged
from inspector.read.spans.attributes import flat, tell
from inspector.read.spans.span import Span, SpanKind
from inspector.read.times import as_time, from_milliseconds, seconds_between
from inspector.read.values import as_dict, as_int, as_list, as_text, digits

_SCOPES = (("scopeSpans", "spans"), ("scope_spans", "spans"), ("instrumentationLibrarySpans", "spans"))
_INFERENCE = frozenset("LLM TOOL AGENT CHAIN RETRIEVER EMBEDDING RERANKER GUARDRAIL EVALUATOR PROMPT".split())
"""OpenInference's kinds, as Phoenix writes them beside the attributes."""
_NANO = 1_000_000
_LATEST = 253_402_300_799_000
"""Milliseconds: the end of the year 9999."""


def is_otlp(value: Any) -> bool:
    """Whether a record is a request of the protocol, or one of the spans that SDKs write."""
    record = as_dict(value)
    if isinstance(record.get("resourceSpans", record.get("resource_spans")), list):
        return True
    if not _is_flat(record):
        return False
    return record.get("span_kind") in _INFERENCE or any(_is_ours(key) for key in flat(record["attributes"]))


def spans_in(logged: Logged) -> Iterator[Span]:
    """The spans of a record, in its order."""
    record = as_dict(logged.value)
    listed = record.get("resourceSpans") or record.get("resource_spans")
    if not isinstance(listed, list):
        if _is_flat(record):
            yield _flat_span(record, logged)
        return
    for place, resource in enumerate(listed):
        for scopes, spans in _SCOPES:
            for number, scope in enumerate(as_list(as_dict(resource).get(scopes))):
                for index, span in enumerate(as_list(as_dict(scope).get(spans))):
                    if isinstance(span, dict):
                        pointer = f"{logged.pointer}/resourceSpans/{place}/{scopes}/{number}/{spans}/{index}"
                        yield _span(span, logged.at, pointer)


def value_of(value: Any) -> Any:
    """What an ``AnyValue`` holds; what is no such value stays."""
    if not isinstance(value, dict) or len(value) > 1:
        return value
    (name, held) = next(iter(value.items()), ("", None))
    if name in ("intValue", "int_value"):
        told = held if isinstance(held, str) else ""
        number = digits(told.removeprefix("-"))
        return held if number is None else -number if told.startswith("-") else number
    if name in ("arrayValue", "array_value"):
        return [value_of(one) for one in as_list(as_dict(held).get("values"))]
    if name in ("kvlistValue", "kvlist_value"):
        return pairs(as_dict(held).get("values"))
    return held if name.endswith(("Value", "_value")) else value


def pairs(listed: Any) -> Record:
    """Attributes as the protocol lists them, or an object that they are already."""
    if isinstance(listed, dict):
        return listed
    return {as_text(as_dict(one).get("key")): value_of(as_dict(one).get("value")) for one in as_list(listed)}


def _span(span: Record, at: Source, pointer: str) -> Span:
    def get(name: str, other: str) -> Any:
        return span.get(name, span.get(other))

    start, end = (_nanos(get(*names)) for names in _ENDS)
    events = [
        (as_text(one.get("name")), flat(pairs(one.get("attributes"))))
        for one in map(as_dict, as_list(span.get("events")))
    ]
    made = Span(
        at=at,
        pointer=pointer,
        id=as_text(get("spanId", "span_id")),
        kind=SpanKind.OTHER,
        name=as_text(span.get("name")),
        trace=as_text(get("traceId", "trace_id")),
        start=_clock(start),
        end=_clock(end),
        seconds=(end - start) / 1e9 if start and end and end >= start else None,
    )
    return _settled(tell(made, flat(pairs(span.get("attributes"))), events), as_dict(span.get("status")))


_ENDS = (("startTimeUnixNano", "start_time_unix_nano"), ("endTimeUnixNano", "end_time_unix_nano"))


def _flat_span(span: Record, logged: Logged) -> Span:
    # Ids stand in an object, under names with a point, or beside the rest.
    context = {key.removeprefix("context."): value for key, value in span.items()} | as_dict(span.get("context"))
    attributes = span["attributes"]
    told = {key.removeprefix("attributes."): value for key, value in flat(attributes).items()}
    if isinstance(span.get("span_kind"), str):
        told.setdefault("openinference.span.kind", span["span_kind"])
    start, end = as_time(span.get("start_time")), as_time(span.get("end_time"))
    events = [
        (as_text(one.get("name")), flat(one.get("attributes"))) for one in map(as_dict, as_list(span.get("events")))
    ]
    made = Span(
        at=logged.at,
        pointer=logged.pointer,
        id=as_text(context.get("span_id")),
        kind=SpanKind.OTHER,
        name=as_text(span.get("name")),
        trace=as_text(context.get("trace_id")),
        start=start,
        end=end,
        seconds=seconds_between(start, end),
    )
    status = as_dict(span.get("status")) or {"code": span.get("status_code"), "message": span.get("status_message")}
    return _settled(tell(made, told, events), status)


def _settled(span: Span, status: Record) -> Span:
    code = status.get("code", status.get("status_code"))
    if code in (2, "STATUS_CODE_ERROR", "ERROR"):
        message = as_text(status.get("message")) or as_text(status.get("description"))
        span.error = message or span.error or "error"
    span.conversation = span.conversation or span.trace
    return span


def _nanos(value: Any) -> int | None:
    number = digits(value) if isinstance(value, str) else as_int(value)
    return number or None


def _clock(nanos: int | None) -> str | None:
    return from_milliseconds(nanos // _NANO) if nanos and nanos // _NANO < _LATEST else None


def _is_flat(record: Record) -> bool:
    named = "span_id" in as_dict(record.get("context")) or "context.span_id" in record or "span_id" in record
    return named and isinstance(record.get("attributes"), dict)


def _is_ours(key: str) -> bool:
    return key.startswith(("gen_ai.", "llm.", "openinference.", "traceloop.", "ai."))
