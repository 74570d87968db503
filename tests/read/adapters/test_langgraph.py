from __future__ import annotations

import json
import pickle
import sqlite3

import pytest

from inspector.errors import CannotRead
from inspector.model import Basis, ItemKind, Usage
from inspector.read.adapters import langgraph
from inspector.read.discover import discover
from inspector.read.open import open_log, recognise
from inspector.read.tables import session_path
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.report.silences import beside_words
from tests.conftest import SAMPLES
from tests.sample_scripts.checkpoints import LANGGRAPH, Ext, Thread, answer, call, message

ADAPTER = langgraph.ADAPTER
SAMPLE = SAMPLES / "langgraph" / "1.2" / "walks" / "checkpoints.sqlite"
ASKED = message("human", "Which tram goes to the zoo?", "m1")
FOUND = answer("Line four.", "m2", 100)
NEXT = message("human", "And to the port?", "m3")
LAST = answer("Line nine.", "m4", 130)
COMPACTS = answer("", "m4", tool_calls=[call("compact_conversation", "c1")])
REMOVE_ALL = message("remove", "", "__remove_all__")


@pytest.fixture
def write(tmp_path):
    def to(*threads, name="log.sqlite"):
        path = tmp_path / name
        connection = sqlite3.connect(path)
        for statement in LANGGRAPH:
            connection.execute(statement)
        for thread in threads:
            for table, values in thread.rows:
                connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
        connection.commit()
        connection.close()
        return path

    return to


@pytest.fixture
def thread():
    """A thread of two turns."""
    made = Thread("t")
    made.said(ASKED)
    made.did(ASKED, FOUND)
    made.said(ASKED, FOUND, NEXT)
    return made


def sent(session, request):
    """The texts of the context of a request, by its number."""
    numbers = Replay(session).items_at(session.requests[request - 1].op - 1)
    return [session.items[number - 1].preview for number in numbers]


def only_compaction(session):
    (compaction,) = find_compactions(session, Replay(session)).all
    return compaction


def test_each_answer_was_sent_what_stood_before_its_step(write, thread):
    thread.did(ASKED, FOUND, NEXT, LAST)
    session = ADAPTER.read(write(thread), pytest.fail)
    assert sent(session, 1) == ["Which tram goes to the zoo?"]
    assert sent(session, 2) == ["Which tram goes to the zoo?", "Line four.", "And to the port?"]
    assert session.requests[0].usage == Usage(50, 50, None, 20, None)
    assert session.requests[0].model == "gpt-5.2"


def test_answers_that_a_program_hands_in_are_no_requests(write):
    made = Thread("t")
    made.said(ASKED, FOUND, NEXT)
    assert ADAPTER.read(write(made), pytest.fail).requests == ()


def test_calls_results_and_thoughts_are_told_apart(write, thread):
    blocks = [
        {"type": "reasoning", "summary": [{"text": "Look it up."}]},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "c1", "name": "find", "input": {"to": "port"}},
    ]
    asked = answer(blocks, "m4", tool_calls=[call("find", "c1", to="port")])
    thread.did(ASKED, FOUND, NEXT, asked)
    thread.did(ASKED, FOUND, NEXT, asked, message("tool", "No such stop", "m5", tool_call_id="c1", status="error"))
    session = ADAPTER.read(write(thread), pytest.fail)
    told = [(item.kind, item.tool, item.error) for item in session.items[3:]]
    assert told == [
        (ItemKind.REASONING, "", False),
        (ItemKind.ASSISTANT, "", False),
        (ItemKind.TOOL_CALL, "find", False),
        (ItemKind.TOOL_RESULT, "find", True),
    ]


def test_a_summary_that_a_middleware_marked_is_recorded():
    session = open_log(SAMPLE).session
    compaction = only_compaction(session)
    record = compaction.record
    assert (record.kind, record.trigger, record.basis, record.summary) == ("summary", "auto", Basis.RECORDED, 8)
    assert (compaction.removed, compaction.kept) == ((1, 2, 3, 4, 5), (6, 7))
    assert (compaction.before.value, compaction.after.value) == (560, 300)


