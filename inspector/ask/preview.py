"""Before anything is sent: what would be, to whom, how many tokens, at what price, with which secrets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.ask.asker import Asker
from inspector.ask.cost import tokens_of
from inspector.ask.redact import Secret
from inspector.ask.sending import Sending, secrets_of
from inspector.model import Usage
from inspector.model.basis import full_sum
from inspector.model.run import Run
from inspector.model.settings import UNSET, Settings


@dataclass(frozen=True, slots=True)
class Preview:
    """What one run would send and cost. Tokens and dollars are estimates; ``dollars`` None where no price is known."""

    id: str
    strategy: str
    prompt: str
    model: str
    """"" where none is asked."""
    destination: str
    requests: int
    answered: int
    """Of them, how many cost nothing: kept from before, or asked by an earlier run of the same preview."""
    input: int
    """Tokens of the rest, which is sent."""
    output: int
    dollars: float | None
    """Of the rest."""
    checked: str
    """Date of the price list; "" where it has no price."""
    secrets: tuple[Secret, ...] = ()
    sent: tuple[Sending, ...] = ()
    tokens: int = 0
    """In and out, of the rest: what a cap in tokens counts."""
    problem: str = ""
    """Why it cannot be sent as it is."""
    hint: str = ""
    run: Run | None = None
    """The new context, with a text of the same length where a model would write; None where there is no run."""
    settings: Settings = UNSET
    """Of each request."""

    @property
    def limit(self) -> int | None:
        """Tokens that the longest of its answers may have; None where the model's own limit is not known."""
        limits = [one.limit for one in self.sent]
        known = [one for one in limits if one is not None]
        return max(known) if known and len(known) == len(limits) else None


def quote(asker: Asker, sent: Sequence[Sending], nth: int = 0, asked: set[str] | None = None) -> Preview:
    """What some questions to one model would cost; those that were answered before cost nothing.

    ``asked`` are the keys of what other runs ask before it; these are added to, and cost nothing either.
    """
    prices, new = [], list[Usage]()
    answered = 0
    before = set() if asked is None else asked
    for sending in sent:
        key = asker.key(sending.messages, nth, sending.kept_under)
        if key in before or asker.standing(sending.messages, nth, sending.kept_under) is not None:
            answered += 1
            continue
        before.add(key)
        prices.append(asker.price(sending.expected))
        new.append(sending.expected)
    return Preview(
        id="",
        strategy="",
        model=asker.chat.name,
        destination=asker.chat.destination,
        prompt=", ".join(dict.fromkeys(sending.prompt for sending in sent if sending.prompt)),
        requests=len(sent),
        answered=answered,
        input=sum(one.input or 0 for one in new),
        output=sum(one.output or 0 for one in new),
        dollars=full_sum(price.dollars for price in prices),
        checked=next((price.checked for price in prices if price.checked), ""),
        secrets=secrets_of(sent),
        sent=tuple(sent),
        tokens=sum(map(tokens_of, new)),
    )


def total(previews: Sequence[Preview]) -> float | None:
    """Dollars for all of them; None where a price is not known."""
    return full_sum(one.dollars for one in previews)
