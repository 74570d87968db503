"""What is in the context of a task: all messages but those a range leaves out, a tag hides or an edit rewords."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from inspector.model import Append, CompactionRecord, ItemKind, Splice
from inspector.read.adapters.cline import condensing
from inspector.read.adapters.cline.blocks import Blocks
from inspector.read.adapters.cline.calls import Range
from inspector.read.adapters.cline.task import Edit, Task, put
from inspector.read.build import About, Builder
from inspector.read.times import utc
from inspector.read.values import as_text, render

_DUPLICATE = "[[NOTE] This file read has been removed"
_NOTICES = ("[NOTE]", "[[NOTE]", "[Continue assisting")


class Context:
    """The context while a task is read, and the operations that make it."""

    def __init__(self, build: Builder, task: Task) -> None:
        self._build = build
        self._sent = task.sent.records
        self._edits: list[Edit] = list(task.edits)
        self.blocks: dict[int, Blocks] = {}
        self._context: list[int] = []
        self._range: Range | None = None
        self._active: set[str] = set()
        self._floor = 0
        self._loose = 10**9

    def append(self, index: int, blocks: Blocks) -> None:
        """A message enters at the end. Without a place among the messages it gets one behind them."""
        if index < 0:
            self._loose += 1
            index = self._loose
        if blocks:
            self.blocks[index] = blocks
        self.enter([number for block in blocks for number in block])

    def enter(self, numbers: Sequence[int]) -> None:
        """Items of a message enter at the end."""
        for number in numbers:
            self._build.ops.append(Append(number))
            self._context.append(number)

    def is_deferred(self, index: int) -> bool:
        """Whether a message is a summary or a mark, which takes effect at a moment of its own."""
        message = self._sent[index] if 0 <= index < len(self._sent) else {}
        return bool(message.get("isSummary") or message.get("isTruncationMarker"))

    def grows(self, wanted: Range | None) -> bool:
        """Whether a range leaves out more than the one in force."""
        return wanted is not None and (self._range is None or wanted[1] > self._range[1])

    def shrink(self, wanted: Range | None) -> None:
        """A range that leaves out less: the task went back to an earlier state."""
        if wanted != self._range:
            self._range = wanted
            self._settle(None)

    def cut(
        self, wanted: Range | None, record: CompactionRecord, insert: Sequence[int], later: Sequence[int] = ()
    ) -> None:
        """Leave out what a range names, put ``insert`` at the end, and let ``later`` in behind."""
        self._range = wanted
        waiting = frozenset(later)
        new = [number for number in self._desired() if number not in waiting]
        new += [number for number in insert if number not in new]
        self._splice(new, record)
        self.enter(later)

    def insert(self, number: int, record: CompactionRecord) -> None:
        """A summary whose message is not at hand stands behind the first message."""
        first = frozenset(item for block in next(iter(self.blocks.values()), []) for item in block)
        at = sum(item in first for item in self._context)
        self._splice([*self._context[:at], number, *self._context[at:]], record)

    def become(self, new: Sequence[int], record: CompactionRecord) -> None:
        """The context is exactly these items; all messages before are hidden from now on."""
        self.blocks = {-1: [tuple(new)]}
        self._splice(list(new), record)

    def activate(self, index: int, blocks: Blocks, record: CompactionRecord) -> None:
        """A summary or a mark takes effect: what is tagged with its name is hidden from now on."""
        message = self._sent[index]
        self.blocks[index] = blocks
        self._active.update(filter(None, (as_text(message.get(name)) for name in ("condenseId", "truncationId"))))
        if message.get("isSummary") and message.get("role") == "user":
            self._floor = max(self._floor, index)
        self._settle(record)

    def find_mark(self, own: str, name: str, text: str) -> int | None:
        """The message of a summary or mark that is not in effect yet: by its name or its text."""
        waiting = [index for index in range(len(self._sent)) if self.is_deferred(index) and index not in self.blocks]
        waiting = [index for index in waiting if bool(self._sent[index].get("isSummary")) == (name == "condenseId")]
        start = text.strip()[:200]
        named = (index for index in waiting if own and self._sent[index].get(name) == own)
        alike = (index for index in waiting if start and start in render(self._sent[index].get("content")))
        return next(chain(named, alike), None)

    def calls_of(self, tool: str) -> list[int]:
        """The calls of a tool that are in the context."""
        items = self._build.items
        calls = (number for number in self._context if items[number - 1].kind is ItemKind.TOOL_CALL)
        return [number for number in calls if items[number - 1].tool == tool]

    def edit(self, call: int | None, answered: int | None, cuts: bool) -> None:
        """Reword what was reworded before a call; where it ``cuts``, the notice of that goes with the cut.

        An edit bears the time of the call before, or of the moment where the call had to be made again.
        """
        late = answered or 0
        due = [edit for edit in self._edits if call is None or edit.time < call or call < edit.time <= late]
        if not due:
            return
        self._edits = [edit for edit in self._edits if edit not in due]
        early = [edit for edit in due if edit.message > 1 or not cuts]
        record = condensing.edited(early) if early else None
        masked = self._reword(early)
        if masked:
            # One that is hidden or gone by now has nothing to clear.
            self._build.ops.append(Splice(mask=tuple(masked), compaction=record))
        new = self._desired()
        if new != self._context:
            self._splice(new, record if early and not masked else None)
        self._reword([edit for edit in due if edit not in early])

    def _reword(self, edits: Sequence[Edit]) -> list[int]:
        """Put other words in the place of blocks; gives the items that are only cleared."""
        masked: list[int] = []
        here = frozenset(self._context)
        for edit in edits:
            blocks = self.blocks.get(edit.message)
            if blocks is None or edit.block >= len(blocks) or not blocks[edit.block]:
                continue
            if edit.text.startswith(_DUPLICATE):
                masked += [number for number in blocks[edit.block] if number in here and number not in masked]
                continue
            old = self._build.items[blocks[edit.block][0] - 1]
            notice = edit.text.startswith(_NOTICES)
            kind = ItemKind.ATTACHMENT if notice or old.kind is ItemKind.USER else old.kind
            about = About(tool=old.tool, call_id=old.call_id)
            detail = "notice" if notice else "reworded"
            blocks[edit.block] = (put(self._build, kind, edit.text, edit.at, utc(edit.time), detail, **about),)
        return masked

    def _desired(self) -> list[int]:
        shown = (self.blocks[index] for index in sorted(self.blocks) if self._is_visible(index))
        return [number for blocks in shown for block in blocks for number in block]

    def _is_visible(self, index: int) -> bool:
        if self._range and self._range[0] <= index <= self._range[1]:
            return False
        if index < self._floor:
            return False
        message = self._sent[index] if 0 <= index < len(self._sent) else {}
        tags = (message.get("condenseParent"), message.get("truncationParent"))
        return not any(isinstance(tag, str) and tag in self._active for tag in tags)

    def _settle(self, record: CompactionRecord | None) -> None:
        new = self._desired()
        if record is not None or new != self._context:
            self._splice(new, record)

    def _splice(self, new: list[int], record: CompactionRecord | None) -> None:
        before, after = frozenset(self._context), frozenset(new)
        gone = tuple(number for number in self._context if number not in after)
        added = tuple(number for number in new if number not in before)
        left = [number for number in self._context if number in after]
        at = new.index(added[0]) if added else 0
        if [*left[:at], *added, *left[at:]] == new:
            self._build.ops.append(Splice(remove=gone, insert=added, at=at, compaction=record))
        else:
            self._build.ops.append(Splice(remove=None, insert=tuple(new), compaction=record))
        self._context = new
