"""inspector prompts: the prompts there are, whose each is, and an agent's own from where it is installed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import click

from inspector.cli.options import json_option
from inspector.cli.output import SCHEMA, Column, print_below, print_json, print_line, print_table, print_text, say
from inspector.cli.paths import PATH
from inspector.errors import UsageError
from inspector.rerun.installed import import_prompt, known_agents
from inspector.rerun.messages import check_prompt
from inspector.rerun.prompts import FOLDER, Prompt, Prompts, load_prompts
from inspector.store.folders import find_folders
from inspector.wording.fidelity import WHOSE, wording_words
from inspector.wording.fields import json_fields


@click.group("prompts", invoke_without_command=True)
@json_option
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """List the prompts for rerun --prompt, and whose each is.

    One of your own is a file NAME.md.j2 in the folder that inspector doctor names, under prompts/; rerun --prompt
    takes a path as well. It is a Jinja template that may use purpose, sections, rules, focus, previous and draft.
    What is said of it stands in a comment ahead of it; form says how it is sent:

    \b
    {#- title: Handover
        form: messages -#}
    === system
    You hand work over to a colleague.
    === record
    === user
    Write the handover. {{ focus }}

    Without a form, the text is one message beside the record, and system text and marks around the record are ours.
    With messages, all that is sent stands in the file: a line "=== ROLE" (system, user, assistant) begins a message,
    and "=== record" puts the record there as messages, the way an agent sends its own conversation. {{ record }} in
    a message puts it there as text, between marks that it cannot contain. With plain, nothing else is filled in.
    rerun --print shows what would be sent.
    """
    if context.invoked_subcommand is not None:
        return
    prompts = _prompts()
    if as_json:
        print_json(
            {
                "schema": SCHEMA,
                "prompts": [_as_json(one) for one in prompts.all.values()],
                "agents": [{"id": one.name, "title": one.title, "seen": one.seen} for one in known_agents().values()],
            }
        )
        return
    print_table(
        (Column("prompt"), Column(WHOSE), Column("sent as"), Column("title"), Column("about", wide=True)),
        ([one.name, wording_words((one.wording,)), _form(one), one.title, _about(one)] for one in prompts.all.values()),
    )
    print_below(_below())


@command.command("show")
@click.argument("name")
@json_option
def show(name: str, as_json: bool) -> None:
    """Print a prompt as it is kept."""
    found = _prompts().named(name)
    if as_json:
        print_json({"schema": SCHEMA, **_as_json(found), "text": found.text})
        return
    print_text(found.text.rstrip() + "\n")


@command.command("import")
@click.argument("path", type=PATH)
@click.option("--as", "agent", required=True, help="Whose it is; inspector prompts lists the agents that are known.")
@click.option("--name", default="", help="The name to keep it under; the agent's, where none is given.")
@json_option
def import_(path: Path, agent: str, name: str, as_json: bool) -> None:
    """Import an agent's own prompt from where it is installed.

    It is kept on this machine. PATH is a checkout, the folder of an npm or Python package, or a file. Values that the
    agent fills in from its own state (lists of files, a plan) are left out. What is kept is yours to read: inspector
    prompts show NAME.
    """
    found = import_prompt(path.expanduser().absolute(), agent, datetime.now(UTC).date())
    check_prompt(found)
    prompts = _prompts()
    name = name or found.name
    there = prompts.all.get(name)
    if there is not None and not there.agent:
        raise UsageError(f"There is a prompt {name!r} that is not an agent's.", hint="Choose a name with --name.")
    found = replace(found, name=name)
    prompts.save(found)
    if as_json:
        print_json({"schema": SCHEMA, "imported": _as_json(found)})
        return
    print_line(f"{found.title}: kept as {name}. inspector rerun --prompt {name} asks with it.")


def _prompts() -> Prompts:
    """The prompts there are; files of the user that hold none are named on stderr."""
    prompts = load_prompts(find_folders().config / FOLDER)
    for problem in prompts.problems:
        say(problem.message)
    return prompts


def _as_json(prompt: Prompt) -> dict[str, object]:
    return {
        **json_fields(prompt, "name title about? wording agent?"),
        "from": prompt.taken_from or None,
        **json_fields(prompt, "plain messages version"),
    }


def _form(prompt: Prompt) -> str:
    return "messages of its own" if prompt.messages else "one message" if prompt.plain else "template"


def _about(prompt: Prompt) -> str:
    return " ".join(filter(None, (prompt.about, f"From {prompt.taken_from}." if prompt.taken_from else "")))


def _below() -> Iterator[str]:
    yield "recorded is the agent's own, where the log at hand holds it."
    names = ", ".join(known_agents())
    yield f"inspector prompts import PATH --as AGENT reads it from an installation of {names}."
