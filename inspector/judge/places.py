"""Where the words that a judge quotes stand: in the history, or in what is left."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from inspector.judge.copy import context_items, labeller
from inspector.llm.ask import find_quote
from inspector.model import Evidence, Item, ItemKind, Origin, Zone
from inspector.read.tools import ToolKind, tool_kind
from inspector.reconstruct.after import After, ZoneText
from inspector.reconstruct.segment import Segment

# What a quote leaves out, and what was taken out before it was sent.
_GAP = re.compile(r"\s*(?:\[?…\]?|\.\.\.|\[redacted(?: \d+)?: [^\]]*\]|…\[[\d,]+ characters\]…)\s*")
_LEAST = 3
"""Words of a part of a quote that can be looked for by itself."""
_SPOKEN = (ToolKind.ASK, ToolKind.PLAN)


@dataclass(frozen=True, slots=True)
class Place:
    """Words in one item."""

    item: Item
    start: int
    end: int
    text: str
    moved: bool = False
    """It stands elsewhere than the judge said."""


class QuotableHistory:
    """The sources of statements before a compaction: what people and agents said, and an earlier summary."""

    def __init__(self, segment: Segment) -> None:
        self._read = segment.read
        self._label = labeller(segment)
        self._items = context_items(segment)
        self._sources = sorted(filter(_is_source, self._items), key=_rank)
        self._texts: dict[int, str] = {}
        self._by_label: dict[str, list[Item]] = {}
        for item in self._items:
            self._by_label.setdefault(self._label(item), []).append(item)
        for item in segment.session.items:
            self._by_label.setdefault(self._label(item), [item])

    def find(self, quote: str, label: str) -> Place | None:
        """Where a quote stands: on the line it was said to be from, else anywhere; people's words first."""
        for words in _variants(quote):
            here = [item for item in self._sources if self._label(item) == label]
            place = self._first(words, here, moved=False)
            if place is None:
                place = self._first(words, self._sources, moved=True)
            if place is not None:
                return place
        return None

    def named(self, labels: Iterable[str]) -> tuple[int, ...]:
        """The items that labels lead to; a label that leads nowhere gives none."""
        return tuple(dict.fromkeys(item.number for label in labels for item in self._by_label.get(label, ())))

    def _first(self, words: str, items: Sequence[Item], *, moved: bool) -> Place | None:
        for item in items:
            if item.number not in self._texts:
                self._texts[item.number] = self._read(item)
            found = _in(words, self._texts[item.number])
            if found is not None:
                return Place(item, found.start, found.end, found.words, moved)
        return None


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    words: str


def find_evidence(quote: str, after: After) -> Evidence | None:
    """Where words stand in what is left; the summary first."""
    return _first(quote, sorted(after.texts, key=lambda text: text.zone is not Zone.SUMMARY))


def find_claim(quote: str, texts: Iterable[ZoneText]) -> Evidence | None:
    """Where a claim stands in the new summary."""
    return _first(quote, [text for text in texts if text.zone is Zone.SUMMARY])


def _first(quote: str, texts: Sequence[ZoneText]) -> Evidence | None:
    """Where the first text that has them holds the words; what a quote says whole goes before a part of it."""
    for words in _variants(quote):
        for text in texts:
            found = _in(words, text.text)
            if found is not None:
                return Evidence(text.zone, text.item.number, found.start, found.end, found.words)
    return None


def find_words(quote: str, text: str) -> tuple[int, int] | None:
    """Where a text has some words; half-open characters."""
    found = next((one for words in _variants(quote) if (one := _in(words, text)) is not None), None)
    return (found.start, found.end) if found is not None else None


def _in(words: str, text: str) -> _Found | None:
    start = text.find(words)
    if start >= 0:
        return _Found(start, start + len(words), words)
    match = find_quote(words, text)
    return _Found(match.start(), match.end(), match[0]) if match else None


def _variants(quote: str) -> Iterator[str]:
    """A quote as it is, without marks around it, and the longest part of one that leaves something out."""
    plain = quote.strip()
    if not plain:
        return
    yield plain
    bare = re.sub(r"^\[[L#]\d+[^\]]*\]\s*", "", plain).strip(" \"'“”‘’`")
    if bare and bare != plain:
        yield bare
    parts = [part for part in _GAP.split(bare) if len(part.split()) >= _LEAST]
    if parts and parts != [bare]:
        yield max(parts, key=len)


def _is_source(item: Item) -> bool:
    if item.kind is ItemKind.TOOL_CALL or item.kind is ItemKind.TOOL_RESULT:
        return tool_kind(item.tool) in _SPOKEN
    return item.origin is Origin.HUMAN or item.kind in (ItemKind.ASSISTANT, ItemKind.SUMMARY, ItemKind.USER)


def _rank(item: Item) -> tuple[int, int]:
    """People's own words before all else: an agent and a summary repeat them."""
    if item.origin is Origin.HUMAN:
        return 0, item.number
    return (1 if item.kind is ItemKind.SUMMARY else 2), item.number
