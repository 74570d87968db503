from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import anthropic_api
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.read_back import contexts, found, reads_lines
from tests.read_back import spoken as context

ADAPTER = anthropic_api.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "anthropic-api").glob("*/*/*.jsonl"))
SYSTEM = "You are a careful travel planner."


def user(*blocks):
    return {"role": "user", "content": blocks[0] if len(blocks) == 1 and isinstance(blocks[0], str) else list(blocks)}


def agent(*blocks):
    return {"role": "assistant", "content": [text(b) if isinstance(b, str) else b for b in blocks]}


def text(words):
    return {"type": "text", "text": words}


def called(own, **given):
    return {"type": "tool_use", "id": own, "name": "read_file", "input": given}


def result(own, told):
    return {"type": "tool_result", "tool_use_id": own, "content": told}


def summary(words):
    return {"type": "compaction", "content": words}


def tokens(fresh, output, *rounds):
    told = {"input_tokens": fresh, "cache_read_input_tokens": 0, "cache_creation_input_tokens": 0}
    iterations = [{"type": kind, "input_tokens": size, "output_tokens": out} for kind, size, out in rounds]
    return told | {"output_tokens": output} | ({"iterations": iterations} if rounds else {})


def call(number, messages, *blocks, usage=None, stop="end_turn", edits=None, **asked):
    answer = {"id": f"msg_{number}", "type": "message", "role": "assistant", "model": "m", "stop_reason": stop}
    answer |= {"content": agent(*blocks)["content"], "usage": usage or tokens(100 * number, 10)}
    if edits is not None:
        answer["context_management"] = {"applied_edits": edits}
    return {"request": {"model": "m", "system": SYSTEM, "messages": messages, **asked}, "response": answer}


@pytest.fixture
def read(tmp_path):
    return reads_lines(ADAPTER, tmp_path)


def seen(session):
    """The context of every request that was the agent's own work."""
    return [context(session, request.op - 1) for request in session.requests if not request.purpose]


def test_each_message_is_one_item_though_every_request_repeats_it(read):
    session = read(
        call(1, [user("plan")], "where to?"),
        call(2, [user("plan"), agent("where to?"), user("north")], "fine"),
    )
    assert seen(session) == [["plan"], ["plan", "where to?", "north"]]
    assert [(request.first_item, request.last_item) for request in session.requests] == [(3, 3), (5, 5)]
    assert found(session).all == ()


def test_input_leaves_out_what_a_cache_had(read):
    usage = {"input_tokens": 7, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 50, "output_tokens": 9}
    session = read(call(1, [user("plan")], "fine", usage=usage))
    assert session.requests[0].usage == Usage(7, 100, 50, 9)


def test_compaction_block_takes_the_place_of_all_messages(read):
    usage = tokens(21_000, 300, ("compaction", 121_500, 2_400), ("message", 21_000, 300))
    session = read(
        call(1, [user("plan")], "where to?"),
        call(2, [user("plan"), agent("where to?"), user("north")], summary("north it is"), "next", usage=usage),
    )
    only = found(session).all[0]
    assert (only.record.kind, only.record.trigger, only.record.basis) == ("summary", "auto", "recorded")
    assert (only.record.reported_before, only.after.value) == (121_500, 21_000)
    assert seen(session)[-1] == ["north it is"]
    assert context(session) == ["north it is", "next"]
    assert len(only.kept) == 1  # the system prompt
    requests = [(request.purpose, request.usage.prompt) for request in session.requests]
    assert requests == [("", 100), ("compaction", 121_500), ("", 21_000)]


def test_request_that_goes_on_in_a_thread_holds_what_is_new_alone(read):
    begins = {"thread": {"type": "create"}}
    first, second = (
        {"thread": {"type": "continue", "previous_message_id": f"msg_{n}"}, "system": None} for n in (1, 4)
    )
    said = [user("plan"), agent("where?"), user("north"), agent("fine")]
    session = read(
        call(1, said[:1], "where?", **begins),
        call(2, said[2:3], "fine", **first),
        call(3, said, summary("told"), stop="compaction", compaction={"instructions": "Keep places."}, **begins),
        call(4, [agent(summary("told")), user("go")], "gone", **begins),
        call(5, [user("on")], "there", **second),
    )
    assert seen(session) == [["plan"], ["plan", "where?", "north"], ["told", "go"], ["told", "go", "gone", "on"]]
    (only,) = found(session).all
    assert (only.record.trigger, only.record.focus, session.links) == ("unknown", "Keep places.", ())
    assert all(one[0] == SYSTEM for one in contexts(session))


