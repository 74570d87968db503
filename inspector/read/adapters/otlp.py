"""OpenTelemetry traces of agents: OTLP files, spans as SDKs write them, and Phoenix' exports (OpenInference).

Producer:  any program that is instrumented by the GenAI conventions, OpenLLMetry, OpenInference or Vercel's AI SDK,
           through the collector's file exporter (JSON or protobuf), an SDK's exporter, or Phoenix.
Evidence:  sources and documentation; see read/spans for each. Checked 2026-11-23.
Context:   a call that captured its messages holds all that was sent; successive calls are tied together by their
           common start, as in logs of providers' APIs. Capturing is off by default: then a call tells its time, model
           and tokens alone, and tools stand by name.
Compaction: a ``compaction`` part in a message, ``gen_ai.conversation.compacted``, and spans of their own
           (``compact_events``, ``compact_messages``), of which the next call's messages tell what they did (recorded);
           where two calls' own messages differ, or the prompt's tokens drop (inferred).
Not said:  who wrote a prompt; windows; what a compaction outside the captured messages removed.
Damage:    spans that stand twice, torn lines, documents that were cut; numbers as text.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspector.read.adapter import Match, Probe, Report, can_say
from inspector.read.api.exchange import Logged, read_records
from inspector.read.content import read_bytes
from inspector.read.spans import SpanLog
from inspector.read.spans.otlp import is_otlp, spans_in
from inspector.read.spans.protobuf import is_protobuf, read_protobuf
from inspector.read.spans.span import Span

_HEAD = 8_192


class Otlp(SpanLog):
    id = "otlp"
    title = "OpenTelemetry trace"
    capabilities = can_say(
        always="timestamps",
        sometimes="usage system_prompt tools reasoning compactions summary_text kept_tail",
    )

    def recognise(self, probe: Probe) -> Match | None:
        """By a request of the protocol, or by spans with attributes of a convention for models."""
        return Match(0.8, "an OTLP request as protobuf") if is_protobuf(probe.head) else super().recognise(probe)

    def is_one(self, value: Any) -> Match | None:
        """By the list of resources, or a span's context beside its attributes."""
        return Match(0.9, "spans of OpenTelemetry") if is_otlp(value) else None

    def spans(self, logged: Logged) -> Iterator[Span]:
        """The spans of a request, or the one that a record is."""
        return spans_in(logged)

    def records(self, path: Path, report: Report) -> Iterator[Logged]:
        """The requests of a file, whichever of the two forms it has."""
        is_raw = is_protobuf(read_bytes(path, _HEAD)[0])
        return read_protobuf(path, report) if is_raw else read_records(path, report)


ADAPTER = Otlp()
