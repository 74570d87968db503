"""What an agent hands to a hook on its standard input.

Source: Claude Code 2.1.332, Codex 0.171.0, Gemini CLI 0.61.0, Qwen Code 0.24.4 and Kimi Code 2.1.0 as they were driven
on 2026-11-27; older payloads of Claude Code as told in issues up to version 2.1.261. The plugins for OpenCode, Kilo and
pi send the same form. A payload that is not as these are told is not used.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from inspector.cli.hooks.quick import MOST

_TRIGGERS = frozenset({"manual", "auto"})
_COMPACTIONS = frozenset({"PreCompact", "PostCompact"})


@dataclass(frozen=True, slots=True)
class Payload:
    """One call of a hook. What is not told is ""."""

    session: str
    transcript: Path
    trigger: str = ""
    """manual or auto, of a compaction."""
    source: str = ""
    """Of the start of a session: compact, startup, resume, clear."""
    summary: str = ""
    """What the summarizer answered, as Claude Code and Qwen Code tell it, its notes for itself included."""
    subagent: str = ""
    """Whose call it is, where it is a subagent's."""
    raw: bytes = field(default=b"", repr=False)


class BadPayload(ValueError):
    """It is not what the agent is known to send."""


def read_payload(raw: bytes, event: str, agent: str = "") -> Payload:
    """The payload of an event; where it names no log, that of its session is looked for. Raises BadPayload."""
    if len(raw) > MOST:
        raise BadPayload(f"the payload has {len(raw):,} bytes")
    try:
        told: Any = orjson.loads(raw)
    except orjson.JSONDecodeError as why:
        raise BadPayload("the payload is not JSON") from why
    if not isinstance(told, dict):
        raise BadPayload("the payload is no object")
    named = _text(told, "hook_event_name")
    if named and named != event:
        raise BadPayload(f"the payload is of {named}, not of {event}")
    session, path = _text(told, "session_id"), _text(told, "transcript_path")
    if not path and agent and session:
        path = str(log_of(agent, session) or "")
    if not path or "\0" in path:
        raise BadPayload("the payload names no transcript")
    trigger = _text(told, "trigger")
    if event in _COMPACTIONS and trigger not in _TRIGGERS:
        raise BadPayload(f"the payload has no trigger that is known: {trigger[:40]!r}")
    # The summarizer of Claude Code is a subagent without a kind, and has an id like any other.
    whose = "agent_type" if event == "SubagentStop" else "agent_id"
    return Payload(
        session=session,
        transcript=Path(path).expanduser(),
        trigger=trigger,
        source=_text(told, "source"),
        summary=_text(told, "compact_summary") or _text(told, "last_assistant_message"),
        subagent=_text(told, whose),
        raw=raw,
    )


def log_of(agent: str, session: str) -> Path | None:
    """Where an agent keeps a session on this machine; None where it is not found. Raises LookupError for no agent."""
    from inspector.cli.hooks.places import PLACES
    from inspector.read.adapters import adapter_of

    format_ = PLACES[agent].format or agent
    adapter = adapter_of(format_)
    for folder in adapter.folders(Path.home(), os.environ):
        if not folder.exists():
            continue
        for path in adapter.find(folder):
            # Some keep a folder for each session, in which all logs have one name.
            if session in (path.stem, *path.parts):
                return path
    return None


def _text(told: dict[str, Any], key: str) -> str:
    value = told.get(key)
    return value if isinstance(value, str) else ""
