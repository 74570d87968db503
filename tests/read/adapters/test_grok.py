from __future__ import annotations

import shutil
from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import grok
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.mangle import mangled
from tests.read_back import compactions as found
from tests.read_back import context, read_whole

ADAPTER = grok.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "grok").glob("*/*/*/updates.jsonl"))


def update(update_kind, x=True, **more):
    method = "_x.ai/session/update" if x else "session/update"
    told = {"sessionUpdate": update_kind, **more}
    return {"timestamp": 1_780_000_000, "method": method, "params": {"sessionId": "s", "update": told}}


def chunk(kind, text):
    return update(f"{kind}_chunk", x=False, content={"type": "text", "text": text})


def user(text):
    return chunk("user_message", text)


def agent(text):
    return chunk("agent_message", text)


def completed(fresh, read):
    names = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens", "output_tokens")
    usage = dict(zip(names, (fresh, read, 0, 5), strict=True))
    return update("response_completed", message_id="m", usage=usage)


def item(kind, text, reason=""):
    content = [{"type": "text", "text": text}] if kind == "user" else text
    return {"type": kind, "content": content} | ({"synthetic_reason": reason} if reason else {})


@pytest.fixture
def read(tmp_path):
    def write_and_read(*records, checkpoints=None, requests=()):
        path = tmp_path / "updates.jsonl"
        path.write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
        for folder, name, value in (
            *(
                ("compaction_checkpoints", own, {"compacted_history": held})
                for own, held in (checkpoints or {}).items()
            ),
            *(("compaction_requests", str(place), value) for place, value in enumerate(requests)),
        ):
            (tmp_path / folder).mkdir(exist_ok=True)
            (tmp_path / folder / f"{name}.json").write_bytes(orjson.dumps(value))
        return read_whole(ADAPTER, path)

    return write_and_read


def test_text_that_comes_in_pieces_is_one_item(read):
    session = read(user("hi"), agent("one "), agent("two"), completed(10, 20))
    assert context(session) == ["hi", "one two"]
    assert [(request.id, request.usage) for request in session.requests] == [("m", Usage(10, 20, 0, 5, None))]


def test_answer_after_a_result_is_a_new_call_where_none_is_told(read):
    call = update("tool_call", x=False, toolCallId="c", title="List", kind="search", rawInput={"path": "."})
    done = update("tool_call_update", x=False, toolCallId="c", status="completed", rawOutput="a.py")
    session = read(user("hi"), agent("look"), call, done, agent("one file"))
    assert [(request.first_item, request.last_item) for request in session.requests] == [(2, 3), (5, 5)]


CHECKPOINT = update("compaction_checkpoint", checkpoint_id="k", created_at="2026-05-01T10:00:05Z")
DONE = update("auto_compact_completed", tokens_before=900, tokens_after=80, elapsed_ms=1500)


def test_checkpoint_is_the_new_context_with_known_items_again(read):
    files, picture = "<image_files>\na.png\n</image_files>", {"type": "image", "data": "AAAA"}
    held = [item("user", f"{files}\n\n<user_query>\ntwo\n</user_query>"), item("user", "told", "compaction_meta")]
    held[0]["content"].append(picture)
    rows = user("one"), agent("yes"), user("two"), update("user_message_chunk", content=picture), CHECKPOINT, DONE
    session = read(*rows, checkpoints={"k": [*held, item("user", files, "compaction_meta")]})
    (only,) = found(session)
    assert context(session) == ["two [image, 4 bytes encoded]", "told", files.replace("\n", " ")]
    assert [session.items[number - 1].preview for number in (*only.kept, only.record.summary)] == context(session)[:2]
    assert session.unlogged[0].name == "paths of a prompt's pictures"
    assert (only.record.reported_before, only.record.reported_after, only.record.seconds) == (900, 80, 1.5)


def test_compaction_without_its_checkpoint_is_partial(read):
    session = read(user("one"), agent("yes"), DONE)
    assert [(one.record.status, one.record.summary) for one in found(session)] == [("partial", None)]


