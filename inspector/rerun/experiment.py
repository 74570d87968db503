"""Compactions × variants × repeats: each cell run by itself, kept when it is done, and never paid for twice."""

from __future__ import annotations

import asyncio
import hashlib
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from inspector.errors import Cancelled, InspectorError, Unanswered, UsageError
from inspector.facts.found import Found
from inspector.llm.loop import Loop
from inspector.measure.models import find_model
from inspector.model.run import Run, Score, StrategySpec
from inspector.rerun.asker import Asker, Stop
from inspector.rerun.engine import Find, run_strategy
from inspector.rerun.fit import Fit
from inspector.rerun.judge import Judged, judge
from inspector.rerun.library import spec_of
from inspector.rerun.material import Material
from inspector.rerun.model_summarizer import Choice, ModelSummarizer, Writer
from inspector.rerun.prompts import Prompt, Prompts
from inspector.rerun.scores import scores_of
from inspector.rerun.strategy import Strategy
from inspector.rerun.summarize import Summarizer

_AT_ONCE = 8
"""Cells; how many requests a provider gets at a time is its queue's affair."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """One compaction, ready to be run again."""

    material: Material
    found: Found
    fallback: Summarizer | None = None
    """For variants without a model: the recorded summary."""

    @property
    def compaction(self) -> int:
        """Its number."""
        return self.material.compaction


@dataclass(frozen=True, slots=True)
class Variant:
    """One column: a strategy, and what asks for its summary."""

    strategy: Strategy
    model: str = ""
    """"" where no model is to be asked."""
    prompt: Prompt | None = None
    focus: str = ""
    fit: Fit = Fit.REFUSE
    keep: frozenset[str] = frozenset()

    @property
    def asks(self) -> bool:
        """Whether it calls a model."""
        return bool(self.model) and self.strategy.summarize is not None

    @property
    def spec(self) -> StrategySpec:
        """What it takes to run it again."""
        if not self.asks:
            return spec_of(self.strategy)
        prompt = self.prompt.label if self.prompt is not None else ""
        spec = spec_of(self.strategy, prompt=prompt, model=self.model)
        return replace(spec, focus=self.focus, fit=self.fit.value)

    @property
    def key(self) -> str:
        """Eight digits that tell it from every other variant."""
        spec = self.spec
        parts = (spec.id, spec.hash, spec.prompt, spec.model, spec.focus, spec.fit)
        return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=4).hexdigest()

    @property
    def strategy_as_asked(self) -> Strategy:
        """The strategy with the passes that the prompt wants."""
        wanted = self.strategy.summarize
        if wanted is None or self.prompt is None or not self.prompt.passes:
            return self.strategy
        passes = tuple(one for one in ("draft", "verify") if one in self.prompt.passes)
        return replace(self.strategy, summarize=replace(wanted, passes=passes))


@dataclass(frozen=True, slots=True, eq=False)
class Cell:
    """One run to be made."""

    scene: Scene
    variant: Variant
    nth: int = 0

    @property
    def id(self) -> str:
        """The same in every run of the program."""
        return f"{self.scene.compaction}:{self.variant.strategy.id}:{self.variant.key}:{self.nth}"


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One variant on one compaction, with the figures over its repeats."""

    compaction: int
    variant: Variant
    repeats: tuple[Judged, ...]
    scores: tuple[Score, ...]

    @property
    def failed(self) -> tuple[str, ...]:
        """Why repeats have no result."""
        return tuple(judged.run.error for judged in self.repeats if judged.run.error)


