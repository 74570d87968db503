from __future__ import annotations

import shutil
from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import kimi
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.mangle import mangled
from tests.read_back import context, found, read_whole

ADAPTER = kimi.ADAPTER
SAMPLES = Path(__file__).parents[3] / "sample_sessions" / "kimi"
WIRE = next(SAMPLES.glob("wire-*/*/*/agents/main/wire.jsonl"))
CONTEXT = next(SAMPLES.glob("cli/*/*/context.jsonl"))


def event(name, **more):
    return {"type": name, "agentId": "main", "time": 1_780_000_000_000, **more}


def said(text, **origin):
    message = {"role": "user", "content": [{"type": "text", "text": text}], "toolCalls": []}
    return event("context.append_message", message=message | {"origin": origin or {"kind": "user"}})


def loop(kind, **more):
    return event("context.append_loop_event", event={"type": kind, **more})


def step(own, text, usage=None):
    part = {"type": "text", "text": text}
    end = loop("step.end", uuid=own, **({"usage": usage} if usage else {}))
    return [loop("step.begin", uuid=own), loop("content.part", stepUuid=own, part=part), end]


def compaction(**more):
    return event("context.apply_compaction", summary="told", tokensBefore=900, tokensAfter=90, **more)


@pytest.fixture
def read(tmp_path):
    def write_and_read(*records, name="wire.jsonl"):
        path = tmp_path / name
        path.write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
        return read_whole(ADAPTER, path)

    return write_and_read


TALK = (said("one"), *step("s1", "two"), said("three"), *step("s2", "four"))


def test_as_many_of_the_users_messages_as_are_counted_stay_before_the_summary_and_answers_go(read):
    assert context(read(*TALK, compaction(compactedCount=4, keptUserMessageCount=2))) == ["one", "three", "told"]
    assert context(read(*TALK, compaction(compactedCount=4, keptUserMessageCount=1))) == ["three", "told"]


def test_oldest_and_latest_messages_stay_where_both_are_counted(read):
    records = [*TALK, said("five"), compaction(compactedCount=5, keptUserMessageCount=2, keptHeadUserMessageCount=1)]
    session = read(*records)
    assert context(session) == ["one", "five", "told"]
    assert "marker" in found(session).all[0].record.notes[0]
    assert [one.name for one in session.unlogged] == ["marker for messages left out"]


def test_older_records_keep_the_tail_behind_the_summary(read):
    assert context(read(*TALK, compaction(compactedCount=2))) == ["told", "three", "four"]


def test_summary_is_what_the_model_was_sent(read):
    session = read(*TALK, compaction(compactedCount=4, keptUserMessageCount=0, contextSummary="prefix: told"))
    assert context(session) == ["prefix:", "told"]
    (only,) = found(session).all
    assert session.items[only.record.summary - 1].preview == "told"


def test_compaction_that_never_ended_failed_and_a_cancelled_one_removes_nothing(read):
    session = read(*TALK, event("full_compaction.begin", source="manual"))
    (only,) = found(session).all
    assert (only.record.status, only.record.trigger, only.removed) == ("failed", "manual", ())
    session = read(*TALK, event("full_compaction.begin", source="auto"), event("full_compaction.cancel"))
    assert [one.record.status for one in found(session).all] == ["failed"]
    assert context(session) == ["one", "two", "three", "four"]


def test_summarizer_is_a_request_of_its_own_and_usage_told_twice_counts_once(read):
    usage = {"inputOther": 5, "inputCacheRead": 90, "inputCacheCreation": 0, "output": 7}
    session = read(
        *TALK, event("llm.request", kind="compaction", model="k"), event("usage.record", model="k", usage=usage),
        compaction(compactedCount=4, keptUserMessageCount=2),
    )  # fmt: skip
    assert [(request.purpose, request.usage) for request in session.requests][-1] == ("compaction", Usage(5, 90, 0, 7))
    # Told twice, usage counts once.
    session = read(said("one"), *step("s1", "two", usage), event("usage.record", model="k", usage=usage))
    assert [request.usage for request in session.requests] == [Usage(5, 90, 0, 7)]


def test_a_damaged_first_line_does_not_make_a_context_of_a_wire(tmp_path):
    path = tmp_path / "wire.jsonl"
    path.write_bytes(b'{"role": "user"}\n' + b"".join(orjson.dumps(record) + b"\n" for record in TALK))
    assert context(ADAPTER.read(path, lambda problem: None)) == ["one", "two", "three", "four"]


