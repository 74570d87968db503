"""Whether what a compaction left can be read at all, and whether it can be what it says it is."""

from __future__ import annotations

from inspector.model import CompactionRecord, Zone
from inspector.reconstruct.after import After
from inspector.reconstruct.segment import Segment
from inspector.survival.outcome import IS_ENCRYPTED

_ENCRYPTED = "encrypted_summary"
"""What adapters call such an item."""
_WORTH_COMPARING = 2_000


def unreadable(segment: Segment, after: After) -> str:
    """Why the text after a compaction tells nothing of what it kept; "" where it does."""
    record = segment.compaction.record
    if record.kind == "trim" or is_empty(record):
        return ""
    if not record.readable or record.summary is None:
        return IS_ENCRYPTED if is_encrypted(segment) else "Its summary cannot be read; only kept messages can."
    text = "\n".join(text.text for text in after.texts if text.zone is Zone.SUMMARY).strip()
    if not text:
        # It keeps nothing, and that can be seen.
        return ""
    if not segment.compaction.removed:
        return "What it replaces is not in this log; only kept messages can be looked at."
    history = sum(segment.session.items[number - 1].chars for number in segment.compaction.removed)
    if _WORTH_COMPARING < len(text) > history:
        return "Its summary is longer than the history that this log holds; only kept messages can be looked at."
    return ""


def is_empty(record: CompactionRecord) -> bool:
    """Whether a summary was written into which nothing was put."""
    return record.readable and record.summary is None and record.kind == "summary"


def is_encrypted(segment: Segment) -> bool:
    """Whether the provider alone can read the summary."""
    summary = segment.compaction.record.summary
    return summary is not None and segment.session.items[summary - 1].detail == _ENCRYPTED


def is_cut_short(segment: Segment) -> bool:
    """Whether the log lacks part of what the compaction kept, so that nothing can be called absent."""
    return segment.compaction.record.status == "partial"