def test_messages_that_a_program_removes_are_a_trim(write, thread):
    thread.did(ASKED, FOUND, NEXT, LAST)
    thread.write("messages", [message("remove", "", "m1"), message("remove", "", "m2")])
    thread.step({"messages": [NEXT, LAST]})
    compaction = only_compaction(ADAPTER.read(write(thread), pytest.fail))
    assert (compaction.record.kind, compaction.record.basis) == ("trim", Basis.RECORDED)
    assert compaction.removed == (1, 2)


def test_a_text_of_the_programs_own_in_the_place_of_messages_is_inferred(write):
    long = message("tool", "stop " * 900, "m1")
    made = Thread("t")
    made.said(long, FOUND, NEXT)
    told = message("human", "We looked at stops. " * 25, "m5")
    made.write("messages", [REMOVE_ALL, told, NEXT])
    made.step({"messages": [told, NEXT]})
    compaction = only_compaction(ADAPTER.read(write(made), pytest.fail))
    assert (compaction.record.kind, compaction.record.basis) == ("summary", Basis.INFERRED)


@pytest.mark.parametrize(
    ("last", "trigger"), [((LAST,), "auto"), ((COMPACTS, message("tool", "Done.", "m5", tool_call_id="c1")), "agent")]
)
def test_the_event_of_deepagents_stands_for_the_messages_before_its_cut(write, thread, last, trigger):
    told = message("human", "Summary: the zoo is on line four.", "m9", additional_kwargs={"lc_source": "summarization"})
    event = {"cutoff_index": 2, "summary_message": told, "file_path": None}
    for _ in last[1:]:
        thread.did(ASKED, FOUND, NEXT, last[0])
    thread.write("messages", [last[-1]])
    thread.step({"messages": [ASKED, FOUND, NEXT, *last], "_summarization_event": event})
    session = ADAPTER.read(write(thread), pytest.fail)
    summed = [told.value[2]["content"]] if trigger == "auto" else ["Which tram goes to the zoo?", "Line four."]
    assert sent(session, 2) == [*summed, "And to the port?"]
    assert (only_compaction(session).removed, only_compaction(session).record.trigger) == ((1, 2), trigger)


def test_what_stood_when_deepagents_summed_up_is_sent_without_its_thoughts(write):
    def thinks(text, id_):
        return answer([{"type": "thinking", "thinking": f"{text}?"}, {"type": "text", "text": text}], id_, 100)

    told = message("human", "Summary: the zoo.", "m9", additional_kwargs={"lc_source": "summarization"})
    event = {"cutoff_index": 1, "summary_message": told, "created_at_index": 2}
    first, second, more = thinks("Line four.", "m2"), thinks("Line nine.", "m6"), message("human", "And back?", "m5")
    made = Thread("t")
    made.said(ASKED)
    made.did(ASKED, first)
    made.said(ASKED, first, NEXT)
    for talk in ((ASKED, first, NEXT, second), (ASKED, first, NEXT, second, more)):
        made.write("messages", [talk[-1]])
        made.step({"messages": list(talk), "_summarization_event": event})
    made.write("messages", [LAST])
    made.step({"messages": [ASKED, first, NEXT, second, more, LAST], "_summarization_event": event})
    session = ADAPTER.read(write(made), pytest.fail)
    assert sent(session, 3) == [
        "Summary: the zoo.", "Line four.", "And to the port?", "Line nine.?", "Line nine.", "And back?",
    ]  # fmt: skip


def test_where_fewer_tokens_were_sent_than_a_context_has_it_is_said(write):
    long = message("human", "tram " * 500, "m1")
    problems = {}
    for sent_tokens in (100, 600):
        made = Thread("t")
        made.said(long)
        made.did(long, answer("Line four.", "m2", sent_tokens))
        session = ADAPTER.read(write(made, name=f"{sent_tokens}.sqlite"), pytest.fail)
        said = " ".join(beside_words(session, session.requests[0])).partition(",")[0]
        problems[sent_tokens] = [*(problem.code for problem in session.diagnostics), said]
    assert problems == {100: ["sent-less", "It was sent 100 tokens"], 600: ["Sent"]}


@pytest.mark.parametrize("answers", [(FOUND, NEXT, LAST), (LAST,)])
def test_answers_that_were_written_down_at_once_are_told_of(write, answers):
    made = Thread("t")
    made.said(ASKED)
    made._count += len(answers) == 1  # a step that was not written down
    made.write("messages", list(answers))
    made.step({"messages": [ASKED, *answers]})
    session = ADAPTER.read(write(made), pytest.fail)
    assert [problem.code for problem in session.diagnostics] == ["answers-at-once"]
    assert "came and went between them is not in this log" in "".join(beside_words(session, session.requests[0]))


