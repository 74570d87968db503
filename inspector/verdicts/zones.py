"""The context after a compaction, zone by zone, cut into passages that can hold evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from inspector.model import Compaction, Evidence, Fact, Item, ItemKind, Origin, Session, Zone
from inspector.text.language import language_of
from inspector.text.normalise import normalise, squeezed
from inspector.text.similarity import Weights, stems_of
from inspector.text.units import split
from inspector.verdicts.speech import Speech


@dataclass(frozen=True, slots=True)
class Passage:
    """One unit of a text in the context after. Characters are half-open in the item's text."""

    zone: Zone
    item: int
    start: int
    end: int
    text: str
    section: str
    stems: frozenset[str]
    by_harness: bool = False
    """Lists of skills and tools, restored files: they share words with much and tell nothing of what a person said."""

    def evidence(self) -> Evidence:
        """The passage as evidence."""
        return Evidence(self.zone, self.item, self.start, self.end, self.text)


@dataclass(frozen=True, slots=True)
class ZoneText:
    """The whole text of one item of the context after."""

    zone: Zone
    item: Item
    text: str


class Joined(NamedTuple):
    """Passages taken together."""

    text: str
    stems: frozenset[str]
    normal: str
    """The text in its normal form."""


class After:
    """What the model has after a compaction, and what it can be searched by."""

    def __init__(
        self,
        compaction: Compaction,
        texts: tuple[ZoneText, ...],
        answers: frozenset[int],
        speech: Speech | None = None,
    ) -> None:
        self.compaction = compaction
        self.texts = texts
        self.kept = frozenset(compaction.kept) | answers
        """Items kept as they were, and what the human said inside tool results that were."""
        self.quoting = 0.0
        """The share of the human's statements that stand here word for word; set by who has asked that first."""
        self.speech = speech
        """The languages of the session's speakers; None where nothing is known of them."""
        self._joined: dict[tuple[int, int], Joined | None] = {}

    def with_texts(self, texts: tuple[ZoneText, ...]) -> After:
        """The same place in the session with other texts."""
        return After(self.compaction, texts, self.kept, self.speech)

    @cached_property
    def language(self) -> str:
        """What the texts are written in that are not the person's own; "" where they do not tell."""
        told = [text.text for text in self.texts if text.item.origin is not Origin.HUMAN]
        return language_of("\n".join(told) or self.whole)

    def is_foreign(self, fact: Fact) -> bool:
        """Whether a fact is told in another language than these texts, so that few of its words can stand there."""
        return self.speech is not None and self.speech.differs(fact, self.language)

    def is_long(self, fact: Fact) -> bool:
        """Whether a fact was said in a plan or a document, of which more is left out."""
        return self.speech is not None and self.speech.is_long(fact)

    @cached_property
    def passages(self) -> tuple[Passage, ...]:
        """Every passage, in order of the context."""
        return tuple(_passages(self.texts))

    @cached_property
    def weights(self) -> Weights:
        """How telling a stem is here."""
        return Weights(passage.stems for passage in self.passages)

    @cached_property
    def normalised(self) -> tuple[tuple[ZoneText, str], ...]:
        """The texts in their normal form, for word-for-word search."""
        return tuple((text, normalise(text.text)) for text in self.texts)

    @cached_property
    def whole(self) -> str:
        """All texts as one."""
        return "\n".join(text.text for text in self.texts)

    @cached_property
    def squeezed(self) -> str:
        """All texts as one, letters and digits alone: a name is the same in every style of writing it."""
        return squeezed(self.whole)

    @cached_property
    def stems(self) -> frozenset[str]:
        """All stems of all passages."""
        return frozenset(stem for passage in self.passages for stem in passage.stems)

    @cached_property
    def index(self) -> dict[str, list[int]]:
        """Stem → places of the passages that hold it."""
        found: dict[str, list[int]] = {}
        for place, passage in enumerate(self.passages):
            for stem in passage.stems:
                found.setdefault(stem, []).append(place)
        return found

    def joined(self, place: int, width: int) -> Joined | None:
        """Neighbouring passages of one item as one, or None where they are not neighbours."""
        key = (place, width)
        if key not in self._joined:
            self._joined[key] = self._join(place, width)
        return self._joined[key]

    def _join(self, place: int, width: int) -> Joined | None:
        if place + width > len(self.passages):
            return None
        run = self.passages[place : place + width]
        if run[0].item != run[-1].item or run[-1].start - run[0].end > 400:
            return None
        stems = run[0].stems.union(*(passage.stems for passage in run[1:]))
        text = "\n".join(passage.text for passage in run)
        return Joined(text, stems, normalise(text))

    def span(self, first: Passage, last: Passage) -> Evidence:
        """From one passage to another of the same item, word for word with what stands between them."""
        whole = next(text.text for text in self.texts if text.item.number == first.item and text.zone is first.zone)
        return Evidence(first.zone, first.item, first.start, last.end, whole[first.start : last.end])


