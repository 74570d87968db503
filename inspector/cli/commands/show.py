"""inspector show: the items of a session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

import click

from inspector.cli.ending import ending_json, ending_line
from inspector.cli.options import Wanted, file_argument, json_option
from inspector.cli.output import SCHEMA, Column, count_json, figures, labels, print_json, print_table, say
from inspector.cli.session import opened, problem_json
from inspector.model import Item, ItemKind, Source
from inspector.wording.fields import json_fields
from inspector.wording.times import column_clock
from inspector.wording.units import counted, tokens
from inspector.workbench.document import Document, Stage
from inspector.workbench.filter import ItemView, parse_filter
from inspector.workbench.item_tokens import tokens_of
from inspector.workbench.item_views import asks_for_losses, view_items

_COLUMNS = (
    *figures("no.", "line"),
    *labels("time", "kind", "origin"),
    Column("tokens", right=True),
    Column("text", wide=True),
)


@click.command("show")
@file_argument
@click.option("--from", "first", type=click.IntRange(1), help="First item number.")
@click.option("--to", "last", type=click.IntRange(1), help="Last item number.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice([kind.value for kind in ItemKind]),
    help="Only this kind; may be repeated.",
)
@click.option("--filter", "text", default="", help='Only what fits, such as "tool:Bash tokens:>2k error".')
@json_option
def command(
    wanted: Wanted, first: int | None, last: int | None, kinds: Sequence[str], text: str, as_json: bool
) -> None:
    """List the items of a session, with their places in the log.

    Items are what was said, called and answered, and what the harness injected. Words in --filter are looked for in the
    whole texts.
    """
    fits = parse_filter(text)
    with opened(wanted, Stage.CONSEQUENCES if asks_for_losses(fits) else Stage.COUNT) as document:
        fits = parse_filter(text, len(document.compactions))
        shown = [
            view
            for view in view_items(document, fits)
            if (not first or view.item.number >= first)
            and (not last or view.item.number <= last)
            and (not kinds or view.item.kind in kinds)
            and fits.test(view)
        ]
        if as_json:
            _print_json(document, shown)
        else:
            _print_table(document, shown)


def _print_json(document: Document, shown: Sequence[ItemView]) -> None:
    session = document.session
    print_json(
        {
            "schema": SCHEMA,
            "agent": session.agent,
            "version": session.version or None,
            "models": list(session.models),
            "id": session.id,
            "title": session.title or None,
            "path": session.path,
            "ending": ending_json(document),
            "items": _items(document, shown),
            "problems": [problem_json(problem) for problem in session.diagnostics],
        }
    )


def _items(document: Document, shown: Sequence[ItemView]) -> Iterator[dict[str, object]]:
    # One at a time: the texts of a large session together are as large as the log.
    for view in shown:
        item = view.item
        counted = document.tally.counts.of(item.number).value if document.tally else None
        yield {
            **json_fields(item, "number kind origin tool?"),
            "text": document.text(item.number),
            "tokens": {**count_json(tokens_of(document, item.number)), "counted": counted},
            "time": item.time,
            **json_fields(item.source, "line pointer path"),
            **json_fields(item, "detail? error thread? call_id?"),
            "segment": view.segment,
        }


def _print_table(document: Document, shown: Sequence[ItemView]) -> None:
    print_table(_COLUMNS, (_row(document, view.item) for view in shown))
    problems = document.session.diagnostics
    say(f"{len(shown):,} of {len(document.session.items):,} items, {counted(len(problems), 'problem')} in the log.")
    say(ending_line(document))
    for problem in problems:
        say(f"{problem.severity}: {_place(problem.source)}{problem.message}")


def _place(source: Source | None) -> str:
    if source is None or not source.line:
        return ""
    return f"{PurePath(source.path).name}, line {source.line}: " if source.earlier else f"line {source.line}: "


def _row(document: Document, item: Item) -> list[str]:
    words = f"{item.tool}: {item.preview}" if item.tool and not item.preview.startswith(item.tool) else item.preview
    return [
        str(item.number),
        str(item.source.own_line) if item.source.own_line else "",
        column_clock(item.time),
        item.kind.value,
        item.origin.value,
        tokens(tokens_of(document, item.number)) if item.kind is not ItemKind.EVENT else "",
        ("▲ " if item.error else "") + words,
    ]