def test_a_channel_of_deltas_follows_from_what_was_written(write):
    made = Thread("t")
    made.step({5: "A damaged name."}, source="input")
    made.write("messages", [["user", "Which tram goes to the zoo?"]])
    made.step({})
    made.write("messages", [FOUND])
    made.step({"messages": Ext(7, [ASKED, FOUND])})
    made.write("messages", [message("remove", "", "m2"), LAST])
    made.step({})
    session = ADAPTER.read(write(made), pytest.fail)
    assert [item.preview for item in session.items] == ["Which tram goes to the zoo?", "Line four.", "Line nine."]
    assert len(session.requests) == 2


def test_a_thread_of_deltas_is_listed_with_its_input(write):
    made = Thread("t")
    made.step({"__start__": {"messages": [["user", "Which tram goes to the zoo?"]]}}, source="input")
    (found,) = discover([write(made)])
    assert found.title == "Which tram goes to the zoo?"


def test_what_a_hook_sends_instead_is_the_context(write, thread):
    thread.step({"messages": [ASKED, FOUND, NEXT], "llm_input_messages": [NEXT]}, fresh=("llm_input_messages",))
    thread.did(ASKED, FOUND, NEXT, LAST)
    session = ADAPTER.read(write(thread), pytest.fail)
    assert sent(session, 2) == ["And to the port?"]
    assert only_compaction(session).record.basis is Basis.INFERRED


def test_a_running_summary_of_langmem_is_recorded(write, thread):
    running = Ext(2, ["langmem.short_term.summarization", "RunningSummary", {"summary": "Zoo: line four."}])
    told = message("system", "Summary of the conversation so far: Zoo: line four.", "m8")
    values = {
        "messages": [ASKED, FOUND, NEXT],
        "summarized_messages": [told, NEXT],
        "context": {"running_summary": running},
    }
    thread.step(values, fresh=("summarized_messages",))
    compaction = only_compaction(ADAPTER.read(write(thread), pytest.fail))
    assert (compaction.record.kind, compaction.record.basis) == ("summary", Basis.RECORDED)
    assert compaction.removed == (1, 2)


def test_a_summary_that_a_program_keeps_beside_what_it_left_is_recorded(write, thread):
    thread.write("messages", [message("remove", "", "m1"), message("remove", "", "m2")])
    thread.step({"messages": [NEXT], "summary": "Zoo: line four."})
    thread.step({"messages": [NEXT, LAST], "summary": "Zoo: line four."})
    session = ADAPTER.read(write(thread), pytest.fail)
    compaction = only_compaction(session)
    assert (compaction.record.kind, compaction.record.basis) == ("summary", Basis.RECORDED)
    assert sent(session, 2) == ["Zoo: line four.", "And to the port?"]


def test_a_channel_called_summary_is_none_where_nothing_was_removed(write, thread):
    thread.step({"messages": [ASKED, FOUND, NEXT], "summary": "An article about trams."})
    session = ADAPTER.read(write(thread), pytest.fail)
    assert len(session.items) == 3


def test_a_checkpoint_that_goes_back_leaves_what_came_behind_its_parent(write, thread):
    back = thread.rows[-3][1][2]
    thread.did(ASKED, FOUND, NEXT, LAST)
    other = message("human", "And to the lake?", "m7")
    thread.last = back
    thread.step({"messages": [ASKED, FOUND]}, source="input")
    thread.step({"messages": [ASKED, FOUND, other]})
    session = ADAPTER.read(write(thread), pytest.fail)
    numbers = Replay(session).items_at(len(session.ops) - 1)
    assert [session.items[number - 1].preview for number in numbers][-1] == "And to the lake?"
    assert len(numbers) == 3
    assert not find_compactions(session, Replay(session)).all


def test_nothing_that_is_pickled_is_opened(write, thread, tmp_path):
    class Touch:
        def __reduce__(self):
            return open, (str(tmp_path / "opened"), "w")

    thread.write("messages", None, "pickle", pickle.dumps(Touch()))
    problems = []
    ADAPTER.read(write(thread), problems.append)
    assert [problem.message for problem in problems if "pickled" in problem.message]
    assert not (tmp_path / "opened").exists()


