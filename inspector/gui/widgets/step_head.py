"""The line above a perspective: to the compaction before and the next, which one it is, and buttons behind that."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from inspector.gui.layouts import plain_label, row, tool_button


class StepHead(QWidget):
    """Knows no session: it says what it is told and asks to step."""

    step_asked = Signal(int)

    def __init__(self, title: str) -> None:
        super().__init__()
        self.label = plain_label(name=title, wraps=False, selectable=True, narrows=True)
        before, after = self.tr("Previous compaction"), self.tr("Next compaction")
        self.back = tool_button("◀", lambda: self.step_asked.emit(-1), name=before, tip=f"{before} ([)")
        self.on = tool_button("▶", lambda: self.step_asked.emit(1), name=after, tip=f"{after} (])")
        self._row = row(self, self.back, self.on, (self.label, 2), margins=(8, 3, 8, 3))

    def add(self, *parts: QWidget, share: int = 0) -> None:
        """Put buttons at the end; what has a ``share`` of the room gets half as much of it as the words."""
        for part in parts:
            self._row.addWidget(part, share)

    def say(self, words: str, tip: str) -> None:
        """Which compaction it is; the tooltip has all of it where it does not fit."""
        self.label.setAccessibleDescription(words)
        self.label.setToolTip(f"{words}\n{tip}" if tip else words)
        self.fit()

    def reach(self, number: int, last: int) -> None:
        """Which of ``last`` compactions it is: at the ends there is nowhere to step to."""
        self.back.setEnabled(number > 1)
        self.on.setEnabled(number < last)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or less of it fits."""
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Show as much of the words as there is room for beside what was added."""
        layout = self.layout()
        assert layout is not None, "it was laid out when it was made"
        layout.activate()
        # A label alone would be cut in the middle of a letter.
        room, words = self.label.width() - 2, self.label.accessibleDescription()
        self.label.setText(self.label.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, room))
