"""The contract of a finder: it is shown every step of a segment once and writes down what it finds."""

from __future__ import annotations

from abc import ABC, abstractmethod

from inspector.work.ledger import Ledger
from inspector.work.steps import Step


class Finder(ABC):
    """Finds evidence of one family. Made anew for each segment, so it may remember."""

    @abstractmethod
    def look(self, step: Step, ledger: Ledger) -> None:
        """Note what one step holds."""

    def finish(self, ledger: Ledger) -> None:  # noqa: B027 - most have nothing more to note
        """Note what only the whole segment tells."""
