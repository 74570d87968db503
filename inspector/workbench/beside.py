"""What others than the rules worked out about columns: figures of probe questions beside their own, and verdicts of a
judge in the place of theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from inspector.model.run import Score
from inspector.rerun.arms import Arm
from inspector.rerun.column import Column
from inspector.rerun.scores import scores_of
from inspector.workbench.board import Board
from inspector.workbench.experiments import Ready

Found = Mapping[str, tuple[Sequence[Arm], Sequence[Score]]]
"""By column, "" for what was recorded: the results that figures are of, and the figures."""
_RECORDED = ""


class Beside:
    """Holds them by column and compaction; a result that was made anew has none."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, int], tuple[Sequence[Arm], Sequence[Score]]] = {}
        self._judged: dict[tuple[str, int], tuple[Arm, ...]] = {}

    def lay(self, number: int, found: Found) -> None:
        """Take up figures on one compaction."""
        self._found |= {(key, number): one for key, one in found.items()}

    def lay_verdicts(self, number: int, found: Mapping[str, tuple[Arm, ...]]) -> None:
        """Take up what a judge found on one compaction, by column."""
        self._judged |= {(key, number): arms for key, arms in found.items()}

    def scores(self, key: str, number: int, arms: Sequence[Arm]) -> tuple[Score, ...]:
        """The figures of these results; none where they are of others."""
        of, scores = self._found.get((key, number), ((), ()))
        return tuple(scores) if _are_same(of, arms) else ()

    def ready(self, ready: Ready) -> Ready:
        """A compaction with all figures of what was recorded."""
        number, recorded = ready.compaction.number, ready.recorded
        more = self.scores(_RECORDED, number, (recorded,))
        (judged,) = self._judged_arms(_RECORDED, number, (recorded,))
        if not more and judged is recorded:
            return ready
        return replace(ready, recorded=Arm(judged.judged, (*judged.scores, *more)))

    def judged(self, number: int, cell: Column) -> Column:
        """A column on one compaction with a judge's verdicts, where it has some."""
        arms = self._judged_arms(cell.key, number, cell.arms)
        return cell if arms is cell.arms else replace(cell, arms=arms, scores=scores_of([one.judged for one in arms]))

    def column(self, number: int, cell: Column) -> Column:
        """A column on one compaction with all its figures."""
        more = self.scores(cell.key, number, cell.arms)
        cell = self.judged(number, cell)
        return replace(cell, scores=(*cell.scores, *more)) if more else cell

    def columns(self, number: int, board: Board) -> tuple[Column, ...]:
        """The listed columns on one compaction with all their figures."""
        return tuple(self.column(number, one) for one in board.columns(number))

    def clear(self) -> None:
        """Nothing was worked out."""
        self._found.clear()
        self._judged.clear()

    def _judged_arms(self, key: str, number: int, arms: tuple[Arm, ...]) -> tuple[Arm, ...]:
        judged = self._judged.get((key, number), ())
        return judged if judged and _are_same(judged, arms) else arms


def _are_same(some: Sequence[Arm], others: Sequence[Arm]) -> bool:
    """Whether they are the same runs, whoever judged them."""
    return len(some) == len(others) and all(
        one.judged.run is other.judged.run for one, other in zip(some, others, strict=True)
    )
