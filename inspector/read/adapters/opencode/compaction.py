"""What an OpenCode session says of its compactions: the request for one, the summary, results cleared in place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inspector.model import CompactionRecord, Item, ItemKind, Source
from inspector.read.adapter import Record
from inspector.read.adapters.opencode.nouns import Message
from inspector.read.adapters.opencode.walk import seconds_in
from inspector.read.build import noted
from inspector.read.times import iso
from inspector.read.values import as_dict, as_int, as_text

_UNHEEDED = (
    "A summary was written, and nothing left the context: it answers a prompt and not the request for a compaction, so "
    "it is sent as an answer."
)
_DROPPED = (
    "The summary failed, and yet what stands before the tail that it had chosen is not sent any more; nothing takes "
    "its place."
)
SHOWN = 2000
"""Characters of each tool result that the summariser is given."""


def request(asked: Message | None) -> Record:
    """The part that asks for a compaction; empty for versions of 2025, which wrote none."""
    parts = asked.parts if asked else ()
    return next((part.value for part in parts if part.value.get("type") == "compaction"), {})


def tail_start(asked: Message | None) -> str:
    """The id of the first message kept; "" where no tail is."""
    return as_text(request(asked).get("tail_start_id"))


def succeeded(message: Message) -> bool:
    """Whether a summary was finished; one that was not removes nothing."""
    finish = message.info.get("finish")
    ended = finish or as_dict(message.info.get("time")).get("completed")
    return bool(ended) and finish != "error" and not message.info.get("error")


def complete(
    asked: Message | None, message: Message, id_: str, summary: int | None, gone: Sequence[Item], missing: str
) -> CompactionRecord:
    """What a compaction that succeeded says of itself; ``gone`` are the items that it removed."""
    notes = []
    cut = sum(item.kind is ItemKind.TOOL_RESULT and item.chars > SHOWN for item in gone)
    if cut:
        notes.append(
            f"The summarizer is given {SHOWN:,} characters of a tool result; {cut} of those removed were longer, and "
            "what stands behind that cannot have come into the summary."
        )
    if missing:
        notes.append(f"The message {missing}, from which on it kept, is not in this log.")
    if summary is None:
        notes.append("The summary is empty.")
    # An empty one can be read: it keeps nothing.
    return replace(_record(asked, message, id_, "partial" if missing else "ok", summary, notes), readable=True)


def failed(asked: Message | None, message: Message, id_: str) -> CompactionRecord:
    """What a compaction whose summary failed says of itself."""
    error = as_dict(message.info.get("error"))
    reason = as_text(as_dict(error.get("data")).get("message")) or as_text(error.get("name"))
    note = f"It failed: {reason[:300]}" if reason else "The summary was never finished."
    return _record(asked, message, id_, "failed", None, [note], reason)


def unheeded(asked: Message | None, message: Message, id_: str) -> CompactionRecord:
    """What a summary says of itself that was written for a prompt, because a compaction before it had failed."""
    return _record(asked, message, id_, "failed", None, [_UNHEEDED])


def dropped(message: Message, id_: str) -> CompactionRecord:
    """What it does all the same once a summary has failed that had chosen a tail: only that is sent from then on."""
    time = iso(as_int(as_dict(message.info.get("time")).get("completed")))
    return noted(f"{id_}-dropped", message.at, "trim", "auto", time=time, notes=(_DROPPED,))


def never_answered(asked: Message, id_: str) -> CompactionRecord:
    """What a compaction that was asked for and never begun says of itself."""
    return _record(asked, asked, id_, "failed", None, ["It was asked for, and no summary follows."])


def _record(
    asked: Message | None,
    message: Message,
    id_: str,
    status: str,
    summary: int | None,
    notes: list[str],
    reason: str = "",
) -> CompactionRecord:
    part, time = request(asked), as_dict(message.info.get("time"))
    auto = part.get("auto")
    trigger = "auto" if auto is True else "manual" if auto is False else "unknown"
    return noted(
        id_,
        message.at,
        "summary",
        "overflow" if part.get("overflow") is True else trigger,
        summary,
        status=status,
        time=iso(as_int(time.get("completed")) or as_int(time.get("created"))),
        seconds=seconds_in(time),
        model=as_text(message.info.get("modelID")),
        notes=tuple(notes),
        reason=reason,
    )


def pruned(at: Source, when: int, count: int) -> CompactionRecord:
    """What the clearing of old results in place says of itself."""
    what = "tool result was" if count == 1 else "tool results were"
    note = f"{count} {what} cleared in place; the log keeps the text, and the time at which it went."
    return noted(f"prune-{when}", at, "edit", "auto", time=iso(when), notes=(note,))
