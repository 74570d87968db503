"""ATIF: steps, boundaries, handovers, continuations, subagents."""

from __future__ import annotations

import orjson
import pytest

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapters import atif
from inspector.read.bodies import Bodies
from inspector.read.open import open_log
from tests.check_session import sources_hold_their_texts
from tests.conftest import SAMPLES
from tests.read_back import compactions, context

ADAPTER = atif.ADAPTER
SAMPLE = SAMPLES / "atif" / "1.7" / "boundary" / "trajectory.json"


def document(*steps, **more):
    numbered = [{"step_id": number, **step} for number, step in enumerate(steps, 1)]
    agent = {"name": "a", "version": "1", "model_name": "m"}
    return {"schema_version": "ATIF-v1.7", "session_id": "s", "agent": agent, "steps": numbered, **more}


def step(source, message, **more):
    return {"source": source, "message": message, **more}


def boundary(*told, **extra):
    marks = {"context_management": {"type": "compaction", "boundary": "replace"}, **extra}
    observation = {"results": [{"content": text} for text in told]}
    return step("system", "Context compaction performed", extra=marks, observation=observation)


def handover(path="trajectory.summarization-1-summary.json"):
    refs = [{"session_id": "s-1", "trajectory_path": path}]
    message = "Performed context summarization and handoff to continue task."
    return step("system", message, observation={"results": [{"subagent_trajectory_ref": refs}]})


@pytest.fixture
def read(tmp_path):
    def write_and_read(*documents):
        for number, one in enumerate(documents):
            name = f"trajectory.cont-{number}.json" if number else "trajectory.json"
            (tmp_path / name).write_bytes(orjson.dumps(one))
        session = ADAPTER.read(tmp_path / "trajectory.json", lambda problem: pytest.fail(problem.message))
        sources_hold_their_texts(session, Bodies())
        return session

    return write_and_read


SYSTEM, TASK = step("system", "be good"), step("user", "do it")


def test_prompt_tokens_include_the_cached_ones(read):
    metrics = {"prompt_tokens": 100, "cached_tokens": 60, "completion_tokens": 5}
    session = read(document(TASK, step("agent", "ok", metrics=metrics)))
    assert session.requests[0].usage == Usage(40, 60, None, 5)


def test_boundary_replaces_all_but_the_system_prompt_by_its_text(read):
    about = {"trigger": "overflow", "tokens_before": {"prompt_tokens_approx": 9}, "tokens_after": 4}
    session = read(document(SYSTEM, TASK, step("agent", "ok"), boundary("told", compaction=about), step("agent", "on")))
    assert context(session) == ["be good", "told", "on"]
    record = compactions(session)[0].record
    assert (record.trigger, record.reported_before, record.reported_after) == ("overflow", 9, 4)


def test_boundary_without_text_takes_the_next_prompt_for_the_summary(read):
    session = read(document(SYSTEM, TASK, step("agent", "ok"), boundary(), step("user", "so far"), step("agent", "on")))
    assert context(session) == ["be good", "so far", "on"]
    assert [item.preview for item in session.items if item.origin is Origin.HUMAN] == ["do it"]


def test_boundary_that_no_text_follows_is_not_readable(read):
    session = read(document(SYSTEM, TASK, boundary(), step("agent", "on")))
    (one,) = compactions(session)
    assert (one.record.readable, one.record.summary, context(session)) == (False, None, ["be good", "on"])


def test_handover_keeps_the_first_prompt(read):
    session = read(
        document(SYSTEM, TASK, step("agent", "ok"), handover(), step("user", "answers"), step("agent", "on"))
    )
    assert context(session) == ["be good", "do it", "answers", "on"]
    assert [(link.kind, link.session) for link in session.links] == [("summarizer", "s-1")]


