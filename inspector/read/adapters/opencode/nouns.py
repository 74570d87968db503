"""What OpenCode stores of a session, wherever it does: messages with their parts."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.model import Source
from inspector.read.adapter import Record
from inspector.read.values import as_dict, as_int, as_text


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a message, and where it stands."""

    value: Record
    at: Source


@dataclass(frozen=True, slots=True)
class Message:
    """A message with its parts, in order."""

    info: Record
    at: Source
    parts: tuple[Part, ...]

    @property
    def id(self) -> str:
        """Its own id; "" where it has none."""
        return as_text(self.info.get("id"))

    @property
    def parent(self) -> str:
        """The id of the prompt that it answers."""
        return as_text(self.info.get("parentID"))

    @property
    def is_summary(self) -> bool:
        """Whether it is the answer of a summariser."""
        return self.info.get("summary") is True

    @property
    def created(self) -> int:
        """When it was made, in epoch milliseconds; 0 where that is not known."""
        return as_int(as_dict(self.info.get("time")).get("created")) or 0


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the second store."""

    id: str
    kind: str
    value: Record
    at: Source
    created: int


@dataclass(slots=True)
class Stored:
    """A session as it is kept: as messages, or as rows of the second store."""

    info: Record
    path: str
    messages: list[Message] = field(default_factory=list)
    rows: list[Entry] = field(default_factory=list)
    """In order; then ``messages`` is empty."""
    children: list[Record] = field(default_factory=list)
    """Sessions that it started, where the store knows them: id and title."""
    others: int = 0
    """Further sessions in the same database."""
    unread: int = 0
    """Messages of it in the store that was not read."""
