"""Every sentence that a human wrote in a session, found once: the same, with the same id, at every compaction."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from inspector.model import Fact, FactKind, Fold, Item, Origin, Quote, Said, Session
from inspector.read.values import without_stand_ins
from inspector.said.own_words import HUMAN, own_words
from inspector.said.pasted import pasted_ranges
from inspector.said.picks import question_of
from inspector.secrets.find import part_of
from inspector.text.normalise import bare
from inspector.text.sentences import sentences
from inspector.text.words import word_count

SAID = "said"
"""What is called the extractor of these."""
Known = dict[tuple[str, str], Fact]
"""Words as they are compared, and what was asked → the sentence; in the order said."""
_LEAST = 3
"""Words of a sentence that can be looked for: fewer stand somewhere by chance."""


def statements(session: Session, items: Iterable[Item], read: Callable[[Item], str]) -> tuple[Fact, ...]:
    """The sentences of the human's messages among some items, in order; the same words once, with all their places.

    Whatever was typed stands in one of them, or in one with a fold that says why it is none.
    """
    spoken = (item for item in items if item.origin is Origin.HUMAN and item.detail in HUMAN and not item.thread)
    known: Known = {}
    take_in(known, (fact for item in spoken for fact in _of_message(session, item, read)))
    return tuple(known.values())


def _of_message(session: Session, item: Item, read: Callable[[Item], str]) -> Iterator[Fact]:
    words, offset = own_words(without_stand_ins(read(item)), item.detail)
    question = question_of(session, item, words.strip(), read) if item.detail == "answer" else None
    if question is not None:
        start = len(words) - len(words.lstrip())
        yield _fact(session, item, words, offset, start, len(words), question=question)
        return
    pasted = pasted_ranges(words)
    fold: list[int] = []
    for start, end, is_code in sentences(words):
        # A sentence counts as pasted that is so for the most part.
        block = next((one for one in pasted if one[0] < end and start < one[1]), (0, 0))
        if is_code or 2 * (min(end, block[1]) - max(start, block[0])) > end - start:
            fold = [fold[0] if fold else start, end]
            continue
        if fold:
            yield _fact(session, item, words, offset, *fold, fold=Fold.PASTED)
            fold = []
        short = word_count(words[start:end]) < _LEAST
        yield _fact(session, item, words, offset, start, end, fold=Fold.SHORT if short else None)
    if fold:
        yield _fact(session, item, words, offset, *fold, fold=Fold.PASTED)


def _fact(
    session: Session,
    item: Item,
    words: str,
    offset: int,
    start: int,
    end: int,
    *,
    fold: Fold | None = None,
    question: Said | None = None,
) -> Fact:
    text = words[start:end]
    return Fact(
        id=statement_id(session, item, offset + start, text),
        kind=FactKind.SAID,
        statement=" ".join(text.split()),
        quotes=(Quote(item.number, offset + start, offset + end),),
        texts=(text,),
        question=question,
        fold=fold,
        extractor=SAID,
    )


def statement_id(session: Session, item: Item, start: int, text: str) -> str:
    """An id of a place and its words, the same in every run."""
    said = " ".join(text.split()).lower()
    return hashlib.blake2b(f"{session.id}|{item.number}|{start}|{said}".encode(), digest_size=8).hexdigest()


def take_in(known: Known, more: Iterable[Fact]) -> None:
    """Add the sentences of a later stretch of a session; the same words are one, with all their places."""
    for fact in more:
        key = (bare(fact.texts[0]), fact.question.text if fact.question else "")
        if (same := known.get(key)) is not None:
            fact = replace(same, quotes=(*same.quotes, *fact.quotes), texts=(*same.texts, *fact.texts))
        known[key] = fact


def up_to(known: Known, count: int, last: int) -> Iterator[Fact]:
    """The first ``count`` sentences, with their places up to the item ``last``, however much was said since."""
    for fact in islice(known.values(), count):
        if fact.quotes[-1].item > last:
            n = bisect_right(fact.quotes, last, key=lambda quote: quote.item)
            fact = replace(fact, quotes=fact.quotes[:n], texts=fact.texts[:n])
        yield fact


def clean_texts(fact: Fact, text: Callable[[int], str]) -> tuple[str, ...]:
    """Its texts, without what only the whole message tells to be a secret: of a key on many lines each looks harmless.

    What is a secret by itself is left to whoever cleans the whole.
    """
    return tuple(
        part_of(text(quote.item), quote.start, quote.end) if quote.item else said
        for quote, said in zip(fact.quotes, fact.texts, strict=True)
    )
