"""The contract of a matcher: a fact and the context after, a verdict or None."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from inspector.model import Basis, Evidence, Fact, Verdict
from inspector.verdicts.zones import After


@dataclass(frozen=True, slots=True)
class Match:
    """What a matcher decided, on what evidence."""

    verdict: Verdict
    why: str
    evidence: tuple[Evidence, ...] = ()
    nearest: Evidence | None = None
    similarity: float | None = None
    basis: Basis = Basis.INFERRED
    chance: float | None = None
    """That it is not kept, 0 to 1, where words were weighed."""


class Matcher(Protocol):
    """Decides some facts. Cheaper matchers are asked first; the first answer stands."""

    name: str

    def match(self, fact: Fact, after: After) -> Match | None:
        """The verdict, or None where this matcher cannot tell."""
        ...
