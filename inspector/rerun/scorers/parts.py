"""The share kept of one part of the facts: an average hides the kind that is always lost, and the oldest ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from inspector.model import Fact, FactKind, Survival
from inspector.rerun.judge import JudgedRun
from inspector.rerun.scorer import RunFigure, Scorer, share_kept, still_matters

QUARTERS = ("oldest", "older", "newer", "newest")
"""Of the facts that still matter, in the order in which they were first said; the same for every run."""
_Pairs = Iterable[tuple[Fact, Survival]]


def _share(part: str, pick: Callable[[_Pairs], _Pairs]) -> Scorer:
    """A scorer of the facts that ``pick`` leaves, each counted once, with the 95 % interval of their share."""

    def score(judged: JudgedRun) -> RunFigure:
        if judged.note:
            # What stands beside a text that cannot be judged is kept; nothing of the rest is known.
            return RunFigure(None, detail=judged.note)
        pairs = pick(zip(judged.facts, judged.survivals, strict=True))
        return share_kept(survival for _, survival in pairs)

    return Scorer(f"kept_{part}", "share", "higher", score, part=True)


def _of_kind(kind: FactKind) -> Scorer:
    return _share(kind.value, lambda pairs: (pair for pair in pairs if pair[0].kind is kind))


def _of_age(place: int) -> Scorer:
    def pick(pairs: _Pairs) -> _Pairs:
        ordered = sorted((pair for pair in pairs if still_matters(pair[1])), key=_said)
        first, end = (len(ordered) * edge // len(QUARTERS) for edge in (place, place + 1))
        return ordered[first:end]

    return _share(QUARTERS[place], pick)


def _said(pair: tuple[Fact, Survival]) -> tuple[bool, int, int, str]:
    fact = pair[0]
    # What lives in an earlier summary alone is older than where that stands.
    return (not fact.from_summary, fact.quotes[0].item, fact.quotes[0].start, fact.id)


KINDS = {kind: _of_kind(kind) for kind in FactKind}
AGES = tuple(_of_age(place) for place in range(len(QUARTERS)))
