"""What followed the compactions of a session, worked out once and looked up; apart, for its nouns bring every rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from inspector.impact.finding import Cost, Finding
from inspector.impact.look import Aftermath
from inspector.impact.price import CallPrice
from inspector.impact.under_way import UnderWay
from inspector.impact.unread import Trace
from inspector.store.cache import Cache
from inspector.workbench.document import Document, Stage
from inspector.workbench.remembered import CONVERTER, recall, remember


@dataclass(frozen=True, slots=True)
class _After:
    compaction: int
    findings: tuple[Finding, ...]
    cost: Cost
    call: CallPrice
    unread: tuple[Trace, ...] = ()
    under_way: UnderWay | None = None


def known_aftermath(document: Document, cache: Cache, tokenizer: str, judged: str) -> tuple[Aftermath, ...] | None:
    """What followed each compaction, as it was found earlier with these counts and judgements."""

    def again(value: Any) -> tuple[Aftermath, ...]:
        kept = CONVERTER.structure(value, tuple[_After, ...])
        return tuple(
            Aftermath(
                compaction=compaction,
                findings=one.findings,
                cost=one.cost,
                call=one.call,
                unread=one.unread,
                under_way=one.under_way,
            )
            for compaction, one in zip(document.compactions, kept, strict=True)
        )

    return recall(document, cache, again, Stage.AFTERMATH, tokenizer, *filter(None, (judged,)))


def keep_aftermath(document: Document, cache: Cache, tokenizer: str, judged: str, found: Sequence[Aftermath]) -> None:
    """Remember what following the losses gave."""
    kept = [_After(one.compaction.number, one.findings, one.cost, one.call, one.unread, one.under_way) for one in found]
    remember(document, cache, kept, Stage.AFTERMATH, tokenizer, *filter(None, (judged,)))
