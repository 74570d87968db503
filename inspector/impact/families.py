"""The families of findings behind a compaction."""

from collections.abc import Callable, Iterable

from inspector.impact.asked import asked
from inspector.impact.broken import broken
from inspector.impact.cuts import cuts
from inspector.impact.finding import Finding
from inspector.impact.forgotten import forgotten
from inspector.impact.known_errors import known_errors
from inspector.impact.lookups import lookups
from inspector.impact.loops import loops
from inspector.impact.mistakes import unread_edits, wrong_paths
from inspector.impact.repeats import repeats, retries
from inspector.impact.rereads import rereads
from inspector.impact.said_again import said_again
from inspector.impact.scene import Scene

Family = Callable[[Scene], Iterable[Finding]]
"""Finds one kind of thing in all compactions, in order of the log. Pure; no evidence, no finding."""

FAMILIES: tuple[Family, ...] = (
    said_again,
    broken,
    asked,
    retries,
    known_errors,
    wrong_paths,
    unread_edits,
    rereads,
    repeats,
    lookups,
    loops,
    cuts,
    forgotten,
)
"""What is most telling first."""
