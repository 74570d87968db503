"""The recorded session with its figures computed as a simulation's: the same cache, the same requests, the same prices.

A log says what its cache gave back and what a summary took; a simulation can only assume it. So the recorded contexts
are walked through with the same assumptions, and only the two sums of such walks are held against each other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from inspector.measure.price import price_of
from inspector.model import Append, Compaction, Form, Operation, Rewind, Session, Splice
from inspector.model.basis import full_sum
from inspector.reconstruct.calls import summarizer_calls
from inspector.reconstruct.compactions import Compactions
from inspector.reconstruct.replay import Replay
from inspector.rerun.material import Material
from inspector.rerun.simulated_context import SimulatedContext
from inspector.rerun.strategy import Strategy, Trigger
from inspector.rerun.unlogged import SimulatedOverhead, Unlogged
from inspector.rerun.view import Entries
from inspector.rerun.walk import Walk


@dataclass(frozen=True, slots=True)
class RecordedSums:
    """The recorded session on the basis of a simulation."""

    compactions: int
    peak: int
    prompts: int
    billed: int
    """Prompt tokens that no cache would have given back, the recorded summaries' own among them where the log has them.
    """
    cost: float | None
    """US dollars by list price; None where a model has none."""
    summaries_left_out: int
    """Summaries of which the log does not say what they took: they are left out."""


class RecordedContext(SimulatedContext):
    """The contexts as they were, with what the recorded compactions put in and took out."""

    def __init__(self, library: Entries, compactions: Compactions, replay: Replay) -> None:
        super().__init__(library, compactions)
        self._replay = replay
        self._skip = frozenset()

    def take(self, index: int, op: Operation) -> None:
        """Let one operation of the log happen; calls change nothing."""
        if type(op) is Append:
            super().take(index, op)
        elif type(op) is Splice or type(op) is Rewind:
            entries = self._replay.entries_at(index)
            self.become(self._library.entry(one.item, cleared=one.form is Form.PLACEHOLDER) for one in entries)


def recorded_sums(
    base: Material, library: Entries, compactions: Compactions, unlogged: Unlogged, strategy: Strategy
) -> RecordedSums:
    """Walk through the session as it was. ``strategy`` lends its form alone: it never fires, and clears nothing."""
    never = replace(strategy, trigger=Trigger(any=()), prune=(), summarize=None)
    context = RecordedContext(library, compactions, Replay(library.session))
    walk = Walk(never, base, context, SimulatedOverhead(replace(unlogged, known=unlogged.every)), 0)
    walk.run()
    sums = walk.sums
    taken = [one for one in compactions.all if one.removed and one.record.status != "failed"]
    own = [_own(library.session, one) for one in taken if one.record.kind in ("summary", "native")]
    known = [one for one in own if one is not None]
    billed = sums.billed + sum(fresh for fresh, _ in known)
    cost = None if sums.cost is None else sums.cost + sum(dollars for _, dollars in known)
    prompts = [step.prompt for step in sums.steps]
    return RecordedSums(len(taken), max(prompts, default=0), sum(prompts), billed, cost, len(own) - len(known))


def _own(session: Session, compaction: Compaction) -> tuple[int, float] | None:
    """What the calls for a summary took: tokens that no cache gave back, and dollars; None where the log lacks one."""
    usages = [(call.model, call.usage) for call in summarizer_calls(session, compaction)]
    prices = [price_of(model, usage).dollars if usage is not None else None for model, usage in usages]
    dollars = full_sum(prices) if prices else None
    if dollars is None:
        return None
    return sum((usage.input or 0) + (usage.cache_write or 0) for _, usage in usages if usage is not None), dollars
