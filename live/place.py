"""Where things of a run lie, all outside the checkout: installed releases, a home, a project, the requests."""

import os
import shutil
import subprocess
from pathlib import Path

_LOGS = "abcd"
_LINES = 210  # some 20 kB


def cache() -> Path:
    """The folder of everything; ``LIVE_CACHE`` names another."""
    return Path(os.environ.get("LIVE_CACHE") or Path.home() / ".cache/inspector-live")


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
            file = self.project / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        author = ("-c", "user.name=live", "-c", "user.email=live@example.com")
        for command in (("init", "-q"), ("add", "-A"), (*author, "commit", "-qm", "start")):
            subprocess.run(("git", *command), cwd=self.project, check=True)


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
