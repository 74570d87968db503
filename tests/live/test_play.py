"""An agent of our own through the real scenarios: what its log tells rightly is equal, what it hides is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from live.cuts import Cut
from live.hold import Outcome, apart
from live.place import Place
from live.play import run
from live.scenarios import SCENARIOS
from tests.live.fake_agent import FakeAgent


def outcome(tmp_path: Path, scenario: str, **faults: object) -> Outcome:
    agent = FakeAgent(Place(tmp_path / "release", tmp_path / "run"))
    for name, value in faults.items():
        setattr(agent, name, value)
    return run(agent, SCENARIOS[scenario])


@pytest.mark.parametrize("name", ["long", "row"])
def test_an_agent_whose_log_tells_all_is_equal(tmp_path: Path, name: str) -> None:
    found = outcome(tmp_path, name)
    assert len(found.requests) > 10
    assert all(one.is_equal for one in found.requests)
    assert len(found.told) >= 3 and all(cut.trigger == "unknown" for cut in found.told)
    assert found.is_right


def test_of_compactions_in_a_row_the_first_has_a_request_before_and_the_last_one_behind() -> None:
    told = [{"request_before": before, "request_after": after} for before, after in ((2, 3), (4, 5), (4, 5))]
    found = [(one["request_before"], one["request_after"]) for one in apart(told)]
    assert found == [(2, 3), (4, None), (None, 5)]


def test_compactions_know_their_place_and_who_asked(tmp_path: Path) -> None:
    found = outcome(tmp_path, "long")
    assert [cut.trigger for cut in found.cuts if cut.status == "ok"].count("manual") == 2
    assert found.cuts[0].trigger == "auto"


def test_a_message_that_the_log_lacks_is_missing_in_every_request_behind_it(tmp_path: Path) -> None:
    found = outcome(tmp_path, "long", unsaid="Now look at b.log")
    assert not found.is_right
    lacking = [one for one in found.requests if one.missing]
    assert lacking and all("Now look at b.log" in piece.text for one in lacking for piece in one.missing)
    assert not any(one.extra for one in found.requests)


def test_results_in_the_wrong_order_are_misplaced(tmp_path: Path) -> None:
    found = outcome(tmp_path, "long", swapped=True)
    before = found.requests[: found.cuts[0].behind]
    assert any(one.misplaced for one in before)
    assert not any(one.missing or one.extra for one in before)


def test_a_failed_call_of_the_summarizer_is_a_failed_compaction(tmp_path: Path) -> None:
    found = outcome(tmp_path, "failing")
    assert [cut.status for cut in found.cuts if cut.trigger == "manual"] == ["failed", "failed", "ok"]


def test_the_table_says_what_differs_and_where(tmp_path: Path) -> None:
    found = outcome(tmp_path, "long", unsaid="Now look at b.log")
    told = "\n".join(found.lines())
    assert "Now look at b.log" in told
    assert "missing user" in told
    unlisted = replace(found, requests=[], wrong=[], cuts=[Cut(1, "ok", "auto")], told=[], cuts_are_right=False)
    assert "compactions that took place: auto behind request 1" in "\n".join(unlisted.lines())
