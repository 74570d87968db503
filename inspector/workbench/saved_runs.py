"""What an earlier time left of a comparison: columns and runs, kept as soon as they are there, taken up again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from inspector.errors import InspectorError
from inspector.model import Session
from inspector.model.run import StrategySpec
from inspector.model.settings import Settings
from inspector.rerun.column import Column, ColumnState, Variant
from inspector.rerun.compared import compare_run
from inspector.rerun.experiment import trials_of
from inspector.rerun.library import Strategies, spec_of
from inspector.rerun.prompts import Prompts
from inspector.rerun.scored import ScoredRun
from inspector.rerun.scores import scores_of
from inspector.store.library import session_name
from inspector.store.reruns import Reruns
from inspector.workbench.board import Board, done
from inspector.workbench.contrast import RECORDED
from inspector.workbench.document import Document
from inspector.workbench.experiments import Ready, first_variant, make_ready

_VERSION = 1


@dataclass(frozen=True, slots=True)
class ColumnList:
    """Variants by the letters that they had, in order."""

    variants: Mapping[str, Variant]
    sides: tuple[str, str]
    """The keys of the two that were compared."""
    named: int
    """How many letters were taken."""


@dataclass(frozen=True, slots=True, eq=False)
class SavedRuns:
    """Runs of an earlier time that are repeats of one variant, judged anew."""

    variant: Variant
    results: tuple[ScoredRun, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """One compaction, and what an earlier time left of its comparison."""

    ready: Ready
    listed: ColumnList | None
    """The columns as they were kept; only where they were asked for."""
    kept: Mapping[str, tuple[ScoredRun, ...]]
    """Runs of listed columns, by key."""
    rest: tuple[SavedRuns, ...]
    """Runs of no listed column."""


def known_as(session: Session) -> str:
    """The name under which runs of a session are kept.

    A log that names no id is known by its path: under no name at all it would share with every other such log.
    """
    return session.id or session_name(session)


def keep_runs(reruns: Reruns, ready: Ready, results: Sequence[ScoredRun]) -> None:
    """Keep runs of one compaction. Raises CannotRead where they cannot be kept."""
    session, number = ready.document.session, ready.compaction.number
    known = known_as(session)
    name = f"{known}:{number}"
    reruns.keep_experiment(name, known, session.path)
    for result in results:
        reruns.keep_run(name, result.compared.run)


def find_runs(reruns: Reruns, ready: Ready, strategies: Strategies) -> tuple[SavedRuns, ...]:
    """The kept runs of a compaction, newest experiment first; those of strategies that are gone are left out."""
    found: list[SavedRuns] = []
    session = ready.document.session
    for name in reruns.experiments(known_as(session)):
        repeats: dict[StrategySpec, list[ScoredRun]] = {}
        for run in reruns.runs(name):
            if run.compaction == ready.compaction.number and run.spec.model and not run.error:
                judged = compare_run(run, ready.found)
                repeats.setdefault(run.spec, []).append(ScoredRun(judged, scores_of((judged,))))
        for spec, results in repeats.items():
            variant = _variant(spec, len(results), strategies)
            if variant is not None:
                found.append(SavedRuns(variant, tuple(results)))
    return tuple(found)


def sort_out(
    saved: Sequence[SavedRuns], ready: Ready, listed: Mapping[str, Variant], prompts: Prompts
) -> tuple[dict[str, tuple[ScoredRun, ...]], tuple[SavedRuns, ...]]:
    """The kept runs of columns by their keys, where every repeat is there, and the runs of none of them."""
    known = {result.compared.run.id: result for one in saved for result in one.results}
    found: dict[str, tuple[ScoredRun, ...]] = {}
    for key, variant in listed.items():
        ids = _ids(ready, variant, prompts)
        if ids and all(name in known for name in ids):
            found[key] = tuple(known[name] for name in ids)
    taken = {result.compared.run.id for results in found.values() for result in results}
    return found, tuple(one for one in saved if any(result.compared.run.id not in taken for result in one.results))


def prepare(
    document: Document,
    number: int,
    listed: Mapping[str, Variant] | None,
    strategies: Strategies,
    prompts: Callable[[], Prompts],
    store: Reruns | None,
) -> Prepared:
    """Make a compaction ready; ``listed`` None asks for the kept columns, too. Raises InspectorError."""
    ready = make_ready(document, number)
    if store is None:
        return Prepared(ready, None, {}, ())
    columns = None
    if listed is None:
        columns = unpack(store.columns(session_name(document.session)), strategies)
        listed = columns.variants if columns is not None else {}
    kept, rest = sort_out(find_runs(store, ready, strategies), ready, listed, prompts())
    return Prepared(ready, columns, kept, rest)


def list_columns(board: Board, made: Prepared, strategies: Strategies) -> tuple[str, str]:
    """The columns of a session on an empty board, as they were kept, or the first one; gives the two to compare."""
    if made.listed is None:
        return RECORDED, board.add(first_variant(strategies, made.ready))
    for key, variant in made.listed.variants.items():
        board.put_back(key, variant)
    board.named = made.listed.named
    one, other = (key if board.has(key) else RECORDED for key in made.listed.sides)
    return one, other if other != one else next((key for key in board.listed if key != one), RECORDED)


def take_up(board: Board, made: Prepared) -> None:
    """Results of an earlier time: to their columns, and what belongs to none is set aside."""
    number = made.ready.compaction.number
    for key, results in made.kept.items():
        cell = board.at(key, number) if board.has(key) else None
        if cell is not None and cell.state is ColumnState.READY:
            board.put(number, done(cell, results, board.variant(key)))
    known = (*board.listed, *board.aside)
    there = {result.compared.run.id for key in known for result in board.at(key, number).results}
    for saved in made.rest:
        if any(result.compared.run.id not in there for result in saved.results):
            empty = Column("", saved.variant, ColumnState.READY)
            board.set_aside([(number, done(empty, saved.results, saved.variant))], saved.variant)


def _ids(ready: Ready, variant: Variant, prompts: Prompts) -> tuple[str, ...]:
    """The names under which the runs of a variant are kept; none where it cannot be asked as it is."""
    if not variant.asks_model:
        return ()
    try:
        return tuple(trial.id for trial in trials_of([ready.subject], [variant], prompts))
    except InspectorError:
        return ()


def _variant(spec: StrategySpec, repeats: int, strategies: Strategies) -> Variant | None:
    strategy = strategies.all.get(spec.id)
    if strategy is None or spec_of(strategy).hash != spec.hash:
        return None
    prompt = spec.prompt.split(",")[0].split("@")[0]
    return Variant(strategy, spec.model, prompt, repeats, spec.focus, settings=spec.settings)


def pack(board: Board, sides: tuple[str, str]) -> bytes:
    """The listed columns of a board and the two that are compared; secrets that were let go are not kept."""
    columns = [(key, board.variant(key)) for key in board.listed]
    return orjson.dumps(
        {
            "version": _VERSION,
            "named": board.named,
            "sides": sides,
            "columns": [
                {
                    "key": key,
                    "strategy": variant.strategy.id,
                    "model": variant.model,
                    "prompt": variant.prompt,
                    "repeats": variant.repeats,
                    "focus": variant.focus,
                    "settings": variant.settings.given,
                }
                for key, variant in columns
            ],
        }
    )


def unpack(body: bytes | None, strategies: Strategies) -> ColumnList | None:
    """What was packed; None for nothing, or for what cannot be read: the first columns then stand in for it."""
    if body is None:
        return None
    try:
        told = orjson.loads(body)
        if told["version"] != _VERSION:
            return None
        columns = [(str(one["key"]), one) for one in told["columns"]]
        known = {key: _unpacked(one, strategies) for key, one in columns if one["strategy"] in strategies.all}
        one, other = map(str, told.get("sides", (RECORDED, next(iter(known), RECORDED))))
        return ColumnList(known, (one, other), int(told["named"]))
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        return None


def _unpacked(one: Mapping[str, Any], strategies: Strategies) -> Variant:
    return Variant(
        strategies.all[one["strategy"]],
        str(one["model"]),
        str(one["prompt"]),
        max(1, int(one["repeats"])),
        str(one["focus"]),
        settings=Settings(**one.get("settings", {})),
    )
