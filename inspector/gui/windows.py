"""More windows: each is a program of its own, so that none waits for what another one computes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QObject, QRect
from PySide6.QtWidgets import QWidget

from inspector.errors import cause
from inspector.gui.opener import Opener
from inspector.gui.shell import Shell

PLACE = "INSPECTOR_WINDOW_PLACE"
"""Where a window that another one opened stands: left, top, width and height in pixels."""


class Windows(QObject):
    """Opens another window, or another session beside this one."""

    def __init__(self, shell: Shell, opener: Opener) -> None:
        super().__init__(shell)
        self._shell, self._opener = shell, opener

    def open(self) -> None:
        """A new window, on its start page."""
        self._start([])

    def ask_beside(self) -> None:
        """Ask for a log, and open it beside this window."""
        self._opener.ask_path(self.open_beside)

    def open_beside(self, path: Path, agent: str = "") -> None:
        """This window to the left half of its screen, and a new one with a session to the right."""
        shell = self._shell
        shell.showNormal()
        left, right = halves(shell.screen().availableGeometry())
        # Sizes are without the frame that the desktop draws, positions with it.
        frame = shell.frameGeometry().size() - shell.geometry().size()
        left.setSize(left.size() - frame)
        right.setSize(right.size() - frame)
        put(shell, left)
        place = ",".join(map(str, (right.x(), right.y(), right.width(), right.height())))
        self._start(["open", str(path), *(["--format", agent] if agent else [])], place)

    def _start(self, arguments: list[str], place: str = "") -> None:
        # In a frozen build the program is not run by Python.
        how = [] if getattr(sys, "frozen", False) else ["-m", "inspector"]
        try:
            subprocess.Popen(
                [sys.executable, *how, *(arguments or ["open"])],
                env={**os.environ, PLACE: place},
                start_new_session=True,
            )
        except OSError as why:
            words = self.tr("Another window could not be started: {why}.").format(why=cause(why))
            self._shell.banner.say(words, role="error")


def halves(room: QRect) -> tuple[QRect, QRect]:
    """The left and the right half of a screen."""
    middle = room.width() // 2
    left = QRect(room.x(), room.y(), middle, room.height())
    return left, QRect(room.x() + middle, room.y(), room.width() - middle, room.height())


def put(window: QWidget, place: QRect) -> None:
    """Put a window, with its frame, where it is to stand."""
    window.move(place.topLeft())
    window.resize(place.size())


def place_from(words: str) -> QRect | None:
    """The place that another window gave; None where there is none, or it makes no sense."""
    try:
        x, y, width, height = map(int, words.split(","))
    except ValueError:
        return None
    return QRect(x, y, width, height) if width > 0 and height > 0 else None
