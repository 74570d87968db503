"""Compactions × variants × repeats: each trial run by itself, kept when it is done, and never paid for twice."""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from inspector.ask.asker import Asker
from inspector.ask.stop import Stop
from inspector.errors import Cancelled, ModelFailed, Unanswered, UsageError
from inspector.llm.chat import Failure
from inspector.llm.loop import Loop
from inspector.measure.models import find_model, longest_answer
from inspector.model.run import Run, Score, StrategySpec, Wording
from inspector.rerun.column import RECORDED_WORDS, Column, ColumnState, Variant
from inspector.rerun.compared import ComparedRun, compare_run
from inspector.rerun.engine import Find, run_strategy
from inspector.rerun.installed import no_recorded_prompt
from inspector.rerun.library import spec_of
from inspector.rerun.material import Material
from inspector.rerun.messages import check_prompt
from inspector.rerun.model_summarizer import AskingOptions, ModelSummarizer, RequestWriter
from inspector.rerun.prompts import RECORDED, Prompt, Prompts
from inspector.rerun.scored import ScoredRun, scored_run
from inspector.rerun.scores import scores_of
from inspector.rerun.strategy import Strategy
from inspector.rerun.summarize import Summarizer
from inspector.survival.found import Found

_NO_ARM = frozenset({Failure.LENGTH, Failure.REJECTED})
"""Failures that are the variant's own: whatever fallback a strategy has, its figures would pass for the variant's."""
_AT_ONCE = 8
"""Trials; how many requests a provider gets at a time is its queue's affair."""


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One compaction, ready to be run again."""

    material: Material
    found: Found
    words: Summarizer | None = None
    """For columns that use the recorded words: the summary in the log; None where it cannot be read."""
    own_prompt: Callable[[], Prompt | None] = lambda: None
    """Gives the prompt that the agent itself used; None where the log does not hold it."""

    @property
    def compaction(self) -> int:
        """Its number."""
        return self.material.compaction


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """One run to be made."""

    subject: Subject
    variant: Variant
    prompt: Prompt | None = None
    """None for the one that fits the strategy best."""
    nth: int = 0

    @property
    def id(self) -> str:
        """The same in every run of the program."""
        return f"{self.subject.compaction}:{self.variant.strategy.id}:{self.key}:{self.nth}"

    @property
    def spec(self) -> StrategySpec:
        """What it takes to run it again."""
        variant = self.variant
        if not variant.asks_model:
            return spec_of(variant.strategy)
        spec = spec_of(variant.strategy, prompt=self.prompt.label if self.prompt else "", model=variant.model)
        wanted = variant.strategy.summarize
        unsaid = Wording.AGENT if wanted is not None and wanted.native else Wording.OURS
        wording = self.prompt.wording if self.prompt else unsaid
        asked = replace(spec, focus=variant.focus, settings=variant.settings)
        return replace(asked, wording=(wording,))

    @property
    def key(self) -> str:
        """Eight digits that tell what it runs from everything else that is run."""
        spec = self.spec
        parts = [spec.id, spec.hash, spec.prompt, spec.model, spec.focus]
        # What ran without settings has the key that it had before there were any.
        parts += [spec.settings.key] if spec.settings.key else []
        return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()

    @property
    def strategy(self) -> Strategy:
        """The strategy with the passes that the prompt wants."""
        strategy, wanted = self.variant.strategy, self.variant.strategy.summarize
        if wanted is None or self.prompt is None or not self.prompt.passes:
            return strategy
        passes = tuple(one for one in ("draft", "verify") if one in self.prompt.passes)
        return replace(strategy, summarize=replace(wanted, passes=passes))


@dataclass(slots=True, eq=False)
class Laboratory:
    """What all trials of an experiment share."""

    loop: Loop
    prompts: Prompts
    asker: Callable[[str], Asker]
    """The one for a model, by its name."""
    find: Find
    strict: bool = False
    """Whether what fails is raised, with the way out, instead of standing in ``Run.error``."""
    _judging: threading.Lock = field(default_factory=threading.Lock)

    def run(self, trial: Trial, hear: Callable[[str], None] | None = None, stop: Stop | None = None) -> ComparedRun:
        """One trial; blocks until it is done. What fails stands in ``Run.error``. Raises Cancelled."""
        run = self._made(trial, hear, stop)
        with self._judging:
            return compare_run(run, trial.subject.found)

    def writer(self, trial: Trial) -> RequestWriter:
        """What turns the tasks of a trial into requests."""
        variant, material = trial.variant, trial.subject.material
        name, _, address = variant.model.partition("@http")
        known = find_model(name)
        window = known.window if known else None
        # A server may run what it likes under a name, and allow it what it likes.
        longest = None if address else longest_answer(name)
        most = variant.settings.max_output
        choice = AskingOptions(trial.prompt, window, variant.focus, most, longest)
        return RequestWriter(self.prompts, choice, material.tokenizer, material.calibration.ratio, variant.model)

    def asker_of(self, trial: Trial) -> Asker:
        """Its model, set as the trial wants it."""
        return self.asker(trial.variant.model).set_to(trial.variant.settings)

    def _made(self, trial: Trial, hear: Callable[[str], None] | None, stop: Stop | None) -> Run:
        if not trial.variant.asks_model:
            run = run_free(trial, self.find)
            _raise_if_stopped(stop)
            return replace(run, id=trial.id)
        asking = ModelSummarizer(self.writer(trial), self.asker_of(trial), trial.nth, hear, stop)
        run = run_strategy(trial.strategy, trial.subject.material, asking, self.find).run
        _raise_if_stopped(stop)
        if self.strict and asking.failure is not None:
            # A strategy's fallback would run in the place of an answer; its figures are not those that were wanted.
            raise asking.failure
        if self.strict and run.error:
            raise UsageError(run.error)
        if isinstance(asking.failure, ModelFailed) and asking.failure.kind in _NO_ARM:
            run = replace(run, error=asking.failure.message)
        label = ", ".join(prompt.label for prompt in asking.prompts.values())
        wording = tuple(dict.fromkeys(prompt.wording for prompt in asking.prompts.values()))
        return replace(
            run,
            id=trial.id,
            spec=replace(trial.spec, prompt=label or trial.spec.prompt, wording=wording or trial.spec.wording),
            seconds=asking.seconds,
            notes=(*run.notes, *dict.fromkeys(asking.notes)),
        )


def run_model_free(trial: Trial, find: Find | None = None) -> ScoredRun:
    """A trial that asks no model, with its figures."""
    return scored_run(compare_run(run_free(trial, find), trial.subject.found))


def run_free(trial: Trial, find: Find | None = None) -> Run:
    """A trial that asks no model; milliseconds, none of them a model's. What fails stands in ``Run.error``."""
    words = trial.subject.words if trial.variant.model == RECORDED_WORDS else None
    run = run_strategy(trial.strategy, trial.subject.material, words, find).run
    if words is not None and trial.variant.strategy.summarize is not None:
        run = replace(run, spec=replace(run.spec, wording=(Wording.AGENT,)))
    if trial.variant.model == RECORDED_WORDS and words is None:
        run = replace(run, error="The recorded summary cannot be read, so its words cannot be used.")
    return replace(run, seconds=0.0)


