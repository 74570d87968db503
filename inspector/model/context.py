"""What the model saw at one moment, and what a compaction did to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model.basis import TokenCount
from inspector.model.operations import CompactionRecord
from inspector.model.record import record


class Form(StrEnum):
    """How much of an item stands in a context."""

    WHOLE = "whole"
    SHORTENED = "shortened"
    PLACEHOLDER = "placeholder"
    SUMMARY = "summary"


@record
class ContextEntry:
    """One item in a context. ``since`` is the index of the operation that put it there."""

    item: int
    form: Form
    since: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Compaction:
    """One compaction, with the contexts on both sides of it. Item numbers, in order of the context.

    ``number`` counts from 1 over compactions; clearing single results in place (kind edit) has a count of its own.
    """

    number: int
    record: CompactionRecord
    op: int
    """Index of its splice. The context after ``op - 1`` is what was compacted."""
    settled: int
    """Index of the last operation that belongs to it (files and reminders put back); ``op`` if none."""
    removed: tuple[int, ...] = ()
    inserted: tuple[int, ...] = ()
    """New with the splice itself: the summary, and whatever came with it."""
    kept: tuple[int, ...] = ()
    """In the context before and after."""
    restored: tuple[int, ...] = ()
    """Put back by the harness right behind it, before the model was called again."""
    masked: tuple[int, ...] = ()
    cleared: tuple[int, ...] = ()
    """Of what was there before it, what stood there as a placeholder alone; ``masked`` are those that it cleared."""
    request_before: int | None = None
    request_after: int | None = None
    """Indexes into ``Session.requests`` of the last call before and the first after, same thread."""
    before: TokenCount
    """Prompt tokens of the last request before."""
    after: TokenCount
    """Prompt tokens of the first request after."""
    outcome: str
    """ok, ineffective, inflated, failed, loop, opaque, undone."""

    @property
    def whole(self) -> frozenset[int]:
        """Kept, and not as a placeholder: what they say stands there as it was."""
        return frozenset(self.kept).difference(self.masked, self.cleared)

    @property
    def freed(self) -> int | None:
        """Tokens that it took out of the context, negative where the context grew; None where that is not told."""
        before, after = self.before.value, self.after.value
        if before is not None and after is not None:
            return before - after
        told, left = self.record.reported_before, self.record.reported_after
        # Some records count the summary alone as what is left, so no saving is read from them, and growth is.
        return told - left if told is not None and left is not None and left > told and after is None else None

    @property
    def item(self) -> int:
        """Where it is shown in a log without lines: its summary, or the last item that it found; 0 for none."""
        return self.record.summary or max((*self.removed, *self.kept), default=0)

    @property
    def went(self) -> str:
        """The outcome in a word for people: what freed an unknown number of tokens is done, and not known to be ok."""
        return went(self.outcome, self.before, self.after)


def went(outcome: str, before: TokenCount, after: TokenCount) -> str:
    """The word for people of an outcome between two counts."""
    is_measured = before.value is not None and after.value is not None
    return "done" if outcome == "ok" and not is_measured else outcome
