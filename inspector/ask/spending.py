"""Money and tokens: what has been spent, what is promised, and caps that stop before they are passed."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from inspector.errors import OverBudget


@dataclass(frozen=True, slots=True)
class SetPrice:
    """What the user says that a model costs, in US dollars per million tokens."""

    model: str
    """Its name; "" for every one that is served at an address."""
    input: float
    output: float


@dataclass(frozen=True, slots=True)
class Budget:
    """What may be spent at most; None allows everything."""

    dollars: float | None = None
    tokens: int | None = None
    """In and out, whatever they cost: this holds where no price is known."""
    prices: tuple[SetPrice, ...] = ()
    """As the user names them, ahead of every list."""

    @property
    def is_set(self) -> bool:
        """Whether there is any cap."""
        return self.dollars is not None or self.tokens is not None


NO_BUDGET = Budget()


@dataclass(frozen=True, slots=True)
class Promise:
    """What was set aside for one question."""

    dollars: float | None = 0.0
    """None where the price is not known."""
    tokens: int = 0
    id: int = 0
    """Its place in a ledger; 0 where there is none."""


@dataclass(slots=True)
class Spending:
    """US dollars and tokens of one experiment, shared by all its columns. A cap of None allows everything."""

    cap: float | None = None
    """US dollars."""
    cap_tokens: int | None = None
    """In and out; where it is set, a price that is not known needs no cap in dollars."""
    spent: float = 0.0
    promised: float = 0.0
    """For what is under way."""
    tokens: int = 0
    """Spent, in and out; of an answer that did not say, what was expected."""
    promised_tokens: int = 0
    unknown: int = 0
    """Requests whose price is not known."""
    expected: int = 0
    """Requests that did not report what they took; ``spent`` holds their expected price."""
    stopped: bool = False
    """Something was not asked because of the cap."""
    prices: tuple[SetPrice, ...] = ()
    """As the user names them, ahead of every list."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @classmethod
    def of(cls, budget: Budget) -> Spending:
        """With the caps and prices of a budget, and nothing spent."""
        return cls(budget.dollars, budget.tokens, prices=budget.prices)

    def promise(self, dollars: float | None, tokens: int = 0) -> Promise:
        """Set money and tokens aside for one question. Raises OverBudget where a cap does not allow it."""
        with self._lock:
            why = self._over_dollars(dollars) or self._over_tokens(tokens)
            if why is not None:
                self.stopped = True
                raise why
            self.promised += dollars or 0.0
            self.promised_tokens += tokens
            return Promise(dollars, tokens)

    def settle(self, promised: Promise, dollars: float | None, tokens: int | None = None) -> None:
        """What a question really took, in the place of what was set aside; None is as much as that."""
        with self._lock:
            self._put_back(promised)
            known = promised.dollars if dollars is None else dollars
            self.spent += known or 0.0
            self.tokens += promised.tokens if tokens is None else tokens
            self.unknown += known is None
            self.expected += dollars is None and bool(known)

    def release(self, promised: Promise) -> None:
        """Nothing was charged."""
        with self._lock:
            self._put_back(promised)

    def affords(self, dollars: float | None, tokens: int | None) -> bool:
        """Whether something of unusual size takes no more than half of what the caps leave; True without caps.

        The other half stays for what runs beside it, which is promised as it usually is.
        """
        with self._lock:
            if self.cap is not None and self.cap_tokens is None and dollars is None:
                return False
            if self.cap is not None and dollars is not None and dollars > (self.cap - self.spent - self.promised) / 2:
                return False
            left = None if self.cap_tokens is None else self.cap_tokens - self.tokens - self.promised_tokens
            return left is None or (tokens is not None and tokens <= left / 2)

    def _put_back(self, promised: Promise) -> None:
        self.promised = max(0.0, self.promised - (promised.dollars or 0.0))
        self.promised_tokens -= promised.tokens

    def _over_dollars(self, dollars: float | None) -> OverBudget | None:
        if self.cap is None:
            return None
        if dollars is None:
            return None if self.cap_tokens is not None else without_price("The price of the model is not known")
        if self.spent + self.promised + dollars <= self.cap:
            return None
        return OverBudget(
            f"This would cost about ${dollars:.4f}; of the budget of ${self.cap:.2f}, "
            f"${max(0.0, self.cap - self.spent - self.promised):.4f} is left. It was not sent.",
            hint="Raise the budget, or ask for less: what was answered is kept.",
        )

    def _over_tokens(self, tokens: int) -> OverBudget | None:
        if self.cap_tokens is None or self.tokens + self.promised_tokens + tokens <= self.cap_tokens:
            return None
        left = max(0, self.cap_tokens - self.tokens - self.promised_tokens)
        return OverBudget(
            f"This would take about {tokens:,} tokens; of the budget of {self.cap_tokens:,}, {left:,} are left. "
            "It was not sent.",
            hint="Raise the budget, or ask for less: what was answered is kept.",
        )


def without_price(why: str) -> OverBudget:
    """No cap in dollars can be held; ``why`` says what is not known."""
    return OverBudget(
        f"{why}, so no budget in dollars can be held.",
        hint="Cap it in tokens with --budget-tokens, name the price with --price, or set no budget.",
    )
