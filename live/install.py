"""Installs the pinned release of an agent, once, and says in one sentence what is missing where it cannot."""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

from live.place import cache

PINS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("pins.toml").read_text())
"""The releases that are driven, a row an agent."""


class CannotRun(Exception):
    """An agent that cannot be installed or started here; its words are for the person at the keyboard."""


def installed(name: str) -> Path:
    """The folder with an agent's release, or a variant's; installs it where it is not there yet. Raises CannotRun."""
    agent = name.partition(":")[0]
    if agent not in PINS:
        raise CannotRun(f"There is no agent {name}; there are {', '.join(PINS)}.")
    release = f"{agent}-{PINS[agent]['version']}"
    folder = cache() / "releases" / release
    done = folder / ".installed"
    if done.exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if shutil.which("npm") is None:
        raise CannotRun(f"{agent} needs npm, which is not installed.")
    (folder / "package.json").write_text('{"private": true}')
    # Some packages write into HOME while they are installed.
    env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | {"HOME": str(folder)}
    command = ("npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *PINS[agent]["npm"])
    ended = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=900, check=False)
    if ended.returncode:
        words = (ended.stderr or ended.stdout).strip().splitlines() or ["without a word"]
        raise CannotRun(f"{release} cannot be installed: {words[0][:300]}")
    done.touch()
    return folder
