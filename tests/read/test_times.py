"""Times of logs: numbers, texts, and what is none."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inspector.read.times import as_time, epoch_seconds, from_milliseconds, from_seconds, iso, seconds_between


@pytest.mark.parametrize(
    ("stamp", "time"),
    [
        (1776106998833, "2026-04-13T19:03:18.833Z"),
        (1776106998, "2026-04-13T19:03:18.000Z"),
        ("2026-04-13 19:03:18", "2026-04-13T19:03:18.000Z"),
        ("2026-04-13T21:03:18+02:00", "2026-04-13T19:03:18.000Z"),
        ("2026-04-13T19:03:18.5Z", "2026-04-13T19:03:18.500Z"),
        ("2026-04-13T19:03:18.833Z", "2026-04-13T19:03:18.833Z"),
        ("2026-02-30T19:03:18.833Z", None), ("2026-02-28T24:00:00.000Z", None),
        (0, None), (-5, None), (10**16, None), ("soon", None), (True, None), ("0001-01-01T00:00:00+14:00", None),
    ],
)  # fmt: skip
def test_times_are_iso_8601_in_utc(stamp, time):
    assert iso(stamp) == time


@pytest.mark.parametrize(
    ("written", "time"),
    [
        ("2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05.000Z"),
        ("2026-01-01 23:04:05.5-0330", "2026-01-02T02:34:05.500Z"),
        ("2026-01-02T03:04:05.123456+00:00", "2026-01-02T03:04:05.123456+00:00"),
        ("2026-01-02T03:04:05.123456", "2026-01-02T03:04:05.123456"),
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z"),
        ("2026-01-02", "2026-01-02"),
        ("2026-13-02T03:04:05+02:00", "2026-13-02T03:04:05+02:00"),
        ("soon", "soon"), ("", None), (None, None), (1776106998, None),
    ],
)  # fmt: skip
def test_a_written_time_changes_only_where_it_tells_an_offset(written, time):
    assert as_time(written) == time


@pytest.mark.parametrize("stamp", [0, 1, 999, 86_399_999, 86_400_000, 951_782_400_000, 1_776_106_998_833])
def test_numbers_read_as_the_calendar_has_them(stamp):
    time = datetime.fromtimestamp(stamp / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert from_milliseconds(stamp) == time
    assert from_seconds(stamp / 1000 + 0.0004) == time


@pytest.mark.parametrize(
    ("start", "end", "seconds"),
    [
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:07.500Z", 2.5),
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05Z", 0.0),
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:04Z", None),
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:07", None),
        (None, "2026-01-02T03:04:05Z", None), ("2026-01-02T03:04:05Z", "soon", None),
    ],
)  # fmt: skip
def test_how_long_it_was_is_not_known_where_a_time_is_missing_or_the_end_stands_first(start, end, seconds):
    assert seconds_between(start, end) == seconds


@pytest.mark.parametrize(
    ("time", "seconds"), [("1970-01-01T00:01:00.5Z", 60.5), ("", None), (None, None), ("soon", None)]
)
def test_a_time_is_seconds_since_1970(time, seconds):
    assert epoch_seconds(time) == seconds
