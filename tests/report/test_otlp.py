"""What a trace looks like on the wire."""

import json
from dataclasses import replace

from inspector.report.otlp import otlp_json
from inspector.report.trace import Trace, TracedCall, TracedItem

ITEMS = (
    TracedItem(1, "instructions", "Be brief."),
    TracedItem(2, "user", "Mend it."),
    TracedItem(3, "tool_call", '{"path": "a.py"}', "read_file", "c1"),
    TracedItem(4, "tool_result", "no such file", "read_file", "c1", error=True),
    TracedItem(5, "summary", "They mend it."),
)
CALL = TracedCall(
    number=1, id="m1", model="m", started="2026-03-02T09:00:00.250Z", seconds=1.5, stop="tool_use",
    usage=(40, 60, None, 7, None), sent=(1, 2), cleared=frozenset(), answer=(3,), compacted=False,
)  # fmt: skip
TRACE = Trace(
    id="s", agent="claude-code", agent_title="Claude Code", version="2", path="/x", cwd="/p", by="inspector 1",
    items=ITEMS, calls=(CALL, replace(CALL, number=2, sent=(1, 5, 4), answer=(), compacted=True, started=None)),
)  # fmt: skip


def spans(trace=TRACE):
    lines = [json.loads(line) for line in otlp_json(trace).splitlines()]
    return [span for line in lines for span in line["resourceSpans"][0]["scopeSpans"][0]["spans"]]


def told(span):
    return {pair["key"]: next(iter(pair["value"].values())) for pair in span["attributes"]}


def test_one_trace_an_agent_its_calls_and_their_tools():
    agent, first, tool, second = spans()
    assert [one["name"] for one in (agent, first, tool, second)] == [
        "invoke_agent Claude Code",
        "chat m",
        "execute_tool read_file",
        "chat m",
    ]
    assert {one["traceId"] for one in spans()} == {agent["traceId"]} and len(agent["traceId"]) == 32
    assert {one.get("parentSpanId") for one in (first, tool, second)} == {agent["spanId"]}
    assert tool["status"] == {"code": 2}


def test_tokens_are_counted_as_the_conventions_count_them():
    values = told(spans()[1])
    assert values["gen_ai.usage.input_tokens"] == "100" and values["gen_ai.usage.cache_read.input_tokens"] == "60"
    assert "gen_ai.usage.cache_creation.input_tokens" not in values


def test_a_context_behind_a_compaction_says_so_and_its_summary_is_a_part():
    first, second = told(spans()[1]), told(spans()[3])
    assert "gen_ai.conversation.compacted" not in first and second["gen_ai.conversation.compacted"] is True
    parts = [one["parts"][0] for one in json.loads(second["gen_ai.input.messages"])]
    assert parts[1] == {"type": "compaction", "content": "They mend it."}


def test_a_time_that_is_not_in_the_log_is_left_out():
    first, second = spans()[1], spans()[3]
    assert int(first["endTimeUnixNano"]) - int(first["startTimeUnixNano"]) == 1_500_000_000
    assert "startTimeUnixNano" not in second


def test_half_a_surrogate_pair_spoils_nothing():
    odd = replace(TRACE, items=(replace(ITEMS[0], text="half \ud800"), *ITEMS[1:]))
    assert len(spans(odd)) == 4


def test_what_was_said_inside_a_result_goes_with_it_where_it_was_cleared():
    answered = replace(ITEMS[3], origin="tool", said=(("answer", "b.py"),))
    calls = (CALL, replace(TRACE.calls[1], cleared=frozenset({4})))
    assert "b.py" not in otlp_json(replace(TRACE, items=(*ITEMS[:3], answered, ITEMS[4]), calls=calls))
