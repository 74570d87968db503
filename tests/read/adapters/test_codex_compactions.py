"""Compactions, rollbacks and copied history of Codex rollouts."""

from __future__ import annotations

import pytest

from inspector.model import ItemKind, Origin
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.codex_log import (
    PREFIX,
    THREAD,
    Read,
    call,
    compacted,
    event,
    header,
    item,
    message,
    output,
    row,
    says,
    tokens,
    turn,
    usage,
)

START = event("task_started", model_context_window=258_400)
END = event("task_complete")
SEALED = {"type": "compaction", "id": "cmp_1", "encrypted_content": "gAAAA" * 40}
BASE = {"base_instructions": {"text": "You are careful."}}
OLDER, YOUNGER = "019f80ff-0000-7000-8000-00000000000a", "019f8200-0000-7000-8000-00000000000b"


def zero(total: int) -> dict:
    return usage(0, total=total, so_far=900)


def test_the_context_afterwards_is_the_listed_history_behind_the_base_instructions(log):
    rows = [header(**BASE), START, says("user", "Keep 3.9."), call(), output("x" * 50), usage(900)]
    read = log(*rows, compacted(message("user", "Keep 3.9."), SEALED), zero(300), says("assistant", "On."), usage(400))
    splice = next(op for op, it in enumerate(read.session.ops) if getattr(it, "compaction", None))
    assert read.context(splice) == ["You are careful.", "Keep 3.9.", ""]
    found = find_compactions(read.session, Replay(read.session)).all
    assert [(it.kept, len(it.removed), it.inserted) for it in found] == [((1, 2), 2, (5,))]
    assert (found[0].before.value, found[0].after.value, found[0].record.reported_after) == (900, 400, 300)


def test_an_encrypted_summary_is_native_and_holds_no_text(log):
    read = log(header(), START, says("user", "a"), compacted(message("user", "a"), SEALED))
    record = read.compactions[0]
    assert (record.kind, record.readable) == ("native", False)
    summary = read.session.items[record.summary - 1]
    assert (summary.preview, summary.chars, read.text(summary.number)) == ("summary, encrypted: not readable", 0, "")


def test_a_fresh_window_is_a_trim(log):
    env = "<environment_context>\n<cwd>/p</cwd>\n</environment_context>"
    read = log(header(), START, says("user", env), says("user", "a"), compacted(message("user", env)))
    assert [(record.kind, record.summary) for record in read.compactions] == [("trim", None)]
    assert read.context() == [env]


def test_prompts_without_the_opaque_item_are_no_trim(log):
    read = log(header(), START, says("user", "a"), says("assistant", "b"), compacted(message("user", "a")))
    record = read.compactions[0]
    assert (record.kind, record.readable, record.summary, len(record.notes)) == ("native", False, None, 1)


def test_equal_prompts_are_kept_one_for_one(log):
    twice = [message("user", "go on"), message("user", "go on")]
    read = log(
        header(), says("user", "go on"), says("assistant", "a"), says("user", "go on"), compacted(*twice, SEALED)
    )
    assert [entry.item for entry in Replay(read.session).entries_at(99)] == [1, 3, 4]


def test_a_shortened_prompt_is_a_new_item_that_opens_no_turn(log):
    read = log(header(), says("user", "a long prompt"), compacted(message("user", "a … prompt"), SEALED))
    carried = read.session.items[1]
    assert (carried.detail, carried.origin, carried.source.pointer) == (
        "carried",
        Origin.HUMAN,
        "/payload/replacement_history/0/content",
    )


def test_the_local_summarisers_answer_was_never_the_agents(log):
    text = f"{PREFIX}\nWe found it."
    rows = [header(), START, turn("m"), says("user", "Find it."), call(), output("found"), usage(50)]
    summariser = [item("reasoning", summary=[]), says("assistant", "We found it."), usage(70, out=4)]
    read = log(*rows, *summariser, compacted(message("user", "Find it."), message("user", text), text=text), zero(9))
    record = read.compactions[0]
    op = next(place for place, it in enumerate(read.session.ops) if getattr(it, "compaction", None) is record)
    assert read.context(op - 1) == ["Find it.", '{"cmd":"ls"}', "found"]
    assert read.context(op) == ["Find it.", text]
    assert [request.purpose for request in read.session.requests] == ["", "compaction"]
    assert (record.kind, record.readable, record.model) == ("summary", True, "m")
    assert read.text(record.summary) == text


def test_a_custom_prefix_is_still_the_summary(log):
    read = log(
        header(), says("user", "a"), compacted(message("user", "a"), message("user", "Notes: b"), text="Notes: b")
    )
    assert read.session.items[read.compactions[0].summary - 1].kind is ItemKind.SUMMARY


