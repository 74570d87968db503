"""Qwen Code: the tree of records, compressions with their exact new context, and whose words a record holds."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Rewind
from inspector.read.adapters import qwen
from inspector.read.open import open_log, probe_path
from tests.read_back import compactions, context, reads_lines

ADAPTER = qwen.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "qwen").glob("*/relay/*.jsonl"))


def record(own, parent, kind, **more):
    base = {"uuid": own, "parentUuid": parent, "sessionId": "s", "timestamp": "2026-07-01T10:00:00.000Z", "cwd": "/p"}
    return base | {"type": kind, "version": "0.21.0"} | more


def user(own, parent, text, **more):
    return record(own, parent, "user", message={"role": "user", "parts": [{"text": text}]}, **more)


def said(own, parent, *parts, prompt=1000, **more):
    parts = [{"text": part} if isinstance(part, str) else part for part in parts]
    usage = {"promptTokenCount": prompt, "candidatesTokenCount": 9, "totalTokenCount": prompt + 9}
    return record(
        own, parent, "assistant", model="m", message={"role": "model", "parts": parts}, usageMetadata=usage, **more
    )


def compressed(own, parent, history, status=1, **info):
    told = {"originalTokenCount": 900, "newTokenCount": 90, "compressionStatus": status} | info
    payload = {"info": told, "compressedHistory": history}
    return record(own, parent, "system", subtype="chat_compression", systemPayload=payload)


def content(text, role="user"):
    return {"role": role, "parts": [{"text": text}]}


@pytest.fixture
def read(tmp_path):
    return reads_lines(ADAPTER, tmp_path)


def test_the_new_context_is_exactly_the_one_written_down(read):
    history = [content("The story so far"), content("ok", "model"), content("b", "model")]
    session = read(user("1", None, "a"), said("2", "1", "b"), compressed("3", "2", history), user("4", "3", "c"))
    (compaction,) = compactions(session)
    assert context(session) == ["The story so far", "ok", "b", "c"]
    assert session.items[compaction.record.summary - 1].preview == "The story so far"
    assert (compaction.removed, compaction.kept) == ((1,), (2,))
    assert (compaction.record.reported_before, compaction.record.reported_after) == (900, 90)


@pytest.mark.parametrize("status", [2, 3, 4, 5, 6, 7])
def test_compression_that_did_not_take_place_removes_nothing(read, status):
    session = read(user("1", None, "a"), compressed("2", "1", [], status), user("3", "2", "b"))
    assert [compaction.outcome for compaction in compactions(session)] == ["failed"]
    assert context(session) == ["a", "b"]


@pytest.mark.parametrize(
    ("reason", "trigger"),
    [
        ("token_limit", "auto"),
        ("manual", "manual"),
        ("image_overflow", "overflow"),
        ("payload_overflow", "overflow"),
        ("new_reason", "unknown"),
        (None, "unknown"),
    ],
)
def test_trigger_is_the_one_in_the_log(read, reason, trigger):
    info = {"triggerReason": reason} if reason else {}
    (compaction,) = compactions(read(user("1", None, "a"), compressed("2", "1", [content("s")], **info)))
    assert compaction.record.trigger == trigger


def test_compression_without_a_summary_is_a_cut(read):
    session = read(user("1", None, "a"), said("2", "1", "b"), compressed("3", "2", [content("b", "model")]))
    (compaction,) = compactions(session)
    assert (compaction.record.kind, compaction.record.summary, context(session)) == ("trim", None, ["b"])


def test_compression_whose_context_is_not_there_is_partial(tmp_path):
    path = tmp_path / "log.jsonl"
    rows = (user("1", None, "a"), compressed("2", "1", "gone"))
    path.write_bytes(b"\n".join(map(orjson.dumps, rows)))
    session = ADAPTER.read(path, lambda problem: None)
    assert [compaction.record.status for compaction in compactions(session)] == ["partial"]
    assert [problem.code for problem in session.diagnostics] == ["no-new-context"]


def test_rewind_past_a_compression_restores_what_it_dropped(read):
    session = read(
        user("1", None, "a"), said("2", "1", "b"), compressed("3", "2", [content("s")]), user("4", "3", "c"),
        record("5", "2", "system", subtype="rewind", systemPayload={"truncatedCount": 2}), user("6", "5", "d"),
    )  # fmt: skip
    assert context(session) == ["a", "b", "d"]


def test_records_beside_the_path_are_no_rewind(read):
    note = record("n", "2", "system", subtype="ui_telemetry", systemPayload={"uiEvent": {}})
    session = read(user("1", None, "a"), said("2", "1", "b"), note, user("3", "2", "c"))
    assert not any(isinstance(op, Rewind) for op in session.ops)


def test_records_of_one_answer_are_one_request(read):
    call = {"functionCall": {"id": "c", "name": "ls", "args": {"path": "x"}}}
    session = read(user("1", None, "a"), said("2", "1", "b", prompt=10), said("2", "1", call, prompt=12))
    (request,) = session.requests
    assert (request.usage.prompt, request.first_item, request.last_item) == (12, 2, 3)


@pytest.mark.parametrize(
    ("more", "origin", "detail"),
    [
        ({}, Origin.HUMAN, "typed"),
        ({"provenance": "real_user"}, Origin.HUMAN, "typed"),
        ({"subtype": "mid_turn_user_message"}, Origin.HUMAN, "queued"),
        ({"subtype": "notification", "provenance": "system"}, Origin.HARNESS, "notification"),
        ({"subtype": "cron", "provenance": "system"}, Origin.HARNESS, "cron"),
        ({"provenance": "goal_runtime"}, Origin.HARNESS, "goal_runtime"),
    ],
)
def test_only_typed_records_are_the_humans(read, more, origin, detail):
    (item,) = read(user("1", None, "do it", **more)).items
    assert (item.origin, item.detail) == (origin, detail)


def test_the_template_of_a_command_is_not_the_humans_and_what_stands_behind_its_name_is(read):
    filled = user("2", "1", "Bake slowly: the bread", systemPayload={"hookContext": "Mind the oven."})
    session = read(command("1", None, "/bake the bread", sentToModel=True), filled)
    assert session.unlogged[0].name == "text that hooks add to prompts"
    told = [(item.preview, item.origin, item.detail) for item in session.items if item.kind is ItemKind.USER]
    assert told == [("Bake slowly: the bread", Origin.HARNESS, "command"), ("the bread", Origin.HUMAN, "typed")]
    assert context(session) == ["Bake slowly: the bread"]


def test_texts_in_the_users_name_that_only_a_compression_has_are_not_the_humans(read):
    session = read(user("1", None, "a"), compressed("2", "1", [content("sum"), content("environment of today")]))
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["a"]


def test_subagents_stay_out_of_the_context_and_are_linked(read):
    session = read(
        user("1", None, "a"), user("x", None, "find it", agentId="explore-1", isSidechain=True), said("2", "1", "b")
    )
    assert context(session) == ["a", "b"]
    assert [(item.origin, item.thread) for item in session.items][1] == (Origin.AGENT, "explore-1")
    assert [link.session for link in session.links] == ["explore-1"]


def test_a_subagents_own_log_is_its_session_and_hangs_on_the_call_that_sent_it(tmp_path):
    log, part = tmp_path / "chats" / "s.jsonl", tmp_path / "subagents" / "s" / "agent-explore-c1.jsonl"
    call, about = {"functionCall": {"id": "c1", "name": "agent", "args": {}}}, {"agentId": "explore-c1"}
    # An answer stands in two records there; the one of its calls has no tokens.
    rest = record("3", "2", "assistant", message={"role": "model", "parts": [call]}, **about)
    rows = {log: [user("1", None, "a"), said("2", "1", call)], part: [user("1", None, "find it"), said("2", "1"), rest]}
    rows[part].append(user("4", "3", "and that"))
    for path, records in rows.items():
        path.parent.mkdir(parents=True)
        path.write_bytes(b"\n".join(orjson.dumps(one | about if path == part else one) for one in records))
    session, own = (ADAPTER.read(path, print) for path in rows)
    assert [(link.session, link.path, link.item) for link in session.links] == [("explore-c1", str(part), 2)]
    assert [(one.first_item, one.usage.prompt) for one in own.requests] == [(2, 1000)]
    assert (own.id, own.items[0].origin, context(own)) == ("explore-c1", Origin.AGENT, ["find it", "agent", "and that"])
    assert own.unlogged[0].name == "note on who sent the prompt"


def test_lost_parent_is_told_and_the_record_kept(tmp_path):
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\n".join(map(orjson.dumps, (user("1", None, "a"), user("3", "2", "b")))))
    session = ADAPTER.read(path, lambda problem: None)
    assert context(session) == ["a", "b"]
    assert [problem.code for problem in session.diagnostics] == ["lost-parent"]


def test_it_is_known_from_claude_code_by_the_contents():
    assert open_log(SAMPLE).match.confidence == 1.0
    assert ADAPTER.glance(probe_path(SAMPLE)).title == "Kiln logger"


def test_thoughts_are_sent_again(read):
    session = read(said("1", None, {"text": "hm", "thought": True}, "b"))
    assert [item.kind for item in session.items] == [ItemKind.REASONING, ItemKind.ASSISTANT]
    assert context(session) == ["hm", "b"]


SNAPSHOT = "<state_snapshot>\n<goal>bake</goal>\n</state_snapshot>"
PROMPT_IDS = {"own": "s########1", "hand": "compress-1", "memory": "s#memory#0"}


def called(own, parent, whose="own", prompt=500, error="", status=200, **more):
    told = {"event.name": f"qwen-code.api_{'error' if error else 'response'}", "prompt_id": PROMPT_IDS[whose]}
    told |= {"model": "m", "status_code": status, "duration_ms": 20} | more
    counts = {"input_token_count": prompt, "output_token_count": 7, "total_token_count": prompt + 7}
    told |= {"error_message": error} if error else counts
    return record(own, parent, "system", subtype="ui_telemetry", systemPayload={"uiEvent": told})


def command(own, parent, words, phase="invocation", shown=(), **more):
    payload = {"phase": phase, "rawCommand": words, "outputHistoryItems": list(shown)} | more
    return record(own, parent, "system", subtype="slash_command", systemPayload=payload)


def test_the_prompt_that_sets_off_a_compression_is_sent_behind_it_once(read):
    session = read(
        user("1", None, "a"), said("2", "1", "b"), user("3", "2", "Only rye flour from now on."),
        compressed("4", "3", [content(SNAPSHOT)], triggerReason="token_limit"), said("5", "4", "c"),
    )  # fmt: skip
    (compaction,) = compactions(session)
    assert context(session)[1:] == ["Only rye flour from now on.", "c"]
    assert (compaction.removed, compaction.kept, compaction.record.shown) == ((1, 2), (3,), (1, 2))
    session = read(
        user("1", None, "a"), said("2", "1", "b"), user("3", "2", "and rye"),
        compressed("4", "3", [content(SNAPSHOT), content("and rye")], triggerReason="token_limit"),
    )  # fmt: skip
    assert context(session)[1:] == ["and rye"]


def test_results_that_the_record_lacks_are_sent_behind_their_calls(read):
    call = {"functionCall": {"id": "c", "name": "ls", "args": {"path": "x"}}}
    result = {"functionResponse": {"id": "c", "name": "ls", "response": {"output": "oven.txt"}}}
    told = record("3", "2", "tool_result", message={"role": "user", "parts": [result]})
    history = [content(SNAPSHOT), {"role": "model", "parts": [call]}]
    session = read(
        user("1", None, "a"), said("2", "1", call), told, compressed("4", "3", history, triggerReason="token_limit")
    )
    assert context(session)[1:] == ["ls x", "oven.txt"]


@pytest.mark.parametrize("reason", ["payload_overflow", "token_limit"])
def test_a_payload_that_was_refused_is_not_sent_again(read, reason):
    refused = called("4", "3", error="maximum context length is 9 tokens", status=400, response_id="begun")
    log = (user("1", None, "a"), said("2", "1", "b"), user("3", "2", "too much"), refused)
    session = read(*log, compressed("5", "4", [content(SNAPSHOT)], triggerReason=reason))
    assert (len(context(session)), compactions(session)[0].record.trigger) == (1, "overflow")
    assert "note to go on" in [one.name for one in session.unlogged]


def test_files_that_a_compression_puts_back_are_not_the_humans(read):
    file = "Opened lately:\n\n## /p/rye.md\n\n```\nNever add sugar.\n```"
    session = read(user("1", None, "a"), compressed("2", "1", [content(SNAPSHOT), content(file)]))
    assert [(item.origin, item.detail) for item in session.items][-1] == (Origin.HARNESS, "restored_file")


def test_the_same_summary_again_is_a_summary(read):
    again = [content(SNAPSHOT)]
    session = read(
        user("1", None, "a"), compressed("2", "1", again, triggerReason="token_limit"), said("3", "2", "b"),
        compressed("4", "3", again, triggerReason="token_limit"),
    )  # fmt: skip
    assert [compaction.record.kind for compaction in compactions(session)] == ["summary", "summary"]


def test_a_compression_was_asked_for_where_the_command_stands_right_before_it(read):
    session = read(user("1", None, "a"), command("2", "1", "/compress"), compressed("3", "2", [content("s")]))
    assert compactions(session)[0].record.trigger == "manual"
    session = read(
        user("1", None, "a"), command("2", "1", "/compress-fast"), user("3", "2", "b"), compressed("4", "3", ["s"])
    )
    assert compactions(session)[0].record.trigger == "unknown"


def test_the_words_of_a_command_are_the_focus_though_it_is_logged_behind(read):
    session = read(
        user("1", None, "a"), compressed("2", "1", [content(SNAPSHOT)], triggerReason="manual"),
        command("3", "2", "/compress keep the recipe"),
    )  # fmt: skip
    assert compactions(session)[0].record.focus == "keep the recipe"
    assert not [item for item in session.items if item.origin is Origin.HUMAN and "recipe" in item.preview]


def test_a_command_whose_compression_failed_is_told_by_its_result_and_nothing_to_compress_is_no_failure(read):
    shown = [{"type": "compression", "compression": {"compressionStatus": 4, "originalTokenCount": 700}}]
    session = read(
        user("1", None, "a"), said("2", "1", "b"), called("3", "2", "hand"), called("4", "3", "hand"),
        command("5", "4", "/compress"), command("6", "5", "/compress", "result", shown),
    )  # fmt: skip
    (only,) = compactions(session)
    assert (only.outcome, only.record.trigger, only.record.attempts) == ("failed", "manual", 2)
    assert "empty" in only.record.notes[0]
    for shown, count in (([{"type": "info", "text": "No need."}], 0), ([], 1)):
        found = compactions(read(user("1", None, "a"), command("2", "1", "/compress", "result", shown)))
        assert ["stopped" in one.record.reason for one in found] == [True] * count
    assert [one.code for one in read(user("1", None, "a"), user("2", "1", "b")).diagnostics] == ["may-be-taken-back"]


def test_the_summarizers_calls_are_requests_of_their_own(read):
    session = read(
        user("1", None, "a"), said("2", "1", "b"), user("3", "2", "c"), called("4", "3", "memory", subagent_id="m"),
        called("5", "4", prompt=800), called("6", "5", prompt=300),
        compressed("7", "6", [content(SNAPSHOT)], triggerReason="token_limit"), said("8", "7", "d"),
    )  # fmt: skip
    told = [(request.purpose, request.usage.prompt) for request in session.requests]
    assert told == [("", 1000), ("compaction", 800), ("compaction", 300), ("", 1000)]
    assert compactions(session)[0].record.attempts == 2


FULL = {"contextWindowSize": 10_000}


@pytest.mark.parametrize(("prompt", "failed"), [(9_000, ["failed"]), (4_000, [])])
def test_calls_refused_in_front_of_an_answer_are_a_failed_compression_where_the_window_was_full(read, prompt, failed):
    session = read(
        user("1", None, "a"), said("2", "1", "b", prompt=prompt, **FULL), user("3", "2", "c"),
        called("4", "3", error="no", status=400), called("5", "4", error="no way", status=400),
        called("6", "5"), said("7", "6", "d", **FULL),
    )  # fmt: skip
    found = compactions(session)
    assert [compaction.outcome for compaction in found] == failed
    assert [compaction.record.reason for compaction in found] == ["no way"] * len(failed)


@pytest.mark.parametrize(("prompt", "failed"), [(9_000, ["failed"]), (4_000, [])])
def test_a_call_of_a_turn_that_was_given_up_is_a_failed_compression_where_the_window_was_full(read, prompt, failed):
    session = read(
        user("1", None, "a"), said("2", "1", "b", prompt=prompt, **FULL), user("3", "2", "c"),
        called("4", "3"), user("5", "4", "d"), called("6", "5"), said("7", "6", "e", **FULL),
    )  # fmt: skip
    assert [compaction.outcome for compaction in compactions(session)] == failed
    assert [request.purpose for request in session.requests] == ["", *["compaction"] * len(failed), ""]


def test_what_waited_is_forgotten_with_a_turn_that_was_given_up(read):
    call = {"functionCall": {"id": "c", "name": "ls", "args": {"path": "x"}}}
    result = {"functionResponse": {"id": "c", "name": "ls", "response": {"output": "oven.txt"}}}
    session = read(
        user("1", None, "a"), said("2", "1", call, prompt=9_000, **FULL),
        record("3", "2", "tool_result", message={"role": "user", "parts": [result]}), called("4", "3"),
        user("5", "4", "lost"), called("6", "5"), user("7", "6", "d"), called("8", "7"), said("9", "8", "e", **FULL),
    )  # fmt: skip
    assert context(session) == ["a", "ls x", "d", "e"]
    assert "notes in the place of results that were forgotten" in [one.name for one in session.unlogged]


@pytest.mark.parametrize("why", ["User intentionally cancelled.", "The person did not allow it."])
def test_results_of_a_turn_that_the_person_broke_off_are_not_sent(read, why):
    call = {"functionCall": {"id": "c", "name": "ls", "args": {"path": "x"}}}
    result = {"functionResponse": {"id": "c", "name": "ls", "response": {"error": why}}}
    told = {"message": {"role": "user", "parts": [result]}, "toolCallResult": {"status": "cancelled"}}
    session = read(
        user("1", None, "a"), said("2", "1", call), record("3", "2", "tool_result", **told), user("4", "3", "b")
    )
    is_sent = "intentionally" not in why
    assert context(session) == ["a", "ls x", *([why] if is_sent else []), "b"]
    assert any("forgotten" in one.name for one in session.unlogged) != is_sent


def test_what_waits_to_be_sent_counts_for_a_full_window(read):
    session = read(
        user("1", None, "a"), said("2", "1", "b", prompt=4_000, **FULL), user("3", "2", "oats " * 4_000),
        called("4", "3"), called("5", "4"), said("6", "5", "e", **FULL),
    )  # fmt: skip
    assert [compaction.outcome for compaction in compactions(session)] == ["failed"]


def test_what_is_sent_and_not_logged_is_named(read):
    older = read(user("1", None, "a"), said("2", "1", "b"))
    newer = read(*(row | {"version": "0.24.4"} for row in (user("1", None, "a"), said("2", "1", "b"))))
    assert [one.name for one in older.unlogged] == ["system prompt", "tool definitions"]
    assert [one.name for one in newer.unlogged][2:] == ["startup reminders"]


def test_where_results_may_have_been_cleared_is_said(tmp_path):
    rows = [user("1", None, "a"), said("2", "1", "b")]
    for number in range(3, 7):
        answer = {"functionResponse": {"id": f"c{number}", "name": "cat", "response": {"output": "x" * 150_000}}}
        rows.append(record(f"{number}", f"{number - 1}", "tool_result", message={"role": "user", "parts": [answer]}))
    rows.append(said("7", "6", "c"))
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"\n".join(orjson.dumps(row | {"version": "0.24.4"}) for row in rows))
    session = ADAPTER.read(path, lambda problem: None)
    assert [(problem.code, problem.source.line) for problem in session.diagnostics] == [("may-be-cleared", 7)]
