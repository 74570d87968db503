"""One asyncio loop on one thread: every model is talked to from here, whoever waits for it.

Rule: threads are made here and in the window's executor, nowhere else.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any, TypeVar

from inspector.llm.litellm_chat import close_clients

T = TypeVar("T")
_MOST_RUNS, _MOST_LOOKUPS = 32, 8
_PATIENCE = 2.0
"""Seconds that closing waits for what was cancelled."""


class Loop:
    """A running loop. ``submit`` may be called from any thread; cancelling the future cancels the coroutine."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._workers = _Workers(_MOST_RUNS, "inspector-run")
        # What the loop itself looks up, names of hosts and libraries; asyncio's own pool starts a thread to end.
        self._lookups = _Workers(_MOST_LOOKUPS, "inspector-look")
        self._loop.set_default_executor(self._lookups)
        self._is_closing = False
        self._submitting = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="inspector-models", daemon=True)
        self._thread.start()

    def submit(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        """Run a coroutine; its result or error comes with the future, which is cancelled where the loop is closing."""
        with self._submitting:
            if not self._is_closing:
                return asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        # Nothing would run it, and whoever waits for it would wait for good.
        coroutine.close()
        never: Future[T] = Future()
        never.cancel()
        never.set_running_or_notify_cancel()
        return never

    async def aside(self, work: Callable[[], T]) -> T:
        """Run blocking work on a thread of its own, awaited on the loop."""
        return await asyncio.wrap_future(self._workers.submit(work))

    def close(self) -> None:
        """Cancel what runs, wait for it a little, and end the threads."""
        if not self._thread.is_alive():
            return
        with self._submitting:
            self._is_closing = True
        ended = asyncio.run_coroutine_threadsafe(self._cancel_all(), self._loop)
        try:
            ended.result(_PATIENCE)
        except TimeoutError:
            ended.cancel()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE)
        # Whoever waited for an answer hears now that there is none; one that does not hear may not hold this up.
        self._workers.end()
        self._lookups.end()

    def __enter__(self) -> Loop:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
        finally:
            self._loop.close()

    async def _cancel_all(self) -> None:
        # What ends may begin something else, and a task that is left when the loop closes is complained about when the
        # interpreter ends: litellm filters what asyncio logs with imports, which fail by then.
        while tasks := asyncio.all_tasks() - {asyncio.current_task()}:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await self._loop.shutdown_asyncgens()
        await close_clients()


class _Workers(ThreadPoolExecutor):
    """Threads that can be left to themselves."""

    def __init__(self, most: int, name: str) -> None:
        super().__init__(most, thread_name_prefix=name)
        self._at_work: set[Future[Any]] = set()

    def submit(self, work: Callable[..., T], /, *args: Any, **named: Any) -> Future[T]:
        """As any pool; what is under way is known here."""
        future = super().submit(work, *args, **named)
        self._at_work.add(future)
        future.add_done_callback(self._at_work.discard)
        return future

    def end(self) -> None:
        """End the threads, and wait for them unless one goes on for longer than there is patience."""
        _, deaf = wait(tuple(self._at_work), _PATIENCE)
        self.shutdown(wait=not deaf, cancel_futures=True)
