"""Whose verdicts stand under a review, how far the judging is, and the buttons for it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from inspector.gui.plain import PlainLabel, tip
from inspector.gui.theme import Theme


class JudgeLine(QWidget):
    """Shows what it is told."""

    judge_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.label, self.failure, self.judge, self.cancel = PlainLabel(), PlainLabel(), QToolButton(), QToolButton()
        for label, name in (
            (self.label, self.tr("Whose verdicts these are")),
            (self.failure, self.tr("Why there is no new judgement")),
        ):
            label.setWordWrap(True)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.setAccessibleName(name)
        self.judge.setText(self.tr("Judge…"))
        self.judge.setToolTip(
            self.tr("Let a model read this compaction; what is sent, and what it costs, is shown first")
        )
        self.judge.clicked.connect(self.judge_asked)
        self.cancel.setText(self.tr("Cancel"))
        self.cancel.setToolTip(self.tr("Stop judging; what was found stays"))
        self.cancel.clicked.connect(self.cancel_asked)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.label)
        words.addWidget(self.failure)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 0, 8, 3)
        row.addLayout(words, 1)
        for button in (self.judge, self.cancel):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        theme.changed.connect(self._recolour)
        self._recolour()
        self.say("", (), "", "")

    def say(self, basis: str, notes: tuple[str, ...], course: str, failure: str) -> None:
        """Whose verdicts stand, what has to be known of them, how far the judging is, and why it failed."""
        self.label.setText(" · ".join(part for part in (basis, course) if part))
        self.label.setToolTip(tip(basis, *notes) if notes else "")
        self.label.setAccessibleDescription(" ".join((self.label.text(), *notes)))
        self.cancel.setVisible(bool(course))
        self.judge.setVisible(not course)
        self.failure.setText(failure)
        self.failure.setVisible(bool(failure))

    def _recolour(self) -> None:
        for label, role in ((self.label, "muted"), (self.failure, "error")):
            palette = label.palette()
            palette.setColor(QPalette.ColorRole.WindowText, self._theme.role(role))
            label.setPalette(palette)
