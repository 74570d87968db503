"""Figures over what is known of facts: what a judge's and a person's words count as, and what is counted without."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.model import Fact, FactKind, Survival, Verdict

SPOKEN = frozenset(
    {
        FactKind.SAID,
        FactKind.CONSTRAINT,
        FactKind.PREFERENCE,
        FactKind.DECISION,
        FactKind.TASK,
        FactKind.GIVEN,
    }
)
"""The human's words, and as a judge reads them; all other kinds the work showed."""
RULES = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE})
"""Kinds that bind from now on, as a judge says."""
KEPT = frozenset({Verdict.VERBATIM, Verdict.REWORDED})
GONE = frozenset({Verdict.LOST})
DISTORTED = frozenset({Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED})
"""Something of it stands there, and not what was said."""
OUT = GONE | {Verdict.ABSENT}
"""No longer there: as it is counted, or as somebody says."""
NOT_WHOLE = frozenset({Verdict.PART, Verdict.ABSENT})
"""Counted without a model: words that do not stand there, all or some. That is no loss."""
_TOLD = KEPT | GONE | DISTORTED | NOT_WHOLE


@dataclass(frozen=True, slots=True)
class Share:
    """How the facts of one kind fared; those that were replaced or are undecided are in none of the numbers."""

    kind: str
    n: int
    kept: int
    """Those that stand there word for word, or, as a judge says, in other words."""
    distorted: int
    lost: int
    part: int
    absent: int
    """Not there now; of sentences also those that did not stand there before either."""
    used: int = 0
    """Of the work: how many of them it used again after the compaction; most of the rest nobody missed."""
    used_kept: int = 0


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share over repeats; 0 to 1 where nothing was counted."""
    if n == 0:
        return 0.0, 1.0
    share, z = hits / n, 1.959964
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def shares(judged: Iterable[tuple[Fact, Survival]]) -> dict[str, Share]:
    """The share kept by kind of fact, kinds in order of their first fact.

    What is folded is left out, and what had not stood there before the compaction either.
    """
    held: dict[str, list[tuple[Fact, Survival]]] = {}
    for fact, survival in judged:
        if fact.fold is None and (survival.before or survival.verdict not in NOT_WHOLE):
            held.setdefault(fact.kind.value, []).append((fact, survival))
    return {kind: _share(kind, pairs) for kind, pairs in held.items()}


def _share(kind: str, pairs: list[tuple[Fact, Survival]]) -> Share:
    def among(verdicts: frozenset[Verdict]) -> int:
        return sum(survival.verdict in verdicts for _, survival in pairs)

    kept, distorted, lost = among(KEPT), among(DISTORTED), among(GONE)
    part, absent = among(frozenset({Verdict.PART})), among(frozenset({Verdict.ABSENT}))
    n = kept + distorted + lost + part + absent
    used = [survival.verdict in KEPT for fact, survival in pairs if fact.needed_later and survival.verdict in _TOLD]
    return Share(kind, n, kept, distorted, lost, part, absent, used=len(used), used_kept=sum(used))
