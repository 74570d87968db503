from __future__ import annotations

from pathlib import Path

import orjson
import pytest
import zstandard

from inspector.model import ItemKind, Origin, Rewind, Severity, Splice, Usage
from inspector.read.adapters import pi
from inspector.read.bodies import Bodies
from inspector.read.discover import discover
from inspector.read.open import open_log, probe_path
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.read_back import context, reads_lines, real_logs
from tests.sample_scripts.store import packed

ADAPTER = pi.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "pi").glob("*/two-compactions/*.jsonl"))
HEADER = {"type": "session", "version": 3, "id": "s1", "timestamp": "2026-02-01T10:00:00.000Z", "cwd": "/p"}


PYTHON = {"role": "pythonExecution", "code": "2*3"}
NAMED = {"role": "fileMention", "files": [{"path": "a.md", "content": "1:sea"}, {"path": "b.md", "content": ""}]}


def entry(own, kind, parent, **more):
    return {"type": kind, "id": own, "parentId": parent, "timestamp": "2026-02-01T10:00:01.000Z", **more}


def user(own, parent, text, **more):
    message = {"role": "user", "content": [{"type": "text", "text": text}], "timestamp": 1_770_000_000_000, **more}
    return entry(own, "message", parent, message=message)


def prompt(own, parent, **sections):
    return entry(own, "message", parent, message={"role": "system", "content": "", "sections": sections})


def said(own, parent, *blocks, usage=(10, 20, 30, 5), stop="stop", **more):
    usage = dict(zip(("input", "cacheRead", "cacheWrite", "output"), usage, strict=True))
    content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
    message = {"role": "assistant", "content": content, "model": "m", "usage": usage, "stopReason": stop, **more}
    return entry(own, "message", parent, message=message)


def result(own, parent, tool, text, **more):
    content = [{"type": "text", "text": text}]
    message = {"role": "toolResult", "toolCallId": "c", "toolName": tool, "content": content, "isError": False, **more}
    return entry(own, "message", parent, message=message)


@pytest.fixture
def read(tmp_path):
    return reads_lines(ADAPTER, tmp_path)


def human(session):
    return [(item.preview, item.detail) for item in session.items if item.origin is Origin.HUMAN]


def test_input_is_what_no_cache_had(read):
    session = read(HEADER, user("a", None, "hi"), said("b", "a", "yes", usage=(7, 100, 50, 9)))
    assert session.requests[0].usage == Usage(7, 100, 50, 9)
    assert session.requests[0].usage.prompt == 157


def test_call_sees_what_stands_before_the_answer(read):
    session = read(HEADER, user("a", None, "hi"), said("b", "a", "yes"), user("c", "b", "more"), said("d", "c", "ok"))
    assert [context(session, request.op - 1) for request in session.requests] == [["hi"], ["hi", "yes", "more"]]
    assert [(request.first_item, request.last_item) for request in session.requests] == [(2, 2), (4, 4)]


def test_compaction_keeps_from_the_first_kept_entry_behind_the_summary(read):
    session = read(
        HEADER, user("a", None, "one"), said("b", "a", "two"), user("c", "b", "three"), said("d", "c", "four"),
        entry("e", "compaction", "d", summary="told", firstKeptEntryId="c", tokensBefore=900), user("f", "e", "five"),
    )  # fmt: skip
    assert context(session) == ["told", "three", "four", "five"]
    record = find_compactions(session, Replay(session)).all[0].record
    told = (record.status, record.trigger, record.reported_before, record.reported_after)
    assert told == ("ok", "unknown", 900, None)


def test_second_compaction_may_keep_what_the_first_one_kept(read):
    session = read(
        HEADER, user("a", None, "one"), user("b", "a", "two"), user("c", "b", "three"),
        entry("d", "compaction", "c", summary="first", firstKeptEntryId="b", tokensBefore=1), user("e", "d", "four"),
        entry("f", "compaction", "e", summary="second", firstKeptEntryId="c", tokensBefore=2),
    )  # fmt: skip
    assert context(session) == ["second", "three", "four"]
    first, second = find_compactions(session, Replay(session)).all
    assert (first.removed, second.removed) == ((1,), (4, 2))


