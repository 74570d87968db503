"""Sessions of Strands Agents in the forms that its two session managers wrote."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.read.adapters import strands
from inspector.read.bodies import Bodies
from inspector.read.open import open_log
from tests.check_session import sources_hold_their_texts
from tests.read_back import compactions as found
from tests.read_back import contexts
from tests.sample_scripts.agent_sdks import strands_message, strands_snapshot


def user(name, text):
    return strands_message(name, "user", {"text": text})


def answer(name, sent, text):
    return strands_message(name, "assistant", {"text": text}, sent=sent)


@pytest.fixture
def files(tmp_path):
    """A session of FileSessionManager: each message in a file of its own."""

    def write(manager, *messages, redacted=None):
        folder = tmp_path / "sessions" / "session_s1" / "agents" / "agent_a"
        (folder / "messages").mkdir(parents=True)
        state = {"agent_id": "a", "conversation_manager_state": manager, "created_at": "2026-10-05T17:00:00+00:00"}
        (folder / "agent.json").write_bytes(orjson.dumps(state))
        for number, message in enumerate(messages):
            row = {"message": message, "message_id": number, "redact_message": (redacted or {}).get(number)}
            row["created_at"] = f"2026-10-05T17:{number:02}:00+00:00"
            (folder / "messages" / f"message_{number}.json").write_bytes(orjson.dumps(row, option=orjson.OPT_INDENT_2))
        return folder / "agent.json"

    return write


def read(path):
    session = open_log(path).session
    sources_hold_their_texts(session, Bodies())
    return session


SUMMARY = {"role": "user", "content": [{"text": "They counted."}], "tracking_id": "s"}
TALK = (
    user("1", "a"), answer("2", 100, "b"), user("3", "c"), answer("4", 900, "d"), user("5", "e"), answer("6", 300, "f"),
    user("7", "g"), answer("8", 800, "h"), user("9", "i"), answer("10", 200, "j"), user("11", "k"),
    answer("12", 250, "l"),
)  # fmt: skip


def test_the_last_compaction_stands_where_the_tokens_fell_last_and_earlier_ones_by_their_fall(files):
    manager = {"__name__": "SummarizingConversationManager", "removed_message_count": 6, "summary_message": SUMMARY}
    session = read(files(manager, *TALK))
    earlier, last = found(session)
    assert (earlier.record.basis.value, last.record.basis.value) == ("inferred", "recorded")
    assert contexts(session)[4] == ["They counted.", "g", "h", "i"]
    assert contexts(session)[5] == ["They counted.", "g", "h", "i", "j", "k"]
    assert last.record.method == "SummarizingConversationManager"
    assert [problem.code for problem in session.diagnostics] == ["last-compaction-only"]


def test_a_sliding_window_cuts_without_a_summary(files):
    manager = {"__name__": "SlidingWindowConversationManager", "removed_message_count": 8}
    session = read(files(manager, *TALK))
    assert found(session)[-1].record.kind == "trim"
    assert contexts(session)[-1] == ["i", "j", "k"]


def test_an_input_that_holds_what_the_cache_had_is_told_by_the_sum(files):
    within = {"inputTokens": 100, "cacheReadInputTokens": 40, "outputTokens": 5, "totalTokens": 105}
    beside = {**within, "totalTokens": 145}
    answers = [
        answer(str(number), 1, "b") | {"metadata": {"usage": used}} for number, used in ((2, within), (4, beside))
    ]
    manager = {"__name__": "NullConversationManager", "removed_message_count": 0}
    session = read(files(manager, TALK[0], answers[0], TALK[2], answers[1]))
    assert [request.usage.prompt for request in session.requests] == [100, 140]


def test_what_was_redacted_stands_as_it_was_sent(files):
    manager = {"__name__": "NullConversationManager", "removed_message_count": 0}
    session = read(files(manager, *TALK[:2], redacted={0: user("1", "redacted")}))
    assert contexts(session) == [["redacted"]]


def test_a_message_leads_to_its_agent_and_a_folder_to_its_sessions(files):
    path = files({"__name__": "NullConversationManager", "removed_message_count": 0}, *TALK[:4])
    assert read(path.parent / "messages" / "message_3.json").id == read(path).id == "s1"
    assert list(strands.ADAPTER.find(path.parents[3])) == [path]


def test_snapshots_show_each_state_and_what_came_between(tmp_path):
    folder = tmp_path / "session" / "s2" / "scopes" / "agent" / "a" / "snapshots"
    (folder / "immutable_history").mkdir(parents=True)
    first = strands_snapshot(1, 0, *TALK[:2])
    second = strands_snapshot(9, 3, SUMMARY, *TALK[3:6])
    latest = strands_snapshot(9, 3, SUMMARY, *TALK[3:8])
    for name, value in (("1", first), ("2", second)):
        (folder / "immutable_history" / f"snapshot_{name}.json").write_bytes(orjson.dumps(value))
    (folder / "snapshot_latest.json").write_bytes(orjson.dumps(latest))
    session = read(folder / "snapshot_latest.json")
    (one,) = found(session)
    assert one.record.summary is not None
    assert contexts(session)[-2:] == [
        ["You tend a garden.", "They counted.", "d", "e"], ["You tend a garden.", "They counted.", "d", "e", "f", "g"],
    ]  # fmt: skip
    assert read(folder / "immutable_history" / "snapshot_1.json").id == session.id == "s2"


def test_a_snapshot_alone_has_no_contexts_from_before_its_compaction():
    sample = next((Path(__file__).parents[3] / "sample_sessions" / "strands").glob("*/*/*.json"))
    session = strands.ADAPTER.read(sample, lambda problem: pytest.fail(problem.message))
    assert [request.usage.prompt for request in session.requests] == [420, 470]
    (one,) = found(session)
    assert one.record.notes[0] == "The history before it is not in this log."
    assert contexts(session)[0][1] == "The garden has four beds; two were watered."
