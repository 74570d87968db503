"""Recorded times and durations; a time that a log does not tell is words."""

from __future__ import annotations

from datetime import datetime

from inspector.wording.units import UNKNOWN

_SHORT = 0.5


def clock(time: str | None) -> str:
    """A recorded time (ISO 8601 in UTC), to the second, for a sentence."""
    return f"{column_clock(time)} UTC" if time else UNKNOWN


def column_clock(time: str | None) -> str:
    """The same for a column, without the zone."""
    return time[:19].replace("T", " ") if time else UNKNOWN


def span(started: str | None, ended: str | None) -> str:
    """From when to when, as far as it is known; "" where neither is."""
    if started and ended:
        return f"{clock(started)} to {clock(ended)}"
    return f"from {clock(started)}" if started else f"until {clock(ended)}" if ended else ""


def elapsed(started: str | None, ended: str | None) -> str:
    """How long it was from one recorded time to another: ``3 h 12 min``; "" where one is not told."""
    try:
        first, last = (datetime.fromisoformat(one or "") for one in (started, ended))
        seconds = (last - first).total_seconds()
    except (ValueError, TypeError):
        return ""
    if seconds < 60:
        return duration(seconds) if seconds >= 1 else ""
    minutes = round(seconds / 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    parts = ((days, "d"), (hours, "h"), (minutes, "min"))
    return " ".join([f"{n} {unit}" for n, unit in parts if n][:2])


def duration(seconds: float | None) -> str:
    """Seconds, or minutes and seconds; what rounds to nothing did take some time."""
    if seconds is None:
        return UNKNOWN
    if 0 < seconds < _SHORT:
        return "under 1 s"
    return f"{seconds:.0f} s" if seconds < 120 else f"{int(seconds // 60)} min {int(seconds % 60)} s"
