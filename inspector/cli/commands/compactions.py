"""inspector compactions: every compaction of a session."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import click

from inspector.cli.output import (
    SCHEMA,
    Column,
    count_json,
    figures,
    labels,
    print_below,
    print_json,
    print_json_line,
    print_line,
    print_table,
    say,
)
from inspector.cli.session import Wanted, file_argument, find_session, json_option, opened, read_wanted, where
from inspector.model import Basis, Compaction, TokenCount
from inspector.reconstruct.calls import summarizer_calls
from inspector.reconstruct.compactions import moved, prompt_before, reported_before
from inspector.store.cache import Cache
from inspector.wording.compactions import growth_words, sentences
from inspector.wording.damage import cleared_words
from inspector.wording.times import column_clock
from inspector.wording.units import counted, known, tokens
from inspector.workbench.document import Document, Stage, cleared, uncompacted
from inspector.workbench.follow import Change, Follower, follow
from inspector.workbench.stages import advance
from inspector.workbench.subagents import Subagent, compacted_subagents

_COLUMNS = (
    *figures("no.", "line"),
    *labels("time", "kind", "trigger", "outcome"),
    *figures("before", "after", "removed", "kept"),
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
            _print_json(document)
        else:
            _print_table(document)


def _follow(
    follower: Follower, document: Document, wanted: Wanted, to: Stage, as_json: bool, idle: float | None
) -> None:
    def again() -> Document:
        fresh = read_wanted(wanted)
        cache = Cache.default()
        try:
            advance(fresh, to, cache)
        finally:
            cache.close()
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
            print_json_line(_compaction(document, compaction))
        else:
            print_line("  ".join(cell for cell in _row(document, compaction) if cell))
    sys.stdout.flush()


def _print_json(document: Document) -> None:
    print_json(
        {
            "schema": SCHEMA,
            "agent": document.session.agent,
            "compactions": [_compaction(document, compaction) for compaction in document.compactions],
            "edits": [_compaction(document, edit) for edit in document.edits],
            "in_subagents": [_subagent_json(one) for one in compacted_subagents(document)],
        }
    )


def _compaction(document: Document, compaction: Compaction) -> dict[str, object]:
    record = compaction.record
    reported, earlier = record.reported_after, record.reported_before
    counts = moved(compaction)
    return {
        "number": compaction.number,
        **where(record.source),
        "time": record.time,
        "kind": record.kind,
        "basis": record.basis.value,
        "trigger": record.trigger,
        "status": record.status,
        "reason": record.reason,
        "attempts": record.attempts,
        "method": record.method,
        "focus": record.focus,
        "shown": None if record.shown is None else list(record.shown),
        "outcome": compaction.outcome,
        "request_before": _request(document, compaction.request_before),
        "request_after": _request(document, compaction.request_after),
        "before": count_json(compaction.before),
        "after": count_json(compaction.after),
        "prompt_before": _prompt(document, compaction),
        "freed": compaction.freed,
        "reported_before": None if earlier is None else count_json(TokenCount(earlier, Basis.RECORDED)),
        "reported_after": None if reported is None else count_json(TokenCount(reported, Basis.RECORDED)),
        "removed": counts.removed,
        "kept": counts.kept,
        "inserted": counts.inserted,
        "seconds": record.seconds,
        "summary": _summary(document, compaction),
        "items": {
            "removed": list(compaction.removed),
            "kept": list(compaction.kept),
            "inserted": list(compaction.inserted),
            "restored": list(compaction.restored),
            "masked": list(compaction.masked),
        },
        "calls": _calls(document, compaction),
        "model": record.model or None,
        "prompt": record.prompt,
        "id": record.id,
        "notes": list(record.notes),
    }


def _prompt(document: Document, compaction: Compaction) -> dict[str, object] | None:
    """The last prompt where the size before is another."""
    prompt = prompt_before(document.session, compaction)
    return None if prompt is None else count_json(TokenCount(prompt, Basis.RECORDED))


def _request(document: Document, index: int | None) -> int | None:
    """The number of a request, as inspector tokens lists it."""
    return None if index is None else document.session.requests[index].number


def _summary(document: Document, compaction: Compaction) -> dict[str, object] | None:
    number = compaction.record.summary
    if number is None:
        return None
    # Only here: a table counts nothing, and waits for nothing that does.
    from inspector.workbench.item_tokens import tokens_of

    readable = compaction.record.readable
    return {
        "readable": readable,
        **where(document.item(number).source),
        "tokens": tokens_of(document, number).value if readable else None,
        "text": document.text(number) if readable else None,
        "item": number,
        "basis": Basis.ESTIMATED.value,
    }


def _calls(document: Document, compaction: Compaction) -> list[dict[str, object]]:
    # What prices come from is loaded where there is something to price.
    if not summarizer_calls(document.session, compaction):
        return []
    from inspector.report.summary_call import calls_json

    return calls_json(document.session, compaction)


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
    told = f" ({sizes})" if sizes else ""
    return f"Its subagent “{who}” was compacted {times}{told}: inspector compactions --alone {one.path}"


def _sort(compaction: Compaction) -> str:
    return growth_words(compaction).lower().removesuffix(".") or compaction.went


def _subagent_json(one: Subagent) -> dict[str, object]:
    return {
        "session": one.link.session,
        "title": one.link.title,
        "path": str(one.path),
        "compactions": one.count,
        "each": [
            {
                "number": own.number,
                **where(own.record.source),
                "trigger": own.record.trigger,
                "status": own.record.status,
                "outcome": own.outcome,
                "before": count_json(own.before),
                "after": count_json(own.after),
                "freed": own.freed,
            }
            for own in one.compactions
        ],
    }


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
    record = compaction.record
    counts = moved(compaction)
    summary = document.item(record.summary).preview if record.summary and record.readable else ""
    return [
        str(compaction.number),
        str(record.source.own_line) if record.source.own_line else "",
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
