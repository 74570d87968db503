"""The facts of one segment.

Rule: no module of rules is imported here, so that what was found earlier is read back without any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.model import Compaction, Fact, Item, Session
from inspector.reconstruct.segment import Segment, find_segments


@dataclass(frozen=True, slots=True)
class Liveness:
    """Whether a fact matters for the work ahead, and why (not)."""

    live: bool
    why: str
    superseded: str = ""
    """The words that took it back; "" where nothing did."""
    chance: float | None = None
    """That it still matters, 0 to 1; None where that was not weighed."""


@dataclass(frozen=True, slots=True)
class Found:
    """The facts of one segment, and whether each still matters at its compaction."""

    segment: Segment
    facts: tuple[Fact, ...]
    live: Mapping[str, Liveness]
    """For the facts of the human and those agreed with them."""
    evidence: tuple[Fact, ...] = ()
    """Facts of the work itself: what was touched, ran, failed and named."""


Given = tuple[tuple[Fact, ...], Mapping[str, Liveness], tuple[Fact, ...]]
"""The facts of one segment, whether they still matter, and its evidence."""


def found_before(
    session: Session, compactions: Sequence[Compaction], read: Callable[[Item], str], given: Sequence[Given]
) -> Iterator[Found]:
    """What ``extract`` gave for the same session earlier, with its segments again; no text is read.

    Raises ValueError where there are not as many as segments.
    """
    earlier: tuple[Fact, ...] = ()
    for bare, (facts, live, evidence) in zip(find_segments(session, compactions, read), given, strict=True):
        yield Found(replace(bare, earlier=earlier), facts, live, evidence)
        earlier = (*earlier, *facts)
