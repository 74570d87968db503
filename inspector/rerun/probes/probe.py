"""The contract of a probe: the facts of a compaction in, questions out that can be answered from a context alone."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.model import Fact
from inspector.rerun.material import Material


class ProbeKind(StrEnum):
    """What a question is about."""

    RECALL = "recall"
    """A thing that was said."""
    ARTIFACT = "artifact"
    """Which files were touched."""
    CONTINUATION = "continuation"
    """What is to be done next."""
    DECISION = "decision"
    """What was chosen, and why."""


@dataclass(frozen=True, slots=True)
class ProbeQuestion:
    """One question and what a right answer says."""

    id: str
    kind: ProbeKind
    text: str
    expected: tuple[str, ...]
    exact: bool
    """Right answers contain the expected words themselves, and no judge is needed."""
    fact: str = ""
    """Id of the fact behind it."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Makes questions of one kind. Pure: the same facts give the same questions."""

    kind: ProbeKind
    questions: Callable[[Material], Iterable[ProbeQuestion]]
    """The most telling first."""


def question(kind: ProbeKind, text: str, expected: tuple[str, ...], *, exact: bool, fact: str = "") -> ProbeQuestion:
    """A question under an id that is the same for the same question."""
    digest = hashlib.blake2b(f"{kind}\0{text}".encode("utf-8", "replace"), digest_size=6)
    return ProbeQuestion(digest.hexdigest(), kind, text, expected, exact, fact)


def live_facts(material: Material, kinds: Sequence[str]) -> list[Fact]:
    """The facts of these kinds that still matter, the binding ones first, else as they were said."""
    order = {"must": 0, "should": 1, "may": 2}
    facts = [fact for fact in material.facts if fact.kind in kinds and fact.id in material.live]
    return sorted(facts, key=lambda fact: order.get(fact.strength or "", 3))


_WORD = re.compile(r"[^\W\d_][\w-]{3,}")
_COMMON = frozenset(
    "about above after again also always another anything around because been before being below between cannot could "
    "does doing done down each even ever every everything from have here into itself just keep like make many more "
    "most must need never nothing only other over please same shall should some something still such than that their "
    "them then there these they this those through under until used using very want were what when where which while "
    "with within without would your".split()
)


def topic(statement: str, others: Iterable[str]) -> str:
    """The word that tells a statement from the others best; "" where it has none of its own."""
    elsewhere = " ".join(others).lower()
    words: list[str] = [word for word in _WORD.findall(statement) if word.lower() not in _COMMON]
    if not words:
        return ""
    return min(words, key=lambda word: (elsewhere.count(word.lower()), -len(word), words.index(word)))
