"""A panel that comes up below the rest: it takes a modest share, and comes back as high as it was left."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget

from inspector.gui.widgets.sending_panel import SendingPanel

SHARE = 1 / 3
"""Of the height, until somebody drags the border."""


class PanelBelow(QSplitter):
    """A border to drag between what is always there and the panel of what is sent."""

    def __init__(self, above: QWidget, panel: SendingPanel) -> None:
        super().__init__(Qt.Orientation.Vertical, childrenCollapsible=False)
        self._panel = panel
        self._height = 0
        """Of the panel, as somebody dragged it; 0 before anybody did."""
        self.addWidget(above)
        self.addWidget(panel)
        self.setStretchFactor(0, 1)
        self.splitterMoved.connect(lambda *_: self._keep())
        panel.folded.connect(self._give)

    def save_state(self) -> dict[str, Any]:
        """How high the panel was left; JSON."""
        return {"height": self._height}

    def restore_state(self, state: object) -> None:
        """What ``save_state`` gave; anything odd leaves the default."""
        height = state.get("height") if isinstance(state, dict) else None
        if type(height) is int and height >= 0:
            self._height = height

    def _keep(self) -> None:
        if self._panel.is_unfolded:
            self._height = self._panel.height()

    def _give(self) -> None:
        self.refresh()
        height = self._height or round(self.height() * SHARE)
        if not self._panel.is_unfolded:
            height = self._panel.heightForWidth(self.width())
        self.setSizes([max(self.height() - height, 0), height])
