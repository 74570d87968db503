"""What the calls of a session cost, in words and for programs: two sums side by side, never one of both."""

from __future__ import annotations

from inspector.measure.bill import Bill
from inspector.model import Basis
from inspector.wording.units import counted, dollars


def bill_words(bill: Bill) -> str:
    """What the calls of a session cost in two sentences: as the log records it, and by list price."""
    if bill.recorded is None:
        told = "What its calls cost is not in this log."
    elif bill.recorded_calls is None:
        told = f"Cost as recorded: {dollars(bill.recorded)} in all."
    else:
        told = f"Cost as recorded: {dollars(bill.recorded)} for {_share(bill.recorded_calls, bill.calls)}."
    if bill.listed is None:
        # Of an unknown model, or of unknown tokens: either way the list says nothing.
        return f"{told} By list price: not known." if bill.calls else told
    listed = _share(bill.listed_calls, bill.calls)
    return f"{told} By list price of {bill.checked}: ≈{dollars(bill.listed)} for {listed}."


def bill_json(bill: Bill) -> dict[str, object]:
    """The same for programs, each sum with its basis and its calls; ``calls`` is null where one sum stands for all."""
    return {
        "usd": bill.recorded,
        "basis": None if bill.recorded is None else Basis.RECORDED.value,
        "calls": bill.recorded_calls,
        "of": bill.calls,
        "list_price": {
            "usd": bill.listed,
            "basis": None if bill.listed is None else Basis.ESTIMATED.value,
            "calls": bill.listed_calls,
            "checked": bill.checked or None,
        },
    }


def _share(some: int, of: int) -> str:
    """``91 calls``, ``90 of 91 calls``."""
    return counted(of, "call") if some == of else f"{some:,} of {counted(of, 'call')}"
