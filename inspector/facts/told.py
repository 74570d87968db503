"""The summary before a segment as candidates, each unit with the earlier fact it tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from inspector.facts.candidates import Candidate, section_names
from inspector.facts.extractor import Segment
from inspector.facts.features import bucket, unit_features
from inspector.model import Fact, FactKind
from inspector.text.cues import cues
from inspector.text.openings import ends_of
from inspector.text.phrases import says
from inspector.text.similarity import Overlaps, Weights, content
from inspector.text.units import split


def told(segment: Segment) -> Iterator[tuple[Candidate, Fact | None]]:
    """The units of the summary before, each with the earlier fact it tells, if any."""
    item = segment.summary
    if item is None:
        return
    units = split(segment.read(item))
    stems = [frozenset(content(ends_of(unit.text))) for unit in units]
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
