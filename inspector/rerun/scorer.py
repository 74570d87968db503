"""The contract of a scorer: a compared run in, one figure out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from inspector.model import Basis, Survival, Verdict
from inspector.rerun.compared import ComparedRun
from inspector.survival.shares import KEPT, SPOKEN


@dataclass(frozen=True, slots=True)
class RunFigure:
    """One figure about one run; ``value`` is None where it does not apply, and ``detail`` says why."""

    value: float | None
    n: int = 0
    """How many facts it rests on; 0 where it rests on none."""
    basis: Basis | None = None
    """None for a figure about facts: it comes from the judge of the run, or its words were counted."""
    detail: str = ""
    low: float | None = None
    high: float | None = None
    """Bounds, where some facts could not be decided: all of them lost, all of them kept."""
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
    score: Callable[[ComparedRun], RunFigure]
    """Gives the figure of one run."""
    by_judge: bool = False
    """Whether it is about what a text means: it is left out where no judge has read the run."""


def still_matters(survival: Survival) -> bool:
    """Whether a fact counts: not done with, and not superseded."""
    return survival.live and survival.verdict is not Verdict.SUPERSEDED


def spoken(compared: ComparedRun) -> list[Survival]:
    """What became of the human's words that stood there before the compaction; where a judge read the run, of the
    statements that it was asked about alone."""
    return [
        survival
        for fact, survival in zip(compared.facts, compared.survivals, strict=True)
        if fact.kind in SPOKEN
        and (fact.fold is None and survival.before if compared.by is None else survival.basis is not Basis.COUNTED)
    ]


def is_kept(compared: ComparedRun, survival: Survival) -> bool:
    """Whether a statement counts as kept: in other words only where a judge says that they say the same."""
    return survival.verdict is Verdict.VERBATIM or (compared.by is not None and survival.verdict in KEPT)
