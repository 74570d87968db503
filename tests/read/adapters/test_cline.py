"""Cline, Roo Code and Kilo Code: a task from two files, what is left out of a call, whose words stand in tags."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import orjson
import pytest

from inspector.model import Basis, ItemKind, Origin, Usage
from inspector.read.adapters import cline
from inspector.read.adapters.cline.words import in_answer, in_user_text
from inspector.read.bodies import Bodies
from inspector.read.discover import discover
from inspector.read.open import open_log
from tests.check_session import check_session, sources_hold_their_texts
from tests.mangle import mangled
from tests.read_back import context, found

ADAPTER = cline.ADAPTER
SAMPLES = Path(__file__).parents[3] / "sample_sessions" / "cline"
CLINE = next(SAMPLES.glob("*/summarized-task/*/"))
ROO = next(SAMPLES.glob("*/condensed-then-truncated/*/"))
FEEDBACK = "the following feedback:\n<feedback>\n"
START = 1_750_000_000_000


class Folder:
    """A task that grows the way the extension writes it: what is shown, and what is sent."""

    def __init__(self, path):
        self.path, self.shown, self.sent, self.range, self.more = path, [], [], None, {}
        self.clock = START

    def show(self, kind, text="", *, ask=False, **more):
        self.clock += 1000
        row = {"ts": self.clock, "type": "ask" if ask else "say", "ask" if ask else "say": kind, "text": text}
        row |= {"conversationHistoryIndex": len(self.sent) - 1} | more
        self.shown.append(row | ({"conversationHistoryDeletedRange": self.range} if self.range else {}))
        return self.clock

    def call(self, *given, answer="ok", prompt=1000, cut=None, first=(), **info):
        """One call; ``cut`` is left out of it, ``first`` is shown before the model answers."""
        told = {"request": "…", "tokensIn": prompt, "tokensOut": 5, "cacheWrites": 0, "cacheReads": 0} | info
        time = self.show("api_req_started", json.dumps(told))
        blocks = [{"type": "text", "text": block} if isinstance(block, str) else block for block in given]
        self.sent.append({"role": "user", "content": blocks})
        for kind, text in first:
            self.show(kind, text)
        self.range = cut or self.range
        self.show("text", answer)
        self.sent.append({"role": "assistant", "content": [{"type": "text", "text": answer}]})
        return time

    def read(self, *, fail=True):
        self.path.mkdir(exist_ok=True)
        files = {"ui_messages.json": self.shown, "api_conversation_history.json": self.sent} | self.more
        for name, value in files.items():
            if value is not None:
                (self.path / name).write_bytes(orjson.dumps(value))
        opened = open_log(self.path)
        assert opened.session.agent == "cline"
        assert not fail or not opened.session.diagnostics
        sources_hold_their_texts(opened.session, Bodies())
        return opened.session


@pytest.fixture
def task(tmp_path):
    return Folder(tmp_path / "1750000000000")


# The task as one session ----------------------------------------------------------------------------------------


def test_either_file_and_the_folder_open_the_same_session():
    whole = open_log(CLINE).session
    for name in ("ui_messages.json", "api_conversation_history.json", "task_metadata.json"):
        assert open_log(CLINE / name).session == whole


def test_one_file_alone_is_read_where_the_other_is_missing(tmp_path):
    for name, calls, cuts in (("ui_messages.json", 14, 2), ("api_conversation_history.json", 14, 0)):
        alone = tmp_path / f"{cuts}" / name
        alone.parent.mkdir()
        shutil.copy(CLINE / name, alone)
        session = open_log(alone).session
        assert (len(session.requests), len(found(session).all)) == (calls, cuts)
        assert [problem.code for problem in open_log(alone.parent).session.diagnostics] == ["half-a-task"]


def test_export_with_both_lists_in_one_file_is_the_whole_task(tmp_path):
    both = {
        name: orjson.loads((CLINE / f"{name}.json").read_bytes())
        for name in ("ui_messages", "api_conversation_history")
    }
    export = tmp_path / "export.json"
    export.write_bytes(orjson.dumps({"taskId": "1", **both}))
    session = check_session(export, tmp_path).session
    assert session.agent == "cline"
    assert [compaction.record.kind for compaction in found(session).all] == ["trim", "summary"]
    assert len(session.requests) == 14


def test_messages_alone_say_nothing_of_what_was_left_out():
    # Why the index counts no compaction in a file of messages: they are never cut in it.
    for name, cuts in (("api_conversation_history.json", 0), ("ui_messages.json", 2)):
        assert len(found(open_log(CLINE / name, alone=True).session).all) == cuts


def test_real_tasks_have_as_many_cuts_as_their_index_counts(corpus, tmp_path):
    rows = (corpus / "INDEX.tsv").read_text(encoding="utf-8").splitlines()
    counted = {row.split("\t")[0]: int(row.split("\t")[4]) for row in rows[1:]}
    tasks = [name for name in counted if name.startswith("cline/") and name.endswith("/ui_messages.json")]
    assert tasks
    for name in tasks:
        folder = (corpus / name).parent
        session = check_session(folder, tmp_path).session
        cuts = found(session).all
        assert len(cuts) == counted[name]
        assert {(cut.record.kind, cut.record.trigger) for cut in cuts} == {("trim", "auto")}
        # The first pair always stays, and every cut freed what it said.
        assert all(cut.kept[:2] == (1, 2) and cut.after.value < cut.before.value for cut in cuts)


def test_all_that_the_human_said_in_real_tasks_is_theirs_and_nothing_else(corpus):
    for path in sorted((corpus / "cline").glob("*/ui_messages.json")):
        rows = orjson.loads(path.read_bytes())
        said = [row["text"].strip() for row in rows if row.get("say") == "user_feedback" and row.get("text")]
        said.insert(0, rows[0]["text"].strip())
        opened = open_log(path.parent)
        texts = [opened.bodies.text(item) for item in opened.session.items if item.origin is Origin.HUMAN]
        assert sorted(text.strip() for text in texts) == sorted(said)


def test_places_on_every_system_and_in_every_editor_are_looked_at(tmp_path):
    for place in (
        ".config/Code/User/globalStorage/saoudrizwan.claude-dev",
        "Library/Application Support/Cursor/User/globalStorage/rooveterinaryinc.roo-cline",
        "AppData/Roaming/Code - Insiders/User/globalStorage/kilocode.kilo-code",
        ".config/Windsurf/User/globalStorage/saoudrizwan.claude-dev",
        ".cline/data",
    ):
        shutil.copytree(CLINE, tmp_path / place / "tasks" / place.split("/")[-1])
    entries = discover(home=tmp_path, env={}, agent="cline")
    assert len(entries) == 5
    assert {entry.title[:19] for entry in entries} == {"Add a weekly report"}
    assert {entry.started for entry in entries} == {"2025-08-25T08:20:00.700Z"}


# Calls ----------------------------------------------------------------------------------------------------------


def test_tokens_of_a_call_are_disjoint_and_placeholders_have_none(task):
    task.call("<task>\na\n</task>", cacheWrites=20, cacheReads=300)
    task.call("b", prompt=0, tokensOut=0, cancelReason="user_cancelled")
    session = task.read()
    assert [request.usage for request in session.requests] == [Usage(1000, 300, 20, 5), None]
    assert session.requests[1].stop == "user_cancelled"


def test_model_is_the_one_in_use_at_the_time(task):
    task.call("a")
    second = task.call("b")
    use = [{"ts": START, "model_id": "one"}, {"ts": second - 1, "model_id": "two"}]
    task.more = {"task_metadata.json": {"model_usage": use, "environment_history": [{"cline_version": "3.20.1"}]}}
    session = task.read()
    assert [request.model for request in session.requests] == ["one", "two"]
    assert session.version == "3.20.1"


def test_a_call_comes_before_what_it_produced(task):
    task.call("a", answer="<thinking>\nhm\n</thinking>\nI read.\n<read_file>\n<path>x.py</path>\n</read_file>")
    session = task.read()
    (request,) = session.requests
    assert context(session, request.op) == ["a"]
    kinds = [session.items[number - 1].kind for number in range(request.first_item, request.last_item + 1)]
    assert kinds == [ItemKind.REASONING, ItemKind.ASSISTANT, ItemKind.TOOL_CALL]


# What is left out -----------------------------------------------------------------------------------------------


def test_range_that_grew_is_a_cut_before_that_call(task):
    for text in "abc":
        task.call(text, answer=text.upper())
    task.call("d", answer="D", cut=[2, 3])
    session = task.read()
    (cut,) = found(session).all
    assert (cut.record.kind, cut.record.trigger) == ("trim", "auto")
    assert context(session, session.requests[3].op) == ["a", "A", "c", "C", "d"]
    assert context(session, session.requests[2].op) == ["a", "A", "b", "B", "c"]


def test_cut_behind_a_call_that_failed_was_forced(task):
    for text in "abc":
        task.call(text)
    task.call("d", cut=[2, 3], first=[("api_req_retried", "")])
    assert [cut.record.trigger for cut in found(task.read()).all] == ["overflow"]


def test_range_that_shrank_brings_back_what_it_had_left_out(task):
    for text in "abc":
        task.call(text, answer=text.upper())
    task.call("d", answer="D", cut=[2, 5])
    task.call("e", answer="E", cut=[2, 3])
    session = task.read()
    assert len(found(session).all) == 1
    assert context(session) == ["a", "A", "c", "C", "d", "D", "e", "E"]


def test_manual_condensing_takes_its_summary_from_the_call_that_stays(task):
    for text in "abc":
        task.call(text, answer=text.upper())
    task.call("/smol", answer="<condense>\n<context>\nAll of it.\n</context>\n</condense>")
    task.show("condense", "All of it.", ask=True)
    task.range = [2, 5]
    task.call(
        "[condense] Result:\nThe user has accepted the condensed conversation summary you generated.", answer="go"
    )
    session = task.read()
    (compaction,) = found(session).all
    assert (compaction.record.kind, compaction.record.trigger) == ("summary", "manual")
    assert session.items[compaction.record.summary - 1].tool == "condense"
    assert compaction.record.summary in compaction.kept


def test_edits_take_effect_at_their_time(task):
    task.call("<task>\na\n</task>", answer="A")
    task.call("[read_file for 'x'] Result:", "text of x", answer="B")
    before = task.call("[read_file for 'x'] Result:", "text of x", answer="C")
    task.call("d", answer="D")
    notice = "[[NOTE] This file read has been removed to save space in the context window.]"
    task.more = {"context_history.json": [[2, [2, [[1, [[before, "text", [notice], []]]]]]]]}
    session = task.read()
    (edit,) = found(session).edits
    assert [session.items[number - 1].preview for number in edit.masked] == ["text of x"]
    assert session.requests[2].op < edit.op < session.requests[3].op
    assert found(session).all == ()


def test_reworded_blocks_take_the_place_of_the_old_ones(task):
    task.call("<task>\na\n</task>", answer="A")
    before = task.call("b", answer="B")
    task.call("c", answer="C")
    task.more = {"context_history.json": [[0, [0, [[0, [[before, "text", ["[Continue assisting the user!]"], []]]]]]]]}
    session = task.read()
    assert context(session) == ["[Continue assisting the user!]", "A", "b", "B", "c", "C"]


# Roo Code -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("task", "stands"),
    [
        ("<task>\ndo it\n</task>", ["do it"]),
        # One text with facts from the user and a file, so two items in one block.
        (
            '<task>\ndo it\n</task>\n\n<file_content path="a">\nx\n</file_content>',
            ["do it", '<file_content path="a"> x </file_content>'],
        ),
    ],
)
def test_condensing_by_rewriting_says_that_what_it_removed_is_gone(tmp_path, task, stands):
    folder = tmp_path / "task"
    folder.mkdir()
    told = {"cost": 0.1, "prevContextTokens": 90_000, "newContextTokens": 9_000, "summary": "All so far."}
    info = json.dumps({"tokensIn": 9_000, "tokensOut": 5, "apiProtocol": "openai"})
    shown = [
        {"ts": START + 1, "type": "say", "say": "text", "text": "do it"},
        {"ts": START + 2, "type": "say", "say": "api_req_started", "text": info},
        {"ts": START + 3, "type": "say", "say": "condense_context", "contextCondense": told},
        {"ts": START + 4, "type": "say", "say": "text", "text": "done"},
    ]
    sent = [
        {"role": "user", "ts": START + 2, "content": task},
        {"role": "assistant", "ts": START + 5, "content": "done"},
    ]
    (folder / "ui_messages.json").write_bytes(orjson.dumps(shown))
    (folder / "api_conversation_history.json").write_bytes(orjson.dumps(sent))
    session = open_log(folder).session
    (compaction,) = found(session).all
    assert (compaction.record.status, compaction.record.reported_before) == ("partial", 90_000)
    assert session.items[compaction.record.summary - 1].preview == "All so far."
    assert context(session) == [*stands, "All so far.", "done"]


def test_messages_alone_have_the_marks_of_roo_code():
    session = open_log(ROO / "api_conversation_history.json", alone=True).session
    assert [(compaction.record.kind, compaction.record.basis) for compaction in found(session).all] == [
        ("summary", "recorded"),
        ("trim", "recorded"),
    ]
    assert context(session) == context(open_log(ROO).session)


def test_input_of_roo_code_counts_what_was_cached(task):
    task.more = {"history_item.json": {"id": "x", "workspace": "/w", "childIds": ["kid"]}}
    task.call("<user_message>\na\n</user_message>", prompt=900, cacheReads=600, cacheWrites=100)
    session = task.read()
    assert session.requests[0].usage == Usage(200, 600, 100, 5)
    assert (session.cwd, [(link.kind, link.session) for link in session.links]) == ("/w", [("subagent", "kid")])


# Words ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "tool", "words", "detail"),
    [
        ("<task>\ndo it\n</task>", "", "do it", "typed"),
        ("<user_message>\ngo on\n</user_message>", "plan_mode_respond", "go on", "typed"),
        ("[ask_followup_question for 'A?'] Result:\n<answer>\nblue\n</answer>", "", "blue", "answer"),
        (f"The user denied this operation and provided {FEEDBACK}no\n</feedback>", "x", "no", "feedback"),
        (f"Saved.\n\nThe user provided {FEEDBACK}use tabs\n</feedback>", "x", "use tabs", "feedback"),
        ('{"status":"denied","feedback":"not there"}', "x", "not there", "feedback"),
        ("[TASK RESUMPTION] It was interrupted.\n\n<user_message>\nhi\n</user_message>", "", "hi", "typed"),
        ("New instructions for task continuation:\n<user_message>\nhi\n</user_message>", "", "hi", "typed"),
        ("The user has provided feedback on the results.\n<feedback>\nmore\n</feedback>", "", "more", "typed"),
        ("[The user has switched to ACT MODE.]\n\n<user_message>\nyes\n</user_message>", "x", "yes", "typed"),
        ("plain words", "", "plain words", "typed"),
    ],
)  # fmt: skip
def test_words_in_their_tags_are_the_humans(text, tool, words, detail):
    parts = in_user_text(text, tool, {"plain words"})
    assert [(part.text, part.detail) for part in parts if part.kind is ItemKind.USER] == [(words, detail)]
    assert all(part.text in text for part in parts)


@pytest.mark.parametrize(
    "text",
    [
        "<environment_details>\n<task>\nno\n</task>\n</environment_details>",
        "[ERROR] You did not use a tool in your previous response!",
        '<explicit_instructions type="summarize_task">\nNow summarise.\n</explicit_instructions>',
        "(The user did not provide a new message.)",
        "some text with a <feedback>tag</feedback> of its own",
        "[read_file for 'a.html'] Result:\n" + "x" * 900 + "<feedback>\nin a file\n</feedback>",
    ],
)
def test_texts_of_the_extension_and_of_files_are_not_the_humans(text):
    assert not [part for part in in_user_text(text, "", ()) if part.kind is ItemKind.USER]


def test_files_behind_the_words_are_told_apart_from_them():
    text = "<task>\nread 'a' (see below for file content)\n</task>\n\n<file_content path=\"a\">\nnever\n</file_content>"
    assert [(part.kind, part.detail) for part in in_user_text(text, "", ())] == [
        (ItemKind.USER, "typed"),
        (ItemKind.ATTACHMENT, "file"),
    ]


def test_calls_in_tags_are_found_and_other_tags_left_alone():
    text = "See <b>this</b>:\n<div>\nx\n</div>\n<execute_command>\n<command>ls</command>\n</execute_command>"
    prose, call = in_answer(text)
    assert (prose.kind, call.kind, call.tool, call.headline) == (
        "assistant",
        "tool_call",
        "execute_command",
        "execute_command ls",
    )
    assert prose.text + call.text == text


def test_call_that_was_cut_off_runs_to_the_end():
    assert [part.tool for part in in_answer("<write_to_file>\n<path>x</path>\n<content>\nabc")] == ["write_to_file"]


# Cline's SDK ----------------------------------------------------------------------------------------------------


def sdk_session(folder, count=3):
    """A session of four messages; the first ``count`` of them are summarised beside it."""
    folder.mkdir(parents=True)

    def message(own, role, text, **more):
        return {"id": own, "role": role, "content": [{"type": "text", "text": text}], "ts": START, **more}

    metrics = {"inputTokens": 44, "outputTokens": 2, "cacheReadTokens": 30, "cacheWriteTokens": 4, "cost": 0}
    messages = [
        message("1", "user", "first"),
        message("2", "assistant", "one", modelInfo={"id": "m", "provider": "p"}),
        message("3", "user", "second"),
        message("4", "assistant", "two", modelInfo={"id": "m", "provider": "p"}, metrics=metrics),
    ]
    about = {"kind": "compaction_summary", "displayRole": "system", "tokensBefore": 900, "generatedAt": START}
    beside = [message("s", "user", "Context summary:\n\nfirst and one", metadata=about), messages[2]]
    root = {"version": 1, "updated_at": START, "agent": "main", "sessionId": folder.name, "messages": messages}
    side = {"version": 1, "source_message_count": count, "source_prefix_hash": "sha256:0", "messages": beside}
    (folder / f"{folder.name}.messages.json").write_bytes(orjson.dumps(root | {"system_prompt": "Be brief."}))
    (folder / f"{folder.name}.compaction.json").write_bytes(orjson.dumps(side))
    return folder / f"{folder.name}.messages.json"


def test_session_of_the_sdk_has_its_latest_new_context(tmp_path):
    log = sdk_session(tmp_path / ".cline" / "data" / "sessions" / "abc")
    session = open_log(log).session
    (compaction,) = found(session).all
    assert context(session) == ["Be brief.", "Context summary: first and one", "second", "two"]
    assert (compaction.record.kind, compaction.record.reported_before) == ("summary", 900)
    assert session.requests[-1].usage == Usage(10, 30, 4, 2)
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["first", "second"]
    sources_hold_their_texts(session, Bodies())
    assert open_log(log.with_name("abc.compaction.json")).session == session
    assert [entry.path for entry in discover(home=tmp_path, env={}, agent="cline")] == [log]


def test_context_of_other_messages_is_left_out_and_told(tmp_path):
    session = open_log(sdk_session(tmp_path / "abc", count=9)).session
    assert found(session).all == ()
    assert [problem.code for problem in session.diagnostics] == ["other-messages"]


# Damage ---------------------------------------------------------------------------------------------------------


def test_cut_files_open_as_far_as_they_go(tmp_path):
    folder = tmp_path / CLINE.name
    shutil.copytree(CLINE, folder)
    for name in ("ui_messages.json", "api_conversation_history.json"):
        content = (folder / name).read_bytes()
        (folder / name).write_bytes(content[: len(content) * 2 // 3])
    session = open_log(folder).session
    assert [problem.code for problem in session.diagnostics] == ["cut-document"] * 2
    assert 5 < len(session.requests) < 14
    sources_hold_their_texts(session, Bodies())


def test_marks_of_roo_code_take_effect_though_what_was_shown_of_them_is_gone(tmp_path):
    folder = tmp_path / ROO.name
    shutil.copytree(ROO, folder)
    shown = folder / "ui_messages.json"
    shown.write_bytes(shown.read_bytes()[:1_440])
    session = open_log(folder).session
    recorded = [cut.record.kind for cut in found(session).all if cut.record.basis is Basis.RECORDED]
    assert recorded == ["summary", "trim"]
    assert [item.kind for item in session.items].count(ItemKind.SUMMARY) == 1


@pytest.mark.parametrize("folder", [CLINE, ROO], ids=["cline", "roo"])
@pytest.mark.parametrize("seed", range(100))
def test_spoilt_tasks_are_read(folder, seed, tmp_path):
    other = tmp_path / folder.name
    shutil.copytree(folder, other)
    for place, path in enumerate(sorted(other.iterdir())):
        if (seed + place) % 2:
            path.write_bytes(mangled(path.read_bytes(), 7 * seed + place))
    session = ADAPTER.read(other, lambda problem: None)
    found(session)
    sources_hold_their_texts(session, Bodies())
