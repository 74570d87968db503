"""The one fold over a session's operations: the context at any of them, without knowing any agent.

Rule: nothing outside this file interprets Append, Splice and Rewind.

A checkpoint is kept at every operation that is not a plain append. Between two checkpoints the context only
grows, so the context at any operation is one checkpoint and a slice of the appends behind it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from inspector.model import Append, ContextEntry, Form, ItemKind, Rewind, Session, Splice

Entries = tuple[ContextEntry, ...]


class Replay:
    """The contexts of one session's main thread. Building costs one pass over the operations that cut."""

    def __init__(self, session: Session) -> None:
        self._items = session.items
        self._ops = session.ops
        self._cuts: list[int] = [-1]
        self._after: list[Entries] = [()]
        for index, op in enumerate(session.ops):
            if type(op) is Splice:
                self._keep(index, self._spliced(op, index))
            elif type(op) is Rewind:
                # Not a splice: going back past a compaction brings back what it dropped.
                self._keep(index, self.entries_at(min(op.to, index - 1)))

    @property
    def cuts(self) -> list[int]:
        """Indexes of the operations that are neither append nor call, in order."""
        return self._cuts[1:]

    def entries_at(self, op: int) -> Entries:
        """The entries of the context after operation ``op``, oldest first; -1 is the empty start."""
        op = min(op, len(self._ops) - 1)
        place = bisect_right(self._cuts, op) - 1
        cut = self._cuts[place]
        grown = [
            ContextEntry(appended.item, self._form(appended.item), index)
            for index, appended in enumerate(self._ops[cut + 1 : op + 1], cut + 1)
            if type(appended) is Append
        ]
        return self._after[place] + tuple(grown)

    def items_at(self, op: int) -> list[int]:
        """The items of that context by number, without their form and age."""
        op = min(op, len(self._ops) - 1)
        place = bisect_right(self._cuts, op) - 1
        grown = self._ops[self._cuts[place] + 1 : op + 1]
        return [entry.item for entry in self._after[place]] + [op.item for op in grown if type(op) is Append]

    def cleared_at(self, op: int) -> tuple[int, ...]:
        """Those of them that stand there as a placeholder alone."""
        place = bisect_right(self._cuts, op) - 1
        return tuple(entry.item for entry in self._after[place] if entry.form is Form.PLACEHOLDER)

    def _entries_of(self, items: Sequence[int], op: int) -> dict[int, ContextEntry]:
        """The entries of those among ``items`` that stand in the context after operation ``op``, by item."""
        wanted = frozenset(items)
        place = bisect_right(self._cuts, op) - 1
        found = {entry.item: entry for entry in self._after[place] if entry.item in wanted}
        for index in range(self._cuts[place] + 1, op + 1):
            appended = self._ops[index]
            if type(appended) is Append and appended.item in wanted:
                found[appended.item] = ContextEntry(appended.item, self._form(appended.item), index)
        return found

    def _keep(self, index: int, entries: Entries) -> None:
        self._cuts.append(index)
        self._after.append(entries)

    def _form(self, item: int) -> Form:
        found = self._items[item - 1]
        if found.kind is ItemKind.SUMMARY:
            return Form.SUMMARY
        return Form.SHORTENED if found.detail == "shortened" else Form.WHOLE

    def _spliced(self, op: Splice, index: int) -> Entries:
        if op.remove is None:
            left: list[ContextEntry] = []
            earlier = self._entries_of(op.insert, index - 1)
        else:
            before = self.entries_at(index - 1)
            earlier = {entry.item: entry for entry in before}
            gone = frozenset(op.remove)
            left = [entry for entry in before if entry.item not in gone]
        if op.mask:
            masked = frozenset(op.mask)
            left = [
                ContextEntry(entry.item, Form.PLACEHOLDER, index) if entry.item in masked else entry for entry in left
            ]
        # An item that was there before and is inserted again was kept: it keeps its form and its age.
        put = [earlier.get(item) or ContextEntry(item, self._form(item), index) for item in op.insert]
        return tuple(left[: op.at] + put + left[op.at :])
