"""What a comparison shows of a session that was never compacted: why, and the way to what would have been."""

from __future__ import annotations

from collections.abc import Callable

from inspector.gui.language import tr
from inspector.gui.panes.pane import Pane
from inspector.model import Has
from inspector.workbench.document import Document


def nothing_words(document: Document) -> str:
    """Why there is nothing to compare, and what can be looked at instead."""
    if document.session.capabilities.compactions is Has.NO:
        return tr("This agent's logs do not record compactions. Simulate shows what would have been.")
    return tr("Nothing was compacted, as far as this log shows. Simulate shows what would have been.")


def simulate_instead(pane: Pane) -> tuple[str, Callable[[], object]]:
    """A button that opens the simulations."""
    return tr("Simulate a strategy"), lambda: pane.wants.emit("simulate")
