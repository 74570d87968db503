"""Logs of one file and databases, spoilt at random: read, their compactions found; sources hold their texts."""

from __future__ import annotations

import orjson
import pytest

from inspector.read.adapters import ADAPTERS
from inspector.read.bodies import Bodies
from inspector.read.open import probe_path
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.conftest import SAMPLES
from tests.mangle import mangled
from tests.read.adapters.stores import reads_whatever_is_spoilt

CASES = {
    "anthropic-api/*/*/*.jsonl": ("anthropic-api", "log.jsonl", 60),
    "atif/1.7/boundary/trajectory.json": ("atif", "trajectory.json", 60),
    "chat/*/*/*.jsonl": ("chat", "chat.jsonl", 60),
    "claude-stream/*/*/*.jsonl": ("claude-stream", "stream.jsonl", 60),
    "codex/0.150/auth-refresh/*.jsonl": ("codex", "rollout-2026-08-01T10-00-00-s1.jsonl", 60),
    "copilot/1.0.74/failed-then-compacted/events.jsonl": ("copilot", "events.jsonl", 40),
    "deepseek-harness/*/*/*.jsonl": ("deepseek-harness", "session.jsonl", 60),
    "droid/*/*/*.jsonl": ("droid", "s1.jsonl", 60),
    "gemini/*/state-snapshot/*.jsonl": ("gemini", "log.jsonl", 150),
    "inspect-ai/0.3/summary-and-edit/readings.json": ("inspect-ai", "log.json", 80),
    "memento/openmementos/three-blocks/traces.jsonl": ("memento", "log.jsonl", 60),
    "mini-swe-agent/2.2/interrupted/slug.traj.json": ("mini-swe-agent", "log.traj.json", 60),
    "openai-api/*/*/*.jsonl": ("openai-api", "log.jsonl", 60),
    "opencode/1.14/tail-and-prune/*.json": ("opencode", "ses_1.json", 60),
    "openhands/0.53/condensed-once/almanac.json": ("openhands", "log.json", 60),
    "openhands/evaluation/two-instances/output.jsonl": ("openhands", "output.jsonl", 60),
    "pi/*/two-compactions/*.jsonl": ("pi", "log.jsonl", 40),
    "proxy/claude-tap/tide-table/*.jsonl": ("proxy", "log.jsonl", 60),
    "proxy/gemini/lighthouse/*.jsonl": ("proxy", "log.jsonl", 60),
    "pydantic-ai/2.62/provider-compacts/messages.json": ("pydantic-ai", "messages.json", 60),
    "qwen/*/relay/*.jsonl": ("qwen", "log.jsonl", 200),
    "swe-agent/1.1/cleared-results/durations-17.traj": ("swe-agent", "log.traj", 60),
    "vscode-chat/2026/background/*.jsonl": ("vscode-chat", "chat.jsonl", 80),
}
"""By the sample: the adapter, the name that the spoilt one gets, and how many are made."""


@pytest.mark.parametrize(("pattern", "seed"), [(one, seed) for one in CASES for seed in range(CASES[one][2])])
def test_a_spoilt_log_is_read_and_its_sources_hold(pattern, seed, tmp_path):
    agent, name, _ = CASES[pattern]
    adapter = next(one for one in ADAPTERS if one.id == agent)
    raw, path = next(SAMPLES.glob(pattern)).read_bytes(), tmp_path / name
    lines = raw.replace(b'}{"uuid"', b'}\n{"uuid"') if name.endswith("jsonl") else orjson.dumps(orjson.loads(raw))
    path.write_bytes(mangled(lines, seed))
    session = adapter.read(path, lambda problem: None)
    find_compactions(session, Replay(session))
    sources_hold_their_texts(session, Bodies())
    adapter.recognise(probe_path(path))
    adapter.glance(probe_path(path))
    for index, request in enumerate(session.requests):
        assert request.thread or session.ops[request.op].request == index


STORES = {
    "crush/2026/requeued/crush.db": ("crush", 60, 30),
    "cursor/2025/composer/state.vscdb": ("cursor", 80, 5),
    "cursor/2026/agent-store/store.db": ("cursor", 80, 5),
    "google-adk/2.13/pantry/sessions.db": ("google-adk", 60, 20),
    "goose/1.30/last-prompt/sessions.db": ("goose", 60, 20),
    "hermes/0.19/repairs/state.db": ("hermes", 60, 20),
    "langgraph/1.2/walks/checkpoints.sqlite": ("langgraph", 60, 20),
    "openai-agents/0.24/other-day/sessions.db": ("openai-agents", 150, 45),
    "opencode/1.14/database/opencode.db": ("opencode", 60, 30),
    "opencode/2.0/second-store/opencode.db": ("opencode", 60, 30),
}
"""By the sample: the adapter, how many are made, and how many of them can be read at least."""


@pytest.mark.parametrize("sample", STORES)
def test_a_spoilt_database_is_read_or_it_is_said_why_not(sample, tmp_path):
    agent, ways, least = STORES[sample]
    adapter = next(one for one in ADAPTERS if one.id == agent)
    assert reads_whatever_is_spoilt(adapter, SAMPLES / sample, tmp_path, range(ways)) > least