def test_undo_goes_back_behind_prompts_and_skips_injections(read):
    talk = [*TALK, said("note", kind="injection", variant="x")]
    assert context(read(*talk, event("context.undo", count=1))) == ["one", "two"]
    # Where it makes a branch, what was injected for no prompt that went stays.
    talk += [said("own", kind="injection", ownerPromptId="p"), event("agent.switched", reason="undo", turns=1)]
    assert context(read(*talk, event("context.undo", count=1))) == ["one", "two", "note"]
    # It never passes a summary, and a clear leaves the system prompt.
    records = [*TALK, compaction(compactedCount=4, keptUserMessageCount=2), event("context.undo", count=1)]
    assert context(read(*records)) == ["one", "three", "told"]
    assert context(read(event("config.update", systemPrompt="You."), *TALK, event("context.clear"))) == ["You."]


def test_micro_compaction_clears_long_results_only(read):
    results = [
        loop("tool.result", toolCallId=name, result={"output": name * size}) for name, size in (("a", 900), ("b", 9))
    ]
    session = read(said("one"), *results, event("micro_compaction.apply", cutoff=3))
    assert [session.items[number - 1].call_id for number in found(session).edits[0].masked] == ["a"]


def test_words_of_the_human_are_told_apart_by_their_origin(read):
    session = read(
        said("typed"), said("note", kind="injection", variant="x"),
        said("skill text", kind="skill_activation", trigger="user-slash", skillArgs="fix it"),
        event("permission.record_approval_result", result={"decision": "reject", "feedback": "not there"}),
    )  # fmt: skip
    human = [(item.preview, item.detail) for item in session.items if item.origin is Origin.HUMAN]
    assert human == [("typed", "typed"), ("fix it", "command"), ("not there", "feedback")]


def test_unknown_events_survive_and_are_counted(read):
    session = read(*TALK, event("new.thing"), event("new.thing"))
    assert [problem.message.split()[0] for problem in session.diagnostics] == ["2"]
    assert [item.detail for item in session.items if item.kind is ItemKind.EVENT] == ["new.thing", "new.thing"]


def call(own, name, args, step="s1"):
    return loop("tool.call", stepUuid=step, toolCallId=own, name=name, args=args)


def result(own, output, **more):
    return loop("tool.result", toolCallId=own, result={"output": output, **more})


def texts(session):
    bodies = Bodies()
    entries = Replay(session).entries_at(len(session.ops) - 1)
    return [bodies.text(session.items[entry.item - 1]) for entry in entries]


def test_results_of_parallel_calls_stand_in_the_order_of_the_calls(read):
    session = read(
        said("one"), loop("step.begin", uuid="s1"), call("a", "Read", {"path": "x"}), call("b", "Read", {"path": "y"}),
        result("b", "second"), result("a", "first"), loop("step.end", uuid="s1"),
    )  # fmt: skip
    assert context(session)[-2:] == ["first", "second"]


def test_what_comes_in_while_calls_are_open_is_sent_behind_their_results(read):
    session = read(
        said("one"), loop("step.begin", uuid="s1"), call("a", "Read", {"path": "x"}), said("and quickly"),
        result("a", "read"), loop("step.end", uuid="s1"),
    )  # fmt: skip
    assert context(session)[-2:] == ["read", "and quickly"]


@pytest.mark.parametrize(
    ("tool", "told", "sent"),
    [
        ("Read", {"output": "x", "note": "<system>1 line.</system>"}, "x\n<system>1 line.</system>"),
        ("Read", {"output": "x", "durationMs": 23}, "x"),
        ("Bash", {"output": "x", "durationMs": 23}, "Wall time: 0.023 seconds\nx"),
        ("mcp__a__b", {"output": "x", "durationMs": 1500}, "Wall time: 1.500 seconds\nx"),
        ("Bash", {"output": "x", "isError": True}, "<system>ERROR: Tool execution failed.</system>\nx"),
        (
            "Bash",
            {"output": "", "isError": True},
            "<system>ERROR: Tool execution failed. Tool output is empty.</system>",
        ),
        ("Bash", {"output": " \n"}, "<system>Tool output is empty.</system>"),
        ("Bash", {"output": [{"type": "text", "text": "x"}], "durationMs": 5}, "Wall time: 0.005 seconds\nx"),
        (
            "Bash",
            {"output": [{"type": "text", "text": "x"}, {"type": "text", "text": "y"}], "durationMs": 5, "note": "n"},
            "Wall time: 0.005 seconds\nx\ny\nn",
        ),
    ],
)
def test_a_result_is_what_was_sent_of_it(read, tool, told, sent):
    rows = [
        said("one"),
        loop("step.begin", uuid="s1"),
        call("a", tool, {}),
        loop("tool.result", toolCallId="a", result=told),
    ]
    assert texts(read(*rows))[-1] == sent


