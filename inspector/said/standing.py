"""Where the words of sentences stand in a context: word for word, in part, or not. Counted; it says no more.

Word for word is but for case, blanks, quotes, dashes and marks of emphasis. In part is one passage, a line with its
neighbours, that holds half of the words or more, each weighed by how few lines have it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache

from inspector.model import Evidence, Fact, Fold, Standing, Verdict, Zone
from inspector.reconstruct.after import After, ZoneText
from inspector.text.normalise import bare, normalise
from inspector.text.passages import Passage, Passages
from inspector.text.phrases import Phrases
from inspector.text.words import word_forms, words_in

HALF, _NEAR = 0.5, 0.25
"""Of the weight of a sentence's words: below the first nothing says that a passage is about the
same, below the second it is not worth a look."""
_UNREAD = "Nobody can read what the compaction left; it does not stand in the messages that were kept."
_normal = lru_cache(maxsize=512)(normalise)
_BLACKED_OUT = "REDACTED"
"""What recorders write over what may be a secret: each place may hide another."""


class Context:
    """The texts of a context, ready to be searched for many sentences."""

    def __init__(self, texts: Iterable[ZoneText]) -> None:
        self._texts = sorted(texts, key=lambda text: text.zone is not Zone.SUMMARY)
        self._normal = Phrases(_normal(text.text) for text in self._texts)
        self._told: dict[Evidence, Evidence] = {}

    @cached_property
    def passages(self) -> Passages:
        """The same by lines."""
        return Passages([text.text for text in self._texts])

    def holds(self, words: str) -> bool:
        """Whether some words stand there word for word."""
        return self._first(words) is not None

    def find(self, words: str) -> Evidence | None:
        """Where some words stand word for word, the summary first."""
        text = self._first(words)
        if text is None:
            return None
        start, end = _place(words, text.text)
        if not end and (near := self.nearest(words)) is not None:
            # Letters whose accents are written in other signs: the passage is all that can be shown.
            return near[0]
        return Evidence(text.zone, text.item.number, start, end, text.text[start:end])

    def nearest(self, words: str) -> tuple[Evidence, Passage] | None:
        """The passage that shares most of some words; None where it shares none."""
        found = self.passages.nearest(word_forms(words))
        return (self.evidence(found[0]), found[0]) if found else None

    def evidence(self, passage: Passage) -> Evidence:
        """A passage as evidence."""
        text = self._texts[passage.place]
        words = text.text[passage.start : passage.end]
        # Many sentences come nearest to the same one.
        found = Evidence(text.zone, text.item.number, passage.start, passage.end, words)
        return self._told.setdefault(found, found)

    def _first(self, words: str) -> ZoneText | None:
        return next((self._texts[number] for number in self._normal.with_words(bare(words))), None)


def stand(
    facts: Sequence[Fact],
    after: After,
    before: After | None = None,
    *,
    unread: bool = False,
    check: Callable[[], object] = lambda: None,
) -> Iterator[Standing]:
    """Where the words of each sentence stand, in their order.

    ``before``: the context that ``after`` was made of; what did not stand there either is marked so. ``unread``: nobody
    can read what is left, so that what is not in a kept message is undecided. ``check`` may raise to stop the work.
    """
    here = Context(after.texts)
    earlier = Context(before.texts) if before is not None else None

    def was_there(fact: Fact) -> bool:
        own = before is not None and any(quote.item in before.kept for quote in fact.quotes)
        return earlier is None or own or earlier.holds(fact.texts[0])

    for fact in facts:
        check()
        found = _standing(fact, here, after.kept, unread=unread)
        was = found.verdict is Verdict.VERBATIM or was_there(fact)
        yield found if was else replace(found, before=False)


def not_whole(facts: Iterable[Fact], texts: Iterable[ZoneText], kept: Collection[int]) -> Iterator[tuple[Fact, bool]]:
    """The sentences that do not stand word for word in a context, in their order, each with whether part of it does.

    ``kept``: the items that stand there themselves. What is folded (pasted, too short to be found) is left out.
    """
    here = Context(texts)
    for fact in facts:
        if fact.fold is None:
            verdict = _standing(fact, here, kept, unread=False).verdict
            if verdict in (Verdict.PART, Verdict.ABSENT):
                yield fact, verdict is Verdict.PART


def _standing(fact: Fact, here: Context, kept: Collection[int], *, unread: bool) -> Standing:
    for quote, text in zip(reversed(fact.quotes), reversed(fact.texts), strict=True):
        if quote.item in kept:
            own = Evidence(Zone.KEPT, quote.item, quote.start, quote.end, text)
            return Standing(Verdict.VERBATIM, "The message itself was kept.", evidence=(own,))
    text = fact.texts[0]
    if (found := here.find(text)) is not None and (fact.question is None or here.holds(fact.question.text)):
        return Standing(Verdict.VERBATIM, "It stands there word for word.", evidence=(found,))
    if unread:
        return Standing(Verdict.UNDECIDED, _UNREAD)
    near = here.nearest(text) if fact.fold is not Fold.SHORT else None
    if near is not None and near[1].share >= HALF:
        missing = tuple(_missing(text, near[1].held))
        why = "Part of its words stand there." if missing else "Its words stand there, but not in one piece."
        return Standing(Verdict.PART, why, evidence=(near[0],), missing=missing)
    nearest = near[0] if near is not None and near[1].share >= _NEAR else None
    if _BLACKED_OUT in text:
        why = "A part of it is blacked out in this log, so it cannot be looked for."
        return Standing(Verdict.UNDECIDED, why, nearest=nearest)
    return Standing(Verdict.ABSENT, "Its words do not stand there.", nearest=nearest)


def _missing(text: str, held: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The stretches of a text whose words are not among those held; neighbours are one, shared signs are held."""
    there = frozenset(held)
    start = end = behind = -1
    for word in words_in(text):
        if word.form in there:
            if 0 <= start < word.start:
                yield start, min(end, word.start)
            start, behind = -1, word.end
        else:
            start, end = (max(word.start, behind) if start < 0 else start), word.end
    if start >= 0:
        yield start, end


def _place(words: str, text: str) -> tuple[int, int]:
    """Where words that stand in a text word for word stand in it; (0, 0) where that cannot be told."""
    start = text.find(words)
    if start >= 0:
        return start, start + len(words)
    parts = re.findall(r"\w+", words)
    found = re.search(r"(?:\W|_)+?".join(map(re.escape, parts)), text, re.IGNORECASE) if parts else None
    return found.span() if found else (0, 0)
