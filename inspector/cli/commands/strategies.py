"""inspector strategies: the ways of compacting that can be run, and how truly each picks what stays."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click
import orjson

from inspector.cli.options import json_option
from inspector.cli.output import SCHEMA, Column, print_below, print_json, print_line, print_table, say
from inspector.cli.paths import PATH
from inspector.errors import cause
from inspector.given import given_text
from inspector.llm.server_models import names
from inspector.rerun.documents import BadStrategy
from inspector.rerun.library import FOLDER, Strategies, check_strategy, load_strategies, spec_of
from inspector.rerun.strategy import Strategy
from inspector.store.folders import find_folders
from inspector.wording.fidelity import STAYS, UNTIL_CHOSEN, WHAT_THEY_SAY, selection_word
from inspector.wording.fields import json_fields


@click.command("strategies")
@json_option
@click.option("--check", "documents", type=PATH, multiple=True, help="Only say whether this document is a strategy.")
@click.option("--models", "address", metavar="http://…", help="Ask this server for its models; nothing else is sent.")
def command(as_json: bool, documents: Sequence[Path], address: str | None) -> None:
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
    if as_json:
        print_json({"schema": SCHEMA, "strategies": (_as_json(one) for one in strategies.all.values())})
        return
    print_table(
        (Column("strategy"), Column(STAYS), Column("model"), Column("title"), Column("about", wide=True)),
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
        return check_strategy(given_text(path), path.name, (find_folders().config / FOLDER, path.parent))
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
        **json_fields(strategy, "agent? versions? source?"),
        "hash": spec.hash,
        "params": orjson.loads(spec.params),
    }
