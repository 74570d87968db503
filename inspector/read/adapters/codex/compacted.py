"""A ``compacted`` record becomes a splice: the new history it lists, or the one that old versions rebuilt.

The old rule is that of build_compacted_history in codex-rs/core/src/compact.rs: initial context, newest prompts
within a budget, summary. It is inferred, not recorded, and each such compaction says so in its notes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from inspector.model import CompactionRecord, Item, ItemKind, Origin, Source
from inspector.read.adapter import Record
from inspector.read.adapters.codex.history import History
from inspector.read.adapters.codex.responses import TOOLS, fingerprint, is_base, read_response
from inspector.read.build import Piece, noted
from inspector.read.values import as_dict, as_int, as_text, render

KEPT_TOKENS = 20_000
"""Old local compaction keeps the newest prompts up to this, at four bytes a token."""
_BYTES = 4
_NOT_LISTED = (
    "This version did not list the new history: prompts of up to 20,000 tokens and the instructions are "
    "inferred to stay, by the rule of its source."
)
_NOT_STORED = "The provider's opaque summary is not in this log; only what was kept beside it is."


@dataclass(slots=True)
class NewHistory:
    """What stands after a compaction: item numbers in order, and which of them is the summary."""

    insert: list[int]
    summary: int | None = None
    kind: str = "unknown"
    readable: bool = False
    notes: list[str] = field(default_factory=list)


def compacted_history(history: History, payload: Record, delegated: bool) -> NewHistory:
    """The history that a ``compacted`` record installs. New items are added; nothing is spliced yet."""
    message, entries = as_text(payload.get("message")), payload.get("replacement_history")
    if isinstance(entries, list):
        return _listed(history, entries, message, delegated)
    if message:
        return _rebuilt(history, message)
    return NewHistory(
        [*history.base, *_instructions(history), *_newest_prompts(history)],
        notes=[_NOT_LISTED, "The record holds no summary; the model was told that there is none."],
    )


def compaction_record(payload: Record, new: NewHistory, source: Source, time: str | None) -> CompactionRecord:
    """What the log says of the compaction itself."""
    told = as_dict(payload.get("latest_token_usage_record"))
    # From 0.153 on it is the usage of the summarizer's own call.
    own = told.get("response_id") is not None and told.get("response_id") == payload.get("compaction_response_id")
    latest = {} if own else as_dict(told.get("usage"))
    window = as_text(payload.get("window_id"))
    return noted(
        window or f"line-{source.line}",
        source,
        new.kind,
        summary=new.summary,
        time=time,
        reported_before=as_int(latest.get("input_tokens")),
        readable=new.readable,
        notes=tuple(new.notes),
    )


def _listed(history: History, entries: list[Any], message: str, delegated: bool) -> NewHistory:
    items = history.build.items
    _start(history, entries)
    new = NewHistory(list(history.base))
    there: defaultdict[int, list[int]] = defaultdict(list)
    for number in reversed(history.build.context):
        if number in history.prints:
            there[history.prints[number]].append(number)
    for place, entry in enumerate(entries):
        if not isinstance(entry, dict):
            continue
        if entry.get("type") == TOOLS or is_base(entry, history.base_text):
            continue
        same = fingerprint(entry)
        if same is not None and there[same]:
            # Word for word what was there: kept, the oldest copy first.
            new.insert.append(there[same].pop())
            continue
        part = read_response(entry, delegated=delegated, summary=message)
        part = part._replace(pointer=f"/payload/replacement_history/{place}{part.pointer}")
        number = history.add(part, entry, enter=False, keep_as="carried")
        if part.kind is not ItemKind.EVENT:
            new.insert.append(number)
        if part.detail == "shortened":
            new.notes += _shortened_words(items, number)
        if part.kind is ItemKind.SUMMARY:
            new.summary = number
    if new.summary is None and message:
        # The summary may already have stood there, when nothing happened since the last compaction.
        new.summary = next((n for n in reversed(new.insert) if items[n - 1].kind is ItemKind.SUMMARY), None)
    _judge(new, items, message)
    return new


def _shortened_words(items: list[Item], number: int) -> list[str]:
    """That a prompt stays without its middle, and where the whole of it stands: the two have one id."""
    cut = items[number - 1]
    whole = next((item for item in items[: number - 1] if cut.id and item.id == cut.id), None)
    if whole is None:
        return ["A prompt stays without its middle."]
    return [
        f"The prompt of line {whole.source.line} stays without its middle: {cut.chars:,} of {whole.chars:,} characters."
    ]


def _start(history: History, entries: list[Any]) -> None:
    """Bring what stands ahead of the history to what the list says: tools are in it only for a model that codes."""
    _start_base(history, entries)
    place = next((at for at, entry in enumerate(map(as_dict, entries)) if entry.get("type") == TOOLS), None)
    if place is None:
        history.keep_tools(None)
    elif history.tools is None or history.prints.get(history.tools) != fingerprint(entries[place]):
        part = read_response(entries[place])
        part = part._replace(pointer=f"/payload/replacement_history/{place}{part.pointer}")
        history.keep_tools(history.add(part, entries[place], enter=False))


def _start_base(history: History, entries: list[Any]) -> None:
    """The base instructions that the list names: those of another model, where the model was changed since."""
    base = history.base_text
    place = next((at for at, entry in enumerate(map(as_dict, entries)) if is_base(entry, base)), None)
    history.base_listed = place is not None
    part = None if place is None else read_response(entries[place])
    if place is None or part is None or render(part.value) == base:
        history.keep_base(None)
    elif history.sent_base is None or history.prints.get(history.sent_base) != fingerprint(entries[place]):
        pointer = f"/payload/replacement_history/{place}{part.pointer}"
        part = part._replace(pointer=pointer, detail="base_instructions")
        history.keep_base(history.add(part, entries[place], enter=False))


def _judge(new: NewHistory, items: list[Item], message: str) -> None:
    """Tell the four producers apart by what they leave."""
    summary = items[new.summary - 1] if new.summary is not None else None
    if summary is not None:
        new.readable = summary.chars > 0
        new.kind = "summary" if new.readable else "native"
    elif message:
        new.kind = "summary"
        new.notes.append("The new history does not hold the summary that the record names.")
    elif any(items[n - 1].kind not in (ItemKind.INSTRUCTIONS, ItemKind.ATTACHMENT) for n in new.insert):
        # A fresh window keeps no prompt, so a provider wrote a summary that this copy of the log has lost.
        new.kind = "native"
        new.notes.append(_NOT_STORED)
    else:
        new.kind, new.readable = "trim", True


def _rebuilt(history: History, message: str) -> NewHistory:
    kept = [*history.base, *_instructions(history), *_newest_prompts(history)]
    part = Piece(ItemKind.SUMMARY, Origin.HARNESS, message, "/payload/message", detail="compact_summary")
    number = history.add(part, {}, enter=False)
    return NewHistory([*kept, number], number, "summary", True, [_NOT_LISTED])


def _instructions(history: History) -> list[int]:
    """Instructions in the context: old versions built them anew in front of every compacted history."""
    items = history.build.items
    return [n for n in history.build.context[len(history.base) :] if items[n - 1].kind is ItemKind.INSTRUCTIONS]


def _newest_prompts(history: History) -> list[int]:
    left, kept = KEPT_TOKENS, []
    for number in reversed([n for n in history.build.context if n in history.prompts]):
        text = history.prompts[number]
        size = -(-len(text.encode("utf-8", "replace")) // _BYTES)
        if size > left:
            if left:
                kept.append(_shortened(history, number, text, left))
            break
        kept.append(number)
        left -= size
    return kept[::-1]


def _shortened(history: History, number: int, text: str, left: int) -> int:
    """The oldest kept prompt with its middle cut out; the log does not hold it, so its text is held."""
    raw = text.encode("utf-8", "replace")
    half = left * _BYTES // 2
    head, tail = raw[:half].decode("utf-8", "ignore"), raw[-half:].decode("utf-8", "ignore")
    cut = -(-(len(raw) - 2 * half) // _BYTES)
    said = f"{head}…{cut} tokens truncated…{tail}"
    part = Piece(ItemKind.USER, history.build.items[number - 1].origin, said, hold=True, detail="carried")
    return history.add(part, {}, enter=False)
