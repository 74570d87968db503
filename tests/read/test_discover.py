from __future__ import annotations

import os
import shutil

import orjson
import pytest

from inspector.errors import Cancelled
from inspector.read.discover import discover, discover_each, places
from inspector.resources import samples


def write_claude(path, title="fix the parser", minute=0, session="5f0d7a52-0000-4000-8000-000000000001"):
    path.parent.mkdir(parents=True, exist_ok=True)
    base = {"sessionId": session, "version": "2.1.0", "cwd": "/home/someone/project", "isSidechain": False}
    usage = {"input_tokens": 5, "cache_creation_input_tokens": 900, "output_tokens": 3}
    answer = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-opus-4-5", "usage": usage}
    answer["content"] = [{"type": "text", "text": "Done."}]
    prompt = {"type": "user", "uuid": "u1", "parentUuid": None, "message": {"role": "user", "content": title}}
    reply = {"type": "assistant", "uuid": "a1", "parentUuid": "u1", "requestId": "req_1", "message": answer}
    records = [base | prompt | {"timestamp": f"2026-01-05T10:{minute:02}:00.000Z"}]
    records.append(base | reply | {"timestamp": f"2026-01-05T10:{minute:02}:09.000Z"})
    path.write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
    return path


def name(number):
    return f"5f0d7a52-0000-4000-8000-{number:012}"


@pytest.fixture
def home(tmp_path):
    project = tmp_path / "home" / ".claude" / "projects" / "-home-someone-project"
    for number in (1, 2, 3):
        write_claude(project / f"{name(number)}.jsonl", f"task {number}", number * 10, name(number))
    return tmp_path / "home"


def test_sessions_are_found_where_the_agent_keeps_them_the_latest_first(home):
    found = discover(home=home, env={})
    assert [entry.path.stem for entry in found] == [name(3), name(2), name(1)]
    assert {entry.agent for entry in found} == {"claude-code"}
    assert found[0].started is not None and found[0].started.startswith("2026-01-05T10:30:00")
    assert found[0].bytes == found[0].path.stat().st_size


def test_sessions_are_found_under_a_path_however_deep_and_in_whatever_letters_its_name_is(tmp_path):
    log = write_claude(tmp_path / "a" / "b" / "COPY-OF-A-SESSION.JSONL")
    (tmp_path / "a" / "notes.md").write_text("# no session")
    (tmp_path / "a" / "package.json").write_text('{"name": "no session"}')
    assert [entry.path for entry in discover([tmp_path])] == [entry.path for entry in discover([log])] == [log]


def test_what_is_empty_gone_or_another_agents_is_passed_over(home, tmp_path):
    project = home / ".claude" / "projects" / "-home-someone-project"
    (project / f"{name(4)}.jsonl").write_bytes(b"")
    (project / f"{name(5)}.jsonl").symlink_to(tmp_path / "gone.jsonl")
    found = discover(home=home, env={})
    assert {entry.path.stem for entry in found} == {name(1), name(2), name(3)}
    assert discover([tmp_path / "not there"]) == discover(home=home, env={}, agent="codex") == ()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is forbidden to this user")
def test_a_forbidden_folder_is_passed_over(home):
    project = home / ".claude" / "projects"
    project.chmod(0)
    try:
        assert discover(home=home, env={}) == ()
    finally:
        project.chmod(0o755)


def test_a_forbidden_folder_beside_a_log_hides_it_from_no_list(tmp_path, monkeypatch):
    log = write_claude(tmp_path / f"{name(1)}.jsonl")
    beside = tmp_path / name(1)
    beside.mkdir()
    scandir = os.scandir

    def forbid(path):
        if os.fspath(path) == str(beside):
            raise PermissionError(path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", forbid)
    (entry,) = discover([tmp_path])
    assert (entry.path, entry.bytes) == (log, log.stat().st_size)


def test_a_folder_that_links_to_itself_ends_and_one_elsewhere_is_looked_into(tmp_path):
    log = write_claude(tmp_path / "logs" / f"{name(1)}.jsonl")
    (tmp_path / "logs" / "round").symlink_to(tmp_path / "logs")
    assert [entry.path for entry in discover([tmp_path])] == [log]
    (tmp_path / ".claude" / "projects").mkdir(parents=True)
    (linked := tmp_path / ".claude" / "projects" / "p").symlink_to(tmp_path / "logs")
    for found in (discover([linked.parent]), discover(home=tmp_path, env={})):
        assert [entry.path for entry in found] == [linked / log.name]


def test_the_search_can_be_stopped(home):
    def stop():
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        discover(home=home, env={}, check=stop)


def test_places_tell_folders_that_exist_from_those_that_do_not(home, tmp_path):
    here = {place.agent: place for place in places(home, {})}
    there = {place.agent: place for place in places(tmp_path / "nobody", {})}
    assert here["claude-code"].folders and here["claude-code"].title
    assert there["claude-code"].folders == ()
    assert there["claude-code"].looked_at


def test_a_session_that_is_a_folder_is_as_large_as_all_below_it(tmp_path):
    folder = tmp_path / "task"
    shutil.copytree(next(path for path in samples().glob("openhands/v1/two-summaries/*") if path.is_dir()), folder)
    (entry,) = discover([folder])
    files = [part for part in folder.rglob("*") if part.is_file()]
    assert entry.path == folder and any(part.parent != folder for part in files)
    assert entry.bytes == sum(part.stat().st_size for part in files)
    os.utime(max(files, key=lambda part: len(part.parts)), (4e9, 4e9))
    assert discover([folder])[0].modified.startswith("2096")


def test_a_session_in_a_database_has_no_size_of_its_own():
    (database,) = samples().glob("cursor/*/*/*.vscdb")
    assert {entry.bytes for entry in discover([database])} == {None}


@pytest.mark.parametrize("name", ["context.jsonl", "updates.jsonl", "events.jsonl"])
def test_a_folder_that_only_holds_a_file_named_like_a_log_hides_no_session(tmp_path, name):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / name).write_text('{"a": 1}')
    log = write_claude(tmp_path / "data" / "real.jsonl")
    assert [entry.path for entry in discover([tmp_path])] == [log]


