"""Messages of inspect_ai: what each holds for the model, and by what it is known again."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from typing import Any

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapter import Record
from inspector.read.build import Piece
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


def parts(message: Record, *, first: bool, marked: bool) -> Iterator[Piece]:
    """The items of a message, which stand below it. ``first`` before any answer; ``marked`` where the log marks its
    input messages."""
    role, content = as_text(message.get("role")), message.get("content")
    unknown = (ItemKind.EVENT, Origin.HARNESS, role or "unknown")
    kind, origin, detail = _user(message, first, marked) if role == "user" else _BY_ROLE.get(role, unknown)
    failed = kind is ItemKind.TOOL_RESULT and bool(message.get("error"))
    like = Piece(kind, origin, detail=detail, error=failed)
    if kind is ItemKind.TOOL_RESULT:
        like = like._replace(tool=as_text(message.get("function")), call_id=as_text(message.get("tool_call_id")))
    if content not in (None, "", []) or (content == "" and kind is ItemKind.TOOL_RESULT and not failed):
        yield from _content(content, like)
    elif kind is ItemKind.TOOL_RESULT:
        told = as_dict(message.get("error")).get("message")
        if told:
            yield like._replace(value=told, pointer="/error/message")
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


def _content(content: Any, like: Piece) -> Iterator[Piece]:
    if not isinstance(content, list):
        yield like._replace(value=content, pointer="/content")
        return
    for index, block in enumerate(content):
        block, base = as_dict(block), f"/content/{index}"
        what = as_text(block.get("type"))
        if what == "reasoning":
            field = "summary" if block.get("redacted") and block.get("summary") else "reasoning"
            if block.get("redacted") and field == "reasoning":
                field = "type"  # encrypted: there is nothing to read
            thought = like._replace(kind=ItemKind.REASONING, origin=Origin.AGENT)
            yield thought._replace(value=block.get(field), pointer=f"{base}/{field}")
        elif what == "text":
            yield like._replace(value=block.get("text"), pointer=f"{base}/text")
        elif what in _MEDIA:
            media = {"type": "image", "source": {"data": as_text(block.get(what))}}
            yield like._replace(value=media, pointer=base, hold=True)
        elif block:
            yield _other(block, like._replace(value=block, pointer=base))


def _is_native(block: Record) -> bool:
    data = as_dict(block.get("data"))
    return data.get("compaction_metadata") is not None or "compaction" in as_text(data.get("type"))


def _other(block: Record, like: Piece) -> Piece:
    """A block that is no text, thought or media: a provider's summary, or what is not known."""
    if not _is_native(block):
        return like._replace(detail=as_text(block.get("type")) or "unknown")
    told = as_text(as_dict(as_dict(block.get("data")).get("compaction_metadata")).get("content"))
    if told:  # Anthropic's is text; OpenAI's is sealed
        place = f"{like.pointer}/data/compaction_metadata/content"
        whose = like._replace(kind=ItemKind.SUMMARY, origin=Origin.HARNESS)
        return whose._replace(value=told, pointer=place, detail="compaction")
    return like._replace(kind=ItemKind.SUMMARY, detail="encrypted_summary")


def _call(call: Record, base: str) -> Piece:
    function = call.get("function")
    name = as_text(function) or as_text(as_dict(function).get("name"))
    field = "arguments" if call.get("arguments") not in (None, {}, "") else "function"
    about = (name, as_text(call.get("id")), headline(name, call.get("arguments")))
    return Piece(ItemKind.TOOL_CALL, Origin.AGENT, call.get(field), f"{base}/{field}", "", *about)


def usage(told: Record) -> Usage | None:
    """Tokens of an answer; inspect's input leaves cached tokens out."""
    names = ("input_tokens", "input_tokens_cache_read", "input_tokens_cache_write", "output_tokens", "reasoning_tokens")
    return usage_in(told, names)
