"""Tokens → US dollars, by list price, or by the price that the user names for a server of their own."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.measure.models import find_model
from inspector.model import Usage


@dataclass(frozen=True, slots=True)
class Price:
    """What something cost, by list price."""

    dollars: float | None
    """None where the model or one of its used parts has no known price, or prompt or output are not known."""
    checked: str
    """Date of the price list; "" where the model is not on it."""


def price_of(model: str, usage: Usage) -> Price:
    """The list price of one request.

    Whoever serves a model at an address of their own (``NAME@http://…``) asks prices of their own, on no list. A server
    on this machine asks none, but may pass on what it is asked: a model of the list has its list price there, too.
    """
    name, _, address = model.partition("@http")
    known = find_model(name) if not address or _is_here(f"http{address}") else None
    if known is None:
        return Price(None, "")
    if usage.prompt is None or usage.output is None:
        # The price of one half would pass for that of the whole.
        return Price(None, known.checked)
    rated = known.rates_for(usage.prompt)
    parts = (
        (usage.input, rated.input),
        (usage.cache_read, rated.cache_read),
        (usage.cache_write, rated.cache_write),
        (usage.output, rated.output),
    )
    counted = [(tokens, rate) for tokens, rate in parts if tokens]
    rates = [rate for _, rate in counted if rate is not None]
    if not counted or len(rates) < len(counted):
        return Price(None, known.checked)
    return Price(sum(tokens * rate for (tokens, _), rate in zip(counted, rates, strict=True)) / 1e6, known.checked)


def _is_here(address: str) -> bool:
    # Hardly any log names an address, and what looks at one brings all that asks models.
    from inspector.llm.guard import is_here

    return is_here(address)
