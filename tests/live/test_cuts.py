"""Which compactions are the same, told by requests and told by a log."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from live.agents.cline import Cline
from live.agents.opencode import Kilo, OpenCode
from live.compare import Cut, attempts, same
from live.place import Place
from live.stub import Sent

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


def sent(*told: tuple[str, str, int, int, str]) -> list[Sent]:
    return [Sent(0, kind, step, number, {}, 1, status, text) for kind, step, number, status, text in told]


MAIN = ("main", "say", 1, 200, "Done.")
REFUSED = ("compaction", "compact", 2, 400, "no")
AGAIN = ("compaction", "say", 3, 200, "A summary.")


def test_calls_of_one_step_are_one_compaction() -> None:
    first, second = ("compaction", "compact", 2, 200, ""), ("compaction", "compact", 2, 200, "A summary.")
    assert list(attempts(sent(MAIN, REFUSED, first, second, MAIN))) == [Cut(1, "ok", "manual")]
    assert list(attempts(sent(MAIN, REFUSED, MAIN))) == [Cut(1, "failed", "manual")]
    assert list(attempts(sent(MAIN, first))) == [Cut(1, "failed", "manual")]
    assert list(attempts(sent(MAIN, first), takes_nothing=True)) == [Cut(1, "ok", "manual")]
    assert list(attempts(sent(MAIN, REFUSED), takes_failures=True)) == [Cut(1, "ok", "manual")]


def test_cline_goes_on_trying_behind_the_next_prompt(tmp_path: Path) -> None:
    assert list(Cline(Place(tmp_path, tmp_path)).cuts(sent(MAIN, REFUSED, AGAIN, MAIN))) == [Cut(1, "ok", "manual")]


def test_one_that_failed_by_hand_and_is_made_at_the_next_prompt_is_tried_again() -> None:
    failed, again = attempts(sent(MAIN, REFUSED, AGAIN, MAIN))
    assert again == Cut(1, "ok", "manual")
    assert again.again and not failed.again
    (_, other) = attempts(sent(MAIN, REFUSED, MAIN, AGAIN))
    assert other == Cut(2, "ok", "auto") and not other.again


def test_kilo_forgets_the_one_that_failed_and_opencode_keeps_both(tmp_path: Path) -> None:
    place = Place(tmp_path, tmp_path)
    tried = sent(MAIN, REFUSED, AGAIN, MAIN)
    assert list(Kilo(place).cuts(tried)) == [Cut(1, "ok", "manual")]
    assert list(OpenCode(place).cuts(tried)) == [Cut(1, "failed", "manual")] * 2
    shorter = [replace(tried[1], body={"messages": ["all that was said"]}), replace(tried[2], body={})]
    dropped = [Cut(1, "failed", "manual"), Cut(1, "ok", "auto"), Cut(1, "failed", "manual")]
    assert list(OpenCode(place).cuts([tried[0], *shorter])) == dropped
