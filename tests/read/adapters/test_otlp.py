"""Which files are taken for traces."""

import json

import pytest

from inspector.read.adapters import otlp
from inspector.read.open import probe_path

SPAN = {"name": "chat", "context": {"trace_id": "0x1", "span_id": "0x2"}, "attributes": {"gen_ai.system": "openai"}}


@pytest.fixture
def recognised(tmp_path):
    def call(text):
        path = tmp_path / "a.json"
        path.write_text(text)
        return otlp.ADAPTER.recognise(probe_path(path)) is not None

    return call


@pytest.mark.parametrize(
    "value",
    [
        {"resourceSpans": []},
        {"resource_spans": [{"scope_spans": []}]},
        SPAN,
        [SPAN],
        {"name": "x", "context.span_id": "1", "span_kind": "LLM", "attributes": {}},
    ],
)
def test_requests_and_spans_are_recognised(value, recognised):
    assert recognised(json.dumps(value)) and recognised(json.dumps(value, indent=2))


@pytest.mark.parametrize(
    "value",
    [{"spans": []}, {"name": "GET /", "context": {"span_id": "1"}, "attributes": {"http.method": "GET"}}, [1, 2]],
)
def test_other_json_is_not(value, recognised):
    assert not recognised(json.dumps(value))
