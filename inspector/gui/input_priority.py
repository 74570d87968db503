"""Input before jobs: while the window answers a person or shows a result, jobs pause at their next check.

Python runs one thread at a time. Painting a window takes hundreds of calls into Qt and back, and while a job computes,
each of them waits for the interpreter lock: together long enough to be felt. So jobs pause, and a job between two
checks gives up the lock sooner.
"""

from __future__ import annotations

import sys
import threading

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QWindow

_INPUT = frozenset(
    {QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove, QEvent.Type.Wheel, QEvent.Type.Resize}
)
_PROMPT, _USUAL = 1e-5, 1e-3
"""Seconds after which a computing thread gives the interpreter lock to one that waits for it: while the window has
priority, and otherwise. Switching costs some microseconds, so it is not always done that often."""
_MOST = 0.1
"""Seconds that a check pauses at most, so that code which blocks the window until a job ends still sees it end."""


class InputPriority(QObject):
    """Pauses jobs from a key or mouse event until everything that it caused is painted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._free = threading.Event()
        self._free.set()
        # A timer of 0 ms fires after all pending events, painting included.
        self._timer = QTimer(self, singleShot=True, interval=0)
        self._timer.timeout.connect(self._end)

    def watch(self, window: QWindow) -> None:
        """See the input events of a window before the window handles them."""
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give priority to input; the event itself is left to the window."""
        if event.type() in _INPUT:
            self.begin()
        return False

    def begin(self) -> None:
        """Give the window priority until its pending events are handled; call it on the window's thread."""
        self._free.clear()
        sys.setswitchinterval(_PROMPT)
        self._timer.start()

    def give_way(self) -> None:
        """Pause while the window has priority; call it on a job's thread."""
        if not self._free.is_set():
            self._free.wait(_MOST)

    def _end(self) -> None:
        sys.setswitchinterval(_USUAL)
        self._free.set()
