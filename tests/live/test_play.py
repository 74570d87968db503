"""An agent of our own through the real scenarios: what its log tells rightly is equal, what it hides is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from live.hold import Outcome, apart, hold
from live.place import Place
from live.play import perform
from live.scenarios import SCENARIOS
from tests.live.fake_agent import FakeAgent


def outcome(tmp_path: Path, scenario: str, **faults: object) -> Outcome:
    agent = FakeAgent(Place(tmp_path / "release", tmp_path / "run"))
    for name, value in faults.items():
        setattr(agent, name, value)
    perform(agent, SCENARIOS[scenario])
    return hold(agent, scenario)


@pytest.mark.parametrize("name", ["long", "row"])
def test_an_agent_whose_log_tells_all_is_equal(tmp_path: Path, name: str) -> None:
    found = outcome(tmp_path, name)
    assert len(found.requests) > 10
    assert all(one.is_equal for one in found.requests)
    assert len(found.told) >= 3 and all(cut.trigger == "unknown" for cut in found.told)
    assert not found.wrong


def test_of_compactions_in_a_row_the_first_has_a_request_before_and_the_last_one_behind() -> None:
    told = [{"request_before": before, "request_after": after} for before, after in ((2, 3), (4, 5), (4, 5))]
    found = [(one["request_before"], one["request_after"]) for one in apart(told)]
    assert found == [(2, 3), (4, None), (None, 5)]


def test_compactions_know_their_place_and_who_asked(tmp_path: Path) -> None:
    found = outcome(tmp_path, "long")
    assert [cut.trigger for cut in found.cuts if cut.status == "ok"].count("manual") == 2
    assert found.cuts[0].trigger == "auto"


def test_a_message_that_the_log_lacks_is_missing_in_every_request_behind_it(tmp_path: Path) -> None:
    found = outcome(tmp_path, "long", unsaid="Now b.log")
    assert found.wrong
    lacking = [one for one in found.requests if one.missing]
    assert lacking and all("Now b.log" in piece.text for one in lacking for piece in one.missing)
    assert not any(one.extra for one in found.requests)


def test_results_in_the_wrong_order_are_misplaced(tmp_path: Path) -> None:
    found = outcome(tmp_path, "long", swapped=True)
    before = found.requests[: found.cuts[0].behind]
    assert any(one.misplaced for one in before)
    assert not any(one.missing or one.extra for one in before)


def test_a_failed_call_of_the_summarizer_is_a_failed_compaction(tmp_path: Path) -> None:
    found = outcome(tmp_path, "failing")
    assert [cut.status for cut in found.cuts if cut.trigger == "manual"] == ["failed", "failed", "ok"]


def test_what_differs_is_told_with_its_place(tmp_path: Path) -> None:
    told = outcome(tmp_path, "failing", unsaid="Now b.log", logs_failures=True).wrong
    assert any("missing user" in line and "Now b.log" in line for line in told)
    took_place, listed = (line for line in told if line.startswith("compactions that"))
    assert "took place: manual behind request 7, failed; manual behind request 8, failed; manual behind" in took_place
    assert "are listed: unknown behind" in listed and "failed" not in listed
