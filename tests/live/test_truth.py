"""Agents' own strategies against what their logs record."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from inspector.read.discover import discover
from live.truth import Kept, kept_in
from tests.made_session import sample

KEPT = {
    "pi": {"pi/current": (1, 1), "pi/2025-12": (2, 2)},
    "codex": {"codex/remote-v2": (8, 8)},
    "cline": {"cline/legacy-half": (11, 11)},
    "openhands-v1": {"openhands/sdk": (11, 11)},
}


def agreed(told: list[Kept]) -> dict[str, tuple[int, int]]:
    each = Counter(one.strategy for one in told)
    return {name: (sum(one.is_exact for one in told if one.strategy == name), n) for name, n in each.items()}


@pytest.mark.parametrize("agent", KEPT)
def test_what_agents_kept_is_kept(agent: str, corpus: Path) -> None:
    assert agreed([one for entry in discover([corpus / agent]) for one in kept_in(entry.path)]) == KEPT[agent]


def test_the_codex_sample_is_made_again() -> None:
    assert agreed(kept_in(sample("codex/0.150/auth-refresh"))) == {"codex/local": (2, 2)}


def test_a_kept_set_that_differs_says_by_how_much() -> None:
    one, two = kept_in(sample("pi/session-v3/two-compactions"))
    # The sample keeps far less than 20,000 tokens: a setting that its log does not hold.
    assert not one.is_exact and not two.is_exact
    assert one.missing == 0 and one.extra > 0 and one.n == 5
