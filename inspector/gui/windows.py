"""More windows: each is a program of its own, so that none waits for what another one computes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QObject

from inspector.errors import cause
from inspector.gui.opener import Opener
from inspector.gui.shell import Shell


class Windows(QObject):
    """Opens another window, empty or with a session."""

    def __init__(self, shell: Shell, opener: Opener) -> None:
        super().__init__(shell)
        self._shell, self._opener = shell, opener

    def open(self) -> None:
        """A new window, on its start page."""
        self._start([])

    def ask_beside(self) -> None:
        """Ask for a log, and open it in a window of its own."""
        self._opener.ask_path(self.open_beside)

    def open_beside(self, path: Path, agent: str = "") -> None:
        """A new window with a session."""
        self._start(["open", str(path), *(["--format", agent] if agent else [])])

    def _start(self, arguments: list[str]) -> None:
        # In a frozen build the program is not run by Python.
        how = [] if getattr(sys, "frozen", False) else ["-m", "inspector"]
        try:
            subprocess.Popen([sys.executable, *how, *(arguments or ["open"])], start_new_session=True)
        except OSError as why:
            words = self.tr("Another window could not be started: {why}.").format(why=cause(why))
            self._shell.banner.say(words, role="error")
