"""The world around the program fails: each time the answer is the same, or a sentence says what is wrong."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import sample

LOG = sample("fading-rules")


@pytest.fixture
def home(inspector):
    return Path(os.environ["INSPECTOR_HOME"])


@pytest.fixture
def answers(inspector):
    """Whether the answer is the same as ever."""

    def same():
        told = inspector("survival", LOG, "--json")
        return numbers(told.out) == [1, 2, 3] and told.status == 0 and "Traceback" not in told.err

    return same


def numbers(told):
    return [one["number"] for one in json.loads(told)["compactions"]]


@pytest.fixture
def database(answers, home):
    """What is kept of a log that was looked at before."""
    assert answers()
    (path,) = (home / "cache").glob("*.sqlite*")
    return path


def test_without_any_home_the_answer_is_the_same(answers, monkeypatch):
    for name in ("HOME", "INSPECTOR_HOME"):
        monkeypatch.delenv(name)
    assert answers()


def test_a_home_that_is_a_file_costs_the_memory_and_not_the_answer(answers, home):
    home.write_text("not a folder")
    assert answers()


def test_a_cache_that_somebody_holds_is_done_without(answers, database):
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert answers()


def test_a_cache_of_a_newer_program_is_left_as_it_is(answers, database):
    with closing(sqlite3.connect(database)) as newer:
        newer.execute("PRAGMA user_version = 999")
        newer.commit()
    assert answers()


def test_a_cache_that_is_no_database_is_done_without(answers, database):
    database.write_bytes(b"garbage" * 1_000)
    assert answers()


def test_four_programs_share_one_cache(inspector):
    first = inspector("survival", LOG, "--json").out
    args = [sys.executable, "-m", "inspector", "survival", str(LOG), "--json"]
    env = {**os.environ, "INSPECTOR_HOME": f"{os.environ['INSPECTOR_HOME']}-shared"}
    running = [
        subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) for _ in range(4)
    ]
    told = [one.communicate(timeout=120) for one in running]
    assert [one.returncode for one in running] == [0] * 4
    assert {out for out, _ in told} == {first} and not any("Traceback" in err for _, err in told)


@pytest.mark.skipif(os.name != "posix", reason="limits of a process")
def test_a_full_disk_costs_the_memory_and_a_report_says_so(inspector, tmp_path):
    import resource

    def full():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, 16_384))

    def run(*args):
        # Not -m alone: Python keeps what it compiled, of which then half is written.
        command = [sys.executable, "-Bm", "inspector", *map(str, args)]
        return subprocess.run(command, capture_output=True, text=True, timeout=120, preexec_fn=full)

    told = run("compactions", LOG, "--json")
    assert told.returncode == 0 and numbers(told.stdout) == [1, 2, 3] and "Traceback" not in told.stderr
    told = run("report", LOG, "-o", tmp_path / "out.html")
    assert told.returncode == 3 and "could not be written" in told.stderr and "Traceback" not in told.stderr
    assert not (tmp_path / "out.html").exists() or not (tmp_path / "out.md").read_bytes()
