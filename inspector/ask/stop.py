"""Ending what is under way."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from dataclasses import dataclass, field

from inspector.llm.chat import Reply


@dataclass(slots=True)
class Stop:
    """Ends one column at once: what is under way is hung up, and nothing more is asked."""

    asked: bool = False
    _futures: list[Future[Reply]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def now(self) -> None:
        """Stop."""
        with self._lock:
            self.asked = True
            for future in self._futures:
                future.cancel()

    def watch(self, future: Future[Reply]) -> None:
        """Cancel this one, too, when it is time."""
        with self._lock:
            self._futures = [one for one in self._futures if not one.done()]
            self._futures.append(future)
            if self.asked:
                future.cancel()
