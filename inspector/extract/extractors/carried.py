"""What lives only in the summary before: facts of the segments before, quoted where they now stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.extract.candidates import Candidate
from inspector.extract.extractor import Segment
from inspector.extract.likeness import containment, content
from inspector.extract.linear import model
from inspector.extract.told import told
from inspector.extract.weigh import fact_of, is_statement, surety
from inspector.model import Fact

_SAME = 0.75
_ALONE = 0.6
"""How sure it has to be that a unit states a fact where no earlier segment of the log had it."""


class Carried:
    """Facts whose words now stand in the summary.

    One that was known before keeps its id; ``weight`` is how sure it is that the unit states a fact.
    """

    name = "carried"

    def extract(self, segment: Segment) -> Iterable[Fact]:
        """The facts of the summary, in its order; what it tells twice is taken where it tells it best."""
        weighed = model("statement summary")
        units = [
            (weighed.probability(candidate.features), place, candidate, known)
            for place, (candidate, known) in enumerate(told(segment))
            if is_statement(candidate) and (known is not None or not segment.earlier or surety(candidate) >= _ALONE)
        ]
        taken: list[tuple[int, Candidate, Fact | None]] = []
        ids: set[str] = set()
        words: list[set[str]] = []
        for _, place, candidate, known in sorted(units, key=lambda entry: (-entry[0], entry[1])):
            stems = set(content(candidate.unit.text))
            if (known is not None and known.id in ids) or any(containment(stems, other) >= _SAME for other in words):
                continue
            taken.append((place, candidate, known))
            words.append(stems)
            if known is not None:
                ids.add(known.id)
        for _, candidate, known in sorted(taken, key=lambda entry: entry[0]):
            yield self._fact(segment, candidate, known)

    def _fact(self, segment: Segment, candidate: Candidate, known: Fact | None) -> Fact:
        fact = fact_of(segment.session, candidate, self.name)
        if known is not None:
            fact = replace(fact, id=known.id, kind=known.kind, strength=known.strength)
            fact = replace(fact, scope=known.scope, parts=known.parts)
        return replace(fact, from_summary=True)
