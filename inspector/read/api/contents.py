"""Contents of the Gemini API → parts, of requests and of answers.

An answer's calls often have no id, and a client that makes one up writes it into the response alone: a call is known
again by its name and arguments.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapter import Record
from inspector.read.api.messages import key_of, packed, text_part
from inspector.read.parts import Piece, pieces, usage
from inspector.read.prefix import Part
from inspector.read.values import as_dict, as_list, as_text, render


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
                part.words, answers = "\n".join(answers), []
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
