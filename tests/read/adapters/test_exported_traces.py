"""Langfuse and LangSmith: the forms that exports come in."""

from __future__ import annotations

import orjson
import pytest

from inspector.model import ItemKind, Usage
from inspector.read.adapters import langfuse, langsmith
from inspector.read.open import recognise
from tests.sample_scripts.traces import write_langfuse, write_langsmith


def rows(case):
    (body,) = case.files.values()
    return [orjson.loads(line) for line in body.splitlines()]


@pytest.fixture
def read(tmp_path):
    def call(adapter, value, name="export.json"):
        path = tmp_path / name
        listed = name.endswith("l")
        path.write_bytes(b"\n".join(map(orjson.dumps, value)) + b"\n" if listed else orjson.dumps(value))
        assert recognise(path)[0] is adapter
        return adapter.read(path, lambda problem: pytest.fail(problem.message))

    return call


def told(session):
    """What has to be the same however it was exported."""
    return [item.preview for item in session.items], [(one.usage, one.model) for one in session.requests]


def test_langfuse_lines_a_list_a_page_and_a_trace_are_the_same_session(read):
    listed = rows(write_langfuse())
    lines = told(read(langfuse.ADAPTER, listed, "export.jsonl"))
    held = [{key: one[key] for key in one if key not in ("traceId", "sessionId")} for one in listed]
    for value in (
        listed,
        {"data": listed, "meta": {"page": 1}},
        {"id": "trace-lamps", "sessionId": "lamps-17", "observations": held},
    ):
        assert told(read(langfuse.ADAPTER, value)) == lines


def test_langfuse_rows_of_a_bucket_have_their_names_in_snakes(read):
    listed = rows(write_langfuse())
    names = {"traceId": "trace_id", "sessionId": "session_id", "startTime": "start_time", "endTime": "end_time"}
    names |= {"usageDetails": "usage_details", "parentObservationId": "parent_observation_id"}
    snakes = [{names.get(key, key): value for key, value in one.items()} for one in listed]
    packed = [one | {"input": orjson.dumps(one["input"]).decode()} for one in snakes]
    assert told(read(langfuse.ADAPTER, packed, "export.jsonl")) == told(read(langfuse.ADAPTER, listed))


@pytest.mark.parametrize(
    ("spent", "usage"),
    [
        ({"usageDetails": {"input": 40, "input_cached_tokens": 60, "output": 7, "total": 107}}, Usage(40, 60, None, 7)),
        (
            {"usageDetails": {"input": 100, "input_cached_tokens": 60, "output": 7, "total": 107}},
            Usage(40, 60, None, 7),
        ),
        (
            {"usageDetails": {"input": 40, "output": 7, "output_reasoning_tokens": 3, "total": 50}},
            Usage(40, None, None, 10, 3),
        ),
        ({"usage": {"input": 40, "output": 7, "total": 47, "unit": "TOKENS"}}, Usage(40, None, None, 7)),
        ({"promptTokens": 40, "completionTokens": 7, "totalTokens": 47}, Usage(40, None, None, 7)),
        ({}, None),
    ],
)
def test_langfuse_tokens_of_every_version_are_disjoint(spent, usage, read):
    first = {key: value for key, value in rows(write_langfuse())[0].items() if key != "usageDetails"}
    assert read(langfuse.ADAPTER, [first | spent]).requests[0].usage == usage


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("What is it?", "What is it?"),
        ({"contents": "What is it?"}, "What is it?"),
        ({"contents": [{"role": "user", "parts": [{"text": "What is it?"}]}]}, "What is it?"),
        ({"args": ["What is it?"]}, '{"args":["What is it?"]}'),
    ],
)
def test_langfuse_input_of_any_form_is_read(given, words, read):
    first = rows(write_langfuse())[0] | {"input": given}
    assert read(langfuse.ADAPTER, [first]).items[0].preview == words


def test_langsmith_lines_a_list_a_batch_and_a_tree_are_the_same_session(read):
    listed = rows(write_langsmith())
    lines = told(read(langsmith.ADAPTER, listed, "export.jsonl"))
    begun = [{key: value for key, value in one.items() if key != "outputs"} for one in listed]
    root = {"id": "run-agent", "name": "agent", "run_type": "chain", "trace_id": "run-agent", "inputs": {}}
    for value in (
        listed,
        {"runs": listed},
        {"post": begun, "patch": [{"id": one["id"], "outputs": one["outputs"]} for one in listed]},
        root | {"child_runs": listed},
    ):
        assert told(read(langsmith.ADAPTER, value)) == lines


def test_langsmith_runs_of_the_openai_wrapper_are_read(read):
    sent = [{"role": "user", "content": "Mend it."}]
    used = {"prompt_tokens": 100, "completion_tokens": 7, "prompt_tokens_details": {"cached_tokens": 60}}
    answer = {
        "choices": [{"message": {"role": "assistant", "content": "Done."}, "finish_reason": "stop"}],
        "usage": used,
    }
    run = {"id": "1", "run_type": "llm", "trace_id": "t", "start_time": "2026-09-14T06:30:00+00:00"}
    session = read(langsmith.ADAPTER, [run | {"inputs": {"messages": sent, "model": "m"}, "outputs": answer}])
    assert [item.preview for item in session.items] == ["Mend it.", "Done."]
    assert session.requests[0].usage == Usage(40, 60, None, 7, None) and session.requests[0].stop == "stop"


def test_a_run_whose_inputs_are_hidden_keeps_its_tokens(tmp_path):
    path = tmp_path / "hidden.json"
    hidden = {"id": "1", "run_type": "llm", "trace_id": "t", "inputs": {}, "outputs": {}, "prompt_tokens": 900}
    path.write_bytes(orjson.dumps([hidden]))
    session = langsmith.ADAPTER.read(path, lambda problem: pytest.fail(problem.message))
    assert session.requests[0].usage.input == 900
    assert [item.kind for item in session.items] == [ItemKind.ASSISTANT]
