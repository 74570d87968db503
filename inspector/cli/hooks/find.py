"""The log of a session that is told by its id alone."""

from __future__ import annotations

import os
from pathlib import Path


def log_of(agent: str, session: str) -> Path | None:
    """Where an agent keeps a session on this machine; None where it is not found. Raises LookupError for no agent."""
    from inspector.read.adapters import ADAPTERS

    adapter = next(one for one in ADAPTERS if one.id == agent)
    for folder in adapter.folders(Path.home(), os.environ):
        if not folder.exists():
            continue
        for path in adapter.find(folder):
            if session and session in (path.name, path.stem):
                return path
    return None
