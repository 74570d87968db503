"""Guard: whether a result is taken, and what is said about it."""

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
        return GuardVerdict(f"The new context would be larger ({after:,.0f} tokens, before {before:,.0f}).")
    notes = []
    if after >= before:
        notes.append(f"Nothing was gained: {after:,.0f} tokens after, {before:,.0f} before.")
    if window is not None and after > window:
        notes.append(f"The new context does not fit the window of {window:,} tokens.")
    return GuardVerdict(notes=tuple(notes))
