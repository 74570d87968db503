"""What a row of the log puts into the context: calls and results, and what was sent in the person's name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.model import ItemKind, Origin
from inspector.read.adapter import Record
from inspector.read.drafts import Piece
from inspector.read.parts import call, contents, pieces
from inspector.read.values import as_dict, as_list, as_text

CANCELLED = "cancelled"
_FAILED = ("error", CANCELLED)
_NAMED = re.compile(r"@\S+")


def with_summary(wanted: list[Piece]) -> list[Piece]:
    """The list with its summary known as one: the model is made to thank for it, whatever its words are."""
    found = list(wanted)
    for place, piece in enumerate(wanted[1:], 1):
        before = wanted[place - 1]
        if piece.detail == "acknowledgement" and before.kind is ItemKind.USER:
            kind, origin = ItemKind.SUMMARY, Origin.HARNESS
            found[place - 1] = before._replace(kind=kind, origin=origin, detail="compact_summary")
    return found


def pieces_of_user(message: Record, pointer: str = "") -> list[Piece]:
    """What a user message holds. Where the log tells what was shown as typed, the template of a command and a hook's
    words are not the person's; what stands behind the command's name is."""
    held = pieces(message.get("content"), f"{pointer}/content", "user")
    shown = "".join(as_text(as_dict(part).get("text")) for part in as_list(message.get("displayContent"))).strip()
    if not shown:
        return held
    is_command = shown.startswith("/")
    for place, piece in enumerate(held):
        if piece.origin is Origin.HUMAN and (is_command or _plain(shown) not in _plain(as_text(piece.value))):
            held[place] = piece._replace(origin=Origin.HARNESS, detail="command")
    if is_command and (said := shown.partition(" ")[2].strip()):
        held.append(Piece(ItemKind.USER, Origin.HUMAN, said, "", "typed", hold=True, enter=False))
    return held


def _plain(text: str) -> str:
    """A text without the paths in it: a folder that is named is sent with all that is in it."""
    return _NAMED.sub("@", text)


def pieces_in_row(message: Record, pointer: str) -> Iterator[Piece]:
    """What a message in a list puts into the context."""
    kind = as_text(message.get("type"))
    if kind == "user":
        yield from pieces_of_user(message, pointer)
    elif kind == "gemini":
        for piece in pieces_in_answer(message, thoughts=False):
            yield piece._replace(pointer=pointer + piece.pointer)
    elif "parts" in message:
        yield from (piece._replace(pointer=pointer + piece.pointer[2:]) for piece in contents([message], ""))


def pieces_in_answer(message: Record, *, thoughts: bool) -> list[Piece]:
    """What a gemini message holds: thoughts, which are not sent again, its text, its calls, their results."""
    found: list[Piece] = []
    for index, thought in enumerate(as_list(message.get("thoughts")) if thoughts else ()):
        for key in ("description", "subject"):
            if as_text(as_dict(thought).get(key)):
                place, subject = f"/thoughts/{index}/{key}", as_text(thought.get("subject"))
                reasoning = ItemKind.REASONING
                found.append(Piece(reasoning, Origin.AGENT, thought[key], place, headline=subject, enter=False))
                break
    content = pieces(message.get("content"), "/content", "model")
    # Thoughts are taken out of every request.
    found += (piece._replace(enter=False) if piece.kind is ItemKind.REASONING else piece for piece in content)
    if any(piece.kind is ItemKind.TOOL_CALL for piece in content):
        return found  # the program, too, takes these alone
    calls = as_list(message.get("toolCalls"))
    for index, called in enumerate(calls):
        if isinstance(called, dict) and (called.get("name") or "args" in called):
            found.append(call(called, f"/toolCalls/{index}"))
    for index, called in enumerate(calls):
        found += _results(as_dict(called), f"/toolCalls/{index}/result")
    return found


def _results(called: Record, pointer: str) -> list[Piece]:
    result, failed = called.get("result"), called.get("status") in _FAILED
    name, call_id = as_text(called.get("name")), as_text(called.get("id"))
    if isinstance(result, str) and result:
        return [Piece(ItemKind.TOOL_RESULT, Origin.TOOL, result, pointer, "", name, call_id, error=failed)]
    found = []
    for piece in pieces(result, pointer, "user") if result else ():
        kind, origin, value, place = piece[:4]
        if kind is not ItemKind.TOOL_RESULT and origin is Origin.HUMAN and piece.detail in ("answer", "plan_feedback"):
            found.append(piece)
            continue
        # Else text or media beside the response: a file that was read, a picture.
        detail, error = (piece.detail, piece.error) if kind is ItemKind.TOOL_RESULT else ("", False)
        told = Piece(ItemKind.TOOL_RESULT, Origin.TOOL, value, place, detail, name, call_id, "", failed or error)
        found.append(told._replace(hold=True) if piece.hold else told)
    return found
