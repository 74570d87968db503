"""Shares with their uncertainty: how much of each kind was kept, and how sure that is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.model import Fact, Survival, Verdict

KEPT = frozenset({Verdict.VERBATIM, Verdict.REWORDED})
GONE = frozenset({Verdict.LOST})
DISTORTED = frozenset({Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED})
"""Something of it stands there, and not what was said."""
_TOLD = KEPT | GONE | DISTORTED
_Z95 = 1.959964


@dataclass(frozen=True, slots=True)
class Share:
    """How the facts of one kind fared. Superseded and undecided facts are in none of the numbers."""

    n: int
    kept: int
    distorted: int
    lost: int
    low: float
    high: float
    """The 95 % interval of the share kept, 0 to 1."""
    used: int = 0
    """Of evidence: how many of them the work used again after the compaction; most of the rest nobody missed."""
    used_kept: int = 0


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share; 0 to 1 where nothing was counted."""
    if n == 0:
        return 0.0, 1.0
    share, z = hits / n, _Z95
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def shares(judged: Iterable[tuple[Fact, Survival]]) -> dict[str, Share]:
    """The share kept by kind of fact, kinds in order of their first fact."""
    counts: dict[str, list[int]] = {}
    for fact, survival in judged:
        row = counts.setdefault(fact.kind.value, [0, 0, 0, 0, 0])
        kept, told = survival.verdict in KEPT, survival.verdict in _TOLD
        row[0] += kept
        row[1] += survival.verdict in DISTORTED
        row[2] += survival.verdict in GONE
        row[3] += told and fact.needed_later
        row[4] += kept and fact.needed_later
    return {kind: _share(*row) for kind, row in counts.items()}


def _share(kept: int, distorted: int, lost: int, used: int, used_kept: int) -> Share:
    n = kept + distorted + lost
    return Share(n, kept, distorted, lost, *wilson(kept, n), used=used, used_kept=used_kept)
