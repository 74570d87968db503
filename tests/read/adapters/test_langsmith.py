"""The forms that runs of LangSmith come in."""

from __future__ import annotations

from functools import partial

import orjson
import pytest

from inspector.model import ItemKind, Usage
from inspector.read.adapters import langsmith
from tests.read.adapters.exports import reading, rows, told
from tests.sample_scripts.traces import write_langsmith


@pytest.fixture
def read(tmp_path):
    return partial(reading, tmp_path)


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
