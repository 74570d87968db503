"""What a loss cost, kept apart from what the compaction itself cost."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from inspector.impact.finding import Cost, Finding
from inspector.measure.bill import Bill, bill_of_calls
from inspector.measure.price import price_of
from inspector.model import Compaction, Session, Usage
from inspector.model.basis import full_sum, known_sum
from inspector.reconstruct.calls import summarizer_calls


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPrice:
    """The price of a compaction itself. Tokens and seconds as recorded, None where the log does not tell."""

    tokens: int | None
    """Prompt and answer of the summariser's own call."""
    cache_write: int | None
    """Written to the cache by the first request after: the new context."""
    seconds: float | None
    dollars: float | None
    """Of both, by list price; None where a part is not priced."""
    own: Bill
    """Of the summariser's own calls alone: as recorded, and by list price."""


def price_of_losses(findings: Iterable[Finding]) -> Cost:
    """The sum over findings that took calls and that the human did not name; None for a part that no finding tells."""
    costs = [finding.cost for finding in findings if finding.cost is not None and finding.named is None]
    seconds = known_sum(cost.seconds for cost in costs)
    return Cost(
        tokens=known_sum(cost.tokens for cost in costs),
        seconds=None if seconds is None else round(seconds, 1),
        dollars=known_sum(cost.dollars for cost in costs),
    )


def price_of_call(session: Session, compaction: Compaction) -> CallPrice:
    """What the compaction took: the summariser's call where the log holds it, and the first cache write after."""
    calls = summarizer_calls(session, compaction)
    own = [(one.model, one.usage or Usage()) for one in calls]
    first = session.requests[compaction.request_after] if compaction.request_after is not None else None
    written = first.usage.cache_write if first is not None and first.usage is not None else None
    priced = [price_of(model, usage).dollars for model, usage in own]
    if first is not None and written:
        priced.append(price_of(first.model, Usage(0, 0, written, 0)).dollars)
    halves = [tokens for _, usage in own for tokens in (usage.prompt, usage.output)]
    return CallPrice(
        tokens=full_sum(halves) if halves else None,
        cache_write=written,
        seconds=compaction.record.seconds,
        dollars=full_sum(priced) if priced else None,
        own=bill_of_calls(calls),
    )
