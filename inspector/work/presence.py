"""What the work showed, present in a context or absent: where its value stands whole, and whether how it ended does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from inspector.model import Evidence, Fact, Item, Zone
from inspector.text.nfc import NfcText
from inspector.text.normal import text_form
from inspector.text.text_index import Hit, TextIndex
from inspector.work.lookup import places

_SEEN = 8
"""Places that are looked at for one beside which the ending is told."""
_ENDINGS = {
    "passed": r"\b(?:pass(?:es|ed|ing)?|ok|succe(?:eds?|eded|ss\w*)|green)\b|\bexit\w*(?: \w+){0,2} 0\b|[✓✅✔]",
    "failed": r"\bfail(?:s|ed|ing|ures?)?\b|\bexit\w*(?: \w+){0,2} [1-9]|[✗❌✘✖]",
    "skipped": r"\b(?:skip(?:s|ped)?|ignored)\b",
    "done": r"\b(?:done|completed?|finished)\b|\[x\]|[✓✅✔☑]",
    "under way": r"\b(?:under way|in[ _-]progress|active)\b|[⏳🔄]",
    "open": r"\b(?:open|pending|to-?do|remaining)\b|\[ \]|[☐⬜]",
}
_TOLD = {action: re.compile(words, re.IGNORECASE) for action, words in _ENDINGS.items()}
"""How something ended → the words for it."""


@dataclass(frozen=True, slots=True)
class ContextText:
    """A text of a context, and the item that it belongs to."""

    zone: Zone
    item: Item
    text: str
    is_name: bool = False
    """Whether it stands beside the item's own text, such as the name of a file whose content was put back."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a thing that the work showed stands in a context."""

    where: Evidence | None
    """Where its value stands whole; None where it does not."""
    ended_told: bool | None = None
    """Whether the line says how it ended; None where it has no ending, or its own message was kept."""


class Context:
    """The texts of a context, indexed once, so that tens of thousands of things are lookups."""

    def __init__(self, texts: Sequence[ContextText], kept: frozenset[int]) -> None:
        """``kept`` are the items that stayed as they were."""
        # What instructions name was there before the work; a place that tells of the work is shown ahead of it.
        self._texts = sorted(texts, key=lambda text: text.zone is Zone.INSTRUCTIONS)
        self._wholes = [NfcText(text.text) for text in self._texts]
        self._index = TextIndex(tuple(whole.text for whole in self._wholes))
        self._kept = kept

    def presence(self, fact: Fact) -> Presence:
        """Whether a fact's own message was kept, the latest first, or else its value stands somewhere."""
        for quote, text in zip(reversed(fact.quotes), reversed(fact.texts), strict=True):
            if quote.item in self._kept:
                return Presence(Evidence(Zone.KEPT, quote.item, quote.start, quote.end, text))
        hits = list(islice(places(fact, self._index), _SEEN))
        if not hits:
            return Presence(None)
        told = _TOLD.get(fact.action)
        if told is None:
            return Presence(self._evidence(hits[0]))
        ended = next((hit for hit in hits if told.search(self._beside(fact, hit))), None)
        return Presence(self._evidence(ended or hits[0]), ended is not None)

    def _evidence(self, hit: Hit) -> Evidence:
        text, whole = self._texts[hit.place], self._wholes[hit.place]
        if text.is_name:
            return Evidence(text.zone, text.item.number, 0, 0, text.text)
        start, end = whole.place(hit.start, hit.end)
        return Evidence(text.zone, text.item.number, start, end, whole.original[start:end])

    def _beside(self, fact: Fact, hit: Hit) -> str:
        """The line of a place without what was looked for: the name of a test may say that it fails."""
        before, behind = self._index.line_around(hit)
        # An entry of a list is found with the whole line.
        found = self._index.texts[hit.place][hit.start : hit.end] if fact.extractor == "todos" else ""
        return f"{before} {text_form(found).replace(fact.value, ' ')} {behind}"
