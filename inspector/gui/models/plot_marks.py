"""What stands on the plot beside the bands: compactions, edits, errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from inspector.gui.language import tr
from inspector.gui.models.compactions import is_guessed, name
from inspector.gui.models.figures import short
from inspector.gui.models.series import Series
from inspector.model import Compaction
from inspector.reconstruct.sizes import FREED_ENOUGH
from inspector.workbench.document import Document
from inspector.workbench.unseen import jumps


@dataclass(frozen=True, slots=True)
class CompactionMark:
    """A compaction or edit between two requests.

    ``height`` is the prompt before it, ``reported`` what the agent claimed.
    """

    number: int
    x: float
    title: str
    freed: str
    height: float | None
    reported: float | None
    is_guessed: bool
    is_edit: bool = False


@dataclass(frozen=True, slots=True)
class PlotMarks:
    """All marks, each list in order of x."""

    compactions: tuple[CompactionMark, ...]
    edits: tuple[float, ...]
    errors: tuple[int, ...]
    """Points of the series whose request produced or saw a failure first."""
    drops: tuple[CompactionMark, ...] = ()
    """The edits after which the prompt was smaller by as much as a compaction has to free."""
    unseen: tuple[tuple[int, str], ...] = ()
    """Points of the series at which something joined that the log does not show, each with how much."""


def find_marks(document: Document, series: Series, requests_of_items: Sequence[int | None]) -> PlotMarks:
    """The marks of a document on its series."""
    failed = {requests_of_items[item.number - 1] for item in document.session.items if item.error}
    places = [int(np.searchsorted(series.requests, index)) for index in failed if index is not None]
    errors = {place for place in places if place < len(series.requests) and series.requests[place] in failed}
    return PlotMarks(
        tuple(_mark(compaction, series) for compaction in document.compactions),
        tuple(sorted({_left(edit, series) for edit in document.edits})),
        tuple(sorted(errors)),
        tuple(_mark(edit, series) for edit in document.edits if _is_drop(edit)),
        tuple(_unseen(document, series)),
    )


def _unseen(document: Document, series: Series) -> Iterator[tuple[int, str]]:
    for jump in jumps(document):
        place = int(np.searchsorted(series.requests, jump.request))
        if place < len(series.requests) and series.requests[place] == jump.request:
            yield place, tr("+{n} not in this log").format(n=short(jump.tokens))


def freed_label(compaction: Compaction) -> str:
    """The drop as it is written on the plot: ``−128k``, ``+3.1k`` where the context grew, "" where unknown."""
    freed = compaction.freed
    if compaction.outcome == "failed":
        return tr("failed")
    if freed is None:
        return ""
    return f"−{short(freed)}" if freed >= 0 else f"+{short(-freed)}"


def _mark(compaction: Compaction, series: Series) -> CompactionMark:
    return CompactionMark(
        compaction.number,
        _left(compaction, series),
        name(compaction),
        freed_label(compaction),
        compaction.before.value,
        compaction.record.reported_after,
        is_guessed(compaction),
        compaction.record.kind == "edit",
    )


def _is_drop(edit: Compaction) -> bool:
    freed = edit.freed
    return freed is not None and freed >= FREED_ENOUGH * (edit.before.value or 0) > 0


def _left(compaction: Compaction, series: Series) -> float:
    """The border between the request before and the request after."""
    if compaction.request_after is None:
        return float(series.edges[-1])
    return float(series.edges[np.searchsorted(series.requests, compaction.request_after)])
