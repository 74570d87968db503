"""Compactions put to a judge: what that would send, and, with consent, the sending; each judgement stands at once."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from inspector.ask.stop import Stop
from inspector.errors import Cancelled, InspectorError, UsageError
from inspector.judge.chain import Chain, NotYetRead
from inspector.llm.guard import Wait
from inspector.llm.models import open_chat
from inspector.model import Judgement
from inspector.rerun.judging import Judging
from inspector.store.judgements import KeptJudgements
from inspector.store.library import Library, session_name
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document
from inspector.workbench.jobs import Executor, Progress
from inspector.workbench.judging import chain_of, put_judgements
from inspector.workbench.model_runs import ModelRuns, Outgoing, outgoing_of
from inspector.workbench.signal import Signal

JUDGE = "judge"
"""In the place of a column's key, before the number of a compaction."""


@dataclass(frozen=True, slots=True)
class Course:
    """How far the judging of some compactions is."""

    wanted: int = 0
    judged: int = 0
    reading: tuple[int, ...] = ()
    """Numbers of those that are being read."""
    seconds: float = field(default=0.0, compare=False)
    """For which the one that began first is being read."""
    wait: Wait | None = field(default=None, compare=False)
    """The pause before it is asked again; None where it is being read."""


@dataclass(frozen=True, slots=True)
class _Read:
    """What came of one compaction."""

    judgement: Judgement
    unkept: InspectorError | None = None
    """Why the library does not have it."""


class _Wanted(NamedTuple):
    """One compaction, and who was shown to be asked about it."""

    number: int
    model: str
    passes: int
    again: bool
    """Whether what was no use is put once more."""


@dataclass(slots=True, eq=False)
class _Batch:
    """What was asked for at one time, or while that was under way."""

    wanted: int = 0
    judged: int = 0
    stops: dict[_Wanted, Stop] = field(default_factory=dict)
    """Of what is under way."""
    began: dict[_Wanted, float] = field(default_factory=dict)
    """When, by ``time.monotonic``, the reading of each began."""
    waiting: deque[_Wanted] = field(default_factory=deque)
    """What is read behind it, in order."""


def dry_run(
    models: ModelRuns,
    chain: Chain,
    numbers: Iterable[int],
    model: str,
    passes: int,
    progress: Progress,
    *,
    retry: bool = False,
) -> tuple[Outgoing, ...]:
    """What judging these would send, one each, and those that have to be read before; nothing is.

    ``retry`` asks again where an answer was refused, cut off, or only partly readable.
    Reads every text of their contexts. Raises UsageError for a name that is no model, and Cancelled.
    """
    chat, judging = open_chat(model), Judging(models.asker(model, retry=retry), passes)
    progress.report(0.0, "")
    told = judging.preview(chain, frozenset(numbers))
    return tuple(outgoing_of([one], key_of(int(one.id)), int(one.id), JUDGE, chat) for one in told)


def key_of(compaction: int) -> str:
    """What a compaction has in the place of a column's key."""
    return f"{JUDGE} {compaction}"


def number_of(key: str) -> int:
    """The compaction of such a key."""
    return int(key.removeprefix(f"{JUDGE} "))


