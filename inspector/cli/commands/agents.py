"""inspector agents: whose logs can be read, and what such logs can say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path

import click

from inspector.cli.options import json_option
from inspector.cli.output import SCHEMA, Column, print_json, print_table
from inspector.cli.paths import PATH, given
from inspector.model import Capabilities
from inspector.read.adapter import Adapter
from inspector.read.adapters import ADAPTERS
from inspector.read.discover import places
from inspector.resources import samples
from inspector.wording.units import counted
from inspector.workbench.census import AgentCensus, count_compactions

_NAMES = tuple(field.name for field in fields(Capabilities))


@click.command("agents")
@click.argument("paths", nargs=-1, type=PATH)
@json_option
def command(paths: tuple[Path, ...], as_json: bool) -> None:
    """List the agents whose logs can be read, and what logs tell.

    Compactions are counted under PATHS; without PATHS, in the shipped samples.
    """
    seen = count_compactions(given(paths) or [samples()])
    if as_json:
        _print_json(seen)
        return
    columns = [Column("agent"), Column("name"), *(Column(name.replace("_", " ")) for name in _NAMES)]
    print_table([*columns, Column("sessions seen", right=True), Column("compactions seen")], map(_row(seen), ADAPTERS))


def _row(seen: dict[str, AgentCensus]) -> Callable[[Adapter], list[str]]:
    def row(adapter: Adapter) -> list[str]:
        told = seen.get(adapter.id, AgentCensus())
        says = [getattr(adapter.capabilities, name).value for name in _NAMES]
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(told.kinds.items()))
        edits = counted(told.edits, "edit") if told.edits else ""
        return [adapter.id, adapter.title, *says, str(told.sessions), ", ".join(filter(None, (kinds, edits))) or "none"]

    return row


def _print_json(seen: dict[str, AgentCensus]) -> None:
    folders = {place.agent: place.looked_at for place in places()}
    print_json(
        {
            "schema": SCHEMA,
            "agents": [
                {
                    "id": adapter.id,
                    "title": adapter.title,
                    "capabilities": {name: has.value for name, has in asdict(adapter.capabilities).items()},
                    "folders": [str(folder) for folder in folders[adapter.id]],
                    "seen": _seen_json(seen.get(adapter.id, AgentCensus())),
                }
                for adapter in ADAPTERS
            ],
        }
    )


def _seen_json(told: AgentCensus) -> dict[str, object]:
    total = sum(told.kinds.values())
    return {"sessions": told.sessions, "compactions": total, "kinds": dict(told.kinds), "edits": told.edits}
