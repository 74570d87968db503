from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import Origin
from inspector.read.adapters import claude_stream
from inspector.read.open import open_log, probe_path
from tests.read_back import context, found, read_whole

ADAPTER = claude_stream.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "claude-stream").glob("*/*/*.jsonl"))


def row(kind, own, content=None, parent=None, **more):
    record = {"type": kind, "session_id": "s", "uuid": own, **more}
    if content is not None:
        content = [{"type": "text", "text": content}] if isinstance(content, str) else content
        record |= {"message": {"role": kind, "content": content}, "parent_tool_use_id": parent}
    return record


def said(own, text, answer="", output=5, parent=None):
    record = row("assistant", own, text, parent)
    record["message"] |= {"id": answer or own, "model": "m", "usage": {"input_tokens": 10, "output_tokens": output}}
    return record


def boundary(**metadata):
    return row("system", "b", subtype="compact_boundary", compact_metadata={"trigger": "manual", **metadata})


SUMMARY = row("user", "u9", "This session is being continued from a previous conversation. told")


@pytest.fixture
def read(tmp_path):
    def write_and_read(*records, document=False):
        path = tmp_path / "stream.jsonl"
        lines = b"".join(orjson.dumps(record) + b"\n" for record in records)
        path.write_bytes(orjson.dumps(records) if document else lines)
        return read_whole(ADAPTER, path)

    return write_and_read


def test_rows_of_one_answer_are_one_request_with_the_last_usage(read):
    session = read(row("user", "u1", "hi"), said("a1", "one", "m1", 2), said("a2", "two", "m1", 9))
    assert [(request.usage.output, request.first_item, request.last_item) for request in session.requests] == [
        (9, 2, 3)
    ]


def test_boundary_and_summary_are_one_compaction(read):
    session = read(row("user", "u1", "hi"), said("a1", "yes"), boundary(pre_tokens=900, post_tokens=40), SUMMARY)
    (only,) = found(session).all
    record = only.record
    assert (record.trigger, record.reported_before, record.reported_after) == ("manual", 900, 40)
    assert context(session) == [session.items[record.summary - 1].preview]


def test_kept_messages_stand_behind_the_summary(read):
    kept = {"preserved_messages": {"uuids": ["a1", "never"]}}
    session = read(row("user", "u1", "hi"), said("a1", "yes"), boundary(**kept), SUMMARY)
    assert context(session)[1:] == ["yes"]


def test_a_compaction_is_partial_where_the_stream_holds_nothing_of_what_it_kept(read):
    kept = {"preserved_messages": {"uuids": ["never"]}}
    session = read(row("user", "u1", "hi"), said("a1", "yes"), boundary(**kept), SUMMARY)
    assert found(session).all[0].record.status == "partial"


def test_boundary_without_its_summary_says_so(read):
    session = read(row("user", "u1", "hi"), said("a1", "yes"), boundary(), said("a2", "next"))
    (only,) = found(session).all
    assert (only.record.readable, only.record.summary) == (False, None)
    assert context(session) == ["next"]


def test_failed_compaction_removes_nothing(read):
    status = row("system", "s1", subtype="status", status=None, compact_result="failed", compact_error="too short")
    session = read(row("user", "u1", "hi"), said("a1", "yes"), status)
    assert [(one.record.status, one.record.reason) for one in found(session).all] == [("failed", "too short")]
    assert context(session) == ["hi", "yes"]


def test_results_cleared_in_place_are_an_edit(read):
    result = [{"type": "tool_result", "tool_use_id": "t1", "content": "long"}]
    cleared = row("system", "m", subtype="microcompact_boundary", microcompact_metadata={"compacted_tool_ids": ["t1"]})
    cleared["microcompact_metadata"] |= {"pre_tokens": 60_000, "tokens_saved": 20_000}
    session = read(row("user", "u1", "hi"), row("user", "u2", result), cleared)
    (edit,) = found(session).edits
    assert (len(edit.masked), edit.record.reported_after) == (1, None)
    assert edit.record.notes == ("By the log 20,000 tokens were cleared.",)


def test_subagents_rows_are_a_thread(read):
    call = [{"type": "tool_use", "id": "t1", "name": "Task", "input": {"prompt": "look"}}]
    session = read(row("user", "u1", "hi"), row("assistant", "a1", call), row("user", "u2", "look", "t1"),
                   said("a2", "seen", parent="t1"))  # fmt: skip
    assert [item.preview for item in session.items if item.thread == "t1"] == ["look", "seen"]
    assert [(link.session, link.item) for link in session.links] == [("t1", 2)]
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["hi"]


