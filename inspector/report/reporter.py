"""Reporter: one format, as the list of them has it; what one has written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from inspector.report.document import Report
from inspector.report.redact import Taken
from inspector.report.survey import Survey


@dataclass(frozen=True, slots=True)
class Reporter:
    """Writes what a report says in one format; never looks anything up, never leaves out what is inconvenient."""

    name: str
    """The suffix of its files, without the dot."""
    title: str
    session: Callable[[Report], str]
    """One session as text."""
    survey: Callable[[Survey], str]
    """Many sessions as text."""


class Written(NamedTuple):
    """A report as text, what redaction took out of it, and the files of the logs that it is of."""

    text: str
    taken: tuple[Taken, ...]
    logs: tuple[Path, ...]
