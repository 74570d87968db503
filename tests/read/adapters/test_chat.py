from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import Basis, ItemKind
from inspector.read.adapters import chat
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path
from tests.read_back import compactions as found
from tests.read_back import context, read_whole

ADAPTER = chat.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "chat").glob("*/*/*.jsonl"))


def said(role, content, **more):
    return {"role": role, "content": content, **more}


@pytest.fixture
def read(tmp_path):
    def write_and_read(content, name="chat.json"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else orjson.dumps(content, option=orjson.OPT_INDENT_2))
        return read_whole(ADAPTER, path)

    return write_and_read


def test_each_answer_is_a_call_with_what_stands_before_it_and_the_usage_that_it_carries(read):
    first = said("assistant", "yes", usage={"prompt_tokens": 9, "completion_tokens": 2})
    session = read([said("user", "hi"), first, said("user", "more"), said("assistant", "ok")])
    assert [context(session, request.op - 1) for request in session.requests] == [["hi"], ["hi", "yes", "more"]]
    assert session.requests[0].usage.prompt == 9


def test_messages_may_stand_in_an_object_with_their_system_prompt(read):
    session = read({"system": "Be brief.", "messages": [said("user", "hi"), said("assistant", "yes")]})
    assert context(session) == ["Be brief.", "hi", "yes"]


@pytest.mark.parametrize("mark", [[], {}, "user", {"kind": [], "origin": {}}, {"kind": "user", "origin": ["human"]}])
def test_a_damaged_mark_of_a_trace_leaves_a_block_what_its_role_says(read, mark):
    session = read([said("user", [{"type": "text", "text": "hi", "inspector.item": mark}]), said("assistant", "yes")])
    assert [item.kind for item in session.items] == [ItemKind.USER, ItemKind.ASSISTANT]


def test_array_that_starts_with_a_summary_holds_no_compaction(read):
    session = read([said("user", "<summary>told</summary>"), said("user", "go on"), said("assistant", "ok")])
    assert found(session) == ()
    assert session.items[0].kind is ItemKind.SUMMARY


def test_summary_with_history_before_it_is_an_inferred_compaction(read):
    session = read([said("user", "hi"), said("assistant", "yes"), said("user", "<summary>told</summary>")])
    (only,) = found(session)
    assert (only.record.kind, only.record.basis) == ("summary", Basis.INFERRED)
    assert context(session) == ["<summary>told</summary>"]


def test_compaction_block_is_a_recorded_one(read):
    blocks = [{"type": "compaction", "content": "told"}, {"type": "text", "text": "next"}]
    session = read([said("user", "hi"), said("assistant", "yes"), said("user", "more"), said("assistant", blocks)])
    (only,) = found(session)
    assert only.record.basis is Basis.RECORDED
    assert context(session) == ["told", "next"]


@pytest.mark.parametrize("bare", [True, False])
def test_lines_of_arrays_are_a_series_of_contexts(read, bare):
    first = [said("user", "hi")]
    second = [*first, said("assistant", "yes"), said("user", "more")]
    rows = (orjson.dumps(messages if bare else {"messages": messages}) for messages in (first, second))
    session = read(b"\n".join(rows), "chat.jsonl")
    assert [context(session, request.op - 1) for request in session.requests] == [["hi"], ["hi", "yes", "more"]]


def test_list_that_ends_with_an_answer_was_written_after_the_call(read):
    rows = [[said("user", "hi"), said("assistant", "yes")]]
    rows.append([*rows[0], said("user", "more"), said("assistant", "ok")])
    session = read(b"\n".join(map(orjson.dumps, rows)), "chat.jsonl")
    assert [context(session, request.op - 1) for request in session.requests] == [["hi"], ["hi", "yes", "more"]]
    assert context(session) == ["hi", "yes", "more", "ok"]


def test_records_without_a_role_are_kept_and_counted(tmp_path):
    path = tmp_path / "chat.jsonl"
    path.write_bytes(orjson.dumps(said("user", "hi")) + b"\n" + orjson.dumps({"note": 1}))
    session = ADAPTER.read(path, lambda problem: None)
    assert [problem.code for problem in session.diagnostics] == ["unknown-record"]
    assert [item.kind for item in session.items] == [ItemKind.USER, ItemKind.EVENT]


def test_results_are_tied_to_their_calls(read):
    call = {"id": "c", "type": "function", "function": {"name": "shell", "arguments": '{"command": "ls"}'}}
    session = read(
        [said("user", "look"), said("assistant", None, tool_calls=[call]), said("tool", "a", tool_call_id="c")]
    )
    tied = [(item.kind, item.tool) for item in session.items if item.call_id == "c"]
    assert tied == [(ItemKind.TOOL_CALL, "shell"), (ItemKind.TOOL_RESULT, "shell")]


def test_array_cut_short_opens_as_far_as_it_goes(tmp_path):
    path = tmp_path / "chat.json"
    path.write_bytes(orjson.dumps([said("user", "hi"), said("assistant", "yes"), said("user", "lost")])[:-12])
    session = ADAPTER.read(path, lambda problem: None)
    assert context(session) == ["hi", "yes"]
    sources_hold = Bodies()
    assert [sources_hold.text(item) for item in session.items] == ["hi", "yes"]


def test_calls_are_left_to_the_adapters_of_their_api(tmp_path):
    path = tmp_path / "log.json"
    path.write_bytes(orjson.dumps({"model": "m", "messages": [said("user", "hi")]}))
    assert ADAPTER.recognise(probe_path(path)) is None


def test_sample_opens_as_chat_with_its_first_prompt_as_title():
    assert open_log(SAMPLE).adapter is ADAPTER
    assert ADAPTER.glance(probe_path(SAMPLE)).title.startswith("Give me a soup")
