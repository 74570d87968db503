from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest

from inspector.errors import CannotRead
from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import crush
from inspector.read.discover import discover
from inspector.read.open import open_log, probe_path
from tests.read_back import compactions
from tests.read_back import context as after
from tests.sample_scripts.small_stores import CRUSH

ADAPTER = crush.ADAPTER
SAMPLE = Path(__file__).parents[3] / "sample_sessions" / "crush" / "2026" / "requeued" / "crush.db"


def part(kind, **data):
    return {"type": kind, "data": data}


def text(words, **more):
    return part("text", text=words, **more)


@pytest.fixture
def read(tmp_path):
    def write_and_read(*messages, named=None, prompt=0, parent=None):
        path = tmp_path / "crush.db"
        connection = sqlite3.connect(path)
        for statement in CRUSH:
            connection.execute(statement)
        row = ("s1", parent, "t", 1, prompt, 7, 0, 9, 1, named, None)
        connection.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        for number, (role, parts, *summary) in enumerate(messages):
            values = (
                f"m{number}",
                "s1",
                role,
                json.dumps(parts),
                "m",
                100 + number,
                0,
                101 + number,
                "",
                *(summary or [0]),
            )
            connection.execute("INSERT INTO messages VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
        connection.commit()
        connection.close()
        return ADAPTER.read(path / "s1", lambda problem: pytest.fail(problem.message))

    return write_and_read


def test_behind_a_summary_stands_what_follows(read):
    session = read(("user", [text("a")]), ("assistant", [text("told")], 1), ("user", [text("b")]))
    assert after(session) == ["told", "b"]
    assert compactions(session)[0].record.trigger == "unknown"


def test_a_prompt_sent_again_shows_that_the_agent_was_at_work(read):
    again = "The previous session was interrupted because it got too long, the initial user request was: `a`"
    session = read(("user", [text("a")]), ("assistant", [text("told")], 1), ("user", [text(again)]))
    assert compactions(session)[0].record.trigger == "auto"
    assert [item.origin for item in session.items] == [Origin.HUMAN, Origin.HARNESS, Origin.HARNESS]


def test_older_databases_name_the_summary_in_the_session(read):
    session = read(("user", [text("a")]), ("assistant", [text("told")]), named="m1")
    assert after(session) == ["told"]


def test_a_summary_that_failed_removes_nothing(read):
    finish = part("finish", reason="error", message="Too large", time=1)
    session = read(("user", [text("a")]), ("assistant", [text("half"), finish], 1))
    assert after(session) == ["a"]
    assert compactions(session)[0].record.notes == ("It failed: Too large.",)


def test_the_last_request_has_the_usage_of_the_session(read):
    session = read(("user", [text("a")]), ("assistant", [text("b")]), ("assistant", [text("c")]), prompt=900)
    assert [request.usage for request in session.requests] == [None, Usage(input=900, output=7)]


def test_behind_a_summary_no_request_has_the_usage_of_before(read):
    session = read(("user", [text("a")]), ("assistant", [text("b")]), ("assistant", [text("told")], 1), prompt=900)
    assert [request.usage for request in session.requests] == [None, None]


def test_generated_continuations_are_not_the_humans(read):
    assert read(("user", [text("a", hidden=True)])).items[0].kind is ItemKind.ATTACHMENT


def test_a_prompt_of_a_session_that_another_started_is_the_agents(read):
    assert read(("user", [text("a")]), parent="s0").items[0].origin is Origin.AGENT


def test_pictures_and_unknown_parts(read):
    session = read(("user", [part("binary", Path="a.png", MIMEType="image/png", Data="AAAA"), part("glow")]))
    assert [(item.preview, item.images) for item in session.items[:1]] == [("a.png", 1)]
    assert session.diagnostics[0].code == "unknown-record"


def test_projects_are_found_by_the_list_that_crush_keeps(tmp_path):
    project, data = tmp_path / "ferry", tmp_path / ".local" / "share" / "crush"
    (project / ".crush").mkdir(parents=True)
    data.mkdir(parents=True)
    shutil.copy(SAMPLE, project / ".crush" / "crush.db")
    (data / "projects.json").write_text(json.dumps({"projects": [{"path": str(project), "data_dir": ".crush"}]}))
    found = discover(home=tmp_path, env={}, agent="crush")
    assert [(entry.path.name, entry.title) for entry in found] == [("s1", "Colours for ferry lines")]
    assert open_log(found[0].path).session.cwd == str(project)


def test_the_glance_is_the_session_that_would_open():
    seen = ADAPTER.glance(probe_path(SAMPLE))
    assert seen.title == "Colours for ferry lines"


def test_a_real_database_without_sessions_is_known_and_empty(corpus):
    path = next((corpus / "crush").glob("*.db"))
    assert ADAPTER.recognise(probe_path(path)).confidence > 0.9
    with pytest.raises(CannotRead, match="holds no session"):
        open_log(path)