def test_request_after_a_compaction_holds_only_what_stands_behind_the_block(read):
    before = [user("plan"), agent("where to?"), user("north")]
    session = read(
        call(1, before, summary("north it is"), "next", usage=tokens(9, 9)),
        call(2, [*before, agent(summary("north it is"), "next"), user("go")], "gone"),
    )
    assert seen(session)[-1] == ["north it is", "next", "go"]
    assert len(found(session).all) == 1


def test_failed_compaction_removes_nothing(read):
    session = read(call(1, [user("plan"), agent("where?"), user("north")], summary(None), "next"))
    only = found(session).all[0]
    assert (only.record.status, only.outcome, only.removed) == ("failed", "failed", ())
    assert context(session) == ["plan", "where?", "north", "next"]


def test_paused_compaction_keeps_what_the_client_puts_back(read):
    before = [user("plan"), agent("where to?"), user("north")]
    paused = tokens(0, 0, ("compaction", 121_500, 2_400))
    session = read(
        call(1, before, summary("told"), usage=paused, stop="compaction"),
        call(2, [agent(summary("told")), user("north"), user("go on")], "gone"),
    )
    only = found(session).all[0]
    assert [session.items[number - 1].preview for number in only.kept] == [SYSTEM, "north"]
    assert [session.items[number - 1].preview for number in only.removed] == ["plan", "where to?"]
    assert seen(session) == [["told", "north", "go on"]]
    session = read(call(1, before, summary("told"), usage=paused, stop="compaction"))
    assert context(session) == ["told"]
    assert "not in this log" in found(session).all[0].record.notes[-1]


def test_provider_clears_the_oldest_results_once_each_and_none_of_a_tool_that_is_excluded(read):
    said = [user("look"), agent(called("a"), called("b")), user(result("a", "A" * 900), result("b", "B" * 900))]
    edit = {"type": "clear_tool_uses_20250919", "cleared_tool_uses": 1, "cleared_input_tokens": 200}
    session = read(
        call(1, said, "one", edits=[edit]),
        call(2, [*said, agent("one"), user("more")], "two", edits=[edit]),
        call(3, [*said, agent("one"), user("more"), agent("two"), user("yet")], "three",
             edits=[edit | {"cleared_tool_uses": 2}]),
    )  # fmt: skip
    edits = found(session).edits
    assert [[session.items[number - 1].call_id for number in edit.masked] for edit in edits] == [["a"], ["a", "b"]]
    assert found(session).all == ()
    asked = {"edits": [{"type": "clear_tool_uses_20250919", "exclude_tools": ["read_file"]}]}
    session = read(call(1, said, "one", edits=[edit], context_management=asked))
    assert found(session).edits[0].masked == ()


def test_client_that_sends_a_summary_instead_of_history_is_seen_by_the_prefix(read):
    words = "<summary>Plan a trip north; budget 5,000.</summary>"
    session = read(
        call(1, [user("plan")], "where?"),
        call(2, [user("plan"), agent("where?"), user("north")], "ok"),
        call(3, [user(words)], "booked"),
    )
    only = found(session).all[0]
    assert (only.record.kind, only.record.basis) == ("summary", "inferred")
    assert session.items[only.record.summary - 1].preview == words
    assert seen(session)[-1] == [words]


def test_cut_end_is_an_edit_and_no_compaction(read):
    session = read(
        call(1, [user("plan")], "where?"),
        call(2, [user("plan"), agent("where?"), user("north")], "ok"),
        call(3, [user("plan"), agent("where?"), user("south")], "warm"),
    )
    assert seen(session)[-1] == ["plan", "where?", "south"]
    assert found(session).all == ()


def test_oldest_messages_that_are_left_out_are_a_trim(read):
    said = [user("one"), agent("two"), user("three"), agent("four"), user("five")]
    session = read(call(1, said[:3], "four"), call(2, said, "six"), call(3, [*said[2:], agent("six"), user("7")], "8"))
    only = found(session).all[0]
    assert (only.record.kind, len(only.removed)) == ("trim", 2)
    assert seen(session)[-1] == ["three", "four", "five", "six", "7"]


def test_results_that_the_client_blanks_are_an_edit_in_place(read):
    said = [user("look"), agent(called("a")), user(result("a", "A" * 900))]
    blank = [user("look"), agent(called("a")), user(result("a", "[cleared]")), agent("one"), user("more")]
    session = read(call(1, said, "one"), call(2, blank, "two"))
    edit = found(session).edits[0]
    assert [session.items[number - 1].call_id for number in edit.masked] == ["a"]
    assert len(context(session)) == 6


