"""A project with sessions of its own, on a machine where another project has one, too."""

import shutil

import pytest

from inspector.cli.mcp.sessions import Sessions
from tests.claude_log import ClaudeLog
from tests.cli.conftest import sample

PROJECT = "/home/mara/tidewatch"
TOKEN = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
RULE = "Never touch anything under migrations/."


@pytest.fixture
def home(inspector, monkeypatch, tmp_path):
    """Its home folder, with the sample of fading rules in it."""
    home = tmp_path / "home"
    folder = home / ".claude" / "projects" / "-home-mara-tidewatch"
    folder.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    shutil.copy(sample("fading-rules"), folder / "tides.jsonl")
    return folder


@pytest.fixture
def sessions(home):
    sessions = Sessions(PROJECT)
    yield sessions
    sessions.close()


def short_log(cwd=PROJECT, session="ab"):
    """A session whose summary drops a rule, and in which a token was said."""
    log = ClaudeLog(session * 16, cwd, "2.1.219", "main", "2026-03-02T09:00:00")
    log.human(f"{RULE} The token is {TOKEN}, port the harbour tables.")
    log.say("I port the tables and leave the migrations as they are.")
    log.compact("The harbour tables are being ported.")
    log.human("go on")
    log.say("The tables are ported.")
    return log
