"""How a compaction is put to a judge: the most detailed copy that fits the window, or parts of it where none does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from inspector.judge.ask import LONGEST
from inspector.judge.copy import CopiedPassage, Copy, copies_of, labeller
from inspector.judge.earlier import Earlier
from inspector.judge.retrieved import retrieved
from inspector.judge.traffic import BARE, LATER_ROOMS, ROOMS, Room
from inspector.llm.marks import sendable
from inspector.measure.tokenizer import default_tokenizer
from inspector.model import Fact
from inspector.reconstruct.segment import Segment, summary_of

COPY = 24_000
"""Tokens of a copy that no room is saved for: only what people and agents said makes one longer."""
LOG, LATER_LOG = 5_000, 900
"""Tokens of passages from the log beside it; of those behind an earlier reading that is followed."""
LATER_COPY = 6_000
"""Tokens of a copy of what is new behind an earlier reading, beside what was said."""
_KNOWN_LEAST = 1_000
"""Tokens of a window that are left for a part, however small the window."""
_ASKED = 2_500
"""Tokens of the instructions, of which the longest have 1,804, and of the marks around the data."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a compaction is put to a judge."""

    copy: Copy
    log: tuple[str, ...]
    parts: tuple[tuple[CopiedPassage, ...], ...]
    """What stood before, cut at turns; one part where all of it fits one request."""
    followed: tuple[Fact, ...] = ()
    """Statements of an earlier reading."""
    follows: int | None = None
    """The compaction of that reading; None where the reading begins with this one."""
    listed: tuple[str, ...] = ()
    """The followed statements as a judge is given them."""

    @property
    def is_whole(self) -> bool:
        """Whether one request holds all of it."""
        return len(self.parts) == 1


def plan(segment: Segment, window: int | None = None, earlier: Earlier | None = None) -> Plan:
    """The most detailed copy that fits, and the parts of it where the model's window is small.

    ``window`` in tokens; None where it is not known. ``earlier`` is the reading that is gone on from. Reads every text
    of the context.
    """
    since = earlier.end if earlier is not None else 0
    passages, most = (LOG, None) if window is None else shares(window)
    log = retrieved(segment, min(passages, LATER_LOG) if since else passages, since)
    wanted = LATER_COPY if since else COPY
    room = wanted if most is None else min(wanted, most)
    for copy in copies_of(segment, _rooms(segment, since), since):
        size = tokens_in((*map(str, copy.before), copy.left))
        if size <= room:
            break
    parts = (copy.before,) if most is None or size <= most else tuple(_cut(copy.before, min(COPY, most)))
    if earlier is None:
        return Plan(copy, log, parts)
    return Plan(copy, log, parts, earlier.followed, earlier.number, tuple(_listed(earlier.followed, segment)))


def shares(window: int) -> tuple[int, int]:
    """Tokens of a window for passages of the log, and for the copy: what the answer and what is asked leave."""
    passages = min(LOG, window // 8)
    # Its tokens are not ours: of some texts it makes more.
    return passages, max(_KNOWN_LEAST, window - longest_answer(window) - passages - _ASKED - window // 16)


def longest_answer(window: int | None) -> int:
    """Tokens that an answer may have; in a small window it shares them with what is asked."""
    return LONGEST if window is None else min(LONGEST, window // 4)


def _listed(followed: Iterable[Fact], segment: Segment) -> Iterator[str]:
    label, kept = labeller(segment), segment.compaction.whole
    for fact in followed:
        item = fact.quotes[0].item
        stays = " stays" if item in kept else ""
        yield f"[{label(segment.session.items[item - 1])} {fact.kind.value}{stays}] {sendable(fact.statement)}"


def _rooms(segment: Segment, since: int) -> Sequence[Room]:
    """How detailed a copy may be, the most detailed first."""
    if summary_of(segment.session, segment.compaction) is None:
        return (BARE,)
    return LATER_ROOMS if since else ROOMS


def _cut(before: Sequence[CopiedPassage], room: int) -> Iterator[tuple[CopiedPassage, ...]]:
    """What stood before in parts of at most ``room`` tokens, cut where a person speaks if that can be."""
    sizes = default_tokenizer().count_many([str(passage) for passage in before])
    start = 0
    while start < len(before):
        end, size = start, 0
        while end < len(before) and (end == start or size + sizes[end] <= room):
            size += sizes[end]
            end += 1
        if end < len(before):
            turns = [place for place in range(start + max(1, (end - start) // 2), end) if before[place].opens]
            end = turns[-1] if turns else end
        yield tuple(before[start:end])
        start = end


def tokens_in(texts: Iterable[str]) -> int:
    """How long texts are together, as the tokenizer counts that is always there."""
    return sum(default_tokenizer().count_many(list(texts)))
