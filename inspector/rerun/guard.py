"""Guard: whether a result is taken, what is said about it, and whether an agent tries again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.rerun.select import Chosen
from inspector.rerun.strategy import Guard
from inspector.rerun.view import ViewEntry


@dataclass(frozen=True, slots=True)
class GuardVerdict:
    """Why a result is refused, or what has to be said about one that is taken."""

    refused: str = ""
    notes: tuple[str, ...] = ()


def progress(guard: Guard, chosen: Chosen, entries: Sequence[ViewEntry]) -> str:
    """Why a choice would not be worth it, or ""."""
    if not guard.min_progress:
        return ""
    there = len({entry.message for entry in entries if entry.kind != "system"})
    goes = len({entry.message for entry in chosen.span})
    if there and goes < guard.min_progress * there:
        return f"Only {goes} of {there} events would go, less than {guard.min_progress:.0%}."
    return ""


def judge(guard: Guard, before: float, after: float, window: int | None) -> GuardVerdict:
    """Whether the new context may take the place of the old one. Tokens of the whole prompt."""
    if guard.inflate == "reject" and after > before:
        return GuardVerdict(f"The new context would be larger (≈{after:,.0f} tokens, before ≈{before:,.0f}).")
    notes = []
    if after >= before:
        notes.append(f"Nothing was gained: ≈{after:,.0f} tokens after, ≈{before:,.0f} before.")
    if window is not None and after > window:
        notes.append(f"The new context does not fit the window of {window:,} tokens.")
    return GuardVerdict(notes=tuple(notes))


class Caution:
    """What an agent remembers of its own compactions in one session, so that it stops before it does harm.

    The logs it is emulated for do not show it; the rules are the agents' own.
    """

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._failures = self._refills = 0
        self._stopped = False
        self.only_fallback = False
        """Whether a summary is not tried any more."""
        self.notes: list[str] = []

    def may_fire(self, since: int | None) -> bool:
        """Whether it is tried. ``since``: requests that were sent after the last time, None where there was none."""
        if self._stopped:
            return False
        self._refills = self._refills + 1 if since == 1 else 0
        if self._guard.thrash and self._refills >= self._guard.thrash:
            self._stop(f"It fired at the next request {self._refills} times in a row and stopped.")
        return not self._stopped

    def failed(self, failed: bool) -> None:
        """How a try went."""
        self._failures = self._failures + 1 if failed else 0
        if self._guard.breaker and self._failures >= self._guard.breaker:
            self._stop(f"It failed {self._failures} times in a row and was not tried again.")

    def refused(self, refused: bool) -> None:
        """Whether a result was not taken because it was larger."""
        if refused and self._guard.sticky_fallback and not self.only_fallback:
            self.only_fallback = True
            self.notes.append(f"A result was larger and refused; from then on only {self._guard.fallback} ran.")

    def _stop(self, why: str) -> None:
        self._stopped = True
        self.notes.append(why)
