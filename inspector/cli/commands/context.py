"""inspector context: what the model saw at one request, or on either side of a compaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import click

from inspector.cli.options import Wanted, file_argument, json_option
from inspector.cli.output import SCHEMA, Column, figures, labels, print_below, print_json, print_table
from inspector.cli.session import compaction_numbered, opened, where
from inspector.errors import UsageError
from inspector.model import Basis, ContextEntry, Form, Request
from inspector.reconstruct.after import seen_after
from inspector.reconstruct.calls import main_calls
from inspector.reconstruct.unlogged import not_in_log
from inspector.report.silences import beside_words
from inspector.wording.units import counted, number, tokens
from inspector.workbench.document import Document, Stage
from inspector.workbench.item_tokens import entry_tokens

_COLUMNS = (
    *figures("item", "line"),
    *labels("kind", "form"),
    Column("tokens", right=True),
    Column("text", wide=True),
)


@dataclass(frozen=True, slots=True)
class _Seen:
    """One context, and the request that saw exactly this one, if any did."""

    entries: Sequence[ContextEntry]
    request: Request | None
    title: str


@click.command("context")
@file_argument
@click.option("--request", "at", type=int, metavar="N", help="The request's number, as inspector tokens lists it.")
@click.option("--before", type=int, metavar="C", help="What compaction C started from.")
@click.option("--after", type=int, metavar="C", help="What compaction C left, files and reminders put back included.")
@json_option
def command(wanted: Wanted, at: int | None, before: int | None, after: int | None, as_json: bool) -> None:
    """Show what the model saw at a request or around a compaction."""
    if [at, before, after].count(None) != 2:
        raise UsageError("Say which context: one of --request N, --before C and --after C.")
    with opened(wanted, Stage.COUNT) as document:
        if at is not None:
            seen = _at_request(document, at)
        elif before is not None:
            seen = _before(document, before)
        else:
            seen = _after(document, after or 0)
        counts = [entry_tokens(document, entry).value for entry in seen.entries]
        logged = sum(count or 0 for count in counts)
        usage = seen.request.usage if seen.request else None
        recorded = usage.prompt if usage else None
        unlogged = None if recorded is None or recorded < logged else recorded - logged
        if not as_json:
            _print_table(document, seen, logged, counts.count(None), _recorded_words(recorded, unlogged))
            return
        print_json(
            {
                "schema": SCHEMA,
                "request": seen.request.number if seen.request else None,
                "entries": [_entry(document, entry) for entry in seen.entries],
                "counted": logged,
                "recorded": recorded,
                "unlogged": unlogged,
                "basis": {"counted": "estimated", "recorded": "recorded", "unlogged": "estimated"},
                "not_counted": counts.count(None),
                "compaction": before if before is not None else after,
                "recorded_request": bool(seen.request and seen.request.recorded),
                "doubt": seen.request.doubt if seen.request else "",
                "not_in_log": [asdict(one) for one in not_in_log(document.session, seen.request)],
            }
        )


def _at_request(document: Document, wanted: int) -> _Seen:
    requests = [document.session.requests[index] for index in main_calls(document.session)]
    request = next((request for request in requests if request.number == wanted), None)
    if request is None:
        raise _no_request(document, requests, wanted)
    return _Seen(_entries(document, request.op - 1), request, f"Request {wanted}")


def _no_request(document: Document, requests: Sequence[Request], wanted: int) -> UsageError:
    """Why there is no context of the agent's at this number: none is there, or it was asked for something else."""
    if not requests:
        return UsageError("The log of this session holds no request.")
    numbers = [request.number for request in requests]
    own = (one for one in document.session.requests if not one.thread and one.number == wanted)
    purpose = next((one.purpose for one in own), "")
    if purpose:
        asked = "for a summary" if purpose == "compaction" else f"for {purpose}"
        near = [*[one for one in numbers if one < wanted][-1:], *[one for one in numbers if one > wanted][:1]]
        beside = " and ".join(map(str, near))
        return UsageError(
            f"Request {wanted} asked {asked}, and is none of the agent's own; the nearest of those: {beside}.",
            hint="--before C shows what compaction C started from.",
        )
    first, last = numbers[0], numbers[-1]
    there = f"they go from {first} to {last}" if first != last else f"{first} is the only one"
    return UsageError(f"There is no request {wanted}: {there}.", hint="inspector tokens FILE lists them.")


def _before(document: Document, wanted: int) -> _Seen:
    compaction = compaction_numbered(document, wanted)
    # Its last request has answered since, so no request saw just this.
    return _Seen(_entries(document, compaction.op - 1), None, f"Before compaction {wanted}")


def _after(document: Document, wanted: int) -> _Seen:
    compaction = compaction_numbered(document, wanted)
    assert document.reconstruction is not None, "advanced to counting"
    entries, request = seen_after(document.session, document.reconstruction.replay, compaction)
    return _Seen(entries, request, f"After compaction {wanted}")


def _entries(document: Document, op: int) -> Sequence[ContextEntry]:
    assert document.reconstruction is not None, "advanced to counting"
    return document.reconstruction.replay.entries_at(op)


def _entry(document: Document, entry: ContextEntry) -> dict[str, object]:
    item = document.item(entry.item)
    return {
        "item": entry.item,
        "kind": item.kind.value,
        "detail": item.detail,
        "tool": item.tool,
        "form": entry.form.value,
        "tokens": entry_tokens(document, entry).value,
        # Of a cleared item no more was sent than a short placeholder.
        "text": None if entry.form is Form.PLACEHOLDER else document.text(entry.item),
        **where(item.source),
    }


def _print_table(document: Document, seen: _Seen, logged: int, unreadable: int, recorded: str) -> None:
    print_table(_COLUMNS, (_row(document, entry) for entry in seen.entries))
    sums = f"{counted(len(seen.entries), 'item')}, {number(logged, Basis.ESTIMATED)} tokens in the log"
    without = f" without {counted(unreadable, 'item')} that cannot be counted" if unreadable else ""
    print_below([f"{seen.title}: {sums}{without}{recorded}.", *beside_words(document.session, seen.request)])


def _recorded_words(recorded: int | None, unlogged: int | None) -> str:
    """The prompt that the log records, and how much of it is not there, if any; "" where it records none."""
    if recorded is None:
        return ""
    told = f"; {recorded:,} were recorded"
    if unlogged is None:
        return f"{told}: either the count is too high, or not everything in this log was sent"
    return f"{told}, {number(unlogged, Basis.ESTIMATED)} of them not in this log" if unlogged else told


def _row(document: Document, entry: ContextEntry) -> list[str]:
    item = document.item(entry.item)
    return [
        str(entry.item),
        str(item.source.own_line) if item.source.own_line else "",
        item.kind.value,
        entry.form.value,
        tokens(entry_tokens(document, entry)),
        item.preview,
    ]
