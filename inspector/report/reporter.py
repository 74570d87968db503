"""Reporter: one format, as the list of them has it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from inspector.report.document import Report
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
