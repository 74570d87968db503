"""inspector compactions: every compaction of a session."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace

import click

from inspector.cli.compactions_json import compaction_json, print_compactions_json
from inspector.cli.options import Wanted, file_argument, json_option
from inspector.cli.output import (
    Column,
    figures,
    labels,
    line_or_item,
    print_below,
    print_json_line,
    print_line,
    print_table,
    say,
)
from inspector.cli.session import find_session, opened, read_wanted
from inspector.model import Compaction
from inspector.reconstruct.calls import summarizer_calls
from inspector.reconstruct.compactions import moved, prompt_before, reported_before
from inspector.store.cache import Cache
from inspector.wording.compactions import growth_words, sentences
from inspector.wording.damage import cleared_words, unread_words
from inspector.wording.times import column_clock
from inspector.wording.units import counted, known, tokens
from inspector.workbench.document import Document, Stage, cleared, uncompacted
from inspector.workbench.follow import Change, Follower, follow
from inspector.workbench.stages import advance
from inspector.workbench.subagents import Subagent, compacted_subagents

_COLUMNS = (
    *figures("no.", "line"),
    *labels("time", "kind", "trigger", "outcome"),
    *figures("before", "after", "items removed", "items kept"),
    Column("known by"),
    Column("summary", wide=True),
)


POLL = 0.5
"""Seconds between two looks at a log that is followed."""


@click.command("compactions")
@file_argument
@json_option
@click.option("--follow", "following", is_flag=True, help="Go on, and show each compaction as it is written.")
@click.option("--idle", type=click.FloatRange(0), help="With --follow: end when nothing was written for these seconds.")
def command(wanted: Wanted, as_json: bool, following: bool, idle: float | None) -> None:
    """List every compaction: when, why, tokens before and after.

    With --follow, JSON is one compaction a line, and the log is read whole each time it may hold a new one.
    """
    to = Stage.COUNT if as_json else Stage.RECONSTRUCT
    # Older than the reading, so that what is written meanwhile is noticed.
    follower = Follower(find_session(wanted)) if following else None
    with opened(wanted, to, with_judge=False) as document:
        if follower is not None:
            _follow(follower, document, wanted, to, as_json, idle)
        elif as_json:
            print_compactions_json(document)
        else:
            _print_table(document)


def _follow(
    follower: Follower, document: Document, wanted: Wanted, to: Stage, as_json: bool, idle: float | None
) -> None:
    def again() -> Document:
        fresh = read_wanted(wanted)
        with closing(Cache.default()) as cache:
            advance(fresh, to, cache)
        return fresh

    say("Following the log; Ctrl+C ends.")
    _print_each(document, document.compactions, as_json)
    for fresh, new in follow(follower, document, again, _waiting(idle)):
        _print_each(fresh, new, as_json)


def _waiting(idle: float | None) -> Callable[[Change | None], bool]:
    """Lets time pass between polls; ends after ``idle`` seconds without a change."""
    since = time.monotonic()

    def wait(change: Change | None) -> bool:
        nonlocal since
        if change is not None:
            since = time.monotonic()
        if idle is not None and time.monotonic() - since >= idle:
            return False
        time.sleep(POLL if idle is None else min(POLL, idle))
        return True

    return wait


def _print_each(document: Document, found: tuple[Compaction, ...], as_json: bool) -> None:
    for compaction in found:
        if as_json:
            print_json_line(compaction_json(document, compaction))
        else:
            print_line("  ".join(cell for cell in _row(document, compaction) if cell))
    sys.stdout.flush()


def _call_sentences(document: Document) -> Iterator[str]:
    for one in document.compactions:
        if summarizer_calls(document.session, one):
            from inspector.report.summary_call import call_words

            yield f"C{one.number}. {call_words(document.session, one)}"


def _print_table(document: Document) -> None:
    print_table(_COLUMNS, (_row(document, compaction) for compaction in document.compactions))
    if not document.compactions:
        say(uncompacted(document))
    if any(one.went == "done" for one in document.compactions):
        say("Where the outcome is done and not ok, this log does not tell how much it freed.")
    below = []
    if document.edits and document.compactions:
        below.append(f"Besides, {cleared_words(len(document.edits), cleared(document))}.")
    below += _sizes(document)
    told_below = (f"C{one.number}. {' '.join(words)}" for one in document.compactions if (words := _beside(one)))
    subagents = map(_subagent_words, compacted_subagents(document))
    print_below([*below, *told_below, *_call_sentences(document), *subagents])


def _subagent_words(one: Subagent) -> str:
    sizes = "; ".join(f"{tokens(own.before)} → {tokens(own.after)}, {_sort(own)}" for own in one.compactions)
    who, times = one.link.title or one.link.session, counted(one.count, "time")
    if one.unread:
        return f"What its subagent “{who}” kept cannot be told. {unread_words(one.path, one.unread)}"
    told = f" ({sizes})" if sizes else ""
    return f"Its subagent “{who}” was compacted {times}{told}: inspector compactions --alone {one.path}"


def _sort(compaction: Compaction) -> str:
    return growth_words(compaction).lower().removesuffix(".") or compaction.went


def _sizes(document: Document) -> Iterator[str]:
    """What the columns before and after leave out."""
    session, found = document.session, document.compactions
    last = [f"C{one.number} {size:,}" for one in found if (size := prompt_before(session, one)) is not None]
    if last:
        yield f"The last prompt before had, without what came in since: {', '.join(last)} tokens."
    told = [f"C{one.number} {size:,}" for one in found if (size := reported_before(one)) is not None]
    if told:
        yield f"Tokens before, by a record that the prompts do not bear out: {', '.join(told)}."
    yield from (f"C{one.number}. {words}" for one in found if (words := growth_words(one)))


def _beside(compaction: Compaction) -> tuple[str, ...]:
    """What its row has no room for: the summary stands there."""
    record = compaction.record
    return sentences(replace(record, notes=())) if record.summary and record.readable else ()


def _row(document: Document, compaction: Compaction) -> list[str]:
    """In a log without lines it stands at its summary, or behind the last item that it found."""
    record = compaction.record
    counts = moved(compaction)
    summary = document.item(record.summary).preview if record.summary and record.readable else ""
    return [
        str(compaction.number),
        line_or_item(record.source.own_line, compaction.item),
        column_clock(record.time),
        known(record.kind),
        known(record.trigger),
        compaction.went,
        tokens(compaction.before),
        tokens(compaction.after),
        "" if counts.removed is None else str(counts.removed),
        "" if counts.kept is None else str(counts.kept),
        record.basis.value,
        summary or " ".join(sentences(record)),
    ]
