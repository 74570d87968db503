"""What prompts hold beyond their counted items, so that a simulated prompt lies on the scale of the recorded ones.

System prompts, tool definitions and what an agent puts in unseen stand in no log. While the simulated context is the
recorded one, what is recorded tells how much of that there is, request by request; behind the first cut it is carried
on, and grows as calibration found that it does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

import numpy as np

from inspector.measure.calibrate import Calibration, recorded_prompts
from inspector.measure.contexts import call_contexts
from inspector.measure.count import Counts
from inspector.model import Session, Splice
from inspector.reconstruct.compactions import Compactions
from inspector.reconstruct.replay import Replay


@dataclass(frozen=True, slots=True)
class Unlogged:
    """Tokens that the log does not hold, of one session; negative where less was sent than the log holds."""

    known: Mapping[int, float]
    """By number of the request, for those before the log's first compaction."""
    first: float
    """Before anything is known."""
    settled: float
    """Right behind a compaction: as behind the recorded ones, else as at the beginning. Never negative."""
    framing: float
    """What every request adds."""
    every: Mapping[int, float]
    """As ``known``, for all requests of the main thread: what holds of the recorded contexts."""


def unlogged_of(
    session: Session, replay: Replay, counts: Counts, calibration: Calibration, compactions: Compactions
) -> Unlogged:
    """What the recorded prompts tell of it; the calibration's overhead where none is recorded."""
    contexts = call_contexts(session, replay, counts)
    beyond = recorded_prompts(session, contexts) - calibration.ratio * contexts.tokens.sum(axis=1)
    by_index = {int(index): float(rest) for index, rest in zip(contexts.request, beyond, strict=True)}
    known = {index: rest for index, rest in by_index.items() if np.isfinite(rest)}
    cuts = [place for place, op in enumerate(session.ops) if type(op) is Splice and op.compaction is not None]
    first_cut = cuts[0] if cuts else len(session.ops)
    requests = session.requests
    before = {requests[index].number: rest for index, rest in known.items() if requests[index].op < first_cut}
    behind = [known[one.request_after] for one in compactions.all if one.removed and one.request_after in known]
    first = max(0.0, next(iter(before.values()), calibration.overhead or 0.0))
    every = {requests[index].number: rest for index, rest in known.items()}
    return Unlogged(before, first, max(0.0, median(behind)) if behind else first, calibration.framing, every)


class SimulatedOverhead:
    """The tokens beyond the counted ones, as a simulation goes on."""

    def __init__(self, unlogged: Unlogged) -> None:
        self._unlogged = unlogged
        self._level = unlogged.first
        self._requests = 0
        """Those since the level was known."""
        self._own = False
        """Whether the simulation has cut its context itself."""

    def before(self, request: int) -> None:
        """A request is about to be sent, by its number."""
        known = self._unlogged.known.get(request)
        if known is None or self._own:
            self._requests += 1
        else:
            self._level, self._requests = known, 0

    def cut(self) -> None:
        """The simulation has compacted: from here on its context is another than the recorded one."""
        self._level, self._requests, self._own = self._unlogged.settled, 0, True

    @property
    def tokens(self) -> float:
        """How many there are now."""
        return self._level + self._unlogged.framing * self._requests
