"""Parts of a statement that a passage leaves out: items of a list, the end of a quotation."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from inspector.text.similarity import content, stems_of

_STRETCH = re.compile(r"[.;:!?](?:\s|$)|\n|[()]| - ")
_JOINT = re.compile(r"(?<!\s)\s*+,\s*+(?:and |or |und |oder |& )?|(?<!\s)\s++(?:and|or|und|oder|&)\s++", re.IGNORECASE)
_ITEM_WORDS = 3
_AND_SO_ON = frozenset({"etc", "and so on", "usw", "atd", "тощо"})
_LEAST_ITEMS = 3
_CUT = re.compile(r"(?P<held>[^\n\"“”]{12,}?)\s*(?:\.\.\.|…)(?=[\"'”)\]\s]|$)")
_LEAST_HELD, _LEAST_GONE = 4, 3


def missing_items(statement: str, there: AbstractSet[str], anywhere: AbstractSet[str]) -> tuple[str, ...]:
    """Items of the longest list of a statement that stand nowhere, where others stand in the passage."""
    items = longest_list(statement)
    if len(items) < _LEAST_ITEMS:
        return ()
    stems = [(item, stems_of(item)) for item in items if item.rstrip(".").lower() not in _AND_SO_ON]
    kept = [item for item, held in stems if held and held <= there]
    gone = [item for item, held in stems if held and not held & there and not held <= anywhere]
    return tuple(gone) if kept else ()


def longest_list(statement: str) -> tuple[str, ...]:
    """The items of the longest list of short parts, joined by commas and a last "and"."""
    best: list[str] = []
    for sentence in _STRETCH.split(statement):
        if "," not in sentence:
            continue
        parts = [part.strip(" `\"'*") for part in _JOINT.split(sentence)]
        parts = [part for part in parts if part]
        if len(parts) < _LEAST_ITEMS:
            continue
        # The words before the list stand with its first item, those behind it with the last.
        first, last = parts[0].split(), parts[-1].split()
        width = max([len(part.split()) for part in parts[1:-1]] or [1])
        if width > _ITEM_WORDS:
            continue
        items = [" ".join(first[-width:]), *parts[1:-1], " ".join(last[:width])]
        if len(items) > len(best):
            best = items
    return tuple(best)


def cut_off(statement: str, passage: str) -> str | None:
    """The end of a statement that a quotation leaves out behind its dots, where it says more than a word or two."""
    if "..." not in passage and "…" not in passage:
        # Seen at once, where the pattern would be tried from every letter.
        return None
    flat = _flat(statement)
    for found in _CUT.finditer(passage):
        held = _flat(found["held"])
        tail = " ".join(held.split()[-_LEAST_HELD:])
        if len(held.split()) < _LEAST_HELD or tail not in flat:
            continue
        # A number, an address or a path that is cut in its middle is still known by what is left of it.
        rest = _behind(statement, tail)
        gone = [word for word in content(rest) if word not in stems_of(passage)]
        if len(gone) >= _LEAST_GONE:
            return _end(statement, rest)
    return None


def _behind(statement: str, tail: str) -> str:
    """The words of a statement behind some others; what of a last word is left over is no word of its own."""
    marks = r"[^\w\s]*\s*[^\w\s]*"
    found = re.search(marks.join(map(re.escape, tail.split())), statement, re.IGNORECASE)
    if found is None:
        return _flat(statement).partition(tail)[2]
    rest = statement[found.end() :]
    return _flat(" ".join(rest.split()[1 if rest[:1].strip() else 0 :]))


def _flat(text: str) -> str:
    return " ".join("".join(sign if sign.isalnum() or sign == "_" else " " for sign in text.lower()).split())


def _end(statement: str, rest: str) -> str:
    """About the last words of a statement, as they are written."""
    return " ".join(statement.split()[-len(rest.split()) :])
