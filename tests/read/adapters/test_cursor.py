from __future__ import annotations

import base64
import contextlib
import csv
import hashlib
import json
import shutil
import sqlite3
from pathlib import Path

import orjson
import pytest

from inspector.errors import CannotRead
from inspector.model import Basis, ItemKind
from inspector.read.adapters import cursor
from inspector.read.adapters.cursor.agent import parse
from inspector.read.adapters.cursor.queries import pieces, typed_in
from inspector.read.discover import discover
from inspector.read.open import open_log
from inspector.reconstruct.ending import Way, ending_of
from tests.check_session import check_session
from tests.mangle import mangled
from tests.read_back import compactions
from tests.read_back import context as after
from tests.sample_scripts.small_stores import proto_field

ADAPTER = cursor.ADAPTER
SAMPLES = Path(__file__).parents[3] / "sample_sessions" / "cursor"
STATE = SAMPLES / "2025" / "composer" / "state.vscdb"
STORE = SAMPLES / "2026" / "agent-store" / "store.db"


def user(words, used=None):
    about = {"type": 1, "text": words}
    return about | ({"contextWindowStatusAtCreation": {"tokensUsed": used, "tokenLimit": 200}} if used else {})


def agent(words, **more):
    return {"type": 2, "text": words} | more


def summary(words, start, previous="", **more):
    return {"summary": words, "clientShouldStartSendingFromInclusiveBubbleId": start,
            "truncationLastBubbleIdInclusive": "", "previousConversationSummaryBubbleId": previous} | more  # fmt: skip


@pytest.fixture
def read(tmp_path):
    def write_and_read(*bubbles, headers=None, more=None, **composer):
        path = tmp_path / "state.vscdb"
        connection = sqlite3.connect(path)
        connection.execute("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)")
        listed = [{"bubbleId": f"b{number}"} for number in (headers or range(len(bubbles)))]
        data = {"composerId": "c1", "createdAt": 1_785_578_400_000, "fullConversationHeadersOnly": listed} | composer
        connection.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", ("composerData:c1", json.dumps(data)))
        for number, bubble in enumerate(bubbles):
            row = (f"bubbleId:c1:b{number}", json.dumps(bubble))
            connection.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", row)
        connection.executemany("INSERT INTO cursorDiskKV VALUES (?, ?)", (more or {}).items())
        connection.commit()
        connection.close()
        return ADAPTER.read(path / "c1", lambda problem: pytest.fail(problem.message))

    return write_and_read


def test_the_latest_summary_leaves_the_bubbles_from_the_one_that_it_names(read):
    latest = {"summary": summary("told", "b2"), "lastBubbleId": "b2"}
    session = read(user("a"), agent("b"), user("c"), agent("d"), latestConversationSummary=latest)
    assert after(session) == ["told", "c", "d"]
    assert compactions(session)[0].record.basis is Basis.RECORDED


def test_a_bubble_may_be_named_as_the_server_names_it(read):
    latest = {"summary": summary("told", "s2"), "lastBubbleId": "b2"}
    session = read(user("a"), agent("b"), user("c") | {"serverBubbleId": "s2"}, latestConversationSummary=latest)
    assert after(session) == ["told", "c"]


def test_a_summary_made_in_advance_and_never_used_is_an_event(read):
    session = read(user("a"), agent("b", cachedConversationSummary=summary("told", "b1")), user("c"))
    assert compactions(session) == ()
    assert [item.detail for item in session.items if item.kind is ItemKind.EVENT] == ["speculative_summary"]


def test_a_summary_made_in_advance_was_used_where_the_context_falls_behind_it(read):
    session = read(
        user("a"), agent("b", cachedConversationSummary=summary("told", "b2")), user("c", 190), agent("d"),
        user("e", 40), agent("f"),
    )  # fmt: skip
    found = compactions(session)
    assert [(one.record.kind, one.record.basis) for one in found] == [("summary", Basis.INFERRED)]
    assert after(session) == ["told", "c", "d", "e", "f"]


def test_the_chain_of_summaries_is_followed_back(read):
    first = agent("b", cachedConversationSummary=summary("first", "b1"))
    latest = {"summary": summary("second", "b3", previous="b1"), "lastBubbleId": "b3"}
    session = read(user("a"), first, user("c"), agent("d"), user("e"), latestConversationSummary=latest)
    assert [session.items[one.record.summary - 1].preview for one in compactions(session)] == ["first", "second"]


def test_the_same_summary_on_a_bubble_and_on_the_composer_counts_once(read):
    told = summary("told", "b2")
    session = read(
        user("a"), agent("b"), user("c"), agent("d", conversationSummary=json.dumps(told)),
        latestConversationSummary={"summary": told, "lastBubbleId": "b2"},
    )  # fmt: skip
    assert len(compactions(session)) == 1


def test_a_first_bubble_that_is_gone_makes_a_compaction_partial(read):
    latest = {"summary": summary("told", "b77"), "lastBubbleId": "b1"}
    session = read(user("a"), agent("b"), latestConversationSummary=latest)
    assert compactions(session)[0].record.status == "partial"


