"""When a strategy acts: the threshold of its rules, and whether one of them holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.rerun.material import Limits
from inspector.rerun.strategy import Trigger, TriggerRule
from inspector.rerun.view import AGENT_KINDS, ViewEntry

_INPUT = 0.9
"""Cline sends nine tenths of a window."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What a trigger is asked about."""

    tokens: float
    """Prompt tokens of the request about to be made."""
    entries: Sequence[ViewEntry]
    idle: float | None = None
    """Seconds since the request before."""
    prompted: bool = True
    """Whether the human has just spoken."""


def threshold(rule: TriggerRule, limits: Limits) -> int | None:
    """The number of prompt tokens at which a rule fires; None for rules on other things, or without a window."""
    if rule.fixed is not None:
        return rule.fixed
    window = limits.window
    if window is None:
        return None
    if rule.fraction is not None:
        base = window * (_INPUT if rule.fraction.of == "input" else 1)
        return int(base * rule.fraction.v + 1e-6)
    if rule.reserve is not None:
        out = min(limits.answer, rule.reserve.out_cap)
        free = {"sum": out + rule.reserve.n, "max": max(out, rule.reserve.n), "out": out}[rule.reserve.combine]
        return window - free + int(rule.reserve.strict)
    if rule.table is not None:
        for row in rule.table.rows:
            if row.window == window:
                return window - row.minus
        return max(window - rule.table.minus, int(window * rule.table.share))
    return None


def lowest(trigger: Trigger, limits: Limits) -> int | None:
    """The threshold that is reached first; None where no rule is on tokens."""
    found = [threshold(rule, limits) for rule in trigger.any if isinstance(rule, TriggerRule)]
    known = [value for value in found if value is not None]
    return min(known) if known else None


def fires(trigger: Trigger, moment: Moment, limits: Limits) -> str:
    """The reason to act now, or ""."""
    if trigger.phase == "pre_turn" and not moment.prompted:
        return ""
    for rule in trigger.any:
        if isinstance(rule, TriggerRule):
            reason = _holds(rule, moment, limits)
            if reason:
                return reason
        elif rule == "always":
            return "at every request"
        elif rule == "overflow" and limits.window is not None and moment.tokens > limits.window:
            return f"over the window of {limits.window:,}"
    return ""


def _holds(rule: TriggerRule, moment: Moment, limits: Limits) -> str:
    at = threshold(rule, limits)
    if at is not None:
        return f"{moment.tokens:,.0f} tokens reach {at:,}" if moment.tokens >= at else ""
    if rule.count is not None:
        there = things(rule.count.unit, moment.entries)
        return f"{there} {rule.count.unit} exceed {rule.count.n}" if there > rule.count.n else ""
    if rule.gap is not None and moment.idle is not None and moment.idle >= 60 * rule.gap:
        return f"{moment.idle / 60:.0f} minutes without a request"
    return ""


def things(unit: str, entries: Sequence[ViewEntry]) -> int:
    """How many events, rounds, or things not of the human stand in a context."""
    if unit == "rounds":
        return len({entry.round for entry in entries if entry.kind in AGENT_KINDS})
    if unit == "others":
        return sum(entry.kind not in ("user_typed", "summary", "system") for entry in entries)
    return len({entry.message for entry in entries if entry.kind != "system"})