def test_an_interrupted_call_has_a_result_that_is_not_in_the_log(read):
    session = read(said("one"), loop("step.begin", uuid="s1"), call("a", "Read", {"path": "x"}), *step("s2", "so?"))
    assert [one.name for one in session.unlogged] == ["result of a call that was interrupted"]


def test_the_first_request_has_its_tools_though_they_are_logged_behind_its_beginning(read):
    session = read(
        said("one"), loop("step.begin", uuid="s1"), event("llm.tools_snapshot", tools=[{"name": "Read"}]),
        event("llm.request", kind="loop", model="k"), loop("content.part", stepUuid="s1", part={"text": "two"}),
    )  # fmt: skip
    (request,) = session.requests
    details = [session.items[number - 1].detail for number in Replay(session).items_at(request.op - 1)]
    assert details == ["tools", "typed"]


def test_blank_parts_are_not_sent(read):
    session = read(said("one"), *step("s1", " \n"), said("two"))
    assert context(session) == ["one", "two"]


ONE_EACH = {"keptUserMessageCount": 2, "keptHeadUserMessageCount": 1}
KEPT = {"keptUserMessageCount": 3, "keptHeadUserMessageCount": 2, "compactedCount": 3, "summaryOutputTokens": 9}


def test_kept_messages_are_cut_as_the_agent_cuts_them(read):
    early, middle, late = "Use rye. " + "a" * 30_000, "never sell on Mondays", "no nuts, ever " + "b" * 90_000
    session = read(said(early), said(middle), said(late), compaction(**KEPT | ONE_EACH))
    first, last = texts(session)[:2]
    assert first == early[: (2_000) * 4]
    assert last == late[-(18_000) * 4 :]


def test_one_message_can_be_in_head_and_tail(read):
    short, long = "short", "x" * 4_000 + "y" * 90_000
    session = read(said(short), said(long), compaction(**KEPT | {"compactedCount": 2}))
    kept = texts(session)[:3]
    assert kept[0] == "short"
    assert (kept[1][:3], kept[2]) == ("xxx", "y" * 72_000)
    # Two tokens of the short one with one of its role are gone from the head's 2,000.
    assert len(kept[1]) == (2_000 - 3) * 4


def test_other_letters_count_a_token_each(read):
    session = read(
        said("ж" * 30_000),
        compaction(**KEPT | ONE_EACH | {"compactedCount": 1}),
    )
    assert [len(text) for text in texts(session)[:2]] == [2_000, 18_000]


def test_cut_words_are_the_humans_and_state_no_new_facts(read):
    session = read(said("a" * 100_000), compaction(**KEPT | ONE_EACH | {"compactedCount": 1}))
    cut = [item for item in session.items if item.detail == "shortened"]
    assert [(item.origin, item.kind, item.source.line) for item in cut] == [(Origin.HUMAN, ItemKind.USER, 1)] * 2


def test_the_reminder_behind_a_summary_is_named(read):
    session = read(*TALK, compaction(compactedCount=4, keptUserMessageCount=2, summaryOutputTokens=9))
    assert [(one.name, one.chars) for one in session.unlogged] == [("continuation reminder", 123)]


def test_what_the_program_puts_around_a_summary_is_not_the_models(read):
    sent = "Frame.\nKneaded.\n\n## TODO List\n  [pending] Bake\n\n## Where to look\nlines 1-9"
    told = compaction(compactedCount=4, keptUserMessageCount=0, contextSummary=sent)
    session = read(*TALK, told | {"summary": "Kneaded.\n\n## TODO List\n  [pending] Bake"})
    details = [session.items[entry.item - 1].detail for entry in Replay(session).entries_at(len(session.ops) - 1)]
    assert details == ["summary_frame", "compact_summary", "todo_list", "context_recovery"]
    assert "".join(texts(session)) == sent


def test_what_the_summarizer_was_not_shown_is_told(read):
    session = read(
        *TALK, event("full_compaction.begin", source="manual", instruction="the dough"),
        event("llm.request", kind="compaction", model="k", droppedCount=2),
        event("llm.request", kind="compaction", model="k", droppedCount=3),
        compaction(compactedCount=4, keptUserMessageCount=2, droppedCount=3),
    )  # fmt: skip
    (only,) = found(session).all
    assert [session.items[number - 1].preview for number in only.record.shown] == ["four"]
    assert (only.record.attempts, only.record.focus) == (2, "the dough")


def test_a_compaction_that_was_cancelled_may_have_failed(read):
    session = read(
        *TALK, event("full_compaction.begin", source="manual"), event("llm.request", kind="compaction", model="k"),
        event("full_compaction.cancel"),
    )  # fmt: skip
    (only,) = found(session).all
    assert (only.record.notes[0][:12], only.record.attempts) == ("It failed or", 1)


