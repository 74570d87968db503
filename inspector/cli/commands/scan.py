"""inspector scan: the sessions of the last days on this machine, those with most that no longer stands there first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shlex import quote

import click

from inspector.cli.options import AGENT, json_option
from inspector.cli.output import SCHEMA, Column, labels, print_below, print_json, print_line, print_table, say
from inspector.cli.paths import PATH, given, tell_no_logs
from inspector.cli.session import shown_progress
from inspector.read.discover import Found, discover
from inspector.read.values import PREVIEW
from inspector.store.cache import Cache
from inspector.wording.damage import never_compacted, unread_words
from inspector.wording.fields import json_fields
from inspector.wording.times import column_clock
from inspector.wording.units import compaction_count, counted
from inspector.wording.verdicts import NOTHING_SAID, how_to_judge
from inspector.workbench.jobs import Progress
from inspector.workbench.session_index import Figures, SessionIndex

_COLUMNS = (
    *labels("agent", "last at work"),
    Column("not there", right=True),
    Column("loops", right=True),
    Column("compactions", right=True),
    Column("removed", right=True),
    *labels("ended"),
    Column("session", wide=True),
    Column("path", wide=True, whole=True, under=True),
)
_MEANINGS = (
    "Not there: sentences of the user, by their words alone, whatever a judge or you said of them since.",
    "Loops: compactions after which the next one began within 2 requests.",
    "Removed: tokens that the compactions took out of the context, of those of which the log tells.",
)
_TITLE = 60
_LARGE = 64 << 20
"""Bytes of a log that is not read for a list."""
_SHOWN = 10
"""Of those that were not read."""


@dataclass(frozen=True, slots=True)
class Scanned:
    """One session with what its compactions did."""

    found: Found
    figures: Figures

    @property
    def harm(self) -> tuple[int, int, int]:
        """What it is ranked by: sentences not there, loops, tokens removed."""
        return (self.figures.losses or 0, self.figures.loops, self.figures.removed or 0)


@click.command("scan")
@click.argument("paths", nargs=-1, type=PATH)
@click.option("--days", type=click.IntRange(1), default=14, show_default=True, help="How far back to look.")
@click.option("--agent", type=AGENT, metavar="AGENT", help="Only this agent's sessions.")
@click.option("--top", type=click.IntRange(1), default=20, show_default=True, help="How many to list.")
@json_option
def command(paths: tuple[Path, ...], days: int, agent: str | None, top: int, as_json: bool) -> None:
    """Rank recent sessions by how much that was said is not there.

    Sessions of this machine, or under PATHS. Not there are the human's sentences whose words stood there before a
    compaction and do not behind it. That is no loss: most are told in other words, or matter no longer; a judge can say
    (inspector survival LOG --judge MODEL). What was worked out once is kept, so that the next scan is quick.
    """
    since = datetime.now(UTC) - timedelta(days=days)
    named = given(paths)
    there = discover(named, agent=agent or "")
    strange = tell_no_logs(named, there)
    recent = [one for one in there if _is_since(one, since)]
    cache = Cache.default()
    index = SessionIndex(cache)
    unread: dict[Path, str] = {}
    try:
        with shown_progress() as progress:
            scanned = list(_scanned(recent, index, progress, unread))
    finally:
        index.keep()
        cache.close()
    ranked = sorted(scanned, key=lambda one: one.harm, reverse=True)
    copied = _copied(ranked)
    if as_json:
        sessions = [{**_entry(one), "copies": _path(copied.get(one.found.path))} for one in ranked[:top]]
        told = {"days": days, "looked_at": len(recent) - len(unread), "sessions": sessions}
        left = [{"path": str(path), "why": why} for path, why in {**strange, **unread}.items()]
        print_json({"schema": SCHEMA, **told, "not_read": left})
        return
    _print(
        ranked[:top], copied, len(recent) - len(unread), days, "" if named else "; inspector list says where it looks"
    )
    for path, why in list(unread.items())[:_SHOWN]:
        say(unread_words(path, why))
    if len(unread) > _SHOWN:
        say(f"Not read: {len(unread) - _SHOWN:,} more, which --json names.")
    if older := len(there) - len(recent):
        say(f"Left out: {counted(older, 'older session')}; --days looks further back.")


def _path(one: Scanned | None) -> str | None:
    return str(one.found.path) if one is not None else None


def _is_since(one: Found, since: datetime) -> bool:
    try:
        last = datetime.fromisoformat(one.last)
    except ValueError:
        return True
    return (last if last.tzinfo else last.replace(tzinfo=UTC)) >= since


def _scanned(
    recent: Sequence[Found], index: SessionIndex, progress: Progress, unread: dict[Path, str]
) -> Iterator[Scanned]:
    """Those that were compacted; ``unread`` gets those of which nobody can say so, with why."""
    for done, found in enumerate(recent):
        progress.report(done / len(recent), f"{done:,} of {len(recent):,} sessions")
        if (found.bytes or 0) > _LARGE:
            unread[found.path] = f"it is larger than {_LARGE >> 20} MB. inspector survival reads it."
            continue
        # Of a session that was not compacted there is nothing to look for: it is read, and no more.
        figures = index.find_losses(found, progress.check)
        if figures.compactions or figures.in_subagents:
            yield Scanned(found, figures)
        elif figures.error or figures.damaged:
            unread[found.path] = figures.error or f"{never_compacted(True)} {figures.damaged}"


def _copied(scanned: Sequence[Scanned]) -> dict[Path, Scanned]:
    """The logs that hold compactions of a session here that they go on from, with that one."""
    known = {one.figures.session: one for one in scanned if one.figures.session}
    return {
        one.found.path: known[before]
        for one in scanned
        for before in one.figures.continues
        if before in known and known[before] is not one and _shared(one, known[before])
    }


def _shared(one: Scanned, other: Scanned) -> int:
    return len({*one.figures.compacted} & {*other.figures.compacted})


def _print(ranked: Sequence[Scanned], copied: Mapping[Path, Scanned], looked_at: int, days: int, where: str) -> None:
    if not ranked and not looked_at:
        say(f"No session of the last {counted(days, 'day')} could be looked at{where}.")
        return
    if not ranked:
        many = f"None of the {looked_at:,} sessions" if looked_at > 1 else "The one session"
        say(f"{many} of the last {counted(days, 'day')} was {'' if looked_at > 1 else 'not '}compacted.")
        return
    print_table(_COLUMNS, map(_row, ranked))
    print_below(_MEANINGS)
    for one in ranked:
        if one.figures.damaged:
            print_line(f"{one.found.path}: {one.figures.damaged}")
        if (other := copied.get(one.found.path)) is not None:
            many = f"{counted(_shared(one, other), 'compaction')} of {one.found.path}"
            print_line(f"{many} are copied from {other.found.path}, which it goes on from, and are counted in both.")
    first = quote(str(ranked[0].found.path))
    print_line(f"Look at the first: inspector open {first}")
    if ranked[0].figures.losses:
        print_line(f"What is not there may be told in other words: {how_to_judge(first)}")


def _row(one: Scanned) -> list[str]:
    figures = one.figures
    losses = "not told" if figures.losses is None else f"{figures.losses:,}"
    losses = NOTHING_SAID if figures.is_silent else losses
    return [
        one.found.agent,
        column_clock(one.found.last),
        losses if not figures.unjudged else f"{losses} ({figures.unjudged:,} unread)",
        f"{figures.loops:,}",
        compaction_count(figures.compactions, figures.in_subagents),
        _removed(figures),
        figures.ending or "not in this log",
        _title(one, _TITLE),
        str(one.found.path),
    ]


def _title(one: Scanned, most: int) -> str:
    from inspector.ask.redact import clean_title

    return clean_title(one.found.title or one.figures.first_words, most)


def _removed(figures: Figures) -> str:
    """Tokens; of a session that was not compacted itself none, of one that its compactions left larger by how much."""
    if figures.removed is None:
        return "not in this log" if figures.compactions else ""
    return f"{figures.removed:,}" if figures.removed >= 0 else f"grew by {-figures.removed:,}"


def _entry(one: Scanned) -> dict[str, object]:
    figures = one.figures
    return {
        "agent": one.found.agent,
        "path": str(one.found.path),
        "title": _title(one, PREVIEW),
        "last": one.found.last,
        "absent": figures.losses,
        "unread": figures.unjudged,
        **json_fields(figures, "loops compactions in_subagents removed"),
        "ended": figures.ending or None,
        **json_fields(figures, "damaged? error?"),
    }
