"""Long work: progress that can be watched and cancelled, the same for the window and the command line."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol, TypeVar

from inspector.errors import Cancelled

T = TypeVar("T")


class Progress:
    """How far a job is. Checked by the job; set from any thread."""

    def __init__(
        self, tell: Callable[[float, str], None] | None = None, give_way: Callable[[], object] | None = None
    ) -> None:
        """``give_way`` is called at every check, and may block while something else has priority."""
        self._tell = tell
        self._give_way = give_way
        self._cancelled = False

    def report(self, fraction: float, words: str) -> None:
        """Say how far the work is (0 to 1). Raises Cancelled once the user has asked to stop."""
        self.check()
        if self._tell:
            self._tell(fraction, words)

    def check(self) -> None:
        """Raises Cancelled once the user has asked to stop."""
        if self._give_way is not None and not self._cancelled:
            self._give_way()
        if self._cancelled:
            raise Cancelled("Stopped.")

    def cancel(self) -> None:
        """Ask the job to stop at its next check."""
        self._cancelled = True


class _Making:
    """How many threads are making many, and whether cycles were looked for before the first of them began."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.depth = 0
        self.was_on = False


_MAKING = _Making()


@contextmanager
def making_many() -> Iterator[None]:
    """Around work that makes objects by the hundred thousand, none in a cycle.

    Looking for cycles among them stops every thread, the window's as well, for longer than a person takes for at once:
    while they are made, and ever after.
    """
    with _MAKING.lock:
        if not _MAKING.depth:
            _MAKING.was_on = gc.isenabled()
            gc.disable()
        _MAKING.depth += 1
    try:
        yield
    finally:
        with _MAKING.lock:
            _MAKING.depth -= 1
            gc.freeze()
            if not _MAKING.depth and _MAKING.was_on:
                gc.enable()


class Executor(Protocol):
    """Runs a job and hands its result to one of two functions, on the caller's own thread."""

    def run(
        self,
        slot: str,
        work: Callable[[Progress], T],
        done: Callable[[T], None],
        failed: Callable[[Exception], None],
    ) -> Progress:
        """Start ``work``. A newer job in the same slot cancels the older one and drops its result."""
        ...
