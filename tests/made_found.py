"""Places where agents keep sessions, and sessions found there, as a search on this machine gives them."""

from __future__ import annotations

from pathlib import Path

from inspector.read.discover import Found, Place

_HERE = Path(__file__).parent
CLAUDE = Place("claude-code", "Claude Code", (_HERE,), (_HERE,))
CODEX = Place("codex", "Codex CLI", (), (Path("/nowhere/.codex"),))


def found(name: str, title: str = "", minute: int = 0) -> Found:
    """A session of Claude Code."""
    at = f"2026-01-05T10:{minute:02}:00Z"
    return Found(Path("/logs") / name, "claude-code", title, None, at, 2_000_000, at)
