"""Runs of LangSmith: what its client lists or its SDK sends, as lines of JSON, a list, or trees with child runs.

Producer:  ``Client.list_runs`` or ``read_run(load_child_runs=True)`` written as JSON, the runs API, a bulk export
           turned to JSON, or the SDK's own batches.
Evidence:  batches that langsmith 0.15.0 and langchain-core 1.7.2 sent to a server of ours, with OpenAI's client and
           LangChain's model; the documented run format; checked 2026-11-23.
Context:   an ``llm`` run holds all messages that were sent; successive runs are tied together by their common start.
           Where a run has no inputs (they may be hidden), its tokens and times stand all the same.
Compaction: none is marked; a history that left the common start, or a drop of the prompt's tokens, tells (inferred).
Not said:  who wrote a prompt; windows; which of several agents in a trace a person spoke with.
Damage:    torn lines, runs that stand twice, runs without an end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.model import Usage
from inspector.read.adapter import Match, Record, can_say
from inspector.read.api.dialects import anthropic_usage, chat_usage
from inspector.read.api.exchange import Logged
from inspector.read.spans import SpanLog
from inspector.read.spans.attributes import usage_of
from inspector.read.spans.messages import message, messages_of
from inspector.read.spans.span import Span, SpanKind
from inspector.read.times import as_time, seconds_between
from inspector.read.values import as_dict, as_int, as_list, as_text

_KINDS = {"llm": SpanKind.MODEL, "tool": SpanKind.TOOL}
_THREADS = ("session_id", "thread_id", "conversation_id")


class LangSmith(SpanLog):
    id = "langsmith"
    title = "LangSmith runs"
    capabilities = can_say(
        always="timestamps", sometimes="usage system_prompt tools reasoning compactions summary_text kept_tail"
    )

    def is_one(self, value: Any) -> Match | None:
        """By the type of a run and its place in a trace."""
        runs = [*_runs(Logged(value, self.nowhere, ""))]
        return Match(0.9, "runs of LangSmith") if runs else None

    def spans(self, logged: Logged) -> Iterator[Span]:
        """The runs of a record, each before those below it."""
        for run, pointer in _runs(logged):
            yield _span(run, logged, pointer)


def _runs(logged: Logged) -> Iterator[tuple[Record, str]]:
    waiting = [(logged.value, logged.pointer)]
    while waiting:
        value, pointer = waiting.pop()
        record = as_dict(value)
        if _is_run(record):
            yield record, pointer
        elif isinstance(record.get("post"), list):
            yield from _batch(record, pointer)
        below = "child_runs" if _is_run(record) else "runs"
        waiting += reversed([(one, f"{pointer}/{below}/{n}") for n, one in enumerate(as_list(record.get(below)))])


def _batch(record: Record, pointer: str) -> Iterator[tuple[Record, str]]:
    """A batch of the SDK: runs as they began, and what came to them later."""
    later = {as_text(as_dict(one).get("id")): as_dict(one) for one in as_list(record.get("patch"))}
    for place, one in enumerate(as_list(record["post"])):
        more = {name: told for name, told in later.get(as_text(as_dict(one).get("id")), {}).items() if told}
        if _is_run(as_dict(one)):
            yield as_dict(one) | more, f"{pointer}/post/{place}"


def _is_run(record: Record) -> bool:
    placed = "dotted_order" in record or "trace_id" in record or "parent_run_id" in record
    return isinstance(record.get("run_type"), str) and placed


def _span(run: Record, logged: Logged, pointer: str) -> Span:
    about = as_dict(as_dict(run.get("extra")).get("metadata"))
    asked = as_dict(as_dict(run.get("extra")).get("invocation_params"))
    inputs, outputs = as_dict(run.get("inputs")), as_dict(run.get("outputs"))
    kind = _KINDS.get(as_text(run.get("run_type")), SpanKind.OTHER)
    if kind is SpanKind.OTHER and not run.get("parent_run_id"):
        kind = SpanKind.AGENT
    start, end = as_time(run.get("start_time")), as_time(run.get("end_time"))
    told = [as_text(about.get(name)) for name in _THREADS]
    models = (about.get("ls_model_name"), asked.get("model"), asked.get("model_name"), inputs.get("model"))
    span = Span(
        at=logged.at,
        pointer=pointer,
        id=as_text(run.get("id")),
        kind=kind,
        name=as_text(run.get("name")),
        trace=as_text(run.get("trace_id")),
        conversation=next(filter(None, (*told, as_text(run.get("trace_id")))), ""),
        start=start,
        seconds=seconds_between(start, end),
        model=next(filter(None, map(as_text, models)), ""),
        error=as_text(run.get("error")),
    )
    if kind is SpanKind.MODEL:
        choice, generation = _first_of(outputs.get("choices")), _first_of(outputs.get("generations"))
        said = _answer(outputs, choice, generation)
        span.sent, span.answer = _sent(inputs), [block for one in said for block in one["content"]] or None
        span.tools = inputs.get("tools") or asked.get("tools")
        span.usage, span.stop = _usage(run, outputs, generation, about), _stop(outputs, choice, generation)
    elif kind is SpanKind.TOOL:
        span.arguments = inputs.get("input", inputs) or None
        span.result = outputs.get("output", outputs) or None
        span.call_id = as_text(as_dict(span.result).get("tool_call_id")) or as_text(about.get("tool_call_id"))
        span.result = as_dict(span.result).get("content", span.result)
    return span


def _sent(inputs: Record) -> list[Record] | None:
    sent = messages_of(inputs.get("messages")) or messages_of(inputs.get("input"))
    if sent is None and (texts := as_list(inputs.get("prompts"))):
        sent = [message({"role": "user", "content": text}) for text in texts]
    if sent is not None and inputs.get("system"):
        sent = [message({"role": "system", "content": inputs["system"]}), *sent]
    return sent


def _first_of(listed: Any) -> Record:
    """The first choice or generation; LangChain keeps a list of generations for each prompt of a batch."""
    first = next(iter(as_list(listed)), None)
    return as_dict(next(iter(first), None) if isinstance(first, list) else first)


def _answer(outputs: Record, choice: Record, generation: Record) -> list[Record]:
    """The message that came back: a choice, a generation of LangChain's, or the message itself."""
    for held in (choice.get("message"), generation.get("message"), outputs.get("message"), outputs.get("output")):
        if isinstance(held, dict):
            return [message({"role": "assistant", **held})]
    if generation.get("text") or outputs.get("content"):
        return [message({"role": "assistant", "content": generation.get("text") or outputs["content"]})]
    return messages_of(outputs.get("messages")) or messages_of(outputs.get("output")) or []