def test_copies_of_messages_and_marks_of_turns_are_no_unknown_records(read):
    rows = [
        event(kind) for kind in ("agent.message.appended", "agent.turn.started", "prompt.completed", "subagent.spawned")
    ]
    assert read(*TALK, *rows).diagnostics == ()


def test_subagents_are_linked_to_the_calls_that_started_them(tmp_path):
    rows = [
        said("one"), loop("step.begin", uuid="s1"), call("a", "Agent", {}), call("b", "Agent", {}),
        event("subagent.spawned", subagentId="agent-0", parentToolCallId="b"), result("a", "x"), result("b", "y"),
    ]  # fmt: skip
    for name in ("main", "agent-0", "agent-1"):
        wire = tmp_path / "s1" / "agents" / name / "wire.jsonl"
        wire.parent.mkdir(parents=True)
        wire.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in (rows if name == "main" else [said("2")])))
    session = ADAPTER.read(tmp_path / "s1" / "agents" / "main" / "wire.jsonl", lambda problem: None)
    items = {link.session: link.item for link in session.links}
    assert session.items[items["agent-0"] - 1].call_id == "b"
    assert items["agent-1"] is None


def test_an_older_compaction_shows_what_was_read_again_and_not_from_the_cache(read):
    usage = {"inputOther": 300, "inputCacheRead": 9_000, "inputCacheCreation": 0, "output": 7}
    session = read(
        said("one"), *step("s1", "two", usage), event("full_compaction.begin", source="auto"),
        compaction(compactedCount=2), said("three"), *step("s2", "four", usage | {"inputCacheRead": 0}),
    )  # fmt: skip
    (only,) = found(session).all
    assert (only.record.trigger, only.record.reported_before, only.record.reported_after) == ("auto", 900, 90)
    assert [request.usage.cache_read for request in session.requests] == [9_000, 0]


def test_subagents_wires_are_linked(tmp_path):
    folder = tmp_path / "s1"
    for name in ("main", "agent-0"):
        (folder / "agents" / name).mkdir(parents=True)
        (folder / "agents" / name / "wire.jsonl").write_bytes(WIRE.read_bytes())
    session = open_log(folder).session
    assert [(link.kind, link.session) for link in session.links] == [("subagent", "agent-0")]
    part = folder / "agents" / "agent-0" / "wire.jsonl"
    assert ADAPTER.whole(part) == folder / "agents" / "main" / "wire.jsonl"


def test_older_context_opens_the_session(tmp_path):
    shutil.copytree(CONTEXT.parent, tmp_path / "s1")
    assert ADAPTER.whole(tmp_path / "s1" / "context_1.jsonl") == tmp_path / "s1" / "context.jsonl"


def test_context_without_the_older_one_opens_as_it_is(tmp_path):
    path = tmp_path / "context.jsonl"
    shutil.copyfile(CONTEXT, path)
    session = open_log(path).session
    assert found(session).all == ()
    assert len(session.requests) >= 1


def test_cleared_context_is_no_compaction(tmp_path):
    rows = [{"role": "_system_prompt", "content": "You."}, {"role": "user", "content": "one"}]
    (tmp_path / "context_1.jsonl").write_bytes(b"\n".join(map(orjson.dumps, rows)))
    (tmp_path / "context.jsonl").write_bytes(
        b"\n".join(map(orjson.dumps, [rows[0], {"role": "user", "content": "two"}]))
    )
    session = open_log(tmp_path / "context.jsonl").session
    assert context(session) == ["You.", "two"]
    assert found(session).all == ()


def test_sessions_are_found_where_both_keep_them(tmp_path):
    logs = [
        tmp_path / ".kimi-code" / "sessions" / "wd_x" / "s1" / "agents" / "main" / "wire.jsonl",
        tmp_path / ".kimi" / "sessions" / "0a1b" / "s2" / "context.jsonl",
    ]
    for log in logs:
        log.parent.mkdir(parents=True)
        log.touch()
    assert [path for folder in ADAPTER.folders(tmp_path, {}) for path in ADAPTER.find(folder)] == logs


def test_glance_tells_the_first_words_and_the_times():
    seen = ADAPTER.glance(probe_path(WIRE))
    assert seen.title[:15] == "Import bank.csv"
    assert seen.started < seen.ended


@pytest.mark.parametrize("sample", [WIRE, CONTEXT], ids=["wire", "context"])
@pytest.mark.parametrize("seed", range(40))
def test_damage_never_raises(tmp_path, seed, sample):
    for part in sample.parent.glob("*.jsonl"):
        (tmp_path / part.name).write_bytes(mangled(part.read_bytes(), seed))
    session = ADAPTER.read(tmp_path / sample.name, lambda problem: None)
    found(session)
    sources_hold_their_texts(session, Bodies())