def test_version_1_counts_entries_with_the_header_as_0(read):
    records = [HEADER | {"version": 1}, user("", "", "one"), user("", "", "two"), user("", "", "three")]
    records.append({"type": "compaction", "summary": "told", "firstKeptEntryIndex": 2, "tokensBefore": 5})
    for record in records[1:]:
        record.pop("id", None)
        record.pop("parentId", None)
    assert context(read(*records)) == ["told", "two", "three"]


def test_first_kept_entry_on_another_branch_keeps_nothing(read):
    session = read(
        HEADER, user("a", None, "one"), user("b", "a", "left"), user("c", "a", "two"),
        entry("d", "compaction", "c", summary="told", firstKeptEntryId="b", tokensBefore=5),
    )  # fmt: skip
    assert context(session) == ["told"]
    assert "another branch" in find_compactions(session, Replay(session)).all[0].record.notes[0]


@pytest.mark.parametrize(("first", "status"), [("x", "partial"), ("b", "ok")])
def test_first_kept_entry_that_is_not_there_makes_it_partial_and_its_own_keeps_nothing(read, first, status):
    cut = entry("b", "compaction", "a", summary="told", firstKeptEntryId=first)
    session = read(HEADER, user("a", None, "one"), cut)
    record = find_compactions(session, Replay(session)).all[0].record
    assert record.status == status
    assert context(session) == ["told"]


def test_retained_tail_is_the_messages_said_before(read):
    tail = [{"role": "user", "content": [{"type": "text", "text": "two"}], "timestamp": 7}]
    tail.append({"role": "toolResult", "content": [{"type": "text", "text": "cut sho…"}], "timestamp": 8})
    session = read(
        HEADER, user("a", None, "one"), user("b", "a", "two", timestamp=7),
        result("c", "b", "read", "cut short", timestamp=8),
        entry("d", "compaction", "c", summary="told", firstKeptEntryId="a", retainedTail=tail),
    )  # fmt: skip
    assert context(session) == ["told", "two", "cut sho…"]
    assert find_compactions(session, Replay(session)).all[0].kept == (2,)


def test_results_of_one_moment_are_known_again_by_their_calls(read):
    results = [
        result(name, parent, "read", name, timestamp=8, toolCallId=name) for name, parent in (("a", None), ("b", "a"))
    ]
    tail = [record["message"] for record in results]
    session = read(HEADER, *results, entry("c", "compaction", "b", summary="told", retainedTail=tail))
    assert context(session) == ["told", "a", "b"]
    assert find_compactions(session, Replay(session)).all[0].kept == (1, 2)


@pytest.mark.parametrize(
    ("kind", "more", "purpose"),
    [
        ("compaction", {"summary": "told"}, "compaction"),
        ("branch_summary", {"summary": "told"}, "branch_summary"),
        ("usage", {"kind": "cache_warm", "model": "m"}, "cache_warm"),
        ("model_usage", {"purpose": "effort", "model": "m"}, "effort"),
    ],
)
def test_usage_of_a_call_beside_the_work_is_a_request_of_its_own(read, kind, more, purpose):
    usage = {"input": 3, "cacheRead": 90, "cacheWrite": 0, "output": 12}
    session = read(HEADER, user("a", None, "one"), entry("b", kind, "a", usage=usage) | more)
    assert [(request.purpose, request.usage) for request in session.requests] == [(purpose, Usage(3, 90, 0, 12))]
    assert context(session, session.requests[0].op - 1) == ["one"]


def test_reasoning_is_told_where_the_log_tells_it_and_is_no_zero_elsewhere(read):
    usage = {"input": 3, "cacheRead": 90, "cacheWrite": 0, "output": 12}
    told = said("b", "a", "two")
    told["message"] |= {"usage": usage | {"reasoning": 7}}
    plain = said("c", "b", "three")
    plain["message"] |= {"usage": usage}
    session = read(HEADER, user("a", None, "one"), told, plain)
    assert [request.usage for request in session.requests] == [Usage(3, 90, 0, 12, 7), Usage(3, 90, 0, 12)]


