"""The families of findings behind a compaction, each in a file of its own with ``FAMILY``."""

from inspector.impact import (
    asked,
    cuts,
    denied,
    forgotten,
    known_errors,
    lookups,
    loops,
    repeats,
    rereads,
    restated,
    retries,
    unread_edits,
    violations,
    wrong_paths,
)
from inspector.impact.finding import Family

FAMILIES: tuple[Family, ...] = (
    violations.FAMILY,
    restated.FAMILY,
    asked.FAMILY,
    retries.FAMILY,
    known_errors.FAMILY,
    wrong_paths.FAMILY,
    unread_edits.FAMILY,
    denied.FAMILY,
    rereads.FAMILY,
    repeats.FAMILY,
    lookups.FAMILY,
    loops.FAMILY,
    cuts.FAMILY,
    forgotten.FAMILY,
)
"""What is most telling first."""
