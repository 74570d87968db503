"""The contract of a scorer: a judged run in, one figure out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from inspector.model import Basis, Survival, Verdict
from inspector.rerun.judge import JudgedRun
from inspector.survival.shares import KEPT, wilson


@dataclass(frozen=True, slots=True)
class RunFigure:
    """One figure about one run; ``value`` is None where it does not apply, and ``detail`` says why."""

    value: float | None
    n: int = 0
    """How many facts it rests on; 0 where it rests on none."""
    basis: Basis = Basis.INFERRED
    detail: str = ""
    low: float | None = None
    high: float | None = None
    """Bounds, where some facts could not be decided: all of them lost, all of them kept. Of a part of the facts the
    95 % interval of its share."""
    recorded: float | None = None
    """What the log records, beside an estimate."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """One kind of figure."""

    metric: str
    """Its name."""
    unit: str
    """What it is counted in; "share" for 0 to 1."""
    better: Literal["higher", "lower"]
    """Which way is good."""
    score: Callable[[JudgedRun], RunFigure]
    """Gives the figure of one run."""
    part: bool = False
    """Whether it is about a part of the facts: it is left out where a run has none of them."""


def still_matters(survival: Survival) -> bool:
    """Whether a fact counts: not done with, and not superseded."""
    return survival.live and survival.verdict is not Verdict.SUPERSEDED


def share_kept(survivals: Iterable[Survival]) -> RunFigure:
    """The share of the facts that matter and were kept, each counted once; undecided ones are in neither number."""
    verdicts = [survival.verdict for survival in survivals if still_matters(survival)]
    decided = [verdict for verdict in verdicts if verdict is not Verdict.UNDECIDED]
    if not decided:
        return RunFigure(None, detail="There are no such facts that still matter and could be decided.")
    kept = sum(verdict in KEPT for verdict in decided)
    low, high = wilson(kept, len(decided))
    unsure = f"; {len(verdicts) - len(decided)} undecided" if len(decided) < len(verdicts) else ""
    return RunFigure(kept / len(decided), len(decided), detail=f"{kept} of {len(decided)}{unsure}", low=low, high=high)
