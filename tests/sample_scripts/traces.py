"""One run of an agent as three tools keep it: OpenTelemetry's file exporter, Langfuse, LangSmith.

Its own loop sends a summary in the place of the history; the summary drops a rule, and a later call breaks it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.sample_scripts.case import Case, describe, fact

BEGIN = datetime(2026, 9, 14, 6, 30, tzinfo=UTC)
MODEL = "gpt-5-mini-2026-03-11"
SYSTEM = "You keep the lamp tables of the harbour office."
ASKED = "Load the lamps from lamps.csv instead of the old sheet. Never renumber a lamp."
SUMMARY = (
    "This session is being continued from a previous conversation. The user wants the lamps loaded from lamps.csv. "
    "load.py reads it now; the old sheet is still imported by report.py."
)
GO_ON = "Go on with report.py."
CSV = "id,name,range_nm\n7,Inner mole,4\n9,Outer mole,9\n"

Message = dict[str, Any]


@dataclass(frozen=True)
class Turn:
    """One call of the model."""

    sent: list[Message]
    answer: Message
    prompt: int
    cached: int
    output: int


def _turns() -> list[Turn]:
    system, asked = {"role": "system", "text": SYSTEM}, {"role": "user", "text": ASKED}
    read = {"role": "assistant", "text": "", "call": ("call_1", "read_file", {"path": "lamps.csv"})}
    table = {"role": "tool", "of": "call_1", "name": "read_file", "text": CSV}
    loaded = {"role": "assistant", "text": "load.py reads lamps.csv now, ids as they are."}
    summary, on = {"role": "user", "text": SUMMARY}, {"role": "user", "text": GO_ON}
    edit = {
        "role": "assistant",
        "text": "",
        "call": ("call_2", "edit_file", {"path": "lamps.csv", "text": "1,Inner mole"}),
    }
    done = {"role": "tool", "of": "call_2", "name": "edit_file", "text": "ok"}
    end = {"role": "assistant", "text": "The lamps are renumbered from 1, and report.py reads them."}
    return [
        Turn([system, asked], read, 21_400, 0, 38),
        Turn([system, asked, read, table], loaded, 96_300, 21_400, 52),
        Turn([system, summary, on], edit, 9_100, 6_000, 41),
        Turn([system, summary, on, edit, done], end, 9_400, 9_100, 27),
    ]


def _at(number: int, seconds: float = 0) -> datetime:
    return BEGIN + timedelta(minutes=number, seconds=seconds)


def _lines(rows: Iterator[Message]) -> bytes:
    return b"".join(json.dumps(row, ensure_ascii=False).encode() + b"\n" for row in rows)


def _truth(title: str, agent: str, log: str, shows: list[str]) -> dict[str, Any]:
    rule = fact("ids", "constraint", "must", 1, "Never renumber a lamp", (1, "lost", ""))
    compactions = [{"number": 1, "line": 3, "summary_line": 3, "kind": "summary", "trigger": "unknown"}]
    return describe(title, agent, log, shows) | {"compactions": compactions, "facts": [rule]}


def write_otlp() -> Case:
    """A request of the protocol a line, messages by the conventions of 2026."""
    shows = ["spans by the GenAI conventions, with their messages", "a rule that the summary dropped, and its breach"]
    truth = _truth("Lamps, traced by OpenTelemetry", "otlp", "traces.jsonl", shows)
    return Case("otlp/genai-2026/lamps", "traces.jsonl", {"traces.jsonl": _lines(_requests())}, truth)


def _requests() -> Iterator[Message]:
    for number, turn in enumerate(_turns(), 1):
        told = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": "openai",
            "gen_ai.request.model": "gpt-5-mini",
            "gen_ai.response.model": MODEL,
            "gen_ai.conversation.id": "lamps-17",
            "gen_ai.system_instructions": json.dumps([{"type": "text", "content": SYSTEM}]),
            "gen_ai.input.messages": json.dumps([_parts(one) for one in turn.sent if one["role"] != "system"]),
            "gen_ai.output.messages": json.dumps([_parts(turn.answer) | {"finish_reason": "stop"}]),
            "gen_ai.usage.input_tokens": turn.prompt,
            "gen_ai.usage.cache_read.input_tokens": turn.cached,
            "gen_ai.usage.output_tokens": turn.output,
        }
        spans = [_span(f"{number:016x}", "chat gpt-5-mini", number, told)]
        if turn.answer.get("call"):
            called, name, arguments = turn.answer["call"]
            ran = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": name, "gen_ai.tool.call.id": called}
            ran |= {"gen_ai.tool.call.arguments": json.dumps(arguments), "gen_ai.conversation.id": "lamps-17"}
            spans.append(_span(f"{number + 100:016x}", f"execute_tool {name}", number, ran, 3.0))
        yield {"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"scope": {}, "spans": spans}]}]}


def _span(own: str, name: str, number: int, told: Message, late: float = 0) -> Message:
    start, end = (int(_at(number, late + more).timestamp()) * 10**9 for more in (0, 2))
    values = [
        {"key": key, "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}}
        for key, value in told.items()
    ]
    about = {"traceId": "5f" * 16, "spanId": own, "parentSpanId": "ff" * 8, "name": name, "kind": 3}
    return about | {"startTimeUnixNano": str(start), "endTimeUnixNano": str(end), "attributes": values, "status": {}}


def _parts(message: Message) -> Message:
    if message["role"] == "tool":
        return {
            "role": "tool",
            "parts": [{"type": "tool_call_response", "id": message["of"], "response": message["text"]}],
        }
    parts = [{"type": "text", "content": message["text"]}] if message["text"] else []
    if message.get("call"):
        called, name, arguments = message["call"]
        parts.append({"type": "tool_call", "id": called, "name": name, "arguments": arguments})
    return {"role": message["role"], "parts": parts}


def write_langfuse() -> Case:
    """Observations a line, as the table's export has them."""
    shows = ["generations with chat messages and disjoint token details", "a tool's run beside them"]
    truth = _truth("Lamps, exported by Langfuse", "langfuse", "observations.jsonl", shows)
    return Case("langfuse/3/lamps", "observations.jsonl", {"observations.jsonl": _lines(_observations())}, truth)