def test_an_encrypted_summary_is_not_readable(read):
    latest = {"summary": summary("Q" * 300, "b1"), "lastBubbleId": "b1"}
    session = read(user("a"), agent("b"), latestConversationSummary=latest)
    assert not compactions(session)[0].record.readable


def test_a_size_shown_with_a_prompt_is_of_the_answer_before_where_that_has_none(read):
    session = read(user("a"), agent("b"), user("c", 90), agent("d"), contextTokensUsed=120)
    assert [request.usage.prompt for request in session.requests] == [90, 120]


def test_a_size_shown_with_a_prompt_is_else_of_the_answer_to_it(read):
    session = read(user("a", 5), agent("b"), user("c", 90), agent("d"))
    assert [request.usage.prompt for request in session.requests] == [5, 90]


def test_bubbles_that_no_header_names_were_edited_away(read):
    session = read(user("a"), agent("edited away"), agent("b"), headers=[0, 2, 9])
    assert after(session) == ["a", "b"]
    assert session.diagnostics[0].code == "missing-bubbles"


def test_a_tool_has_its_call_and_result_and_ends_a_request(read):
    tool = {"name": "read_file", "toolCallId": "t", "params": '{"path": "a.py"}', "result": "x", "status": "error"}
    session = read(user("a"), agent("", toolFormerData=tool), agent("b"))
    assert [(item.kind, item.error) for item in session.items[1:3]] == [
        (ItemKind.TOOL_CALL, False),
        (ItemKind.TOOL_RESULT, True),
    ]
    assert [(request.first_item, request.last_item) for request in session.requests] == [(2, 2), (4, 4)]


@pytest.mark.parametrize("encode", [bytes.hex, lambda raw: "~" + base64.b64encode(raw).decode().rstrip("=")])
def test_summaries_of_an_agents_state_in_the_editor_are_shown_without_a_place(read, encode):
    archive = proto_field(1, b"m" * 32) + proto_field(2, b"two of nine checks fail")
    name = hashlib.sha256(archive).digest()
    kept = {f"agentKv:blob:{name.hex()}": archive}
    session = read(user("a"), agent("b"), conversationState=encode(proto_field(13, name)), more=kept)
    assert [(item.preview, item.detail) for item in session.items[2:]] == [
        ("two of nine checks fail", "archived_summary")
    ]
    assert compactions(session) == ()
    assert session.diagnostics[0].code == "summaries-without-place"


@pytest.mark.parametrize("state", ["~", "~!!", "zz", "0a", "6a20" + "00" * 32])
def test_a_state_that_leads_nowhere_adds_nothing(read, state):
    session = read(user("a"), agent("b"), conversationState=state)
    assert (len(session.items), session.diagnostics) == (2, ())


# Words and transcripts -------------------------------------------------------------------------------------------


def test_only_the_query_is_the_humans():
    text = "<user_info>Linux</user_info>\n<user_query>\nfix it\n</user_query>"
    assert [(piece.is_typed, piece.text) for piece in pieces(text)] == [
        (False, "<user_info>Linux</user_info>"),
        (True, "fix it"),
    ]
    assert typed_in("<system_reminder>be brief</system_reminder>") == ""
    assert typed_in("plain") == "plain"


def test_a_transcript_says_what_it_does_not_have(tmp_path):
    session = tmp_path / "agent-transcripts" / "a1"
    (session / "subagents").mkdir(parents=True)
    path = session / "a1.jsonl"
    lines = [
        {"role": "user", "message": {"content": [{"type": "text", "text": "<user_query>fix it</user_query>"}]}},
        {
            "role": "assistant",
            "message": {"content": [{"type": "tool_use", "name": "Shell", "input": {"command": "ls"}}]},
        },
        {"type": "turn_ended", "status": "success"},
    ]
    path.write_bytes(b"".join(orjson.dumps(line) + b"\n" for line in lines))
    alone = tmp_path / "a1.jsonl"
    shutil.copy(path, alone)
    opened = check_session(alone, tmp_path / "check").session
    assert [(item.kind, item.preview) for item in opened.items] == [
        (ItemKind.USER, "fix it"),
        (ItemKind.TOOL_CALL, "Shell ls"),
        (ItemKind.EVENT, "turn_ended"),
    ]
    assert opened.diagnostics[-1].code == "transcript-only"
    assert ending_of(opened).way is Way.FINISHED
    part = session / "subagents" / "s1.jsonl"
    part.write_bytes(path.read_bytes())
    assert [(link.kind, link.session) for link in open_log(part).session.links] == [("subagent", "s1")]
    assert ADAPTER.whole(part) == path


@pytest.mark.parametrize("seed", range(20))
def test_no_damage_to_a_transcript_raises(seed, tmp_path):
    line = {"role": "user", "message": {"content": [{"type": "text", "text": "<user_query>a</user_query>"}]}}
    path = tmp_path / "t.jsonl"
    path.write_bytes(mangled((orjson.dumps(line) + b"\n") * 5, seed))
    ADAPTER.read(path, lambda problem: None)


