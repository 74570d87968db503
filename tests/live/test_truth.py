"""Agents' own strategies against what their logs record."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.read.discover import discover
from live.agent import Agent
from live.hold import kept_in
from live.place import Place
from tests.made_session import sample

KEPT = {
    "pi/raquezha__pi.dev__962b1009dcd7-0__019dbe19.jsonl": ("pi/current", 1),
    "pi/badlogic__pi-mono__before-compaction.jsonl": ("pi/2025-12", 2),
    "codex": ("codex/remote-v2", 8),
    "cline": ("cline/legacy-half", 11),
    "openhands-v1": ("openhands/sdk", 11),
}


def agent(**strategies: str) -> Agent:
    kind = type("Recorded", (Agent,), {"name": "recorded", "strategies": strategies})
    return kind(Place(Path(), Path()))


@pytest.mark.parametrize("where", KEPT)
def test_what_agents_kept_is_kept(where: str, corpus: Path) -> None:
    strategy, n = KEPT[where]
    recorded = agent(summary=strategy, native=strategy, trim=strategy)
    found = [kept for entry in discover([corpus / where]) for kept in kept_in(entry.path, recorded)]
    assert found == [(strategy, True)] * n


def test_the_codex_sample_is_made_again() -> None:
    found = kept_in(sample("codex/0.150/auth-refresh"), agent(summary="codex/local"))
    assert found == [("codex/local", True)] * 2


def test_a_tail_is_as_long_as_the_agents_settings_say() -> None:
    # The sample keeps far less than 20,000 tokens: a setting that its log does not hold.
    pi = agent(summary="pi/current")
    log = sample("pi/session-v3/two-compactions")
    assert kept_in(log, pi) == [("pi/current", False)] * 2
    type(pi).keeps = 150
    assert kept_in(log, pi) == [("pi/current", True)] * 2
