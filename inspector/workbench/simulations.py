"""A strategy rolled over the session at hand, at one trigger after another."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.errors import UsageError
from inspector.rerun.library import Strategies
from inspector.rerun.simulate import Simulation, simulate
from inspector.rerun.view import Entries
from inspector.workbench.document import Document

TRIGGERS = (0.5, 0.6, 0.8, 0.835, 0.9, 0.95)
"""Shares of the window at which agents fire, from the earliest to the latest."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """One strategy over a whole session; ``share`` None for its own triggers."""

    share: float | None
    simulation: Simulation


def roll(
    document: Document, strategies: Strategies, name: str, share: float | None, window: int | None = None
) -> Rolled:
    """Roll a strategy over the session. ``window`` takes the place of the known one. Raises UsageError."""
    known = window or (document.measurement.window.limit.value if document.measurement else None)
    if known is None and share is not None and document.tally is not None:
        raise UsageError("The model's window is not known.", hint="Enter it above: a trigger is a share of it.")
    return Rolled(share, simulated(document, strategies, name, share, window))


def simulated(
    document: Document, strategies: Strategies, name: str, share: float | None, window: int | None = None
) -> Simulation:
    """The same where nothing fires as long as the window is not known. Raises UsageError."""
    if document.tally is None or document.reconstruction is None or document.measurement is None:
        raise UsageError("The tokens of this session could not be counted, so nothing can be simulated.")
    return simulate(
        strategies.named(name),
        Entries(document.session, document.bodies.text, document.tally.counts),
        document.reconstruction.compactions,
        document.tally.calibration,
        window or document.measurement.window.limit.value,
        trigger=share,
        find=strategies.named,
    )
