"""What a provider compacts by itself, as its answers tell it: results cleared, summaries written, contexts replaced."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from inspector.model import CompactionRecord, ItemKind
from inspector.read.adapter import Record
from inspector.read.api.dialects import BY_PROVIDER, Answer
from inspector.read.api.exchange import Exchange, named
from inspector.read.build import noted
from inspector.read.conversation import Conversation
from inspector.read.prefix import Entry
from inspector.read.values import as_dict, as_int, as_list, as_text


class Cleared(NamedTuple):
    """How many results, and how many turns of thoughts, a conversation had cleared so far."""

    uses: int = 0
    thoughts: int = 0


def cleared(conversation: Conversation, exchange: Exchange, answer: Answer, before: Cleared) -> Cleared:
    """Results and thoughts that the provider cleared before the model saw them; gives how many those are by now.

    The client's list keeps the originals, so each answer tells the whole count again; only more is new.
    """
    uses, thoughts = before
    for edit in answer.edits:
        count = as_int(edit.get("cleared_tool_uses")) or 0
        turns = as_int(edit.get("cleared_thinking_turns")) or 0
        if count > uses or turns > thoughts:
            kept_out = _excluded(exchange.request.value)
            masked = _oldest_results(conversation, count, kept_out) if count > uses else ()
            conversation.mask(masked, _edit_record(exchange, answer, edit, bool(masked)))
        uses, thoughts = max(uses, count), max(thoughts, turns)
    return Cleared(uses, thoughts)


def before_answer(conversation: Conversation, exchange: Exchange, answer: Answer, model: str, *, paused: bool) -> None:
    """A compaction that Anthropic ran before it answered."""
    part, at, time = answer.parts[0], exchange.at, exchange.time
    draft = None
    if answer.summarizer or paused:
        name = f"{answer.id or named(at)} compaction"
        draft = conversation.call(name, model, at, started=time, usage=answer.summarizer, purpose="compaction")
    number = conversation.make(part, at, time)
    if draft:
        draft.first_item = draft.last_item = number
    failed = part.detail == "compaction_failed"
    before = answer.summarizer.prompt if answer.summarizer else None
    asked_for = exchange.request.value.get("compaction")
    record = noted(
        answer.id or named(at),
        at,
        "native" if part.detail == "encrypted_summary" else "summary",
        "unknown" if asked_for else "auto",
        None if failed else number,
        status="failed" if failed else "ok",
        time=time,
        reported_before=before,
        readable=part.detail == "compaction",
        model=model,
        focus=as_text(as_dict(asked_for).get("instructions")),
        notes=("The block has no summary: nothing was removed.",) if failed else (),
    )
    if failed:
        conversation.mask((), record)
    elif paused:
        conversation.entries.append(Entry(part.key, number))
        note = "It paused behind the summary, for the client to put messages back."
        conversation.pending = record if asked_for else replace(record, notes=(note,))
    else:
        conversation.replace_history([Entry(part.key, number)], record)


def on_request(conversation: Conversation, exchange: Exchange, answer: Answer, model: str) -> str:
    """A call of ``/responses/compact``: its answer is the new context, item by item.

    Gives the name that a later request goes on from; "" where nothing came.
    """
    at, time = exchange.at, exchange.time
    name = answer.id or named(at)
    draft = conversation.call(name, model, at, started=time, usage=answer.usage, purpose="compaction")
    if not answer.parts:
        return ""
    summary = next((part for part in answer.parts if part.detail in BY_PROVIDER), None)
    kept = conversation.place_all(answer.parts, at, time)
    told = next((entry.item for entry, part in zip(kept, answer.parts, strict=True) if part is summary), None)
    draft.first_item = draft.last_item = told
    record = _native(exchange, told, "unknown")
    conversation.replace_history(kept, replace(record, notes=(), model=model, id=name))
    return name


def behind_answer(exchange: Exchange, summary: int) -> CompactionRecord:
    """A compaction whose block stands among what was answered: the next request tells what stayed beside it."""
    triggered = as_list(exchange.request.value.get("input"))[-1:]
    asked_for = as_dict(next(iter(triggered), None)).get("type") == "compaction_trigger"
    return _native(exchange, summary, "unknown" if asked_for else "auto")


def _oldest_results(conversation: Conversation, count: int, kept_out: frozenset[str]) -> tuple[int, ...]:
    items = conversation.build.items
    results = [
        entry.item
        for entry in conversation.entries
        if items[entry.item - 1].kind is ItemKind.TOOL_RESULT and items[entry.item - 1].tool not in kept_out
    ]
    return tuple(results[:count])


def _excluded(request: Record) -> frozenset[str]:
    edits = as_list(as_dict(request.get("context_management")).get("edits"))
    return frozenset(as_text(tool) for edit in edits for tool in as_list(as_dict(edit).get("exclude_tools")))


def _edit_record(exchange: Exchange, answer: Answer, edit: Record, known: bool) -> CompactionRecord:
    freed = as_int(edit.get("cleared_input_tokens"))
    after = answer.usage.prompt if answer.usage else None
    which = "Which results were cleared follows the documented order, oldest first."
    return noted(
        f"{answer.id or named(exchange.at)} {as_text(edit.get('type'))}",
        exchange.at,
        "edit",
        "auto",
        time=exchange.time,
        reported_before=None if freed is None or after is None else after + freed,
        reported_after=after,
        readable=True,
        notes=(which if known else "Which parts were cleared is not in this log.",),
    )


def _native(exchange: Exchange, summary: int | None, trigger: str) -> CompactionRecord:
    return noted(
        named(exchange.at, "compaction"), exchange.at, "native", trigger, summary, time=exchange.time, readable=False
    )
