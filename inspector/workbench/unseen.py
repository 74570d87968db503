"""Growth of the context that no item explains: what came in unseen, by the request that had it first."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

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
    main = [place for place, index in enumerate(composition.requests) if not requests[int(index)].thread]
    cuts = np.array([one.op for one in (*document.compactions, *document.edits)], np.int64)
    found = []
    for before, after in pairwise(main):
        unseen = composition.unlogged[after] - composition.unlogged[before]
        grown = unseen + composition.tokens[after].sum() - composition.tokens[before].sum()
        first, second = requests[int(composition.requests[before])].op, requests[int(composition.requests[after])].op
        if unseen >= LEAST and unseen > _PART * grown and not ((cuts > first) & (cuts < second)).any():
            found.append(Jump(int(composition.requests[after]), round(float(unseen))))
    return tuple(found)
