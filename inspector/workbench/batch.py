"""Many sessions: each read and judged by itself, through any executor; a bad one costs itself and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from cattrs.preconf.orjson import make_converter

from inspector import __version__
from inspector.errors import InspectorError
from inspector.measure.window import limit_at
from inspector.model import Compaction, Diagnostic, Fact, Severity, Survival
from inspector.read.discover import Found
from inspector.report.judged import Judged
from inspector.report.survey import CommonLoss, Round, SessionRow, Survey, distributions
from inspector.report.told import ToldWork
from inspector.report.work import examples
from inspector.store.batches import BatchLog
from inspector.store.cache import Cache
from inspector.store.folders import find_folders
from inspector.store.library import Library
from inspector.survival.outcome import Outcome
from inspector.survival.shares import Share, shares
from inspector.wording.damage import damage_words
from inspector.workbench.consequences import consequences_at
from inspector.workbench.document import Document, Stage
from inspector.workbench.jobs import Progress
from inspector.workbench.judgements import Judgements
from inspector.workbench.judging import recall_judgements
from inspector.workbench.pools import Pool
from inspector.workbench.reports import BY, now
from inspector.workbench.review import adopt, judged, outcome_at, untold
from inspector.workbench.stages import advance, read

SHAPE = "4"
"""Raise it when rows mean something else, so that no half-done batch goes on with old ones."""
_WORK = Callable[[str, str], SessionRow]
_CONVERTER = make_converter()


def look_at_session(path: str, agent: str = "") -> SessionRow:
    """One session as a row. Never raises: what went wrong stands in ``error``."""
    try:
        document = read(Path(path), agent=agent)
    except InspectorError as why:
        return SessionRow(path=path, error=why.message)
    except Exception as why:
        return SessionRow(path=path, error=_fault(why))
    with closing(document), closing(Cache.memory()) as cache:
        try:
            _recall(document)
            for stage in (Stage.MEASURE, Stage.COMPARE):
                advance(document, stage, cache)
            if any(outcome.is_unread for outcome in document.comparison or ()):
                # Of no text to judge by, the work behind it is asked; of all others that would cost and give nothing.
                advance(document, Stage.CONSEQUENCES, cache)
            return _row(path, document)
        except Exception as why:
            # A defect of ours on one log must not cost the other thousand.
            return SessionRow(path=path, agent=document.session.agent, error=_fault(why))


def _recall(document: Document) -> None:
    """What a judge found earlier, where this machine has it; a library that cannot be used costs that alone."""
    path = find_folders().data / "library.sqlite"
    if not path.exists():
        return
    try:
        library = Library(path)
    except InspectorError as why:
        document.troubles.append(Diagnostic(Severity.NOTE, "judgement-damaged", why.message))
        return
    with closing(library):
        recall_judgements(document, library)


def survey_sessions(
    found: Sequence[Found], pool: Pool, log: BatchLog, progress: Progress, agent: str = ""
) -> tuple[SessionRow, ...]:
    """A row for every session, in order of their paths. What ``log`` knows already is not done again.

    Raises Cancelled when stopped and InspectorError when the log cannot be written; both leave it as far as it is.
    """
    keys = {str(one.path): f"{one.path}\0{one.bytes}\0{one.modified}" for one in found}
    rows: dict[str, SessionRow] = {}
    todo: list[str] = []
    doubtful: list[str] = []
    for path, key in keys.items():
        if key in log.done:
            rows[path] = _CONVERTER.structure(log.done[key], SessionRow)
        elif log.is_fatal(key):
            rows[path] = SessionRow(path=path, error="Reading this session ended the program again and again.")
        else:
            (doubtful if log.is_doubtful(key) else todo).append(path)
    try:
        for path, row in run_all(sorted(todo), pool, agent, lambda path: log.begin(keys[path]), sorted(doubtful)):
            rows[path] = row
            log.finish(keys[path], _CONVERTER.unstructure(row))
            progress.report(len(rows) / len(keys), f"{len(rows):,} of {len(keys):,} sessions")
    finally:
        log.close()
    return tuple(rows[path] for path in sorted(rows))


def survey_of(rows: Sequence[SessionRow]) -> Survey:
    """The rows with their distributions; nothing is redacted yet."""
    return Survey(rows=tuple(rows), distributions=distributions(rows), made=now(), by=BY)


def batch_log(roots: Sequence[Path], agent: str) -> BatchLog:
    """What is known of this batch: the same places, the same program."""
    return BatchLog.of(__version__, SHAPE, agent, *sorted(str(root.absolute()) for root in roots))


def run_all(
    paths: Sequence[str],
    pool: Pool,
    agent: str,
    begin: Callable[[str], None],
    doubtful: Sequence[str] = (),
    work: _WORK = look_at_session,
) -> Iterator[tuple[str, SessionRow]]:
    """Each path with its row, as they come; never more at once than the pool takes, with some in store.

    ``doubtful`` paths come last, each by itself: they may have ended an earlier run.
    """
    shift = _Shift(paths, begin, lambda executor, path: executor.submit(work, path, agent))
    while shift.waiting:
        executor = pool.make()
        try:
            # As many again in store, so that no worker waits; here there is but one.
            yield from shift.run(executor, 2 * pool.width if pool.width > 1 else 1)
        finally:
            shift.stop()
            executor.shutdown(wait=False)
    # One of those that were at work took the executor with it; each by itself, that one shows.
    for path in (*doubtful, *shift.suspects):
        begin(path)
        executor = pool.make()
        try:
            yield path, _result(executor.submit(work, path, agent), path)
        except BrokenExecutor:
            yield path, SessionRow(path=path, error="The process that read this session was ended.")
        finally:
            executor.shutdown(wait=False)


class _Shift:
    """What waits and what runs, over as many executors as break."""

    def __init__(
        self,
        paths: Sequence[str],
        begin: Callable[[str], None],
        submit: Callable[[Executor, str], Future[SessionRow]],
    ) -> None:
        self.waiting = list(reversed(paths))
        self.suspects: list[str] = []
        """At work when an executor broke."""
        self._running: dict[Future[SessionRow], str] = {}
        self._begin = begin
        self._submit = submit

    def run(self, executor: Executor, width: int) -> Iterator[tuple[str, SessionRow]]:
        """Rows until nothing waits, or until the executor broke and all that it held has come back."""
        broken = False
        while self._running or (self.waiting and not broken):
            while self.waiting and not broken and len(self._running) < width:
                broken = not self._start(executor)
            finished, _ = wait(self._running, return_when=FIRST_COMPLETED)
            for future in finished:
                path = self._running.pop(future)
                try:
                    yield path, _result(future, path)
                except BrokenExecutor:
                    broken = True
                    self.suspects.append(path)

    def stop(self) -> None:
        """Stopped half-way: what has not begun need not."""
        for future in self._running:
            future.cancel()

    def _start(self, executor: Executor) -> bool:
        path = self.waiting[-1]
        self._begin(path)
        try:
            self._running[self._submit(executor, path)] = path
        except BrokenExecutor:
            return False
        self.waiting.pop()
        return True


def _result(future: Future[SessionRow], path: str) -> SessionRow:
    try:
        return future.result()
    except BrokenExecutor:
        raise
    except Exception as why:
        # A result that cannot be sent back from its process costs its session alone.
        return SessionRow(path=path, error=_fault(why))


def _fault(why: Exception) -> str:
    words = " ".join(str(why).split())[:300]
    return f"{type(why).__name__}: {words}" if words else type(why).__name__


def _row(path: str, document: Document) -> SessionRow:
    session = document.session
    assert document.measurement is not None, "advanced to comparison"
    prompts = [request.usage.prompt for request in session.requests if request.usage]
    return SessionRow(
        path=path,
        agent=session.agent,
        version=session.version,
        title=session.title,
        started=session.started,
        items=len(session.items),
        requests=len(document.measurement.curve.request),
        peak=max((prompt for prompt in prompts if prompt is not None), default=None),
        rounds=tuple(_round(document, compaction) for compaction in document.compactions),
        problems=len(session.diagnostics),
        damaged=damage_words(session),
    )


def _round(document: Document, compaction: Compaction) -> Round:
    assert document.measurement is not None, "advanced to comparison"
    record = compaction.record
    limit = limit_at(document.session, document.measurement.window, compaction.request_before)
    outcome = outcome_at(document, compaction.number)
    facts = judged(outcome, Judgements()) if outcome else ()
    harms = [one for one in facts if one.is_harm or one.is_missing]
    unjudged = untold(outcome, facts) if outcome else ""
    before = compaction.before.value
    return Round(
        number=compaction.number,
        line=record.source.own_line,
        kind=record.kind,
        trigger=record.trigger,
        outcome=compaction.outcome,
        before=compaction.before.value,
        after=compaction.after.value,
        level=before / limit if before and limit else None,
        kept=_kept(adopt(outcome, Judgements())) if outcome and not unjudged else (),
        losses=tuple(_loss(document, one) for one in harms),
        unjudged=unjudged,
        work=_work(document, outcome) if outcome is not None and outcome.is_unread else None,
    )


def _work(document: Document, outcome: Outcome) -> ToldWork | None:
    """All counts, and the first few facts of each: a batch of thousands is no place for all."""
    from inspector.report.told_work import told_work

    work = told_work(document.session, consequences_at(document, outcome.compaction.number), outcome.facts)
    if work is None:
        return None
    return replace(work, facts=tuple(fact for _, facts, _ in examples(work) for fact in facts))


def _kept(pairs: Sequence[tuple[Fact, Survival]]) -> tuple[Share, ...]:
    return tuple(share for share in shares(pairs).values() if share.n)


def _loss(document: Document, one: Judged) -> CommonLoss:
    line = document.session.line(one.quote.item)
    return CommonLoss(one.fact.kind.value, one.verdict.value, one.fact.statement, line)