def _raise_if_stopped(stop: Stop | None) -> None:
    if stop is not None and stop.asked:
        raise Cancelled("Stopped.")


def prompt_of(subject: Subject, variant: Variant, prompts: Prompts) -> Prompt | None:
    """The prompt of a variant; None for the one that fits its strategy. Raises UsageError for one that is gone."""
    if not variant.prompt or not variant.asks_model:
        return None
    if variant.prompt != RECORDED:
        prompt = prompts.named(variant.prompt)
        check_prompt(prompt)
        return prompt
    own = subject.own_prompt()
    if own is None:
        raise no_recorded_prompt(subject.material.session.agent, subject.compaction)
    return own


def trials_of(subjects: Iterable[Subject], variants: Sequence[Variant], prompts: Prompts) -> list[Trial]:
    """Every run to be made, repeat by repeat; a variant that asks no model is always the same and runs once.

    Raises UsageError for a prompt that is gone.
    """
    asked = [(subject, one, prompt_of(subject, one, prompts)) for subject in subjects for one in variants]
    return [
        Trial(subject, variant, prompt, nth)
        for nth in range(max((one.repeats for one in variants), default=0))
        for subject, variant, prompt in asked
        if nth < (variant.repeats if variant.asks_model else 1)
    ]


def run_in_turn(
    laboratory: Laboratory, trials: Iterable[Trial], hear: Callable[[str], None], stop: Stop
) -> tuple[ScoredRun, ...]:
    """Trials one after the other, on this thread; ``hear`` gets all that a model has said so far in the present one.

    Raises Cancelled, and what fails where the laboratory is strict.
    """
    results = []
    for trial in trials:
        said: list[str] = []

        def listen(piece: str, said: list[str] = said) -> None:
            said.append(piece)
            if not stop.asked:
                hear("".join(said))

        compared = laboratory.run(trial, listen, stop)
        _raise_if_stopped(stop)
        results.append(scored_run(compared))
    return tuple(results)


async def run_trials(
    laboratory: Laboratory,
    trials: Sequence[Trial],
    done: Callable[[Trial, ComparedRun], None] | None = None,
    at_once: int = _AT_ONCE,
) -> list[ComparedRun | None]:
    """All trials, ``at_once`` at a time, in the order of the result; None for one that was stopped or whose
    questions were only written down.

    To be awaited on the laboratory's loop. Cancelling it stops every trial. A bug in one trial is raised when the
    others are done.
    """
    places = asyncio.Semaphore(at_once)
    stop = Stop()

    async def one(trial: Trial) -> ComparedRun | None:
        async with places:
            try:
                compared = await laboratory.loop.aside(lambda: laboratory.run(trial, stop=stop))
            except (Cancelled, Unanswered):
                return None
            if done is not None:
                done(trial, compared)
            return compared

    try:
        results = await asyncio.gather(*(one(trial) for trial in trials), return_exceptions=True)
    except asyncio.CancelledError:
        stop.now()
        raise
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]


def columns(trials: Sequence[Trial], runs: Sequence[ComparedRun | None]) -> list[Column]:
    """The results by compaction and variant, with figures over the repeats that have one."""
    groups: dict[tuple[int, str], tuple[Variant, list[ScoredRun]]] = {}
    for trial, compared in zip(trials, runs, strict=True):
        if compared is not None:
            _, results = groups.setdefault((trial.subject.compaction, trial.key), (trial.variant, []))
            results.append(scored_run(compared))
    return [
        Column(key, variant, ColumnState.DONE, tuple(results), scores_over(results), compaction=compaction)
        for (compaction, key), (variant, results) in groups.items()
    ]


def scores_over(results: Sequence[ScoredRun]) -> tuple[Score, ...]:
    """Of the repeats that have a result; of one that has none, where no other is."""
    good = [result.compared for result in results if not result.compared.run.error]
    return scores_of(good or [result.compared for result in results[:1]])
