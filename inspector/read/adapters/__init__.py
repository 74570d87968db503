"""The built-in adapters, one file an agent. To add one: write the file, list it here by its id.

All are asked whose a log is until one is sure, and one reads it. So each is imported when it is reached, and what only
reading needs in ``read``.
"""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

from inspector.read.adapter import Adapter

_MODULES = {
    "claude-code": "claude_code",
    "codex": "codex",
    "copilot": "copilot",
    "pi": "pi",
    "cline": "cline",
    "gemini": "gemini_cli",
    "qwen": "qwen",
    "opencode": "opencode",
    "crush": "crush",
    "hermes": "hermes",
    "goose": "goose",
    "cursor": "cursor",
    "vscode-chat": "vscode_chat",
    "openhands": "openhands",
    "swe-agent": "swe_agent",
    "mini-swe-agent": "mini_swe_agent",
    "atif": "atif",
    "inspect-ai": "inspect_ai",
    "memento": "memento",
    "kimi": "kimi",
    "grok": "grok",
    "droid": "droid",
    "continue": "continue_dev",
    "openai-agents": "openai_agents",
    "langgraph": "langgraph",
    "pydantic-ai": "pydantic_ai",
    "google-adk": "google_adk",
    "strands": "strands",
    "deepseek-harness": "deepseek_harness",
    "acp": "acp",
    "claude-stream": "claude_stream",
    "anthropic-api": "anthropic_api",
    "openai-api": "openai_api",
    "proxy": "proxy",
    "otlp": "otlp",
    "langfuse": "langfuse",
    "langsmith": "langsmith",
    "specstory": "specstory",
    "codex-exec": "codex_exec",
    "chat": "chat",
}
IDS = tuple(_MODULES)


class _Adapters(Sequence[Adapter]):
    """All of them, in the order in which they are asked."""

    def __len__(self) -> int:
        return len(IDS)

    def __getitem__(self, place: Any) -> Any:
        return adapter_of(IDS[place]) if isinstance(place, int) else tuple(map(adapter_of, IDS[place]))


ADAPTERS = _Adapters()


@cache
def adapter_of(agent: str) -> Adapter:
    """The adapter with this id. Raises KeyError."""
    adapter: Adapter = import_module(f"{__name__}.{_MODULES[agent]}").ADAPTER
    return adapter


def title_of(agent: str) -> str:
    """What people call an agent; its id where no adapter has that."""
    return adapter_of(agent).title if agent in _MODULES else agent
