"""inspector mcp: a server that an agent asks what no longer stands in its context."""

from __future__ import annotations

from contextlib import closing
from importlib.util import find_spec
from pathlib import Path

import click

from inspector.cli.paths import PATH
from inspector.errors import UsageError


@click.command("mcp")
@click.option("--project", type=PATH, help="Answer about the sessions of this folder alone. Default: this folder.")
@click.option("--session", "log", type=PATH, metavar="LOG", help="Answer about this session alone.")
def command(project: Path | None, log: Path | None) -> int:
    """Let an agent ask about its own compactions (MCP server).

    It speaks the Model Context Protocol on standard input and output. Four tools, all of them read only:
    list_compactions, missing, find, restore. Words come from the log with their lines, within a bound, secrets taken
    out. To register it: claude mcp add inspector -- inspector mcp
    """
    if find_spec("mcp") is None:
        hint = 'pip install "compaction-inspector[mcp]" brings it.'
        raise UsageError("The server needs the package mcp, which is not installed.", hint=hint)
    from inspector.cli.mcp.server import serve, server_of
    from inspector.cli.mcp.sessions import Sessions

    with closing(Sessions(project or Path.cwd(), log)) as sessions:
        serve(server_of(sessions))
    return 0
