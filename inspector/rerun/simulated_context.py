"""A session's items in the order in which they came, with another strategy in the place of the recorded compactions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.model import Append, Operation, Rewind, Splice
from inspector.model.run import State
from inspector.reconstruct.compactions import Compactions
from inspector.rerun.view import Entries, Numbering, ViewEntry


class SimulatedContext:
    """The context as it would have grown. What the recorded compactions put in or took out is left out."""

    def __init__(self, library: Entries, compactions: Compactions) -> None:
        self._library = library
        self._numbers = Numbering(library)
        ops = library.session.ops
        self._skip = frozenset(item for one in compactions.all for item in (*one.restored, *one.inserted))
        self._wanted = frozenset(op.to for op in ops if type(op) is Rewind)
        self._saved: dict[int, tuple[ViewEntry, ...]] = {-1: ()}
        self.entries: list[ViewEntry] = []
        self.counted = 0
        self.prompted = True
        """Whether the human has spoken since the last request."""
        self._sent: list[ViewEntry] | None = None
        """What the last request had, where it is no longer the front of the entries."""
        self._sent_length = 0

    def take(self, index: int, op: Operation) -> None:
        """Let one operation of the log happen; calls change nothing."""
        if type(op) is Append:
            if op.item not in self._skip:
                self._append(op.item)
        elif type(op) is Rewind:
            before = self._saved.get(min(op.to, index - 1))
            if before is not None:
                self.become(before)
        elif type(op) is Splice and op.compaction is None:
            self._splice(op)
        if index in self._wanted:
            self._saved[index] = tuple(self.entries)

    def become(self, entries: Iterable[ViewEntry], *, carried: bool = False) -> None:
        """The context is this from now on; ``carried`` marks what a compaction has kept."""
        self._remember()
        self._numbers = Numbering(self._library)
        self.entries = [self._numbers.number(entry) for entry in entries]
        if carried:
            kept = ("system", "summary")
            self.entries = [
                entry if entry.kind in kept or entry.carried else replace(entry, carried=True) for entry in self.entries
            ]
        self.counted = sum(entry.counted for entry in self.entries)

    def reused(self) -> int:
        """Counted tokens at the front that the last request had too; asked once for each request."""
        if self._sent is None:
            reused = sum(entry.counted for entry in self.entries[: self._sent_length])
        else:
            reused = 0
            for was, now in zip(self._sent, self.entries, strict=False):
                if was.item != now.item or was.state is not now.state or was.text != now.text:
                    break
                reused += now.counted
        self._sent, self._sent_length = None, len(self.entries)
        self.prompted = False
        return reused

    def _append(self, number: int) -> None:
        entry = self._numbers.number(self._library.entry(number))
        self.entries.append(entry)
        self.counted += entry.counted
        self.prompted = self.prompted or entry.kind == "user_typed"

    def _splice(self, op: Splice) -> None:
        """A change of the log's own that is no compaction: instructions put in front, items taken out."""
        gone = frozenset(op.remove or ())
        left = [entry for entry in self.entries if entry.item not in gone]
        here = {entry.item for entry in left}
        new = [self._library.entry(item) for item in op.insert if item not in here and item not in self._skip]
        at = min(op.at, len(left))
        self.become((*left[:at], *new, *left[at:]))

    def _remember(self) -> None:
        if self._sent is None:
            self._sent = self.entries[: self._sent_length]


def with_summaries_of(entries: Iterable[ViewEntry], tokens: int) -> list[ViewEntry]:
    """The entries with every summary that nobody wrote taken to be so many tokens long."""

    def unwritten(entry: ViewEntry) -> bool:
        return entry.state is State.OPAQUE and not entry.text and not entry.counted

    return [replace(entry, counted=tokens) if unwritten(entry) else entry for entry in entries]
