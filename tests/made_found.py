"""Sessions found, as a search on this machine gives them."""

from __future__ import annotations

from pathlib import Path

from inspector.gui.models.session_lines import Line
from inspector.read.discover import Found
from inspector.workbench.session_index import Figures


def found(name: str, title: str = "", minute: int = 0, project: str = "", error: str = "") -> Found:
    """A session of Claude Code."""
    at = f"2026-01-05T10:{minute:02}:00Z"
    return Found(Path("/logs") / name, "claude-code", title, at, at, 2_000_000, at, project, error)


def line(name: str, title: str = "", minute: int = 0, project: str = "", **figures: object) -> Line:
    """One with its figures; none without any."""
    return Line(found(name, title, minute, project), Figures(**figures) if figures else None)  # type: ignore[arg-type]