def test_branch_goes_back_to_its_parent_also_before_a_compaction_and_a_new_root_to_nothing(read):
    session = read(
        HEADER, user("a", None, "one"), said("b", "a", "two"), user("c", "b", "left"), said("d", "c", "behind"),
        entry("e", "branch_summary", "b", fromId="d", summary="tried"), user("f", "e", "three"),
    )  # fmt: skip
    assert context(session) == ["one", "two", "tried", "three"]
    assert sum(type(op) is Rewind for op in session.ops) == 1
    session = read(
        HEADER, user("a", None, "one"), user("b", "a", "two"),
        entry("c", "compaction", "b", summary="told", firstKeptEntryId="b"), user("d", "b", "three"),
    )  # fmt: skip
    assert context(session) == ["one", "two", "three"]
    assert context(read(HEADER, user("a", None, "one"), user("b", None, "two"))) == ["two"]


def test_lost_parent_is_told_and_an_entry_that_stands_twice_is_read_once(read):
    session = read(HEADER, user("a", None, "one"), user("c", "b", "three"))
    assert context(session) == ["one", "three"]
    assert [(problem.code, problem.severity) for problem in session.diagnostics] == [("lost-parent", Severity.WARNING)]
    session = read(HEADER, user("a", None, "one"), user("a", None, "one"), user("b", "a", "two"))
    assert context(session) == ["one", "two"]
    assert [problem.code for problem in session.diagnostics] == ["repeated-entry"]


@pytest.mark.parametrize(("day", "sent"), [("2026-01-18", ["one", "half"]), ("2026-01-20", ["one"])])
def test_aborted_answers_are_sent_again_only_by_early_versions(read, day, sent):
    answer = said("b", "a", "half", stop="aborted", errorMessage="Request was aborted.")
    answer["timestamp"] = f"{day}T10:00:00.000Z"
    session = read(HEADER, user("a", None, "one"), answer)
    assert context(session) == sent
    assert session.items[-1].kind is ItemKind.EVENT
    # Before anything came it is no request.
    session = read(HEADER, user("a", None, "one"), said("b", "a", usage=(0, 0, 0, 0), stop="aborted"))
    assert session.requests == ()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("go on", [("go on", "typed")]),
        ('<file name="/p/a.md">\n# Rules\n</file>\nkeep to these', [("keep to these", "typed")]),
        ('<skill name="tidy" location="/s">\nRead it all.\n</skill>\n\nonly src', [("only src", "typed")]),
        ('<skill name="tidy" location="/s">\nRead it all.\n</skill>', []),
        ("Read HEARTBEAT.md if it exists. Reply HEARTBEAT_OK.", []),
        ("<b>bold</b> is not allowed", [("<b>bold</b> is not allowed", "typed")]),
    ],
)
def test_typed_words_are_told_from_text_put_before_them(read, text, words):
    session = read(HEADER, user("a", None, text), user("b", "a", text, attribution="agent"))
    assert human(session) == words
    assert "".join(context(session)).startswith(" ".join(text.split())[:20])


@pytest.mark.parametrize(
    ("text", "details", "words"),
    [
        ("User selected: 2. Zone times", {"answer": "Zone times"}, ["Zone times"]),
        ("User selected: rm", {"answer": "rm", "tool": "bash"}, []),
        ("Zone: user wrote: island", {"answers": [{"id": "z", "label": "island"}], "cancelled": False}, ["island"]),
        ("User selected: island time", None, ["island time"]),
        ("User cancelled the selection", {"answer": None}, []),
        ("Zone: user wrote: island", {"answers": [{"label": "island"}], "cancelled": True}, []),
    ],
)
def test_answers_to_questions_are_words_of_the_human_and_other_results_are_not(read, text, details, words):
    tool = (details or {}).get("tool", "questionnaire")
    session = read(HEADER, user("a", None, "one"), result("b", "a", tool, text, details=details))
    assert human(session)[1:] == [(word, "answer") for word in words]
    assert context(session) == ["one", text]