def test_request_tells_prompt_model_and_trigger(read):
    asked = {"request_id": "r", "created_at": "2026-05-01T10:00:01Z", "trigger": "manual", "model": "g",
             "chat_history": [item("user", "one"), item("user", "Summarise.")], "summary": "told"}  # fmt: skip
    # It begins in the middle, behind a call at which a hook spoke.
    asked["chat_history"].insert(0, item("user", "<system-reminder>keep a</system-reminder>", "system_reminder"))
    held, hook = [item("user", "told", "compaction_meta")], update("hook_execution", event_name="pre_tool_use")
    session = read(user("one"), agent("yes"), hook, CHECKPOINT, DONE, checkpoints={"k": held}, requests=[asked])
    assert (context(session, 0), session.unlogged[0].name) == (["one"], "text that hooks add to tool calls")
    record = found(session)[0].record
    assert (record.trigger, record.model, session.items[record.prompt - 1].preview) == ("manual", "g", "Summarise.")
    assert [request.purpose for request in session.requests] == ["", "compaction"]


@pytest.mark.parametrize("how", [{"error": "nothing came"}, {"reason": "user_cancelled"}, None])
def test_failed_and_cancelled_compactions_and_those_that_never_ended_remove_nothing(read, how):
    ends = [update(f"auto_compact_{'failed' if 'error' in how else 'cancelled'}", **how)] if how else []
    session = read(user("one"), agent("yes"), update("auto_compact_started", context_window=9), *ends)
    assert [(one.record.status, one.removed) for one in found(session)] == [("failed", ())]


def test_rewind_past_a_compaction_brings_back_what_it_dropped(read):
    held = [item("user", "told", "compaction_meta")]
    back = update("rewind_marker", target_prompt_index=1)
    session = read(
        user("one"), agent("yes"), user("two"), CHECKPOINT, DONE, back, user("other"), checkpoints={"k": held}
    )
    assert context(session) == ["one", "yes", "other"]


def test_older_logs_have_bare_notifications(read, tmp_path):
    bare = {"sessionId": "s", "update": user("hi")["params"]["update"]}
    assert context(read(bare)) == ["hi"]
    assert ADAPTER.recognise(probe_path(tmp_path / "updates.jsonl")).confidence == 0.8


def test_subagents_are_linked_to_their_logs(tmp_path):
    for name in ("s1", "s2"):
        (tmp_path / name).mkdir()
    spawned = update("subagent_spawned", subagent_id="a", child_session_id="s2", description="look", subagent_type="x")
    log, child = tmp_path / "s1" / "updates.jsonl", tmp_path / "s2" / "updates.jsonl"
    log.write_bytes(b"\n".join(map(orjson.dumps, (user("hi"), spawned))))
    child.write_bytes(orjson.dumps(prompt("look", 0)))
    child.with_name("summary.json").write_bytes(b'{"session_kind": "subagent_resume"}')
    session = open_log(log).session
    assert [(link.kind, link.session, link.path) for link in session.links] == [("subagent", "s2", str(child))]
    assert [(item.origin, item.preview) for item in open_log(child).session.items] == [(Origin.AGENT, "look")]


def test_unknown_updates_survive_and_are_counted_and_reminders_are_the_harnesss(read):
    session = read(user("<system-reminder>be brief</system-reminder>"), *[update("new_thing")] * 2, user("hi"))
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["hi"]
    assert [problem.message.split()[0] for problem in session.diagnostics] == ["2"]
    assert sum(item.kind is ItemKind.EVENT for item in session.items) == 2


@pytest.mark.parametrize("part", ["chat_history.jsonl", "compaction_checkpoints/ck-1.json", "summary.json", ""])
def test_parts_of_a_session_open_it(part):
    assert ADAPTER.whole(SAMPLE.parent / part) == SAMPLE


def test_sessions_are_found_where_grok_keeps_them(tmp_path):
    log = tmp_path / ".grok" / "sessions" / "%2Fp" / "s1" / "updates.jsonl"
    log.parent.mkdir(parents=True)
    log.touch()
    assert [path for folder in ADAPTER.folders(tmp_path, {}) for path in ADAPTER.find(folder)] == [log]


def test_glance_tells_the_first_words_and_the_times():
    seen = ADAPTER.glance(probe_path(SAMPLE))
    assert seen.title.startswith("Draw the winter sky")
    assert seen.started < seen.ended


