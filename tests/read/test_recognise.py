"""Formats are told apart: every adapter is asked about every sample and every smallest file, and the surer wins."""

from pathlib import Path

import orjson
import pytest

from inspector.read.adapters import ADAPTERS, IDS, title_of
from inspector.read.open import TIE, probe_path
from inspector.workbench.samples import find_samples

PYDANTIC = {"parts": [{"content": "hi", "part_kind": "user-prompt"}], "kind": "request"}
GEMINI = [{"role": "user", "parts": [{"text": "hi"}]}]
SMALLEST = {
    "pydantic-ai": [PYDANTIC],
    "gemini": GEMINI,
    "chat": [{"role": "user", "content": "hi"}],
    "openai-api": {"model": "m", "messages": [{"role": "user", "content": "hi"}]},
    "continue": {"sessionId": "s", "workspaceDirectory": "", "history": [{"message": {}, "contextItems": []}]},
    "otlp": {"resourceSpans": [{"scopeSpans": [{"spans": []}]}]},
}


def claims(path: Path) -> list[tuple[float, str]]:
    """What every adapter says of a file, the surest first."""
    probe = probe_path(path)
    found = ((match.confidence, one.id) for one in ADAPTERS if (match := one.recognise(probe)))
    return sorted(found, reverse=True)


def is_told(path: Path, agent: str) -> bool:
    """Whether the agent's own adapter is surer than all others, by more than a tie."""
    first, *others = claims(path)
    return first[1] == agent and all(first[0] - sureness >= TIE for sureness, _ in others)


@pytest.mark.parametrize("case", find_samples(), ids=lambda case: f"{case.agent}-{case.path.name}")
def test_each_sample_is_its_own_agents(case):
    assert is_told(case.path, case.agent), claims(case.path)


@pytest.mark.parametrize("agent", SMALLEST)
def test_each_smallest_file_is_its_own_agents(agent, tmp_path):
    path = tmp_path / "log.json"
    path.write_bytes(orjson.dumps(SMALLEST[agent]))
    assert is_told(path, agent), claims(path)


@pytest.mark.parametrize("words", ["x" * 20_000, "parts text role gemini"])
def test_a_long_first_prompt_of_pydantic_ai_is_not_taken_for_geminis(words, tmp_path):
    path = tmp_path / "log.json"
    prompt = {"content": words, "timestamp": "2026-11-27T10:00:00Z", "part_kind": "user-prompt"}
    path.write_bytes(orjson.dumps([{"parts": [prompt], "kind": "request"}]))
    assert is_told(path, "pydantic-ai"), claims(path)


def test_an_agent_is_listed_by_its_id_and_goes_by_the_name_that_people_use():
    assert [adapter.id for adapter in ADAPTERS] == list(IDS)
    assert title_of("codex") == "Codex CLI" and title_of("unheard-of") == "unheard-of"
