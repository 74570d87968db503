"""inspector models: what can be asked from here, and what reading a compaction costs."""

from __future__ import annotations

import click

from inspector.cli.options import json_option
from inspector.cli.output import SCHEMA, Column, labels, print_below, print_json, print_table


@click.command("models")
@json_option
def command(as_json: bool) -> None:
    """List the models that can be asked from this machine.

    Those are commands, local servers, and providers with a key. Nothing of a session is sent: the usual ports of this
    machine are asked which models they have.
    """
    from inspector.ask.ways import ONE_COMPACTION, commands_there, providers_there, servers_there
    from inspector.ask.windows import window_of

    found = [*commands_there(), *servers_there(), *providers_there()]
    rows = [(way, window_of(way.name) if way.model else None, way.price) for way in found]
    if as_json:
        listed = [
            {
                "name": way.name,
                "about": way.about,
                "model": way.model or None,
                "window": window,
                "usd": price.dollars,
                "cannot": way.cannot or None,
            }
            for way, window, price in rows
        ]
        print_json({"schema": SCHEMA, "models": listed})
        return
    print_table(
        (*labels("name", "model", "window", "a compaction"), Column("how", wide=True)),
        (
            [
                way.name,
                way.model or "not known",
                f"{window:,}" if window else "not known",
                "no price" if price.dollars is None else f"≈${price.dollars:.2f}",
                f"not asked: {way.cannot}" if way.cannot else way.about,
            ]
            for way, window, price in rows
        ),
    )
    if not found:
        print_below(["Nothing was found: no agent's command, no server on this machine, no provider's key."])
    print_below(
        [
            f"A compaction is the median of those measured: {ONE_COMPACTION.prompt:,} tokens in, "
            f"{ONE_COMPACTION.output:,} out, by list price; a subscription may cover it. --dry-run tells of yours.",
            "Any other: provider/model, NAME@http://HOST:PORT/v1, or command:… that reads a prompt on its stdin.",
        ]
    )
