"""What report and survival share over many sessions: options, progress, the table and its distributions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from inspector.cli.options import Command
from inspector.cli.output import Column, figures, labels, print_below, print_line, print_table, say
from inspector.cli.paths import NO_LOG, given
from inspector.cli.session import shown_progress
from inspector.errors import UnknownFormat
from inspector.read.adapter import Adapter
from inspector.read.adapters import IDS
from inspector.read.discover import Found, Looker, discover
from inspector.report.survey import SessionRow, Survey
from inspector.report.work import NEVER_TESTED, WORK_TITLE, count_words, survey_lines
from inspector.survival.shares import SPOKEN
from inspector.wording.damage import unread_words
from inspector.wording.units import counted, number
from inspector.wording.verdicts import HARM_UNKNOWN, NOT_LOST

_NAMED = 3
"""Files of a folder that are no session's log and are named, at most."""
_ROWS = (
    *labels("agent", "version"),
    *figures("requests", "compactions", "sentences", "there", "in part", "not there", "lost or changed"),
    Column("session", wide=True),
)
_GROUPS = (
    Column("by"),
    Column("group", key=True),
    *figures("sessions", "compactions", "sentences", "there", "in part", "not there", "single compactions"),
)


def batch_options(command: Command) -> Command:
    """--workers and --fresh."""
    fresh = click.option("--fresh", is_flag=True, help="Start a batch over instead of going on where it was stopped.")
    most = click.IntRange(1, 256)
    return click.option("--workers", type=most, default=1, help="Processes for a batch. Default 1.")(fresh(command))


class _Looker(Looker):
    """Keeps the files called as logs are that no known agent wrote."""

    def __init__(self) -> None:
        self.strange: list[Path] = []

    def whose(self, path: Path) -> list[Adapter]:
        """Whose a file or folder may be."""
        found = super().whose(path)
        if not found and path.suffix == ".jsonl" and path.is_file() and path.stat().st_size:
            self.strange.append(path)
        return found


def find_all(paths: Sequence[Path], agent: str) -> tuple[Found, ...]:
    """The sessions under some paths; a folder that has none beside others is named, and what in one is no session's.

    Raises CannotRead for a path that is not there, UnknownFormat for a file without a session or where none is found.
    """
    there, looker = given(paths), _Looker()
    found = discover(there, agent=agent, looker=looker)
    for path in there:
        # A part of a session is listed under another path than its own.
        if any(one.path.is_relative_to(path.absolute()) for one in found) or discover([path], agent=agent):
            continue
        told = f"No session was found under {path}."
        if not found or not path.is_dir():
            raise UnknownFormat(told, choices=IDS, path=str(path))
        say(told)
    for path in looker.strange[:_NAMED]:
        say(unread_words(path, NO_LOG))
    if len(looker.strange) > _NAMED:
        say(f"Not read: {counted(len(looker.strange) - _NAMED, 'more file')} ending in .jsonl, for the same reason.")
    return found


def run_survey(roots: Sequence[Path], found: Sequence[Found], agent: str, workers: int, fresh: bool) -> Survey:
    """Look at every session, with progress on stderr; goes on where it was stopped. Raises InspectorError."""
    # Only a folder of sessions needs it, and it brings all that reports are made of.
    from inspector.workbench.batch import batch_log, survey_of, survey_sessions
    from inspector.workbench.pools import here, processes

    pool = processes(workers) if workers > 1 else here()
    log = batch_log(roots, agent)
    if fresh:
        log.forget()
    elif log.done:
        say(f"Going on where it was stopped: {len(log.done):,} sessions were done before (--fresh starts over).")
    with shown_progress() as progress:
        rows = survey_sessions(found, pool, log, progress, agent)
    log.forget()
    for row in rows:
        if row.error or row.damaged:
            say(f"{row.path}: {row.error or row.damaged}")
    return survey_of(rows)


def print_survey(survey: Survey) -> None:
    """The sessions and the distributions as tables."""
    print_table(_ROWS, (_row(row) for row in survey.rows if not row.error))
    if survey.unjudged:
        unjudged = counted(survey.unjudged, "compaction")
        print_below([f"{unjudged} cannot be read in full, in no distribution."])
    if survey.shown:
        print_below([f"{WORK_TITLE}: {count_words(survey.shown)}. {NEVER_TESTED}", *survey_lines(survey.rows)])
    groups = [(name, group) for name, groups in survey.distributions for group in groups]
    if not groups:
        print_below([survey.untold])
        return
    print_line()
    print_table(
        _GROUPS,
        (
            [
                name,
                group.name,
                number(group.sessions),
                number(group.compactions),
                number(group.facts),
                f"{group.kept / group.facts:.0%}",
                f"{group.part / group.facts:.0%}",
                f"{group.absent / group.facts:.0%}",
                " · ".join(f"{share:.0%}" for share in group.quartiles) if group.quartiles else "too few",
            ]
            for name, group in groups
        ),
    )
    say("Counted: every sentence said before a compaction; there is word for word, or kept as a judge says. Single")
    say("compactions: lower quartile, median and upper quartile of the share there.")
    say(NOT_LOST)


def _row(row: SessionRow) -> list[str]:
    kept = [kept for one in row.rounds if not one.unjudged for kept in one.kept if kept.kind in SPOKEN]
    blind = bool(row.rounds) and all(one.unjudged for one in row.rounds)
    n, there, part, absent = (sum(getattr(each, name) for each in kept) for name in ("n", "kept", "part", "absent"))
    harmed = sum(each.distorted + each.lost for each in kept)
    sums = (n, there, part, absent)
    return [
        row.agent,
        row.version.split(",")[-1].strip(),
        number(row.requests),
        number(len(row.rounds)),
        *(("not read", "", "", "") if blind else (number(value) if kept else "" for value in sums)),
        # Only a judge, or the user, can say so: none found is not known to be none.
        number(harmed) if harmed else HARM_UNKNOWN if kept and not blind else "",
        row.path,
    ]