def test_other_series_are_threads_beside_the_longest(read):
    answer = {"id": "t", "type": "message", "content": [text("A trip")], "usage": tokens(5, 2)}
    title = {"request": {"model": "small", "system": "Write a title.", "messages": [user("plan")]}, "response": answer}
    session = read(
        title, call(1, [user("plan")], "where?"), call(2, [user("plan"), agent("where?"), user("north")], "ok")
    )
    assert seen(session)[-1] == ["plan", "where?", "north"]
    assert [(link.kind, link.session) for link in session.links] == [("subagent", "series-1")]
    assert {item.origin for item in session.items if item.thread} == {Origin.HARNESS, Origin.AGENT}


def test_call_sent_again_after_no_answer_is_one_request(read):
    asked = {"request": {"model": "m", "system": SYSTEM, "messages": [user("plan")]}}
    session = read(asked, call(1, [user("plan")], "where?"))
    assert [(request.id, request.first_item) for request in session.requests] == [("msg_1", 3)]


def test_errors_are_events_and_call_no_model(read):
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    session = read({"request": {"model": "m", "messages": [user("plan")]}, "response": error})
    assert session.requests == ()
    assert [item.preview for item in session.items if item.error] == ["Overloaded"]


def test_reminders_in_a_prompt_are_the_harness_and_the_rest_the_humans(read):
    session = read(call(1, [user("<system-reminder>be brief</system-reminder>\nplan a trip")], "where?"))
    typed = [(item.preview, item.detail) for item in session.items if item.origin is Origin.HUMAN]
    assert typed == [("plan a trip", "typed")]
    assert len(context(session, 0)) + len(context(session, 1)) == 1


def test_log_in_one_document_reads_as_lines_do(tmp_path, read):
    records = [call(1, [user("plan")], "where?"), call(2, [user("plan"), agent("where?"), user("north")], "ok")]
    lines = read(*records)
    path = tmp_path / "log.json"
    path.write_bytes(orjson.dumps(records, option=orjson.OPT_INDENT_2))
    session = ADAPTER.read(path, lambda problem: pytest.fail(problem.message))
    sources_hold_their_texts(session, Bodies())
    assert seen(session) == seen(lines)
    assert ADAPTER.recognise(probe_path(path)).confidence == 0.5


def test_proxys_envelope_is_left_to_the_proxy(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(orjson.dumps({"request": {"method": "POST", "body": call(1, [user("plan")], "ok")["request"]}}))
    assert ADAPTER.recognise(probe_path(path)) is None


def request_of(opened, entries):
    """A request with these entries of a context, one message each."""
    messages = []
    for entry in entries:
        item = opened.session.items[entry.item - 1]
        words = opened.bodies.text(item)[:8000] or "-"
        if item.kind is ItemKind.TOOL_CALL:
            messages.append(agent({"type": "tool_use", "id": item.call_id, "name": item.tool, "input": {"x": words}}))
        elif item.kind is ItemKind.TOOL_RESULT:
            messages.append(user(result(item.call_id, words)))
        elif item.kind is ItemKind.ASSISTANT:
            messages.append(agent(words))
        elif item.kind in (ItemKind.USER, ItemKind.SUMMARY, ItemKind.ATTACHMENT):
            messages.append(user(words))
    return {"request": {"model": "m", "system": SYSTEM, "messages": messages}}


def test_prefix_finds_the_compactions_that_real_logs_mark(corpus, tmp_path):
    """Real contexts, written as a series of requests: the rule finds each compaction that lies between two of them."""
    checked = 0
    for log in sorted((corpus / "claude-code").glob("*.jsonl"), key=lambda path: path.stat().st_size):
        opened = open_log(log)
        replay = Replay(opened.session)
        marked = [one for one in find_compactions(opened.session, replay).all if one.record.basis == "recorded"]
        between = [one for one in marked if one.request_before is not None and one.request_after is not None]
        if not between or log.stat().st_size < 500_000:
            continue
        path = tmp_path / "requests.jsonl"
        calls = [request for request in opened.session.requests if not request.thread and not request.purpose]
        rows = (orjson.dumps(request_of(opened, replay.entries_at(request.op))) for request in calls)
        path.write_bytes(b"\n".join(rows))
        session = ADAPTER.read(path, lambda problem: None)
        assert [one.record.kind for one in found(session).all] == ["summary"] * len(between), log.name
        assert session.links == (), log.name
        checked += 1
        if checked == 3:
            return
    pytest.skip("no real logs with a compaction between two requests")
