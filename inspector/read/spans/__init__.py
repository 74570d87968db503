"""Traces of agents as observability tools keep them: spans → calls of a model → a session.

``otlp`` and ``protobuf`` read OpenTelemetry's files, ``attributes`` tells a model's call, a tool and an agent by the
conventions that are about, ``messages`` brings their messages into one form, ``log`` puts the session together. The
exports of other tools are turned into the same ``Span`` by their adapters; ``SpanLog`` is what those share.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspector.model import Session, Source
from inspector.read.adapter import Adapter, Glance, Match, Probe, Report
from inspector.read.api.exchange import Logged, read_records
from inspector.read.api.sniff import first_values
from inspector.read.spans.log import glance_of, session_of
from inspector.read.spans.span import Span


class SpanLog(Adapter):
    """An adapter that says which records are its own and turns them into spans."""

    nowhere = Source("")

    def is_one(self, value: Any) -> Match | None:
        """How well a record fits."""
        raise NotImplementedError

    def spans(self, logged: Logged) -> Iterator[Span]:
        """The spans of a record, in its order."""
        raise NotImplementedError

    def records(self, path: Path, report: Report) -> Iterator[Logged]:
        """The records of a file. Raises CannotRead."""
        return read_records(path, report)

    def recognise(self, probe: Probe) -> Match | None:
        """By the first record that fits."""
        return next(filter(None, map(self.is_one, first_values(probe))), None)

    def glance(self, probe: Probe) -> Glance:
        """The first prompt and the time of the first call."""
        return glance_of(span for value in first_values(probe) for span in self.spans(Logged(value, self.nowhere, "")))

    def read(self, path: Path, report: Report) -> Session:
        """Read one file of spans."""
        spans = (span for logged in self.records(path, report) for span in self.spans(logged))
        return session_of(self.id, path, spans, self.capabilities)
