"""SWE-agent: the history beside the steps, cleared results, answers that could not be used."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from inspector.model import Basis, Form, ItemKind, Origin
from inspector.read.adapters import swe_agent
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.conftest import SAMPLES
from tests.read_back import read_whole

ADAPTER = swe_agent.ADAPTER
SAMPLE = SAMPLES / "swe-agent" / "1.1" / "cleared-results" / "durations-17.traj"


def result(text, **more):
    return {"role": "user", "content": text, "message_type": "observation", **more}


def answer(text, **more):
    return {"role": "assistant", "content": text, "action": "ls", "message_type": "action", **more}


SYSTEM = {"role": "system", "content": "be good", "message_type": "system_prompt"}
TASK = result("ISSUE:\nfix it\n\nINSTRUCTIONS:\nnow")


def step(response, query=None):
    return {"action": "ls", "observation": "x", "response": response, "thought": "", "query": query or []}


@pytest.fixture
def read(tmp_path):
    def write_and_read(history=(), steps=(), **more):
        path = tmp_path / "log.traj"
        path.write_bytes(orjson.dumps({"trajectory": list(steps), "history": list(history), "info": {}, **more}))
        return read_whole(ADAPTER, path)

    return write_and_read


def context(session, op=None):
    """Previews of the context after an operation, cleared ones in brackets."""
    entries = Replay(session).entries_at(len(session.ops) - 1 if op is None else op)
    shown = [(session.items[entry.item - 1].preview, entry.form) for entry in entries]
    return [f"[{text}]" if form is Form.PLACEHOLDER else text for text, form in shown]


def edits(session):
    return find_compactions(session, Replay(session)).edits


def sent(session):
    """The context of each request."""
    return [context(session, request.op - 1) for request in session.requests]


def test_each_step_is_a_request_with_what_stands_before_its_answer(read):
    session = read([SYSTEM, TASK, answer("a"), result("1"), answer("b")], [step("a"), step("b")])
    assert [len(one) for one in sent(session)] == [2, 4]
    assert [(request.first_item, request.last_item) for request in session.requests] == [(4, 5), (7, 8)]


@pytest.mark.parametrize(
    "text",
    [
        TASK["content"],
        "This is a challenge. The description is:\nfix it\n\n\nINSTRUCTIONS:\nGo.",
        "<pr_description>\nfix it\n</pr_description>\nHelp me.",
    ],
)
def test_task_of_the_human_is_told_apart_from_its_template(read, text):
    session = read([SYSTEM, result(text)], [])
    (said,) = [item for item in session.items if item.origin is Origin.HUMAN]
    assert (said.text, said.detail, session.title) == ("fix it", "typed", "fix it")


def test_task_without_a_template_is_the_humans_as_it_stands(read):
    session = read([SYSTEM, result("fix it")], [])
    assert [(item.preview, item.text) for item in session.items if item.origin is Origin.HUMAN] == [("fix it", None)]


def test_results_cleared_in_a_query_are_listed_once(read):
    history = [SYSTEM, TASK, answer("a"), result("1"), answer("b"), result("2"), answer("c"), result("3"), answer("d")]
    gone = "Old environment output: (1 lines omitted)"
    queries = [history[:2], history[:4], [*history[:3], result(gone), *history[4:6]]]
    queries.append([*history[:3], result(gone), history[4], result(gone), *history[6:8]])
    session = read(history, [step(name, query) for name, query in zip("abcd", queries, strict=True)])
    assert sent(session)[2][3] == "[1]"
    assert sent(session)[3][3:6:2] == ["[1]", "[2]"]
    (edit,) = edits(session)
    assert (edit.record.source.pointer, edit.record.basis, len(edit.masked)) == ("/trajectory/2", Basis.RECORDED, 1)


def test_results_cleared_by_the_settings_alone_are_inferred(read):
    history = [SYSTEM, TASK, answer("a"), result("1"), answer("b"), result("2"), answer("c")]
    processors = [{"type": "last_n_observations", "n": 1}]
    config = orjson.dumps({"agent": {"history_processors": processors}}).decode()
    session = read(history, [step("a"), step("b"), step("c")], replay_config=config)
    assert sent(session)[1][3] == "1"
    assert sent(session)[2][3] == "[1]"
    assert [edit.record.basis for edit in edits(session)] == [Basis.INFERRED]


def test_nothing_is_cleared_where_nothing_tells_of_it(read):
    history = [SYSTEM, TASK, answer("a"), result("1"), answer("b"), result("2"), answer("c")]
    assert edits(read(history, [step("a"), step("b"), step("c")])) == ()


def test_cache_marks_are_no_change(read):
    history = [SYSTEM, TASK, answer("a")]
    marked = TASK | {"content": [{"type": "text", "text": TASK["content"], "cache_control": {"type": "ephemeral"}}]}
    session = read(history, [step("a", [SYSTEM, marked])])
    assert (edits(session), session.diagnostics) == ((), ())


def test_other_changes_are_told(read):
    session = read([SYSTEM, TASK, answer("a")], [step("a", [SYSTEM, result("shortened")])])
    assert [problem.code for problem in session.diagnostics] == ["other-form"]


def test_unusable_answer_is_sent_until_a_better_one_came(read):
    history = [SYSTEM, TASK, answer("good"), result("1")]
    complaint = [{"role": "assistant", "content": "bad"}, {"role": "user", "content": "use a call"}]
    session = read(history, [step("bad", history[:2]), step("good", history[:2] + complaint)])
    assert sent(session)[1][2:] == ["bad", "use a call"]
    assert context(session)[2:] == ["good", "1"]
    assert [session.items[request.first_item - 1].preview for request in session.requests] == ["bad", "good"]


def test_messages_of_a_step_go_on_to_its_own_answer(read):
    history = [SYSTEM, TASK, answer("a"), result("1"), answer("b"), result("2")]
    steps = [step("a") | {"messages": history[:4]}, step("b") | {"messages": history}]
    assert [len(one) for one in sent(read(history, steps))] == [2, 4]


def test_last_answer_stands_in_no_history_of_early_versions(read):
    session = read([SYSTEM, TASK, answer("a"), result("1")], [step("a"), step("done")])
    assert context(session)[-1] == "done"
    assert session.items[-1].detail == ""


def test_demonstrations_are_no_words_of_the_human(read):
    demo = result("ISSUE:\nother\n\nINSTRUCTIONS:", is_demo=True, message_type="demonstration")
    session = read([SYSTEM, demo, TASK], [])
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["fix it"]


def test_each_attempt_begins_with_nothing(read):
    one = {"history": [SYSTEM, TASK, answer("a")], "trajectory": [step("a")], "environment": "main"}
    two = {"history": [SYSTEM, TASK, answer("b")], "trajectory": [step("b")], "environment": "main"}
    session = read(two["history"], two["trajectory"], attempts=[one, two])
    assert len(session.requests) == 2
    assert [len(one) for one in sent(session)] == [2, 2]
    assert session.items[-1].source.pointer.startswith("/attempts/1/")


def test_history_without_a_trajectory_is_shown(read):
    session = read([SYSTEM, TASK, answer("a"), result("1")])
    assert len(context(session)) == 4
    assert session.requests == ()


@pytest.mark.corpus
def test_real_log_has_a_request_for_each_step(corpus: Path):
    log = next((corpus / "swe-agent").glob("*.traj"))
    session = open_log(log).session
    assert len(session.requests) == len(orjson.loads(log.read_bytes())["trajectory"])
    assert sum(item.kind is ItemKind.TOOL_RESULT for item in session.items) == 13
    assert [item.detail for item in session.items if item.origin is Origin.HUMAN] == ["typed"]
