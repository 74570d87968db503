from __future__ import annotations

import shutil
from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import kimi
from inspector.read.bodies import Bodies
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.check_session import sources_hold_their_texts
from tests.mangle import mangled

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
        session = ADAPTER.read(path, lambda problem: pytest.fail(problem.message))
        sources_hold_their_texts(session, Bodies())
        return session

    return write_and_read


def context(session):
    entries = Replay(session).entries_at(len(session.ops) - 1)
    return [session.items[entry.item - 1].preview for entry in entries]


def found(session):
    return find_compactions(session, Replay(session))


TALK = (said("one"), *step("s1", "two"), said("three"), *step("s2", "four"))


def test_users_messages_stay_before_the_summary_and_answers_go(read):
    assert context(read(*TALK, compaction(compactedCount=4, keptUserMessageCount=2))) == ["one", "three", "told"]


def test_only_the_latest_messages_that_are_counted_stay(read):
    assert context(read(*TALK, compaction(compactedCount=4, keptUserMessageCount=1))) == ["three", "told"]


def test_oldest_and_latest_messages_stay_where_both_are_counted(read):
    records = [*TALK, said("five"), compaction(compactedCount=5, keptUserMessageCount=2, keptHeadUserMessageCount=1)]
    session = read(*records)
    assert context(session) == ["one", "five", "told"]
    assert "marker" in found(session).all[0].record.notes[0]


def test_older_records_keep_the_tail_behind_the_summary(read):
    assert context(read(*TALK, compaction(compactedCount=2))) == ["told", "three", "four"]


def test_summary_is_what_the_model_was_sent(read):
    session = read(*TALK, compaction(compactedCount=4, keptUserMessageCount=0, contextSummary="prefix: told"))
    assert context(session) == ["prefix:", "told"]
    (only,) = found(session).all
    assert session.items[only.record.summary - 1].preview == "told"


def test_compaction_that_never_ended_failed(read):
    session = read(*TALK, event("full_compaction.begin", source="manual"))
    (only,) = found(session).all
    assert (only.record.status, only.record.trigger, only.removed) == ("failed", "manual", ())


def test_cancelled_compaction_removes_nothing(read):
    session = read(*TALK, event("full_compaction.begin", source="auto"), event("full_compaction.cancel"))
    assert [one.record.status for one in found(session).all] == ["failed"]
    assert context(session) == ["one", "two", "three", "four"]


def test_summarizer_is_a_request_of_its_own(read):
    usage = {"inputOther": 5, "inputCacheRead": 90, "inputCacheCreation": 0, "output": 7}
    session = read(
        *TALK, event("llm.request", kind="compaction", model="k"), event("usage.record", model="k", usage=usage),
        compaction(compactedCount=4, keptUserMessageCount=2),
    )  # fmt: skip
    assert [(request.purpose, request.usage) for request in session.requests][-1] == ("compaction", Usage(5, 90, 0, 7))


def test_a_damaged_first_line_does_not_make_a_context_of_a_wire(tmp_path):
    path = tmp_path / "wire.jsonl"
    path.write_bytes(b'{"role": "user"}\n' + b"".join(orjson.dumps(record) + b"\n" for record in TALK))
    assert context(ADAPTER.read(path, lambda problem: None)) == ["one", "two", "three", "four"]


def test_usage_told_twice_counts_once(read):
    usage = {"inputOther": 5, "inputCacheRead": 90, "inputCacheCreation": 0, "output": 7}
    session = read(said("one"), *step("s1", "two", usage), event("usage.record", model="k", usage=usage))
    assert [request.usage for request in session.requests] == [Usage(5, 90, 0, 7)]


def test_undo_goes_back_behind_prompts_and_skips_injections(read):
    session = read(*TALK, said("note", kind="injection", variant="x"), event("context.undo", count=1))
    assert context(session) == ["one", "two"]


def test_undo_never_passes_a_summary(read):
    records = [*TALK, compaction(compactedCount=4, keptUserMessageCount=2), event("context.undo", count=1)]
    assert context(read(*records)) == ["one", "three", "told"]


def test_clear_leaves_the_system_prompt(read):
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
    find_compactions(session, Replay(session))
    sources_hold_their_texts(session, Bodies())