@pytest.mark.parametrize("seed", range(60))
def test_damage_never_raises(tmp_path, seed):
    folder = tmp_path / "s"
    shutil.copytree(SAMPLE.parent, folder)
    for path in (*folder.glob("*.jsonl"), *folder.glob("compaction_*/*.json")):
        content = path.read_bytes()
        path.write_bytes(mangled(b"".join(content.splitlines()) if path.suffix == ".json" else content, seed))
    session = ADAPTER.read(folder / "updates.jsonl", lambda problem: None)
    find_compactions(session, Replay(session))
    sources_hold_their_texts(session, Bodies())


def prompt(text, index):
    return update("user_message_chunk", x=False, content={"type": "text", "text": text}, _meta={"promptIndex": index})


def host(text):
    return update("user_message_chunk", x=False, content={"type": "text", "text": text}, _meta={"hostTurn": True})


def ended(why="end_turn", **more):
    return update("turn_completed", stop_reason=why, **more)


def call_of(name, call_id="c"):
    about = {"x.ai/tool": {"name": name}}
    return update("tool_call", x=False, toolCallId=call_id, title=name, rawInput={"path": "a"}, _meta=about)


def done_of(output, call_id="c"):
    return update("tool_call_update", x=False, toolCallId=call_id, status="completed", rawOutput=output)


def test_a_command_of_the_program_is_sent_to_no_model_and_ends_no_prompt(read):
    session = read(prompt("one", 0), agent("yes"), ended(), host("/compact the port"), ended(), prompt("two", 1))
    assert context(session) == ["<user_query> one </user_query>", "yes", "<user_query> two </user_query>"]
    assert session.title == "one"
    (command,) = [item for item in session.items if item.detail == "command"]
    assert command.kind is ItemKind.EVENT


def test_two_prompts_in_a_row_are_two_whatever_they_begin_with(read):
    session = read(prompt("one", 0), prompt("<summary> two </summary>", 1))
    assert context(session)[1:] == ["<user_query> <summary> two </summary> </user_query>"]
    assert [item.origin for item in session.items] == [Origin.HUMAN] * 2


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ({"type": "Edit", "Done": {"old_string": "a", "tool_output_for_prompt": "It is done."}}, "It is done."),
        ({"type": "MCP", "tool_name": "dig", "output": {"OkayOutput": "3 boats"}}, "3 boats"),
        ({"type": "MCP", "tool_name": "dig", "output": {"Error": "closed"}}, "Failed to call dig: closed"),
    ],
)
def test_a_tool_has_its_own_name_and_what_the_model_was_told(read, output, told):
    unknown = update("tool_call", x=False, toolCallId="d", title="nosuchtool", rawInput={})
    call, result, other = read(prompt("go", 0), call_of("search_replace"), done_of(output), unknown).items[1:]
    assert (call.tool, result.tool, result.preview) == ("search_replace", "search_replace", told)
    assert other.tool == "nosuchtool"


def test_an_answer_that_broke_off_is_not_sent_and_one_begun_anew_is_as_a_later_file_has_it(read, tmp_path):
    now = [item("user", "<user_info>x</user_info>"), item("user", "go"), item("assistant", "whole")]
    now.append({"type": "tool_result", "tool_call_id": "c", "content": "dug deep"})
    (tmp_path / "chat_history.jsonl").write_bytes(b"".join(orjson.dumps(one) + b"\n" for one in now))
    (tmp_path / "events.jsonl").write_bytes(b'{"type":"mcp_server_starting"}\n')
    again = update("retry_state", type="retrying"), agent("whwhole"), call_of("dig"), done_of({"type": "Dug"}), ended()
    session = read(prompt("go", 0), agent("half"), ended("cancelled"), prompt("/dig @b", 1), *again)
    asked = ["<user_query> go </user_query>", "<user_query> /dig @b </user_query>"]
    assert context(session) == ["<user_info>x</user_info>", *asked, "whole", "dig", "dug deep"]
    names = {"reminders on tools", "files that a prompt names", "the text of a skill or command"}
    assert names <= {one.name for one in session.unlogged}


def test_a_picture_that_a_tool_gives_is_no_text_and_may_not_be_sent(read):
    picture = {"type": "content", "content": {"type": "image", "data": "AAAA"}}
    done = update("tool_call_update", x=False, toolCallId="c", status="completed", content=[picture])
    session = read(prompt("go", 0), call_of("read_file"), done, update("image_dropped", notes=["too small"]))
    assert session.items[2].preview == "[image, 4 bytes encoded]"
    names = {"notes on pictures that were not sent", "line in front of pictures of tools"}
    assert names <= {one.name for one in session.unlogged}
    assert not session.diagnostics


