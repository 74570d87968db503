"""Tokens of every item, counted once per text and remembered by its content."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from inspector.measure.tokenizer import Tokenizer
from inspector.model import Basis, ItemKind, Session, TokenCount
from inspector.read.bodies import Bodies

IMAGE_TOKENS = 1_500
"""What providers charge for a screenshot, roughly: Claude pixels / 750 with a cap near 1,600, others the same order."""
_BATCH_CHARS = 2_000_000
# Encrypted reasoning and opaque summaries are base64; counting that would say something about nothing.
_OPAQUE = re.compile(r"[A-Za-z0-9+/=_-]{300,}")
_MAYBE_OPAQUE = frozenset({ItemKind.REASONING, ItemKind.SUMMARY})
Known = Callable[[Sequence[bytes]], Mapping[bytes, int]]
"""Of content keys those that were counted earlier, with their counts."""


class Progress(Protocol):
    """How far the work is, and whether anyone still wants it; without knowing who listens."""

    def report(self, fraction: float, words: str) -> None:
        """Say how far the work is (0 to 1). Raises Cancelled once the user has asked to stop."""
        ...

    def check(self) -> None:
        """Raises Cancelled once the user has asked to stop."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Tokens of every item of a session."""

    tokens: NDArray[np.int32]
    """One per item, in order: text and images. 0 where ``known`` is False."""
    known: NDArray[np.bool_]
    """Whether an item could be counted: events are not, nor is what the log holds encrypted."""
    images: NDArray[np.int32]
    """The part of ``tokens`` that is an estimate for images."""
    tokenizer: str
    fresh: Mapping[bytes, int] = field(default_factory=dict)
    """By content key: what was not known before."""

    def of(self, item: int) -> TokenCount:
        """Tokens of the item with this number, not calibrated."""
        if not self.known[item - 1]:
            return TokenCount(None, Basis.COUNTED, self.tokenizer)
        value = int(self.tokens[item - 1])
        if self.images[item - 1] or self.tokenizer == "characters":
            return TokenCount(value, Basis.ESTIMATED, self.tokenizer)
        # Exact by this tokenizer; how far that is from the model's own is the calibration's to say.
        return TokenCount(value, Basis.COUNTED, self.tokenizer, 0)

    def packed(self) -> bytes:
        """The numbers as bytes, for the cache."""
        return b"".join((self.tokens.tobytes(), self.images.tobytes(), self.known.tobytes()))


def unpack_counts(packed: bytes, session: Session, tokenizer: str) -> Counts | None:
    """What ``Counts.packed`` gave, or None when it does not fit the session."""
    n = len(session.items)
    if len(packed) != 9 * n:
        return None
    tokens = np.frombuffer(packed, np.int32, n)
    images = np.frombuffer(packed, np.int32, n, 4 * n)
    return Counts(tokens, np.frombuffer(packed, np.bool_, n, 8 * n), images, tokenizer)


def content_key(text: str) -> bytes:
    """16 bytes that stand for a text wherever it occurs."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def count_items(
    session: Session, bodies: Bodies, tokenizer: Tokenizer, known: Known | None, progress: Progress
) -> Counts:
    """Count every item that can stand in a context, reading the log once in file order.

    What ``known`` gives is not tokenised again. Raises LogChanged and Cancelled; a Cancelled
    carries nothing, so counts made so far are lost.
    """
    tally = _Tally(tokenizer, known, np.zeros(len(session.items), np.int32))
    readable = np.zeros(len(session.items), np.bool_)
    images = np.fromiter((item.images for item in session.items), np.int32, len(session.items)) * IMAGE_TOKENS
    wanted = [item for item in session.items if item.kind is not ItemKind.EVENT]
    wanted.sort(key=lambda item: (item.source.path, item.source.start or 0))
    every = max(1, sum(item.chars for item in wanted))
    done = 0
    for item in wanted:
        text = bodies.text(item) if item.chars else ""
        done += item.chars
        # No text at all is the same: reasoning that is stored as a signature alone, a summary that is not stored.
        if item.kind in _MAYBE_OPAQUE and (not text or _OPAQUE.fullmatch(text)):
            continue
        readable[item.number - 1] = True
        if text:
            tally.add(item.number - 1, text)
        if tally.waiting >= _BATCH_CHARS:
            progress.report(done / every, "Counting tokens")
            tally.count()
    progress.check()
    tally.count()
    return Counts(tally.tokens + images, readable, images, tokenizer.name, tally.fresh)


class _Tally:
    """Texts on their way to being counted, in batches, each distinct text once."""

    def __init__(self, tokenizer: Tokenizer, known: Known | None, tokens: NDArray[np.int32]) -> None:
        self.tokens = tokens
        self.fresh: dict[bytes, int] = {}
        self.waiting = 0
        self._tokenizer = tokenizer
        self._known = known
        self._texts: dict[bytes, str] = {}
        self._places: list[tuple[int, bytes]] = []

    def add(self, place: int, text: str) -> None:
        """Take a text in."""
        key = content_key(text)
        self._places.append((place, key))
        self._texts[key] = text
        self.waiting += len(text)

    def count(self) -> None:
        """Count what waits."""
        found = dict(self._known(list(self._texts))) if self._known else {}
        missing = [key for key in self._texts if key not in found and key not in self.fresh]
        numbers = self._tokenizer.count_many([self._texts[key] for key in missing])
        self.fresh.update(zip(missing, numbers, strict=True))
        for place, key in self._places:
            number = found.get(key)
            self.tokens[place] = self.fresh[key] if number is None else number
        self._texts.clear()
        self._places.clear()
        self.waiting = 0
