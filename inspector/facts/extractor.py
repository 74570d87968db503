"""The contract of an extractor: a segment in, facts out."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from inspector.model import Compaction, Fact, FactKind, Item, Quote, Session


@dataclass(frozen=True, slots=True)
class Segment:
    """What stood in the context since the compaction before, in order of the log, and is now compacted."""

    session: Session
    compaction: Compaction
    items: tuple[Item, ...]
    """Main thread only; rewound items are left out, the summary of the compaction before is not among them."""
    summary: Item | None
    """The summary that opened the segment; None in the first one and where it cannot be read."""
    read: Callable[[Item], str]
    """The whole text of an item."""
    earlier: tuple[Fact, ...] = ()
    """The facts of the segments before, latest segment last."""


class Extractor(Protocol):
    """Finds facts of one family. Pure: the same segment gives the same facts, with the same ids."""

    name: str

    def extract(self, segment: Segment) -> Iterable[Fact]:
        """The facts of a segment, in order of the log."""
        ...


def fact_id(session: Session, kind: FactKind, item: int, start: int, words: str) -> str:
    """An id that depends on what was said and where, so that it is the same in every run."""
    said = " ".join(words.split()).lower()
    return hashlib.blake2b(f"{session.id}|{kind}|{item}|{start}|{said}".encode(), digest_size=8).hexdigest()


def statement(words: str) -> str:
    """Quoted words as one line, without list marks and emphasis."""
    plain = " ".join(words.split()).lstrip("-*•>#| ").replace("**", "").replace("`", "")
    return plain.rstrip(" :;,-")


def quoted(item: Item, start: int, end: int) -> Quote:
    """A place in an item's text."""
    return Quote(item.number, start, end)
