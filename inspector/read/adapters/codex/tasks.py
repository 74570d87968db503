"""The agent's runs between task_started and task_complete, and what they say about a compaction's trigger.

Codex does not write why it compacted. A run that holds nothing but the compaction was asked for (/compact); in
any other run it was automatic. Which of the two, is sometimes known only once the run goes on or ends.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from inspector.model import Splice
from inspector.read.adapters.codex.lineage import milliseconds
from inspector.read.build import Builder


@dataclass(slots=True)
class Tasks:
    """The run under way. Logs that hold no task_started never open one, and then nothing is inferred."""

    build: Builder
    is_open: bool = False
    prompted: bool = False
    """A prompt came in since it started."""
    tried: bool = False
    """A compaction was made since it started."""
    has_worked: bool = False
    """A tool has answered since it started."""
    _began: str | None = None
    _latest: str | None = None
    _undecided: list[int] = field(default_factory=list)

    def start(self, time: str | None) -> None:
        """A run starts."""
        self._decide("manual")
        self.is_open, self.prompted, self.has_worked, self.tried = True, False, False, False
        self._began = self._latest = time

    def end(self) -> None:
        """The run is over."""
        self._decide("manual")
        self.is_open = False

    def stop(self) -> None:
        """The log is over; a run that it cut off stays undecided."""
        self._undecided.clear()

    @property
    def is_bare(self) -> bool:
        """Whether the run under way holds no prompt and no work, so that it was a compaction by hand."""
        return self.is_open and not self.prompted and not self.has_worked

    def prompt(self) -> None:
        """A prompt came in: an undecided compaction made room for it."""
        self.prompted = True
        self._decide("auto")

    def tool_answered(self) -> None:
        """A tool answered."""
        self.has_worked = True

    def passed(self, time: str | None) -> None:
        """Something happened at this time."""
        self._latest = time or self._latest

    def compacted(self, op: int) -> None:
        """Operation ``op`` is a compaction of this run."""
        if self.is_open:
            self._undecided.append(op)
            if self.prompted or self.has_worked:
                self._decide("auto")

    def seconds_until(self, time: str | None, since: str | None) -> float | None:
        """Seconds from ``since`` (or what happened last in this run) to ``time``; None outside of a run."""
        if not self.is_open or time is None:
            return None
        first = max(since or "", self._began or "") if since else self._latest
        began, ended = milliseconds(first or ""), milliseconds(time)
        return (ended - began) / 1000 if began is not None and ended is not None and ended >= began else None

    def _decide(self, trigger: str) -> None:
        for op in self._undecided:
            splice = self.build.ops[op]
            if type(splice) is Splice and splice.compaction is not None:
                self.build.ops[op] = replace(splice, compaction=replace(splice.compaction, trigger=trigger))
        self._undecided.clear()
