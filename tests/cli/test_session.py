"""Which session a FILE means."""

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest
import zstandard

from tests.cli.conftest import sample


@pytest.fixture
def fading() -> Path:
    return sample("fading-rules")


def test_a_folder_with_one_session_is_that_session(inspector, compacted, tmp_path):
    shutil.copytree(compacted.parent, tmp_path / "case")
    assert inspector("show", tmp_path / "case", "--json").json["items"] == [
        {**item, "path": item["path"].replace(str(compacted.parent), str(tmp_path / "case"))}
        for item in inspector("show", compacted, "--json").json["items"]
    ]


def test_a_log_with_holes_says_so_whatever_is_asked(inspector, fading, tmp_path):
    lines = fading.read_bytes().split(b"\n")
    torn = tmp_path / fading.name
    torn.write_bytes(b"\n".join([lines[0], lines[1][:40], *lines[2:]]))
    for command in ("compactions", "survival", "aftermath"):
        assert "1 place of this log cannot be read" in inspector(command, torn).err
        assert "cannot be read" not in inspector(command, fading).err


def test_a_folder_with_several_sessions_names_them(inspector, compacted, tiny, tmp_path):
    for log in (compacted, tiny):
        shutil.copy(log, tmp_path)
    told = inspector("show", tmp_path)
    assert told.status == 3
    assert compacted.name in told.err
    assert tiny.name in told.err


def test_a_folder_without_a_session_says_so(inspector, tmp_path):
    (tmp_path / "notes.txt").write_text("nothing here")
    told = inspector("show", tmp_path)
    assert told.status == 3
    assert "No session" in told.err
    assert "--format" in told.err


def test_a_part_opens_its_session_and_itself_when_alone(inspector, compacted):
    part = next(compacted.with_suffix("").rglob("agent-a4*.jsonl"))
    assert inspector("show", part, "--json").json["id"] == inspector("show", compacted, "--json").json["id"]
    alone = inspector("show", part, "--alone", "--json").json
    assert alone["items"]
    assert {item["path"] for item in alone["items"]} == {str(part)}


def test_format_insists(inspector, compacted):
    assert inspector("tokens", compacted, "--format", "claude-code", "--json").json["agent"] == "claude-code"


@pytest.mark.parametrize("number", [0, 99])
def test_a_compaction_that_is_not_there_is_wrong_usage(inspector, compacted, number):
    told = inspector("context", compacted, "--before", number)
    assert told.status == 2
    assert f"no compaction {number}" in told.err


@pytest.mark.parametrize("sum_of_money", ["nan", "inf", "-1", "much"])
@pytest.mark.parametrize("command", ["rerun", "survival"])
def test_a_budget_that_would_hold_nothing_is_wrong_usage(inspector, compacted, command, sum_of_money):
    assert inspector(command, compacted, "--budget", sum_of_money).status == 2


@pytest.mark.parametrize("command", [
    ("survival", "--json"), ("survival", "--compaction", 2), ("mend", "--compaction", 2, "--as", "checklist"),
    ("report", "-o", "out.md"),
])  # fmt: skip
def test_a_command_given_again_takes_what_the_first_one_found(inspector, fading, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    name, *options = command
    inspector("survival", fading)
    with sqlite3.connect(Path(os.environ["INSPECTOR_HOME"]) / "cache" / "cache.sqlite") as kept:
        for key, value in kept.execute("SELECT key, value FROM results").fetchall():
            # Nothing in the log says this: only who looks it up can tell it.
            raw = zstandard.ZstdDecompressor().decompress(value)
            raw = raw.replace(b"edit anything outside", b"edit SQUEEZED outside")
            kept.execute("UPDATE results SET value = ? WHERE key = ?", (zstandard.ZstdCompressor().compress(raw), key))
    kept.close()
    ran = inspector(name, fading, *options)
    text = (tmp_path / "out.md").read_text("utf-8") if name == "report" else ran.out
    assert ran.status == 0 and "edit SQUEEZED outside" in text.replace("\\", "")


def test_a_rerun_takes_the_facts_that_were_found_once(inspector, fading):
    first = inspector("rerun", fading, "--compaction", 1, "--json").json["runs"][0]["facts"]
    with sqlite3.connect(Path(os.environ["INSPECTOR_HOME"]) / "cache" / "cache.sqlite") as kept:
        for key, value in kept.execute("SELECT key, value FROM results").fetchall():
            told = json.loads(zstandard.ZstdDecompressor().decompress(value))
            for segment in told["value"]:
                # The log still says all of it.
                segment["facts"], segment["evidence"] = [], []
            raw = zstandard.ZstdCompressor().compress(json.dumps(told).encode())
            kept.execute("UPDATE results SET value = ? WHERE key = ?", (raw, key))
    kept.close()
    again = inspector("rerun", fading, "--compaction", 1, "--json").json["runs"][0]["facts"]
    assert first and not again
