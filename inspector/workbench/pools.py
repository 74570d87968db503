"""Where a batch runs: here, in processes of this machine, or on a cluster; all as ``concurrent.futures.Executor``."""

from __future__ import annotations

import importlib
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from inspector.errors import UsageError


@dataclass(frozen=True, slots=True)
class Pool:
    """How to make an executor, and how many sessions it takes at once."""

    make: Callable[[], Executor]
    """A new one: the first may be broken by a session that takes its process with it."""
    width: int
    close: Callable[[], None] = lambda: None
    """Lets go of what the executors share."""


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


def cluster(address: str) -> Pool:
    """An existing Dask cluster; its workers need this program and the same paths. Raises UsageError."""
    try:
        distributed = importlib.import_module("distributed")
    except ImportError as why:
        raise UsageError(
            "A Dask cluster needs the package distributed.", hint="pip install 'compaction-inspector[dask]' brings it."
        ) from why
    try:
        client = distributed.Client(address, timeout="10s", set_as_default=False)
    except (OSError, ValueError, TimeoutError) as why:
        raise UsageError(
            f"The cluster at {address} does not answer: {why}.", hint="An address looks like tcp://host:8786."
        ) from why
    width = max(1, sum(client.nthreads().values()))
    # A session that killed its worker is not worth a second one.
    return Pool(lambda: client.get_executor(pure=False, retries=0), width, client.close)


def _leave_stopping_to_us() -> None:
    """Ctrl+C reaches every process of a terminal; only the first answers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
