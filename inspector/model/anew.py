"""A sequence of which only how it is made is held, for what differs little from compaction to compaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

T = TypeVar("T")


class Anew(Sequence[T]):
    """Made anew each time that somebody goes through it, and equal each time."""

    __slots__ = ("_count", "_make")

    def __init__(self, count: int, make: Callable[[], Iterable[T]]) -> None:
        """``make`` gives ``count`` things."""
        self._count, self._make = count, make

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return iter(self._make())

    def __getitem__(self, place: Any) -> Any:
        return tuple(self)[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, tuple | Anew) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))