@pytest.mark.parametrize(("how", "came", "is_named"), [("end_turn", 1, 0), ("cancelled", 1, 1), ("end_turn", 0, 1)])
def test_what_is_told_of_a_turn_that_was_interrupted_is_named(read, how, came, is_named):
    done = [done_of({"output_for_prompt": "a"})] * came
    session = read(prompt("go", 0), call_of("ls"), *done, ended(how), prompt("on", 1))
    assert any("interrupted" in one.name for one in session.unlogged) == is_named
    assert any("not begun" in one.name for one in session.unlogged) == (how == "cancelled")


def test_a_result_that_comes_after_the_compaction_that_took_it_in_stands_before_it(read):
    held = [item("user", "<user_query>\ngo\n</user_query>"), item("user", "told", "compaction_meta")]
    started = update("auto_compact_started", context_window=48_000)
    late = (CHECKPOINT, DONE, done_of("late"), agent("on"))
    session = read(prompt("go", 0), call_of("run"), started, *late, checkpoints={"k": held})
    (only,) = found(session)
    assert context(session) == ["<user_query> go </user_query>", "told", "on"]
    assert "late" in [session.items[number - 1].preview for number in only.removed]
    assert only.record.trigger == "auto"


def test_a_request_for_a_summary_that_failed_is_a_failed_compaction(read):
    asked = {"request_id": "r", "created_at": "2026-05-01T10:00:01Z", "trigger": "manual", "model": "g",
             "chat_history": [item("user", "one"), item("user", "Sum up.")], "summary": None, "attempts": 3,
             "error": "too short", "user_context": "the port"}  # fmt: skip
    rows = prompt("one", 0), agent("yes"), CHECKPOINT, DONE, ended(), host("/compact the port"), ended()
    session = read(*rows, checkpoints={"k": [item("user", "told", "compaction_meta")]}, requests=[asked])
    first, record = (one.record for one in found(session))
    assert (record.status, record.reason, record.attempts, record.focus) == ("failed", "too short", 3, "the port")
    assert (first.status, context(session)) == ("ok", ["told"])


def test_the_usage_of_a_turn_of_one_call_is_that_calls(read):
    usage = {"inputTokens": 100, "cachedReadTokens": 60, "outputTokens": 7, "modelCalls": 1}
    one = read(prompt("one", 0), agent("yes"), ended(usage=usage))
    assert [request.usage and request.usage.prompt for request in one.requests] == [100]
    less = ended(usage=usage | {"inputTokens": 90})
    cut = read(prompt("one", 0), agent("yes"), ended(usage=usage), prompt("two", 1), agent("no"), less).unlogged
    assert [bool(one.request) for one in cut if one.name == "results that were trimmed"] == [True]
    two = read(prompt("one", 0), agent("yes"), ended(usage=usage | {"modelCalls": 2}))
    assert [request.usage for request in two.requests] == [None]


def test_what_stands_in_front_and_behind_a_checkpoint_is_taken_from_the_context_as_it_is(read, tmp_path):
    held = [item("system", "be good"), item("user", "<user_info>x</user_info>", "compaction_meta"),
            item("user", "told", "compaction_meta")]  # fmt: skip
    reminder = item("user", "<system-reminder>use tools</system-reminder>", "system_reminder")
    now = [*held, reminder, item("user", "<user_query>\nthen\n</user_query>")]
    (tmp_path / "chat_history.jsonl").write_bytes(b"".join(orjson.dumps(one) + b"\n" for one in now))
    session = read(prompt("one", 0), agent("yes"), CHECKPOINT, DONE, prompt("then", 1), checkpoints={"k": held})
    first, last = (Replay(session).items_at(at) for at in (session.requests[0].op - 1, len(session.ops) - 1))
    assert [session.items[number - 1].preview for number in first] == [
        "be good", "<user_info>x</user_info>", "<user_query> one </user_query>"
    ]  # fmt: skip
    assert [session.items[number - 1].preview for number in last][2:] == [
        "told", "<system-reminder>use tools</system-reminder>", "<user_query> then </user_query>"
    ]  # fmt: skip
    assert [one.name for one in session.unlogged] == ["reminder on workflows"]
