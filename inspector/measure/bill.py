"""What the calls of a session cost: as its log records it, and by the list of prices. Never one sum of both."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum

from inspector.measure.price import price_of
from inspector.model import Request, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """Two sums in US dollars, each over the calls of which it is known."""

    calls: int
    """All calls of the model that the log holds, those of subagents and summarisers among them."""
    recorded: float | None
    """None where the log records none."""
    recorded_calls: int | None
    """Calls with a cost of their own; None where the log has only one sum for all."""
    listed: float | None
    """By list price; estimated. None where no call has one."""
    listed_calls: int
    checked: str
    """Date of the price list; "" where nothing is on it."""

    @property
    def is_known(self) -> bool:
        """Whether there is any sum to tell."""
        return self.recorded is not None or self.listed is not None


def bill_of(session: Session) -> Bill:
    """The bill of all calls in a log."""
    bill = bill_of_calls(session.requests)
    if bill.recorded is not None or session.cost is None:
        return bill
    return Bill(
        calls=bill.calls,
        recorded=session.cost,
        recorded_calls=None,
        listed=bill.listed,
        listed_calls=bill.listed_calls,
        checked=bill.checked,
    )


def recorded_cost(requests: Iterable[Request]) -> float | None:
    """US dollars that the log records for some calls together; None unless it does so for every one of them."""
    bill = bill_of_calls(requests)
    return bill.recorded if bill.recorded_calls == bill.calls else None


def bill_of_calls(requests: Iterable[Request]) -> Bill:
    """The bill of some calls."""
    calls = tuple(requests)
    recorded = [call.cost for call in calls if call.cost is not None]
    prices = [price_of(call.model, call.usage) for call in calls if call.usage is not None]
    listed = [price.dollars for price in prices if price.dollars is not None]
    return Bill(
        calls=len(calls),
        recorded=fsum(recorded) if recorded else None,
        recorded_calls=len(recorded),
        listed=fsum(listed) if listed else None,
        listed_calls=len(listed),
        checked=next((price.checked for price in prices if price.dollars is not None), ""),
    )
