"""How much of one text's words another holds. Finds candidates; decides nothing by itself."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from itertools import repeat

from inspector.text.cues import cues
from inspector.text.nfc import nfc
from inspector.text.wording import wording

# Chinese and Japanese sign by sign; Korean apart from the names that its endings hang on.
_WORD = re.compile(
    r"[\u3040-\u9fff]|[\uac00-\ud7af]+|[^\W_\u3040-\u9fff\uac00-\ud7af]+(?:['’][^\W_\u3040-\u9fff\uac00-\ud7af]+)?"
)
_HUMP = re.compile(r"[a-z0-9][A-Z]")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_SUFFIX = re.compile(r"(?:at(?:ions?|ing|ed|es?|ors?)|ions?|ings?|edly|ed|ies|ers?|ly|es|(?<!s)s|e|y)$")
_SHORT = 1_000
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")


def words(text: str) -> list[str]:
    """Words in order, lower case, with joined names taken apart."""
    # Few texts have a joined name, and looking for one is quicker than looking between all signs.
    parted = _CAMEL.sub(" ", text) if _HUMP.search(text) else text
    return _WORD.findall(parted.lower().replace("’", "'")) if parted.isascii() else _any_words(parted)


def _any_words(text: str) -> list[str]:
    whole = nfc(text)
    lowered = whole.lower()
    if len(lowered) == len(whole) and "Σ" not in whole:
        return _WORD.findall(lowered.replace("’", "'"))
    # What small letters become of others may be more than one letter, or hang on their place: words are found first.
    return [word.lower().replace("’", "'") for word in _WORD.findall(whole)]


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """A word without its ending; rough on purpose."""
    if not word.isascii():
        return word[:5]
    word = wording().irregular.get(word, word)
    if len(word) <= 3:
        return word
    found = _SUFFIX.search(word)
    while found is not None and found.start() < 3:
        found = _SUFFIX.search(word, found.start() + 1)
    if found is None:
        return word
    cut = word[: found.start()]
    return _DOUBLED.sub(r"\1", cut) if len(cut) > 3 else cut


def content(text: str) -> list[str]:
    """Stems of the words that carry meaning."""
    return list(_content(text)) if len(text) <= _SHORT else _stems(words(text))


def stems_of(text: str) -> frozenset[str]:
    """Those of ``content``, each once."""
    # Of a long text most words come again, and each is cut once.
    return _distinct(text) if len(text) <= _SHORT else frozenset(_stems(set(words(text))))


@lru_cache(maxsize=8_192)
def _content(text: str) -> tuple[str, ...]:
    """Those of a sentence, which is compared with many."""
    return tuple(_stems(words(text)))


@lru_cache(maxsize=8_192)
def _distinct(text: str) -> frozenset[str]:
    return frozenset(_content(text))


def _stems(found: Iterable[str]) -> list[str]:
    stop = cues().stop
    return [stem(word) for word in found if word not in stop]


class Weights:
    """How telling each stem is: rare in the texts given, high."""

    def __init__(self, texts: Iterable[Iterable[str]]) -> None:
        counts: Counter[str] = Counter()
        self._total = 1
        for stems in texts:
            counts.update(set(stems))
            self._total += 1
        # By stem, not by count: a dictionary looked up is all that is left of a call made millions of times.
        self._weights = {stem: math.log(1 + self._total / (1 + count)) for stem, count in counts.items()}
        self._unknown = math.log(1 + self._total)

    def exact(self, stems: Iterable[str]) -> float:
        """The weight of some stems together, without rounding on the way: their order makes no difference."""
        return math.fsum(map(self._weights.get, stems, repeat(self._unknown)))

    def __call__(self, word: str) -> float:
        """The weight of one stem; rare ones weigh most."""
        return self._weights.get(word, self._unknown)


class Overlaps:
    """Which of many texts share stems with another, and how much weight: without looking at those that share none."""

    def __init__(self, texts: Sequence[AbstractSet[str]], weight: Weights, asked: AbstractSet[str]) -> None:
        """``asked`` are the stems that will be asked for: nothing else is written down."""
        self._texts, self._weight = texts, weight
        self._totals: dict[int, float] = {}
        self._places: dict[str, list[int]] = {}
        for place, stems in enumerate(texts):
            for stem in stems & asked:
                self._places.setdefault(stem, []).append(place)

    def total(self, place: int) -> float:
        """The weight of all stems of one text."""
        if place not in self._totals:
            self._totals[place] = self.weigh(self._texts[place])
        return self._totals[place]

    def weigh(self, stems: Iterable[str]) -> float:
        """The weight of some stems together."""
        return self._weight.exact(stems)

    def shared(self, stems: Iterable[str]) -> list[tuple[int, float]]:
        """The places of the texts that share stems, in order, each with the weight of what is shared."""
        found: dict[int, float] = {}
        for stem in sorted(stems):
            weight = self._weight(stem)
            for place in self._places.get(stem, ()):
                found[place] = found.get(place, 0.0) + weight
        return sorted(found.items())


def containment(part: Iterable[str], whole: AbstractSet[str], weight: Weights | None = None) -> float:
    """The weighted share of a text's stems that another holds; 0 for a text without any."""
    stems = part if isinstance(part, AbstractSet) else set(part)
    if not stems:
        return 0.0
    if weight is None:
        return len(stems & whole) / len(stems)
    # A set has another order in every process, and a plain sum another last digit with it.
    total = weight.exact(stems)
    return weight.exact(stems & whole) / total if total else 0.0
