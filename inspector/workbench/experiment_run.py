"""An experiment over many sessions: each is opened, run again and judged by the engine that the window has, in turn.

Nothing of a run is kept but the answers, in the library: whoever starts it again pays for what is missing alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.ask.asker import Asker, asker_for
from inspector.ask.preview import Preview
from inspector.errors import InspectorError, UsageError
from inspector.llm.loop import Loop
from inspector.model import Compaction, Judgement
from inspector.report.sheet import SheetOrigin
from inspector.rerun.column import RECORDED_WORDS, Column
from inspector.rerun.compared import ComparedRun
from inspector.rerun.controls import LAST
from inspector.rerun.experiment import Laboratory, Trial, columns, run_trials, trials_of
from inspector.rerun.experiment_file import Plan
from inspector.rerun.judged_runs import judge_runs, preview_runs
from inspector.rerun.judging import Judging
from inspector.rerun.library import Strategies
from inspector.rerun.preview import preview_all
from inspector.rerun.prompts import FOLDER, Prompts, load_prompts
from inspector.rerun.scored import ScoredRun, scored_run
from inspector.rerun.wins import with_wins
from inspector.said.bank import read_statements
from inspector.store.cache import Cache
from inspector.store.folders import find_folders
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from inspector.store.sent import SentLog
from inspector.store.spent import Spent
from inspector.wording.verdicts import used_words
from inspector.workbench.document import Document, Stage
from inspector.workbench.experiment_export import origin_of, recorded_column
from inspector.workbench.experiments import Ready, make_ready
from inspector.workbench.judging import chain_of, let_judge_read, recall_judgements
from inspector.workbench.ledger import Ledger
from inspector.workbench.reports import judgements_of
from inspector.workbench.stages import advance, read
from inspector.workbench.strategy_files import all_strategies

_AT_ONCE = 8
"""Trials of a session; how many requests a provider gets at a time is its queue's affair."""
Done = Callable[[Trial, ComparedRun], None]


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One compaction of one session, run again."""

    compaction: Compaction
    recorded: ScoredRun
    columns: tuple[Column, ...]
    first: Column
    """What was recorded as a column, with how much of the context the log holds."""


@dataclass(frozen=True, slots=True, eq=False)
class SessionRun:
    """What came of one session."""

    path: Path
    cases: tuple[Case, ...] = ()
    origin: SheetOrigin | None = None
    files: tuple[Path, ...] = ()
    """Of the log: nobody writes there."""
    previews: tuple[Preview, ...] = ()
    """Instead of cases, where only that was asked for."""
    notes: tuple[str, ...] = ()
    """What was left out, and why."""
    stopped: bool = False
    """The budget kept something from being asked."""
    error: str = ""


@dataclass(slots=True, eq=False)
class Workplace:
    """What all sessions of an experiment share in one program: the library, the money, and the ways to models."""

    plan: Plan
    strategies: Strategies
    prompts: Prompts
    library: Library
    loop: Loop
    ledger: Ledger
    retry: bool
    _askers: dict[str, Asker]

    def asker(self, model: str) -> Asker:
        """The way to a model; one for all."""
        if model not in self._askers:
            self._askers[model] = asker_for(
                model, self.loop, Reruns(self.library), self.ledger, retry=self.retry, note=SentLog().note,
                at_once=self.plan.file.concurrency,
            )  # fmt: skip
        return self._askers[model]

    def laboratory(self) -> Laboratory:
        """For the trials of a session."""
        return Laboratory(self.loop, self.prompts, self.asker, self.strategies.named)

    def judging(self) -> Judging | None:
        """The judge of the plan; None where what is counted, or a bank, is enough."""
        judge = self.plan.judge
        return Judging(self.asker(judge.judge), judge.passes) if judge is not None else None


@contextmanager
def workplace(plan: Plan, retry: bool = False) -> Iterator[Workplace]:
    """Open the library and what belongs to it. Raises CannotRead."""
    with closing(Library.default()) as library:
        ledger = Ledger.kept_in(Spent(library, plan.name), plan.file.budget)
        with Loop() as loop:
            prompts = load_prompts(find_folders().config / FOLDER)
            yield Workplace(plan, all_strategies(), prompts, library, loop, ledger, retry, {})


def preview_session(at: Workplace, path: Path) -> SessionRun:
    """What a session would send now. Never raises for the log: what is wrong with it stands in ``error``."""
    return _guarded(path, lambda: _with_session(at, path, _previewed))


def run_session(at: Workplace, path: Path, done: Done = lambda trial, judged: None) -> SessionRun:
    """Run a session again, on as many compactions as the plan names; what failed stands in the runs or ``error``."""

    def work(at: Workplace, document: Document, ready: list[Ready], notes: list[str]) -> SessionRun:
        return _made(at, document, ready, notes, done)

    return _guarded(path, lambda: _with_session(at, path, work))


def _guarded(path: Path, work: Callable[[], SessionRun]) -> SessionRun:
    try:
        return work()
    except InspectorError as why:
        return SessionRun(path, error=f"{why.message} {why.hint}".strip())


def _with_session(
    at: Workplace, path: Path, work: Callable[[Workplace, Document, list[Ready], list[str]], SessionRun]
) -> SessionRun:
    with closing(read(path)) as document:
        recall_judgements(document, at.library)
        with closing(Cache.default()) as cache:
            for stage in (Stage.COUNT, Stage.EXTRACT):
                advance(document, stage, cache)
        numbers, notes = _numbers(at.plan, document)
        told = work(at, document, *_ready(at.plan, document, numbers, notes))
        return replace(told, path=path, files=document.files)


def _numbers(plan: Plan, document: Document) -> tuple[list[int], list[str]]:
    there = len(document.compactions)
    wanted = plan.file.compactions
    if wanted == "all":
        return list(range(1, there + 1)), [] if there else ["It has no compaction."]
    missing = [number for number in wanted if not 1 <= int(number) <= there]
    notes = [f"It has no compaction {number}; there are {there}." for number in missing]
    return [int(number) for number in wanted if number not in missing], notes


def _ready(plan: Plan, document: Document, numbers: Sequence[int], notes: list[str]) -> tuple[list[Ready], list[str]]:
    """The compactions that can be run again, and why others cannot."""
    facts = read_statements(plan.bank, document.session) if plan.bank is not None else None
    found = []
    for number in numbers:
        try:
            found.append(make_ready(document, number, facts))
        except UsageError as why:
            notes.append(why.message)
    return found, notes


def _trials(at: Workplace, ready: Sequence[Ready]) -> list[Trial]:
    variants = list(at.plan.variants)
    if at.plan.judge is not None:
        named = {one.strategy.id for one in variants}
        controls = (at.strategies.all[name] for name in LAST if name not in named and name in at.strategies.all)
        variants += [replace(variants[0], strategy=one, model="", prompt="", repeats=1) for one in controls]
    found = []
    for one in ready:
        subject = one.subject
        here = [variant for variant in variants if variant.model != RECORDED_WORDS or subject.words is not None]
        found += trials_of([subject], here, at.prompts)
    return sorted(found, key=lambda trial: trial.nth)


def _previewed(at: Workplace, document: Document, ready: list[Ready], notes: list[str]) -> SessionRun:
    laboratory = at.laboratory()
    told = preview_all(laboratory, _trials(at, ready))
    judging = at.judging()
    if judging is not None:
        # Together: each goes on from the one before it, which is read once.
        chain = chain_of(document, judgements_of(document, at.library))
        told += judging.preview(chain, _to_be_read(at, document, ready))
        for one in ready:
            number = one.compaction.number
            known = document.judgements.get(number)
            here = (ComparedRun(each.run, (), (), ()) for each in told if each.run is not None and not each.problem)
            runs = [one.recorded.compared, *(judged for judged in here if judged.run.compaction == number)]
            told.append(preview_runs(judging, one.found, known, runs))
    return SessionRun(document.files[0], previews=tuple(told), notes=tuple(notes))


def _made(at: Workplace, document: Document, ready: list[Ready], notes: list[str], done: Done) -> SessionRun:
    judging = at.judging()
    if judging is not None:
        notes += _read_recorded(at, judging, document, ready)
        # What a judge found is what pinned facts and controls are made of.
        ready, _ = _ready(at.plan, document, [one.compaction.number for one in ready], [])
    laboratory, trials = at.laboratory(), _trials(at, ready)
    at_once = max(_AT_ONCE, at.plan.file.concurrency)
    results = at.loop.submit(run_trials(laboratory, trials, done, at_once=at_once)).result()
    cases = []
    for one in ready:
        here = [(trial, made) for trial, made in zip(trials, results, strict=True) if trial.subject.compaction
                == one.compaction.number]  # fmt: skip
        recorded, judged = one.recorded, [made for _, made in here]
        if judging is not None:
            recorded, judged = _judged(judging, document, one, judged, notes)
        number = one.compaction.number
        made = with_wins(columns([trial for trial, _ in here], judged), {number: recorded})
        keyed = tuple(replace(column, key=at.plan.key_of(column.variant)) for column in made)
        first = recorded_column(one, recorded, at.plan.variants[0].strategy)
        cases.append(Case(one.compaction, recorded, keyed, first))
    asked = [*at.prompts.all.values(), *(trial.prompt for trial in trials if trial.prompt is not None)]
    return SessionRun(
        document.files[0], tuple(cases), origin_of(document, asked), notes=tuple(notes), stopped=at.ledger.stopped
    )


def _read_recorded(at: Workplace, judging: Judging, document: Document, ready: Sequence[Ready]) -> list[str]:
    """Let the judge read the recorded compactions that none has; why some have no judgement."""
    known = document.judgements
    missing = _to_be_read(at, document, ready)
    used = [known[one.compaction.number] for one in ready if one.compaction.number not in missing]
    chain = chain_of(document, judgements_of(document, at.library))
    told = let_judge_read(judging, document, at.library, chain, missing)
    return [
        *(f"Compaction {number} was not judged: {why.message}" for number, why in sorted(told.failed.items())),
        *(used_words(one) for one in used if one.partial or one.model != judging.model),
    ]


def _to_be_read(at: Workplace, document: Document, ready: Sequence[Ready]) -> list[int]:
    """The compactions that no judge has read, or, where that is to be asked again, only half."""

    def is_read(found: Judgement | None) -> bool:
        return found is not None and not found.open and not (at.retry and found.partial)

    numbers = (one.compaction.number for one in ready)
    return [number for number in numbers if not is_read(document.judgements.get(number))]


def _judged(
    judging: Judging, document: Document, ready: Ready, results: Sequence[ComparedRun | None], notes: list[str]
) -> tuple[ScoredRun, list[ComparedRun | None]]:
    """The recorded run and the results with the judge's verdicts; as they are where it could not be asked."""
    number = ready.compaction.number
    known = document.judgements.get(number) or Judgement(compaction=number, model=judging.model, passes=0)
    runs = [ready.recorded.compared, *(one for one in results if one is not None)]
    try:
        made = judge_runs(judging, ready.found, known, runs)
    except InspectorError as why:
        notes.append(
            f"The runs of compaction {number} were not judged, so their facts are counted alone: {why.message}"
        )
        return ready.recorded, list(results)
    notes += [*made.notes, f"Compaction {number}: {made.controls.says}"]
    later = iter(made.runs[1:])
    return scored_run(made.runs[0]), [None if one is None else next(later) for one in results]
