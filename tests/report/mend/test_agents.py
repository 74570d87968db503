import pytest

from inspector.read.adapters import ADAPTERS
from inspector.report.mend.agents import ways_of

NO_AGENT = {
    "anthropic-api", "openai-api", "proxy", "chat", "atif", "inspect-ai", "memento", "swe-agent", "mini-swe-agent",
    "specstory", "langgraph", "openai-agents", "pydantic-ai", "google-adk", "strands", "acp", "otlp", "langfuse",
    "langsmith",
}  # fmt: skip
"""Logs of an API, a benchmark, a data set, a framework, or of any agent at all: nobody types a command there."""


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.id)
def test_every_agent_names_its_instruction_file(adapter):
    assert bool(ways_of(adapter.id).instructions) == (adapter.id not in NO_AGENT)


@pytest.mark.parametrize("adapter", ADAPTERS, ids=lambda adapter: adapter.id)
def test_a_hook_always_has_a_place(adapter):
    ways = ways_of(adapter.id)
    assert bool(ways.hook) == bool(ways.hook_file)
    assert ways.hook != "session_start" or (ways.settings_file and ways.root)
