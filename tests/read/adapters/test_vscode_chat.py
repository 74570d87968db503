from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import vscode_chat
from inspector.read.adapters.vscode_chat.document import apply
from inspector.read.discover import discover
from inspector.read.open import open_log, probe_path
from tests.check_session import check_session
from tests.read_back import compactions, read_whole
from tests.read_back import context as after

ADAPTER = vscode_chat.ADAPTER
SAMPLE = next((Path(__file__).parents[3] / "sample_sessions" / "vscode-chat" / "2026" / "background").glob("*.jsonl"))


def turn(words, *rounds, response=(), **told):
    results = {f"c{name}": {"content": [{"value": f"result {name}"}]} for name, _ in rounds}
    calls = [
        {
            "id": name,
            "response": said,
            "toolCalls": [{"id": f"c{name}", "name": "read_file", "arguments": '{"path": "a"}'}],
        }
        for name, said in rounds
    ]
    metadata = {"toolCallRounds": calls, "toolCallResults": results} | told
    return {"message": {"text": words}, "response": list(response), "result": {"metadata": metadata}}


def summary(words, round_, **more):
    return {"text": words, "toolCallRoundId": round_} | more


@pytest.fixture
def read(tmp_path):
    def write_and_read(*turns):
        path = tmp_path / "chat.json"
        path.write_bytes(orjson.dumps({"version": 3, "sessionId": "s", "requests": list(turns)}))
        return read_whole(ADAPTER, path)

    return write_and_read


def test_a_round_has_its_answer_calls_and_results(read):
    session = read(turn("a", ("r1", "b")))
    assert after(session) == ["a", "b", "read_file a", "result r1"]
    assert [(request.first_item, request.last_item) for request in session.requests] == [(2, 3)]


def test_a_summary_takes_the_place_of_everything_up_to_its_round(read):
    session = read(turn("a", ("r1", "b"), ("r2", "c"), summaries=[summary("told", "r1")]))
    assert after(session) == ["told", "c", "read_file a", "result r2"]


def test_a_summary_may_go_up_to_a_round_of_an_earlier_turn(read):
    session = read(turn("a", ("r1", "b")), turn("c", ("r2", "d"), summaries=[summary("told", "r1")]))
    assert after(session) == ["told", "c", "d", "read_file a", "result r2"]


def test_the_older_single_summary_is_read(read):
    assert after(read(turn("a", ("r1", "b"), summary=summary("told", "r1")))) == ["told"]


def test_a_summary_carried_into_the_next_turn_counts_once(read):
    told = [summary("told", "r1")]
    session = read(turn("a", ("r1", "b"), summaries=told), turn("c", ("r2", "d"), summaries=told))
    assert len(compactions(session)) == 1


def test_a_summary_without_a_round_failed(read):
    session = read(turn("a", ("r1", "b"), summaries=[summary("", "", outcome="too_long")]))
    assert [(one.record.status, one.record.notes) for one in compactions(session)] == [
        ("failed", ("It failed: too_long.",))
    ]


def test_a_round_that_is_not_there_is_diagnosed(read):
    session = read(turn("a", ("r1", "b"), summaries=[summary("told", "r9")]))
    assert compactions(session) == ()
    assert session.diagnostics[0].code == "lost-round"


def test_a_summary_that_was_asked_for_is_manual(read):
    session = read(turn("a", ("r1", "b")), turn("/compact", summaries=[summary("told", "r1")]))
    assert compactions(session)[0].record.trigger == "manual"


def test_the_summarisers_usage_leaves_out_the_cache(read):
    usage = {"prompt_tokens": 90, "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 70}}
    session = read(turn("a", ("r1", "b"), summaries=[summary("told", "r1", usage=usage)]))
    assert [(request.purpose, request.usage) for request in session.requests] == [
        ("", None),
        ("compaction", Usage(20, 70, None, 4)),
    ]


def test_a_turns_last_request_has_its_usage(read):
    session = read(turn("a", ("r1", "b"), ("r2", "c"), promptTokens=50, outputTokens=6))
    assert [request.usage for request in session.requests] == [None, Usage(input=50, output=6)]


def test_the_frame_around_a_prompt_is_not_the_humans(read):
    session = read(turn("a", ("r1", "b"), renderedUserMessage=[{"type": 1, "text": "<context/> a"}]))
    assert [(item.origin, item.preview) for item in session.items[:2]] == [
        (Origin.HARNESS, "<context/> a"),
        (Origin.HUMAN, "a"),
    ]
    assert after(session)[:2] == ["<context/> a", "b"]


def test_an_answer_without_rounds_is_what_was_shown(read):
    parts = [
        {"value": "b"},
        {"kind": "progressTask", "content": {}},
        {"kind": "markdownContent", "content": {"value": "c"}},
    ]
    session = read(turn("a", response=parts))
    assert [item.preview for item in session.items if item.kind is ItemKind.ASSISTANT] == ["b", "c"]


def test_an_error_is_an_event(read):
    broken = turn("a")
    broken["result"]["errorDetails"] = {"message": "Rate limited"}
    assert read(broken).items[-1].error


def test_a_log_of_changes_and_the_document_tell_the_same(tmp_path):
    chat = None
    for line in SAMPLE.read_bytes().splitlines():
        chat, done = apply(chat, orjson.loads(line))
        assert done
    path = tmp_path / "chat.json"
    path.write_bytes(orjson.dumps(chat))
    document, log = check_session(path, tmp_path / "check").session, open_log(SAMPLE).session
    assert [(item.kind, item.preview) for item in document.items] == [(item.kind, item.preview) for item in log.items]
    assert [one.removed for one in compactions(document)] == [one.removed for one in compactions(log)]


@pytest.mark.parametrize(
    ("change", "left"),
    [
        ({"kind": 1, "k": ["a", 0], "v": 9}, {"a": [9, 2]}),
        ({"kind": 2, "k": ["a"], "v": [3]}, {"a": [1, 2, 3]}),
        ({"kind": 2, "k": ["a"], "v": [3], "i": 1}, {"a": [1, 3]}),
        ({"kind": 2, "k": ["a"], "i": 0}, {"a": []}),
        ({"kind": 3, "k": ["a"]}, {}),
    ],
)
def test_changes_set_push_cut_and_delete(change, left):
    assert apply({"a": [1, 2]}, change) == (left, True)


@pytest.mark.parametrize(
    "change",
    [{"kind": 1, "k": ["b", 0], "v": 1}, {"kind": 2, "k": ["b"], "v": [1]}, {"kind": 7, "k": ["a"]}, {"kind": 1}],
)
def test_changes_to_what_is_not_there_change_nothing(change):
    assert apply({"a": [1, 2]}, change) == ({"a": [1, 2]}, False)


def test_chats_are_found_and_glanced_at(tmp_path):
    folder = tmp_path / ".config" / "Code" / "User" / "workspaceStorage" / "9f" / "chatSessions"
    folder.mkdir(parents=True)
    (folder / "7f0d4b1e.jsonl").write_bytes(SAMPLE.read_bytes())
    found = discover(home=tmp_path, env={}, agent="vscode-chat")
    assert [(entry.path.name, entry.title) for entry in found] == [("7f0d4b1e.jsonl", "Greenhouse sensors")]
    assert ADAPTER.recognise(probe_path(found[0].path)).confidence > 0.9
