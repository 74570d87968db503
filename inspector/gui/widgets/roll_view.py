"""Simulations of one session to look at: prompts over those recorded, and a row of figures for each trigger."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from inspector.gui.layouts import FLUSH, column, splitter
from inspector.gui.models.simulations import columns, rows, share_words, simulation_words
from inspector.gui.models.table import RecordTable
from inspector.gui.theme import Theme
from inspector.gui.widgets.chip import Chip
from inspector.gui.widgets.roll_plot import RollPlot
from inspector.gui.widgets.row_table import RowTable
from inspector.workbench.simulations import Rolled


class RollView(QWidget):
    """Knows no session; the simulation of the row at hand stands out in the plot."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._rolled: tuple[Rolled, ...] = ()
        self._window: int | None = None
        self.plot, self.table = RollPlot(theme), RowTable(self.tr("Simulations by trigger"))
        self.rows = RecordTable(columns(), self)
        self._build()

    def show_rolled(self, rolled: Sequence[Rolled], window: int | None) -> None:
        """Show simulations, by trigger; ``window`` is a line across."""
        self._rolled, self._window = tuple(rolled), window
        self.rows.show(rows(self._rolled))
        self.table.resizeColumnsToContents()
        self._draw()

    def chips(self) -> list[Chip]:
        """The legend of the lines."""
        chips = [
            Chip(self._theme.role(self.plot.role(place)), share_words(one.share))
            for place, one in enumerate(self._rolled)
        ]
        return [Chip(self._theme.role("faint"), self.tr("recorded")), *chips] if chips else []

    def _draw(self) -> None:
        index = self.table.currentIndex()
        chosen = self.rows.record(index.row()) if index.isValid() else None
        front = chosen.share if isinstance(chosen, Rolled) else None
        self.plot.show_rolled(self._rolled, front, self._window)
        self.plot.setAccessibleDescription("; ".join(simulation_words(one) for one in self._rolled))

    def _build(self) -> None:
        self.plot.setAccessibleName(self.tr("Simulated prompts over the recorded ones"))
        self.table.setModel(self.rows)
        self._theme.tint_selection(self.table)
        self.table.selectionModel().currentChanged.connect(lambda now, before: self._draw())
        column(self, splitter((self.plot, 3), (self.table, 2), vertical=True, sizes=(400, 200)), margins=FLUSH)
