"""The exact context before a compaction, as text or as chat messages: what an undo would have to bring back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from inspector.model import Compaction, Form, Item, ItemKind, Session
from inspector.reconstruct.replay import Replay
from inspector.wording.harmless import harmless_json
from inspector.wording.units import place

SCHEMA = 1
CLEARED = "[cleared before, as the log records]"
ROLES: dict[str, str] = {
    ItemKind.INSTRUCTIONS: "system",
    ItemKind.ASSISTANT: "assistant",
    ItemKind.REASONING: "assistant",
    ItemKind.TOOL_CALL: "assistant",
    ItemKind.TOOL_RESULT: "tool",
}
"""Of a message that holds such an item; of any other kind it is the user's."""


@dataclass(frozen=True, slots=True)
class ContextPiece:
    """One item of the context, with its text as it stood there."""

    item: Item
    text: str


def context_before(
    session: Session, replay: Replay, compaction: Compaction, read: Callable[[Item], str]
) -> tuple[ContextPiece, ...]:
    """What stood in the context when a compaction began, oldest first. Raises LogChanged."""
    pieces = []
    for entry in replay.entries_at(compaction.op - 1):
        item = session.items[entry.item - 1]
        pieces.append(ContextPiece(item, CLEARED if entry.form is Form.PLACEHOLDER else read(item)))
    return tuple(pieces)


def as_text(pieces: Sequence[ContextPiece], compaction: int) -> str:
    """For people: each item with a line that says what it is and where it stands."""
    parts = [f"# Context before compaction {compaction}: {len(pieces)} items\n"]
    for piece in pieces:
        item = piece.item
        tool = f" {item.tool}" if item.tool else ""
        head = f"## {item.kind.value}{tool} · item {item.number} · {place(item.source.own_line, item.number)}"
        parts.append(f"{head}\n\n{piece.text.rstrip()}\n")
    return "\n".join(parts)


def as_messages(pieces: Sequence[ContextPiece], compaction: int, silent: Sequence[str] = ()) -> str:
    """For programs: messages as chat completion services take them, with the items that each is made of.

    ``silent`` names what the log does not hold, and what is missing here therefore.
    """
    calls = {piece.item.call_id for piece in pieces if piece.item.kind is ItemKind.TOOL_CALL and piece.item.call_id}
    messages: list[dict[str, Any]] = []
    sources: list[list[int]] = []
    for piece in pieces:
        role = ROLES.get(piece.item.kind, "user")
        if role == "tool" and piece.item.call_id not in calls:
            # Services refuse a result whose call is not there.
            role = "user"
        if role == "assistant" and messages and messages[-1]["role"] == "assistant":
            message = messages[-1]
            sources[-1].append(piece.item.number)
        else:
            message = {"role": role, "content": "" if role != "assistant" else None}
            messages.append(message)
            sources.append([piece.item.number])
        _put(message, piece)
    told = {
        "schema": SCHEMA,
        "compaction": compaction,
        "not_in_log": list(silent),
        "items": sources,
        "messages": messages,
    }
    return harmless_json(told, indented=True) + "\n"


def _put(message: dict[str, Any], piece: ContextPiece) -> None:
    """One item into its message."""
    item, text = piece.item, piece.text.encode("utf-8", "replace").decode()
    if item.kind is ItemKind.TOOL_CALL:
        call = {
            "id": item.call_id or f"item_{item.number}",
            "type": "function",
            "function": {"name": item.tool, "arguments": text},
        }
        message.setdefault("tool_calls", []).append(call)
    elif item.kind is ItemKind.REASONING:
        message["reasoning_content"] = _joined(message.get("reasoning_content"), text)
    else:
        message["content"] = _joined(message["content"], text)
        if message["role"] == "tool":
            message["tool_call_id"] = item.call_id


def _joined(before: str | None, text: str) -> str:
    return f"{before}\n\n{text}" if before else text