def _usage(run: Record, outputs: Record, generation: Record, about: Record) -> Usage | None:
    said = as_dict(as_dict(generation.get("message")).get("kwargs"))
    for told in map(as_dict, (outputs.get("usage_metadata"), said.get("usage_metadata"), about.get("usage_metadata"))):
        if told:
            sent, wrote = as_dict(told.get("input_token_details")), as_dict(told.get("output_token_details"))
            cached = as_int(sent.get("cache_read")), as_int(sent.get("cache_creation"))
            prompt, output = as_int(told.get("input_tokens")), as_int(told.get("output_tokens"))
            return usage_of(prompt, *cached, output, as_int(wrote.get("reasoning")))
    told = as_dict(outputs.get("usage"))
    if told:
        return chat_usage(told) if "prompt_tokens" in told else anthropic_usage(told)
    told = as_dict(as_dict(outputs.get("llm_output")).get("token_usage"))
    return chat_usage(told) or usage_of(
        as_int(run.get("prompt_tokens")), None, None, as_int(run.get("completion_tokens")), None
    )


def _stop(outputs: Record, choice: Record, generation: Record) -> str:
    info = as_dict(generation.get("generation_info"))
    reasons = (choice.get("finish_reason"), outputs.get("stop_reason"), info.get("finish_reason"))
    return next(filter(None, map(as_text, reasons)), "")


ADAPTER = LangSmith()
