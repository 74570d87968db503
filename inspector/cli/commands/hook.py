"""inspector hook: what an agent runs around its compactions, and putting that into its settings."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Any

import click

from inspector.cli.hooks import journal, remembered
from inspector.cli.hooks.install import SECONDS, Change, NotChanged, installed, place_of, taken_out
from inspector.cli.hooks.payload import Payload
from inspector.cli.hooks.places import PLACES
from inspector.cli.hooks.run import Answer, run
from inspector.cli.output import print_line, print_text, say
from inspector.cli.paths import PATH
from inspector.cli.program import own_command
from inspector.errors import UsageError
from inspector.model.sent import ASKED_IN

_BUDGET = 2_000
_PATIENCE = 12.0
_JUDGES = 90.0
"""Seconds for a hook with a judge: the median answer takes half of that."""
_NAME = "inspector.hook"
_MARGIN = 2.0
"""Seconds of its patience that a hook keeps for answering."""
_JUDGED = ("SessionStart", "BeforeAgent", "UserPromptSubmit")
"""Events behind a compaction at which an agent may wait for a judge; the first of an agent's is the one."""

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


class _Hooks(click.Group):
    """The hooks. One that is called wrongly, as by settings of another version, ends with 0: 2 would stop an agent."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """What a person runs, then what an agent does: events begin with a capital."""
        return sorted(self.commands, key=lambda name: (name[0].isupper(), name))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it; the name is kept for who fails."""
        ctx.meta[_NAME] = args[0]
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the hook or the command that is named."""
        try:
            return super().invoke(ctx)
        except click.UsageError as why:
            name = ctx.meta.get(_NAME, "")
            if not name[:1].isupper():
                raise
            journal.note(name, "", why.format_message())
            return 0


@click.group("hook", cls=_Hooks)
@click.pass_context
def command(context: click.Context) -> None:
    """Review compactions as they happen, by hooks of the agent.

    install sets them up; those that begin with a capital are run by the agent, not by you.

    Whatever goes wrong, they end with status 0 and a line in hooks.log (inspector doctor names the folder), and the
    agent goes on. Nothing is sent anywhere, unless they were installed with --judge.
    """
    # A command that judges is no session of the person's, and would be judged in turn.
    if f"/{ASKED_IN}" in Path.cwd().as_posix():
        context.exit()


@command.command("PreCompact")
@_agent
@_budget
@_patience
def pre_compact(agent: str, budget: int, patience: float) -> int:
    """Give the summarizer your words that only summaries hold.

    Word for word; where there is none of them, nothing is printed.
    """

    def answer(payload: Payload) -> Answer:
        from inspector.cli.hooks.answers import before_compaction

        return before_compaction(payload, agent, budget)

    return run("PreCompact", agent, answer, patience)


@command.command("SubagentStop")
@_agent
@_patience
def subagent_stop(agent: str, patience: float) -> int:
    """Keep the summary that Claude Code was just given.

    It is in the log later than it is needed.
    """

    def answer(payload: Payload) -> Answer:
        if payload.summary:
            remembered.keep(payload.session, "summary", payload.summary)
        return Answer("", f"a summary of {len(payload.summary):,} characters")

    return run("SubagentStop", agent, answer, patience)


@command.command("PostCompact")
@_agent
@_patience
@click.option("--open", "opens", is_flag=True, help="Open the window on the session, without waiting for it.")
def post_compact(agent: str, patience: float, opens: bool) -> int:
    """Note how much of what you said stands there now."""

    def answer(payload: Payload) -> Answer:
        answered = remembered.kept(payload.session, "pending") is not None
        if not opens and (answered or "SessionStart" not in PLACES[agent].events):
            remembered.keep(payload.session, "pending", "")
            return Answer("", "the next prompt is looked at")
        from inspector.cli.hooks.answers import after_compaction

        return after_compaction(payload, agent, opens=opens)

    return run("PostCompact", agent, answer, patience)


@command.command("SessionStart")
@_agent
@_budget
@_patience
@_judge
def session_start(agent: str, budget: int, patience: float, judge: str) -> int:
    """Put back what you said, right after a compaction.

    Only what no longer stands there, word for word with its lines. With --judge, what that model calls lost, changed or
    contradicted, if it answers within all but two seconds of --patience.
    """

    def answer(payload: Payload) -> Answer:
        from inspector.cli.hooks.answers import Judging, after_start

        return after_start(payload, agent, budget, Judging(judge, patience - _MARGIN))

    return run("SessionStart", agent, answer, patience)


def _at_a_prompt(event: str, help_text: str) -> click.Command:
    """A command that looks once behind each compaction and else ends before anything is imported (``hooks/quick``)."""

    @command.command(event, help=help_text)
    @_agent
    @_budget
    @_patience
    @_judge
    def at_a_prompt(agent: str, budget: int, patience: float, judge: str) -> int:
        def answer(payload: Payload) -> Answer:
            from inspector.cli.hooks.answers import Judging, before_prompt

            return before_prompt(payload, event, agent, budget, Judging(judge, patience - _MARGIN))

        return run(event, agent, answer, patience)

    return at_a_prompt


_at_a_prompt("UserPromptSubmit", "Put back, at the next prompt, what still is not there.")
_at_a_prompt("BeforeAgent", "Put back what you said, at the next prompt (Gemini).")
_at_a_prompt("BeforeModel", "Put back what you said, in the next request (Gemini).")


@command.command("install")
@click.argument("agent", metavar="AGENT")
@click.option("--project", type=PATH, help="Only for the project in this folder; otherwise for all of yours.")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask.")
@_judge
@click.option("--open", "opens", is_flag=True, help="Also open the window on the session behind each compaction.")
def install(agent: str, project: Path | None, agreed: bool, judge: str, opens: bool) -> int:
    """Put the hooks into the settings of AGENT.

    What changes is shown first; nothing else there changes. AGENT is claude-code, codex, gemini, qwen, kimi, opencode,
    kilo or pi. What its hooks can do is said afterwards.
    """
    place = place_of(agent)
    judged = next((event for event in _JUDGED if event in place.events and not place.is_plugin), "")
    if judge:
        _say_what_is_sent(judge, bool(judged))
    options = {"PostCompact": " --open" if opens else ""}
    if judge:
        options[judged] = f" --judge {shlex.quote(judge)} --patience {_JUDGES:g}"
    try:
        change = installed(agent, _root(project), own_command(), options, _JUDGES + _MARGIN if judge else SECONDS)
    except NotChanged as why:
        print_text(why.lines)
        raise
    here = f"The hooks are in {change.path}"
    does = "Behind a compaction they put back, word for word, what you said that is no longer in the context."
    return _carry_out(change, agreed, f"{here}. {does} {place.limits}", f"{here} already.")


@command.command("uninstall")
@click.argument("agent", metavar="AGENT")
@click.option("--project", type=PATH, help="Of the project in this folder.")
@click.option("--yes", "agreed", is_flag=True, help="Do not ask.")
def uninstall(agent: str, project: Path | None, agreed: bool) -> int:
    """Take the hooks out of the settings of AGENT again. Nothing else there changes."""
    change = taken_out(agent, _root(project))
    return _carry_out(
        change, agreed, f"The hooks are out of {change.path}.", "No hooks of Inspector are installed there."
    )


@command.command("status")
@click.option("--project", type=PATH, help="Also of the project in this folder. Default: this folder.")
def status(project: Path | None) -> int:
    """Show where hooks are installed, and what they last did.

    For each agent: the settings, whether it runs them, when they last ran, what they put back.
    """
    from inspector.cli.hooks.status import status_lines

    for line in status_lines(Path.home(), (project or Path.cwd()).expanduser().absolute()):
        print_line(line)
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


def _say_what_is_sent(model: str, may_wait: bool) -> None:
    """Say it before anything is written. Raises UsageError for no model, and where no hook could use it."""
    from inspector.llm.models import open_chat

    if not may_wait:
        raise UsageError("No hook of this agent waits for a model, so a judge is of no use there.")
    say(
        f"After every compaction the context before it, with secrets taken out, is sent to "
        f"{open_chat(model).destination}, with that of each earlier one that no judge has read, and the agent waits "
        f"up to {_JUDGES:g} seconds. inspector survival LOG --judge {model} --dry-run shows tokens and price; the "
        "median compaction takes 19,000 tokens."
    )


def _root(project: Path | None) -> Path:
    return Path.home() if project is None else project.expanduser().absolute()
