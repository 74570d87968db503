"""Times as logs write them → ISO 8601 in UTC with milliseconds; a log holds thousands, many of a minute."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

from inspector.read.values import as_int

_SECONDS = 10**11
"""Epoch numbers below are seconds, those above milliseconds (they meet in the years 1973 and 5138)."""
_EPOCH = date(1970, 1, 1).toordinal()
_SECOND = tuple(f"{second:02}" for second in range(60))
_OFFSET = re.compile(r"\d{4}-\d\d-\d\d[T ][\d:.,]*[+-](?!00(?::?00)?\Z)\d\d(?::?\d\d)?", re.ASCII)
"""A time off UTC."""
_AS_IT_IS = re.compile(r"(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z", re.ASCII)


def iso(stamp: Any) -> str | None:
    """Epoch seconds or milliseconds, or a date as text, as ISO 8601 in UTC; None for what is no time."""
    if isinstance(stamp, str):
        return _from_text(stamp)
    number = as_int(stamp)
    if not number or number > 10**14:
        return None
    return from_milliseconds(number if number >= _SECONDS else number * 1000)


def as_time(value: Any) -> str | None:
    """A time that a log writes as text: in UTC where it tells its offset, else as written; None for any other value."""
    if not isinstance(value, str) or not value:
        return None
    return (_from_text(value) or value) if _OFFSET.fullmatch(value) else value


def from_milliseconds(stamp: int) -> str:
    """Milliseconds since 1970, not negative and before the year 10000."""
    minutes, rest = divmod(stamp, 60_000)
    return f"{_minute(minutes)}{_SECOND[rest // 1000]}.{rest % 1000:03}Z"


def from_seconds(stamp: float) -> str:
    """Seconds since 1970 with what follows the point cut to milliseconds; not negative, before the year 10000."""
    whole = int(stamp)
    return from_milliseconds(whole * 1000 + round((stamp - whole) * 1e6) // 1000)


def utc(stamp: Any) -> str | None:
    """Milliseconds since 1970 as logs tell them, from 1973 on; None for what is no such time."""
    number = as_int(stamp)
    return None if number is None or not _SECONDS < number < 10**14 else from_milliseconds(number)


def from_epoch(stamp: Any) -> str | None:
    """Seconds or milliseconds since 1970, whole or not, from 2001 on; None for what is no such time."""
    if not isinstance(stamp, int | float) or not 10**9 < stamp < 10**14:
        return None
    return from_seconds(stamp / 1000 if stamp > _SECONDS else stamp)


def span(times: Iterable[str | None]) -> tuple[str | None, str | None]:
    """The earliest and the latest of some times, of which any may be unknown; None where all are."""
    known = [time for time in times if time]
    return min(known, default=None), max(known, default=None)


def epoch_seconds(time: str | None) -> float | None:
    """A recorded time as seconds since 1970; None where it is not told."""
    try:
        return datetime.fromisoformat(time).timestamp() if time else None
    except (ValueError, OverflowError):
        return None


def seconds_between(start: str | None, end: str | None) -> float | None:
    """How long it was from one recorded time to another; None where one is not told, or the second is the earlier."""
    try:
        seconds = (datetime.fromisoformat(end or "") - datetime.fromisoformat(start or "")).total_seconds()
    except (ValueError, TypeError):
        return None
    return seconds if seconds >= 0 else None


@lru_cache(maxsize=256)
def _minute(minutes: int) -> str:
    days, rest = divmod(minutes, 1440)
    return f"{date.fromordinal(_EPOCH + days).isoformat()}T{rest // 60:02}:{rest % 60:02}:"


@lru_cache(maxsize=64)
def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _from_text(text: str) -> str | None:
    written = _AS_IT_IS.fullmatch(text)
    if written and _is_day(written[1]):
        return text
    try:
        time = datetime.fromisoformat(text.strip().replace(" ", "T"))
        # SQLite writes times in UTC without saying so.
        time = time.astimezone(UTC) if time.tzinfo else time.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
