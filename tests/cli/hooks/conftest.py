"""Hooks fed with payloads as agents send them."""

import io
import json
import sys

import pytest

from inspector.cli.hooks import journal
from tests.cli.conftest import sample
from tests.impact.conftest import new_story, ruled


@pytest.fixture
def feed(inspector, monkeypatch):
    """Runs a hook with a payload: an object, or bytes as they are."""

    def call(event, payload, *args):
        raw = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        # Past its patience a hook ends the process, which here is that of all tests.
        patience = () if "--patience" in args else ("--patience", "300")
        return inspector("hook", event, *args, *patience)

    return call


@pytest.fixture
def fading():
    return sample("fading-rules")


@pytest.fixture
def payload(fading):
    """A payload of Claude Code, with the fields that its version 2.1.105 has; more fields come with others."""

    def made(event, **more):
        told = {
            "session_id": "5d0c2c8e",
            "transcript_path": str(fading),
            "cwd": "/home/mara/tidewatch",
            "hook_event_name": event,
        }
        if event != "SessionStart":
            told |= {"trigger": "auto"}
        return told | more

    return made


@pytest.fixture
def noted(inspector):
    """What was written down last."""
    return lambda: journal.path().read_text("utf-8").splitlines()[-1]


@pytest.fixture
def story_log(tmp_path):
    """A session whose only compaction lost a rule."""
    told = new_story()
    ruled(told).cut("- The poller was mended in noaa.py; next come the other feeds.")
    told.say("I go on with the other feeds.")
    return written(told, tmp_path / "story.jsonl")


@pytest.fixture
def failing_log(tmp_path):
    """A session whose last run of tests failed."""
    told = new_story()
    told.human("Never push. Mend the poller and run the tests.")
    told.say(told.bash("python -m pytest -q", "F.\nFAILED tests/test_feed.py::test_waits\n1 failed, 1 passed in 0.1s"))
    return written(told, tmp_path / "failing.jsonl")


def written(log, path):
    path.write_bytes(log.dump())
    return path
