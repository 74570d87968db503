"""The forms that exports of Langfuse come in."""

from __future__ import annotations

from functools import partial

import orjson
import pytest

from inspector.model import Usage
from inspector.read.adapters import langfuse
from tests.read.adapters.exports import reading, rows, told
from tests.sample_scripts.traces import write_langfuse


@pytest.fixture
def read(tmp_path):
    return partial(reading, tmp_path)


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
