"""The built-in adapters, one file an agent. To add one: write the file, list it here.

All are asked whose a log is and one reads it: what only reading needs is imported in ``read``.
"""

from importlib import import_module

from inspector.read.adapter import Adapter

_MODULES = (
    "claude_code",
    "codex",
    "copilot",
    "pi",
    "cline",
    "gemini_cli",
    "qwen",
    "opencode",
    "crush",
    "hermes",
    "goose",
    "cursor",
    "vscode_chat",
    "openhands",
    "swe_agent",
    "mini_swe_agent",
    "atif",
    "inspect_ai",
    "memento",
    "kimi",
    "grok",
    "droid",
    "continue_dev",
    "openai_agents",
    "langgraph",
    "pydantic_ai",
    "google_adk",
    "strands",
    "deepseek_harness",
    "acp",
    "claude_stream",
    "anthropic_api",
    "openai_api",
    "proxy",
    "otlp",
    "langfuse",
    "langsmith",
    "specstory",
    "codex_exec",
    "chat",
)
ADAPTERS: tuple[Adapter, ...] = tuple(import_module(f"{__name__}.{module}").ADAPTER for module in _MODULES)
