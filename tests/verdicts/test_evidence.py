"""Planted evidence is found, and its fate told, in at least 98 of 100 cases."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import pytest

from inspector.model import Fact, Survival
from tests.evidence_scene import judged
from tests.generate_facts import Plan, write_facts_log

SEEDS = range(8)


@dataclass(slots=True)
class Tally:
    """Right and wrong answers over all logs."""

    planted: int = 0
    found: int = 0
    right: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    true: Counter[str] = field(default_factory=Counter)
    invented: int = 0
    wrong: list[str] = field(default_factory=list)


def hold(plan: Plan, found: list[tuple[Fact, Survival]], tally: Tally) -> None:
    wanted = {(fact.finder, fact.value) for fact in plan.planted} | plan.also
    for planted in plan.planted:
        tally.planted += 1
        tally.true[planted.verdict] += 1
        here = [
            survival
            for fact, survival in found
            if (fact.extractor, fact.value) == (planted.finder, planted.value) and planted.action in ("", fact.action)
        ]
        tally.found += bool(here)
        verdict = str(here[0].verdict) if here else "not found"
        zone = str(here[0].evidence[0].zone) if here and here[0].evidence else ""
        tally.said[verdict] += 1
        if verdict == planted.verdict and zone == planted.zone:
            tally.right[verdict] += 1
        else:
            tally.wrong.append(f"{planted}: {verdict} in {zone or 'no zone'}, {here[0].why if here else ''}")
    for fact, _ in found:
        if (fact.extractor, fact.value) not in wanted and not (
            fact.extractor == "paths" and any(value == fact.value for _, value in wanted)
        ):
            tally.invented += 1
            tally.wrong.append(f"invented: {fact.extractor} {fact.action} {fact.value}")


@pytest.fixture(scope="module")
def tally(tmp_path_factory: pytest.TempPathFactory) -> Tally:
    tally = Tally()
    for seed in SEEDS:
        path = tmp_path_factory.mktemp("facts") / "log.jsonl"
        plan = write_facts_log(path, seed)
        hold(plan, judged(path), tally)
    return tally


def test_planted_facts_are_found(tally: Tally):
    assert tally.planted > 800
    assert tally.found / tally.planted >= 0.98, tally.wrong


def test_little_is_found_that_was_not_planted(tally: Tally):
    assert tally.found / (tally.found + tally.invented) >= 0.98, tally.wrong


@pytest.mark.parametrize("verdict", ["verbatim", "lost"])
def test_each_verdict_is_right_in_98_of_100(tally: Tally, verdict: str):
    assert tally.true[verdict] >= 20
    assert tally.right[verdict] / tally.said[verdict] >= 0.98, [
        line for line in tally.wrong if f": {verdict} in" in line
    ]
    assert tally.right[verdict] / tally.true[verdict] >= 0.98, [
        line for line in tally.wrong if f"verdict='{verdict}'" in line
    ]
