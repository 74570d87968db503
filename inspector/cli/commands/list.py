"""inspector list: the sessions on this machine, or under some paths."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import click

from inspector.cli.column import Column, labels
from inspector.cli.output import print_json, print_table, say
from inspector.cli.paths import PATH
from inspector.cli.session import agent_choice, json_option
from inspector.errors import CannotRead
from inspector.read.discover import Found, discover, places
from inspector.read.tables import split
from inspector.wording.times import column_clock
from inspector.wording.units import number

_COLUMNS = (
    *labels("agent", "last at work"),
    Column("bytes", right=True),
    Column("title", wide=True),
    Column("path", wide=True, whole=True, under=True),
)
_TITLE = 60


@click.command("list")
@click.argument("paths", nargs=-1, type=PATH)
@click.option(
    "--agent", type=agent_choice(), metavar="AGENT", help="Only this agent's sessions; inspector agents lists them."
)
@json_option
def command(paths: tuple[Path, ...], agent: str | None, as_json: bool) -> None:
    """List the sessions under PATHS, or where each agent keeps them; the latest first."""
    missing = next((path for path in paths if not split(path.expanduser())[0].exists()), None)
    if missing is not None:
        raise CannotRead(f"There is no file or folder {missing}.", hint="Check the path.", path=str(missing))
    found = discover([path.expanduser() for path in paths], agent=agent or "")
    if as_json:
        print_json([_entry(entry) for entry in found])
        return
    if found:
        print_table(_COLUMNS, map(_row, found))
    else:
        say("No session was found.")
        for line in () if paths else _looked_at(agent or ""):
            say(line)


def _entry(entry: Found) -> dict[str, object]:
    return {**asdict(entry), "path": str(entry.path)}


def _row(entry: Found) -> list[str]:
    title = entry.title if len(entry.title) <= _TITLE else entry.title[: _TITLE - 1] + "…"
    # When the file changed may be when it was copied.
    last = column_clock(entry.ended) if entry.ended else f"≈{column_clock(entry.modified)}"
    size = "in a database" if entry.bytes is None else number(entry.bytes)
    return [entry.product.lower() or entry.agent, last, size, title, str(entry.path)]


def _looked_at(agent: str) -> Iterator[str]:
    """Where was looked, line by line; of one agent folder by folder, for those of all are hundreds."""
    folders = [path for place in places() if place.agent == agent for path in place.looked_at]
    if not agent:
        yield "Looked where each agent keeps its own; with --agent AGENT those folders are named."
    elif folders:
        yield from ("Looked in:", *(f"  {path}" for path in folders))
    else:
        yield "This agent has no fixed folder for its logs."
    yield "Name a folder: inspector list PATH"
