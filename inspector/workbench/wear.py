"""Every fact over all compactions of an opened session, with the user's own verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.model import Basis, Survival
from inspector.survival.erosion import Erosion, erode
from inspector.survival.outcome import Outcome
from inspector.survival.shares import SPOKEN
from inspector.workbench.decided import decided_at
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements


def wear(document: Document, judgements: Judgements) -> Erosion:
    """Of a document advanced to comparison; entered verdicts stand for the others."""
    return _worn(document.comparison or (), judgements)


def fates(outcomes: Sequence[Outcome], judgements: Judgements) -> Mapping[str, tuple[Survival, ...]]:
    """What became of everything that the human said at each compaction before which it was known, by fact."""
    tracks = _worn(outcomes, judgements).tracks
    return {
        one.fact.id: tuple(cell for cell in one.cells if cell is not None) for one in tracks if one.fact.kind in SPOKEN
    }


def _worn(outcomes: Sequence[Outcome], judgements: Judgements) -> Erosion:
    decided = {one.compaction.number: decided_at(one, judgements) for one in outcomes}

    def overridden(survival: Survival) -> Survival:
        own = decided[survival.compaction].get(survival.fact)
        return survival if own is None else replace(survival, verdict=own, basis=Basis.ENTERED, live=True)

    return erode(outcomes, overridden)
