"""Calls of the summarizer that were refused: compactions that failed, and what the last call was not shown.

Codex does not write these calls. What it writes is how a run ended and, from 0.171 on, the last count of tokens once
more whenever a summary on this machine begins to come. A call that is refused for its length is repeated at once
without the oldest item; one whose connection broke is repeated unchanged after a pause.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from inspector.model import ItemKind, Source, Splice
from inspector.read.adapter import Record
from inspector.read.adapters.codex.history import History
from inspector.read.adapters.codex.lineage import milliseconds
from inspector.read.adapters.codex.usage import Meter
from inspector.read.build import Builder
from inspector.read.values import as_dict, as_text

_OF_COMPACTION = "compact task"
"""Stands in the message of a failed remote compaction."""
_REMOTE = "openai"
_FILLED = 0.75
"""Of the window: less than what the agent compacts at, since outputs of tools come on top of what was counted."""
_PAUSE = 180
"""Milliseconds: the shortest pause before a call whose connection broke is repeated."""
_ASKED = (
    "The summarizer was asked {} times. A call refused for its length is repeated without the oldest item, one that "
    "broke off unchanged; which it was is not in this log."
)
REFUSED = (
    "A call of the summarizer that an HTTP status refuses leaves no row, and is repeated without the oldest item: "
    "whether the summarizer was shown all that stood there is not in this log."
)
"""Where a summary was written on this machine and nothing tells how often the summarizer was asked."""
_CUT_OFF = "Its run has no end: the program was ended before there was a new history."


@dataclass(slots=True)
class Attempts:
    """What the run under way tells of calls of the summarizer."""

    history: History
    meter: Meter
    tasks: Tasks
    is_checked: bool = False
    """Whether the version is one of those whose repeated counts were held against its calls."""
    refusal: str = ""
    """What the last error of the run says."""
    has_context: bool = False
    """Whether the run has said its settings: one that fails before compacted ahead of its prompt."""
    provider: str = ""
    """Who serves the model, as the header names it."""
    _name: str = ""
    """The run's id."""
    _before: list[int] = field(default_factory=list)
    """The context as the run began."""

    def start(self, payload: Record) -> None:
        """A run starts."""
        self.refusal, self.has_context = "", False
        self._name = as_text(payload.get("turn_id"))
        self._before = list(self.history.build.context)
        self.meter.repeats.clear()

    def cut_off(self) -> None:
        """A run starts while another has no end: list that one if it was a compaction by hand."""
        build, tasks, asked = self.history.build, self.tasks, len(self.meter.repeats) or None
        if self.is_checked and tasks.is_bare and not tasks.tried:
            way = "native" if self.provider == _REMOTE else "summary"
            record = build.compaction(self._name, way, "manual", status="failed", attempts=asked, notes=(_CUT_OFF,))
            build.note_compaction(record)

    def shown(self) -> tuple[tuple[int, ...] | None, int | None, tuple[str, ...]]:
        """What the summarizer was shown, where that is not all, how often it was asked, and what cannot be told."""
        times, asked = [milliseconds(time or "") for time in self.meter.repeats], len(self.meter.repeats)
        self.meter.repeats.clear()
        if not self.is_checked or asked < 2:
            return None, None, ()
        if not _at_once(times):
            return None, asked, (_ASKED.format(asked),)
        return self._without_oldest(asked - 1), asked, ()

    def failed(self, payload: Record, source: Source) -> bool:
        """The run ended; list the compaction that it failed at, if it did, and say so."""
        build, repeats = self.history.build, self.meter.repeats
        told = as_text(as_dict(payload.get("error")).get("message")) or self.refusal
        if self.is_checked:
            told = told or as_text(payload.get("reason"))
        is_early = self.is_checked and self.tasks.prompted and not self.has_context
        is_first = not self.tasks.tried and (self.tasks.is_bare or is_early)
        # The provider alone decides which of the two ways is gone.
        is_remote = f"remote {_OF_COMPACTION}" in told or (self.is_checked and self.provider == _REMOTE)
        # A call of the agent's own that begins to be answered and is cut off repeats the count as well.
        is_within = self.is_checked and repeats and not is_remote and self._may_compact(payload)
        if not told or not (_OF_COMPACTION in told or is_first or is_within):
            return False
        times = [milliseconds(time or "") for time in (*repeats, build.time)]
        record = build.compaction(
            as_text(payload.get("turn_id")) or f"line-{source.line}",
            "native" if is_remote else "summary",
            "manual" if self.tasks.is_bare else "auto",
            status="failed",
            reason=told,
            attempts=len(repeats) if self.is_checked and repeats and _at_once(times) else None,
            shown=tuple(self._before) if is_early and is_first else None,
        )
        build.note_compaction(record)
        return True

    def _may_compact(self, payload: Record) -> bool:
        """Whether a run that ended had come to where the agent compacts by itself: behind a tool, the window filled."""
        last = self.meter.last
        if payload.get("type") == "turn_aborted" or not self.tasks.has_worked or last is None or last.usage is None:
            return False
        filled = (last.usage.prompt or 0) + (last.usage.output or 0)
        return last.limit is None or filled >= _FILLED * last.limit

    def _without_oldest(self, count: int) -> tuple[int, ...]:
        """The context without its ``count`` oldest items. The base instructions go out all the same."""
        history, items = self.history, self.history.build.items
        context = history.build.context
        base = [number for number in history.base if number != history.tools]
        if history.base_listed:
            # Its copy in the history is left out behind the tools; what is sent stays.
            count -= count > (history.tools is not None)
        queue = [number for number in context if number not in base]
        gone: set[int] = set()
        for _ in range(count):
            oldest = next((number for number in queue if number not in gone), None)
            if oldest is None:
                break
            gone.add(oldest)
            call = items[oldest - 1].call_id
            if call and items[oldest - 1].kind in (ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT):
                # A call and its result go together.
                gone.update(number for number in queue if items[number - 1].call_id == call)
        return tuple(number for number in context if number not in gone)


def _at_once(times: Sequence[float | None]) -> bool:
    return all(a is not None and b is not None and b - a < _PAUSE for a, b in pairwise(times))


@dataclass(slots=True)
class Tasks:
    """The run under way, between task_started and task_complete, and what it says of a compaction's trigger.

    Codex does not write why it compacted. A run that holds nothing but the compaction was asked for (/compact); in any
    other it was automatic. Which, is sometimes known only once the run goes on or ends. Without task_started nothing is
    inferred.
    """

    build: Builder
    is_open: bool = False
    is_turn: bool = False
    """Whether it says who started it as a turn, as no compaction by hand does; a goal that goes on brings no prompt."""
    prompted: bool = False
    """A prompt came in since it started."""
    tried: bool = False
    """A compaction was made since it started."""
    has_worked: bool = False
    """A tool has answered since it started."""
    _began: str | None = None
    _latest: str | None = None
    _undecided: list[int] = field(default_factory=list)

    def start(self, time: str | None, is_turn: bool) -> None:
        """A run starts."""
        self._decide("manual")
        self.is_turn = is_turn
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
        """Whether the run under way holds no turn, no prompt and no work, so that it was a compaction by hand."""
        return self.is_open and not (self.is_turn or self.prompted or self.has_worked)

    def prompt(self) -> None:
        """A prompt came in: an undecided compaction made room for it."""
        self.prompted = True
        self._decide("auto")

    def passed(self, time: str | None) -> None:
        """Something happened at this time."""
        self._latest = time or self._latest

    def compacted(self, op: int) -> None:
        """Operation ``op`` is a compaction of this run."""
        if self.is_open:
            self._undecided.append(op)
            if not self.is_bare:
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
