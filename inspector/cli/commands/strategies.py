"""inspector strategies: the ways of compacting that can be run, and how truly each picks what stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import click
import orjson

from inspector.cli.column import Column, figures, labels
from inspector.cli.output import SCHEMA, print_below, print_json, print_line, print_table, say
from inspector.cli.paths import PATH
from inspector.cli.session import Wanted, find_session, json_option
from inspector.errors import CannotRead, InspectorError, cause
from inspector.llm.server_models import names
from inspector.read.discover import discover
from inspector.rerun.documents import BadStrategy
from inspector.rerun.library import FOLDER, Strategies, check_strategy, load_strategies, spec_of
from inspector.rerun.strategy import Strategy
from inspector.rerun.truth import Case, RecordedSession, check_truth
from inspector.rerun.view import Entries
from inspector.store.cache import Cache
from inspector.store.folders import find_folders
from inspector.wording.fidelity import UNTIL_CHOSEN, WHAT_THEY_SAY, selection_word
from inspector.workbench.document import Stage
from inspector.workbench.stages import advance, read


@click.command("strategies")
@json_option
@click.option("--check", "documents", type=PATH, multiple=True, help="Only say whether this document is a strategy.")
@click.option("--truth", "logs", type=PATH, multiple=True, help="Check strategies against recorded compactions.")
@click.option("--models", "address", metavar="http://…", help="Ask a server which models it offers; nothing else is.")
def command(as_json: bool, documents: Sequence[Path], logs: Sequence[Path], address: str | None) -> None:
    """List the strategies that rerun and simulate know.

    A strategy of your own is a YAML file in the folder that inspector doctor names, under strategies/. One that is
    checked may extend those, and what stands beside it.
    """
    if address is not None:
        _print_models(address.strip().rstrip("/"), as_json)
        return
    strategies = known_strategies()
    if documents:
        _print_checked([(path, _checked(path)) for path in documents], as_json)
        return
    if logs:
        _print_truth([case for path in logs for case in _truth(path, strategies)], as_json)
        return
    if as_json:
        print_json({"schema": SCHEMA, "strategies": (_as_json(one) for one in strategies.all.values())})
        return
    print_table(
        (Column("strategy"), Column("selection"), Column("model"), Column("title"), Column("about", wide=True)),
        map(_row, strategies.all.values()),
    )
    print_below((WHAT_THEY_SAY, UNTIL_CHOSEN))


def _row(one: Strategy) -> list[str]:
    return [one.id, selection_word(one.selection), one.llm, one.title, " ".join(one.about.split())]


def known_strategies() -> Strategies:
    """The built-in strategies and the user's; files that hold none are named on stderr."""
    strategies = load_strategies(find_folders().config / FOLDER)
    for problem in strategies.problems:
        say(problem.message)
    return strategies


def _print_models(address: str, as_json: bool) -> None:
    """What a server offers, each by the name that --model takes."""
    found = [f"{name}@{address}" for name in names(address)]
    if as_json:
        print_json({"schema": SCHEMA, "models": found})
        return
    for name in found:
        print_line(name)


def _print_checked(checked: Sequence[tuple[Path, Strategy]], as_json: bool) -> None:
    if as_json:
        print_json({"schema": SCHEMA, "checked": [{"path": str(path), **_as_json(one)} for path, one in checked]})
        return
    for path, one in checked:
        print_line(f"{path}: {one.id} can be run.")


def _checked(path: Path) -> Strategy:
    try:
        return check_strategy(path.read_text("utf-8"), path.name, (find_folders().config / FOLDER, path.parent))
    except (OSError, UnicodeDecodeError) as why:
        raise BadStrategy(f"{path} cannot be read: {cause(why)}.", path=str(path)) from why


def _as_json(strategy: Strategy) -> dict[str, object]:
    spec = spec_of(strategy)
    return {
        "id": strategy.id,
        "title": strategy.title,
        "about": " ".join(strategy.about.split()),
        "selection": strategy.selection,
        "model": strategy.llm,
        "agent": strategy.agent or None,
        "versions": strategy.versions or None,
        "source": strategy.source or None,
        "hash": spec.hash,
        "params": orjson.loads(spec.params),
    }


def _truth(path: Path, strategies: Strategies) -> list[tuple[str, Case]]:
    """The checks that the sessions under a path allow."""
    paths = [entry.path for entry in discover([path])] if path.is_dir() else [path]
    if not paths:
        paths = [find_session(Wanted(path, ""))]
    cases = []
    cache = Cache.default()
    try:
        for one in paths:
            try:
                document = read(one)
            except CannotRead as why:
                say(why.message)
                continue
            try:
                advance(document, Stage.COUNT, cache)
                assert document.reconstruction and document.tally and document.measurement
                ground = RecordedSession(
                    document.session,
                    document.reconstruction.replay,
                    Entries(document.session, document.bodies.text, document.tally.counts),
                    document.tally.calibration,
                    document.measurement.window,
                )
                cases += [(one.name, case) for case in check_truth(ground, document.compactions, strategies)]
            except InspectorError as why:
                say(why.message)
            finally:
                document.close()
    finally:
        cache.close()
    return cases


def _print_truth(cases: Sequence[tuple[str, Case]], as_json: bool) -> None:
    if as_json:
        rows = ({"log": log, **asdict(case), "why": case.why or None} for log, case in cases)
        print_json({"schema": SCHEMA, "cases": rows})
        return
    columns = (
        *labels("strategy", "asks", "agrees"),
        *figures("too little", "too much", "of", "compaction"),
        Column("log", wide=True),
    )
    rows_told = (
        [
            case.strategy,
            case.asks,
            "yes" if case.exact else "no",
            f"{case.missing:,}",
            f"{case.extra:,}",
            f"{case.n:,}",
            str(case.compaction),
            log,
        ]
        for log, case in cases
    )
    print_table(columns, rows_told)
    print_below(_agreement([case for _, case in cases]))


def _agreement(cases: Sequence[Case]) -> Iterator[str]:
    """How many cases of each strategy agree, and why others do not."""
    for strategy in dict.fromkeys(case.strategy for case in cases):
        mine = [case for case in cases if case.strategy == strategy]
        exact = sum(case.exact for case in mine)
        yield f"{strategy}: {exact} of {len(mine)} agree."
        yield from (f"  {why}" for why in dict.fromkeys(case.why for case in mine if case.why))
