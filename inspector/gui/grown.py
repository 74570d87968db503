"""Telling that the open log was written on since it was read."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QTimer

from inspector.errors import CannotRead
from inspector.gui.follow import Following
from inspector.gui.language import number
from inspector.gui.opener import Opener
from inspector.gui.shell import Shell
from inspector.workbench.document import Document
from inspector.workbench.follow import Change, Follower

EVERY = 3000
"""Milliseconds between two looks."""


class Grown(QObject):
    """Looks at the log now and then while nobody follows it, and says once that there is more."""

    def __init__(self, shell: Shell, opener: Opener, following: Following) -> None:
        super().__init__(shell)
        self._shell, self._opener, self._following = shell, opener, following
        self._watched: Follower | None = None
        self._lines = 0
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(self.look)
        shell.bench.opening.connect(self._opening)
        shell.bench.opened.connect(self._opened)
        shell.bench.closed.connect(self.stop)

    def stop(self) -> None:
        """No longer look."""
        self._timer.stop()
        self._watched = None

    def look(self) -> None:
        """Look at the log once, and say so where it is another than the one that was read."""
        if self._watched is None or self._following.on:
            return
        try:
            change = self._watched.poll()
        except (CannotRead, OSError):
            # Whoever asks for a text of it is told so; what is shown stays.
            self.stop()
            return
        if change is not None:
            self._say(change)

    def _opening(self, path: Path) -> None:
        # Before it is read, so that nothing is missed between the two.
        self._watched = self._follower(path)

    def _opened(self, document: Document) -> None:
        path = Path(document.session.path)
        if self._watched is None or self._watched.path != path:
            self._watched = self._follower(path)
        self._lines = 0
        self._timer.start()

    def _follower(self, path: Path) -> Follower | None:
        try:
            return Follower(path)
        except (CannotRead, OSError):
            return None

    def _say(self, change: Change) -> None:
        self._lines += change.lines
        if change.rewritten or not self._lines:
            words = self.tr("This log was changed since it was read.")
        elif self._lines == 1:
            words = self.tr("This log has grown since it was read: by 1 line.")
        else:
            words = self.tr("This log has grown since it was read: by {n} lines.").format(n=number(self._lines))
        ways = ((self.tr("Reload"), self._opener.reload), (self.tr("Follow"), self._follow))
        self._shell.banner.say(words, *ways, role="accent")

    def _follow(self) -> None:
        self._shell.banner.hide()
        self._following.start()
