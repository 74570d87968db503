"""Spending that outlives the program: a cap holds over every start of an experiment, and over all that run it at once.

What was set aside for a question that never ended, because the program was killed, stays counted: it may be charged.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.ask.spending import Budget, Promise, Spending
from inspector.errors import OverBudget
from inspector.store.spent import Spent


@dataclass(slots=True, kw_only=True)
class Ledger(Spending):
    """The spending of one experiment, kept in the library. Every method raises CannotRead where that is unusable."""

    kept: Spent

    @classmethod
    def kept_in(cls, kept: Spent, budget: Budget) -> Ledger:
        """With all that earlier starts have spent."""
        made = cls(cap=budget.dollars, cap_tokens=budget.tokens, prices=budget.prices, kept=kept)
        made._look()
        return made

    def promise(self, dollars: float | None, tokens: int = 0) -> Promise:
        """Set money and tokens aside for one question. Raises OverBudget where a cap does not allow it."""
        with self._lock:
            self._look()
            why = self._over_dollars(dollars) or self._over_tokens(tokens)
            number = None if why else self.kept.set_aside(dollars, tokens, self.cap, self.cap_tokens)
            if number is None:
                # Another program was faster where nothing was against it a moment ago.
                self._look()
                self.stopped = True
                raise (
                    why
                    or self._over_dollars(dollars)
                    or self._over_tokens(tokens)
                    or OverBudget("The budget was reached by another program.")
                )
            self._look()
            return Promise(dollars, tokens, number)

    def settle(self, promised: Promise, dollars: float | None, tokens: int | None = None) -> None:
        """What a question really took, in the place of what was set aside; None is as much as that."""
        with self._lock:
            known = promised.dollars if dollars is None else dollars
            self.kept.settle(promised.id, known, promised.tokens if tokens is None else tokens)
            self.expected += dollars is None and bool(known)
            self._look()

    def release(self, promised: Promise) -> None:
        """Nothing was charged."""
        with self._lock:
            self.kept.drop(promised.id)
            self._look()

    def _look(self) -> None:
        sums = self.kept.sums()
        self.spent, self.tokens, self.unknown = sums.dollars, sums.tokens, sums.unknown
        self.promised, self.promised_tokens = sums.open_dollars, sums.open_tokens
