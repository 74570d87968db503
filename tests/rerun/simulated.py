"""Sessions of many results, and a strategy simulated over them."""

from __future__ import annotations

from inspector.measure.calibrate import NOT_FITTED
from inspector.rerun.simulate import simulate
from tests.made_context import MadeContext, words


def session(requests: int = 20, size: int = 1_000) -> MadeContext:
    """So many requests, each with a result of so many tokens."""
    made = MadeContext()
    made.prompt("Go; never touch the tests.")
    for number in range(requests):
        made.call(None)
        made.run(str(number), words(size, f"r{number}"))
    return made


def simulated(made: MadeContext, strategies, name: str, window=20_000, calibration=NOT_FITTED, **more):
    library = made.library()
    return simulate(
        strategies.named(name), library, made.compactions(), calibration, window, find=strategies.named, **more
    )
