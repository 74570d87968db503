"""What a use of a model costs, and what it takes of a cap in tokens."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.ask.spending import SetPrice
from inspector.llm.chat import ChatModel
from inspector.llm.models import is_free, priced_as
from inspector.measure.price import Price, price_of
from inspector.model import Usage


def price_for(chat: ChatModel, usage: Usage, prices: Sequence[SetPrice] = ()) -> Price:
    """What a use costs: nothing where that is sure, otherwise as the user says, otherwise as a list does."""
    if is_free(chat):
        return Price(0.0, "")
    told = {one.model: one for one in prices}
    found = told.get(chat.name) or (told.get("") if "@http" in chat.name else None)
    if found is None:
        return price_of(priced_as(chat), usage)
    if usage.prompt is None or usage.output is None:
        return Price(None, "")
    return Price((usage.prompt * found.input + usage.output * found.output) / 1e6, "")


def tokens_of(usage: Usage) -> int:
    """What a use takes of a cap in tokens: all that went in and came out."""
    return (usage.prompt or 0) + (usage.output or 0)
