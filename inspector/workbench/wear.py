"""How facts wear away over a session's compactions, with the user's own verdicts; worked out once and looked up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

import orjson
from cattrs.preconf.orjson import make_converter

from inspector.model import Basis, Survival
from inspector.store.cache import Cache
from inspector.verdicts.as_said import looked_for
from inspector.verdicts.erosion import Cell, Erosion, Track, erode, unjudged
from inspector.verdicts.outcome import Outcome
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements
from inspector.workbench.remembered import recall, remember

_WHAT = "erosion"
_CONVERTER = make_converter(detailed_validation=False)


@dataclass(frozen=True, slots=True)
class _Row:
    """A track whose facts and verdicts stand for themselves by their places among the outcomes."""

    fact: tuple[int, int]
    cells: tuple[int | str | None, ...]
    """The place of the verdict in its outcome; the id of a fact that is gone; None where nothing tells."""
    first: int
    first_loss: int | None
    learned_again: tuple[int, ...]
    retold: int


# cattrs does not tell a number from a word by itself; JSON does.
_CONVERTER.register_structure_hook(int | str | None, lambda value, _: value)


def wear(document: Document, judgements: Judgements, cache: Cache) -> Erosion:
    """Every fact over all compactions of a document advanced to comparison; entered verdicts stand for the judged."""
    outcomes = document.comparison or ()

    def overridden(survival: Survival) -> Survival:
        own = judgements.verdict(survival.fact, survival.compaction)
        return survival if own is None else replace(survival, verdict=own, basis=Basis.ENTERED, live=True)

    def again(value: Any) -> Erosion:
        rows = _CONVERTER.structure(value, tuple[_Row, ...])
        judged = [[overridden(survival) for survival in outcome.survivals] for outcome in outcomes]
        numbers = tuple(outcome.compaction.number for outcome in outcomes)
        return Erosion(numbers, tuple(_track(row, outcomes, judged) for row in rows), unjudged(outcomes))

    asked = _asked(outcomes, judgements)
    known = recall(document, cache, again, _WHAT, asked) if asked else None
    if known is not None:
        return known
    document.work.worn += sum(len(outcome.facts) for outcome in outcomes)
    found = erode(outcomes, overridden)
    rows = _rows(found, outcomes) if asked else None
    if rows is not None:
        remember(document, cache, rows, _WHAT, asked)
    return found


def _asked(outcomes: Sequence[Outcome], judgements: Judgements) -> str:
    """What the result depends on beside the session: every verdict, judged and entered; "" where JSON has no form."""
    digest = blake2b(orjson.dumps(judgements.verdicts()), digest_size=16)
    try:
        for outcome in outcomes:
            digest.update(orjson.dumps(outcome.survivals))
    except TypeError:
        return ""
    return digest.hexdigest()


def _rows(erosion: Erosion, outcomes: Sequence[Outcome]) -> list[_Row] | None:
    """The tracks by places; None where an id stands twice in an outcome, so that a place cannot be told by it."""
    places = [{fact.id: place for place, fact in enumerate(outcome.facts)} for outcome in outcomes]
    if any(len(known) < len(outcome.facts) for known, outcome in zip(places, outcomes, strict=True)):
        return None
    return [
        _Row(
            fact=(track.first, places[track.first][track.fact.id]),
            cells=tuple(
                None if cell is None else cell.fact if cell.survival is None else places[at][cell.fact]
                for at, cell in enumerate(track.cells)
            ),
            first=track.first,
            first_loss=track.first_loss,
            learned_again=track.learned_again,
            retold=track.retold,
        )
        for track in erosion.tracks
    ]


def _track(row: _Row, outcomes: Sequence[Outcome], judged: Sequence[Sequence[Survival]]) -> Track:
    at, place = row.fact
    track = outcomes[at].facts[place]
    cells: list[Cell | None] = []
    for at, said in enumerate(row.cells):
        number = outcomes[at].compaction.number
        if said is None:
            cells.append(None)
        elif isinstance(said, str):
            cells.append(Cell(number, said, None))
        else:
            survival = judged[at][said]
            cells.append(Cell(number, survival.fact, survival, looked_for(outcomes[at].facts[said], track)))
    return Track(track, tuple(cells), row.first, row.first_loss, row.learned_again, row.retold)
