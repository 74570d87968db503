"""What lives only in the summary before: facts of the segments before, quoted where they now stand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache

from inspector.facts.candidates import Candidate, section_names
from inspector.facts.features import bucket, unit_features
from inspector.facts.linear import model
from inspector.facts.weigh import fact_of, is_statement, surety
from inspector.model import Fact, FactKind, Said
from inspector.reconstruct.segment import Segment
from inspector.text.cues import cues
from inspector.text.openings import ends_of
from inspector.text.phrases import says
from inspector.text.similarity import Overlaps, Weights, containment, content, stems_of
from inspector.text.units import split

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
            for place, (candidate, known) in enumerate(retellings(segment))
        ]
        tellings: list[_Telling] = []
        for _, place, candidate, known in sorted(units, key=lambda entry: (-entry[0], entry[1])):
            stems = stems_of(candidate.unit.text)
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


def retellings(segment: Segment) -> Iterator[tuple[Candidate, Fact | None]]:
    """The units of the summary before, each with the earlier fact it tells, if any."""
    item = segment.summary
    if item is None:
        return
    units = split(segment.read(item))
    stems = [stems_of(ends_of(unit.text)) for unit in units]
    known = [fact for fact in segment.earlier if fact.kind in SPOKEN]
    heard = [_stems(fact.texts) for fact in known]
    weights = Weights([*heard, *stems])
    here: frozenset[str] = frozenset().union(*stems)
    index = Overlaps(heard, weights, here)
    tells = [_told(held, known, index) for held in stems]
    twice = Overlaps(stems, weights, here)
    best: dict[str, float] = {}
    for share, fact in tells:
        if fact is not None:
            best[fact.id] = max(best.get(fact.id, 0.0), share)
    for place, (unit, (share, fact)) in enumerate(zip(units, tells, strict=True)):
        names = section_names(unit) | {f"tells:{bucket(share, (0.2, 0.4, 0.6, 0.8))}"}
        names.add(f"at:{bucket(place / len(units), (0.1, 0.3, 0.5, 0.7, 0.9))}")
        if fact is not None and share >= _HINTS:
            teller = "tells best" if share >= best[fact.id] else "told better elsewhere"
            group = "rule" if fact.kind in (FactKind.CONSTRAINT, FactKind.PREFERENCE) else str(fact.kind)
            names |= {
                teller,
                f"tells {group}",
                f"{teller} {group}",
                "tells older" if fact.from_summary else "tells newer",
            }
        if _told_twice(place, stems, twice):
            names.add("told twice")
        for above, words in (("lead", unit.lead), ("heading", unit.section.rsplit(" / ", 1)[-1])):
            names |= {f"{above} says:{cue}" for cue in _TOLD_ABOVE if cues().found(cue, words)}
        if quoted_speech(unit.text):
            names.add("quotes speech")
        if says("opens with user", unit.text):
            names.add("opens with user")
        features = unit_features(unit) | dict.fromkeys(names, 1.0)
        yield Candidate(item, unit, "summary", features), fact if share >= _TELLS else None


@lru_cache(maxsize=20_000)
def _stems(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(stem for text in texts for stem in content(ends_of(text)))


def _told(held: frozenset[str], known: list[Fact], index: Overlaps) -> tuple[float, Fact | None]:
    """The earlier fact that a unit tells most of, and how much of each is in the other."""
    best: tuple[float, Fact | None] = (0.0, None)
    whole = index.weigh(held)
    for place, shared in index.shared(held):
        share = min(shared / index.total(place), 0.4 + shared / whole)
        if share > best[0]:
            best = (share, known[place])
    return best


def _told_twice(place: int, stems: list[frozenset[str]], index: Overlaps) -> bool:
    """Whether a unit that is as long, and no neighbour, says most of what this one says."""
    here = stems[place]
    return any(
        shared >= _TOLD_TWICE * index.total(place)
        for at, shared in index.shared(here)
        if abs(at - place) > 1 and len(stems[at]) >= len(here)
    )


SPOKEN = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE, FactKind.DECISION, FactKind.TASK, FactKind.GIVEN})
"""The kinds that people state; evidence from the work is looked up by its own extractors."""
_TOLD_ABOVE = ("asked", "future", "done", "proposal")
_HINTS = 0.4
_TOLD_TWICE = 0.7
_TELLS = 0.55
_SPEECH = re.compile(r"[\"“”«„]([^\"“”»]{8,})[\"“”»]")


def quoted_speech(text: str) -> str:
    """The first longer passage in quotation marks, or ""."""
    found = _SPEECH.search(text)
    return found[1] if found else ""
