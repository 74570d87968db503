"""The world around the program fails: each time the answer is the same, or a sentence says what is wrong."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from inspector.store.folders import find_folders
from tests.cli.conftest import sample

LOG = sample("fading-rules")
POSIX = pytest.mark.skipif(os.name != "posix", reason="limits of a process")


def run(*args, home, **how):
    """One command in a process of its own, and its answer."""
    env = {name: value for name, value in os.environ.items() if name not in ("HOME", "INSPECTOR_HOME")}
    return subprocess.run(
        [sys.executable, "-m", "inspector", *map(str, args)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**env, **({"INSPECTOR_HOME": str(home)} if home else {})},
        **how,
    )


def numbers(told):
    return [one["number"] for one in json.loads(told.stdout)["compactions"]]


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture(scope="module")
def looked_at(tmp_path_factory):
    made = tmp_path_factory.mktemp("looked-at")
    assert run("survival", LOG, "--json", home=made).returncode == 0
    return made


@pytest.fixture
def used(looked_at, home):
    """A home in which the log was looked at before."""
    return Path(shutil.copytree(looked_at, home))


def database(home: Path) -> Path:
    (path,) = (home / "cache").glob("*.sqlite*")
    return path


def test_without_any_home_the_answer_is_the_same():
    told = run("survival", LOG, "--json", home=None)
    assert told.returncode == 0 and numbers(told) == [1, 2, 3] and "Traceback" not in told.stderr


def test_a_home_that_is_a_file_costs_the_memory_and_not_the_answer(home):
    home.write_text("not a folder")
    told = run("survival", LOG, "--json", home=home)
    assert told.returncode == 0 and numbers(told) == [1, 2, 3] and "Traceback" not in told.stderr


def test_a_cache_that_somebody_holds_is_done_without(used):
    with closing(sqlite3.connect(database(used), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        told = run("survival", LOG, "--json", home=used)
    assert told.returncode == 0 and numbers(told) == [1, 2, 3] and "Traceback" not in told.stderr


def test_a_cache_of_a_newer_program_is_left_as_it_is(used):
    with closing(sqlite3.connect(database(used))) as newer:
        newer.execute("PRAGMA user_version = 999")
        newer.commit()
    told = run("survival", LOG, "--json", home=used)
    assert told.returncode == 0 and numbers(told) == [1, 2, 3] and "Traceback" not in told.stderr


def test_a_cache_that_is_no_database_is_done_without(used):
    database(used).write_bytes(b"garbage" * 1_000)
    told = run("survival", LOG, "--json", home=used)
    assert told.returncode == 0 and numbers(told) == [1, 2, 3] and "Traceback" not in told.stderr


def test_four_programs_share_one_cache(home, looked_at):
    first = run("survival", LOG, "--json", home=looked_at).stdout
    args = [sys.executable, "-m", "inspector", "survival", str(LOG), "--json"]
    env = {**os.environ, "INSPECTOR_HOME": str(home.with_name("shared"))}
    running = [
        subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) for _ in range(4)
    ]
    told = [one.communicate(timeout=120) for one in running]
    assert [one.returncode for one in running] == [0] * 4
    assert {out for out, _ in told} == {first} and not any("Traceback" in err for _, err in told)


@POSIX
def test_a_full_disk_costs_the_memory_and_a_report_says_so(tmp_path):
    import resource

    def full():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, 16_384))

    fresh = tmp_path / "fresh"
    told = run("compactions", LOG, "--json", home=fresh, preexec_fn=full)
    assert told.returncode == 0 and numbers(told) == [1, 2, 3] and "Traceback" not in told.stderr
    told = run("report", LOG, "-o", tmp_path / "out.html", home=fresh, preexec_fn=full)
    assert told.returncode == 3 and "could not be written" in told.stderr and "Traceback" not in told.stderr
    assert not (tmp_path / "out.html").exists() or not (tmp_path / "out.md").read_bytes()


def test_the_folders_are_those_that_the_environment_names(monkeypatch, tmp_path):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    assert find_folders().cache == tmp_path / "cache"
