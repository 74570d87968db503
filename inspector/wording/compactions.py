"""What a log says of one compaction beside its numbers, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.model import Compaction, CompactionRecord
from inspector.wording.units import counted


def sentences(record: CompactionRecord) -> tuple[str, ...]:
    """Why it failed, how it was done, what was asked for and seen; then what our reading adds."""
    return (*_told(record), *record.notes)


def growth_words(compaction: Compaction) -> str:
    """By how much a context is larger after a compaction; "" where it is not, or nobody knows."""
    amount = compaction.freed
    if compaction.outcome != "inflated" or amount is None or amount >= 0:
        return ""
    return f"The context grew by {-amount:,} tokens."


def _told(record: CompactionRecord) -> Iterator[str]:
    if record.reason:
        yield record.reason if record.reason.endswith((".", "!", "?")) else f"{record.reason}."
    if record.attempts is not None and record.attempts > 1:
        yield f"The summarizer was asked {record.attempts} times."
    if record.method:
        yield f"The agent calls this way “{record.method}”."
    if record.focus:
        yield f"It was asked to look after: “{record.focus}”."
    if record.shown is not None:
        yield f"The summarizer was sent {counted(len(record.shown), 'item')} of what stood before."
