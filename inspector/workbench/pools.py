"""Where a batch runs: here, or in processes of this machine; both as ``concurrent.futures.Executor``."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Pool:
    """How to make an executor, and how many sessions it takes at once."""

    make: Callable[[], Executor]
    """A new one: the first may be broken by a session that takes its process with it."""
    width: int


class Here(Executor):
    """Runs each task in this process, at once."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        """The result, as a future that is done."""
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **named))
        except Exception as why:
            future.set_exception(why)
        return future


def here() -> Pool:
    """One session after the other, in this process."""
    return Pool(Here, 1)


def processes(workers: int) -> Pool:
    """As many processes of this machine."""

    def make() -> Executor:
        # Forking a process that runs threads can hang; spawning is the same on every system.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(workers, mp_context=context, initializer=_leave_stopping_to_us)

    return Pool(make, workers)


def _leave_stopping_to_us() -> None:
    """Ctrl+C reaches every process of a terminal; only the first answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
