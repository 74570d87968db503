"""What an agent hands to a hook on its standard input.

Source: hooks of Claude Code (documentation, and payloads told in issues up to version 2.1.261), Codex CLI
(openai/codex pull request 19905), Gemini CLI (docs/hooks/reference.md at 06c0d810) and OpenCode (the hooks of its
plugin package), read 2026-11-23. A payload that is not as these are told is not used.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

MOST = 16_000_000
"""Bytes of a payload; a summary is a hundredth of that."""
_TRIGGERS = frozenset({"manual", "auto"})
_COMPACTIONS = frozenset({"PreCompact", "PostCompact", "PreCompress"})


@dataclass(frozen=True, slots=True)
class Payload:
    """One call of a hook. What is not told is ""."""

    session: str
    transcript: Path
    trigger: str = ""
    """manual or auto, of a compaction."""
    source: str = ""
    """Of the start of a session: compact, startup, resume, clear."""


class BadPayload(ValueError):
    """It is not what the agent is known to send."""


def read_payload(raw: bytes, event: str, find: Callable[[str], Path | None] | None = None) -> Payload:
    """The payload of an event; ``find`` gives the log of a session where the payload does not. Raises BadPayload."""
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
    if not path and find is not None:
        path = str(find(session) or "")
    if not path:
        raise BadPayload("the payload names no transcript")
    trigger = _text(told, "trigger")
    if event in _COMPACTIONS and trigger not in _TRIGGERS:
        raise BadPayload(f"the payload has no trigger that is known: {trigger[:40]!r}")
    return Payload(
        session=session,
        transcript=Path(path).expanduser(),
        trigger=trigger,
        source=_text(told, "source"),
    )


def _text(told: dict[str, Any], key: str) -> str:
    value = told.get(key)
    return value if isinstance(value, str) else ""
