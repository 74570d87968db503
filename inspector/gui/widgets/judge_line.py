"""The line that says who read a compaction, with the button that has it read."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from inspector.gui.layouts import (
    FLUSH,
    column,
    plain_label,
    row,
    tool_button,
)
from inspector.gui.plain import tip
from inspector.gui.theme import Theme

_BETWEEN = 16
"""Pixels between the words and the button, and around the words."""


class JudgeLine(QWidget):
    """Shows what it is told."""

    judge_asked = Signal()
    cancel_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.label = plain_label(name=self.tr("Whose verdicts these are"), selectable=True, narrows=True)
        self.failure = plain_label(name=self.tr("Why there is no new judgement"), selectable=True, narrows=True)
        tip = self.tr("Let a model read this compaction; what is sent, and what it costs, is shown first")
        self.judge = tool_button(self.tr("Judge…"), self.judge_asked.emit, tip=tip, flat=False)
        tip = self.tr("Stop judging; what was found stays")
        self.cancel = tool_button(self.tr("Cancel"), self.cancel_asked.emit, tip=tip, flat=False)
        words = column(None, self.label, self.failure, spacing=1)
        for label in (self.label, self.failure):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line = row(self, (words, 1), self.judge, self.cancel, margins=FLUSH)
        for button in (self.judge, self.cancel):
            line.setAlignment(button, Qt.AlignmentFlag.AlignTop)
        theme.tint(self.label, WindowText="muted")
        theme.tint(self.failure, WindowText="error")
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
        # What it does not need is room for the words before it.
        words = max(map(self.fontMetrics().horizontalAdvance, (self.label.text(), failure)))
        self.setMaximumWidth(words + max(self.judge.sizeHint().width(), self.cancel.sizeHint().width()) + _BETWEEN)
