"""Places in a log, and problems found there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model.record import record


@record
class Source:
    """Where something stands in a log.

    ``pointer`` is a JSON pointer inside the record that ``start``/``end`` enclose, or ``table/rowid`` in a
    database. A whole-file JSON log has no ``line``; its pointer starts at the root of the document.
    """

    path: str
    line: int | None = None
    """1-based line of the (decompressed) file; None where a log has no lines."""
    start: int | None = None
    end: int | None = None
    """Byte offsets of the record in the (decompressed) file, half-open."""
    pointer: str = ""
    earlier: bool = False
    """Whether it stands in a log that the opened one goes on from, where both were read as one session."""

    @property
    def own_line(self) -> int | None:
        """The line to tell a reader; None in an earlier log, since its number alone would not tell of which."""
        return None if self.earlier else self.line

    def inside(self, pointer: str) -> Source:
        """Another place in the same record."""
        return Source(self.path, self.line, self.start, self.end, pointer)


@dataclass(frozen=True, slots=True)
class Quote:
    """Characters ``start`` to ``end`` (half-open) of the text of item number ``item``."""

    item: int
    start: int
    end: int


class Severity(StrEnum):
    """How much a problem costs the reader."""

    ERROR = "error"
    """Something of the log is not shown."""
    WARNING = "warning"
    """Shown, but something about it had to be assumed."""
    NOTE = "note"
    """Worth knowing; nothing is missing."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A problem with the log, not with the program. ``code`` is stable, ``message`` is for people."""

    severity: Severity
    code: str
    message: str
    source: Source | None = None
