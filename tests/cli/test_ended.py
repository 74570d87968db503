"""What is left when the program is ended while a command is asked: nothing."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from inspector.llm.guard import OFFLINE
from tests.cli.conftest import sample

LOG = sample("fading-rules")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_command_and_its_folder_are_gone_with_the_program(tmp_path, how) -> None:
    pid, temporary = tmp_path / "pid", tmp_path / "tmp"
    temporary.mkdir()
    script = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(60)"
    judge = f"command:{shlex.quote(sys.executable)} -c {shlex.quote(script)}"
    environment = {name: value for name, value in os.environ.items() if name != OFFLINE}
    environment |= {"TMPDIR": str(temporary), "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    command = [sys.executable, "-m", "inspector", "survival", str(LOG), "--judge", judge]
    # Behind nohup or &, the tests ignore signals, and what they start does, too.
    process = subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE, preexec_fn=lambda: signal.signal(how, signal.SIG_DFL)
    )
    wait_until(lambda: pid.exists() and pid.read_text())
    assert list(temporary.glob("inspector-ask-*"))
    process.send_signal(how)
    while how != signal.SIGINT and process.poll() is None:
        process.send_signal(how)
        time.sleep(0.01)
    assert process.wait(30) == 130
    assert process.stderr is not None and b"Traceback" not in process.stderr.read()
    wait_until(lambda: not Path(f"/proc/{pid.read_text()}").exists())
    assert not list(temporary.glob("inspector-ask-*"))


def wait_until(done) -> None:
    end = time.monotonic() + 50
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)
