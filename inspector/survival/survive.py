"""What one compaction left of what was said and shown before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.model import Fact, Survival
from inspector.reconstruct.after import After, look_after, look_before
from inspector.reconstruct.segment import Segment
from inspector.said.standing import stand
from inspector.survival.found import Found
from inspector.survival.outcome import Outcome
from inspector.survival.readable import is_cut_short, unreadable
from inspector.survival.shown import shown


def survive(found: Found, check: Callable[[], object] = lambda: None) -> Outcome:
    """Where everything stands after one compaction. ``check`` may raise to stop the work."""
    segment = found.segment
    after = look_after(segment.session, segment.compaction, segment.read)
    note = unreadable(segment, after)
    unread = bool(note) or is_cut_short(segment)
    said = tuple(_standings(found.facts, segment, after, unread=unread, check=check))
    check()
    worked = tuple(shown(found.evidence, segment, after, unread=unread, check=check))
    return Outcome(segment.compaction, (*found.facts, *found.evidence), (*said, *worked), note=note)


def survive_bank(segment: Segment, facts: Sequence[Fact]) -> Outcome:
    """Where the sentences of a bank stand after one compaction, and whether they stood right before it."""
    return survive(Found(segment, tuple(facts)))


def _standings(
    facts: Sequence[Fact],
    segment: Segment,
    after: After,
    *,
    unread: bool,
    check: Callable[[], object] = lambda: None,
) -> Sequence[Survival]:
    before = look_before(segment.session, segment.compaction, segment.read)
    return list(stand(facts, after, before, unread=unread, check=check))
