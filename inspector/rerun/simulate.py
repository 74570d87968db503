"""Simulate: a strategy over a whole recorded session. It decides when; the recorded answers are used again.

The agent would have acted otherwise with another context. What is simulated is what it would have had before it at
each of its recorded steps, not what it would have done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import median

from inspector.measure.calibrate import Calibration
from inspector.reconstruct.compactions import Compactions
from inspector.reconstruct.replay import Replay
from inspector.rerun.engine import Find
from inspector.rerun.fates import Gone, fates, tally, whole_session
from inspector.rerun.material import Limits, Material
from inspector.rerun.recorded_sums import RecordedSums, recorded_sums
from inspector.rerun.simulated_context import SimulatedContext
from inspector.rerun.strategy import Fraction, Strategy, Trigger, TriggerRule
from inspector.rerun.unlogged import SimulatedOverhead, unlogged_of
from inspector.rerun.view import Entries, holders
from inspector.rerun.walk import Fired, SimulatedRequest, Walk

SUMMARY_TOKENS = 4_000
"""What a summary is taken to be long where neither the session nor the strategy tells."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """A whole session under another strategy."""

    strategy: Strategy
    steps: tuple[SimulatedRequest, ...]
    compactions: tuple[Fired, ...]
    peak: int
    prompts: int
    """All prompt tokens together."""
    billed: int
    """Those that no cache gave back, the summaries' own among them."""
    cost: float | None
    """US dollars by list price; None where a model has none."""
    fates: dict[str, int]
    """Facts of the whole session by where they stand at its end."""
    over: int
    """Requests that would not have fitted the window."""
    recorded: RecordedSums
    """The session as it was, on the same basis."""
    notes: tuple[str, ...] = ()


def simulate(
    strategy: Strategy,
    library: Entries,
    compactions: Compactions,
    calibration: Calibration,
    window: int | None,
    *,
    trigger: float | None = None,
    find: Find | None = None,
) -> Simulation:
    """A strategy over a whole session. ``trigger`` takes the place of its own rules: a share of the window."""
    if trigger is not None:
        strategy = replace(strategy, trigger=Trigger(any=(TriggerRule(fraction=Fraction(trigger)),)))
    session = library.session
    found = whole_session(session, lambda item: library.entry(item.number).text)
    spoken = tuple(fact for fact in found.facts if fact.fold is None) if found else ()
    facts = (*spoken, *found.evidence) if found else ()
    base = Material(
        session=session,
        compaction=0,
        entries=(),
        limits=Limits(window),
        calibration=calibration,
        library=library,
        facts=spoken,
        evidence=found.evidence if found else (),
    )
    unlogged = unlogged_of(session, Replay(session), library.counts, calibration, compactions)
    length = summary_tokens(strategy, library, compactions)
    walk = Walk(strategy, base, SimulatedContext(library, compactions), SimulatedOverhead(unlogged), length, find)
    walk.run()
    sums = walk.sums
    recorded = recorded_sums(base, library, compactions, unlogged, strategy)
    gone = Gone(frozenset(sums.folded), frozenset(sums.silent))
    return Simulation(
        strategy=strategy,
        steps=tuple(sums.steps),
        compactions=tuple(sums.fired),
        peak=max((step.prompt for step in sums.steps), default=0),
        prompts=sum(step.prompt for step in sums.steps),
        billed=sums.billed,
        cost=sums.cost,
        fates=tally(fates(facts, walk.context.entries, gone, holders(session))),
        over=sums.over,
        recorded=recorded,
        notes=(*_notes(strategy, walk, window), *_beside(recorded)),
    )


def summary_tokens(strategy: Strategy, library: Entries, compactions: Compactions) -> int:
    """How long a summary is taken to be: as the session's own were, within what the strategy allows."""
    numbers = [one.record.summary for one in compactions.all if one.record.readable and one.record.summary]
    known = [library.entry(number).counted for number in numbers]
    length = round(median(known)) if known else SUMMARY_TOKENS
    longest = strategy.summarize.out if strategy.summarize and strategy.summarize.out is not None else length
    return min(length, longest)


def _beside(recorded: RecordedSums) -> tuple[str, ...]:
    """How the figures of the recorded session and of its simulations are computed."""
    notes = [
        "Simulations and the recorded session are computed in the same way: with a cache that is empty at first and "
        "then serves every unchanged beginning of a prompt. What was really billed may differ."
    ]
    if recorded.summaries_left_out:
        left_out = f"{recorded.summaries_left_out:,} of its summaries"
        notes.append(f"What {left_out} cost to write is not in this log, and is left out of the recorded session.")
    return tuple(notes)


def _notes(strategy: Strategy, walk: Walk, window: int | None) -> tuple[str, ...]:
    notes = ["The recorded steps are used again; with another context the agent would have acted otherwise."]
    if walk.sums.stood_in:
        notes.append(f"Each summary is taken to be {walk.length:,} tokens long; what it would say needs a model.")
    notes += walk.caution.notes
    if window is None:
        notes.append("The window is not known, so no rule on it can fire.")
    if walk.sums.unwritten and walk.sums.cost is not None:
        many = f"{walk.sums.unwritten:,} of {len(walk.sums.steps):,} requests"
        notes.append(f"How much the model wrote is not in this log for {many}; the price leaves it out.")
    if walk.sums.over:
        notes.append(f"{walk.sums.over} requests would not fit the window.")
    if strategy.prune and any(rule == "always" for rule in strategy.trigger.any):
        notes.append("Clearing results changes the front of the prompt, which a cache then no longer gives back.")
    return tuple(notes)
