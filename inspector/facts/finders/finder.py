"""The contract of a finder: it is shown every step of a segment once and writes down what it finds."""

from __future__ import annotations

from typing import Protocol

from inspector.facts.ledger import Ledger
from inspector.facts.work import Step


class Finder(Protocol):
    """Finds evidence of one family. Made anew for each segment, so it may remember."""

    def look(self, step: Step, ledger: Ledger) -> None:
        """Note what one step holds."""
        ...

    def finish(self, ledger: Ledger) -> None:
        """Note what only the whole segment tells."""
        ...
