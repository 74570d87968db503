"""What a task says of a compaction: by the range it leaves out, by what was shown, by Roo Code's marks.

The rule by which Cline makes room: cline/cline a12c565c71 src/core/context/context-management/{ContextManager,
context-window-utils}.ts and src/core/task/index.ts, checked 2026-11-22. The window stands in the details of the
environment, in thousands with three decimals at most (21,000 / 200K, 0 / 1,048.576K). Where a call filled it up to
``room``, files that were read more than once are cleared but for their last reading, and written to
context_history.json; only where that saves less than three characters in ten is history cut as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from inspector.model import Basis, CompactionRecord, Source, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.cline.calls import RANGE, SUMMARIES, Group, Range, Shown, parsed, range_of, usage_of
from inspector.read.adapters.cline.task import Document, Edit, Task
from inspector.read.adapters.cline.words import ENVIRONMENT
from inspector.read.build import noted
from inspector.read.times import utc
from inspector.read.values import as_dict, as_int, as_list, as_text

GONE = "What it removed is no longer in this log: the agent rewrote the file."
_NO_SUMMARY = "The log names only the range of messages that it left out; there is no summary."
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
        elif as_text(tool.get("tool")) in SUMMARIES:
            text, manual, place, kind = as_text(tool.get("content")), False, index, "summary"
    if place is None:
        both = list(wanted or ())
        rows = enumerate(shown.records)
        place = next((index for index, row in rows if row.get(RANGE) == both and range_of(row) == wanted), None)
    at = shown.at(place if place is not None else max(0, len(shown.records) - 1))
    time = utc(shown.records[place].get("ts")) if place is not None else None
    trigger = "manual" if manual else "overflow" if retried and kind == "trim" else "auto"
    notes = (_NO_SUMMARY,) if kind == "trim" else ()
    record = noted(f"range-{_place(at)}", at, kind, trigger, time=time, notes=notes)
    return Said(record, text, Source(at.path, pointer=f"{at.pointer}/text"), manual)


def edited(edits: Sequence[Edit]) -> CompactionRecord:
    """Files that were read twice: all but the latest reading is cleared."""
    first, time = edits[0], utc(edits[-1].time)
    return noted(f"edit-{first.time}-{first.message}", first.at, "edit", "auto", time=time)


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
    return noted(
        as_text(told.get(mark.name)) or f"{mark.name.removesuffix('Id')}-{_place(at)}",
        at,
        mark.kind,
        "auto" if during or not condensed else "manual",
        time=utc(record.get("ts")),
        reported_before=as_int(told.get("prevContextTokens")),
        reported_after=as_int(told.get("newContextTokens")),
        notes=(_BY_FLOW,) if condensed else (),
    )


def failed(record: Record, at: Source) -> CompactionRecord:
    """Condensing that failed."""
    text = as_text(record.get("text"))
    note = f"It failed: {text[:300]}" if text else "It failed; the log does not say why."
    time = utc(record.get("ts"))
    return noted(f"condense-{_place(at)}", at, "summary", status="failed", time=time, notes=(note,))


def in_messages(message: Record, at: Source, kind: str, time: str | None) -> CompactionRecord:
    """A summary or a mark among the messages, where nothing else tells of it."""
    own = as_text(message.get("condenseId")) or as_text(message.get("truncationId"))
    return noted(own or f"message-{_place(at)}", at, kind, time=time)


def _place(at: Source) -> str:
    """Its number among what was shown or sent."""
    return at.pointer.rsplit("/", 1)[-1]


_TOLD = re.compile(
    r"^# Context Window Usage\n[\d.,\s]{1,20}/ (\d{1,3}(?:,\d{3})*(?:\.\d{1,3})?)K tokens used", re.MULTILINE
)
_SMALLEST = 8_000
"""Less holds not even what Cline itself says to the model: the number was written in another country's way."""
_LARGEST = 20_000_000
"""More no model has: 131,072K is 131.072K, written where a comma stands before decimals."""
_LEFT_FREE = {64_000: 27_000, 128_000: 30_000, 200_000: 40_000}
_FELL = 0.8
"""Of what was sent before, at most: three characters in ten are gone, and what has been said since came on top."""
_UNSAID = (
    "Only the drop in prompt tokens shows it. The context was full, and no more messages were left out than before: "
    "then Cline clears files that were read more than once. Which ones stands in context_history.json, and that is "
    "not in this log.",
)


def window_of(message: Record) -> int | None:
    """The window in the environment that a message tells; None where it tells none."""
    content = message.get("content")
    blocks = [content] if isinstance(content, str) else [as_dict(block).get("text") for block in as_list(content)]
    told = [found for text in map(as_text, blocks) if text.startswith(ENVIRONMENT) and (found := window_in(text))]
    return told[-1] if told else None


def window_in(text: str) -> int | None:
    """The window in the last environment of a text."""
    place = text.rfind(ENVIRONMENT)
    found = _TOLD.search(text, place) if place >= 0 else None
    if found is None:
        return None
    value = round(float(found[1].replace(",", "")) * 1000)
    value = value if value <= _LARGEST else value // 1000
    return value if _SMALLEST <= value <= _LARGEST else None


def room(window: int) -> int:
    """The tokens at which Cline makes room."""
    return window - _LEFT_FREE[window] if window in _LEFT_FREE else max(window - 40_000, int(window * 0.8))


class Clearings:
    """Finds the calls before which files read twice were cleared, in tasks whose record of that is missing."""

    def __init__(self, task: Task) -> None:
        # Roo Code and its relatives never do that.
        self._untold = not task.is_roo and not task.edits
        self._group: Group | None = None
        self._usage: Usage | None = None

    def before(self, group: Group, window: int | None, source: Source) -> CompactionRecord | None:
        """The clearing before a call; to be asked of each call in order."""
        earlier, was, now = self._group, self._usage, usage_of(group.info, included=False)
        if now is None:
            return None
        self._group, self._usage = group, now
        if not self._untold or window is None or earlier is None or was is None:
            return None
        went_on = group.user is not None and earlier.user is not None and group.user > earlier.user
        if not went_on or group.range != earlier.range or not _made_room(was, now, window):
            return None
        return noted(
            f"clearing-{group.place}", source, "edit", "auto", basis=Basis.INFERRED, time=utc(group.time), notes=_UNSAID
        )


def _made_room(was: Usage, now: Usage, window: int) -> bool:
    """Whether a call filled the window and the next one sent much less."""
    before, after = was.prompt or 0, now.prompt or 0
    return before + (was.output or 0) >= room(window) and after <= _FELL * before
