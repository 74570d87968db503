"""Who goes first: while the window answers a person or shows a result, jobs stand still at their next check.

Python runs one thread at a time. Painting a window takes hundreds of calls into Qt and back, and beside a job that
computes each of them waits for its turn: together longer than a person takes for at once. So jobs wait, and those that
are between two checks hand over at once.
"""

from __future__ import annotations

import sys
import threading

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QWindow

_ACTS = frozenset(
    {QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.Wheel, QEvent.Type.Resize}
)
_PROMPT, _USUAL = 1e-5, 1e-3
"""Seconds after which a thread that computes lets another one run that waits: while the window asks, and else. A
change of threads takes some microseconds, so that it is not done so often for nothing."""
_MOST = 0.1
"""Seconds that a check waits at most: who waits for a job itself has to see it go on."""


class Courtesy(QObject):
    """Holds jobs back from an act of a person until all that it led to is painted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._free = threading.Event()
        self._free.set()
        # A timer of no time comes behind everything that waits to be handled, painting included.
        self._end = QTimer(self, singleShot=True, interval=0)
        self._end.timeout.connect(self._let_go)

    def watch(self, window: QWindow) -> None:
        """Hear what a person does to a window before the window does."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """An act of a person: it goes first."""
        if event.type() in _ACTS:
            self.ask()
        return False

    def ask(self) -> None:
        """Let the window go first until it has nothing more to do; on its own thread."""
        self._free.clear()
        sys.setswitchinterval(_PROMPT)
        self._end.start()

    def give_way(self) -> None:
        """Wait for the window where it asked; on a job's thread."""
        if not self._free.is_set():
            self._free.wait(_MOST)

    def _let_go(self) -> None:
        sys.setswitchinterval(_USUAL)
        self._free.set()