@pytest.mark.parametrize("kind", [{"role": "bashExecution", "command": "ls"}, PYTHON])
def test_hidden_commands_of_the_user_are_not_sent(read, kind):
    message = kind | {"output": "a.py", "exitCode": 0, "excludeFromContext": True}
    session = read(HEADER, entry("a", "message", None, message=message))
    assert context(session) == []
    assert [item.kind for item in session.items] == [ItemKind.USER, ItemKind.TOOL_RESULT]


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ({"output": "", "exitCode": 0}, "Ran `ls`\n(no output)"),
        ({"output": "x", "exitCode": 3}, "Ran `ls`\n```\nx\n```\n\nCommand exited with code 3"),
        ({"output": "x", "exitCode": 3, "cancelled": True}, "Ran `ls`\n```\nx\n```\n\n(command cancelled)"),
        (
            {"output": "x", "truncated": True, "fullOutputPath": "/o"},
            "Ran `ls`\n```\nx\n```\n\n[Output truncated. Full output: /o]",
        ),
        (PYTHON | {"output": "6", "exitCode": 0}, "Ran Python:\n```python\n2*3\n```\nOutput:\n```\n6\n```"),
        (PYTHON | {"exitCode": 1}, "Ran Python:\n```python\n2*3\n```\n(no output)\n\nExecution failed with code 1"),
        (NAMED, '<file path="a.md">\n1:sea\n</file>\n<file path="b.md">\n</file>'),
    ],
)
def test_what_the_user_ran_or_named_is_told_as_the_agent_tells_it(read, more, text):
    session = read(HEADER, entry("a", "message", None, message={"role": "bashExecution", "command": "ls"} | more))
    assert Bodies().text(session.items[0]) == text
    assert context(session) == [" ".join(text.split())]


def test_cleared_history_is_gone_and_what_comes_later_is_compacted_as_ever(read):
    session = read(
        HEADER, user("a", None, "one"), said("b", "a", "yes"), entry("c", "reset_boundary", "b"), user("d", "c", "two"),
        said("e", "d", "no"), entry("f", "compaction", "e", summary="told", firstKeptEntryId="e"),
    )  # fmt: skip
    assert [context(session, session.requests[1].op - 1), context(session)] == [["two"], ["told", "no"]]


def test_blocks_of_an_answer_are_items_of_their_own(read):
    call = {"type": "toolCall", "id": "c", "name": "read", "arguments": {"path": "a.py"}}
    session = read(HEADER, said("a", None, {"type": "thinking", "thinking": "hm"}, "look", call))
    kinds = [ItemKind.REASONING, ItemKind.ASSISTANT, ItemKind.TOOL_CALL]
    assert [item.kind for item in session.items] == kinds
    assert session.items[2].preview == "read a.py"


def test_system_prompt_is_its_sections_one_below_the_other(read):
    session = read(HEADER, prompt("p", None, start="Be kind.", place="Work in /p."), user("a", "p", "one"))
    assert context(session) == ["Be kind. Work in /p.", "one"]
    assert Bodies().text(session.items[0]) == "Be kind.\n\nWork in /p."
    assert (session.items[0].kind, session.items[0].detail) == (ItemKind.INSTRUCTIONS, "system_prompt")


def test_later_system_message_patches_sections_by_name_and_tools(read):
    first = prompt("p", None, start="Be kind.", place="Work in /p.")
    first["message"]["toolsAdded"] = [{"name": "look"}, {"name": "dig"}]
    later = prompt("b", "a", place="Work in /q.", start=None)
    later["message"] |= {"toolsAdded": [{"name": "sail"}], "toolsRemoved": [{"name": "dig"}]}
    session = read(HEADER, first, user("a", "p", "one"), later, user("c", "b", "two"), user("d", "a", "three"))
    names = '{"name":"look"} {"name":"sail"}'
    rewound = next(number for number, op in enumerate(session.ops) if type(op) is Rewind)
    assert context(session, rewound - 1) == ["Work in /q.", names, "one", "two"]
    assert context(session) == ["Be kind. Work in /p.", '{"name":"look"} {"name":"dig"}', "one", "three"]


