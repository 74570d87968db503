"""A request as it was sent against the context that the inspector gives for it."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from live.wire import Body, Piece, call_piece

_VOICES = {
    "instructions": "instructions",
    "summary": "user",
    "user": "user",
    "assistant": "assistant",
    "reasoning": "reasoning",
    "tool_call": "call",
    "tool_result": "result",
    "attachment": "user",
}
_NAMES = {"instructions": "system prompt", "tools": "tool definitions"}
"""What logs without them call these."""


_PICTURE = re.compile(r"\n?\[image, [^\]\n]*\]")
"""What stands in a text for a picture."""


@dataclass(frozen=True, slots=True)
class Given:
    """A piece as the inspector gives it, with its place in the log."""

    piece: Piece
    item: int
    line: int | None


@dataclass(slots=True)
class Compared:
    """One request: equal where nothing is missing, extra or misplaced."""

    number: int
    named: list[str] = field(default_factory=list)
    """What the log cannot hold, and the inspector says so."""
    missing: list[Piece] = field(default_factory=list)
    extra: list[Given] = field(default_factory=list)
    misplaced: list[Given] = field(default_factory=list)

    @property
    def is_equal(self) -> bool:
        """Whether every piece is there in its place, or named as not in the log."""
        return not (self.missing or self.extra or self.misplaced)


def given(context: Body) -> list[Given]:
    """The pieces of ``inspector context --json``; pictures and cleared items have no words."""
    found = []
    for entry in context["entries"]:
        text = _PICTURE.sub("", entry["text"] or "")
        if entry["text"] is None or (entry["text"] and not text):
            continue
        if entry["kind"] == "tool_call":
            piece = call_piece(entry["tool"], text)
        elif entry["kind"] == "instructions" and entry["detail"] == "tools":
            piece = Piece("tools", json.dumps(_tool_names(text)))
        else:
            piece = Piece(_VOICES[entry["kind"]], text)
        found.append(Given(piece, entry["item"], entry.get("line")))
    return found


def compare(
    number: int, sent: Sequence[Piece], ours: Sequence[Given], names: Collection[str], name_of: Callable[[Piece], str]
) -> Compared:
    """Hold one request against one context.

    ``names`` are what the inspector says is not in the log; ``name_of`` says what a piece is called there. Where a
    text is one piece on one side and several on the other, only its words count.
    """
    found = Compared(number)
    sent, ours = _without_tools(found, sent, ours, names)
    a, b = [_key(piece) for piece in sent], [_key(one.piece) for one in ours]
    for tag, a1, a2, b1, b2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            _differ(found, sent[a1:a2], ours[b1:b2], names, name_of)
    _misplace(found)
    return found


def _without_tools(
    found: Compared, sent: Sequence[Piece], ours: Sequence[Given], names: Collection[str]
) -> tuple[list[Piece], list[Given]]:
    """Definitions of tools have no place among the words: they are the same by their names, wherever they stand."""
    told = [piece for piece in sent if piece.voice == "tools"]
    mine = [one for one in ours if one.piece.voice == "tools"]
    if told and not mine and _NAMES["tools"] in names:
        found.named.append(_NAMES["tools"])
    elif _named_in(told) != _named_in([one.piece for one in mine]):
        found.missing += told
        found.extra += mine
    return [piece for piece in sent if piece.voice != "tools"], [one for one in ours if one.piece.voice != "tools"]


def _named_in(pieces: Sequence[Piece]) -> set[str]:
    return {name for piece in pieces for name in json.loads(piece.text)}


def _differ(
    found: Compared,
    sent: Sequence[Piece],
    ours: Sequence[Given],
    names: Collection[str],
    name_of: Callable[[Piece], str],
) -> None:
    """Sort what stands between two pieces that both sides have."""
    left, mine = list(sent), list(ours)
    for piece in sent:
        name = name_of(piece) or _NAMES.get(piece.voice, "")
        told = mine and any(_key(one.piece) == _key(piece) for one in mine)
        if name in names and not told:
            found.named.append(name)
            left.remove(piece)
            # A frame that is not in the log stands around words that are.
            framed = " ".join(piece.text.split())
            mine = [one for one in mine if " ".join(one.piece.text.split()) not in framed]
    if _words(left) != _words([one.piece for one in mine]):
        found.missing += left
        found.extra += mine


def _misplace(found: Compared) -> None:
    """What is missing here and extra there stands at another place."""
    lacking = Counter(_key(piece) for piece in found.missing)
    for one in list(found.extra):
        key = _key(one.piece)
        if lacking[key]:
            lacking[key] -= 1
            found.extra.remove(one)
            found.missing.remove(next(piece for piece in found.missing if _key(piece) == key))
            found.misplaced.append(one)


def _key(piece: Piece) -> tuple[str, str]:
    # Which role the harness's texts have is no part of their words.
    return "user" if piece.voice == "instructions" else piece.voice, piece.text.strip()


def _words(pieces: Sequence[Piece]) -> str:
    return "".join("".join(piece.text.split()) for piece in pieces)


def _tool_names(text: str) -> list[str]:
    """The names in definitions that are one JSON document, or one a line."""
    try:
        return list(_names_in(json.loads(text)))
    except ValueError:
        return [name for line in text.splitlines() if line.startswith("{") for name in _names_in([json.loads(line)])]


def _names_in(value: object) -> Iterator[str]:
    tools = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    for tool in tools:
        if isinstance(tool, dict):
            name = tool.get("name") or (tool.get("function") or {}).get("name")
            yield from [name] if name else _names_in(tool)