def test_old_records_keep_the_newest_prompts_up_to_20_000_tokens(log):
    env, long = "<environment_context>e</environment_context>", "y" * 60_000
    rows = [header(), says("user", env), says("user", "x" * 40_000), says("assistant", "hm"), says("user", long)]
    read = log(*rows, row("compacted", {"message": f"{PREFIX} s"}))
    kept = read.context()
    assert kept[0] == env
    assert kept[1] == "x" * 10_000 + "…5000 tokens truncated…" + "x" * 10_000
    assert kept[2:] == [long, f"{PREFIX} s"]
    assert "inferred" in read.compactions[0].notes[0]


def test_an_old_record_without_a_summary_is_not_taken_for_one(log):
    read = log(header(), says("user", "a"), says("assistant", "b"), row("compacted", {"message": ""}))
    record = read.compactions[0]
    assert (record.kind, record.summary, record.readable) == ("unknown", None, False)


@pytest.mark.parametrize(
    ("around", "trigger"),
    [
        (lambda c: [START, c, END], "manual"),
        (lambda c: [START, c, says("user", "Next."), END], "auto"),
        (lambda c: [event("task_started", turn_attribution={"turn_trigger": "goal"}), c, END], "auto"),
        (lambda c: [START, says("user", "Next."), call(), output("r"), c, END], "auto"),
        (lambda c: [START, c], "unknown"),
        (lambda c: [c, says("user", "Next.")], "unknown"),
    ],
    ids=["alone in its run", "before the prompt", "of a goal", "in the middle", "cut off", "no runs in the log"],
)
def test_the_trigger_follows_from_the_run(log, around, trigger):
    read = log(header(), says("user", "First."), *around(compacted(message("user", "First."), SEALED)))
    assert [record.trigger for record in read.compactions] == [trigger]


def test_seconds_are_counted_inside_a_run_only(log):
    compaction = compacted(message("user", "a"), SEALED)
    inside = log(header(), START, says("user", "a"), usage(5), compaction)
    outside = log(header(), says("user", "a"), usage(5), compaction)
    assert (inside.compactions[0].seconds, outside.compactions[0].seconds) == (1.0, None)


def test_newer_records_tell_the_size_before_and_the_cost(log):
    more = {"compaction_response_id": "r9", "latest_token_usage_record": {"usage": tokens(4321)}}
    cost = row("token_usage_record", {"response_id": "r9", "usage": tokens(4400, out=80)})
    read = log(
        header(), turn("m"), says("user", "a"), says("assistant", "b"), usage(9), cost, compacted(SEALED, **more)
    )
    assert read.compactions[0].reported_before == 4321
    assert [request.purpose for request in read.session.requests] == ["", "compaction"]


def test_a_rollback_drops_the_turn_and_what_was_injected_for_it(log):
    env = "<environment_context>later</environment_context>"
    rows = [header(**BASE), says("user", "one"), says("assistant", "1"), says("developer", env), says("user", "two")]
    read = log(*rows, says("assistant", "2"), event("thread_rolled_back", num_turns=1), says("user", "three"))
    assert read.context() == ["You are careful.", "one", "1", "three"]


def test_a_rollback_past_a_compaction_restores_what_it_dropped(log):
    rows = [header(), says("user", "one"), says("assistant", "1"), says("user", "two"), says("assistant", "2")]
    read = log(
        *rows,
        compacted(message("user", "one"), SEALED),
        says("user", "three"),
        event("thread_rolled_back", num_turns=2),
    )
    assert read.context() == ["one", "1"]
    assert len(read.compactions) == 1


def test_a_rollback_of_more_turns_than_there_are_goes_to_the_first(log):
    read = log(header(**BASE), says("user", "one"), says("assistant", "1"), event("thread_rolled_back", num_turns=7))
    assert read.context() == ["You are careful."]


@pytest.mark.parametrize("turns", [0, -1, None, "two", []])
def test_a_rollback_of_nothing_is_a_problem_of_the_log(log, turns):
    read = log(header(), says("user", "one"), event("thread_rolled_back", num_turns=turns))
    assert (read.context(), read.codes) == (["one"], ["empty-rollback"])


def copied(parent: str, turn_id: str) -> list[dict]:
    rows = [header(parent, **BASE), event("task_started", turn_id=turn_id), says("user", "one"), says("assistant", "1")]
    return [*rows, usage(500), compacted(message("user", "one"), SEALED), zero(40)]


OWN = [says("user", "mine"), says("assistant", "yes"), usage(600), compacted(message("user", "mine"))]


