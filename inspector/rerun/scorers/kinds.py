"""The share of the facts of one kind that the new context holds: an average hides the kind that is always lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.model import FactKind
from inspector.rerun.judge import Judged
from inspector.rerun.scorer import Figure, share_kept


@dataclass(frozen=True, slots=True)
class Kind:
    """Live facts of one kind, each counted once."""

    kind: FactKind
    unit: str = "share"
    better: Literal["higher", "lower"] = "higher"
    part: bool = True

    @property
    def metric(self) -> str:
        """Named after the kind."""
        return f"kept_{self.kind.value}"

    def score(self, judged: Judged) -> Figure:
        """The share kept, with its 95 % interval."""
        if judged.note:
            # What stands beside a text that cannot be judged is kept; nothing of the rest is known.
            return Figure(None, detail=judged.note)
        pairs = zip(judged.facts, judged.survivals, strict=True)
        return share_kept(survival for fact, survival in pairs if fact.kind is self.kind)


SCORERS = tuple(Kind(kind) for kind in FactKind)
