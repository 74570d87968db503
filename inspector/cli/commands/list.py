"""inspector list: the sessions on this machine, or under some paths."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import fields
from itertools import starmap
from pathlib import Path

import click

from inspector.cli.options import AGENT, json_option
from inspector.cli.output import Column, labels, print_json, print_table, say
from inspector.cli.paths import PATH, given, tell_no_logs
from inspector.read.discover import Found, discover, places
from inspector.store.cache import Cache
from inspector.wording.damage import unread_words
from inspector.wording.times import column_clock
from inspector.wording.units import compaction_count, cut_short, number
from inspector.workbench.kept_lines import KeptLines
from inspector.workbench.session_index import Figures, SessionIndex

_COLUMNS = (
    *labels("agent", "last at work"),
    *labels("compactions"),
    Column("bytes", right=True),
    Column("title", wide=True),
    Column("path", wide=True, whole=True, under=True),
)
_TITLE = 60


@click.command("list")
@click.argument("paths", nargs=-1, type=PATH)
@click.option("--agent", type=AGENT, metavar="AGENT", help="Only this agent's sessions; inspector agents lists them.")
@json_option
def command(paths: tuple[Path, ...], agent: str | None, as_json: bool) -> None:
    """List the sessions of this machine, or under PATHS.

    The latest stand first. How often each was compacted stands beside those that inspector scan, or the window, has
    looked into.
    """
    there = given(paths)
    found, known = _found(there, agent or "")
    tell_no_logs(there, found)
    if as_json:
        print_json([_entry(entry, figures) for entry, figures in zip(found, known, strict=True)])
        return
    good = [(entry, figures) for entry, figures in zip(found, known, strict=True) if not entry.error]
    if good:
        print_table(_COLUMNS, starmap(_row, good))
    else:
        say("No session was found.")
        for line in () if paths or found else _looked_at(agent or ""):
            say(line)
    for entry in found[len(good) :]:
        say(unread_words(entry.path, entry.error))


def _found(paths: Sequence[Path], agent: str) -> tuple[Sequence[Found], list[Figures | None]]:
    """The sessions, and what an earlier look into each log told, by inspector scan or the window: none is read here."""
    with closing(Cache.default()) as cache:
        lines, index = KeptLines(cache), SessionIndex(cache)
        found = discover(paths, agent=agent, looker=lines)
        lines.keep()
        return found, [index.known(entry) for entry in found]


def _entry(entry: Found, figures: Figures | None) -> dict[str, object]:
    told = {name: getattr(figures, name, None) for name in ("compactions", "in_subagents")}
    known = {field.name: None if (value := getattr(entry, field.name)) == "" else value for field in fields(entry)}
    return {**known, "path": str(entry.path), **told}


def _row(entry: Found, figures: Figures | None) -> list[str]:
    # When the file changed may be when it was copied.
    last = column_clock(entry.ended) if entry.ended else f"≈{column_clock(entry.modified)}"
    size = "in a database" if entry.bytes is None else number(entry.bytes)
    compacted = "" if figures is None else compaction_count(figures.compactions, figures.in_subagents)
    title = cut_short(entry.title, _TITLE)
    return [entry.product.lower() or entry.agent, last, compacted, size, title, str(entry.path)]


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