def test_a_forks_copy_is_context_but_neither_requests_nor_compactions(log):
    own = header(THREAD, forked_from_id="parent")
    read = log(own, *copied("parent", OLDER), event("task_started", turn_id=YOUNGER), *OWN)
    assert read.seen_by(0) == ["one", "", "mine"]
    assert [request.usage.prompt for request in read.session.requests] == [600]
    assert [record.source.line for record in read.compactions] == [13]
    assert (read.session.id, read.session.title) == (THREAD, "mine")
    assert [(link.kind, link.session) for link in read.session.links] == [("fork", "parent")]


def test_a_subagents_history_starts_at_its_ordinal(log):
    source = {"subagent": {"thread_spawn": {"parent_thread_id": "parent", "agent_nickname": "Ada"}}}
    own = header("child", source=source, subagent_history_start_ordinal=8) | {"ordinal": 0}
    rows = [line | {"ordinal": place} for place, line in enumerate([*copied("parent", "t"), *OWN], 1)]
    read = log(own, *rows)
    assert [request.usage.prompt for request in read.session.requests] == [600]
    assert len(read.compactions) == 1
    assert [(it.origin, it.detail) for it in read.session.items if it.kind is ItemKind.USER] == [
        (Origin.HUMAN, "typed"),
        (Origin.AGENT, "delegated"),
    ]
    assert [(link.kind, link.session) for link in read.session.links] == [("parent", "parent")]


def test_a_copy_that_nothing_tells_apart_is_said_to_count(log):
    read = log(
        header("child", forked_from_id="parent", timestamp="?"),
        *copied("parent", "t1"),
        event("task_started", turn_id="t2"),
        *OWN,
    )
    assert "copied-history" in read.codes
    assert [request.usage.prompt for request in read.session.requests] == [500, 600]


def test_the_same_header_again_is_no_fork(log):
    read = log(header(), turn(), *OWN[:3], header(), says("user", "more"), says("assistant", "ok"), usage(700))
    assert [request.usage.prompt for request in read.session.requests] == [600, 700]
    assert read.codes == []


def test_a_paginated_thread_starts_with_its_base_file(tmp_path):
    base_id, own_id = "019f8100-0000-7000-8000-0000000000aa", "019f8100-0000-7000-8000-0000000000bb"
    folder = tmp_path / "sessions/2026/07/20"
    old = [header(), says("user", "one"), says("assistant", "1"), usage(50), says("user", "cut off")]
    Read(folder / f"rollout-2026-07-20T20-00-00-{base_id}.jsonl", *(r | {"ordinal": n} for n, r in enumerate(old)))
    base = {"thread_id": base_id, "end_ordinal_exclusive": 4}
    later = tmp_path / f"sessions/2026/07/21/rollout-2026-07-21T09-00-00-{THREAD}_{own_id}.jsonl"
    read = Read(later, header(history_base=base), says("user", "two"), says("assistant", "2"), usage(60))
    assert read.context() == ["one", "1", "two", "2"]
    assert [request.usage.prompt for request in read.session.requests] == [50, 60]


def test_what_a_fork_did_before_a_turn_of_it_was_reverted_is_its_own(tmp_path):
    base_id, own_id = "019f8100-0000-7000-8000-0000000000aa", "019f8100-0000-7000-8000-0000000000bb"
    folder, fork = tmp_path / "sessions/2026/07/20", {"forked_from_id": "parent"}
    old = [header(**fork), *OWN[:3], compacted(message("user", "mine"), SEALED), says("user", "cut off")]
    Read(folder / f"rollout-2026-07-20T20-00-00-{base_id}.jsonl", *(r | {"ordinal": n} for n, r in enumerate(old)))
    base = {"thread_id": base_id, "end_ordinal_exclusive": 5}
    # The header of the second file has the time of the revert.
    again = header(history_base=base, timestamp="2026-07-20T21:00:00.000Z", **fork)
    later = folder / f"rollout-2026-07-20T21-00-00-{THREAD}_{own_id}.jsonl"
    late = [line | {"timestamp": "2026-07-20T21:00:01.000Z"} for line in (says("user", "two"), says("assistant", "2"))]
    read = Read(later, again, *late, usage(60) | {"timestamp": "2026-07-20T21:00:02.000Z"})
    assert [request.usage.prompt for request in read.session.requests] == [600, 60]
    assert (len(read.compactions), read.context()) == (1, ["mine", "", "two", "2"])


def test_a_missing_base_file_is_a_problem_of_the_log(log):
    read = log(header(history_base={"thread_id": "gone", "end_ordinal_exclusive": 4}), says("user", "two"))
    assert read.codes == ["missing-base"]
