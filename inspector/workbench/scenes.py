"""The compactions that take part in a comparison, and the one that is looked at; each is made ready in its turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from inspector.errors import Cancelled
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document
from inspector.workbench.experiments import Ready
from inspector.workbench.saved_runs import Prepared

Prepare = Callable[[Document, int], Prepared]
"""Makes a compaction ready; called on any thread. Raises InspectorError."""


class Scenes:
    """Only what takes part is held: a context with its texts is large."""

    def __init__(
        self,
        bench: Bench,
        work: Callable[[], Prepare],
        arrived: Callable[[Prepared], None],
        failed: Callable[[], None],
    ) -> None:
        """``work`` is asked before each compaction; then the one of two functions hears how it went."""
        self.at = 0
        """The number of the compaction that is looked at; 0 for none."""
        self.chosen: frozenset[int] = frozenset()
        """Those that take part whichever is looked at."""
        self.trouble: Exception | None = None
        """Why the one that is looked at cannot be run again."""
        self.troubles: dict[int, Exception] = {}
        """The same of others that were to take part, by number."""
        self._bench, self._work, self._arrived, self._failed = bench, work, arrived, failed
        self._ready: dict[int, Ready] = {}

    def taking_part(self) -> tuple[int, ...]:
        """The numbers of all that take part, in order."""
        return tuple(sorted(self.chosen | ({self.at} if self.at else frozenset())))

    def get(self, number: int) -> Ready | None:
        """A compaction that is ready."""
        return self._ready.get(number)

    def ready(self, numbers: Iterable[int] | None = None) -> tuple[Ready, ...]:
        """Those of some, or of all that take part, that are ready."""
        wanted = self.taking_part() if numbers is None else numbers
        return tuple(self._ready[number] for number in wanted if number in self._ready)

    def look_at(self, number: int) -> None:
        """Make another compaction the one that is looked at."""
        self.at, self.trouble = number, None
        self.troubles.pop(number, None)
        self._let_go()

    def choose(self, numbers: Iterable[int]) -> None:
        """Let these take part, as far as the session has them."""
        document = self._bench.document
        known = range(1, len(document.compactions) + 1) if document is not None else ()
        self.chosen = frozenset(numbers) & frozenset(known)
        self._let_go()

    def forget(self) -> None:
        """Make everything ready anew the next time."""
        self._ready.clear()
        self.troubles.clear()

    def clear(self) -> None:
        """Nothing takes part."""
        self.forget()
        self.at, self.chosen, self.trouble = 0, frozenset(), None

    def prepare(self) -> None:
        """Make ready what is not, the one that is looked at first, one after the other."""
        document = self._bench.document
        missing = [one for one in (self.at, *self.taking_part()) if one not in self._ready and one not in self.troubles]
        if document is None or not missing or self.at == 0:
            return
        number, work = missing[0], self._work()

        def arrived(made: Prepared) -> None:
            if document is self._bench.document and number in self.taking_part():
                self._ready[number] = made.ready
                self._arrived(made)
                self.prepare()

        def failed(why: Exception) -> None:
            if document is not self._bench.document or isinstance(why, Cancelled):
                return
            if number == self.at:
                self.trouble = why
            else:
                self.troubles[number] = why
                self.prepare()
            self._failed()

        self._bench.executor.run("compare", lambda progress: work(document, number), arrived, failed)

    def _let_go(self) -> None:
        wanted = self.taking_part()
        self._ready = {number: ready for number, ready in self._ready.items() if number in wanted}