def test_system_message_that_a_compaction_repeats_is_the_same_item(read):
    first = prompt("p", None, start="Be kind.")
    session = read(
        HEADER, first, user("a", "p", "one"),
        entry("b", "compaction", "a", summary="told", firstKeptEntryId="a", systemMessage=first["message"]),
    )  # fmt: skip
    assert context(session) == ["Be kind.", "told", "one"]
    assert len(session.items) == 3


def edited(own, parent, target, content=None):
    return entry(own, "context_edit", parent, targetId=target, replacement=content and {"content": content})


@pytest.mark.parametrize(
    ("target", "content", "sent"),
    [
        ("a", None, ["half", "found", "note", "go on"]),
        ("b", None, ["one", "found", "note", "go on"]),
        ("b", [{"type": "text", "text": "whole"}], ["one", "whole", "found", "note", "go on"]),
        ("c", [{"type": "text", "text": "cut"}], ["one", "half", "cut", "note", "go on"]),
        ("d", "another note", ["one", "half", "found", "another note", "go on"]),
        ("a", "uno", ["uno", "half", "found", "note", "go on"]),
    ],
)
def test_edited_entry_is_left_out_or_replaced_from_then_on(read, target, content, sent):
    session = read(
        HEADER, user("a", None, "one"), said("b", "a", "half", stop="length"), result("c", "b", "read", "found"),
        entry("d", "custom_message", "c", customType="hint", content="note"),
        edited("e", "d", target, content), user("f", "e", "go on"),
    )  # fmt: skip
    assert context(session) == sent
    assert context(session, session.requests[0].op - 1) == ["one"]
    assert [op.compaction.kind for op in session.ops if type(op) is Splice and op.compaction] == ["edit"]
    assert [words for words, _ in human(session)] == ["one", "go on"]


def test_edit_holds_on_its_own_branch_and_past_a_compaction(read):
    session = read(
        HEADER, user("a", None, "one"), said("b", "a", "half"), edited("c", "b", "b"), user("d", "c", "two"),
        entry("e", "compaction", "d", summary="told", firstKeptEntryId="b"), user("f", "b", "three"),
    )  # fmt: skip
    rewound = next(number for number, op in enumerate(session.ops) if type(op) is Rewind)
    assert context(session, rewound - 1) == ["told", "two"]
    assert context(session) == ["one", "half", "three"]


def test_edit_of_an_entry_that_is_not_there_changes_nothing(read):
    assert context(read(HEADER, user("a", None, "one"), edited("b", "a", "x"))) == ["one"]


@pytest.mark.parametrize(
    ("summary", "calls"),
    [
        ("told", None),
        ("told\n\n---\n\n**Turn Context (split turn):**\n\nsplit", 2),
        ("No prior history.\n\n---\n\n**Turn Context (split turn):**\n\nsplit", 1),
    ],
)
def test_summary_of_a_turn_that_was_cut_took_two_calls_where_there_was_history(read, summary, calls):
    more = {"summary": summary, "firstKeptEntryId": "a", "usage": {"input": 9, "output": 1}}
    session = read(HEADER, user("a", None, "one"), entry("b", "compaction", "a", **more))
    record = find_compactions(session, Replay(session)).all[0].record
    assert record.attempts == calls
    assert ("Its tokens are one sum over 2 calls of the summarizer." in record.notes) == (calls == 2)


def test_empty_summary_is_no_sealed_one(read):
    session = read(HEADER, user("a", None, "one"), entry("b", "compaction", "a", summary="", firstKeptEntryId="x"))
    record = find_compactions(session, Replay(session)).all[0].record
    assert (record.readable, record.summary) == (True, None)


# oh-my-pi -------------------------------------------------------------------------------------------------------