# Stores ----------------------------------------------------------------------------------------------------------


def without(path, blobs):
    path.write_bytes(STORE.read_bytes())
    connection = sqlite3.connect(path)
    connection.execute(f"DELETE FROM blobs {blobs}")
    connection.commit()
    connection.close()
    return path


def test_a_state_whose_root_is_gone_cannot_be_read_and_messages_that_were_collected_are_counted(tmp_path):
    with pytest.raises(CannotRead, match="names no state"):
        ADAPTER.read(without(tmp_path / "all.db", ""), print)
    session = ADAPTER.read(without(tmp_path / "store.db", "WHERE rowid = 2"), print)
    assert "missing-blobs" in [problem.code for problem in session.diagnostics]
    assert len(compactions(session)) == 1


@pytest.mark.parametrize("raw", [b"\x0a\x05abc", b"\xff\xff\xff", b"\x0b", b"\x08\x96\x01\x0a\xff\x7f"])
def test_broken_protobuf_is_read_as_far_as_it_goes(raw):
    assert set(parse(raw)) <= {1}


def test_no_key_of_an_account_is_ever_read(tmp_path):
    raw = STATE.read_bytes()
    assert b"not to be read" in raw
    session = open_log(STATE).session
    assert not any("not to be read" in (item.text or "") for item in session.items)


def test_every_place_is_searched(tmp_path):
    editor = tmp_path / ".config" / "Cursor" / "User" / "globalStorage"
    store = tmp_path / ".cursor" / "chats" / "5d41" / "a1"
    notes = tmp_path / ".cursor" / "projects" / "p" / "agent-transcripts"
    for folder in (editor, store, notes):
        folder.mkdir(parents=True)
    shutil.copy(STATE, editor)
    shutil.copy(STORE, store)
    for name in ("a1", "a2"):
        (notes / f"{name}.jsonl").write_text('{"role": "user", "message": {"content": []}}\n')
    found = {entry.path.name: entry.title for entry in discover(home=tmp_path, env={}, agent="cursor")}
    assert found == {"c1": "Importer", "store.db": "Fix the checks", "a2.jsonl": ""}


def test_what_breaks_off_in_a_database_is_read_as_far_as_it_goes_and_said(tmp_path):
    path = tmp_path / "state.vscdb"
    shutil.copy(STATE, path)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        (chat,) = connection.execute("SELECT value FROM cursorDiskKV WHERE key = 'composerData:c1'").fetchone()
        rows = [("composerData:c2", chat[: len(chat) // 2]), ("bubbleId:c1:b2", "[")]
        connection.executemany("REPLACE INTO cursorDiskKV VALUES (?, ?)", rows)
    shown = open_log(path).session
    bad = [problem for problem in shown.diagnostics if problem.code == "bad-cell"]
    assert [problem.message.partition("/value ")[2] for problem in bad] == [
        "breaks off; it is read as far as it goes.",
        "holds no JSON object; it is left out.",
    ]
    assert [found.error.partition("/value ")[2] for found in discover([tmp_path])] == [
        "",
        "",
        "breaks off; it is read as far as it goes.",
    ]


def test_real_files_have_the_compactions_that_were_counted(corpus):
    with (corpus / "INDEX.tsv").open(encoding="utf-8", newline="") as lines:
        rows = [row for row in csv.DictReader(lines, delimiter="\t") if row["format"] == "cursor"]
    assert rows
    for row in rows:
        session = open_log(corpus / row["path"]).session
        assert len(compactions(session)) == int(row["compactions"])


def test_every_chat_of_a_real_database_opens(corpus):
    path = next((corpus / "cursor").glob("*.vscdb"))
    chats = list(ADAPTER.find(path))
    assert len(chats) > 5
    for chat in chats:
        assert open_log(chat).session.items


@pytest.mark.parametrize(
    ("told", "way", "words"),
    [
        ({"status": "success"}, Way.FINISHED, "ended its turn"),
        ({"status": "aborted", "error": "User aborted/interrupted manually."}, Way.STOPPED, "interrupted"),
        ({"status": "error", "error": "Out of credits."}, Way.FAILED, "Out of credits."),
        ({}, Way.UNKNOWN, "perhaps not its last"),
    ],
)
def test_a_transcript_says_how_the_turn_ended(told, way, words, tmp_path):
    path = tmp_path / "agent-transcripts" / "a1" / "a1.jsonl"
    path.parent.mkdir(parents=True)
    rows = [
        {"role": role, "message": {"content": [{"type": "text", "text": text}]}}
        for role, text in (("user", "<user_query>fix it</user_query>"), ("assistant", "Fixed."))
    ]
    path.write_bytes(b"".join(orjson.dumps(row) + b"\n" for row in (*rows, {"type": "turn_ended", **told})))
    found = ending_of(check_session(path, tmp_path / "check").session)
    assert found.way is way and words in found.why
