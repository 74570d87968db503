"""What the items of Codex rollouts are, and whose words they hold."""

from __future__ import annotations

import pytest

from inspector.model import ItemKind, Origin
from tests.codex_log import Read, call, event, header, item, message, output, row, says

ASSIGNED = {"source": {"subagent": "review"}}


@pytest.mark.parametrize(
    ("text", "kind", "detail"),
    [
        (
            "<environment_context>\n  <cwd>/p</cwd>\n</environment_context>",
            ItemKind.INSTRUCTIONS,
            "environment_context",
        ),
        ("<user_instructions>\n\nBe brief.\n\n</user_instructions>", ItemKind.INSTRUCTIONS, "user_instructions"),
        ("# AGENTS.md instructions for /p\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>", ItemKind.INSTRUCTIONS, "agents_md"),
        ("<turn_aborted>\nstopped\n</turn_aborted>", ItemKind.ATTACHMENT, "reminder"),
        ("<skill>\n<name>x</name>\n</skill>", ItemKind.ATTACHMENT, "skill"),
        ("Another language model started to solve this problem and", ItemKind.SUMMARY, "compact_summary"),
        ("<div class='x'>why is this red?</div>", ItemKind.USER, "typed"),
        ("<environment_context> is what I see, why?", ItemKind.USER, "typed"),
        ("", ItemKind.INSTRUCTIONS, "empty"),
    ],
    ids=["environment", "instructions", "agents", "aborted", "skill", "summary", "html", "quoted tag", "empty"],
)
def test_harness_text_in_user_messages_is_not_the_humans(log, text, kind, detail):
    found = log(header(), says("user", text)).session.items[0]
    assert (found.kind, found.detail, found.origin is Origin.HUMAN) == (kind, detail, kind is ItemKind.USER)


def test_a_user_message_event_confirms_what_looked_injected(log):
    text = "<my_tag>please explain</my_tag>"
    rows = [header(), says("user", text), event("user_message", message=text)]
    read = log(*rows, says("assistant", "a"), event("thread_rolled_back", num_turns=1))
    assert (read.session.items[0].origin, read.session.items[0].kind) == (Origin.HUMAN, ItemKind.USER)
    assert read.context() == []


def test_an_old_user_message_event_of_another_kind_confirms_nothing(log):
    text = "<user_instructions>x</user_instructions>"
    read = log(header(), says("user", text), event("user_message", message=text, kind="user_instructions"))
    assert read.session.items[0].kind is ItemKind.INSTRUCTIONS


def test_a_second_prompt_in_a_run_was_queued_and_events_do_not_repeat_it(log):
    rows = [
        header(),
        event("task_started"),
        says("user", "one"),
        event("user_message", message="one"),
        says("assistant", "a"),
    ]
    read = log(
        *rows, event("agent_message", message="a"), says("user", "two"), event("task_complete"), says("user", "three")
    )
    assert [it.detail for it in read.session.items if it.kind is ItemKind.USER] == ["typed", "queued", "typed"]
    assert len(read.session.items) == 4


def test_a_picture_alone_is_the_humans_and_is_not_read_as_text(log):
    content = [{"type": "input_image", "image_url": "data:image/png;base64," + "A" * 4000}]
    read = log(header(), item("message", role="user", content=content))
    found = read.session.items[0]
    assert (found.origin, found.images, found.chars < 60) == (Origin.HUMAN, 1, True)


def test_a_subagents_prompt_is_its_parents(log):
    found = log(header(**ASSIGNED), says("user", "Review this.")).session.items[0]
    assert (found.kind, found.origin, found.detail) == (ItemKind.USER, Origin.AGENT, "delegated")


def test_the_title_leaves_out_what_the_ide_put_in_front(log):
    read = log(header(), says("user", "# Context from my IDE setup:\n\na.py\n\n## My request for Codex:\nFix it"))
    assert read.session.title == "Fix it"


def test_base_instructions_and_tools_open_every_context(log):
    read = log(header(base_instructions={"text": "Be careful."}, dynamic_tools=[{"name": "t"}]), says("user", "a"))
    assert read.context() == ["Be careful.", '{"name":"t"}', "a"]
    assert [it.source.pointer for it in read.session.items[:2]] == [
        "/payload/base_instructions/text",
        "/payload/dynamic_tools",
    ]


