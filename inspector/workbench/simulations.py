"""A strategy simulated over the session at hand."""

from __future__ import annotations

from inspector.errors import UsageError
from inspector.rerun.library import Strategies
from inspector.rerun.simulate import Simulation, simulate
from inspector.rerun.view import Entries
from inspector.workbench.document import Document


def simulated(
    document: Document, strategies: Strategies, name: str, share: float | None, window: int | None = None
) -> Simulation:
    """Simulate a strategy over the session: at a share of the window, or at its own triggers. Raises UsageError.

    ``window`` takes the place of the known one; where none is known, nothing fires at a share.
    """
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
