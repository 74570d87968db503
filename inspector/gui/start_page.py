"""What the window shows while nothing is open: recent sessions, those of this machine or of a folder, samples."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QSizePolicy, QStackedWidget, QWidget

from inspector.gui.layouts import FLUSH, column, plain_label, row
from inspector.gui.plain import PlainLabel, tip
from inspector.gui.theme import Theme
from inspector.gui.widgets.session_browser import SessionBrowser
from inspector.gui.widgets.session_lists import RecentSessions
from inspector.workbench.samples import Sample
from inspector.workbench.workspace import Recent

_WIDTH = 1720
_RECENT = 290
"""Pixels that the recent sessions take beside the others."""


class StartPage(QWidget):
    """Asks by signals; the window opens."""

    open_asked = Signal(Path, str)
    """(path, adapter's id or "")."""

    def __init__(self, theme: Theme, samples: Sequence[Sample]) -> None:
        super().__init__()
        self.setObjectName("start")
        self._theme = theme
        self.open = QPushButton(self.tr("Open…"))
        self.open.setToolTip(self.tr("Open a session log (Ctrl+O)"))
        self.open.setDefault(True)
        self.folder = QPushButton(self.tr("Open folder…"))
        self.folder.setToolTip(self.tr("List the sessions below a folder (Ctrl+Shift+O)"))
        self.samples = QPushButton(self.tr("Open sample"))
        self.samples.setMenu(sample_menu(samples, self.open_asked.emit, self))
        self.samples.setEnabled(bool(samples))
        self.recent, self.browser = RecentSessions(theme), SessionBrowser(theme)
        for sessions in (self.recent, self.browser):
            sessions.open_asked.connect(self.open_asked)
        self.browser.sample.setEnabled(bool(samples))
        self.browser.sample.clicked.connect(lambda: self.open_asked.emit(samples[0].path, samples[0].agent))
        self._recent_empty = self._quiet(self.tr("No session was opened yet."))
        self._build()
        self.setTabOrder(self.open, self.folder)
        self.setTabOrder(self.folder, self.samples)

    def show_recent(self, entries: Sequence[Recent]) -> None:
        """List the sessions opened before."""
        self.recent.show_recent(entries)
        self._recent_stack.setCurrentIndex(1 if entries else 0)

    def begin(self, folder: Path | None, *, keep: bool = False) -> None:
        """Show that sessions are looked for under a folder, None for this machine; ``keep`` those there meanwhile."""
        self._recent_part.setVisible(folder is None)
        self.browser.begin(folder, keep=keep)

    def _build(self) -> None:
        drop = PlainLabel(self.tr("Drop a session log here, or"))
        font = QFont(drop.font())
        font.setPointSizeF(font.pointSizeF() * 1.5)
        drop.setFont(font)
        first = row(None, drop, self.open, self.folder, self.samples, None, spacing=10)
        private = self._quiet(
            self.tr("Logs are read on this machine. Nothing is sent until you judge or rerun, and then you see what.")
        )
        self._recent_stack = QStackedWidget()
        self._recent_empty.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._recent_stack.addWidget(self._recent_empty)
        self._recent_stack.addWidget(self.recent)
        self._recent_part = QWidget()
        self._recent_part.setFixedWidth(_RECENT)
        title = plain_label(self.tr("Recent"), wraps=False, bold=True)
        column(self._recent_part, title, (self._recent_stack, 1), margins=FLUSH, spacing=8)
        page = QWidget()
        page.setMaximumWidth(_WIDTH)
        page.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        lists = row(None, self._recent_part, (self.browser, 1), spacing=24)
        column(page, first, private, (lists, 1), margins=(24, 24, 24, 16), spacing=8).insertSpacing(2, 10)
        column(self, (row(None, None, (page, 1000), None), 1), margins=FLUSH)

    def _quiet(self, text: str) -> QLabel:
        label = plain_label(text, wraps=False)
        self._theme.tint(label, WindowText="muted")
        return label


def sample_menu(samples: Sequence[Sample], chosen: Callable[[Path, str], object], parent: QWidget) -> QMenu:
    """A menu of the samples by what they teach, the rest below; ``chosen`` takes a path and an agent."""
    menu = QMenu(parent)
    rest = QMenu(QCoreApplication.translate("StartPage", "All others, by agent"), menu)
    for one in (menu, rest):
        one.setToolTipsVisible(True)
    for sample in samples:
        action = (menu if sample.teaches else rest).addAction(
            f"{sample.teaches or sample.title}\t{sample.agent}".replace("&", "&&")
        )
        action.setToolTip(tip(sample.title, sample.shows))
        action.triggered.connect(lambda _=False, one=sample: chosen(one.path, one.agent))
    if not rest.isEmpty():
        menu.addSeparator()
        menu.addMenu(rest)
    return menu
