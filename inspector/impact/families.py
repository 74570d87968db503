"""The families of findings behind a compaction."""

from collections.abc import Callable, Iterable

from inspector.impact.asked import asked
from inspector.impact.broken import broken
from inspector.impact.finding import Finding
from inspector.impact.known_errors import known_errors
from inspector.impact.loops import loops
from inspector.impact.repeats import repeats, retries
from inspector.impact.rereads import rereads
from inspector.impact.said_again import said_again
from inspector.impact.scene import Scene
from inspector.impact.unread_edits import unread_edits

Family = Callable[[Scene], Iterable[Finding]]
"""Finds one kind of thing in all compactions, in order of the log. Pure; no evidence, no finding."""

FAMILIES: tuple[Family, ...] = (
    said_again,
    broken,
    asked,
    retries,
    known_errors,
    unread_edits,
    rereads,
    repeats,
    loops,
)
"""What is most telling first."""
