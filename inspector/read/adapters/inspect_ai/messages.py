"""Messages of inspect_ai: what each holds for the model, and by what it is known again."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any, NamedTuple

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapter import Record
from inspector.read.tools import headline
from inspector.read.usage import usage_in
from inspector.read.values import as_dict, as_list, as_text, render

_ATTACHED = ("attachment://", "tc://")
_SUMMARY = "[CONTEXT COMPACTION SUMMARY]"
REMOVED = "(Tool result removed)"
_BY_ROLE = {
    "system": (ItemKind.INSTRUCTIONS, Origin.HARNESS, "system_prompt"),
    "assistant": (ItemKind.ASSISTANT, Origin.AGENT, ""),
    "tool": (ItemKind.TOOL_RESULT, Origin.TOOL, ""),
}
_MEDIA = ("image", "audio", "video", "document")


class Part(NamedTuple):
    """One item of a message: its value, where that stands below the message, and how ``Builder.add`` is told of it."""

    kind: ItemKind
    origin: Origin
    value: Any
    pointer: str
    more: dict[str, Any]


def key(message: Record) -> str:
    """By what a message is known again: its id, or in early logs what it says."""
    told = as_text(message.get("id"))
    if told:
        return told
    role, content, call = (render(message.get(name)) for name in ("role", "content", "tool_call_id"))
    said = blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    return f"{role} {said} {call or None}"


def attachment(value: Any) -> str:
    """The name of the attachment that a text stands for, or ""."""
    if isinstance(value, str) and value.startswith(_ATTACHED):
        return value.partition("://")[2]
    return ""


def parts(message: Record, *, first: bool, marked: bool) -> Iterator[Part]:
    """The items of a message. ``first`` before any answer; ``marked`` where the log marks its input messages."""
    role, content = as_text(message.get("role")), message.get("content")
    unknown = (ItemKind.EVENT, Origin.HARNESS, role or "unknown")
    kind, origin, detail = _user(message, first, marked) if role == "user" else _BY_ROLE.get(role, unknown)
    more: dict[str, Any] = {"detail": detail}
    failed = kind is ItemKind.TOOL_RESULT and bool(message.get("error"))
    if kind is ItemKind.TOOL_RESULT:
        call_id = as_text(message.get("tool_call_id"))
        more |= {"tool": as_text(message.get("function")), "call_id": call_id, "error": failed}
    if content not in (None, "", []) or (content == "" and kind is ItemKind.TOOL_RESULT and not failed):
        yield from _content(content, kind, origin, more)
    elif kind is ItemKind.TOOL_RESULT:
        told = as_dict(message.get("error")).get("message")
        if told:
            yield Part(kind, origin, told, "/error/message", more)
    for index, call in enumerate(map(as_dict, as_list(message.get("tool_calls")))):
        yield _call(call, f"/tool_calls/{index}")


def _user(message: Record, first: bool, marked: bool) -> tuple[ItemKind, Origin, str]:
    """Whose words a user message holds: the dataset's and an operator's are the human's, others the harness's."""
    if is_summary(message):
        return ItemKind.SUMMARY, Origin.HARNESS, "compact_summary"
    source = as_text(message.get("source"))
    if source == "operator" or (source == "input" if marked else first):
        return ItemKind.USER, Origin.HUMAN, "typed"
    return ItemKind.ATTACHMENT, Origin.HARNESS, "prompt"


def is_summary(message: Record) -> bool:
    """Whether a message carries the summary of a compaction, ours or a provider's."""
    if message.get("role") == "assistant":
        return any(_is_native(as_dict(block)) for block in as_list(message.get("content")))
    marked = as_dict(message.get("metadata")).get("summary") is True
    return message.get("role") == "user" and (marked or render(message.get("content")).lstrip().startswith(_SUMMARY))


def _content(content: Any, kind: ItemKind, origin: Origin, more: dict[str, Any]) -> Iterator[Part]:
    if not isinstance(content, list):
        yield Part(kind, origin, content, "/content", more)
        return
    for index, block in enumerate(content):
        block, base = as_dict(block), f"/content/{index}"
        what = as_text(block.get("type"))
        if what == "reasoning":
            field = "summary" if block.get("redacted") and block.get("summary") else "reasoning"
            if block.get("redacted") and field == "reasoning":
                field = "type"  # encrypted: there is nothing to read
            yield Part(ItemKind.REASONING, Origin.AGENT, block.get(field), f"{base}/{field}", more)
        elif what == "text":
            yield Part(kind, origin, block.get("text"), f"{base}/text", more)
        elif what in _MEDIA:
            media = {"type": "image", "source": {"data": as_text(block.get(what))}}
            yield Part(kind, origin, media, base, more | {"hold": True})
        elif block:
            yield _other(block, kind, origin, base, more)


def _is_native(block: Record) -> bool:
    data = as_dict(block.get("data"))
    return data.get("compaction_metadata") is not None or "compaction" in as_text(data.get("type"))


def _other(block: Record, kind: ItemKind, origin: Origin, base: str, more: dict[str, Any]) -> Part:
    """A block that is no text, thought or media: a provider's summary, or what is not known."""
    if not _is_native(block):
        return Part(kind, origin, block, base, more | {"detail": as_text(block.get("type")) or "unknown"})
    told = as_text(as_dict(as_dict(block.get("data")).get("compaction_metadata")).get("content"))
    if told:  # Anthropic's is text; OpenAI's is sealed
        place = f"{base}/data/compaction_metadata/content"
        return Part(ItemKind.SUMMARY, Origin.HARNESS, told, place, more | {"detail": "compaction"})
    return Part(ItemKind.SUMMARY, origin, block, base, more | {"detail": "encrypted_summary"})


def _call(call: Record, base: str) -> Part:
    function = call.get("function")
    name = as_text(function) or as_text(as_dict(function).get("name"))
    field = "arguments" if call.get("arguments") not in (None, {}, "") else "function"
    more = {"tool": name, "call_id": as_text(call.get("id")), "headline": headline(name, call.get("arguments"))}
    return Part(ItemKind.TOOL_CALL, Origin.AGENT, call.get(field), f"{base}/{field}", more)


def usage(told: Record) -> Usage | None:
    """Tokens of an answer; inspect's input leaves cached tokens out."""
    names = ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write", "output_tokens", "reasoning_tokens")
    return usage_in(told, names)
