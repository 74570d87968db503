"""The three tasks by mouse and keys under Xvfb; where that, or xdotool, is missing, the walk is left out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import CORPUS
from tests.made_session import sample

ROOT = Path(__file__).parents[2]
REAL = (
    "claude-code/entireio__cli__cd95adddad32-0__6113e919.jsonl",
    "codex/EntityProcess__agentv__796eaddfe2f9-0__019ed99c.jsonl",
    "pi/raquezha__pi.dev__962b1009dcd7-0__019dbe19.jsonl",
    "opencode/savekirk__session-bridge__13dddd416599-0__ses_277d.json",
)
"""Sessions of four agents in several languages of programming; what was typed is English in all that are at hand."""
pytestmark = pytest.mark.skipif(
    not (shutil.which("Xvfb") and shutil.which("xdotool")), reason="Xvfb and xdotool are not here"
)


@pytest.fixture
def screen():
    """The name of a screen that nobody sees."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1000x24", "-nolisten", "tcp"],
        pass_fds=(write,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with os.fdopen(read) as told:
        number = told.readline().strip()
    if not number:
        pytest.skip("Xvfb does not start here")
    time.sleep(0.2)
    yield f":{number}"
    server.terminate()
    server.wait(10)


def _logs():
    yield pytest.param(lambda: sample("claude-code/2.1/fading-rules"), id="sample")
    for name in REAL:
        yield pytest.param(lambda name=name: _real(name), id=name.partition("/")[0], marks=pytest.mark.corpus)


def _real(name):
    if not (CORPUS / name).exists():
        pytest.skip("no such real log beside this checkout")
    return CORPUS / name


@pytest.mark.parametrize("log", list(_logs()))
def test_every_task_is_done_by_mouse_and_keys(screen, own_home, log):
    about = {**os.environ, "DISPLAY": screen, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.gui.mouse_walk", str(log())],
        cwd=ROOT, env=about, capture_output=True, text=True, timeout=400,
    )  # fmt: skip
    if "could not load the Qt platform plugin" in done.stderr.lower():
        pytest.skip("Qt's libraries for a screen are not here")
    assert done.stdout.strip().endswith("walked"), done.stderr[-2000:] + done.stdout
