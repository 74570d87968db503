"""A trace as OTLP in JSON, by OpenTelemetry's GenAI conventions: for tools that show traces, and to be opened again.

One trace a session: ``invoke_agent`` above, a ``chat`` span a call with all that was sent, an ``execute_tool`` span a
tool's run. A context behind a compaction has ``gen_ai.conversation.compacted``, its summary is a ``compaction`` part,
verdicts are ``gen_ai.evaluation.result`` events on the first call behind it. What a role does not tell of an item, such
as that a harness wrote what is sent as the user's, stands in the part as ``inspector.item``. Source: open-telemetry/
semantic-conventions-genai, spans and events, and its schemas of messages; read 2026-11-23.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime
from hashlib import blake2b
from typing import Any

from inspector.model.basis import known_sum
from inspector.read.api.messages import ITEM
from inspector.report.mend.context import CLEARED, ROLES
from inspector.report.trace import Trace, TracedCall, TracedItem, Verdict
from inspector.wording.harmless import harmless_json

_Json = dict[str, Any]
_NANO = 10**9
_CLIENT, _INTERNAL = 3, 1
_ERROR = 2


def otlp_json(trace: Trace) -> str:
    """A request of the protocol a line, as the collector writes files. The same trace gives the same text."""
    write = _Writer(trace)
    batches = [[write.agent()], *([*write.call(call)] for call in trace.calls)]
    return "".join(f"{harmless_json(write.request(spans))}\n" for spans in batches)


class _Writer:
    """What all spans of a trace share."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.id = _digest(16, trace.agent, trace.id)
        self.root = self._span_id("agent", 0)
        self.items = {item.number: item for item in trace.items}
        self.results = {item.call: item for item in trace.items if item.kind == "tool_result" and item.call}

    def request(self, spans: list[_Json]) -> _Json:
        """Spans in what says whose they are."""
        scope = {"name": "inspector", "version": self.trace.by.removeprefix("inspector ")}
        resource = {"attributes": _pairs({"service.name": self.trace.agent, "service.version": self.trace.version})}
        return {"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": scope, "spans": spans}]}]}

    def agent(self) -> _Json:
        """The span above all others."""
        told = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": self.trace.agent_title,
            "gen_ai.conversation.id": self.trace.id,
        }
        ends = [end for call in self.trace.calls if (end := _ends(call)[1])]
        starts = [start for call in self.trace.calls if (start := _ends(call)[0])]
        times = (min(starts, default=0), max([*ends, *starts], default=0))
        return self._span(self.root, f"invoke_agent {self.trace.agent_title}", _INTERNAL, told, times, parent="")

    def call(self, call: TracedCall) -> Iterator[_Json]:
        """A call of the model, and the tools that its answer ran."""
        told: _Json = {
            "gen_ai.operation.name": "chat",
            # Whose service a log does not tell; the conventions ask for a name.
            "gen_ai.provider.name": "unknown",
            "gen_ai.conversation.id": self.trace.id,
            "gen_ai.response.id": call.id,
            "gen_ai.response.model": call.model,
            "gen_ai.input.messages": _text(self._messages(call.sent, call.cleared)),
            "gen_ai.output.messages": _text(self._answer(call)),
            "gen_ai.response.finish_reasons": [call.stop] if call.stop else None,
            "gen_ai.conversation.compacted": call.compacted or None,
            **_tokens(call),
        }
        events = [_evaluation(one, _ends(call)[0]) for one in call.verdicts]
        own = self._span_id("call", call.number)
        yield self._span(own, f"chat {call.model}".strip(), _CLIENT, told, _ends(call), events=events)
        for number in call.answer:
            if self.items[number].kind == "tool_call":
                yield self._tool(self.items[number], _ends(call)[1])

    def _tool(self, item: TracedItem, time: int) -> _Json:
        """A tool's run; its words stand in the messages."""
        told = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": item.tool,
            "gen_ai.tool.call.id": item.call,
            "gen_ai.conversation.id": self.trace.id,
        }
        name, failed = f"execute_tool {item.tool}".strip(), item.call in self.results and self.results[item.call].error
        span = self._span(self._span_id("tool", item.number), name, _INTERNAL, told, (time, time))
        return span | ({"status": {"code": _ERROR}} if failed else {})

    def _messages(self, numbers: Iterable[int], cleared: frozenset[int]) -> list[_Json]:
        held = (self.items[number] for number in numbers)
        # With a result goes what the human said inside it.
        shown = (replace(item, text=CLEARED, said=()) if item.number in cleared else item for item in held)
        return [{"role": ROLES.get(item.kind, "user"), "parts": [_part(item)]} for item in shown]

    def _answer(self, call: TracedCall) -> list[_Json]:
        parts = [_part(self.items[number]) for number in call.answer]
        return [{"role": "assistant", "parts": parts, "finish_reason": call.stop or "unknown"}] if parts else []

    def _span(
        self, own: str, name: str, kind: int, told: _Json, times: tuple[int, int], *, parent: str | None = None,
        events: list[_Json] | None = None,
    ) -> _Json:  # fmt: skip
        start, end = times
        span: _Json = {"traceId": self.id, "spanId": own, "name": name, "kind": kind, "attributes": _pairs(told)}
        above = self.root if parent is None else parent
        span |= {"parentSpanId": above} if above else {}
        # A time that is not in the log is left out, which readers take for none.
        span |= {"startTimeUnixNano": str(start), "endTimeUnixNano": str(end or start)} if start else {}
        return span | ({"events": events} if events else {})

    def _span_id(self, kind: str, number: int) -> str:
        return _digest(8, self.id, kind, str(number))


