"""Which sessions may be asked about, and when they are read."""

import shutil

import pytest

from inspector.cli.mcp.answers import compactions_answer, find_answer
from inspector.cli.mcp.sessions import Sessions
from inspector.errors import CannotRead, UsageError
from inspector.resources import samples
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


def test_the_agent_that_asks_is_answered_about_its_own_session(home, sessions):
    folder = home.parents[2] / ".gemini/tmp/tidewatch"
    (folder / "chats").mkdir(parents=True)
    (log,) = samples().glob("gemini/*/state-snapshot/*.json*")
    later = folder / "chats" / f"session-{log.name}"
    shutil.copy(log, later)
    (folder / ".project_root").write_text(PROJECT)
    assert sessions.open().document.session.agent == "gemini", "the latest, where nothing tells who asks"
    sessions.client = "claude-code"
    assert sessions.open().document.session.agent == "claude-code"
    sessions.client = "gemini-cli-mcp-client-inspector"
    assert sessions.open().document.session.agent == "gemini"
    for client, agent in {"qwen-cli-mcp-client": "qwen", "pi": "pi", "github-copilot-developer": "copilot"}.items():
        sessions.client = client
        with pytest.raises(UsageError, match=f"No session of {agent} that worked in"):
            sessions.open()


def test_what_was_written_since_is_told_and_not_read_until_it_matters(home, tmp_path):
    path = tmp_path / "grows.jsonl"
    log = short_log()
    log.say("I port the tables. " * 2_000)
    path.write_bytes(log.dump())
    sessions = Sessions(PROJECT, path)
    first = sessions.open()
    log.human("Go on.")
    path.write_bytes(log.dump())
    assert sessions.open() is first and "What the last" in find_answer(first, "migrations", 500)
    log.compact("All is done.")
    path.write_bytes(log.dump())
    assert len(sessions.open().document.compactions) == 2
    sessions.close()


def test_grok_builds_folder_is_told_by_where_its_log_lies(home, sessions):
    log = next(samples().glob("grok/**/updates.jsonl"))
    folder = home.parents[2] / ".grok/sessions/%2Fhome%2Fmara%2Ftidewatch/01a2"
    folder.mkdir(parents=True)
    shutil.copy(log, folder / "updates.jsonl")
    sessions.client = "grok"
    assert sessions.open().document.session.agent == "grok"


def test_a_log_whose_folder_is_no_folder_costs_no_other_its_answer(sessions, home):
    (home / "odd.jsonl").write_bytes(short_log("/home/mara/\x00tidewatch", "cd").dump())
    assert [one.path.stem for one in sessions.listed()] == ["tides"]
