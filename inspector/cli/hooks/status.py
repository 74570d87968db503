"""What is known of the hooks of each agent: where they stand, whether they run, and what came of it."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from inspector.cli.hooks import journal
from inspector.cli.hooks.install import is_installed
from inspector.cli.hooks.places import PLACES, WITHOUT
from inspector.given import given_text

_PUT_BACK = re.compile(r"put back \d+ sentence")
_COMMAND = re.compile(r'("(?:[^"\\\n]|\\.)*?) hook \w+ --agent \S|^const .*first\] = (\[.*\])$', re.MULTILINE)
"""The command in settings, or its words in a plugin."""


@dataclass(frozen=True, slots=True)
class Standing:
    """An agent with hooks of ours, and what is known of them."""

    agent: str
    words: str
    is_skipped: bool
    """Whether it does not run one of them, since nobody has reviewed it."""
    missing: str = ""
    """What they start and is not there, or not on the PATH."""


def installed_hooks(home: Path, project: Path) -> list[Standing]:
    """The agents in whose settings hooks of ours stand, the user's or those of a project."""
    found, lines = [], journal.lines()
    for agent, place in PLACES.items():
        roots = (home,) if project == home else (home, project)
        paths = [place.path(root) for root in roots if is_installed(agent, root)]
        if not paths:
            continue
        skipped = place.needs_review and not all(is_reviewed(home, path) for path in paths)
        review = ("not reviewed, so it is skipped" if skipped else "reviewed") if place.needs_review else ""
        told = (f"installed in {', '.join(map(str, paths))}", review, *_ran([one for one in lines if one[1] == agent]))
        missing = next(filter(None, map(_missing, paths)), "")
        told = (*told, f"{missing} is not there" if missing else "")
        found.append(Standing(agent, "; ".join(filter(None, told)), skipped, missing))
    return found


def _missing(path: Path) -> str:
    """Of the program that the hooks in a file start, and of the file that it runs, what is not there; else ""."""
    with suppress(OSError, ValueError):
        told = _COMMAND.search(given_text(path))
        if told:
            program, *files = json.loads(told[2]) if told[2] else shlex.split(json.loads(f'{told[1]}"'))
            gone = "" if shutil.which(program) else program
            return gone or next((one for one in files if not Path(one).exists()), "")
    return ""


def status_lines(home: Path, project: Path) -> Iterator[str]:
    """A line for each agent, ready to be printed."""
    here = {one.agent: one.words for one in installed_hooks(home, project)}
    yield from (f"{agent}: {here.get(agent, 'not installed')}" for agent in PLACES)
    yield from (f"{agent}: no hooks. {why}" for agent, why in WITHOUT.items())


def _ran(lines: list[tuple[str, str, str, str]]) -> Iterator[str]:
    if not lines:
        yield "never ran"
        return
    time, _, event, words = lines[-1]
    yield f"last ran {time} ({event}: {words})"
    put = next(((time, words) for time, _, _, words in reversed(lines) if _PUT_BACK.search(words)), None)
    yield f"last put back {put[0]} ({put[1]})" if put else "never put anything back"


def is_reviewed(home: Path, hooks: Path) -> bool:
    """Whether Codex was told to trust a file's hook at the start of a session: it notes that in its own settings.

    That the hook was not changed since is not told.
    """
    with suppress(OSError, ValueError):
        told = tomllib.loads(given_text(home / ".codex/config.toml"))
        state = told.get("hooks", {}).get("state", {})
        return any(
            str(hooks) in name and "session_start" in name and isinstance(one, dict) and one.get("trusted_hash")
            for name, one in state.items()
        )
    return False
