"""Decisions between human and agent: what was accepted, chosen or approved, and what was turned down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.facts.agreed import agreed
from inspector.facts.candidates import Candidate
from inspector.facts.options import rejected
from inspector.facts.weigh import fact_of
from inspector.model import Fact
from inspector.reconstruct.segment import Segment


class Decisions:
    """What the human agreed to in the agent's words, and what he turned down."""

    name = "decisions"

    def extract(self, segment: Segment) -> Iterable[Fact]:
        """The decisions, in order."""
        for candidate in agreed(segment):
            yield fact_of(segment.session, candidate, self.name)
        for one in rejected(segment):
            candidate = Candidate(one.item, one.unit, "agreed", {"rejection": 1.0})
            yield replace(fact_of(segment.session, candidate, self.name), parts=one.parts)