@pytest.mark.parametrize(
    ("fields", "text", "preview"),
    [
        ({"summary": [], "encrypted_content": "gAAA" * 99}, "", "reasoning, encrypted"),
        ({"encrypted_content": "gAAA" * 99}, "", "reasoning, encrypted"),
        ({"summary": []}, "", "reasoning, not in this log"),
        ({"summary": [{"type": "summary_text", "text": "**Plan**"}], "encrypted_content": "g"}, "**Plan**", "**Plan**"),
        ({"content": [{"type": "reasoning_text", "text": "First"}], "summary": []}, "First", "First"),
    ],
    ids=["sealed", "no summary", "taken out", "summary", "open"],
)
def test_encrypted_reasoning_has_no_text(log, fields, text, preview):
    read = log(header(), item("reasoning", **fields))
    assert (read.text(1), read.session.items[0].chars, read.session.items[0].preview) == (text, len(text), preview)


@pytest.mark.parametrize(
    ("payload", "tool", "preview", "text"),
    [
        (call(arguments='{"cmd":"ls -la"}'), "exec_command", "exec_command ls -la", '{"cmd":"ls -la"}'),
        (call(arguments="not json"), "exec_command", "exec_command", "not json"),
        (
            item("custom_tool_call", name="apply_patch", call_id="c", input="*** Update File: a.py\n+1"),
            "apply_patch",
            "apply_patch a.py",
            "*** Update File: a.py\n+1",
        ),
        (item("custom_tool_call", name="exec", call_id="c", input="text(1)"), "exec", "exec text(1)", "text(1)"),
        (
            item("local_shell_call", call_id="c", action={"type": "exec", "command": ["bash", "-lc", "make"]}),
            "local_shell_call",
            "local_shell_call make",
            '{"type":"exec","command":["bash","-lc","make"]}',
        ),
        (item("web_search_call", status="completed"), "web_search_call", "web_search_call", ""),
        (
            item("image_generation_call", result="iVBOR" * 99, revised_prompt="a cat"),
            "image_generation_call",
            "image_generation_call",
            "a cat",
        ),
    ],
    ids=["function", "bad arguments", "patch", "code", "shell", "search", "picture"],
)
def test_calls_say_what_they_do(log, payload, tool, preview, text):
    read = log(header(), payload)
    found = read.session.items[0]
    assert (found.kind, found.tool, found.preview) == (ItemKind.TOOL_CALL, tool, preview)
    assert read.text(1) == text


def script(*printed):
    """The output of a script that ran to its end, with what it printed."""
    texts = ["Script completed\nWall time 0.3 seconds\nOutput:\n", *printed]
    return [{"type": "input_text", "text": text} for text in texts]


@pytest.mark.parametrize(
    ("result", "failed"),
    [
        (script('{\n  "chunk_id": "a",\n  "exit_code": 1,\n  "output": "1 failed"\n}'), True),
        (script('{"name": "a", "exit_code": 128}', '{"name": "b", "exit_code": 0}'), False),
        (script('{"name": "a", "exit_code": 128}', '{"name": "b", "exit_code": 2}'), True),
        (script('{"exit_code": 0, "output": "{\\"exit_code\\": 1}"}'), False),
        (script('{"output": {"exit_code": 1}}', "exit_code: 1"), False),
        (script(), False),
        ("Exit code: 0\nWall time: 0 seconds\nOutput:\nok", False),
        ("Exit code: 2\nWall time: 0 seconds\nOutput:\nno", True),
        ("Chunk ID: a\nWall time: 1 seconds\nProcess exited with code 101\nOutput:\nno", True),
        ('{"output":"exit code: 1 is what it prints","metadata":{"exit_code":0,"duration_seconds":0.1}}', False),
        ('{"output":"no","metadata":{"exit_code":1,"duration_seconds":0.1}}', True),
        ([{"type": "input_text", "text": "Script failed\nWall time 1 seconds"}], True),
        ({"content": "no", "success": False}, True),
        ("plain text that says Exit", False),
    ],
)
def test_a_failed_tool_is_marked(log, result, failed):
    assert log(header(), call(), output(result)).session.items[1].error is failed


def test_the_end_event_of_a_tool_marks_its_result_too(log):
    read = log(header(), call(), event("mcp_tool_call_end", call_id="c1", result={"Err": "no"}), output("text"))
    assert read.session.items[1].error


def test_an_answer_to_a_question_is_the_humans_words_and_stands_once_in_the_context(log):
    given = '{"answers":{"db":{"answers":["Postgres","user_note: never SQLite"]}}}'
    read = log(
        header(), call(name="request_user_input", arguments='{"questions":[]}'), output(given), says("assistant", "ok")
    )
    found = [it for it in read.session.items if it.origin is Origin.HUMAN]
    assert [(it.kind, it.detail, read.text(it.number)) for it in found] == [
        (ItemKind.USER, "answer", "Postgres\nnever SQLite")
    ]
    assert found[0].source.pointer == "/payload/output"
    assert read.context() == ['{"questions":[]}', given, "ok"]


