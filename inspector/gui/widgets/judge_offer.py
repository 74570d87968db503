"""Below the heads of a list of sessions: a model for what shared words cannot tell."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from inspector.gui.language import number
from inspector.gui.layouts import FLUSH, column, link_label
from inspector.gui.models.session_lines import Line


class JudgeOffer(QWidget):
    """A line that is there where sentences are missing; its link leads to the session where most are."""

    asked = Signal(Path, str)
    """(path, adapter's id) of a session that a model is to read; nothing is sent by that."""

    def __init__(self) -> None:
        super().__init__()
        self._worst: Line | None = None
        self.label = link_label(self.tr("Have what is missing read by a model"))
        self.label.setToolTip(self.tr("Shows what would be sent, where to, and its price. Nothing is sent by that."))
        # Following it closes the list that it stands on.
        self.label.linkActivated.connect(lambda _: self._ask(), Qt.ConnectionType.QueuedConnection)
        column(self, self.label, margins=FLUSH)
        self.hide()

    def show_for(self, lines: Sequence[Line], *, busy: bool) -> None:
        """Say how much is missing in these sessions; not while some are looked for."""
        missing = [one for one in lines if _missing(one)]
        self._worst = max(missing, key=_missing, default=None)
        self.setVisible(self._worst is not None and not busy)
        if self._worst is None:
            return
        words = self.tr("{n} of the user's sentences may have to be put back. What was lost, a model can read:")
        judge = self.tr("Judge “{title}”…").format(title=self._worst.beginning)
        link = f'<a href="judge" style="text-decoration:none">{escape(judge)}</a>'
        self.label.setText(f"{escape(words.format(n=number(sum(map(_missing, missing)))))} {link}")

    def _ask(self) -> None:
        if self._worst is not None:
            self.asked.emit(self._worst.found.path, self._worst.found.agent)


def _missing(line: Line) -> int:
    return (line.figures.losses or 0) if line.figures else 0
