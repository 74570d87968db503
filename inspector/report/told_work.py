"""From what the work shows behind a compaction that nobody can read to how a report tells it."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.impact.look import Consequences
from inspector.impact.under_way import UnderWay
from inspector.impact.unread import counts, grouped
from inspector.model import Fact, Session
from inspector.model.shown import ORDER, Shown
from inspector.report.told import ToldTrace, ToldUnderWay, ToldWork

_FOLDED = (Shown.KEPT, Shown.UNTESTED)


def told_work(session: Session, followed: Consequences | None, facts: Iterable[Fact]) -> ToldWork | None:
    """What the work behind a compaction shows; None where somebody can read what it left, or nobody looked."""
    if followed is None or not (followed.unread or followed.under_way):
        return None
    told = counts(followed.unread)
    return ToldWork(
        counts=tuple((shown.value, told[shown.value]) for shown in ORDER if told[shown.value]),
        facts=tuple(
            ToldTrace(
                fact=one.fact.id,
                kind=one.fact.kind,
                statement=one.fact.statement,
                shown=group.shown.value,
                item=one.item,
                line=session.line(one.item),
                said=session.line(one.fact.quotes[0].item),
            )
            for group in grouped(followed.unread, facts)
            if group.shown not in _FOLDED
            for one in group.facts
        ),
        under_way=_under_way(session, followed.under_way) if followed.under_way is not None else None,
    )


def _under_way(session: Session, work: UnderWay) -> ToldUnderWay:
    return ToldUnderWay(
        words=work.words(session),
        said=session.line(work.request),
        went_on=work.went_on,
        why=work.why,
        item=work.item,
        line=session.line(work.item),
    )
