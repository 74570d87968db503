"""What the columns need done beside them: a compaction made ready with what was kept of it, a column run on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.errors import InspectorError, UsageError
from inspector.model.run import Score
from inspector.rerun.arms import Arm
from inspector.rerun.asker import Stop
from inspector.rerun.column import Column, ColumnState, Variant
from inspector.rerun.experiment import Trial, free_arm
from inspector.rerun.library import Strategies
from inspector.rerun.scores import scores_of
from inspector.store.library import session_name
from inspector.store.shelf import Shelf
from inspector.workbench.board import Board
from inspector.workbench.column_list import ColumnList, unpack
from inspector.workbench.document import Document
from inspector.workbench.experiments import Ready, first_variants, make_ready
from inspector.workbench.jobs import Progress
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.saved_runs import SavedRuns, find_runs, keep_runs, sort_out


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """One compaction, and what an earlier time left of its comparison."""

    ready: Ready
    listed: ColumnList | None
    """The columns as they were kept; only where they were asked for."""
    kept: Mapping[str, tuple[Arm, ...]]
    """Runs of listed columns, by key."""
    rest: tuple[SavedRuns, ...]
    """Runs of no listed column."""


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """What a column gave on one compaction."""

    arms: tuple[Arm, ...]
    scores: tuple[Score, ...]
    unkept: Exception | None = None
    """Why it could not be kept."""


def prepare(
    document: Document,
    number: int,
    listed: Mapping[str, Variant] | None,
    strategies: Strategies,
    models: ModelRuns,
    store: Shelf | None,
) -> Prepared:
    """Make a compaction ready; ``listed`` None asks for the kept columns, too. Raises InspectorError."""
    ready = make_ready(document, number)
    if store is None:
        return Prepared(ready, None, {}, ())
    columns = None
    if listed is None:
        columns = unpack(store.columns(session_name(document.session)), strategies)
        listed = columns.variants if columns is not None else {}
    kept, rest = sort_out(find_runs(store, ready, strategies), ready, listed, models.prompts())
    return Prepared(ready, columns, kept, rest)


def run_one(
    ready: Ready,
    variant: Variant,
    strategies: Strategies,
    models: ModelRuns,
    store: Shelf | None,
    stop: Stop,
    *,
    retry: bool = False,
) -> Callable[[Progress], Result]:
    """The work of one column on one compaction; what was paid for is kept before anyone hears of it.

    ``retry`` asks again what failed although it was paid for.
    """

    def free(progress: Progress) -> Result:
        arm = free_arm(Trial(ready.subject, variant), strategies.named)
        if arm.judged.run.error:
            raise UsageError(arm.judged.run.error)
        return Result((arm,), arm.scores)

    def asking(progress: Progress) -> Result:
        arms = models(ready, variant, strategies, progress, stop, retry=retry)
        scores = scores_of([arm.judged for arm in arms])
        try:
            if store is not None:
                keep_runs(store, ready, arms)
        except InspectorError as why:
            return Result(arms, scores, why)
        return Result(arms, scores)

    return asking if variant.asks_model else free


def list_columns(board: Board, made: Prepared, strategies: Strategies) -> None:
    """The columns of a session on an empty board: as they were kept, or the first ones."""
    if made.listed is None:
        for variant in first_variants(strategies, made.ready):
            board.add(variant)
        return
    for key, variant in made.listed.variants.items():
        board.put_back(key, variant)
    board.named = made.listed.named


def take_up(board: Board, made: Prepared) -> None:
    """Results of an earlier time: to their columns, and what belongs to none to the shelf."""
    number = made.ready.compaction.number
    for key, arms in made.kept.items():
        cell = board.at(key, number) if board.has(key) else None
        if cell is not None and cell.state is ColumnState.READY:
            board.put(number, done(cell, arms, board.variant(key)))
    known = (*board.listed, *board.shelved)
    there = {arm.judged.run.id for key in known for arm in board.at(key, number).arms}
    for saved in made.rest:
        if any(arm.judged.run.id not in there for arm in saved.arms):
            empty = Column("", saved.variant, ColumnState.READY)
            board.set_aside([(number, done(empty, saved.arms, saved.variant))], saved.variant)


def done(cell: Column, arms: Sequence[Arm], ran: Variant, scores: Sequence[Score] = ()) -> Column:
    """A column with a result; figures are worked out where there are none."""
    made = tuple(scores) or scores_of([arm.judged for arm in arms])
    return replace(cell, state=ColumnState.DONE, arms=tuple(arms), scores=made, error="", text="", ran=ran)
