"""The side of inspector rerun that asks a model: what is wanted, what would be sent, and the sending."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import cache

from inspector.ask.deferred import Questions
from inspector.ask.preview import Preview
from inspector.ask.spending import NO_BUDGET, Budget
from inspector.cli.judge_options import JudgeWanted
from inspector.cli.judging import Shared
from inspector.cli.output import say
from inspector.cli.previews import refuse_over, tell
from inspector.llm.loop import Loop
from inspector.llm.models import open_chat
from inspector.model.settings import UNSET, Settings
from inspector.rerun.column import RECORDED_WORDS, Variant
from inspector.rerun.compared import ComparedRun
from inspector.rerun.engine import Find
from inspector.rerun.experiment import Laboratory, Subject, Trial, run_trials, trials_of
from inspector.rerun.preview import preview_all
from inspector.rerun.prompts import FOLDER, load_prompts
from inspector.rerun.strategy import Strategy
from inspector.store.folders import find_folders
from inspector.store.library import Library
from inspector.store.reruns import Reruns

_NO_JUDGE = JudgeWanted()


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command line wants of models."""

    models: tuple[str, ...]
    prompts: tuple[str, ...] = ()
    repeats: int = 1
    focus: str = ""
    budget: Budget = NO_BUDGET
    retry: bool = False
    judge: JudgeWanted = _NO_JUDGE
    """The model that reads what was kept and lost in every context, and the files that questions go through."""
    settings: Settings = UNSET
    """Of each request for a summary."""


@dataclass(frozen=True, slots=True, eq=False)
class Bench:
    """Everything that a command line needs to ask models."""

    laboratory: Laboratory
    shared: Shared
    trials: tuple[Trial, ...]

    @property
    def questions(self) -> Questions | None:
        """Where questions are written down; None where they are sent."""
        return self.shared.questions


@contextmanager
def bench(
    asked: Asked, subject: Subject, chosen: Sequence[Strategy], find: Find, shared: Shared | None = None
) -> Iterator[Bench]:
    """The library, the loop and the trials. Raises UsageError for a prompt or model that is none, and CannotRead."""
    prompts = load_prompts(find_folders().config / FOLDER)
    for problem in prompts.problems:
        say(problem.message)
    for model in asked.models:
        open_chat(model)
    common = shared or Shared.of(asked.judge, asked.budget)
    with closing(Library.default()) as library:
        reruns = Reruns(library)
        variants = _variants(asked, chosen, RECORDED_WORDS if subject.words is not None else "")
        trials = trials_of([subject], variants, prompts)
        with Loop() as loop:
            asker = cache(lambda model: common.asker(model, loop, reruns, retry=asked.retry))
            yield Bench(Laboratory(loop, prompts, asker, find), common, tuple(trials))


def previews(on: Bench) -> list[Preview]:
    """What every run would send, with secrets numbered over all of it; nothing is sent."""
    numbers: dict[str, int] = {}

    def numbered(told: Preview) -> Preview:
        secrets = (replace(one, number=numbers.setdefault(one.mark, len(numbers) + 1)) for one in told.secrets)
        return replace(told, secrets=tuple(secrets))

    return [numbered(one) for one in preview_all(on.laboratory, on.trials)]


def run(on: Bench, asked: Asked, told: Sequence[Preview]) -> list[ComparedRun | None]:
    """Say what is sent, send it, and give a result for each trial; None for one whose questions were written down.

    Raises OverBudget before anything is sent.
    """
    if on.questions is None:
        tell(told, asked.budget)
        refuse_over(told, asked.budget)
    there = len(on.trials)
    repeats = Counter(trial.key for trial in on.trials)

    def done(trial: Trial, compared: ComparedRun) -> None:
        how = compared.run.error or f"≈{compared.run.after.value or 0:,} tokens after"
        name = " ".join(filter(None, (trial.variant.strategy.id, trial.variant.model)))
        say(f"{name} ({trial.nth + 1} of {repeats[trial.key]}): {how}")

    results = on.laboratory.loop.submit(run_trials(on.laboratory, on.trials, done)).result()
    if on.questions is None:
        say(f"{there} runs. {on.shared.spent}")
    return results


def _variants(asked: Asked, chosen: Sequence[Strategy], words: str) -> list[Variant]:
    """Strategies × models × prompts, each beside the recorded words in its frame; those without a summary once."""
    found = []
    for strategy in chosen:
        if strategy.summarize is None:
            found.append(Variant(strategy))
            continue
        if words or not asked.models:
            # What every prompt is held against: the recorded words in the same frame.
            found.append(Variant(strategy, words))
        found += [
            Variant(strategy, model, prompt, asked.repeats, asked.focus, settings=asked.settings)
            for model in asked.models
            for prompt in asked.prompts or ("",)
        ]
    return found
