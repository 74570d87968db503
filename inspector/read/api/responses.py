"""Items of the Responses API and contents of the Gemini API → parts, of requests and of answers.

Gemini's calls often have no id, and a client that makes one up writes it into the response alone: a call is known
again by its name and arguments.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapter import Record
from inspector.read.api.messages import key_of, packed, result_part, text_part
from inspector.read.drafts import Piece
from inspector.read.parts import pieces, usage
from inspector.read.prefix import Part
from inspector.read.tools import headline
from inspector.read.values import as_dict, as_list, as_text, is_image, parsed, render

SEALED = frozenset({"compaction", "compaction_summary", "context_compaction"})
_ARGUMENTS = ("arguments", "input", "action", "code", "queries")


def item_parts(item: Any, base: str, tools: dict[str, str]) -> Iterator[Part]:
    """The parts of one item of ``input`` or ``output`` at ``base``; ``tools`` learns the names of calls."""
    if not isinstance(item, dict):
        if item is not None:
            yield Part(key_of("odd", packed(item)), ItemKind.EVENT, Origin.HARNESS, item, base, "unknown")
        return
    kind = as_text(item.get("type")) or ("message" if "role" in item else "")
    if kind == "message":
        yield from _message(item, base)
    elif kind == "reasoning":
        yield _reasoning(item, base)
    elif kind in SEALED:
        yield _sealed(item, base)
    elif kind.endswith("_output"):
        field = "output" if "output" in item else "tools"
        yield result_part(item, field, base, as_text(item.get("call_id")), tools)
    elif kind.endswith("_call"):
        yield _call(item, kind, base, tools)
    else:
        yield Part(
            key_of("odd", packed(item)), ItemKind.EVENT, Origin.HARNESS, item, base, kind or "unknown", headline=kind
        )


def _message(item: Record, base: str) -> Iterator[Part]:
    role, content = as_text(item.get("role")), item.get("content")
    if isinstance(content, str):
        if content.strip():
            yield text_part(content, role, f"{base}/content")
        return
    for index, block in enumerate(as_list(content)):
        at = f"{base}/content/{index}"
        text = block.get("text") if isinstance(block, dict) else block
        if isinstance(text, str):
            if text.strip():
                yield text_part(text, role, f"{at}/text" if isinstance(block, dict) else at)
        elif is_image(block):
            origin = Origin.AGENT if role == "assistant" else Origin.HUMAN
            kind = ItemKind.ASSISTANT if role == "assistant" else ItemKind.USER
            yield Part(key_of("image", packed(block)), kind, origin, [block], at, "image", hold=True)
        elif block is not None:
            yield text_part(block, role, at)


def _reasoning(item: Record, base: str) -> Part:
    key = key_of("thought", as_text(item.get("id")) or packed(item.get("summary")))
    for name in ("content", "summary"):
        if item.get(name):
            return Part(key, ItemKind.REASONING, Origin.AGENT, item[name], f"{base}/{name}")
    label = "reasoning, encrypted" if item.get("encrypted_content") else "reasoning, not in this log"
    return Part(key, ItemKind.REASONING, Origin.AGENT, "", base, headline=label, hold=True)


def _sealed(item: Record, base: str) -> Part:
    key = key_of("sealed", as_text(item.get("encrypted_content")) or as_text(item.get("id")))
    label = "summary, encrypted: not readable"
    return Part(key, ItemKind.SUMMARY, Origin.HARNESS, "", base, "encrypted_summary", headline=label, hold=True)


def _call(item: Record, kind: str, base: str, tools: dict[str, str]) -> Part:
    name, call_id = as_text(item.get("name")) or kind, as_text(item.get("call_id")) or as_text(item.get("id"))
    tools[call_id] = name
    # A picture made by a tool is base64 and never read as text.
    names = ("revised_prompt",) if kind == "image_generation_call" else _ARGUMENTS
    field = next((name for name in names if item.get(name) not in (None, [], {})), "")
    value = item.get(field) if field else ""
    arguments = parsed(value)
    part = Part(
        key_of("call", call_id, name, packed(arguments if arguments is not None else value)),
        ItemKind.TOOL_CALL,
        Origin.AGENT,
        value,
        f"{base}/{field}" if field else base,
        tool=name,
        call_id=call_id,
        headline=headline(name, arguments),
    )
    return part if field else replace(part, hold=True)


def content_parts(content: object, base: str, tools: dict[str, str]) -> Iterator[Part]:
    """The parts of one content at ``base``; ``tools`` learns the names of calls."""
    told = as_dict(content)
    role = "model" if told.get("role") == "model" else "user"
    answers: list[str] = []
    found: list[Part] = []
    for piece in pieces(told.get("parts"), f"{base}/parts", role):
        if piece.kind is ItemKind.TOOL_CALL:
            tools[piece.call_id] = piece.tool
        if piece.enter:
            found.append(_part(piece, role))
        else:
            answers.append(as_text(piece.value))
    if answers:
        # The human's words stand inside the result of the tool that asked them.
        for part in found:
            if part.kind is ItemKind.TOOL_RESULT:
                part.said, answers = [("answer", one) for one in answers], []
    yield from found


def usage_of(answer: Record) -> Usage | None:
    """Tokens that an answer reports."""
    return usage(as_dict(answer.get("usageMetadata")))


def candidate(answer: Record) -> Record:
    """The first of the answers that came, which is the only one unless several were asked for."""
    return as_dict(next(iter(as_list(answer.get("candidates"))), None))


def _part(piece: Piece, role: str) -> Part:
    kind, value = piece.kind, piece.value
    if kind is ItemKind.USER and piece.origin is Origin.HUMAN:
        return text_part(value, role, piece.pointer)
    text = value.strip() if isinstance(value, str) else None
    if kind is ItemKind.TOOL_CALL:
        key = key_of("call", piece.tool, packed(value))
    elif kind is ItemKind.TOOL_RESULT:
        key = key_of("result", piece.call_id, piece.tool, render(value) if text is None else text)
    elif kind is ItemKind.REASONING:
        key = key_of("thought", text)
    else:
        key = key_of(role, packed(value) if text is None else text)
    return Part(key, *piece[:7], piece.error, piece.headline, piece.hold)
