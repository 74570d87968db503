from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import goose
from inspector.read.adapters.goose.messages import Messages
from inspector.read.adapters.goose.stored import Stored
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path
from tests.check_session import check_session, sources_hold_their_texts
from tests.mangle import mangled
from tests.read_back import context as after
from tests.read_back import found as compactions

ADAPTER = goose.ADAPTER
SAMPLE = Path(__file__).parents[3] / "sample_sessions" / "goose" / "1.30" / "last-prompt" / "sessions.db"
NOTE = "The previous message is a structured summary of the session so far, produced at the user's request."
HIDDEN, AGENT, NEITHER = (
    {"userVisible": user, "agentVisible": agent} for user, agent in ((True, False), (False, True), (False, False))
)


def said(role, words, metadata=None):
    return {"role": role, "content": [{"type": "text", "text": words}], "metadata": metadata or {}}


def call(id_="r1"):
    asked = {"status": "success", "value": {"name": "shell", "arguments": {"command": "ls"}}}
    return {"role": "assistant", "content": [{"type": "toolRequest", "id": id_, "toolCall": asked}]}


def result(words, id_="r1", **more):
    told = {"status": "success", "value": [{"type": "text", "text": words}]} | more
    return {"role": "user", "content": [{"type": "toolResponse", "id": id_, "toolResult": told}]}


@pytest.fixture
def lines(tmp_path):
    def write(*messages):
        path = tmp_path / "20260101_1.jsonl"
        header = {"working_dir": "/w", "description": "about", "message_count": len(messages)}
        rows = [{"id": f"g{number}", "created": 100 + number} | row for number, row in enumerate(messages)]
        path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in (header, *rows)))
        return path

    return write


@pytest.fixture
def read(lines):
    def write_and_read(*messages):
        session = ADAPTER.read(lines(*messages), lambda problem: pytest.fail(problem.message))
        sources_hold_their_texts(session, Bodies())
        return session

    return write_and_read


def test_behind_a_summary_stand_its_note_and_what_follows(read):
    session = read(
        said("user", "a", HIDDEN), said("user", "told", AGENT), said("assistant", NOTE, AGENT), said("user", "b")
    )  # fmt: skip
    assert after(session) == ["told", NOTE, "b"]
    assert compactions(session).all[0].record.trigger == "manual"
    assert session.items[-1].origin is Origin.HUMAN


def test_a_summary_hidden_by_the_next_one_is_still_a_summary(read):
    session = read(
        said("user", "a", HIDDEN), said("user", "first", NEITHER), said("assistant", NOTE, NEITHER),
        said("user", "b", HIDDEN), said("user", "second", AGENT), said("assistant", NOTE, AGENT),
    )  # fmt: skip
    assert [session.items[one.record.summary - 1].preview for one in compactions(session).all] == ["first", "second"]
    assert after(session) == ["second", NOTE]


def test_a_pair_summarised_by_itself_is_an_edit(read):
    session = read(
        said("user", "a"), call() | {"metadata": HIDDEN}, result("ls") | {"metadata": HIDDEN},
        said("user", "ran ls", AGENT), said("assistant", "b"),
    )  # fmt: skip
    assert after(session) == ["a", "ran ls", "b"]
    edits = compactions(session).edits
    assert [len(edit.removed) for edit in edits] == [2]
    assert compactions(session).all == ()


def test_what_the_agent_never_saw_is_not_in_the_context(read):
    assert after(read(said("user", "a"), said("assistant", "for the user", HIDDEN))) == ["a"]


def test_answers_in_a_row_are_one_request(read):
    session = read(said("user", "a"), said("assistant", "b"), call(), result("c"), said("assistant", "d"))
    assert [(request.first_item, request.last_item) for request in session.requests] == [(2, 3), (5, 5)]


def test_results_and_errors(read):
    session = read(call(), result("ok"), call("r2"), result("", "r2", value=None, error="no such tool"))
    results = [item for item in session.items if item.kind is ItemKind.TOOL_RESULT]
    assert [(item.preview, item.tool, item.error) for item in results] == [
        ("ok", "shell", False),
        ("no such tool", "shell", True),
    ]


def entry(sent, output, total, read, when=0, summed=0):
    names = ("input_tokens", "output_tokens", "total_tokens", "cache_read_tokens", "created_timestamp", "is_compaction")
    return dict(zip(names, (sent, output, total, read, when, summed), strict=True)) | {
        "cache_write_tokens": 0,
        "cost": None,
        "model": "m",
    }


@pytest.mark.parametrize(
    ("told", "usage"),
    [
        (entry(1000, 50, 1050, 800), Usage(200, 800, 0, 50)),
        (entry(100, 10, 610, 500), Usage(100, 500, 0, 10)),
        (entry(600, 10, 1110, 500), Usage(600, 500, 0, 10)),
        (entry(0, 0, 0, 0), None),
    ],
)
def test_the_ledgers_total_tells_whether_input_includes_the_cache(lines, told, usage):
    stored = goose.read_stored(lines(said("user", "a"), said("assistant", "b")), print)
    stored.ledger = [told]
    walk = Messages("goose", stored)
    walk.read()
    assert walk.build.drafts[0].usage == usage


def test_a_ledger_of_another_length_is_paired_by_time(lines):
    stored: Stored = goose.read_stored(lines(said("user", "a"), said("assistant", "b"), said("user", "c"),
                                             said("assistant", "d")), print)  # fmt: skip
    stored.ledger = [entry(5, 1, 6, 0, when=110)]
    walk = Messages("goose", stored)
    walk.read()
    assert [draft.usage for draft in walk.build.drafts] == [None, Usage(5, 0, 0, 1)]
    assert walk.build.diagnostics[0].code == "paired-by-time"


def test_the_older_form_is_known_by_its_first_line(lines, tmp_path):
    path = lines(said("user", "a"), said("assistant", "b"))
    assert ADAPTER.recognise(probe_path(path)).confidence == 0.9
    assert ADAPTER.glance(probe_path(path)).title == "about"
    check_session(path, tmp_path / "check")


def test_sessions_of_the_database_and_older_ones_are_listed(lines, tmp_path):
    lines(said("user", "a"))
    (tmp_path / "sessions.db").write_bytes(SAMPLE.read_bytes())
    assert [path.name for path in ADAPTER.find(tmp_path)] == ["20260818_1", "20260101_1.jsonl"]
    assert open_log(tmp_path / "sessions.db" / "20260818_1").session.title == "Seeds per tray"


@pytest.mark.parametrize("seed", range(40))
def test_no_damage_to_the_older_form_raises(seed, lines):
    path = lines(said("user", "a"), call(), result("c"), said("user", "told", AGENT), said("assistant", NOTE, AGENT))
    path.write_bytes(mangled(path.read_bytes(), seed))
    session = ADAPTER.read(path, lambda problem: None)
    compactions(session)