def test_window_stands_in_the_last_row(read):
    last = row("result", "r", subtype="success", modelUsage={"m": {"contextWindow": 200_000}})
    assert read(row("user", "u1", "hi"), said("a1", "yes"), last).requests[0].limit == 200_000


def test_rows_that_stand_twice_are_read_once(read):
    session = read(row("user", "u1", "hi"), said("a1", "yes"), said("a1", "yes"))
    assert context(session) == ["hi", "yes"]


def test_array_of_rows_reads_as_lines_do(read, tmp_path):
    rows = (row("system", "i", subtype="init", cwd="/p"), row("user", "u1", "hi"), said("a1", "yes"))
    assert context(read(*rows, document=True)) == ["hi", "yes"]
    assert ADAPTER.recognise(probe_path(tmp_path / "stream.jsonl")).confidence > 0.9


def test_sample_opens_as_a_stream_with_its_first_prompt_as_title():
    assert open_log(SAMPLE).adapter is ADAPTER
    assert ADAPTER.glance(probe_path(SAMPLE)).title.startswith("Water plan for June")


def test_an_output_noted_before_the_answer_was_whole_is_not_in_the_log(read):
    session = read(row("user", "u1", "go"), said("a1", "The feed is read in steps of a hundred rows. " * 9))
    assert [(one.usage.prompt, one.usage.output) for one in session.requests] == [(10, None)]


@pytest.mark.parametrize(("sums", "cost"), [((0.05,), 0.05), ((0,), None), ((0.05, 0.09), None)])
def test_the_cost_in_the_last_row_is_the_sessions_where_there_is_one_such_row(read, sums, cost):
    last = [row("result", f"r{place}", subtype="success", total_cost_usd=one) for place, one in enumerate(sums)]
    session = read(row("user", "u1", "hi"), said("a1", "yes"), *last)
    assert (session.cost, session.requests[0].cost) == (cost, None)


def test_of_several_costs_the_last_is_the_sessions_where_its_tokens_are_those_of_all_calls(read):
    def paid(cost, tokens):
        return row(
            "result", f"r{cost}", subtype="success", total_cost_usd=cost, modelUsage={"m": {"inputTokens": tokens}}
        )

    calls = said("a1", "yes"), said("a2", "yes")
    assert read(row("user", "u1", "hi"), calls[0], paid(0.05, 10), calls[1], paid(0.09, 20)).cost == 0.09
    assert read(row("user", "u1", "hi"), calls[0], paid(0.05, 10), calls[1], paid(0.04, 10)).cost is None


def test_kept_messages_that_no_stream_holds_are_told_and_leave_the_compaction_whole(read):
    kept = {"preserved_messages": {"uuids": ["u1", "reminder"]}}
    (one,) = found(read(row("user", "u1", "kept"), said("a1", "gone"), boundary(**kept), SUMMARY)).all
    assert (one.record.status, len(one.kept)) == ("ok", 1)
    assert one.record.notes[0].startswith("1 kept messages are named")


def test_a_summary_ahead_of_its_boundary_is_one_compaction_with_it(read):
    session = read(row("user", "u1", "hi"), said("a1", "gone"), SUMMARY, boundary(pre_tokens=158_140), said("a2", "on"))
    (one,) = found(session).all
    assert (one.record.trigger, one.record.reported_before) == ("manual", 158_140)
    assert session.items[one.record.summary - 1].origin is Origin.HARNESS
    assert context(session)[:1] == [SUMMARY["message"]["content"][0]["text"]]


@pytest.mark.parametrize("told", [boundary(), SUMMARY])
def test_what_comes_behind_a_boundary_or_a_summary_alone_stays(read, told):
    session = read(row("user", "u1", "hi"), said("a1", "gone"), told, row("user", "u2", "Go on."), said("a2", "on"))
    summary = [] if told is not SUMMARY else [told["message"]["content"][0]["text"]]
    assert context(session) == [*summary, "Go on.", "on"]
    assert len(found(session).all) == 1


def test_a_boundary_may_carry_its_summary(read):
    inline = boundary() | {"summary": "The stock list goes to SQLite."}
    session = read(row("user", "u1", "hi"), said("a1", "gone"), inline, said("a2", "on"))
    (one,) = found(session).all
    assert session.items[one.record.summary - 1].preview == "The stock list goes to SQLite."


def test_a_compaction_that_was_begun_and_never_ended_failed(read):
    status = row("system", "s1", subtype="status", status="compacting")
    (one,) = found(read(row("user", "u1", "hi"), said("a1", "there"), status)).all
    assert (one.record.status, one.removed) == ("failed", ())
