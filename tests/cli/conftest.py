"""Running the command line in this process, and the samples that come with the program."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from inspector.cli.main import run
from inspector.resources import samples


@dataclass(frozen=True)
class Ran:
    """How one command line ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def tables(self) -> list[list[str]]:
        """The lines of each table or paragraph for people; blank lines stand between them."""
        return [part.splitlines() for part in self.out.split("\n\n")]


@pytest.fixture
def inspector(tmp_path_factory, monkeypatch, capsys):
    """Runs one command line with a home folder of its own."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("INSPECTOR_HOME", str(home / "inspector"))
    monkeypatch.setenv("HOME", str(home))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME"):
        monkeypatch.delenv(name, raising=False)

    def call(*args: str | Path) -> Ran:
        capsys.readouterr()
        status = run([str(arg) for arg in args])
        told = capsys.readouterr()
        return Ran(status, told.out, told.err)

    return call


def sample(name: str) -> Path:
    """The log of one Claude Code sample."""
    (log,) = samples().glob(f"claude-code/*/{name}/*.jsonl")
    return log


@pytest.fixture
def compacted() -> Path:
    """A session with compactions, kept messages, a subagent and a summariser's call."""
    return sample("kept-messages")


@pytest.fixture
def codex() -> Path:
    """A Codex session with two local compactions."""
    (log,) = samples().glob("codex/*/auth-refresh/*.jsonl")
    return log


@pytest.fixture
def tiny() -> Path:
    return sample("tiny")


@pytest.fixture
def damaged() -> Path:
    return sample("damaged")