_OF_THE_AGENT = "base_instructions"
"""The detail of a prompt that comes with the agent: it was there before anybody spoke, and carries nobody's words."""


def look_after(
    session: Session, compaction: Compaction, read: Callable[[Item], str], speech: Speech | None = None
) -> After:
    """The texts the model has after a compaction, by zone. Tool results that were kept stand for themselves.

    ``speech`` for who looks at many compactions of a session: what it knows of the whole is found once.
    """
    speech = speech or Speech(session, read)
    numbers = {number: _kept_zone(session.items[number - 1]) for number in compaction.kept}
    for number in (*compaction.inserted, *compaction.restored):
        item = session.items[number - 1]
        numbers[number] = _zone(item, compaction)
    texts = []
    for number, zone in sorted(numbers.items()):
        item = session.items[number - 1]
        if zone is Zone.KEPT and item.kind not in (ItemKind.USER, ItemKind.ASSISTANT, ItemKind.SUMMARY):
            continue
        if zone is Zone.SUMMARY and not compaction.record.readable:
            continue
        if zone is Zone.INSTRUCTIONS and item.detail == _OF_THE_AGENT:
            continue
        texts.append(ZoneText(zone, item, read(item)))
    return After(compaction, tuple(texts), _answers_kept(session, compaction, speech), speech)


def _kept_zone(item: Item) -> Zone:
    return Zone.INSTRUCTIONS if item.kind is ItemKind.INSTRUCTIONS else Zone.KEPT


def _answers_kept(session: Session, compaction: Compaction, speech: Speech) -> frozenset[int]:
    """What the human said inside tool results that were kept: items of their own, never in a context by themselves."""
    calls = {session.items[number - 1].call_id for number in compaction.kept}
    return frozenset(number for call in calls for number in speech.answers.get(call, ()))


def _zone(item: Item, compaction: Compaction) -> Zone:
    if item.number == compaction.record.summary or item.kind is ItemKind.SUMMARY:
        return Zone.SUMMARY
    return Zone.INSTRUCTIONS if item.kind is ItemKind.INSTRUCTIONS else Zone.RESTORED


def _passages(texts: tuple[ZoneText, ...]) -> Iterator[Passage]:
    for text in texts:
        by_harness = text.zone is Zone.RESTORED or (text.zone is Zone.KEPT and text.item.origin is Origin.HARNESS)
        for unit in split(text.text):
            for start, end in _windows(text.text, unit.start, unit.end):
                words = text.text[start:end]
                stems = stems_of(words)
                if stems:
                    yield Passage(text.zone, text.item.number, start, end, words, unit.section, stems, by_harness)


def _windows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A stretch as it is, or cut at blanks: what has no sentences can be as long as a file."""
    while end - start > _LONGEST:
        cut = text.rfind(" ", start + _LONGEST // 2, start + _LONGEST)
        cut = start + _LONGEST if cut < 0 else cut + 1
        yield start, cut
        start = cut
    yield start, end


_LONGEST = 1_200
"""Characters of a passage: more is no evidence that a person could look at."""
