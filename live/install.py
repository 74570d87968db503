"""Installs the pinned release of an agent, once, and says in one sentence what is missing where it cannot."""

import os
import shutil
import subprocess
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from live.place import cache

PINS = Path(__file__).with_name("pins.toml")


class CannotRun(Exception):
    """An agent that cannot be installed or started here; its words are for the person at the keyboard."""


@dataclass(frozen=True, slots=True)
class Pin:
    """One row of the table of releases: what is installed."""

    agent: str
    version: str
    npm: Sequence[str]
    pip: Sequence[str]


def pins() -> dict[str, Pin]:
    """All agents, by name."""
    rows = tomllib.loads(PINS.read_text()).items()
    return {name: Pin(name, row["version"], row.get("npm", ()), row.get("pip", ())) for name, row in rows}


def pin_of(name: str) -> Pin:
    """The release of an agent, or of a variant of it. Raises CannotRun."""
    found = pins().get(name.partition(":")[0])
    if found is None:
        raise CannotRun(f"There is no agent {name}; there are {', '.join(pins())}.")
    return found


def installed(pin: Pin) -> Path:
    """The folder with the release; installs it where it is not there yet. Raises CannotRun."""
    folder = cache() / "releases" / f"{pin.agent}-{pin.version}"
    done = folder / ".installed"
    if done.exists():
        return folder
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if pin.npm:
        if shutil.which("npm") is None:
            raise CannotRun(f"{pin.agent} needs npm, which is not installed.")
        (folder / "package.json").write_text('{"private": true}')
        _run(pin, folder, "npm", "install", "--no-audit", "--no-fund", "--loglevel=error", *pin.npm)
    if pin.pip:
        _run(pin, folder, "python3", "-m", "venv", str(folder / "venv"))
        _run(pin, folder, str(folder / "venv/bin/pip"), "install", "--quiet", *pin.pip)
    done.touch()
    return folder


def _run(pin: Pin, folder: Path, *command: str) -> None:
    # Some packages write into HOME while they are installed.
    env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")} | {"HOME": str(folder)}
    ended = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=900, check=False)
    if ended.returncode:
        words = (ended.stderr or ended.stdout).strip().splitlines() or ["without a word"]
        raise CannotRun(f"{pin.agent} {pin.version} cannot be installed: {words[0][:300]}")
