"""What a compaction of Kimi Code keeps of the user's messages, to the character: its tail, and the head before it.

It counts a token for four characters of ASCII and one for each other character. The latest messages are kept up to
18,000 of them, the message at the edge by its end; what is in front of that fills 2,000 more, and there the message
at the edge is kept by its start. Where all fit into 20,000 nothing is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from inspector.read.values import as_dict, as_list, as_text

_ALL, _HEAD = 20_000, 2_000
_MEDIA = 2_000
_ROLE = 1
"""What the word user counts in each message."""


class Words(NamedTuple):
    """A message of the user as it is counted: its texts as one, and the tokens of all that is in it."""

    text: str
    tokens: int


class Kept(NamedTuple):
    """A message that stays: which one, and the text that is left of it where it was cut."""

    place: int
    cut: str | None = None


def words_of(content: Any) -> Words:
    if isinstance(content, str):
        return Words(content, _ROLE + tokens_of(content))
    parts = [as_dict(part) for part in as_list(content)]
    texts = [as_text(part.get("text")) for part in parts if part.get("type") == "text"]
    media = sum(as_text(part.get("type")).endswith("_url") for part in parts)
    return Words("".join(texts), _ROLE + sum(map(tokens_of, texts)) + media * _MEDIA)


def tokens_of(text: str) -> int:
    """Kimi's own guess."""
    plain = len(text) if text.isascii() else sum(char < "\x80" for char in text)
    return -(-plain // 4) + len(text) - plain


def select(messages: Sequence[Words]) -> tuple[list[Kept], list[Kept]]:
    """Head and tail of what is kept; no head where nothing is cut."""
    if sum(message.tokens for message in messages) <= _ALL:
        return [], [Kept(place) for place in range(len(messages))]
    tail, first, edge = _tail(messages, _ALL - _HEAD)
    before = list(messages[:first])
    if edge:
        before.append(Words(edge, _ROLE + tokens_of(edge)))
    head, room = [], _HEAD
    for place, message in enumerate(before):
        if room <= 0:
            break
        if message.tokens <= room:
            head.append(Kept(place, edge if edge and place == first else None))
            room -= message.tokens
            continue
        head.append(Kept(place, _start(message.text, room)))
        break
    return head, tail


def _tail(messages: Sequence[Words], room: int) -> tuple[list[Kept], int, str]:
    """The kept tail, the place of its first message, and what was cut off in front of that."""
    tail: list[Kept] = []
    first = len(messages)
    for place in range(len(messages) - 1, -1, -1):
        if room <= 0:
            break
        message, first = messages[place], place
        if message.tokens <= room:
            tail.insert(0, Kept(place))
            room -= message.tokens
            continue
        end = _start(message.text[::-1], room)[::-1]
        tail.insert(0, Kept(place, end))
        return tail, first, message.text[: len(message.text) - len(end)]
    return tail, first, ""


def _start(text: str, room: int) -> str:
    """As much of a text's start as counts no more than ``room``."""
    if text.isascii():
        return text[: room * 4]
    plain = other = 0
    for index, char in enumerate(text):
        plain, other = (plain + 1, other) if char < "\x80" else (plain, other + 1)
        if -(-plain // 4) + other > room:
            return text[:index]
    return text
