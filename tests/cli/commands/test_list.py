import os
import re
import shutil
import sqlite3
import sys

import pytest

from tests.cli.conftest import sample, samples

KEYS = {"path", "agent", "title", "started", "ended", "bytes"}


def test_sessions_under_a_path_come_with_the_contracts_keys(inspector, compacted):
    (entry,) = inspector("list", compacted.parent, "--json").json
    assert set(entry) >= KEYS
    assert entry["path"] == str(compacted)
    assert [entry[key] for key in ("agent", "error", "product")] == ["claude-code", None, None]
    parts = [compacted, *(part for part in compacted.with_suffix("").rglob("*") if part.is_file())]
    assert len(parts) > 1 and entry["bytes"] == sum(part.stat().st_size for part in parts)
    assert entry["started"] < entry["ended"]
    assert str(compacted) in inspector("list", compacted.parent).out


@pytest.mark.parametrize("command", ["list", "scan"])
def test_a_file_named_that_no_agent_wrote_is_told_and_alone_is_status_three(inspector, compacted, tmp_path, command):
    strange = tmp_path / "notes.jsonl"
    strange.write_text("no log", "utf-8")
    told = inspector(command, strange)
    assert (told.status, told.err) == (3, f"Not read: {strange}: It is not a session log of any known agent.\n")
    shutil.copy(samples() / "crush/2026/requeued/crush.db", empty := tmp_path / "crush.db")
    with sqlite3.connect(empty) as store:
        store.execute("DELETE FROM sessions")
    both = inspector(command, empty, compacted)
    assert both.status == 0 and both.err.startswith(f"Not read: {empty}: It holds no session.\n")
    told = inspector(command, strange, compacted, "--json").json
    assert command == "list" or [one["path"] for one in told["not_read"]] == [str(strange)]


def test_without_a_path_the_agents_own_folders_are_listed(inspector, compacted, monkeypatch, tmp_path):
    assert inspector("list", "--json").json == []
    project = tmp_path / "claude" / "projects" / "-repo"
    project.mkdir(parents=True)
    shutil.copy(compacted, project)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    (entry,) = inspector("list", "--json").json
    assert entry["path"] == str(project / compacted.name)
    assert inspector("list", "--agent", "claude-code", "--json").json == [entry]


def test_nothing_found_says_where_it_looked_and_a_path_that_is_not_there_cannot_be_read(inspector, tmp_path):
    told = inspector("list")
    assert (told.status, told.out) == (0, "")
    assert "--agent" in told.err and ".claude" not in told.err
    assert re.search(r"^  .*\.claude", inspector("list", "--agent", "claude-code").err, re.MULTILINE)
    assert "has no fixed folder for its logs" in inspector("list", "--agent", "atif").err
    assert inspector("list", tmp_path / "gone").status == 3


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the name of a file is text")
@pytest.mark.parametrize("command", [("list",), ("list", "opencode"), ("scan", "opencode", "--days", 9)])
def test_a_damaged_database_is_named_and_is_not_no_session(inspector, monkeypatch, tmp_path, command):
    (tmp_path / "opencode").mkdir()
    (tmp_path / "opencode" / "opencode.db").write_bytes(b"SQLite format 3\0" + b"\xff" * 5_000)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    told = inspector(*command).err
    assert f"Not read: {tmp_path / 'opencode' / 'opencode.db'}" in told and "Looked" not in told


def test_a_file_whose_name_is_no_text_is_listed_like_the_others(inspector, tiny, tmp_path):
    for name in (b"a.jsonl", b"b\xff.jsonl"):
        shutil.copy(tiny, tmp_path / os.fsdecode(name))
    for _ in range(2):
        assert [one["path"][-6:] for one in inspector("list", tmp_path, "--json").json] == [".jsonl"] * 2


def test_a_time_that_only_the_file_has_is_marked(inspector, tmp_path):
    log = tmp_path / "chat.jsonl"
    log.write_text('{"role": "user", "content": "Fix it."}\n{"role": "assistant", "content": "Done."}\n')
    assert inspector("list", tmp_path).out.splitlines()[1].split()[1].startswith("≈")


def test_compactions_that_a_scan_found_are_said_and_nothing_is_read_for_it(inspector, tmp_path):
    log = sample("tiny")
    shutil.copy(log, tmp_path)
    below = tmp_path / log.stem / "subagents"
    below.mkdir(parents=True)
    shutil.copy(sample("fading-rules"), below / "agent-abc.jsonl")
    (entry,) = inspector("list", tmp_path, "--json").json
    assert (entry["compactions"], entry["in_subagents"]) == (None, None)
    inspector("scan", tmp_path, "--days", 9_999)
    (entry,) = inspector("list", tmp_path, "--json").json
    assert (entry["compactions"], entry["in_subagents"]) == (0, 3)
    assert "0 (subagents 3)" in inspector("list", tmp_path).out


def test_a_second_look_opens_no_log_until_one_of_its_files_changes(inspector, monkeypatch, tmp_path):
    (kept,) = samples().glob("copilot/*/failed-then-compacted/events.jsonl")
    log = tmp_path / "copilot" / "session-state" / "one" / kept.name
    log.parent.mkdir(parents=True)
    shutil.copy(kept, log)
    monkeypatch.setenv("COPILOT_HOME", str(tmp_path / "copilot"))
    workspace = log.with_name("workspace.yaml")
    workspace.write_text("name: The key is sk-ant-api03-" + "aB3dE6gH9" * 10 + "fAA\n")
    database = shutil.copy(next(samples().glob("opencode/*/database/opencode.db")), tmp_path)
    os.utime(database, (0, 0))
    first, under = inspector("list", "--json").json, inspector("list", tmp_path, "--json").json
    assert first[0]["title"].startswith("The key is [redacted") and first[0]["started"] and len(under) == 2
    # Written over with as many bytes, and their times put back: who opens them now finds nothing, or other words.
    about = log.stat()
    log.write_bytes(b"x" * about.st_size)
    os.utime(log, ns=(about.st_atime_ns, about.st_mtime_ns))
    with sqlite3.connect(database) as rows:
        rows.execute("UPDATE session SET title = 'Another one'")
    os.utime(database, (0, 0))
    assert [inspector("list", "--json").json, inspector("list", tmp_path, "--json").json] == [first, under]
    workspace.write_text("name: Another one\n")
    (entry,) = inspector("list", "--json").json
    assert (entry["title"], entry["started"]) == ("Another one", None)