def test_a_goal_that_the_person_set_is_theirs_and_one_that_the_model_set_is_not(log):
    def goal(words):
        told = event("thread_goal_updated", goal={"objective": words})
        return told, item("function_call_output", name="goal_objective", output=words)

    first, second, (by_model, sent), (nothing, _) = map(goal, (f"{'a ' * 50}1", f"{'a ' * 50}2", "Count.", ""))
    rows = [*first, *second, *first, call(name="create_goal"), by_model, output("done"), sent, nothing]
    session = log(header(), *rows, item("function_call_output", output="nobody's"))
    typed = [it for it in session.session.items if it.origin is Origin.HUMAN]
    assert [(it.preview[-1], it.detail) for it in typed] == [("1", "typed"), ("2", "typed")]


def test_what_other_agents_write_is_not_a_prompt_and_sealed_parts_are_not_read(log):
    parts = [
        {"type": "input_text", "text": "Sender: /lead/a"},
        {"type": "encrypted_content", "encrypted_content": "g" * 900},
    ]
    read = log(header(), item("agent_message", author="/lead/a", recipient="/lead", content=parts))
    found = read.session.items[0]
    assert (found.kind, found.origin, found.tool) == (ItemKind.USER, Origin.AGENT, "/lead/a")
    assert read.text(1) == "Sender: /lead/a\n[encrypted, 900 bytes encoded]"


def test_subagents_are_linked_to_the_call_that_started_them(log):
    started = event("sub_agent_activity", event_id="c1", agent_thread_id="kid", agent_path="/lead/kid", kind="started")
    read = log(header(), call(name="spawn_agent"), started, started)
    assert [(link.kind, link.session, link.title, link.item) for link in read.session.links] == [
        ("subagent", "kid", "/lead/kid", 1)
    ]


def test_a_subagents_log_beside_it_is_found(tmp_path):
    kid = "019f8100-0000-7000-8000-00000000000c"
    folder = tmp_path / "sessions/2026/07"
    Read(folder / f"21/rollout-2026-07-21T00-10-00-{kid}.jsonl", header(kid), says("user", "x"))
    started = event("sub_agent_activity", agent_thread_id=kid, kind="started")
    read = Read(folder / "20/rollout-2026-07-20T20-00-00-x.jsonl", header(), says("user", "a"), started)
    assert read.session.links[0].path == str(folder / f"21/rollout-2026-07-21T00-10-00-{kid}.jsonl")


def test_unknown_records_stay_as_events_and_are_counted_once_a_kind(log):
    rows = [
        header(),
        says("user", "a"),
        row("novelty", {"a": 1}),
        row("novelty", 7),
        event("surprise"),
        item("new_item"),
    ]
    read = log(*rows, row("world_state", {}), event("patch_apply_end"))
    assert [it.kind for it in read.session.items[1:]] == [ItemKind.EVENT] * 4
    assert read.context() == ["a"]
    assert sorted(problem.message for problem in read.session.diagnostics) == [
        "1 records of unknown type “event surprise” are kept as events.",
        "1 records of unknown type “response item new_item” are kept as events.",
        "2 records of unknown type “novelty” are kept as events.",
    ]


def test_interruptions_and_failed_runs_are_shown(log):
    ended = event("task_complete", error={"message": "usage limit"})
    read = log(header(), says("user", "a"), event("turn_aborted", reason="interrupted"), ended)
    assert [(it.preview, it.error) for it in read.session.items[1:]] == [
        ("turn aborted: interrupted", False),
        ("task complete: usage limit", True),
    ]


def test_bare_lines_of_2025_read_like_the_later_ones(log):
    head = '{"id":"old-1","timestamp":"2025-08-18T01:16:13.522Z","instructions":null,"git":{}}'
    bare = [
        message("user", "hello"),
        {"type": "reasoning", "summary": [], "encrypted_content": "g"},
        message("assistant", "hi"),
    ]
    read = log(head, '{"record_type":"state"}', *bare)
    assert (read.session.id, read.session.title, read.codes) == ("old-1", "hello", [])
    assert [(it.kind, it.source.pointer) for it in read.session.items] == [
        (ItemKind.USER, "/content"),
        (ItemKind.REASONING, ""),
        (ItemKind.ASSISTANT, "/content"),
    ]
    assert read.context() == ["hello", "", "hi"]


def test_a_fragment_without_a_header_reads_and_says_so(tmp_path):
    thread = "019f8100-0000-7000-8000-00000000000d"
    read = Read(tmp_path / f"rollout-2026-07-20T20-00-00-{thread}.jsonl", says("assistant", "tail"), says("user", "a"))
    assert (read.session.id, read.context(), read.codes) == (thread, ["tail", "a"], ["fragment"])
