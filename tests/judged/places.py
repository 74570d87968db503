"""Answers without the logs' words: what a judge quoted stands as places in items, and gets its words back from the log.

A text that an answer quotes becomes ``[[item, start, end], …]``, one place after the other as they were written, with
what stands in no item between them as it is: marks and dots of the model's own. Reasons are left out: they retell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from inspector.judge.copy import context_items
from inspector.model import Item
from inspector.reconstruct.after import look_after
from inspector.reconstruct.segment import Segment

_QUOTES = ("quote", "evidence")
_SHORTEST = 8
"""Characters of a piece that is looked for by itself."""


def without_words(answer: dict[str, Any], segment: Segment) -> dict[str, Any]:
    """An answer with places for what it quotes. Raises ValueError for words that stand nowhere in the log."""
    texts = _texts(segment)
    kept: dict[str, Any] = {}
    for part, entries in answer.items():
        kept[part] = [
            {key: _kept(key, value, lambda words: packed(words, texts)) for key, value in one.items() if key != "why"}
            for one in entries
        ]
    return kept


def _kept(key: str, value: Any, work: Callable[[Any], Any]) -> Any:
    """A value of an answer with the work done on what it quotes."""
    if key == "bars" and isinstance(value, dict):
        return value | {"names": [work(name) for name in value.get("names") or ()]}
    return work(value) if key in _QUOTES else value


def with_words(answer: dict[str, Any], read: Callable[[int], str]) -> dict[str, Any]:
    """The same answer with its words again; ``read`` gives the text of an item."""
    return {
        part: [
            {key: _kept(key, value, lambda places: unpacked(places, read)) for key, value in one.items()}
            for one in entries
        ]
        for part, entries in answer.items()
    }


def _texts(segment: Segment) -> list[tuple[int, str]]:
    """What an answer may quote: what is left, then what stood before, people's words first."""
    after = look_after(segment.session, segment.compaction, segment.read)
    left = [(text.item.number, text.text) for text in after.texts]
    items: Sequence[Item] = sorted(context_items(segment), key=lambda item: item.origin.value != "human")
    return [*left, *((item.number, segment.read(item)) for item in items)]


def packed(text: str, texts: Sequence[tuple[int, str]]) -> list[Any]:
    """A text as places, the longest that fit; single signs between them as they are.

    Raises ValueError for words that stand in none of the texts.
    """
    pieces: list[Any] = []
    start = 0
    while start < len(text):
        found = _longest(text, start, texts)
        if found is None:
            sign = text[start]
            if pieces and isinstance(pieces[-1], str):
                pieces[-1] += sign
            else:
                pieces.append(sign)
            if sum(letter.isalnum() for letter in str(pieces[-1])) > _SHORTEST:
                raise ValueError(f"{len(str(pieces[-1]))} characters of an answer stand nowhere in the log")
            start += 1
            continue
        pieces.append(list(found))
        start += found[2] - found[1]
    return pieces


def _longest(text: str, start: int, texts: Sequence[tuple[int, str]]) -> tuple[int, int, int] | None:
    best: tuple[int, int, int] | None = None
    need = min(_SHORTEST, len(text) - start)
    for number, body in texts:
        place = body.find(text[start : start + need])
        if place < 0:
            continue
        length = _shared(text, start, body)
        if best is None or length[1] - length[0] > best[2] - best[1]:
            best = (number, *length)
        if best[2] - best[1] == len(text) - start:
            break
    return best


def _shared(text: str, start: int, body: str) -> tuple[int, int]:
    """The longest beginning of ``text[start:]`` that stands in a body, and where."""
    low, high = 1, len(text) - start
    while low < high:
        middle = (low + high + 1) // 2
        if body.find(text[start : start + middle]) >= 0:
            low = middle
        else:
            high = middle - 1
    place = body.find(text[start : start + low])
    return place, place + low


def unpacked(places: Sequence[Any], read: Callable[[int], str]) -> str:
    """What stands at places, with the signs between them."""
    return "".join(one if isinstance(one, str) else read(one[0])[one[1] : one[2]] for one in places)
