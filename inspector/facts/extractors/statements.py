"""Statements of the human: rules, wishes, decisions, tasks, and what they supplied as true."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.facts.said import said
from inspector.facts.weigh import fact_of, is_statement
from inspector.model import Fact
from inspector.reconstruct.segment import Segment


class Statements:
    """One fact for each thing the human said that matters; pasted output and chatter are left out."""

    name = "statements"

    def extract(self, segment: Segment) -> Iterable[Fact]:
        """The human's statements, in order."""
        for candidate in said(segment):
            if is_statement(candidate):
                yield fact_of(segment.session, candidate, self.name)
