import os
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.cli.program import own_command


@pytest.mark.parametrize("name", ["inspector", "compaction-inspector"])
def test_it_is_named_by_its_path_under_both_names(name, monkeypatch, tmp_path):
    program = tmp_path / name
    program.touch()
    monkeypatch.setattr(sys, "argv", [str(program)])
    assert own_command() == (str(program),)


def test_what_runs_as_a_module_is_started_from_any_folder_by_its_python(monkeypatch, tmp_path):
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "__main__.py")])
    bare = {name: value for name, value in os.environ.items() if name not in ("PATH", "PYTHONPATH")}
    done = subprocess.run([*own_command(), "--version"], cwd="/", env=bare, capture_output=True, text=True, timeout=60)
    assert (
        done.returncode == 0 and done.stdout.startswith("inspector") and Path(sys.executable) == Path(own_command()[0])
    )
