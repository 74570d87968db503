"""Work off the GUI thread: the only place of the window where threads are made.

A job gets frozen values and returns one; it never touches a widget or the document. Its result comes back
through a queued signal, so the function that applies it always runs on the GUI thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import count
from typing import Any, TypeVar

from PySide6.QtCore import QCoreApplication, QObject, QRunnable, Qt, QThreadPool, Signal

from inspector.errors import Cancelled
from inspector.gui.input_priority import InputPriority
from inspector.workbench.jobs import Progress

T = TypeVar("T")

# One for the document, one for what a pane asks meanwhile: reading stays responsive while counting goes on.
THREADS = 2
_PAUSE = 1 / 30
"""Seconds between two tellings of how far a job is."""
PATIENCE = 2.0
"""Seconds that closing waits for jobs to notice that they were cancelled."""


def raise_fault(why: Exception) -> None:
    """Let a fault of ours be seen; that the user, or a newer job, stopped a job is none."""
    if not isinstance(why, Cancelled):
        raise why


class PoolExecutor(QObject):
    """Runs jobs on a thread pool; of several jobs in one slot only the newest is heard."""

    progressed = Signal(str, float, str)
    """(slot, fraction from 0 to 1, words), at most some 30 a second a job."""
    busy_changed = Signal(str, bool)
    """A slot got its first job, or its last one ended."""
    _arrived = Signal(str, int, bool, object)
    _told = Signal(str, int, float, str)

    def __init__(self, parent: QObject | None = None, threads: int = THREADS) -> None:
        super().__init__(parent)
        self.priority = InputPriority(self)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(threads)
        self._tickets = count(1)
        self._newest: dict[str, int] = {}
        self._jobs: dict[int, _Job] = {}
        self._closed = False
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._told.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def run(
        self,
        slot: str,
        work: Callable[[Progress], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None] = raise_fault,
    ) -> Progress:
        """Start ``work`` in the background. A newer job in the same slot cancels the older and drops its result.

        Without ``failed``, whatever goes wrong is a fault of ours.
        """
        ticket = next(self._tickets)
        tell = _throttled(lambda fraction, words: self._told.emit(slot, ticket, fraction, words))
        progress = Progress(tell, self.priority.give_way)
        if self._closed:
            progress.cancel()
            return progress
        before = self._jobs.get(self._newest.get(slot, 0))
        if before:
            before.progress.cancel()
        job = _Job(work, progress, lambda good, value: self._arrived.emit(slot, ticket, good, value), done, failed)
        # While a result is being heard its slot still stands here, so that a job that follows shows no gap.
        was_free = slot not in self._newest
        self._newest[slot] = ticket
        self._jobs[ticket] = job
        if was_free:
            self.busy_changed.emit(slot, True)
        self._pool.start(job)
        return progress

    def busy(self) -> tuple[str, ...]:
        """The slots with a job that is still awaited."""
        return tuple(slot for slot, ticket in self._newest.items() if ticket in self._jobs)

    def cancel(self, slot: str = "") -> None:
        """Ask the newest job of a slot, or every job, to stop; it then fails with Cancelled."""
        for job in [self._jobs.get(self._newest.get(slot, 0))] if slot else list(self._jobs.values()):
            if job:
                job.progress.cancel()

    def close(self) -> bool:
        """Cancel everything and wait for it; False when a job did not stop within two seconds."""
        self._closed = True
        self._newest.clear()
        self.cancel()
        self._pool.clear()
        finished = self._pool.waitForDone(int(PATIENCE * 1000))
        # Results that were on their way are dropped here and not delivered to a window that is gone.
        QCoreApplication.removePostedEvents(self)
        if finished:
            self._jobs.clear()
        return finished

    def _deliver(self, slot: str, ticket: int, good: bool, value: Any) -> None:
        job = self._jobs.pop(ticket, None)
        if job is None:
            return
        hear = job.done if good else job.failed
        job.forget()
        if self._newest.get(slot) != ticket:
            return
        # The result is painted before the next job computes.
        self.priority.begin()
        try:
            hear(value)
        finally:
            # The function may have started the next job of the slot: then it stays busy without a flicker.
            if self._newest.get(slot) == ticket:
                del self._newest[slot]
                self.busy_changed.emit(slot, False)

    def _tell(self, slot: str, ticket: int, fraction: float, words: str) -> None:
        if self._newest.get(slot) == ticket:
            self.progressed.emit(slot, fraction, words)


class _Job(QRunnable):
    def __init__(
        self,
        work: Callable[[Progress], Any],
        progress: Progress,
        arrive: Callable[[bool, object], None],
        done: Callable[[Any], None],
        failed: Callable[[Exception], None],
    ) -> None:
        super().__init__()
        # Python holds the job until its result was delivered; Qt must not free it first.
        self.setAutoDelete(False)
        self._work = work
        self.progress = progress
        self._arrive = arrive
        self.done = done
        self.failed = failed

    def forget(self) -> None:
        """Let go of what it was made of. Qt's binding holds every job for good, and these hold a whole session."""
        del self._work, self.done, self.failed

    def run(self) -> None:
        """Called by the pool, on one of its threads."""
        try:
            self.progress.check()
            value = self._work(self.progress)
            # A job that never looked has finished all the same; the user asked for it to stop.
            self.progress.check()
        except Exception as why:
            self._arrive(False, why)
        except BaseException as why:
            # A panic of a native library derives from BaseException and would end the process.
            failure = RuntimeError(f"{type(why).__name__}: {why}")
            failure.__cause__ = why
            self._arrive(False, failure)
        else:
            self._arrive(True, value)


def _throttled(tell: Callable[[float, str], None]) -> Callable[[float, str], None]:
    last = 0.0

    def sparing(fraction: float, words: str) -> None:
        nonlocal last
        now = time.monotonic()
        if fraction >= 1 or now - last >= _PAUSE:
            last = now
            tell(fraction, words)

    return sparing
