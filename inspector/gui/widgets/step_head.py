"""The line above a perspective: to the compaction before and the next, which one it is, and buttons behind that."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from inspector.gui.plain import PlainLabel


class StepHead(QWidget):
    """Knows no session: it says what it is told and asks to step."""

    step_asked = Signal(int)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = PlainLabel()
        self._words = ""
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        # As wide as there is room: the window must not be kept from getting narrower.
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.label.setAccessibleName(title)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(8, 3, 8, 3)
        for sign, by, name in (("◀", -1, self.tr("Previous compaction")), ("▶", 1, self.tr("Next compaction"))):
            button = QToolButton()
            button.setText(sign)
            button.setAutoRaise(True)
            button.setAccessibleName(name)
            button.setToolTip(f"{name} ({'[' if by < 0 else ']'})")
            button.clicked.connect(lambda _=False, by=by: self.step_asked.emit(by))
            self._row.addWidget(button)
        self._row.addWidget(self.label, 1)

    def add(self, *parts: QWidget) -> None:
        """Put buttons at the end."""
        for part in parts:
            self._row.addWidget(part)

    def say(self, words: str, tip: str) -> None:
        """Which compaction it is; the tooltip has all of it where it does not fit."""
        self._words = words
        self.label.setAccessibleDescription(words)
        self.label.setToolTip(f"{words}\n{tip}" if tip else words)
        self._fit()

    def words(self) -> str:
        """What it says, in full."""
        return self._words

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or less of it fits."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        layout = self.layout()
        assert layout is not None, "it was laid out when it was made"
        layout.activate()
        # A label alone would be cut in the middle of a letter.
        room = self.label.width() - 2
        self.label.setText(self.label.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room))
