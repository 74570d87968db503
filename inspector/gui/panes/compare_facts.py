"""The facts below the figures of a comparison: which of them are listed, which one is at hand, and the way on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject

from inspector.gui.language import number
from inspector.gui.models.run_facts import RunFacts
from inspector.gui.theme import Theme
from inspector.gui.widgets.frozen_table import FrozenTable
from inspector.gui.widgets.show_bar import ShowBar
from inspector.model import Fact
from inspector.rerun.arms import Arm
from inspector.rerun.column import Column
from inspector.workbench.bench import Bench
from inspector.workbench.contrast import FactRow, competitors, differs, fact_rows, passes
from inspector.workbench.run_columns import RunColumns


class FactsAcross(QObject):
    """A row for each fact, with what became of it in each column; its tables stand in the pane of the runs."""

    def __init__(
        self, bench: Bench, theme: Theme, runs: RunColumns, column: Callable[[], int], parent: QObject | None = None
    ) -> None:
        """``column`` gives the place of the column at hand."""
        super().__init__(parent)
        self._bench, self._runs, self._column = bench, runs, column
        self._rows: tuple[FactRow, ...] = ()
        self._judged: dict[str, tuple[Arm, ...]] = {}
        self.marking = False
        """While the current cell follows the selection, and not the user."""
        self.facts = RunFacts(theme, self)
        self.grid = FrozenTable(self.facts, theme, self.tr("Facts across the runs"))
        self.shows = ShowBar()
        self.shows.changed.connect(self.refill)

    def clear(self) -> None:
        """No session, or nothing known of it yet."""
        self.facts.show((), ())
        self._rows = ()

    def knows(self, columns: Iterable[Column]) -> bool:
        """Whether these columns are listed as they were judged last."""
        return all(column.arms is self._judged.get(column.key) for column in columns)

    def judge_anew(self) -> None:
        """Take the facts from the runs, and list them."""
        ready = self._runs.seen
        assert ready is not None, "asked for with one"
        self._rows = fact_rows(ready, self._runs.columns)
        self._judged = {column.key: column.arms for column in self._runs.columns}
        self.refill()

    def refill(self) -> None:
        """List what is let through; the selection stays where it is listed."""
        if self._runs.ready is None:
            return
        keys = competitors(self._runs.columns)
        show = self.shows.value()
        rows = [row for row in self._rows if passes(row, show, keys, self._runs.picked, self._is_marked)]
        self.facts.show(rows, self._runs.columns)
        other = sum(differs(row, keys) for row in self._rows)
        words = self.tr("{n} shown of {all} · {other} differ between runs")
        self.shows.tell(words.format(n=number(len(rows)), all=number(len(self._rows)), other=number(other)))
        self.mark(self._bench.selection.focus.fact)

    def mark(self, fact: str | None) -> None:
        """Make a fact the current row, in the column at hand; none where it is not listed."""
        row = self.facts.row_of(fact) if fact is not None else -1
        self.marking = True
        if row >= 0:
            self.grid.set_current(row, self._column())
        else:
            self.grid.clear()
        self.marking = False

    def choose(self, row: FactRow) -> None:
        """Select a fact and where it was said."""
        ready = self._runs.ready
        if ready is not None:
            item = row.fact.quotes[0].item
            at = ready.compaction.number
            parts = {"item": item} if item else {}
            self._bench.selection.select(compaction=at, fact=row.fact.id, claim=None, **parts)

    def step(self, by: int) -> bool:
        """Go to the next fact that fared differently, or the one before; whether there was one."""
        keys, rows = competitors(self._runs.columns), self.facts.rows
        here = self.facts.row_of(self._bench.selection.focus.fact)
        places = range(here + 1, len(rows)) if by > 0 else range((here if here >= 0 else len(rows)) - 1, -1, -1)
        found = next((rows[place] for place in places if differs(rows[place], keys)), None)
        if found is not None:
            self.choose(found)
        return found is not None

    def step_row(self, by: int, *, from_end: bool = False) -> None:
        """The next fact of the list, or the one before; ``from_end`` the first, or the last."""
        rows = self.facts.rows
        end = -1 if by > 0 else len(rows)
        place = (end if from_end else self.facts.row_of(self._bench.selection.focus.fact)) + by
        if 0 <= place < len(rows):
            self.choose(rows[place])

    def _is_marked(self, fact: Fact) -> bool:
        judgements, ready = self._bench.judgements, self._runs.ready
        at = ready.compaction.number if ready is not None else 0
        own = bool(judgements.note(fact.id)) or judgements.verdict(fact.id, at) is not None
        return own or any(quote.item in self._bench.marks for quote in fact.quotes)