def test_nothing_that_a_value_names_is_imported_or_made(write, thread):
    thread.write("other", Ext(0, ["os", "system", "exit 3"]))
    thread.write("another", Ext(3, ["builtins", "str", "x", "upper"]))
    assert ADAPTER.read(write(thread), pytest.fail).items


def test_an_encrypted_value_is_said_to_be_one(write, thread):
    thread.write("messages", None, "msgpack+aes", b"\x00\x01")
    problems = []
    ADAPTER.read(write(thread), problems.append)
    assert [problem.message for problem in problems] == ["A value cannot be read: it is encrypted."]


def test_checkpoints_in_json_are_read_too(write):
    human = {
        "lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "HumanMessage"],
        "kwargs": {"content": "Which tram goes to the zoo?", "type": "human", "id": "m1"},
    }  # fmt: skip
    made = Thread("t")
    made.step({})
    checkpoint = {"v": 1, "ts": "2024-09-01T10:00:00+00:00", "channel_values": {"messages": [human]}}
    made.rows[-1][1][4:6] = ["json", json.dumps(checkpoint).encode()]
    session = ADAPTER.read(write(made), pytest.fail)
    assert [item.preview for item in session.items] == ["Which tram goes to the zoo?"]
    assert session.items[0].time == "2024-09-01T10:00:00.000Z"


def test_the_layout_before_0_2_is_read(tmp_path):
    path = tmp_path / "old.db"
    connection = sqlite3.connect(path)
    connection.execute(
        "CREATE TABLE checkpoints (thread_id TEXT, thread_ts TEXT, parent_ts TEXT, checkpoint BLOB, metadata BLOB)"
    )
    connection.execute(
        "CREATE TABLE writes (thread_id TEXT, thread_ts TEXT, task_id TEXT, idx INTEGER, channel TEXT, value BLOB)"
    )
    values = {
        "channel_values": {"messages": [{"type": "human", "content": "Hello?", "id": "m"}]},
        "ts": "2024-06-01T10:00:00Z",
    }
    connection.execute("INSERT INTO checkpoints VALUES ('t', '1', NULL, ?, NULL)", (json.dumps(values).encode(),))
    connection.commit()
    connection.close()
    assert recognise(path)[0] is ADAPTER
    assert [item.preview for item in ADAPTER.read(path, pytest.fail).items] == ["Hello?"]


def test_a_subgraph_with_checkpoints_of_its_own_is_linked_and_opens(write, thread):
    inner = Thread("t", space="helper:1f0a")
    inner.said(message("human", "Look up the port.", "s1"))
    path = write(thread, inner)
    (link,) = ADAPTER.read(path, pytest.fail).links
    assert link.title == "helper"
    assert open_log(session_path(path, "t|helper:1f0a")).session.items[0].preview == "Look up the port."


def test_every_thread_is_listed_with_its_first_words():
    found = {entry.path.name: entry.title for entry in discover([SAMPLE])}
    assert found == {
        "tour-3": "Plan three walks in the old town. Every walk has to end before five, the bus leaves then.",
        "tour-2": "Is the museum open on Monday?",
    }


def test_an_error_of_a_step_is_kept_as_an_event(write, thread):
    thread.write("__error__", "BadRequestError('no such model')")
    session = ADAPTER.read(write(thread), pytest.fail)
    assert [(item.preview, item.error) for item in session.items if item.kind is ItemKind.EVENT] == [
        ("BadRequestError('no such model')", True)
    ]


def test_a_thread_that_is_not_there_is_said(write, thread):
    with pytest.raises(CannotRead, match="a thread x"):
        ADAPTER.read(write(thread) / "x", pytest.fail)


def test_a_database_in_use_is_read_with_what_its_log_holds_and_left_alone(write, thread):
    path = write(thread)
    more = Thread("t2")
    more.said(NEXT)
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA journal_mode = WAL")
    for table, values in more.rows:
        connection.execute(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)
    connection.commit()
    before = {part.name: part.read_bytes() for part in path.parent.iterdir()}
    assert ADAPTER.read(session_path(path, "t2"), pytest.fail).items[0].preview == "And to the port?"
    assert {part.name: part.read_bytes() for part in path.parent.iterdir()} == before
    connection.close()
