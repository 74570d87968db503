"""The share of the facts of one age that the new context holds: an average hides that the oldest are gone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.model import Fact, Survival
from inspector.rerun.judge import Judged
from inspector.rerun.scorer import Figure, share_kept, still_matters

QUARTERS = ("oldest", "older", "newer", "newest")


@dataclass(frozen=True, slots=True)
class Age:
    """A quarter of the live facts, in the order in which they were first said; the same for every run."""

    place: int
    unit: str = "share"
    better: Literal["higher", "lower"] = "higher"
    part: bool = True

    @property
    def metric(self) -> str:
        """Named after the quarter."""
        return f"kept_{QUARTERS[self.place]}"

    def score(self, judged: Judged) -> Figure:
        """The share kept, with its 95 % interval."""
        if judged.note:
            # What stands beside a text that cannot be judged is kept; nothing of the rest is known.
            return Figure(None, detail=judged.note)
        pairs = [pair for pair in zip(judged.facts, judged.survivals, strict=True) if still_matters(pair[1])]
        pairs.sort(key=_said)
        first, end = (len(pairs) * edge // len(QUARTERS) for edge in (self.place, self.place + 1))
        return share_kept(survival for _, survival in pairs[first:end])


def _said(pair: tuple[Fact, Survival]) -> tuple[bool, int, int, str]:
    fact = pair[0]
    # What lives in an earlier summary alone is older than where that stands.
    return (not fact.from_summary, fact.quotes[0].item, fact.quotes[0].start, fact.id)


SCORERS = tuple(Age(place) for place in range(len(QUARTERS)))
