"""inspector state: what the harness had put into the context, and whether it came back after every compaction."""

from __future__ import annotations

from collections.abc import Sequence

import click

from inspector.cli.options import Wanted, file_argument, json_option
from inspector.cli.output import (
    SCHEMA,
    Column,
    figures,
    labels,
    line_or_item,
    print_below,
    print_json,
    print_table,
    say,
)
from inspector.cli.session import compaction_numbered, opened
from inspector.reconstruct.state.nouns import State
from inspector.report.state import below, rows, state_json
from inspector.workbench.document import Document, Stage, uncompacted
from inspector.workbench.harness import states_of

_COLUMNS = (
    Column("at"),
    *figures("line"),
    *labels("what"),
    Column("back"),
    Column("which", wide=True, lines=2),
    Column("how", wide=True, lines=2, under=True),
)


@click.command("state")
@file_argument
@json_option
@click.option("--compaction", type=int, help="Only this compaction.")
def command(wanted: Wanted, as_json: bool, compaction: int | None) -> None:
    """Show what the harness injected, and whether it came back.

    The harness is the agent's program. What it injects: lists of skills and tools, bodies of skills, plan and to-do
    list, instruction files, subagents under way, files worked on, permission mode, working directory. Nothing is called
    gone unless this log would show that it came back.
    """
    with opened(wanted, Stage.RECONSTRUCT, with_judge=False) as document:
        if compaction is not None:
            compaction_numbered(document, compaction)
        found = [one for one in states_of(document) if compaction in (None, one.compaction)]
        if as_json:
            told = [state_json(document.session, one) for one in found]
            print_json({"schema": SCHEMA, "agent": document.session.agent, "compactions": told})
        else:
            _print_table(document, found)


def _print_table(document: Document, found: Sequence[State]) -> None:
    session = document.session
    told = rows(session, found)
    cells = []
    for row in told:
        where = line_or_item(session.line(row.item), row.item) if row.item else ""
        cells.append([f"C{row.compaction}", where, row.kind, row.back, row.what, row.how_and_why])
    print_table(_COLUMNS, cells)
    if not document.compactions:
        say(uncompacted(document))
    elif found and not told:
        say("This log shows nothing of what the agent's program keeps in the context beside the conversation.")
    print_below(below(session, found))