def test_archived_history_stands_behind_the_summary_as_text_and_pictures(read):
    archive = {"textHead": "one\u2588two", "textTail": "four", "frames": [{"data": "aGk=", "mimeType": "image/png"}]}
    session = read(
        {"type": "title", "title": "Tides"}, HEADER, user("a", None, "one"),
        entry("b", "compaction", "a", summary="told", method="snapcompact", tokensBefore=9, tokensAfter=4,
              preserveData={"snapcompact": archive}),
        user("c", "b", "five"),
    )  # fmt: skip
    record = find_compactions(session, Replay(session)).all[0].record
    texts = [Bodies().text(session.items[entry.item - 1]) for entry in Replay(session).entries_at(len(session.ops))]
    rule = "-" * 14
    assert texts[:2] == ["told", f"one\ntwo\n{rule} imaged middle below\n"]
    assert texts[3:] == [f"{rule} imaged middle above\nfour", "five"]
    assert sum(item.images for item in session.items) == 1
    assert (record.method, record.reported_before, record.reported_after) == ("snapcompact", 9, 4)
    assert "pictures" in record.notes[0]
    assert (session.title, session.version) == ("Tides", "oh-my-pi, session-v3")


def pruned(own, parent, text, at, **more):
    return result(own, parent, "read", text, prunedAt=at, timestamp=1_770_000_000_000, **more)


def test_result_that_was_replaced_in_its_line_is_sent_whole_before_that(read):
    shown = {"displayContent": {"text": "x = 1\ny = 2", "lineNumbers": [4, 5]}}
    session = read(
        HEADER, pruned("a", None, "[newer]", 1_770_000_005_000, details=shown),
        said("b", "a", "yes", timestamp=1_770_000_001_000), said("c", "b", "later", timestamp=1_770_000_006_000),
        user("d", None, "again", timestamp=1_770_000_007_000),
    )  # fmt: skip
    before, after = (context(session, request.op - 1) for request in session.requests)
    assert (before, after) == (["4:x = 1 5:y = 2"], ["[newer]", "yes"])
    edits = [op.compaction for op in session.ops if type(op) is Splice and op.compaction]
    assert [(edit.kind, edit.time) for edit in edits] == [("edit", "2026-02-02T02:40:05.000Z")]


def test_result_that_was_taken_out_is_read_from_the_file_beside_the_log(tmp_path):
    path, beside = tmp_path / "log.jsonl", tmp_path / "log" / "3.shake.log"
    beside.parent.mkdir()
    beside.write_text("### region 1 (bash, ~9 tok)\n\nfirst\n\n### region 2 (bash, ~9 tok)\n\nsecond\n")
    records = [HEADER, pruned("a", None, "[gone: artifact://3 (region 1)]", 1_770_000_005_000)]
    records += [pruned("b", "a", "[gone: artifact://3 (region 2)]", 1_770_000_005_000)]
    records += [pruned("c", "b", "[gone: artifact://9 (region 1)]", 1_770_000_005_000)]
    records += [said("d", "c", "yes", timestamp=1_770_000_001_000)]
    path.write_bytes(b"".join(orjson.dumps(record) + b"\n" for record in records))
    session = ADAPTER.read(path, pytest.fail)
    texts = [
        Bodies().text(session.items[entry.item - 1]) for entry in Replay(session).entries_at(session.requests[0].op)
    ]
    assert texts[:3] == ["first", "second", ""]
    assert "results as they were before they were cut" in [missing.name for missing in session.unlogged]


def test_branch_goes_back_to_a_line_that_was_replaced_since(read):
    shown = {"displayContent": {"text": "x = 1", "lineNumbers": [1]}}
    session = read(
        HEADER, pruned("a", None, "[newer]", 1_770_000_005_000, details=shown),
        user("b", "a", "two", timestamp=1_770_000_006_000), user("c", "a", "three", timestamp=1_770_000_007_000),
    )  # fmt: skip
    assert context(session) == ["[newer]", "three"]


def test_system_message_of_a_compaction_takes_the_place_of_the_prompt(read):
    session = read(
        HEADER, entry("p", "message", None, message={"role": "system", "content": "old rules"}), user("a", "p", "one"),
        entry("b", "compaction", "a", summary="told", firstKeptEntryId="p", systemMessage="new rules"),
    )  # fmt: skip
    assert context(session) == ["new rules", "told", "one"]


def test_fork_names_the_session_it_came_from(read):
    session = read(HEADER | {"parentSession": "/s/2026-01-01T00-00-00-000Z_abc.jsonl"}, user("a", None, "one"))
    assert [(link.kind, link.session) for link in session.links] == [("fork", "abc")]


