"""An experiment on a sample with a provider on this machine, for tests; as a program, for one that gets killed."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from inspector.ask.answers import AnswerStore, InMemory
from inspector.ask.asker import asker_for
from inspector.ask.spending import Spending
from inspector.llm.guard import Patience
from inspector.llm.loop import Loop
from inspector.rerun.column import Variant
from inspector.rerun.compared import ComparedRun
from inspector.rerun.experiment import Laboratory, Subject, Trial, run_trials, trials_of
from inspector.rerun.library import load_strategies
from inspector.rerun.prompts import Prompts, load_prompts
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from tests.made_session import sample
from tests.rerun.conftest import Case, case_of, ready

PATIENCE = Patience(first=30.0, between=30.0, tries=2, pause=0.001, longest=1.0)
SAMPLE = "codex/0.150/auth-refresh"
STRATEGIES = load_strategies()
PROMPTS = load_prompts()


def model(name: str, address: str) -> str:
    """A model of the server, by its fault."""
    return f"{name}@{address}"


def laboratory(
    loop: Loop,
    answers: AnswerStore | None = None,
    spending: Spending | None = None,
    patience: Patience = PATIENCE,
    **more: object,
) -> Laboratory:
    """A laboratory whose models share answers and money."""
    kept, money = answers or InMemory(), spending or Spending()
    askers = {}

    def find(name: str):
        if name not in askers:
            askers[name] = asker_for(name, loop, kept, money, patience=patience)
        return askers[name]

    return Laboratory(loop, PROMPTS, find, STRATEGIES.named, **more)  # type: ignore[arg-type]


def variants(address: str, *names: str, strategy: str = "codex/local") -> list[Variant]:
    """One variant for each model."""
    return [Variant(STRATEGIES.named(strategy), model(name, address)) for name in names]


def trials(case: Case, columns: list[Variant], repeats: int = 1, prompts: Prompts = PROMPTS) -> list[Trial]:
    """The trials of an experiment on one compaction."""
    asked = [replace(one, repeats=repeats) for one in columns]
    return trials_of([Subject(case.material, case.found)], asked, prompts)


def run(shared: Laboratory, wanted: list[Trial], **more: object) -> list[ComparedRun | None]:
    """Run trials and wait for them."""
    return shared.loop.submit(run_trials(shared, wanted, **more)).result(60)  # type: ignore[arg-type]


def in_flight(reruns: Reruns) -> int:
    """How many questions were sent and have no end: the program was ended in between."""
    ((count,),) = reruns._library.execute("SELECT count(*) FROM answers WHERE state = 'asked'")
    return int(str(count))


def main(address: str, library: str) -> None:
    """Ask a model that answers and one that hangs; say when the first has answered."""
    reruns = Reruns(Library(Path(library)))
    case = case_of(ready(sample(SAMPLE)), 1)
    with Loop() as loop:
        shared = laboratory(loop, reruns)
        for variant in variants(address, "small-1", "hang-once"):
            run(shared, trials(case, [variant]))
            print("done", variant.model, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
