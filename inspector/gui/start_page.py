"""What the window shows while nothing is open: recent sessions, those found on this machine, samples."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from inspector.gui.language import number
from inspector.gui.layouts import FLUSH, column, named, plain_label, row, search_field
from inspector.gui.plain import PlainLabel
from inspector.gui.theme import Theme
from inspector.gui.widgets.session_lists import FoundSessions, RecentSessions
from inspector.read.discover import Found, Place
from inspector.workbench.samples import Sample
from inspector.workbench.workspace import Recent

_WIDTH = 1180


class StartPage(QWidget):
    """Asks by signals; the window opens."""

    open_asked = Signal(Path, str)
    """(path, adapter's id or "")."""
    browse_asked = Signal()
    locate_asked = Signal(str)
    """The path of a recent session that is no longer there."""
    forget_asked = Signal(str)
    search_asked = Signal()
    """Look for sessions on this machine again."""

    def __init__(self, theme: Theme, samples: Sequence[Sample]) -> None:
        super().__init__()
        self.setObjectName("start")
        self._theme = theme
        self.open = QPushButton(self.tr("Open…"))
        self.open.setToolTip(self.tr("Open a session log (Ctrl+O)"))
        self.open.setDefault(True)
        self.open.clicked.connect(self.browse_asked)
        self.samples = QPushButton(self.tr("Open sample"))
        self.samples.setMenu(sample_menu(samples, self.open_asked.emit, self))
        self.samples.setEnabled(bool(samples))
        self.recent, self.found = RecentSessions(theme), FoundSessions(theme)
        for sessions in (self.recent, self.found):
            sessions.open_asked.connect(self.open_asked)
        self.recent.locate_asked.connect(self.locate_asked)
        self.recent.forget_asked.connect(self.forget_asked)
        self.search = named(search_field(self.tr("Search")), self.tr("Search the sessions found"))
        # A log dropped here is to be opened, not searched for.
        self.search.setAcceptDrops(False)
        self.search.setMinimumWidth(150)
        self.search.textChanged.connect(self.found.narrow)
        self._again = QPushButton(self.tr("Look again"))
        self._again.clicked.connect(self.search_asked)
        self._recent_empty = self._quiet(self.tr("No session was opened yet."))
        self.found_note = self._quiet(self.tr("Looking…"))
        self._build()
        self.setTabOrder(self.open, self.samples)

    def show_recent(self, entries: Sequence[Recent], titles: dict[str, str]) -> None:
        """List the sessions opened before; ``titles`` are the agents' names by id."""
        self.recent.show_recent(entries, titles)
        self._recent_stack.setCurrentIndex(1 if entries else 0)

    def show_looking(self) -> None:
        """Say that the search goes on."""
        self.found_note.setText(self.tr("Looking…"))
        self._again.setEnabled(False)

    def show_found(self, found: Sequence[Found], places: Sequence[Place]) -> None:
        """List what was found, by agent; agents without a folder on this machine say so."""
        self._again.setEnabled(True)
        self.found.show_found(found, places)
        self.found_note.setText(
            self.tr("{n} sessions").format(n=number(len(found))) if found else self.tr("No sessions found.")
        )

    def _build(self) -> None:
        drop = PlainLabel(self.tr("Drop a session log here, or"))
        font = QFont(drop.font())
        font.setPointSizeF(font.pointSizeF() * 1.5)
        drop.setFont(font)
        first = row(None, drop, self.open, self.samples, None, spacing=10)
        private = self._quiet(
            self.tr("Logs are read on this machine. Nothing is sent until you judge or rerun, and then you see what.")
        )
        self._recent_stack = QStackedWidget()
        self._recent_empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._recent_stack.addWidget(self._recent_empty)
        self._recent_stack.addWidget(self.recent)
        title = plain_label(self.tr("Found on this machine"), wraps=False, bold=True)
        found_head = row(None, title, self.found_note, None, self.search, self._again, spacing=10)
        grid = QGridLayout()
        grid.setHorizontalSpacing(28)
        grid.setVerticalSpacing(8)
        grid.addWidget(plain_label(self.tr("Recent"), wraps=False, bold=True), 0, 0)
        grid.addLayout(found_head, 0, 1)
        grid.addWidget(self._recent_stack, 1, 0)
        grid.addWidget(self.found, 1, 1)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 1)
        grid.setRowStretch(1, 1)
        page = QWidget()
        page.setMaximumWidth(_WIDTH)
        page.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        column(page, first, private, (grid, 1), margins=(28, 36, 28, 24), spacing=10).insertSpacing(2, 18)
        column(self, (row(None, None, (page, 1000), None), 1), margins=FLUSH)

    def _quiet(self, text: str) -> QLabel:
        label = plain_label(text, wraps=False)
        self._theme.tint(label, WindowText="muted")
        return label


def sample_menu(samples: Sequence[Sample], chosen: object, parent: QWidget) -> QMenu:
    """A menu of the samples, each with what it shows; ``chosen`` takes its path and agent."""
    menu = QMenu(parent)
    menu.setToolTipsVisible(True)
    for sample in samples:
        action = menu.addAction(f"{sample.title}\t{sample.agent}".replace("&", "&&"))
        action.setToolTip(sample.shows)
        action.triggered.connect(lambda _=False, one=sample: chosen(one.path, one.agent))  # type: ignore[operator]
    return menu
