"""What people install: the wheel, built here and put into an environment that has its dependencies alone."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def run(*command, **more):
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, **more)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-index")
    run(sys.executable, "-m", "pip", "wheel", *quiet, "--no-build-isolation", "--wheel-dir", folder, ROOT)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """Runs a command of the installed program, from a folder that is no checkout."""
    home = tmp_path_factory.mktemp("home")
    run(sys.executable, "-m", "venv", "--without-pip", home / "env")
    python = home / "env" / "bin" / "python"
    quiet = ("--quiet", "--disable-pip-version-check", "--no-deps", "--no-index")
    run(sys.executable, "-m", "pip", "--python", python, "install", *quiet, wheel)
    (site,) = (home / "env").glob("lib/*/site-packages")
    # What it depends on is here already; a path in such a file brings no other such files, so no checkout of ours.
    (site / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    about = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    about |= {"HOME": str(home), "INSPECTOR_HOME": str(home / "inspector")}

    def call(command, *args):
        return run(home / "env" / "bin" / command, *args, env=about, cwd=home)

    call.site = site
    return call


def test_both_names_start_the_installed_program(installed):
    for name in ("inspector", PROJECT["name"]):
        assert PROJECT["version"] in installed(name, "--version")
    assert str(installed.site) in installed("python", "-c", "import inspector; print(inspector.__file__)")


def test_it_finds_its_rules_and_opens_the_samples_that_come_with_it(installed):
    (log,) = (installed.site / "inspector" / "_sample_sessions").glob("claude-code/*/fading-rules/*.jsonl")
    told = installed("inspector", "survival", log)
    assert "stand there word for word" in told and "not there" in told
    assert "own/summary" in installed("inspector", "strategies")


def test_all_of_the_resources_are_in_it_and_the_pictures_of_the_readme_are_not(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    files = [path.relative_to(ROOT) for path in (ROOT / "resources").rglob("*") if path.is_file()]
    wanted = {f"inspector/_{path.as_posix()}" for path in files if "screenshots" not in path.parts}
    assert wanted <= names
    assert not any(name.endswith(".png") for name in names)
