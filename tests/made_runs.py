"""A sample compaction ready to be run again, columns that work at once, and a model that only repeats itself."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import cache
from pathlib import Path

import orjson

from inspector.llm.chat import Ending
from inspector.llm.replayed_chat import PREFIX, question_key
from inspector.model import Basis, Usage
from inspector.rerun.column import Variant
from inspector.rerun.experiment import Trial, run_model_free
from inspector.rerun.library import Strategies, load_strategies
from inspector.rerun.prompts import load_prompts
from inspector.rerun.scored import ScoredRun, scored_run
from inspector.store.cache import Cache
from inspector.survival.shares import SPOKEN
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.experiments import Ready, make_ready
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.run_columns import RunColumns
from inspector.workbench.stages import advance, read
from tests.inline_executor import InlineExecutor
from tests.made_judged import READ
from tests.made_session import inline_bench, sample

FADING = "claude-code/2.1/fading-rules"
ANSWER = "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/. Retry at most 4 times."


@cache
def strategies() -> Strategies:
    return load_strategies()


def document_of(name: str = FADING) -> Document:
    """A sample with its facts."""
    document = read(sample(name))
    advance(document, Stage.COUNT, Cache.memory())
    advance(document, Stage.EXTRACT, Cache.memory())
    return document


@cache
def ready_of(name: str = FADING, number: int = 1) -> Ready:
    """One compaction of a sample; shared, since nothing changes it."""
    return make_ready(document_of(name), number)


def variant(name: str, model: str = "", **more: object) -> Variant:
    return Variant(strategies().all[name], model, **more)  # type: ignore[arg-type]


def open_sample(bench: Bench, name: str = FADING) -> Document:
    """Put a sample into a bench as if it had been opened; shared with ``ready_of``."""
    document = ready_of(name).document
    bench.document = document
    bench.selection.clear()
    bench.opened.emit(document)
    for stage in (Stage.RECONSTRUCT, Stage.MEASURE, Stage.COUNT, Stage.EXTRACT):
        bench.advanced.emit(stage)
    return document


def columns_of(bench: Bench | None = None, models: ModelRuns | None = None, **more: object) -> RunColumns:
    """Columns that run at once, here. ``models`` has to be closed by whoever gave it."""
    models = models or ModelRuns(load_prompts)
    return RunColumns(bench or inline_bench(), strategies(), InlineExecutor(), models, **more)  # type: ignore[arg-type]


def record(path: Path, ready: Ready, wanted: Variant, answer: str = ANSWER) -> Variant:
    """Let a recorded model know the answer to what a variant asks; gives the variant with that model."""
    asked = replace(wanted, model=f"{PREFIX}{path}")
    models = ModelRuns(load_prompts)
    outgoing = models.dry_run(ready, "A", asked, strategies())
    models.close()
    ending = asdict(Ending("stop", Usage(1000, 0, 0, 50), ""))
    with path.open("ab") as file:
        for sending in outgoing.sent:
            pieces = [word + " " for word in answer.split()]
            line = {"question": question_key(sending.messages), "pieces": pieces, "ending": ending}
            file.write(orjson.dumps(line) + b"\n")
    return asked


def judged(result: ScoredRun) -> ScoredRun:
    """The same run, as if a judge had read it and said what stands in it."""
    run = result.compared
    told = tuple(
        replace(one, basis=Basis.JUDGED) if fact.kind in SPOKEN and fact.fold is None else one
        for fact, one in zip(run.facts, run.survivals, strict=True)
    )
    return scored_run(replace(run, by=READ, survivals=told))


def judged_ready(ready: Ready) -> Ready:
    """A compaction of which a judge has read what was recorded."""
    return replace(ready, recorded=judged(ready.recorded))


def run_free(ready: Ready, wanted: Variant, known: Strategies) -> ScoredRun:
    """What a variant gives that asks no model."""
    return run_model_free(Trial(ready.subject, wanted), known.named)
