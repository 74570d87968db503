"""inspector hook: what an agent runs around its compactions, and putting that into its settings."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import click

from inspector.cli.hooks import journal
from inspector.cli.hooks.find import log_of
from inspector.cli.hooks.install import PLACES, Change, installed, place_of, plugin_files, taken_out
from inspector.cli.hooks.payload import Payload
from inspector.cli.hooks.run import run
from inspector.cli.output import print_line, print_text, say
from inspector.cli.paths import PATH
from inspector.cli.program import own_path
from inspector.errors import UsageError

_BUDGET = 2_000
_PATIENCE = 12.0
_JUDGES = 90.0
"""Seconds for a hook with a judge: the median answer takes half of that."""
_MARGIN = 2.0
"""Seconds of its patience that a hook keeps for answering."""

_agent = click.option("--agent", default="claude-code", type=click.Choice(tuple(PLACES)), help="Whose hook it is.")
_judge = click.option(
    "--judge", default="", metavar="MODEL", help="Send what was compacted to this model, and take its verdicts."
)
_budget = click.option(
    "--budget", type=click.IntRange(50), default=_BUDGET, show_default=True, help="Tokens that it may take."
)
_patience = click.option(
    "--patience",
    type=click.FloatRange(0.1),
    default=_PATIENCE,
    show_default=True,
    help="Seconds; then it says nothing.",
)


@click.group("hook")
def command() -> None:
    """Review a compaction at the moment it happens: hooks that an agent runs, fed on standard input.

    Whatever goes wrong, they end with status 0 and a line in hooks.log (inspector doctor names the folder), and the
    agent goes on. Nothing is sent anywhere.
    """


@command.command("PreCompact")
@_agent
@_budget
@_patience
@click.option(
    "--hold",
    "holds",
    is_flag=True,
    help="Block a manual compaction once while an edit, a failing test or a question is open; never twice.",
)
def pre_compact(agent: str, budget: int, patience: float, holds: bool) -> int:
    """Print what the summary must keep: what you said, word for word, the opening message first, then the newest."""

    def answer(payload: Payload) -> object:
        from inspector.cli.hooks.answers import before_compaction

        return before_compaction(payload, agent, budget, holds=holds)

    return run("PreCompact", answer, patience, lambda session: log_of(agent, session))


@command.command("PreCompress")
@_agent
@_patience
def pre_compress(agent: str, patience: float) -> int:
    """Note that Gemini CLI is about to compact; it takes no words, and nothing is printed."""

    def answer(payload: Payload) -> object:
        journal.expect(payload.session)
        journal.note("PreCompress", payload.session, "a compaction is expected")
        return None

    return run("PreCompress", answer, patience)


@command.command("BeforeAgent")
@_agent
@_budget
@_patience
def before_agent(agent: str, budget: int, patience: float) -> int:
    """At the first prompt behind a compaction, put back what you said that no longer stands there (Gemini CLI)."""

    def answer(payload: Payload) -> object:
        if not journal.is_expected(payload.session):
            # At nearly every prompt: nothing is imported for it.
            return None
        from inspector.cli.hooks.answers import before_prompt

        return before_prompt(payload, agent, budget)

    return run("BeforeAgent", answer, patience)


@command.command("PostCompact")
@_agent
@_patience
@click.option("--hold", "holds", is_flag=True, hidden=True)
@click.option("--notify", "notifies", is_flag=True, help="Show a desktop notice where something you said is not there.")
@click.option("--open", "opens", is_flag=True, help="Open the window on the session, without waiting for it.")
def post_compact(agent: str, patience: float, holds: bool, notifies: bool, opens: bool) -> int:
    """Note how much of what you said stands there now; nothing is printed."""

    def answer(payload: Payload) -> object:
        from inspector.cli.hooks.answers import after_compaction

        return after_compaction(payload, agent, notifies=notifies, opens=opens)

    return run("PostCompact", answer, patience)


@command.command("SessionStart")
@_agent
@_budget
@_patience
@_judge
def session_start(agent: str, budget: int, patience: float, judge: str) -> int:
    """Behind a compaction, put back what you said that no longer stands there, word for word with its lines.

    With --judge, what that model calls lost or changed, if it answers within all but two seconds of --patience.
    """

    def answer(payload: Payload) -> object:
        from inspector.cli.hooks.answers import after_start

        return after_start(payload, agent, budget, judge, patience - _MARGIN)

    return run("SessionStart", answer, patience)


@command.command("install")
@click.argument("agent", metavar="AGENT")
@click.option("--project", type=PATH, help="Only for the project in this folder; otherwise for all of yours.")
@click.option("--hold", "holds", is_flag=True, help="Also hold a compaction by hand once at an unsafe seam.")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask.")
@_judge
@click.option("--open", "opens", is_flag=True, help="Also open the window on the session behind each compaction.")
def install(agent: str, project: Path | None, holds: bool, agreed: bool, judge: str, opens: bool) -> int:
    """Put the hooks into the settings of AGENT, after showing what changes. Others' hooks stay.

    AGENT is claude-code, codex, gemini or opencode.
    """
    place = place_of(agent)
    if judge:
        _say_what_is_sent(judge, "SessionStart" in place.events)
    options = {"PreCompact": " --hold" if holds else "", "PostCompact": " --open" if opens else ""}
    options["SessionStart"] = f" --judge {shlex.quote(judge)} --patience {_JUDGES:g}" if judge else ""
    change = installed(agent, _root(project), own_path(), options, _JUDGES + _MARGIN if judge else None)
    return _carry_out(change, agreed, f"The hooks are in {change.path}. {place.limits}", "They are there already.")


@command.command("uninstall")
@click.argument("agent", metavar="AGENT")
@click.option("--project", type=PATH, help="Of the project in this folder.")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask.")
def uninstall(agent: str, project: Path | None, agreed: bool) -> int:
    """Take the hooks out of the settings of AGENT again. Others' hooks stay."""
    change = taken_out(agent, _root(project))
    return _carry_out(
        change, agreed, f"The hooks are out of {change.path}.", "No hooks of Inspector are installed there."
    )


@command.command("plugin")
@click.argument("folder", type=PATH)
def plugin(folder: Path) -> int:
    """Write the hooks as a plugin of Claude Code into a new FOLDER."""
    if folder.exists():
        raise UsageError(f"{folder} is there already.", hint="Name a folder that is not.")
    for name, text in plugin_files(own_path()).items():
        Change(folder / name, "", text).write()
        print_line(str(folder / name))
    return 0


def _carry_out(change: Change, agreed: bool, done: str, nothing: str) -> int:
    if not change.is_any:
        say(nothing)
        return 0
    print_text(change.shown())
    if not agreed and not (sys.stdin.isatty() and click.confirm("Write this?", err=True)):
        say("Nothing was written. --yes writes it.")
        return 1
    change.write()
    say(done)
    return 0


def _say_what_is_sent(model: str, has_start: bool) -> None:
    """Say it before anything is written. Raises UsageError for no model, and where no hook could use it."""
    from inspector.llm.models import open_chat

    if not has_start:
        raise UsageError("No hook of this agent puts anything back, so a judge is of no use there.")
    say(
        f"After every compaction the context before it, with secrets taken out, is sent to "
        f"{open_chat(model).destination}, and the agent waits up to {_JUDGES:g} seconds. inspector survival LOG "
        f"--judge {model} --dry-run shows tokens and price; the median compaction takes 19,000 tokens."
    )


def _root(project: Path | None) -> Path:
    return Path.home() if project is None else project.expanduser().absolute()
