"""What is told of many sessions hangs on: the program, its tables and libraries."""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from inspector.workbench import identity as identity_module
from inspector.workbench.identity import program_version

ROOT = Path(__file__).parents[2]
ASK = "from inspector.workbench.identity import program_version; print(program_version().hex())"


@pytest.mark.parametrize("library", ("numpy", "orjson"))
def test_a_library_has_the_same_version_where_a_frozen_build_does_not_list_it(library, monkeypatch) -> None:
    listed = identity_module._version(library)
    assert listed == version(library)
    monkeypatch.setattr(identity_module, "_names_in", lambda folder: [])
    assert identity_module._version(library) == listed


def version_of(folder: Path) -> str:
    ran = subprocess.run([sys.executable, "-c", ASK], cwd=folder, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


def test_any_stage_or_table_changes_the_version(tmp_path) -> None:
    shutil.copytree(ROOT / "inspector", tmp_path / "inspector", ignore=shutil.ignore_patterns("__pycache__", "gui"))
    shutil.copytree(ROOT / "resources", tmp_path / "resources", ignore=shutil.ignore_patterns("screenshots"))
    seen = [version_of(tmp_path)]
    assert seen[0] == version_of(tmp_path)
    for changed in ("inspector/said/standing.py", "resources/models.json", "inspector/read/lines.py"):
        with (tmp_path / changed).open("ab") as stream:
            stream.write(b"\n")
        seen.append(version_of(tmp_path))
    # What only shows results has no part in them.
    with (tmp_path / "inspector/cli/output.py").open("ab") as stream:
        stream.write(b"\n")
    assert version_of(tmp_path) == seen[-1]
    assert len(set(seen)) == len(seen)


PACKED = """
import sys
sys.path.insert(0, "packed.zip")
from hashlib import sha256
from inspector.workbench.identity import _code, __file__ as here
assert "packed.zip" in here
print(sha256(b"".join(_code("text"))).hexdigest())
"""


def test_without_sources_the_compiled_code_is_told_apart(tmp_path) -> None:
    plain, seen = tmp_path / "plain", []
    shutil.copytree(ROOT / "inspector", plain / "inspector", ignore=shutil.ignore_patterns("__pycache__", "gui"))
    for limit in (60, 60, 61):
        cuts = plain / "inspector/text/sentences.py"
        cuts.write_text(cuts.read_text("utf-8").replace("_WRAPPED = 60", f"_WRAPPED = {limit}"), "utf-8")
        shutil.make_archive(str(tmp_path / "packed"), "zip", plain)
        ran = subprocess.run([sys.executable, "-c", PACKED], cwd=tmp_path, capture_output=True, text=True)
        assert not ran.returncode, ran.stderr
        seen.append(ran.stdout)
    assert seen[0] == seen[1] != seen[2]


def test_this_programs_version_is_worked_out_once() -> None:
    assert program_version() is program_version()
