"""Facts and claims of a compaction made ready to be shown: off the window's thread, so that it only swaps them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from inspector.gui.language import tr
from inspector.gui.models.after import claim_marks, evidence_marks
from inspector.gui.models.sheet import SheetMark, TextSheet
from inspector.report.judged import Judged
from inspector.survival.outcome import Outcome
from inspector.workbench.groups import Group, Row, group, key_of, listed_claims
from inspector.workbench.jobs import Progress, making_many
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import ReviewFilter, judged

if TYPE_CHECKING:
    from inspector.impact.unread import Trace


@dataclass(frozen=True, slots=True)
class Listing:
    """What a list of facts and claims shows, and where each stands in it."""

    groups: tuple[Group, ...] = ()
    listed: tuple[Row, ...] = ()
    """Those that the filter lets through, in their order."""
    places: Mapping[str, tuple[int, int]] | None = None
    """Key of a fact or claim → its group, counted from 1, and its row there."""
    judged: tuple[Judged, ...] = ()
    """All facts of the compaction, in order of the log."""
    by_id: Mapping[str, Judged] | None = None
    """The same, by id."""
    is_narrow: bool = False
    """Whether the filter asks for certain facts, and not for all or all that are not there, lost or changed."""
    folder: str = ""
    """The project's, from which on paths are drawn; "" where the log does not tell."""
    traces: Mapping[str, Trace] = field(default_factory=dict)
    """By fact, what the work shows of it, where nobody can read what was left."""


def listing_of(
    groups: Sequence[Group],
    facts: tuple[Judged, ...] = (),
    *,
    is_narrow: bool = False,
    folder: str = "",
) -> Listing:
    """Groups with their index."""
    rows: tuple[tuple[Row, ...], ...] = tuple((*held.facts, *held.claims) for held in groups)
    places = {key_of(one): (top, place) for top, held in enumerate(rows, start=1) for place, one in enumerate(held)}
    listed = tuple(one for held in rows for one in held)
    by_id = {one.fact.id: one for one in facts}
    return Listing(tuple(groups), listed, places, facts, by_id, is_narrow, folder)


def list_facts(
    outcome: Outcome,
    judgements: Judgements,
    wanted: ReviewFilter,
    marks: frozenset[int],
    progress: Progress,
    folder: str,
    traces: Mapping[str, Trace],
) -> Listing:
    """Facts and claims of a compaction that pass a filter, in groups; ``folder`` is the project's. Raises Cancelled."""
    progress.report(0.0, tr("Listing facts"))
    with making_many():
        facts = judged(outcome, judgements)
        progress.report(0.3, tr("Listing facts"))
        shown = {fact: trace.shown for fact, trace in traces.items()}
        groups = group(facts, wanted, marks, listed_claims(outcome), shown)
        progress.report(0.8, tr("Listing facts"))
        return replace(listing_of(groups, facts, is_narrow=wanted.is_narrow, folder=folder), traces=traces)


@dataclass(frozen=True, slots=True)
class Marked:
    """What is marked in a text: the passages, and for each fact or claim the middles of its own."""

    marks: tuple[SheetMark, ...] = ()
    middles: Mapping[str, Sequence[int]] | None = None


def mark_up(sheet: TextSheet, outcome: Outcome, facts: Sequence[Judged], progress: Progress) -> Marked:
    """The passages of a text that stand for facts and claims, in order of the text. Raises Cancelled."""
    progress.report(0.0, tr("Marking passages"))
    with making_many():
        marks = [*evidence_marks(sheet, facts), *claim_marks(sheet, outcome)]
        progress.check()
        middles: dict[str, list[int]] = {}
        for mark in marks:
            middles.setdefault(mark.key, []).append((mark.start + mark.end) // 2)
        return Marked(tuple(sorted(marks, key=lambda mark: (mark.start, mark.end))), middles)
