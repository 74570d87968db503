import pytest

from inspector.wording.times import clock, column_clock, duration, elapsed, span


@pytest.mark.parametrize(
    ("seconds", "words"), [(3.2, "3 s"), (119.4, "119 s"), (137, "2 min 17 s"), (0.3, "under 1 s"), (0, "0 s")]
)
def test_long_times_are_told_in_minutes(seconds, words):
    assert duration(seconds) == words


def test_times_are_told_as_far_as_they_are_known():
    one, other = "2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z"
    assert span(one, other) == "2026-01-05 10:00:00 UTC to 2026-01-05 11:00:00 UTC"
    assert span(one, None) == "from 2026-01-05 10:00:00 UTC" and span(None, None) == ""


def test_a_time_fits_a_column_and_says_its_zone_in_a_sentence():
    assert column_clock("2026-01-05T14:30:15.123Z") == "2026-01-05 14:30:15"
    assert clock("2026-01-05T14:30:15.123Z") == "2026-01-05 14:30:15 UTC"


def test_a_time_that_nobody_wrote_is_not_in_this_log():
    assert clock(None) == column_clock(None) == duration(None) == "not in this log"


@pytest.mark.parametrize(
    ("ended", "words"),
    [
        ("2026-03-02T08:00:40Z", "40 s"),
        ("2026-03-02T08:21:48Z", "22 min"),
        ("2026-03-02T11:12:00Z", "3 h 12 min"),
        ("2026-03-04T09:00:00Z", "2 d 1 h"),
        ("2026-03-02T08:00:00Z", ""),
        ("2026-03-02T07:00:00Z", ""),
        ("2026-03-02T08:21:48", ""),
        (None, ""),
    ],
)
def test_how_long_a_session_was_is_told_in_two_units_at_most(ended, words):
    assert elapsed("2026-03-02T08:00:00Z", ended) == words