def _evaluation(verdict: Verdict, time: int) -> _Json:
    told = {
        "gen_ai.evaluation.name": f"compaction.{verdict.subject}",
        "gen_ai.evaluation.score.label": verdict.label,
        "gen_ai.evaluation.score.value": verdict.score,
        "gen_ai.evaluation.explanation": f"{verdict.words} [{verdict.basis}]",
    }
    event: _Json = {"name": "gen_ai.evaluation.result", "attributes": _pairs(told)}
    return event | ({"timeUnixNano": str(time)} if time else {})


def _tokens(call: TracedCall) -> _Json:
    """Tokens as the conventions count them: what the cache had is part of the input."""
    if call.usage is None:
        return {}
    fresh, read, written, output, reasoning = call.usage
    return {
        "gen_ai.usage.input_tokens": known_sum((fresh, read, written)),
        "gen_ai.usage.cache_read.input_tokens": read,
        "gen_ai.usage.cache_creation.input_tokens": written,
        "gen_ai.usage.output_tokens": output,
        "gen_ai.usage.reasoning.output_tokens": reasoning,
    }


def _part(item: TracedItem) -> _Json:
    said = [{"detail": how, "text": words} for how, words in item.said]
    own = {"kind": item.kind, "origin": item.origin, "detail": item.detail, "said": said}
    told = {ITEM: own} if item.origin else {}
    if item.kind == "tool_call":
        return {"type": "tool_call", "id": item.call, "name": item.tool, "arguments": item.text}
    if item.kind == "tool_result":
        return {"type": "tool_call_response", "id": item.call, "response": item.text, **told}
    if item.kind == "reasoning":
        return {"type": "reasoning", "content": item.text}
    return {"type": "compaction" if item.kind == "summary" else "text", "content": item.text, **told}


def _pairs(told: _Json) -> list[_Json]:
    return [{"key": key, "value": _value(value)} for key, value in told.items() if value is not None and value != ""]


def _value(value: Any) -> _Json:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [_value(one) for one in value]}}
    return {"stringValue": value}


def _text(value: list[_Json]) -> str:
    return harmless_json(value) if value else ""


def _ends(call: TracedCall) -> tuple[int, int]:
    """Nanoseconds since 1970 of a call's start and end; 0 where the log does not tell."""
    try:
        start = datetime.fromisoformat(call.started or "")
    except ValueError:
        return 0, 0
    if start.tzinfo is None:
        return 0, 0
    begun = round(start.timestamp() * 1_000) * (_NANO // 1_000)
    return begun, begun + round((call.seconds or 0) * _NANO)


def _digest(size: int, *words: str) -> str:
    return blake2b("\0".join(words).encode("utf-8", "surrogatepass"), digest_size=size).hexdigest()
