"""What lives only in the summary before: facts of the segments before, quoted where they now stand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from inspector.facts.candidates import Candidate
from inspector.facts.extractor import Segment
from inspector.facts.linear import model
from inspector.facts.told import told
from inspector.facts.weigh import fact_of, is_statement, surety
from inspector.model import Fact, Said
from inspector.text.similarity import containment, content

_SAME = 0.75
_ALONE = 0.6
"""How sure it has to be that a unit states a fact where no earlier segment of the log had it."""


@dataclass(slots=True)
class _Telling:
    """Where a summary tells a fact best, and where it tells it again."""

    place: int
    candidate: Candidate
    known: Fact | None
    stems: frozenset[str]
    again: list[tuple[int, Candidate]] = field(default_factory=list)

    def is_told_by(self, stems: frozenset[str], known: Fact | None) -> bool:
        same = self.known is not None and known is not None and self.known.id == known.id
        return same or containment(stems, self.stems) >= _SAME

    def in_order(self) -> list[Candidate]:
        """The best telling, then the others as the summary has them."""
        return [self.candidate, *(candidate for _, candidate in sorted(self.again, key=lambda entry: entry[0]))]


class Carried:
    """Facts whose words now stand in the summary.

    One that was known before keeps its id, and says how it was first said; ``weight`` is how sure it is that the unit
    states a fact.
    """

    name = "carried"

    def extract(self, segment: Segment) -> Iterable[Fact]:
        """The facts of the summary, in its order; each is quoted where it is told best, then where it is told again."""
        weighed = model("statement summary")
        units = [
            (weighed.probability(candidate.features), place, candidate, known)
            for place, (candidate, known) in enumerate(told(segment))
        ]
        tellings: list[_Telling] = []
        for _, place, candidate, known in sorted(units, key=lambda entry: (-entry[0], entry[1])):
            stems = frozenset(content(candidate.unit.text))
            first = next((telling for telling in tellings if telling.is_told_by(stems, known)), None)
            if first is not None:
                first.again.append((place, candidate))
            elif is_statement(candidate) and (known is not None or not segment.earlier or surety(candidate) >= _ALONE):
                tellings.append(_Telling(place, candidate, known, stems))
        for telling in sorted(tellings, key=lambda telling: telling.place):
            yield self._fact(segment, telling)

    def _fact(self, segment: Segment, telling: _Telling) -> Fact:
        facts = [fact_of(segment.session, candidate, self.name) for candidate in telling.in_order()]
        quotes = tuple(quote for fact in facts for quote in fact.quotes)
        texts = tuple(text for fact in facts for text in fact.texts)
        fact = replace(facts[0], quotes=quotes, texts=texts, from_summary=True)
        known = telling.known
        if known is None:
            return fact
        return replace(
            fact,
            id=known.id,
            kind=known.kind,
            strength=known.strength,
            scope=known.scope,
            parts=known.parts,
            first=known.first if known.from_summary else Said(known.quotes[0], known.texts[0], known.statement),
        )
