"""The passages that could hold a fact, best first, and what can be seen of the pair."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import numpy as np
from rapidfuzz import fuzz

from inspector.model import Evidence, Zone
from inspector.text.difference import Difference, compare, is_negative, names, numbers
from inspector.text.normalise import normalise
from inspector.text.phrases import says
from inspector.text.similarity import Weights, containment, content, stem, stems_of
from inspector.text.wording import wording
from inspector.verdicts.zones import After, Passage

_CANDIDATES = 12
_MOST = 2_000
"""Characters of a statement whose neighbouring words are looked for."""
_IN_ORDER, _WIDER = 0.35, 0.08
_ROUNDING = 1e-6
_COMPARED = 300
"""Characters of a statement whose order is compared; comparing takes the product of both lengths."""


@dataclass(frozen=True, slots=True)
class Likely:
    """The best passage, or two neighbours taken together, for one statement."""

    passage: Passage
    evidence: Evidence
    text: str
    focus: str
    """Of passages taken together, the one that holds most; else the same text."""
    stems: frozenset[str]
    share: float
    """Of the statement's telling stems, weighted, that stand there."""
    back: float
    """Of the passage's stems, weighted, that the statement has."""
    pairs: float
    """Of the statement's neighbouring stems, those that stand side by side there, or with one between."""
    prose: float
    """The share without paths and names: a file is listed for many reasons."""
    plain: float
    """The share with every stem alike."""
    core: tuple[float, float]
    """The share there, and anywhere in the context after, without the words of talk about anything."""
    difference: Difference


def likeliest(words: str, after: After) -> Likely | None:
    """The passage most like a statement; None where no stem of it is found."""
    stems = telling(words)
    if not stems or not after.passages:
        return None
    wanted = set(stems)
    places = _places(wanted, after)
    if not len(places):
        return None
    place, width = _best(words, wanted, places, after)
    text, held, _ = after.joined(place, width) or ("", frozenset(), "")
    passage = after.passages[place]
    run = after.passages[place : place + width]
    core = wanted - _common()
    return Likely(
        passage,
        after.span(passage, run[-1]),
        text,
        max(run, key=lambda one: containment(wanted, one.stems, after.weights)).text,
        held,
        containment(stems, held, after.weights),
        containment(held, stems_of(words), after.weights),
        side_by_side(words, text),
        _share(wanted - {stem for name in names(words) for stem in content(name)}, held, after.weights),
        _share(wanted, held, None),
        (_share(core, held, after.weights), _share(core, after.stems, after.weights)),
        compare(words, text),
    )


def _best(words: str, wanted: set[str], places: Sequence[int], after: After) -> tuple[int, int]:
    """The passages, up to three in a row, that hold most of a statement and have it most in order; the first of equals.

    Gives the place and the width. Comparing the order is what takes the time, so those that hold most are compared
    first, and none that cannot win.
    """
    flat = normalise(words)[:_COMPARED]
    asked = set(wanted)
    total = after.weights.exact(asked)
    found: list[tuple[float, int, int, str]] = []
    for place in places:
        for width in (1, 2, 3):
            joined = after.joined(place, width)
            if joined is not None:
                share = after.weights.exact(asked & joined.stems) / total if total else 0.0
                found.append((share - _WIDER * (width - 1), place, width, joined.normal))
    best = (-math.inf, 0)
    for rank in sorted(range(len(found)), key=lambda rank: -found[rank][0]):
        share, _, _, normal = found[rank]
        if share + _IN_ORDER < best[0]:
            break
        least = max(0.0, (best[0] - share) / _IN_ORDER * 100 - _ROUNDING)
        ratio = fuzz.partial_ratio(flat, normal, score_cutoff=least) / 100
        value = share + _IN_ORDER * ratio
        if value > best[0] or (value == best[0] and rank < best[1]):
            best = (value, rank)
    _, place, width, _ = found[best[1]]
    return place, width


def telling(text: str) -> list[str]:
    """Stems of the words that say what a statement is about; how it binds and denies is looked at apart."""
    stems = content(text)
    return [form for form in stems if form not in _manner()] or stems


@cache
def _manner() -> frozenset[str]:
    return frozenset(map(stem, wording().manner))


@cache
def _common() -> frozenset[str]:
    return frozenset(map(stem, wording().common))


def _places(wanted: set[str], after: After) -> list[int]:
    """The passages that hold most of some stems, by weight, the most first."""
    votes = np.zeros(len(after.passages))
    for form in sorted(wanted & after.index.keys()):
        votes[after.index[form]] += after.weights(form)
    votes[[place for place, passage in enumerate(after.passages) if passage.by_harness]] = 0
    first = np.argsort(-votes, kind="stable")[:_CANDIDATES]
    return [int(place) for place in first if votes[place]]


def anywhere(words: str, after: After) -> float:
    """How much of a statement's telling words stands in the context after, wherever; talk about anything aside."""
    return _share(set(telling(words)) - _common(), after.stems, after.weights)


def _share(stems: set[str], held: AbstractSet[str], weights: Weights | None) -> float:
    """How much of some stems stands among others; all of it where there are none."""
    return containment(stems, held, weights) if stems else 1.0


def side_by_side(statement: str, passage: str) -> float:
    """The share of a statement's neighbouring stems that the passage has side by side, or with one between."""
    said, there = content(statement[:_MOST]), content(passage)
    wanted = list(pairwise(said))
    held = {*pairwise(there), *zip(there, there[2:], strict=False)}
    return sum(pair in held for pair in wanted) / len(wanted) if wanted else 0.0


def part_of(passage: Passage) -> str:
    """The part of a summary that a passage stands in, by its heading: files, current, or "" for any other.

    Files are listed and code is shown for many reasons, so a statement's words stand there by chance more often; what
    is under way is told in full.
    """
    if passage.zone is not Zone.SUMMARY:
        return ""
    return next((name for name in _PARTS if says(f"part {name}", passage.section)), "")


_COMMAND = re.compile(r"\W{0,4}`[^`\s]+ [^`]+`")
"""Opens with a command to run: whoever sums up says how it went, not how it was called."""
_PARTS = ("files", "current")


def pair_features(words: str, likely: Likely) -> dict[str, float]:
    """What can be seen of a statement and its best passage, for the model that weighs it."""
    features = {
        "one": 1.0,
        "share": likely.share,
        "share²": likely.share**2,
        "back": likely.back,
        "pairs": likely.pairs,
        "plain": likely.plain,
        "core": likely.core[0],
        "core everywhere": likely.core[1],
        "length": min(1.0, len(words.split()) / 30),
    }
    if numbers(words):
        features["has numbers"] = 1.0
    said_names = names(words)
    if said_names:
        features["names lost"] = len(likely.difference.names) / len(said_names)
        features["has names"] = 1.0
    if is_negative(words):
        features["negative"] = 1.0
    if _COMMAND.match(words):
        features["command"] = 1.0
    features[f"zone:{likely.passage.zone}"] = 1.0
    part = part_of(likely.passage)
    if part:
        features[f"part:{part}"] = 1.0
    return features
