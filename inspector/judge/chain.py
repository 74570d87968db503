"""In which order the compactions of a session are read: each goes on from the one before it."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from inspector.errors import InspectorError
from inspector.judge.earlier import Earlier
from inspector.model import Judgement
from inspector.reconstruct.after import look_after
from inspector.reconstruct.segment import Segment
from inspector.survival.readable import unreadable


class NotYetRead(InspectorError):
    """What a compaction goes on from was not judged. ``number`` is that compaction's."""

    def __init__(self, number: int) -> None:
        super().__init__(
            f"It goes on from compaction {number}, which was not judged.",
            hint="Judge both: what was answered is kept.",
        )
        self.number = number


@dataclass(frozen=True)
class Chain:
    """The compactions of one session, with what judges found about them so far."""

    segments: Sequence[Segment]
    """All of them, in order of the log."""
    known: dict[int, Judgement] = field(default_factory=dict)
    """By number; grows as they are read."""
    decided: Callable[[Judgement], Judgement] = lambda found: found
    """A reading with what a person decided above it: that says what is followed."""

    @classmethod
    def of(
        cls,
        segments: Sequence[Segment],
        known: Mapping[int, Judgement],
        decided: Callable[[Judgement], Judgement] = lambda found: found,
    ) -> Chain:
        """A chain of its own: what is found later is not put into ``known``."""
        return cls(segments, dict(known), decided)

    @cached_property
    def readable(self) -> tuple[Segment, ...]:
        """Those that a judge can read; reads what each of them left."""
        return tuple(
            one for one in self.segments if not unreadable(one, look_after(one.session, one.compaction, one.read))
        )

    def to_read(self, wanted: Container[int] | None = None) -> tuple[Segment, ...]:
        """Those with these numbers, or all, each behind what has to be read before it and is not yet."""
        asked: list[Segment] = []
        missing: list[Segment] = []
        for segment in self.segments:
            number = segment.compaction.number
            if wanted is None or number in wanted:
                asked += [*missing, segment]
                missing = []
            elif segment in self.readable:
                missing = [] if self._leads_on(segment) else [*missing, segment]
        return tuple(asked)

    def before(self, segment: Segment) -> Earlier | None:
        """What a compaction goes on from; None where it is the first that can be read.

        Raises NotYetRead.
        """
        last = next((one for one in reversed(self.readable) if one.compaction.number < segment.compaction.number), None)
        if last is None:
            return None
        if not self._leads_on(last):
            raise NotYetRead(last.compaction.number)
        return Earlier(last, self.decided(self.known[last.compaction.number]))

    def put(self, judgement: Judgement) -> None:
        """Take up what was found."""
        self.known[judgement.compaction] = judgement

    def _leads_on(self, segment: Segment) -> bool:
        """Whether its reading is there, whole, and goes on from the one before it in turn."""
        found = self.known.get(segment.compaction.number)
        if found is None or not found.passes or found.open:
            return False
        return segment is self.readable[0] or found.follows is not None
