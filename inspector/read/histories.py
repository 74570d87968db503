"""A context that an agent writes down whole: which of the items before it holds, and what is new in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from inspector.model import CompactionRecord, ItemKind, Splice
from inspector.read.build import Builder, Piece
from inspector.read.values import is_image, render


@dataclass(slots=True)
class History:
    """The keys of what stands in the context, by which a list that is written anew is known again."""

    build: Builder
    cut: int = -1
    """Index of the last operation that replaced anything."""
    compares: bool = True
    """Whether a context that was written down whole will be looked up; False where the log is known to hold none."""
    _keys: dict[int, int] = field(default_factory=dict)

    def put(self, piece: Piece) -> int:
        """Add an item of the record at hand; it enters the context unless the piece or its thread says otherwise."""
        build = self.build
        entered = len(build.ops)
        if type(piece.value) is dict and not is_image(piece.value):
            piece = piece._replace(value=render(piece.value))  # once for the item and its key
        number = build.take(piece)
        # The hash only, so that the texts need not be held.
        if self.compares and len(build.ops) > entered:
            self._keys[number] = hash(piece.key())
        return number

    def known(self, wanted: Sequence[Piece]) -> list[int | None]:
        """For each piece, the item of the context that is the same; where one occurs twice, the later is the kept."""
        places: dict[int, list[int]] = {}
        for number in self.build.context:
            places.setdefault(self._keys[number], []).append(number)
        found: list[int | None] = []
        for piece in reversed(wanted):
            same = places.get(hash(piece.key()))
            found.append(same.pop() if same else None)
        return found[::-1]

    def replace(self, wanted: Sequence[Piece], known: Sequence[int | None], record: CompactionRecord | None) -> None:
        """Make the context what was written down; ``known`` as ``known`` told. The record gets its new summary."""
        before, self.build.context = self.build.context, []
        for piece, number in zip(wanted, known, strict=True):
            if number is not None:
                self.build.context.append(number)
                continue
            entered = len(self.build.context)
            ops = len(self.build.ops)
            new = self.put(piece)
            del self.build.ops[ops:]  # the splice lets it in
            if (
                record
                and record.summary is None
                and piece.kind is ItemKind.SUMMARY
                and len(self.build.context) > entered
            ):
                record = replace(record, summary=new, readable=True)
        if record is not None or before != self.build.context:
            self.cut = len(self.build.ops)
            self.build.become(self.build.context, record)

    def mask(self, items: Sequence[int], record: CompactionRecord) -> None:
        """Clear single items in place."""
        self.cut = len(self.build.ops)
        self.build.ops.append(Splice(mask=tuple(items), compaction=record))

    def leave(self, items: Sequence[int]) -> None:
        """Take items out of the context, with nothing in their place."""
        gone = frozenset(items).intersection(self.build.context)
        if gone:
            self.cut = len(self.build.ops)
            self.build.swap([number for number in self.build.context if number in gone])
