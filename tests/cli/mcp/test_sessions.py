"""Which sessions may be asked about, and when they are read."""

import pytest

from inspector.cli.mcp.answers import compactions_answer, find_answer
from inspector.cli.mcp.sessions import Sessions
from inspector.errors import CannotRead, UsageError
from tests.cli.mcp.conftest import PROJECT, short_log


def test_only_sessions_of_the_project_are_there(sessions, home):
    other = home.parent / "-home-mara-birdlog"
    other.mkdir()
    (other / "birds.jsonl").write_bytes(short_log("/home/mara/birdlog", "cd").dump())
    (home / "below.jsonl").write_bytes(short_log(f"{PROJECT}/docs", "ef").dump())
    assert {one.path.stem for one in sessions.listed()} == {"tides", "below"}
    for name in ("birds", "../-home-mara-birdlog/birds", str(other / "birds.jsonl")):
        with pytest.raises(UsageError, match="has no session"):
            sessions.open(name)


def test_a_project_without_sessions_says_so(home):
    with pytest.raises(UsageError, match="No session of an agent that worked in"):
        Sessions("/home/mara/nowhere").open()


def test_a_log_that_grew_is_read_again_and_one_that_did_not_is_not(home, tmp_path):
    path = tmp_path / "grows.jsonl"
    log = short_log()
    path.write_bytes(log.dump())
    sessions = Sessions(PROJECT, path)
    first = sessions.open()
    assert sessions.open() is first
    log.human("Also never rename a station.")
    path.write_bytes(log.dump() + b'{"type":"user","mess')
    again = sessions.open()
    assert again is not first and "never rename a station" in find_answer(again, "rename", 500)
    assert "The last line of this log is incomplete" in compactions_answer(again)
    sessions.close()


def test_a_log_that_is_gone_is_said_and_the_next_question_is_answered(home, tmp_path):
    path = tmp_path / "goes.jsonl"
    path.write_bytes(short_log().dump())
    sessions = Sessions(PROJECT, path)
    sessions.open()
    path.unlink()
    with pytest.raises((CannotRead, OSError)):
        sessions.open()
    path.write_bytes(short_log().dump())
    assert "Compaction 1" in compactions_answer(sessions.open())
    sessions.close()