@dataclass(slots=True, eq=False)
class Laboratory:
    """What all cells of an experiment share."""

    loop: Loop
    prompts: Prompts
    asker: Callable[[str], Asker]
    """The one for a model, by its name."""
    find: Find
    keep: Callable[[Run], None] = lambda run: None
    """Is given each run when it is done."""
    known: Mapping[str, Run] = field(default_factory=dict)
    """Runs that were made before, by id."""
    used: Callable[[Prompt], None] = lambda prompt: None
    """Is given each prompt that was sent."""
    _judging: threading.Lock = field(default_factory=threading.Lock)

    def run(self, cell: Cell, hear: Callable[[str], None] | None = None, stop: Stop | None = None) -> Judged:
        """One cell; blocks until it is done. What fails stands in ``Run.error``. Raises Cancelled."""
        run = self.known.get(cell.id)
        if run is None or run.error:
            run = self._made(cell, hear, stop)
            try:
                self.keep(run)
            except InspectorError as why:
                run = replace(run, notes=(*run.notes, f"The run could not be kept: {why.message}"))
        with self._judging:
            return judge(run, cell.scene.found)

    def writer(self, cell: Cell) -> Writer:
        """What turns the tasks of a cell into requests."""
        variant, material = cell.variant, cell.scene.material
        known = find_model(variant.model.rsplit("@http", 1)[0])
        window = known.window if known else None
        choice = Choice(variant.prompt, variant.fit, window, variant.keep, variant.focus)
        return Writer(self.prompts, choice, material.tokenizer, material.calibration.ratio)

    def _made(self, cell: Cell, hear: Callable[[str], None] | None, stop: Stop | None) -> Run:
        variant = cell.variant
        started = time.perf_counter()
        asking: ModelSummarizer | None = None
        if variant.asks:
            asking = ModelSummarizer(self.writer(cell), self.asker(variant.model), cell.nth, hear, stop)
        summarizer = asking or cell.scene.fallback
        run = run_strategy(variant.strategy_as_asked, cell.scene.material, summarizer, self.find).run
        if stop is not None and stop.asked:
            raise Cancelled("Stopped.")
        run = replace(run, id=cell.id, spec=variant.spec, seconds=time.perf_counter() - started)
        if asking is None:
            return run
        for prompt in asking.prompts.values():
            self.used(prompt)
        label = ", ".join(prompt.label for prompt in asking.prompts.values())
        return replace(
            run,
            spec=replace(run.spec, prompt=label or run.spec.prompt),
            seconds=asking.seconds,
            notes=(*run.notes, *dict.fromkeys(asking.notes)),
        )


def variant_of(spec: StrategySpec, find: Find, prompts: Prompts, used: Callable[[str], Prompt | None]) -> Variant:
    """The variant that a kept specification came from. Raises UsageError where it cannot be made the same again.

    ``used`` gives a prompt by the version under which it was kept.
    """
    strategy = find(spec.id)
    if spec_of(strategy).hash != spec.hash:
        raise UsageError(
            f"The strategy {spec.id} has changed since.", hint="Begin a new experiment; what was answered is kept."
        )
    prompt = None
    if spec.prompt:
        name, _, version = spec.prompt.rpartition("@")
        now = prompts.all.get(name)
        prompt = now if now is not None and now.version == version else used(version)
        if prompt is None:
            raise UsageError(f"The prompt {spec.prompt} is gone.", hint="Begin a new experiment with another prompt.")
    return Variant(strategy, spec.model, prompt, spec.focus, Fit(spec.fit))


def cells_of(scenes: Iterable[Scene], variants: Sequence[Variant], repeats: int) -> list[Cell]:
    """Every run to be made, repeat by repeat; a variant that asks no model is always the same and runs once."""
    stands = list(scenes)
    return [
        Cell(scene, variant, nth)
        for nth in range(repeats)
        for scene in stands
        for variant in variants
        if variant.asks or nth == 0
    ]


async def run_cells(
    laboratory: Laboratory,
    cells: Sequence[Cell],
    done: Callable[[Cell, Judged], None] | None = None,
    hear: Callable[[Cell, str], None] | None = None,
    stops: Mapping[str, Stop] | None = None,
) -> list[Judged | None]:
    """All cells, several at a time, in the order of the result; None for one that was stopped or whose
    questions were only written down.

    To be awaited on the laboratory's loop. Cancelling it stops every cell. A bug in one cell is raised when the
    others are done.
    """
    places = asyncio.Semaphore(_AT_ONCE)
    own = {cell.id: (stops or {}).get(cell.id) or Stop() for cell in cells}

    async def one(cell: Cell) -> Judged | None:
        async with places:
            listen = (lambda piece: hear(cell, piece)) if hear is not None else None
            try:
                judged = await laboratory.loop.aside(lambda: laboratory.run(cell, listen, own[cell.id]))
            except (Cancelled, Unanswered):
                return None
            if done is not None:
                done(cell, judged)
            return judged

    try:
        results = await asyncio.gather(*(one(cell) for cell in cells), return_exceptions=True)
    except asyncio.CancelledError:
        for stop in own.values():
            stop.now()
        raise
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return [result for result in results if not isinstance(result, BaseException)]


def columns(cells: Sequence[Cell], results: Sequence[Judged | None]) -> list[Column]:
    """The results by compaction and variant, with figures over the repeats that have one."""
    groups: dict[tuple[int, str], tuple[Variant, list[Judged]]] = {}
    for cell, judged in zip(cells, results, strict=True):
        if judged is not None:
            groups.setdefault((cell.scene.compaction, cell.variant.key), (cell.variant, []))[1].append(judged)
    return [
        Column(compaction, variant, tuple(repeats), _scores(repeats))
        for (compaction, _), (variant, repeats) in groups.items()
    ]


def _scores(repeats: Sequence[Judged]) -> tuple[Score, ...]:
    """Of the repeats that have a result; of one that has none, where no other is."""
    good = [judged for judged in repeats if not judged.run.error]
    return scores_of(good or repeats[:1])