def test_name_that_the_user_gave_is_the_title(read):
    session = read(HEADER, user("a", None, "one"), entry("b", "session_info", "a", name="Tides"))
    assert (session.title, session.id, session.cwd, session.version) == ("Tides", "s1", "/p", "session-v3")


def test_header_is_the_signature(tmp_path):
    path = tmp_path / "any"
    path.write_bytes(orjson.dumps(HEADER) + b"\n" + orjson.dumps(user("a", None, "one")) + b"\n")
    match = ADAPTER.recognise(probe_path(path))
    assert match is not None
    assert match.confidence == 1.0
    path.write_bytes(b'{"type":"session_meta","payload":{"id":"x"}}\n')
    assert ADAPTER.recognise(probe_path(path)) is None


def test_glance_tells_what_reading_tells():
    glance, session = ADAPTER.glance(probe_path(SAMPLE)), ADAPTER.read(SAMPLE, pytest.fail)
    assert (glance.title, glance.started, glance.ended) == (session.title, session.started, session.ended)


def test_sessions_are_found_by_working_directory_and_by_agent(tmp_path):
    paths = [
        tmp_path / ".pi/agent/sessions/--p--/a.jsonl",
        tmp_path / ".openclaw/agents/main/sessions/b.jsonl",
        tmp_path / ".openclaw/agents/main/sessions/b.jsonl.deleted.1",
    ]
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}")
    folders = ADAPTER.folders(tmp_path, {})
    assert [found for folder in folders for found in ADAPTER.find(folder)] == paths[:2]
    moved = list(ADAPTER.folders(tmp_path, {"PI_CODING_AGENT_DIR": str(tmp_path / "x")}))
    assert moved[0] == tmp_path / "x" / "sessions"


# Real logs ------------------------------------------------------------------------------------------------------


def test_compactions_their_kept_lines_and_the_largest_prompt_of_real_logs_are_those_found_by_others(corpus):
    for row, session in real_logs(ADAPTER, corpus):
        found = find_compactions(session, Replay(session)).all
        assert len(found) == int(row["compactions"]), row["path"]
        assert all(compaction.before.value > compaction.after.value for compaction in found)
        prompts = [request.usage.prompt for request in session.requests if request.usage]
        assert max(prompts) == int(row["peak_context_tokens"]), row["path"]
        records = [orjson.loads(line) for line in (corpus / row["path"]).read_bytes().splitlines()]
        ids = {record.get("id"): place for place, record in enumerate(records)}
        for compaction in found:
            at = (compaction.record.source.line or 0) - 1
            named = records[at].get("firstKeptEntryId")
            first = ids[named] if named else records[at]["firstKeptEntryIndex"]
            expected = [
                place + 1
                for place in range(first, at)
                if records[place]["type"] == "message"
                and (records[place]["message"].get("content") or records[place]["message"].get("command"))
            ]
            lines = [session.items[number - 1].source.line for number in compaction.kept]
            assert list(dict.fromkeys(lines)) == expected


def test_openclaws_database_reads_as_a_file_of_the_same_entries(tmp_path):
    tables = ["CREATE TABLE session_windows (session_id, created_at, updated_at)"]
    tables += ["CREATE TABLE transcript_events (session_id, seq, event_json, event_zstd)"]
    rows = [("session_windows", ["s", 1_790_000_000_000, 1_790_000_900_000])]
    for number, line in enumerate(SAMPLE.read_text("utf-8").splitlines()):
        kept = [None, zstandard.compress(line.encode())] if number % 2 else [line, None]
        rows.append(("transcript_events", ["s", number, *kept]))
    database = tmp_path / ".openclaw" / "agents" / "main" / "agent" / "openclaw-agent.sqlite"
    database.parent.mkdir(parents=True)
    database.write_bytes(packed(tables, rows))
    (found,) = discover(home=tmp_path, env={})
    session, same, bodies = open_log(found.path).session, ADAPTER.read(SAMPLE, pytest.fail), Bodies()
    assert (found.product, found.title[:7]) == ("OpenClaw", "birdlog")
    assert [bodies.text(item) for item in session.items] == [bodies.text(item) for item in same.items]
    assert context(session) == context(same)
