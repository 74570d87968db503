"""What a task says of a compaction: by the range it leaves out, by what was shown, by Roo Code's marks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from inspector.model import CompactionRecord, Source
from inspector.read.adapter import Record
from inspector.read.adapters.cline.calls import RANGE, SUMMARIES, Range, Shown, parsed, range_of
from inspector.read.adapters.cline.task import Document, Edit, iso
from inspector.read.build import noted
from inspector.read.values import as_dict, as_int, as_text

GONE = "What it removed is no longer in this log: the agent rewrote the file."
_BY_FLOW = "The log does not name the trigger; it follows from when it happened."


class Said(NamedTuple):
    """A compaction by range, and the summary as the window showed it."""

    record: CompactionRecord
    text: str
    at: Source
    manual: bool


def of_range(shown: Document, told: Sequence[Shown], wanted: Range | None, retried: bool) -> Said:
    """A range that grew; ``told`` was shown since the call before."""
    text, manual, place, kind = "", False, None, "trim"
    for index, row, what in told:
        tool = parsed(row.get("text")) if what == "tool" else {}
        if what in ("condense", "summarize_task"):
            text, manual, place, kind = as_text(row.get("text")), what == "condense", index, "summary"
        elif tool.get("tool") in SUMMARIES:
            text, manual, place, kind = as_text(tool.get("content")), False, index, "summary"
    if place is None:
        both = list(wanted or ())
        rows = enumerate(shown.records)
        place = next((index for index, row in rows if row.get(RANGE) == both and range_of(row) == wanted), None)
    at = shown.at(place if place is not None else max(0, len(shown.records) - 1))
    time = iso(shown.records[place].get("ts")) if place is not None else None
    trigger = "manual" if manual else "overflow" if retried and kind == "trim" else "auto"
    record = CompactionRecord(
        id=f"range-{at.pointer.rsplit('/', 1)[-1]}",
        source=at,
        kind=kind,
        trigger=trigger,
        time=time,
        readable=False,
        notes=("The log names only the range of messages that it left out; there is no summary.",)
        if kind == "trim"
        else (),
    )
    return Said(record, text, Source(at.path, pointer=f"{at.pointer}/text"), manual)


def edited(edits: Sequence[Edit]) -> CompactionRecord:
    """Files that were read twice: all but the latest reading is cleared."""
    first, time = edits[0], iso(edits[-1].time)
    name = f"edit-{first.time}-{first.message}"
    return CompactionRecord(name, first.at, "edit", "auto", time=time, readable=False)


class Mark(NamedTuple):
    """One of the ways in which Roo Code tells that it left history out."""

    key: str
    """Where a record tells of it."""
    name: str
    """The field with its id, in that record and in the messages."""
    kind: str


MARKS = {
    "condense_context": Mark("contextCondense", "condenseId", "summary"),
    # When condensing was off or had failed.
    "sliding_window_truncation": Mark("contextTruncation", "truncationId", "trim"),
}


def marked(record: Record, at: Source, mark: Mark, during: bool) -> CompactionRecord:
    """History that Roo Code condensed or hid; it is ``during`` a call that it does so by itself."""
    told = as_dict(record.get(mark.key))
    condensed = mark.kind == "summary"
    place = at.pointer.rsplit("/", 1)[-1]
    return CompactionRecord(
        id=as_text(told.get(mark.name)) or f"{mark.name.removesuffix('Id')}-{place}",
        source=at,
        kind=mark.kind,
        trigger="auto" if during or not condensed else "manual",
        time=iso(record.get("ts")),
        reported_before=as_int(told.get("prevContextTokens")),
        reported_after=as_int(told.get("newContextTokens")),
        readable=False,
        notes=(_BY_FLOW,) if condensed else (),
    )


def failed(record: Record, at: Source) -> CompactionRecord:
    text = as_text(record.get("text"))
    note = f"It failed: {text[:300]}" if text else "It failed; the log does not say why."
    return CompactionRecord(
        id=f"condense-{at.pointer.rsplit('/', 1)[-1]}",
        source=at,
        kind="summary",
        status="failed",
        time=iso(record.get("ts")),
        readable=False,
        notes=(note,),
    )


def in_messages(message: Record, at: Source, kind: str, time: str | None) -> CompactionRecord:
    """A summary or a mark among the messages, where nothing else tells of it."""
    own = as_text(message.get("condenseId")) or as_text(message.get("truncationId"))
    return noted(own or f"message-{at.pointer.rsplit('/', 1)[-1]}", at, kind, time=time)
