"""The three tasks by mouse and keys under Xvfb; where that, or xdotool, is missing, the walk is left out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.gui.walked_logs import LOGS, log_named

ROOT = Path(__file__).parents[2]
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


@pytest.mark.parametrize("name", LOGS)
def test_every_task_is_done_by_mouse_and_keys(screen, own_home, name, tmp_path):
    about = {**os.environ, "DISPLAY": screen, "QT_QPA_PLATFORM": "xcb", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.gui.mouse_walk", str(log_named(name, tmp_path))],
        cwd=ROOT, env=about, capture_output=True, text=True, timeout=400,
    )  # fmt: skip
    if "could not load the Qt platform plugin" in done.stderr.lower():
        pytest.skip("Qt's libraries for a screen are not here")
    assert done.stdout.strip().endswith("walked"), done.stderr[-2000:] + done.stdout
