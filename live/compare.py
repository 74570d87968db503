"""A request as it was sent against the context that the inspector gives for it."""

import json
import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from live.wire import Body, Piece, call_piece, tools_piece

_VOICES = {"summary": "user", "attachment": "user", "tool_result": "result"}
"""Of kinds of items that are no voices themselves."""
_NAMES = {"instructions": "system prompt", "tools": "tool definitions"}
"""What logs without them call these."""
_PICTURE = re.compile(r"\n?\[image, [^\]\n]*\]")
"""What stands in a text for a picture."""


@dataclass(slots=True)
class Compared:
    """One request: equal where nothing is missing, extra or misplaced."""

    number: int
    named: list[str] = field(default_factory=list)
    """What the log cannot hold, and the inspector says so."""
    missing: list[Piece] = field(default_factory=list)
    extra: list[Piece] = field(default_factory=list)
    misplaced: list[Piece] = field(default_factory=list)

    @property
    def is_equal(self) -> bool:
        """Whether every piece is there in its place, or named as not in the log."""
        return not (self.missing or self.extra or self.misplaced)


def given(context: Body) -> Iterator[Piece]:
    """The pieces of ``inspector context --json``; pictures and cleared items have no words."""
    for entry in context["entries"]:
        text = _PICTURE.sub("", entry["text"] or "")
        if entry["text"] is None or (entry["text"] and not text):
            continue
        place = f"item {entry['item']}" + (f", line {entry['line']}" if entry.get("line") is not None else "")
        if entry["kind"] == "tool_call":
            yield call_piece(entry["tool"], text, place)
        elif entry["detail"] == "tools" and entry["kind"] == "instructions":
            yield from tools_piece(text)
        else:
            yield Piece(_VOICES.get(entry["kind"], entry["kind"]), text, place)


def compare(
    number: int, sent: Sequence[Piece], ours: Sequence[Piece], names: Collection[str], name_of: Callable[[Piece], str]
) -> Compared:
    """Hold one request against one context.

    ``names`` are what the inspector says is not in the log; ``name_of`` says what a piece is called there. Where a
    text is one piece on one side and several on the other, only its words count. Definitions of tools are the same by
    their names, wherever they stand.
    """

    def named(piece: Piece) -> str:
        name = name_of(piece) or _NAMES.get(piece.voice, "")
        return name if name in names else ""

    found = Compared(number)
    sent, ours = _tools_first(sent), _tools_first(ours)
    a, b = list(map(_key, sent)), list(map(_key, ours))
    for tag, a1, a2, b1, b2 in SequenceMatcher(None, a, b, autojunk=False).get_opcodes():
        if tag != "equal":
            _differ(found, sent[a1:a2], ours[b1:b2], named)
    _misplace(found)
    return found


def _tools_first(pieces: Sequence[Piece]) -> list[Piece]:
    names = {name for piece in pieces if piece.voice == "tools" for name in json.loads(piece.text)}
    told = [Piece("tools", json.dumps(sorted(names)))] if names else []
    return [*told, *(piece for piece in pieces if piece.voice != "tools")]


def _differ(found: Compared, sent: list[Piece], ours: list[Piece], name_of: Callable[[Piece], str]) -> None:
    """Sort what stands between two pieces that both sides have."""
    left, mine = list(sent), list(ours)
    for piece in sent:
        name = name_of(piece)
        if name and _key(piece) not in map(_key, mine):
            found.named.append(name)
            left.remove(piece)
            # A frame that is not in the log stands around one text that is, on lines of its own.
            held = [
                one for one in mine if one.voice == piece.voice and f"\n{one.text.strip()}\n" in f"\n{piece.text}\n"
            ]
            if held:
                mine.remove(max(held, key=lambda one: len(one.text)))
    if _words(left) != _words(mine):
        found.missing += left
        found.extra += mine


def _misplace(found: Compared) -> None:
    """What is missing here and extra there stands at another place."""
    for one in list(found.extra):
        twin = next((piece for piece in found.missing if _key(piece) == _key(one)), None)
        if twin is not None:
            found.missing.remove(twin)
            found.extra.remove(one)
            found.misplaced.append(one)


def _key(piece: Piece) -> tuple[str, str]:
    # Which role the harness's texts have is no part of their words.
    return "user" if piece.voice == "instructions" else piece.voice, piece.text.strip()


def _words(pieces: Sequence[Piece]) -> str:
    return "".join("".join(piece.text.split()) for piece in pieces)
