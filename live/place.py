"""Where a run takes place: releases, folders, and a sandbox that reaches nothing but itself."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

PINS: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_name("pins.toml").read_text())
"""The releases that are driven, a row an agent."""
MINUTES = 15
"""After which a run is ended, whatever it does."""
_LOGS, _LINES = "abcd", 210  # some 20 kB each
_OURS = ("cache", "data", "state", "config")


class CannotRun(Exception):
    """An agent that cannot be installed or started here; its words are for the person at the keyboard."""


def cache() -> Path:
    """The folder of everything; ``LIVE_CACHE`` names another."""
    return Path(os.environ.get("LIVE_CACHE") or Path.home() / ".cache/inspector-live")


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
    if shutil.which("npm") is None:
        raise CannotRun(f"{agent} needs npm, which is not installed.")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
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


class Place:
    """The folders of one run: the installed release, and below ``run`` an agent's HOME, what it works in, and what the
    stub was sent, one file each."""

    def __init__(self, release: Path, run: Path) -> None:
        self.packages, self.run = release / "node_modules", run
        self.home, self.project, self.requests = run / "home", run / "project", run / "requests"

    def prepare(self) -> None:
        """Empty the run's folder and make a small project under git in it."""
        shutil.rmtree(self.run, ignore_errors=True)
        self.home.mkdir(parents=True)
        for path, text in (_PROJECT | {f"{name}.log": _log(name) for name in _LOGS}).items():
            write(self.project / path, text)
        author = ("-c", "user.name=live", "-c", "user.email=live@example.com")
        for command in (("init", "-q"), ("add", "-A"), (*author, "commit", "-qm", "start")):
            subprocess.run(("git", *command), cwd=self.project, check=True)


def write(file: Path, text: str) -> None:
    """Write a text into a file, in folders that are made for it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


_PROJECT = {
    "README.md": "# Demo\n\nA small server behind a proxy.\n\nSee src/server.js.\n",
    "src/server.js": "const http = require('http')\nconst PORT = 3000\nhttp.createServer(console.log).listen(PORT)\n",
    "vendor/dep.js": "module.exports = 1\n",
}


def _log(name: str) -> str:
    kind = _LOGS.index(name)
    return "".join(
        f"2026-11-2{kind} 10:{line // 60:02}:{line % 60:02} worker {line % 7} "
        f"{f'ERR E4{name.upper()}71 timeout' if line % 61 == 5 else 'ok'} request {name}{line:04} "
        f"took {(line * 37 + kind) % 997} ms path /v1/items/{line * 13 % 5003}\n"
        for line in range(_LINES)
    )


def inside(*words: str) -> int:
    """Run ``live`` with ``--inside`` and some words; gives its exit status. It has a network of its own with the
    loopback device alone, its processes end with it, and the inspector writes nowhere but below the cache."""
    for program, package in (("unshare", "util-linux"), ("ip", "iproute2")):
        if shutil.which(program) is None:
            raise CannotRun(f"Runs need the command {program} (Linux, package {package}).")
    apart = ["unshare", "--net", "--pid", "--fork", "--mount-proc", "--kill-child"]
    if os.geteuid():
        apart.append("--map-root-user")
    apart += ["sh", "-c", 'ip link set lo up && exec "$@"', "sh"]
    ours = {f"XDG_{name.upper()}_HOME": str(cache() / "inspector" / name) for name in _OURS}
    command = [*apart, sys.executable, "-m", "live", "--inside", *words]
    try:
        return subprocess.run(command, timeout=MINUTES * 60, check=False, env=os.environ | ours).returncode
    except subprocess.TimeoutExpired:
        print(f"{' '.join(words)}: ended after {MINUTES} minutes.")
        return 1
