"""Every fact over all compactions of an opened session, with the user's own verdicts."""

from __future__ import annotations

from dataclasses import replace

from inspector.model import Basis, Survival
from inspector.survival.erosion import Erosion, erode
from inspector.workbench.document import Document
from inspector.workbench.judgements import Judgements


def wear(document: Document, judgements: Judgements) -> Erosion:
    """Of a document advanced to comparison; entered verdicts stand for the others."""

    def overridden(survival: Survival) -> Survival:
        own = judgements.verdict(survival.fact, survival.compaction)
        return survival if own is None else replace(survival, verdict=own, basis=Basis.ENTERED, live=True)

    return erode(document.comparison or (), overridden)