def test_continuation_begins_with_its_copied_steps(read):
    first = document(SYSTEM, TASK, step("agent", "ok"), continued_trajectory_ref="trajectory.cont-1.json")
    copied = [one | {"is_copied_context": True} for one in (SYSTEM, TASK, step("user", "ask"), step("agent", "asked"))]
    session = read(first, document(*copied, step("user", "answers"), step("agent", "on")))
    assert context(session) == ["be good", "do it", "ask", "asked", "answers", "on"]
    (one,) = compactions(session)
    assert (one.kept, len(session.requests)) == ((1, 2), 2)


def test_handover_and_continuation_are_one_compaction(read):
    first = document(SYSTEM, TASK, step("agent", "ok"), handover(), continued_trajectory_ref="trajectory.cont-1.json")
    copied = [one | {"is_copied_context": True} for one in (SYSTEM, TASK)]
    session = read(first, document(*copied, step("user", "answers"), step("agent", "on")))
    assert len(compactions(session)) == 1
    assert context(session) == ["be good", "do it", "answers", "on"]


def test_continuation_opens_the_session_it_belongs_to(tmp_path):
    first = document(TASK, continued_trajectory_ref="trajectory.cont-1.json")
    (tmp_path / "trajectory.json").write_bytes(orjson.dumps(first))
    part = tmp_path / "trajectory.cont-1.json"
    part.write_bytes(orjson.dumps(document(TASK | {"is_copied_context": True}, step("agent", "on"))))
    assert ADAPTER.whole(part) == tmp_path / "trajectory.json"
    assert open_log(part).session.items[-1].preview == "on"
    assert context(open_log(part, alone=True).session) == ["do it", "on"]


def test_continuation_that_is_not_here_is_told(read):
    session = read(document(TASK, continued_trajectory_ref="trajectory.cont-1.json"))
    assert [problem.code for problem in session.diagnostics] == ["no-continuation"]


def test_files_that_continue_each_other_end(read):
    one = document(TASK, step("agent", "a"), continued_trajectory_ref="trajectory.cont-1.json")
    other = document(step("agent", "b"), continued_trajectory_ref="trajectory.json")
    assert context(read(one, other)) == ["do it", "a", "b"]


def test_copied_and_deterministic_steps_are_no_requests(read):
    session = read(document(step("agent", "a", is_copied_context=True), step("agent", "b", llm_call_count=0)))
    assert (session.requests, context(session)) == ((), ["a", "b"])


def test_subagent_in_the_same_file_is_a_thread(read):
    child = document(step("user", "look"), step("agent", "found"), trajectory_id="t2")
    session = read(document(TASK, step("agent", "a"), subagent_trajectories=[child]))
    assert context(session) == ["do it", "a"]
    assert [(item.preview, item.origin) for item in session.items if item.thread == "t2"] == [
        ("look", Origin.AGENT), ("found", Origin.AGENT),
    ]  # fmt: skip


def test_results_belong_to_their_calls(read):
    call = {"tool_call_id": "c", "function_name": "bash", "arguments": {"command": "ls"}}
    results = [{"source_call_id": "c", "content": ""}]
    session = read(document(TASK, step("agent", "", tool_calls=[call], observation={"results": results})))
    assert [(item.kind, item.tool, item.call_id) for item in session.items[1:]] == [
        (ItemKind.TOOL_CALL, "bash", "c"), (ItemKind.TOOL_RESULT, "bash", "c"),
    ]  # fmt: skip


def test_unknown_sources_survive_and_are_counted(read):
    session = read(document(step("oracle", "x"), step("oracle", "y")))
    assert [item.kind for item in session.items] == [ItemKind.EVENT] * 2
    assert [problem.code for problem in session.diagnostics] == ["unknown-record"]


def test_the_cost_of_a_step_is_that_of_its_call(read):
    session = read(document(
        step("user", "go"), step("agent", "a", metrics={"prompt_tokens": 9, "cost_usd": 0.02}),
        step("agent", "b", metrics={"prompt_tokens": 9, "cost_usd": 0}),
    ))  # fmt: skip
    assert [request.cost for request in session.requests] == [0.02, None]
