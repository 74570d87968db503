"""Columns × compactions: what each column of a session runs, what came of it on each, and what a judge says of that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from inspector.errors import InspectorError, ModelFailed
from inspector.model.run import Score
from inspector.report.experiment_sheet import letters
from inspector.rerun.column import Column, ColumnState, Variant
from inspector.rerun.controls import CONTROLS
from inspector.rerun.scored import ScoredRun
from inspector.rerun.scores import scores_of
from inspector.workbench.contrast import RECORDED
from inspector.workbench.experiments import Ready

Place = tuple[str, int]
"""A column by its key, and a compaction by its number."""


class Board:
    """Holds them; the columns of a session are the same on every compaction, their results are not."""

    def __init__(self) -> None:
        self.listed: tuple[str, ...] = ()
        """The keys of the columns, in order."""
        self.aside: tuple[str, ...] = ()
        """Those that were taken away, and results that were replaced or kept from before; newest first."""
        self.named = 0
        """How many letters are taken."""
        self._variants: dict[str, Variant] = {}
        self._cells: dict[Place, Column] = {}
        self._judged: dict[Place, tuple[ScoredRun, ...]] = {}
        """What a judge found; results that were made anew have none."""

    def lay_verdicts(self, number: int, found: Mapping[str, tuple[ScoredRun, ...]]) -> None:
        """Take up what a judge found on one compaction, by column, "" for what was recorded, and by control."""
        self._judged |= {(key, number): results for key, results in found.items()}

    def judged(self, number: int, cell: Column) -> Column:
        """A column on one compaction with a judge's verdicts, where it has some."""
        results = self._judged_runs(cell.key, number, cell.results)
        if results is cell.results:
            return cell
        return replace(cell, results=results, scores=scores_of([one.compared for one in results]))

    def judged_ready(self, ready: Ready) -> Ready:
        """A compaction, with a judge's verdicts on what was recorded, where there are some."""
        (recorded,) = self._judged_runs(RECORDED, ready.compaction.number, (ready.recorded,))
        return ready if recorded is ready.recorded else replace(ready, recorded=recorded)

    def controls(self, number: int) -> tuple[ScoredRun, ...]:
        """What a judge found in the controls that were put to it with the columns of one compaction."""
        found = ((key, results) for (key, at), results in self._judged.items() if at == number)
        return tuple(result for key, results in found if key.startswith(CONTROLS) for result in results)

    def columns(self, number: int) -> tuple[Column, ...]:
        """Every column on one compaction."""
        return tuple(self.at(key, number) for key in self.listed)

    def from_before(self, number: int) -> tuple[Column, ...]:
        """Every column set aside, on one compaction."""
        return tuple(self.at(key, number) for key in self.aside)

    def has(self, key: str) -> bool:
        """Whether there is such a column, listed or set aside."""
        return key in self._variants

    def variant(self, key: str) -> Variant:
        """What a column runs."""
        return self._variants[key]

    def at(self, key: str, number: int) -> Column:
        """A column on one compaction; one that did not run there is ready to."""
        place = (key, number)
        if place not in self._cells:
            self._cells[place] = fresh(key, self._variants[key])
        return self._cells[place]

    def cells(self, key: str) -> tuple[tuple[int, Column], ...]:
        """What a column has on each compaction that somebody asked about, by number."""
        return tuple(sorted((number, cell) for (of, number), cell in self._cells.items() if of == key))

    def is_used(self, key: str) -> bool:
        """Whether a column has run anywhere, or runs."""
        return any(cell.results or cell.error or cell.state is ColumnState.RUNNING for _, cell in self.cells(key))

    def put(self, number: int, cell: Column) -> None:
        """What a column has on one compaction from now on."""
        self._cells[cell.key, number] = cell

    def clear(self, key: str, number: int) -> None:
        """As if it had not run there."""
        self._cells.pop((key, number), None)

    def empty(self) -> None:
        """No columns, and every letter is free again."""
        self.listed, self.aside, self.named = (), (), 0
        self._variants.clear()
        self._cells.clear()
        self._judged.clear()

    def add(self, variant: Variant) -> str:
        """A new column at the end; gives its key."""
        key = self._new(variant)
        self.listed = (*self.listed, key)
        return key

    def put_back(self, key: str, variant: Variant) -> None:
        """A column of an earlier time under the letter that it had."""
        self._variants[key] = variant
        self.listed = (*self.listed, key)

    def set_aside(self, cells: Iterable[tuple[int, Column]], variant: Variant) -> str:
        """Results under a letter of their own, the first of those set aside."""
        key = self._new(variant)
        for number, cell in cells:
            self.put(number, replace(cell, key=key, variant=variant))
        self.aside = (key, *self.aside)
        return key

    def remove(self, key: str) -> None:
        """Take a column away; one without any result is gone for good."""
        self.listed = tuple(one for one in self.listed if one != key)
        if any(cell.results for _, cell in self.cells(key)):
            self.aside = (key, *self.aside)
        else:
            for number, _ in self.cells(key):
                self.clear(key, number)
            self._variants.pop(key)

    def change(self, key: str, variant: Variant) -> None:
        """Let a column run something else from now on; its results stay, marked as older."""
        self._variants[key] = variant
        for number, cell in self.cells(key):
            if cell.results:
                self.put(number, replace(cell, variant=variant))
            else:
                self.clear(key, number)

    def _judged_runs(self, key: str, number: int, results: tuple[ScoredRun, ...]) -> tuple[ScoredRun, ...]:
        judged = self._judged.get((key, number), ())
        # Whoever judged them, they have to be the very same runs.
        same = [id(one.compared.run) for one in judged] == [id(one.compared.run) for one in results]
        return judged if judged and same else results

    def _new(self, variant: Variant) -> str:
        self.named += 1
        key = letters(self.named - 1)
        self._variants[key] = variant
        return key


def fresh(key: str, variant: Variant) -> Column:
    """A column that has not run."""
    return Column(key, variant, ColumnState.WANTS_MODEL if variant.wants_model else ColumnState.READY)


def broken(cell: Column, why: Exception) -> Column:
    """A column that has nothing to show but why, and the way out."""
    told = f"{why.message} {why.hint}".strip() if isinstance(why, InspectorError) else ""
    words = told or f"{type(why).__name__}: {why}"
    paid = isinstance(why, ModelFailed) and why.paid
    return replace(cell, state=ColumnState.FAILED, results=(), scores=(), error=words, is_paid=paid, text="", ran=None)


def done(cell: Column, results: Sequence[ScoredRun], ran: Variant, scores: Sequence[Score] = ()) -> Column:
    """A column with a result; figures are worked out where there are none."""
    made = tuple(scores) or scores_of([result.compared for result in results])
    return replace(cell, state=ColumnState.DONE, results=tuple(results), scores=made, error="", text="", ran=ran)