def test_a_folder_beside_a_file_of_its_name_hides_no_session(tmp_path):
    (tmp_path / "data.jsonl").write_text('{"a": 1}')
    log = write_claude(tmp_path / "data" / "real.jsonl")
    assert [entry.path for entry in discover([tmp_path])] == [log]


def test_a_project_beside_a_log_of_its_name_is_no_part_of_it_and_looked_through(tmp_path, monkeypatch):
    beside = write_claude(tmp_path / "project.jsonl", minute=1)
    log = write_claude(tmp_path / "project" / "logs" / f"{name(2)}.jsonl", minute=2)
    found = discover([tmp_path])
    assert [entry.path for entry in found] == [log, beside]
    assert found[1].bytes == beside.stat().st_size
    walked = []
    monkeypatch.setattr(type(tmp_path), "rglob", lambda path, pattern: walked.append(path) or [])
    assert discover([beside])[0].bytes == found[1].bytes and walked == []


def test_the_folder_of_a_session_is_that_session_with_its_subagents(tmp_path):
    log = write_claude(tmp_path / f"{name(1)}.jsonl")
    part = write_claude(tmp_path / name(1) / "subagents" / "agent-1.jsonl")
    for path in (tmp_path, tmp_path / name(1)):
        (entry,) = discover([path])
        assert entry.path == log and entry.bytes == log.stat().st_size + part.stat().st_size


def test_a_log_that_cannot_be_read_says_why_and_no_empty_file_does(tmp_path):
    log = write_claude(tmp_path / f"{name(1)}.jsonl")
    (tmp_path / "torn.jsonl.gz").write_bytes(b"\x1f\x8b\x08 not packed at all")
    (tmp_path / "empty.jsonl").write_bytes(b"")
    (tmp_path / "gone.jsonl").symlink_to(tmp_path / "nowhere")
    each = {entry.path.name: entry for entry in discover_each([tmp_path])}
    assert set(each) == {log.name, "torn.jsonl.gz"}
    assert "torn.jsonl.gz" in each["torn.jsonl.gz"].error and not each[log.name].error
    assert [entry.path.name for entry in discover([tmp_path])] == [log.name, "torn.jsonl.gz"], "last, and not left out"


def test_the_head_names_the_project(tmp_path):
    log = write_claude(tmp_path / f"{name(1)}.jsonl")
    assert [entry.project for entry in discover([log])] == ["/home/someone/project"]
    wrapped = samples() / "codex"
    assert all(entry.project.startswith("/") for entry in discover([wrapped]))


@pytest.mark.parametrize("kept", ["opencode/1.14/database", "opencode/2.0/*", "goose/1.30/*", "crush/2026/*"])
def test_a_database_names_the_project_of_each_of_its_sessions(kept, tmp_path):
    folder = shutil.copytree(next(samples().glob(kept)), tmp_path / "project" / ".crush")
    found = discover([folder])
    assert found and all(entry.project.startswith("/") for entry in found)


def test_a_session_of_a_command_that_was_asked_as_a_model_is_none_of_the_persons(home):
    log = home / ".claude" / "projects" / "-tmp-inspector-ask-x1-work" / f"{name(4)}.jsonl"
    write_claude(log, "Judge.", 40, name(4))
    assert len(discover(home=home, env={})) == 4
    log.write_bytes(log.read_bytes().replace(b"/home/someone/project", b"/tmp/inspector-ask-x1/work"))
    assert len(discover(home=home, env={})) == 3
