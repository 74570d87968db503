"""An executor for tests that runs every job at once, here."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from inspector.workbench.jobs import Progress

T = TypeVar("T")


class InlineExecutor:
    """Runs every job at once, here."""

    def run(
        self,
        slot: str,
        work: Callable[[Progress], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> Progress:
        """Run ``work`` now."""
        progress = Progress()
        try:
            result = work(progress)
        except Exception as why:
            failed(why)
        else:
            done(result)
        return progress
