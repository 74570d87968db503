"""Everything below the window works where Qt is not installed: each module can be imported, and commands run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.made_session import sample

WINDOW_ONLY = ("PySide6", "shiboken6", "pyqtgraph")
IN_A_PROCESS_OF_ITS_OWN = f"""
import contextlib, importlib, importlib.abc, io, json, pkgutil, sys
import inspector
from inspector.cli.main import run


class Absent(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {WINDOW_ONLY}:
            raise ModuleNotFoundError(f"{{name}} is absent", name=name)


sys.meta_path.insert(0, Absent())
modules = [
    found.name
    for found in pkgutil.walk_packages(inspector.__path__, "inspector.", onerror=lambda name: None)
    if not found.name.startswith("inspector.gui")
]
for name in modules:
    importlib.import_module(name)
ran = []
for line in json.loads(sys.argv[1]):
    told = io.TextIOWrapper(io.BytesIO(), "utf-8")
    with contextlib.redirect_stdout(told):
        status = run(line)
    ran.append((status, told.buffer.tell()))
loaded = [name for name in sys.modules if name.split(".")[0] in {WINDOW_ONLY}]
print(json.dumps({{"modules": modules, "ran": ran, "loaded": loaded}}))
"""
LINES = (
    "compactions LOG",
    "show LOG --filter lost",
    "context LOG --after 1",
    "tokens LOG --json",
    "survival LOG --json",
    "consequences LOG",
    "report LOG --json",
    "mend LOG --compaction 1",
    "rerun LOG --compaction 1 --strategy free",
    "simulate LOG --strategy cline/legacy-half",
    "strategies",
    "agents",
    "models",
    "doctor",
)


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What one process without Qt imported, how its command lines ended, and what of Qt it had loaded all the same."""
    log, home = str(sample("fading-rules")), tmp_path_factory.mktemp("home")
    lines = [[log if word == "LOG" else word for word in line.split()] for line in LINES]
    done = subprocess.run(
        [sys.executable, "-c", IN_A_PROCESS_OF_ITS_OWN, json.dumps(lines)],
        env={**os.environ, "INSPECTOR_HOME": str(home), "HOME": str(home)},
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_every_module_below_the_window_can_be_imported(told):
    root = Path(__file__).parent.parent / "inspector"
    files = {path.relative_to(root.parent).with_suffix("").as_posix().replace("/", ".") for path in root.rglob("*.py")}
    below = {name.removesuffix(".__init__") for name in files if not name.startswith("inspector.gui")} - {"inspector"}
    assert set(told["modules"]) == below
    assert told["loaded"] == []


@pytest.mark.parametrize("place", range(len(LINES)), ids=[line.split()[0] for line in LINES])
def test_commands_run(told, place):
    status, written = told["ran"][place]
    assert (status, written > 0) == (0, True)
