from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Rewind
from inspector.read.adapters import droid
from inspector.read.open import open_log, probe_path
from tests.read_back import compactions as found
from tests.read_back import context, reads_lines

ADAPTER = droid.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "droid").glob("*/*/*.jsonl"))
START = {"type": "session_start", "id": "s1", "title": "", "cwd": "/p"}


def row(own, parent, role, text):
    message = {"role": role, "content": [{"type": "text", "text": text}]}
    return {"type": "message", "id": own, "parentId": parent, "timestamp": "2026-02-01T10:00:00Z", "message": message}


def compaction(anchor="", summary="told", **more):
    record = {"type": "compaction_state", "id": "c", "summaryText": summary, **more}
    return record | ({"anchorMessage": {"id": anchor, "index": 0}} if anchor else {})


@pytest.fixture
def read(tmp_path):
    return reads_lines(ADAPTER, tmp_path, "s1.jsonl")


TALK = (row("a", None, "user", "one"), row("b", "a", "assistant", "two"), row("c1", "b", "user", "three"))


def test_messages_behind_the_anchor_stay_behind_the_summary(read):
    session = read(START, *TALK, compaction("b"), row("d", "c1", "assistant", "four"))
    assert context(session) == ["told", "three", "four"]
    assert (found(session)[0].record.trigger, found(session)[0].record.status) == ("auto", "ok")


def test_without_an_anchor_the_summary_stands_alone(read):
    assert context(read(START, *TALK, compaction())) == ["told"]


def test_anchor_that_is_not_in_the_log_is_a_partial_compaction(read):
    session = read(START, *TALK, compaction("gone"))
    assert found(session)[0].record.status == "partial"


def test_anchor_before_an_earlier_compaction_keeps_what_came_behind_it(read):
    session = read(START, *TALK, compaction("b"), row("d", "c1", "user", "four"), compaction("a", "again"))
    assert context(session) == ["again", "three", "four"]


def test_older_rows_keep_the_summary_as_an_object(read):
    older = {"type": "compaction_state", "id": "c", "summary": {"title": "t", "body": "told"}}
    assert context(read(START, *TALK, older)) == ["told"]


def test_log_that_opens_with_a_summary_links_to_its_parent(read):
    opening = "A previous instance of Droid has summarized the work: <summary>told</summary>"
    session = read(START | {"parent": "s0"}, row("a", None, "user", opening), row("b", "a", "user", "go on"))
    (only,) = found(session)
    assert (only.record.trigger, session.items[only.record.summary - 1].preview) == ("manual", opening)
    assert [(link.kind, link.session) for link in session.links] == [("parent", "s0")]


def test_message_on_an_earlier_parent_is_a_rewind(read):
    session = read(START, *TALK, row("d", "a", "assistant", "other"))
    assert context(session) == ["one", "other"]
    assert any(isinstance(op, Rewind) for op in session.ops)


def test_rewind_past_a_compaction_brings_back_what_it_dropped(read):
    session = read(START, *TALK, compaction(), row("d", "c1", "user", "x"), row("e", "a", "assistant", "other"))
    assert context(session) == ["one", "other"]


def test_reminders_are_the_harness(read):
    session = read(START, row("a", None, "user", "<system-reminder>today</system-reminder>"), *TALK[1:])
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["three"]


def test_model_stands_in_the_settings(tmp_path):
    path = tmp_path / "s1.jsonl"
    path.write_bytes(b"\n".join(map(orjson.dumps, (START, *TALK))))
    settings = tmp_path / "s1.settings.json"
    settings.write_bytes(orjson.dumps({"model": "m"}, option=orjson.OPT_INDENT_2))
    assert ADAPTER.read(path, lambda problem: None).models == ("m",)
    assert ADAPTER.whole(settings) == path


def test_unknown_rows_survive_as_events(tmp_path):
    path = tmp_path / "s1.jsonl"
    path.write_bytes(b"\n".join(map(orjson.dumps, (START, *TALK, {"type": "new_thing"}))))
    session = ADAPTER.read(path, lambda problem: None)
    assert session.items[-1].kind is ItemKind.EVENT
    assert [problem.code for problem in session.diagnostics] == ["unknown-record"]


def test_sessions_are_found_where_droid_keeps_them(tmp_path):
    log = tmp_path / ".factory" / "sessions" / "-p" / "s1.jsonl"
    log.parent.mkdir(parents=True)
    log.touch()
    assert [path for folder in ADAPTER.folders(tmp_path, {}) for path in ADAPTER.find(folder)] == [log]
    assert list(ADAPTER.folders(tmp_path, {"FACTORY_DIR": str(tmp_path / "x")})) == [tmp_path / "x" / "sessions"]


def test_sample_opens_as_droid_with_its_title():
    assert open_log(SAMPLE).adapter is ADAPTER
    assert ADAPTER.glance(probe_path(SAMPLE)).title == "Rounding in the till"
