"""Words for what the work shows behind a compaction that nobody can read, the same in every format for people.

Rule: what was never tested is counted and not listed, and nothing of it is called lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from inspector.wording.units import place

if TYPE_CHECKING:
    from inspector.report.survey import SessionRow
    from inspector.report.told import ToldTrace, ToldUnderWay, ToldWork

WORK_TITLE = "What the later work shows, since the summary cannot be read"
NEVER_TESTED = "Never tested is not lost: nothing tells whether it is known."
_EXAMPLES = 3


def count_words(told: Iterable[tuple[str, int]]) -> str:
    """The counts of a compaction: "7 fetched again, 292 never tested"."""
    return ", ".join(f"{n:,} {words}" for words, n in told)


def work_words(work: ToldWork) -> str:
    """All that the work shows of a compaction, in a sentence, and what that does not mean."""
    told = f"by what the later work shows: {count_words(work.counts)}"
    return f"Facts from before it, sentences among them, {told}. {NEVER_TESTED}"


def under_way_words(work: ToldUnderWay) -> str:
    """Whether the work that was under way went on, as two sentences with the place that shows it."""
    went = {True: "The work went on", False: "The work stopped", None: "Whether the work went on cannot be determined"}
    where = f" ({place(work.line, work.item)})" if work.item else ""
    said, why = " ".join(work.words.split()), f"{work.why[:1].lower()}{work.why[1:]}".rstrip(".")
    return f"The user's last words before it were “{said}”. {went[work.went_on]}: {why}{where}."


def examples(work: ToldWork, most: int = _EXAMPLES) -> Iterator[tuple[str, tuple[ToldTrace, ...], int]]:
    """The first facts of each kind of trace, with what is shown, and how many more there are.

    What one item shows of one file is told once: read, edited /the/file.
    """
    for shown, group in groupby(work.facts, key=lambda one: one.shown):
        alike: dict[tuple[int | None, str], list[ToldTrace]] = {}
        for one in group:
            alike.setdefault((one.item, one.statement.partition(" ")[2] or one.statement), []).append(one)
        told = list(alike.values())
        facts = tuple(replace(same[0], statement=_together(same)) for same in told[:most])
        yield shown, facts, sum(map(len, told[most:]))


def _together(same: list[ToldTrace]) -> str:
    did = dict.fromkeys(one.statement.partition(" ")[0] for one in same)
    return f"{', '.join(did)} {same[0].statement.partition(' ')[2]}".rstrip()


def survey_lines(rows: Iterable[SessionRow]) -> Iterator[str]:
    """A line for each compaction of many sessions that nobody can read: its counts, and an example."""
    for row in rows:
        for one in row.rounds:
            if one.work is None:
                continue
            first = next(iter(one.work.facts), None)
            told = f", such as {place(first.line, first.item)}, {first.shown}: {first.statement}" if first else ""
            yield f"{row.path}, compaction {one.number}: {count_words(one.work.counts)}{told}"
