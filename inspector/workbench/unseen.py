"""Growth of the context that no item explains: what came in unseen, by the request that had it first."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from inspector.workbench.document import Document

LEAST = 8_000
"""Tokens: what is counted is off by a few thousand in places."""
_PART = 0.5
"""Of the growth of the prompt: where most of it is explained, the rest may be the estimate's error."""


@dataclass(frozen=True, slots=True)
class Jump:
    """Tokens that joined at a request (its index) and that the log does not show."""

    request: int
    tokens: int


def jumps(document: Document) -> tuple[Jump, ...]:
    """Every such growth between two requests of the main thread with no compaction between; none before the counts."""
    if document.tally is None or not len(document.tally.composition.requests):
        return ()
    composition, requests = document.tally.composition, document.session.requests
    main = np.array([place for place, index in enumerate(composition.requests) if not requests[int(index)].thread], int)
    cuts = np.array([one.op for one in (*document.compactions, *document.edits)], np.int64)
    unseen = np.diff(composition.unlogged[main])
    grown = unseen + np.diff(composition.tokens[main].sum(axis=1))
    found = []
    for place in np.flatnonzero((unseen >= LEAST) & (unseen > _PART * grown)):
        before, after = (int(composition.requests[main[place + step]]) for step in (0, 1))
        if not ((cuts > requests[before].op) & (cuts < requests[after].op)).any():
            found.append(Jump(after, round(float(unseen[place]))))
    return tuple(found)
