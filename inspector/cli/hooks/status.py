"""What is known of the hooks of each agent: where they stand, whether they run, and what came of it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from inspector.cli.hooks import journal
from inspector.cli.hooks.install import is_installed
from inspector.cli.hooks.places import PLACES, WITHOUT

_PUT_BACK = re.compile(r"put back \d+ sentence")


def status_lines(home: Path, project: Path) -> Iterator[str]:
    """A few lines for each agent, ready to be printed."""
    lines = journal.lines()
    for agent in PLACES:
        told = [line for line in lines if line[1] == agent]
        yield f"{agent}: {'; '.join(_told(agent, home, project, told))}"
    for agent, why in WITHOUT.items():
        yield f"{agent}: no hooks. {why}"


def _told(agent: str, home: Path, project: Path, lines: list[tuple[str, str, str, str]]) -> Iterator[str]:
    roots = (home,) if project == home else (home, project)
    places = [PLACES[agent].path(root) for root in roots if is_installed(agent, root)]
    if not places:
        yield "not installed"
    for path in places:
        yield f"installed in {path}"
        if PLACES[agent].needs_review:
            yield "reviewed" if is_reviewed(home, path) else "not reviewed, so it is skipped: accept it in codex"
    if places and not lines:
        yield "never ran"
    if lines:
        time, _, event, words = lines[-1]
        yield f"last ran {time} ({event}: {words})"
        put = next(((time, words) for time, _, _, words in reversed(lines) if _PUT_BACK.search(words)), None)
        yield f"last put back {put[0]} ({put[1]})" if put else "never put anything back"


def is_reviewed(home: Path, hooks: Path) -> bool:
    """Whether Codex was told to trust a file's hook at the start of a session: it notes that in its own settings.

    That the hook was not changed since is not told.
    """
    with suppress(OSError, ValueError):
        told = tomllib.loads((home / ".codex/config.toml").read_text(encoding="utf-8"))
        state = told.get("hooks", {}).get("state", {})
        return any(
            str(hooks) in name and "session_start" in name and isinstance(one, dict) and one.get("trusted_hash")
            for name, one in state.items()
        )
    return False