class JudgeRuns:
    """Judges compactions of the open document, one after the other, since each goes on from the one before it.

    Another document ends what is under way.
    """

    def __init__(self, bench: Bench, models: ModelRuns, asking: Executor, library: Library | None = None) -> None:
        self.changed: Signal[[]] = Signal()
        """Something began, arrived, failed or ended."""
        self.failed: dict[int, Exception] = {}
        """By compaction of the open document, why there is no new judgement."""
        self.unkept: InspectorError | None = None
        """Why a judgement could not be kept for the next time."""
        self._bench, self._models, self._asking, self._library = bench, models, asking, library
        self._batch = _Batch()
        bench.opened.connect(lambda _: self._forget())
        bench.closed.connect(self._forget)

    @property
    def is_running(self) -> bool:
        """Whether a compaction is being read."""
        return bool(self._batch.stops)

    @property
    def course(self) -> Course:
        """How far it is."""
        batch = self._batch
        began = min((batch.began[one] for one in batch.stops), default=None)
        seconds = 0.0 if began is None else time.monotonic() - began
        wait = next(filter(None, (self._models.waits(one.model) for one in batch.stops)), None)
        return Course(batch.wanted, batch.judged, tuple(sorted(one.number for one in batch.stops)), seconds, wait)

    def asks_again(self, numbers: Iterable[int]) -> bool:
        """Whether one of these failed last, or could be read in part only: whoever asks means to put it again."""
        document = self._bench.document
        found = document.judgements if document is not None else {}
        return any(one in self.failed or (one in found and found[one].partial) for one in numbers)

    def run(self, numbers: Iterable[int], model: str, passes: int = 1, *, retry: bool = False) -> None:
        """Judge these; whoever calls has shown what that sends, and has consent. Raises UsageError for no model."""
        document = self._bench.document
        if document is None:
            return
        self._models.asker(model)
        batch, is_busy = (self._batch, True) if self.is_running else (_Batch(), False)
        self._batch = batch
        asked = [_Wanted(number, model, passes, retry) for number in sorted(numbers)]
        new = [one for one in asked if one not in batch.stops and one not in batch.waiting]
        batch.waiting.extend(new)
        batch.wanted += len(new)
        if not is_busy:
            self._next(document)
        self.changed.emit()

    def stop(self) -> None:
        """Hang up; what was found by then stays, and what was answered stays kept."""
        self._batch.waiting.clear()
        for stop in self._batch.stops.values():
            stop.now()

    def _next(self, document: Document) -> None:
        if self._batch.waiting:
            self._start(document, self._batch.waiting.popleft())

    def _start(self, document: Document, wanted: _Wanted) -> None:
        batch, stop, number = self._batch, Stop(), wanted.number
        judging = Judging(self._models.asker(wanted.model, retry=wanted.again), wanted.passes)
        batch.stops[wanted], batch.began[wanted] = stop, time.monotonic()
        self.failed.pop(number, None)

        def ended(act: Callable[[], None]) -> None:
            if batch.stops.pop(wanted, None) is stop and document is self._bench.document:
                act()
                self._next(document)
                self.changed.emit()

        def arrived(read: _Read) -> None:
            batch.judged += 1
            self.unkept = self.unkept or read.unkept
            put_judgements(document, [read.judgement])
            self._bench.judged()

        def failed(why: Exception) -> None:
            if not isinstance(why, Cancelled):
                self.failed[number] = why
            # One that nobody can read is passed over.
            if not isinstance(why, Cancelled | UsageError):
                behind = [one for one in batch.waiting if one.number > number and one[1:] == wanted[1:]]
                self.failed |= {one.number: NotYetRead(number) for one in behind}
                batch.waiting = deque(one for one in batch.waiting if one not in behind)

        chain = chain_of(document, self._bench.judgements)
        self._asking.run(
            key_of(number),
            lambda progress: self._read(document, chain, number, judging, stop),
            lambda read: ended(lambda: arrived(read)),
            lambda why: ended(lambda: failed(why)),
        )

    def _read(self, document: Document, chain: Chain, number: int, judging: Judging, stop: Stop) -> _Read:
        segment = next(one for one in chain.segments if one.compaction.number == number)
        judgement = judging.read(segment, chain.before(segment), stop)
        if not judgement.passes:
            raise UsageError(" ".join(judgement.notes))
        # Before anything is made of it: it was paid for.
        if self._library is None:
            return _Read(judgement)
        try:
            return _Read(KeptJudgements(self._library).keep(session_name(document.session), judgement))
        except InspectorError as why:
            return _Read(judgement, why)

    def _forget(self) -> None:
        """Another document, or none: nobody waits for what is under way."""
        self.stop()
        self._batch, self.failed = _Batch(), {}
        self.changed.emit()
