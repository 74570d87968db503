"""What one compaction left of what was said and shown before it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, repeat

from inspector.model import Standing
from inspector.model.anew import Anew
from inspector.reconstruct.after import look_after, look_before
from inspector.said.standing import stand
from inspector.survival.found import Found
from inspector.survival.outcome import Outcome
from inspector.survival.readable import is_cut_short, unreadable
from inspector.survival.shown import shown


def survive(found: Found, check: Callable[[], object] = lambda: None) -> Outcome:
    """Where everything stands after one compaction. ``check`` may raise to stop the work."""
    segment = found.segment
    after = look_after(segment.session, segment.compaction, segment.read)
    before = look_before(segment.session, segment.compaction, segment.read)
    note = unreadable(segment, after)
    unread = bool(note) or is_cut_short(segment)
    said = stand(found.facts, after, before, unread=unread, check=check)
    worked = shown(found.evidence, segment, after, unread=unread, check=check)
    # Of most sentences the same is true, so it is held once.
    same: dict[Standing, Standing] = {}
    standings = tuple(same.setdefault(one, one) for one in chain(said, worked))
    names = tuple(fact.id for fact in chain(found.facts, found.evidence))
    facts = Anew(len(names), lambda: chain(found.facts, found.evidence))
    survivals = Anew(len(names), lambda: map(Standing.of, standings, names, repeat(segment.compaction.number)))
    return Outcome(segment.compaction, facts, survivals, note=note)
