"""Sessions of Cline's SDK: messages as they are sent, and the compactions that the program's own log tells of."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters.cline import ADAPTER
from inspector.read.adapters.cline.sdk_messages import shortened
from inspector.read.bodies import Bodies
from inspector.read.discover import discover
from inspector.read.open import open_log
from inspector.reconstruct.replay import Replay
from inspector.reconstruct.unlogged import not_in_log
from tests.check_session import sources_hold_their_texts
from tests.read_back import compactions as found

DAY = 1_795_700_000_000
"""2026-11-26T13:33:20Z, in milliseconds."""


def at(second):
    return f"2026-11-26T13:{33 + (20 + second) // 60:02}:{(20 + second) % 60:02}.000Z"


def prompt(text, mode="act"):
    return ("user", [{"type": "text", "text": f'<user_input mode="{mode}">{text}</user_input>'}])


def said(text, *calls, **metrics):
    blocks = [{"type": "text", "text": text}] if text else []
    blocks += [{"type": "tool_use", "id": own, "name": name, "input": told} for own, name, told in calls]
    return ("assistant", blocks, metrics)


def result(call, text, **more):
    content = [{"query": "cat", "result": text, "success": True}]
    return ("user", [{"type": "tool_result", "tool_use_id": call, "name": "run_commands", "content": content, **more}])


RULES = "rules of the project and of the person"


class Home:
    """A data folder of the program with one session in it."""

    def __init__(self, folder):
        self.data = folder / ".cline" / "data"
        self.session = self.data / "sessions" / "s1"
        self.session.mkdir(parents=True)
        self.raw = []

    def messages(self, *told):
        for number, (role, content, *metrics) in enumerate(told):
            row = {"id": f"m{number}", "role": role, "ts": DAY + 1000 * number, "content": content}
            if role == "assistant":
                row |= {"modelInfo": {"id": "m", "provider": "p"}, "metrics": metrics[0]}
            self.raw.append(row)
        root = {"version": 1, "updated_at": at(0), "agent": "lead", "sessionId": "s1"}
        root |= {"origin": {"source": "cli", "version": "3.0.65"}, "messages": self.raw, "system_prompt": "Be brief."}
        (self.session / "s1.messages.json").write_bytes(orjson.dumps(root))

    def compacted(self, count, second, *messages):
        root = {"version": 1, "updated_at": at(second), "source_message_count": count, "messages": list(messages)}
        (self.session / "s1.compaction.json").write_bytes(orjson.dumps(root))

    def log(self, *rows):
        lines = []
        for second, event, more in rows:
            if not event:
                lines.append(orjson.dumps({"level": 40, "time": at(second).replace(".000", ".400"), "msg": more}))
                continue
            properties = {"ulid": "s1", "strategy": "agentic", "mode": "auto", "agentId": "a", **more}
            row = {
                "level": 30,
                "time": at(second).replace(".000", ".500"),
                "event": f"task.compaction_{event}",
                "properties": properties,
            }
            lines.append(orjson.dumps(row))
        (self.data / "logs").mkdir()
        (self.data / "logs" / "cline.log").write_bytes(b"\n".join([b"{torn", *lines, b""]))

    def hub(self, *rows):
        (self.data / "db").mkdir()
        with closing(sqlite3.connect(self.data / "db" / "hub-events-hub-production.db")) as store, store:
            store.execute("CREATE TABLE hub_events (event TEXT, session_id TEXT, envelope_json TEXT)")
            for after, phase, more in rows:
                notice = {"kind": "auto_compaction", "phase": phase, **more}
                envelope = {"timestamp": DAY + after, "payload": {"metadata": notice}}
                row = ("session.notice", "s1", json.dumps(envelope))
                store.execute("INSERT INTO hub_events VALUES (?, ?, ?)", row)

    def read(self):
        session = open_log(self.session / "s1.messages.json").session
        sources_hold_their_texts(session, Bodies())
        return session


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


def texts(session, request):
    """The context of a request, in short."""
    entries = Replay(session).entries_at(session.requests[request - 1].op)
    return [session.items[entry.item - 1].preview for entry in entries]


SUMMARY = {
    "role": "user", "content": [{"type": "text", "text": "Context summary:\n\nwork"}],
    "metadata": {"kind": "compaction_summary", "tokensBefore": 900, "generatedAt": DAY + 3500},
}  # fmt: skip


def test_what_was_cached_is_part_of_the_input(home):
    metrics = {"inputTokens": 1000, "outputTokens": 5, "cacheReadTokens": 600, "cacheWriteTokens": 0, "cost": 0.5}
    home.messages(prompt("a"), said("b", **metrics))
    (request,) = home.read().requests
    assert (request.usage, request.cost) == (Usage(400, 600, 0, 5), 0.5)


def test_words_stand_without_the_tags_around_them_and_files_in_tags_with_their_paths(home):
    role, blocks = prompt("<mode_notice>switched</mode_notice>\nNever edit it.")
    blocks.append({"type": "file", "path": "/p/a.py", "content": "x = 1"})
    home.messages(prompt("Never edit it."), said("b"), (role, blocks), said("c"))
    session = home.read()
    human = [(item.text, item.detail) for item in session.items if item.origin is Origin.HUMAN]
    assert (session.title, human) == ("Never edit it.", [("Never edit it.", "typed")] * 2)
    notice, file = "<mode_notice>switched</mode_notice>", '<file_content path="/p/a.py"> x = 1 </file_content>'
    assert texts(session, 2) == ["Be brief.", "Never edit it.", "b", notice, "Never edit it.", file]
    # The same beside it is what another agent says.
    part = home.session / "agent_1.messages.json"
    part.write_bytes((home.session / "s1.messages.json").read_bytes())
    other = ADAPTER.read(part, print)
    assert (other.title, {item.origin for item in other.items} & {Origin.HUMAN}) == ("Never edit it.", set())


def test_the_text_of_a_workflow_is_not_the_persons_and_what_stands_behind_its_name_is(home):
    home.messages(prompt("a"), said("b"), prompt("Look well at the port"), said("c"), prompt("d"), said("e"))
    (home.data / "cache").mkdir()
    typed = b"".join(orjson.dumps({"prompt": one}) + b"\n" for one in ("x", "a", "/look the port", "d"))
    (home.data / "cache" / "user_input_history.jsonl").write_bytes(typed)
    session = home.read()
    assert [item.text for item in session.items if item.origin is Origin.HUMAN] == ["a", "the port", "d"]
    assert texts(session, 2)[3:] == ["Look well at the port"]


def test_a_long_result_is_sent_without_its_middle(home):
    long = "x" * 9000
    home.messages(prompt("a"), said("", ("c", "run_commands", {"commands": ["cat"]})), result("c", long), said("d"))
    (sent,) = [item for item in home.read().items if item.kind is ItemKind.TOOL_RESULT]
    (told,) = json.loads(sent.text)
    assert told["result"] == shortened(long)
    assert len(told["result"]) == 8000 - len(told["result"]) % 2
    assert sent.text.startswith('[{"query":"cat","result":"xxx')


@pytest.mark.parametrize("length", [8000, 8001, 8037, 8038, 8074, 12345, 107_000])
def test_the_mark_counts_what_is_left_out(length):
    text = "".join(chr(97 + place % 26) for place in range(length))
    sent = shortened(text)
    assert len(sent) <= 8000
    if length > 8000:
        ahead, _, behind = sent.partition("\n\n...[truncated ")
        count, _, end = behind.partition(" chars]...\n\n")
        assert text.startswith(ahead)
        assert text.endswith(end)
        # The length of the mark itself moves what is left out a little.
        assert abs(int(count) - (length - len(ahead) - len(end))) <= 2


def test_command_lines_and_files_stand_in_the_line_of_a_call(home):
    commands = ("c", "run_commands", {"commands": ["ls", "git status"]})
    files = ("d", "read_files", {"files": [{"path": "/p/a.py"}, {"path": "/p/b.py"}]})
    home.messages(prompt("a"), said("", commands, files))
    calls = [item.preview for item in home.read().items if item.kind is ItemKind.TOOL_CALL]
    assert calls == ["run_commands ls; git status", "read_files /p/a.py, /p/b.py"]


def test_the_system_prompt_stays_behind_a_compaction_and_of_the_same_words_those_that_were_kept(home):
    home.messages(prompt("a"), said("b"), prompt("a"), said("d"))
    home.compacted(3, 2, SUMMARY, home.raw[2])
    session = home.read()
    assert texts(session, 2) == ["Be brief.", "Context summary: work", "a"]
    names = [one.name for one in session.unlogged]
    assert (session.version, names, found(session)[0].kept) == ("3.0.65", [RULES], (1, 4))


def test_the_folder_and_the_version_are_told_beside_the_messages(home):
    home.messages(prompt("a"), said("b"))
    (home.session / "s1.json").write_bytes(orjson.dumps({"session_id": "s1", "cwd": "/p"}))
    assert home.read().cwd == "/p"
    (listed,) = discover(home=home.data.parent.parent, env={}, agent="cline")
    assert (listed.project, listed.title) == ("/p", "a")


def test_earlier_compactions_are_those_of_the_programs_log(home):
    home.messages(
        prompt("a"), said("b"), prompt("c"), said("d"), prompt("e"), said("f"), prompt("g"), said("h"),
    )  # fmt: skip
    home.compacted(7, 6, SUMMARY, home.raw[5], home.raw[6])
    first = {"messagesBefore": 3, "messagesAfter": 2, "tokensBefore": 900, "tokensAfter": 300, "durationMs": 2000}
    home.log(
        (2, "executed", first | {"mode": "manual", "modelId": "m"}),
        (2, "executed", first | {"parentAgentId": "a"}),
        (4, "", "Skipped agentic compaction: no summary text"),
        (4, "skipped", {"reason": "no_result", "tokensBefore": 950}),
        (6, "executed", {"messagesBefore": 6, "messagesAfter": 3, "tokensBefore": 960, "tokensAfter": 400}),
        (6, "executed", {"ulid": "another"}),
    )
    session = home.read()
    told = [(one.record.status, one.record.trigger, one.record.reported_after) for one in found(session)]
    assert told == [("ok", "manual", 300), ("failed", "auto", None), ("ok", "auto", 400)]
    assert (found(session)[0].record.seconds, found(session)[1].record.reason) == (2.0, "no summary text")
    assert [texts(session, number) for number in (2, 3, 4)] == [
        ["Be brief.", "c"], ["Be brief.", "c", "d", "e"], ["Be brief.", "Context summary: work", "f", "g"],
    ]  # fmt: skip
    assert [one.name for one in session.unlogged] == [RULES, "summary of an earlier compaction"]


def test_one_that_found_nothing_to_cut_asked_no_model_and_is_an_event(home):
    home.messages(prompt("a"), said("b"), prompt("c"), said("d"))
    home.log((2, "skipped", {"reason": "no_result", "tokensBefore": 950, "durationMs": 1}))
    session = home.read()
    assert not found(session)
    assert [item.detail for item in session.items if item.kind is ItemKind.EVENT] == ["compaction_skipped"]


def test_what_a_resumed_session_did_stands_in_the_events_of_the_hub(home):
    home.messages(prompt("a"), said("b"), prompt("c"), said("d"), prompt("e"), said("f"))
    counts = {"tokensBefore": 900, "tokensAfter": 300, "messagesBefore": 3, "messagesAfter": 2}
    home.hub((2500, "started", {}), (2600, "completed", counts), (4500, "skipped", {}))
    session = home.read()
    (one,) = found(session)
    record = one.record
    assert (record.trigger, record.reported_before, record.reported_after) == ("auto", 900, 300)
    assert record.source.pointer == "hub_events/2/envelope_json"
    assert [texts(session, number) for number in (2, 3)] == [["Be brief.", "c"], ["Be brief.", "c", "d", "e"]]
    assert [one.name for one in session.unlogged] == [RULES, "summary of an earlier compaction"]
    changes = {"UPDATE hub_events SET session_id = NULL": [], "DELETE FROM hub_events": ["hub-cut"]}
    for change, codes in changes.items():
        with closing(sqlite3.connect(hub := home.data / "db" / "hub-events-hub-production.db")) as store, store:
            store.execute(f"{change} WHERE rowid = 1")
        assert [problem.code for problem in home.read().diagnostics] == codes
    hub.write_bytes(b"SQLite format 3\x00 torn")
    assert [problem.code for problem in home.read().diagnostics] == ["hub-not-read"]


@pytest.mark.parametrize(("sent", "may_be"), [(900, True), (899, False)])
def test_a_prompt_at_the_end_of_a_compaction_by_hand_may_have_met_the_old_context(home, sent, may_be):
    said_with = [said(text, inputTokens=tokens) for text, tokens in (("b", 800), ("d", 900), ("f", sent))]
    home.messages(prompt("a"), said_with[0], prompt("c"), said_with[1], prompt("e"), said_with[2])
    home.log((3, "executed", {"mode": "manual", "messagesBefore": 3, "messagesAfter": 2}))
    session = home.read()
    assert any("may still have been sent" in note for note in found(session)[0].record.notes) == may_be
    named = ["what this compaction left out" in [one.name for one in not_in_log(session, request)]
             for request in (*session.requests, None)]  # fmt: skip
    assert named == [False, False, may_be, False]


def test_a_compaction_by_hand_works_on_all_that_was_written_and_may_come_late(home):
    home.messages(prompt("a"), said("b"), prompt("c"), said("d"), prompt("e"), said("f"))
    home.log(
        (2, "executed", {"messagesBefore": 3, "messagesAfter": 2}),
        (4, "executed", {"mode": "manual", "messagesBefore": 2, "messagesAfter": 2}),
    )
    assert texts(home.read(), 3) == ["Be brief.", "b", "c", "d", "e"]


def test_the_basic_way_keeps_prompts_then_the_newest_then_last_answers(home):
    call = ("c1", "run_commands", {"commands": ["ls"]})
    home.messages(
        prompt("a"), said("b"), prompt("c"), said("d"), prompt("e"), said("", call), result("c1", "r"), said("g"),
        prompt("h"), said("i"),
    )  # fmt: skip
    home.log(
        (6, "executed", {"strategy": "basic", "messagesBefore": 7, "messagesAfter": 5}),
        (8, "executed", {"strategy": "basic", "mode": "overflow_recovery", "messagesBefore": 8, "messagesAfter": 6}),
    )
    session = home.read()
    run, came = "run_commands ls", '[{"query":"cat","result":"r","success":true}]'
    assert texts(session, 4) == ["Be brief.", "a", "c", "d", "e", run, came]
    assert texts(session, 5) == ["Be brief.", "a", "c", "d", "e", run, came, "h"]
    assert [one.record.trigger for one in found(session)] == ["auto", "overflow"]


def test_prompts_that_the_basic_way_rewrote_are_still_the_users(home):
    home.messages(prompt("never rename it"), said("b"), prompt("c"), said("d"))
    notice = {"type": "text", "text": "<SYSTEM_NOTICE>\nread: a.py</SYSTEM_NOTICE>"}
    joined = [*home.raw[0]["content"], notice, *home.raw[2]["content"]]
    home.compacted(3, 2, {"id": "m0", "role": "user", "content": joined, "metadata": {"kind": "compaction"}})
    home.log((2, "executed", {"strategy": "basic", "messagesBefore": 3, "messagesAfter": 1}))
    session = home.read()
    assert texts(session, 2) == ["Be brief.", "never rename it", "<SYSTEM_NOTICE> read: a.py</SYSTEM_NOTICE>", "c"]
    assert [item.text for item in session.items if item.origin is Origin.HUMAN] == ["never rename it", "c"]
    (one,) = found(session)
    assert (one.record.kind, one.record.method, one.record.trigger) == ("trim", "basic", "auto")


def test_messages_that_are_only_shown_are_neither_sent_nor_counted(home):
    home.messages(prompt("a"), said("b"), prompt("shown"), prompt("c"), said("d"))
    home.raw[2]["metadata"] = {"displayOnly": True}
    raw, home.raw = home.raw, []
    root = {"version": 1, "sessionId": "s1", "agent": "lead", "messages": raw}
    (home.session / "s1.messages.json").write_bytes(orjson.dumps(root))
    home.compacted(3, 2, SUMMARY, raw[3])
    assert texts(home.read(), 2) == ["Context summary: work", "c"]


def test_the_note_in_place_of_a_result_and_the_prompt_of_a_mode_that_is_over_are_named(home):
    ran = said("", ("c", "run_commands", {"commands": ["ls"]}))
    home.messages(prompt("how", "plan"), said("so"), prompt("a"), ran, prompt("stop"), said("b"))
    named = [(one.name, bool(one.request)) for one in home.read().unlogged if one.name != RULES]
    assert named == [("system prompt of another mode", True), ("note in place of a result that never came", False)]


@pytest.mark.parametrize("kind", ["image", "text"])
def test_a_result_loses_its_pictures_to_messages_of_their_own_and_that_form_is_named(home, kind):
    told = [{"type": "text", "text": "read"}, {"type": kind, "data": "aGk=", "text": "hi"}]
    home.messages(prompt("a"), said("", ("c", "read_files", {"files": ["p.png"]})), result("c", told), said("b"))
    session = home.read()
    (sent,) = [item for item in session.items if item.kind is ItemKind.TOOL_RESULT]
    is_picture = kind == "image"
    assert ("form of results with pictures" in [one.name for one in session.unlogged]) is is_picture
    assert (sent.images, '"result":["read"]' in sent.text) == (int(is_picture), is_picture)
