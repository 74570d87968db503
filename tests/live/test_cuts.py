"""Which compactions are the same, told by requests and told by a log."""

from __future__ import annotations

from live.cuts import Cut, same

AUTO = Cut(3, "ok", "auto")
FAILED = Cut(5, "failed", "manual")


def test_a_log_need_not_tell_who_asked() -> None:
    assert same([AUTO], [Cut(3, "ok", "unknown")], True)
    assert not same([AUTO], [Cut(3, "ok", "manual")], True)


def test_another_place_is_another_compaction() -> None:
    assert not same([AUTO], [Cut(4, "ok", "auto")], True)


def test_a_failed_one_has_to_be_listed_where_the_log_has_a_trace() -> None:
    assert not same([AUTO, FAILED], [AUTO], True)
    assert same([AUTO, FAILED], [AUTO], False)
    assert not same([AUTO], [AUTO, FAILED], True)