def _observations() -> Iterator[Message]:
    for number, turn in enumerate(_turns(), 1):
        start, end = (_at(number, more).isoformat(timespec="milliseconds").replace("+00:00", "Z") for more in (0, 2))
        spent = {"input": turn.prompt - turn.cached, "input_cached_tokens": turn.cached, "output": turn.output}
        yield {
            "id": f"obs-{number}",
            "traceId": "trace-lamps",
            "sessionId": "lamps-17",
            "type": "GENERATION",
            "name": "chat",
            "startTime": start,
            "endTime": end,
            "model": MODEL,
            "input": {"messages": [_chat(one) for one in turn.sent]},
            "output": _chat(turn.answer),
            "usageDetails": spent | {"total": turn.prompt + turn.output},
            "level": "DEFAULT",
            "parentObservationId": "obs-agent",
        }


def _chat(message: Message) -> Message:
    if message["role"] == "tool":
        return {"role": "tool", "tool_call_id": message["of"], "name": message["name"], "content": message["text"]}
    made: Message = {"role": message["role"], "content": message["text"] or None}
    if message.get("call"):
        called, name, arguments = message["call"]
        function = {"name": name, "arguments": json.dumps(arguments)}
        made["tool_calls"] = [{"id": called, "type": "function", "function": function}]
    return made


def write_langsmith() -> Case:
    """Runs a line, with LangChain's messages."""
    shows = ["runs of a model with LangChain's messages", "tokens by usage_metadata, cached ones among them"]
    truth = _truth("Lamps, listed by LangSmith", "langsmith", "runs.jsonl", shows)
    return Case("langsmith/0.15/lamps", "runs.jsonl", {"runs.jsonl": _lines(_runs())}, truth)


def _runs() -> Iterator[Message]:
    for number, turn in enumerate(_turns(), 1):
        used = {"input_tokens": turn.prompt, "output_tokens": turn.output, "total_tokens": turn.prompt + turn.output}
        used["input_token_details"] = {"cache_read": turn.cached}
        answer = _langchain(turn.answer, usage_metadata=used)
        yield {
            "id": f"run-{number}",
            "name": "ChatOpenAI",
            "run_type": "llm",
            "start_time": _at(number).isoformat(),
            "end_time": _at(number, 2).isoformat(),
            "inputs": {"messages": [[_langchain(one) for one in turn.sent]]},
            "outputs": {"generations": [[{"text": turn.answer["text"], "message": answer}]], "llm_output": None},
            "extra": {"metadata": {"ls_model_name": MODEL, "ls_provider": "openai", "thread_id": "lamps-17"}},
            "parent_run_id": "run-agent",
            "trace_id": "run-agent",
            "dotted_order": f"20260914T063{number}00000000Zrun-{number}",
        }


def _langchain(message: Message, **more: Any) -> Message:
    kind = {"system": "System", "user": "Human", "assistant": "AI", "tool": "Tool"}[message["role"]]
    held: Message = {"content": message["text"], "type": kind.lower(), **more}
    if message["role"] == "tool":
        held |= {"tool_call_id": message["of"], "name": message["name"]}
    if message.get("call"):
        called, name, arguments = message["call"]
        held["tool_calls"] = [{"name": name, "args": arguments, "id": called, "type": "tool_call"}]
    path = ["langchain", "schema", "messages", f"{kind}Message"]
    return {"lc": 1, "type": "constructor", "id": path, "kwargs": held}
